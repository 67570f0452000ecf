"""A referee for the board game Mombasa: it checks, scores and explains recorded games.

>>> import referee
>>> referee.check("games/two-players.mgn").verdict
'legal'

`docs/api.md` tells what each name is for. Importing this costs nothing: a name is fetched from its
module when it is first used. Type checkers read `__init__.pyi`, which says the same.
"""

_NAMES = {
    "batches": "RuleCount Summary check_all summary",
    "component_sets": (
        "CheckedSet ComponentSetFacts check_components component_facts load_components"
        " make_cells new_components"
    ),
    "conformance": "Conformance conform",
    "copy_lessons": (
        "AcceptedCopy ContradictingStatement LearntValue Lessons ReadingCorrection"
        " SuspectValue VerdictChange accept_copy learn_copy"
    ),
    "copy_questions": (
        "Advice CopyAdvice CopyMap CopyMoment CopyProgress CopyQuestion MapBorder MapPlace"
        " advise_copy answer_question copy_map copy_moment copy_questions mark_border place_map"
        " return_copy_to"
    ),
    "corpora": "CorpusReport CorpusRows corpus_query corpus_report write_corpus_parquet",
    "drafts": "draft tapped",
    "errors": (
        "CompiledModulesError InternalError IllegalTurn ImpossibleTableError IncompleteTurn"
        " UsageError UnknownValueError NoAnswerError TimeLimitExceeded NoLegalTurn NotFoundError"
        " ProgramError RefereeError UnreadableError WriteError"
    ),
    "explanations": (
        "CitedRule Conflict Explanation GivenNumber Shortage Shortfall Correction"
        " NumberPart explain"
    ),
    "game_versions": (
        "Change ChangedVerdict NextStatement GameStatus StatementVerdict possible_actions"
    ),
    "games": "Game load loads",
    "games_in_progress": "GameInProgress begin_game continue_game",
    "gaps": "GapQuestion Gaps PlayerScoreRange ScoreRanges fill_gaps",
    "golden_games": "GoldenCheck check_golden",
    "languages": "languages use_language use_plain_modules",
    "optima": (
        "BeforeAfter BestPlay BestTurn BookPlan JarMove PlacedBook RankedTurn best best_play books"
    ),
    "positions": (
        "PositionAudit audit_position load_position load_table new_position possible_tables"
        " table_facts"
    ),
    "puzzles": (
        "Attempt Puzzle PuzzleHint PuzzleProof PuzzleProofs PuzzleSummary PuzzleTable"
        " UnreadableAttempt check_puzzles load_puzzle puzzle_hint puzzle_summary puzzle_table"
        " puzzles solve_puzzle try_puzzle"
    ),
    "record_forms": "Formatted convert fmt write_file",
    "repairs": "LineChange OtherWay Repair Suggestion repair",
    "replays": "Replay replay",
    "reviews": "PlayerReview Review ReviewedTurn review",
    "rule_pages": "RulePage RulingPage rule rules ruling rulings",
    "scenes": "Face Scene draw faces picture_style",
    "scores": "Score score",
    "selfplay": "deal play",
    "tables": "MomentFacts OpenFact PlayerArea PossibleTables Table TableFacts",
    "turn_drafts": "DraftAnswer Option",
    "turns": "Turn Turns",
    "turn_lists": "CountComparison Counts LegalTurns legal perft perft_against",
    "unread_values": "unread_refusal",
    "verdicts": (
        "AgreedStatement BrokenRule CertainFact Disagreement DoubtfulClaim ConflictItem"
        " JudgedStatement OpenGap Proof SettlingValue StatementCondition UnreadableVerdict"
        " Verdict check prove"
    ),
}
"""By module of `referee.api` the names that are offered here."""

_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_HOMES)  # noqa: PLE0605 - the table above is the only list


def __getattr__(name: str) -> object:
    """Import what is asked for from where it is at home."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415

        return version("mombasa-referee")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Not before anything is asked for: what the command imports first should take no time.
    from importlib import import_module  # noqa: PLC0415

    found: object = getattr(import_module(f"referee.api.{_HOMES[name]}"), name)
    if callable(found) and not isinstance(found, type):
        from referee.api.errors import naming_values  # noqa: PLC0415

        found = naming_values(found)
        # It is sent to other processes by this name.
        found.__module__ = __name__
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
