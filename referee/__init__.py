"""A referee for the board game Mombasa: it checks, scores and explains recorded games.

>>> import referee
>>> referee.check("games/two-players.mgn").verdict
'legal'

`docs/api.md` tells what each name is for. Importing this costs nothing: a name is fetched from its
module when it is first used. Type checkers read `__init__.pyi`, which says the same.
"""

_NAMES = {
    "batches": "check_all",
    "book_plans": "BookPlan JarMove PlacedBook books",
    "broken_rules": "BrokenRule",
    "component_sets": (
        "ComponentSetFacts component_facts load_components make_cells new_components"
    ),
    "conformance": "conform",
    "conformance_answers": "Conformance",
    "copy_advice": "Advice CopyAdvice advise_copy",
    "copy_conditions": "SettlingValue StatementCondition",
    "copy_corrections": "AcceptedCopy ReadingCorrection VerdictChange accept_copy",
    "copy_lessons": "ContradictingStatement LearntValue Lessons SuspectValue learn_copy",
    "copy_maps": "CopyMap MapBorder MapPlace copy_map mark_border place_map",
    "copy_questions": (
        "CopyMoment CopyProgress CopyQuestion answer_question copy_moment copy_questions"
        " return_copy_to"
    ),
    "corpora": "CorpusReport CorpusRows corpus_query corpus_report write_corpus_parquet",
    "counts": "CountComparison Counts perft perft_against",
    "draft_answers": "DraftAnswer Offer",
    "drafts": "draft tapped",
    "errors": (
        "CompiledModulesError FaultError ImpossibleTableError MisuseError NeededValueError "
        "NoAnswerError NoTimeError NoTurnError NotFoundError ProgramError RefereeError "
        "UnreadableError UnwritableError"
    ),
    "explanations": (
        "CitedRule Contradiction Explanation GivenNumber Lacking MissingMeans NearestLegal "
        "NumberPart explain"
    ),
    "faces": "Face faces",
    "games": "Game load",
    "games_in_progress": "GameInProgress begin_game continue_game",
    "gap_answers": "AgreedStatement CertainFact DoubtfulClaim Excluding OpenGap",
    "gap_tables": "PlayerScoreRange ScoreRanges",
    "gaps": "GapQuestion Gaps fill_gaps",
    "golden_games": "GoldenCheck check_golden",
    "languages": "languages speaking",
    "mappings": "load_mapping",
    "modules": "use_plain_modules",
    "optima": "best best_play",
    "optimum_answers": "BestPlay BestTurn ValuedTurn",
    "pictures": "draw",
    "plays": "play",
    "position_audits": "PositionAudit audit_position new_position",
    "positions": "load_position load_table possible_tables table_facts",
    "possible_actions": "possible_actions",
    "possible_tables": "MomentFacts OpenFact PossibleTables",
    "progress_answers": "Change ChangedVerdict DueStatement GameStanding StatementVerdict",
    "proofs": "Disagreement Proof prove",
    "puzzle_answers": (
        "Attempt PuzzleHint PuzzleProof PuzzleProofs PuzzleSummary PuzzleTable UnreadableAttempt"
    ),
    "puzzles": (
        "Puzzle check_puzzles load_puzzle puzzle_hint puzzle_summary puzzle_table puzzles "
        "solve_puzzle try_puzzle"
    ),
    "record_forms": "Formatted convert fmt write_file",
    "repair_answers": "LineChange OtherWay Repair Suggestion",
    "repairs": "repair",
    "replays": "Replay replay",
    "reviews": "PlayerReview Review ReviewedTurn review",
    "rule_pages": "RulePage RulingPage rule rules ruling rulings",
    "scenes": "Scene picture_style",
    "scores": "Score score",
    "set_checks": "CheckedSet check_components",
    "solver_answers": "BeforeAfter",
    "summaries": "RuleCount Summary summary",
    "tables": "Table TableFacts",
    "turn_answers": "Choice DuePart FinishedTurn SaidPart TurnVerdict",
    "turn_lists": "LegalTurns legal",
    "turns_in_progress": "TurnInProgress begin_turn",
    "unread_values": "unread_refusal",
    "verdict_answers": "JudgedStatement UnreadableVerdict Verdict",
    "verdicts": "check",
}
"""By module of `referee.api` the names that are offered here."""

_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_HOMES)  # noqa: PLE0605 - the table above is the only list


def __getattr__(name: str) -> object:
    """Import what is asked for from where it is at home."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Not before anything is asked for: what the command imports first should take no time.
    from importlib import import_module  # noqa: PLC0415

    found: object = getattr(import_module(f"referee.api.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
