"""A referee for the board game Mombasa: it checks, scores and explains recorded games.

>>> import referee
>>> game = referee.load("games/two-players.mgn")
>>> referee.check(game).verdict
'legal'
>>> game.at("3.2").state.round
3

What is imported here costs nothing until it is used.
"""

from importlib import import_module

TYPE_CHECKING = False
"""Type checkers take it for true by its name; importing `typing` for it would take time."""

if TYPE_CHECKING:
    from referee.api.batches import check_all
    from referee.api.book_plans import BookPlan, JarMove, PlacedBook, books
    from referee.api.broken_rules import BrokenRule
    from referee.api.component_sets import (
        CheckedSet,
        ComponentSetFacts,
        check_components,
        component_facts,
        load_components,
        new_components,
    )
    from referee.api.conformance import Conformance, conform
    from referee.api.counts import CountComparison, Counts, perft, perft_against
    from referee.api.errors import (
        FaultError,
        ImpossibleTableError,
        MisuseError,
        NoAnswerError,
        NotFoundError,
        NoTimeError,
        NoTurnError,
        ProgramError,
        RefereeError,
        UnreadableError,
        UnwritableError,
    )
    from referee.api.explanations import (
        CitedRule,
        Contradiction,
        Explanation,
        GivenNumber,
        Lacking,
        MissingMeans,
        NearestLegal,
        NumberPart,
        explain,
    )
    from referee.api.games import Game
    from referee.api.games import load_game as load
    from referee.api.games_in_progress import GameInProgress, begin_game, continue_game
    from referee.api.golden_games import GoldenCheck, check_golden
    from referee.api.mappings import load_mapping
    from referee.api.optima import BestPlay, BestTurn, ValuedTurn, best, best_play
    from referee.api.plays import play
    from referee.api.position_audits import PositionAudit, audit_position, new_position
    from referee.api.positions import load_position, load_table, table_facts
    from referee.api.progress_answers import (
        Change,
        ChangedVerdict,
        DueStatement,
        GameStanding,
        StatementVerdict,
    )
    from referee.api.proofs import Disagreement, Proof, prove
    from referee.api.puzzles import (
        Attempt,
        Puzzle,
        PuzzleHint,
        PuzzleProof,
        PuzzleProofs,
        PuzzleSummary,
        PuzzleTable,
        UnreadableAttempt,
        check_puzzles,
        load_puzzle,
        puzzle_hint,
        puzzle_summary,
        puzzle_table,
        puzzles,
        solve_puzzle,
        try_puzzle,
    )
    from referee.api.reviews import PlayerReview, Review, ReviewedTurn, review
    from referee.api.rule_pages import RulePage, RulingPage, rule, rules, ruling, rulings
    from referee.api.scores import Score, score
    from referee.api.solving import BeforeAfter
    from referee.api.summaries import RuleCount, Summary, summary
    from referee.api.tables import MomentFacts, Table, TableFacts
    from referee.api.turn_answers import Choice, DuePart, FinishedTurn, SaidPart, TurnVerdict
    from referee.api.turn_lists import LegalTurns, legal
    from referee.api.turns_in_progress import TurnInProgress, begin_turn, possible_actions
    from referee.api.verdicts import JudgedStatement, UnreadableVerdict, Verdict, check
    from referee.api.writing import Formatted, convert, fmt, write_file

__all__ = [
    "Attempt",
    "BeforeAfter",
    "BestPlay",
    "BestTurn",
    "BookPlan",
    "BrokenRule",
    "Change",
    "ChangedVerdict",
    "CheckedSet",
    "Choice",
    "CitedRule",
    "ComponentSetFacts",
    "Conformance",
    "Contradiction",
    "CountComparison",
    "Counts",
    "Disagreement",
    "DuePart",
    "DueStatement",
    "Explanation",
    "FaultError",
    "FinishedTurn",
    "Formatted",
    "Game",
    "GameInProgress",
    "GameStanding",
    "GivenNumber",
    "GoldenCheck",
    "ImpossibleTableError",
    "JarMove",
    "JudgedStatement",
    "Lacking",
    "LegalTurns",
    "MissingMeans",
    "MisuseError",
    "MomentFacts",
    "NearestLegal",
    "NoAnswerError",
    "NoTimeError",
    "NoTurnError",
    "NotFoundError",
    "NumberPart",
    "PlacedBook",
    "PlayerReview",
    "PositionAudit",
    "ProgramError",
    "Proof",
    "Puzzle",
    "PuzzleHint",
    "PuzzleProof",
    "PuzzleProofs",
    "PuzzleSummary",
    "PuzzleTable",
    "RefereeError",
    "Review",
    "ReviewedTurn",
    "RuleCount",
    "RulePage",
    "RulingPage",
    "SaidPart",
    "Score",
    "StatementVerdict",
    "Summary",
    "Table",
    "TableFacts",
    "TurnInProgress",
    "TurnVerdict",
    "UnreadableAttempt",
    "UnreadableError",
    "UnreadableVerdict",
    "UnwritableError",
    "ValuedTurn",
    "Verdict",
    "audit_position",
    "begin_game",
    "begin_turn",
    "best",
    "best_play",
    "books",
    "check",
    "check_all",
    "check_components",
    "check_golden",
    "check_puzzles",
    "component_facts",
    "conform",
    "continue_game",
    "convert",
    "explain",
    "fmt",
    "legal",
    "load",
    "load_components",
    "load_mapping",
    "load_position",
    "load_puzzle",
    "load_table",
    "new_components",
    "new_position",
    "perft",
    "perft_against",
    "play",
    "possible_actions",
    "prove",
    "puzzle_hint",
    "puzzle_summary",
    "puzzle_table",
    "puzzles",
    "review",
    "rule",
    "rules",
    "ruling",
    "rulings",
    "score",
    "solve_puzzle",
    "summary",
    "table_facts",
    "try_puzzle",
    "write_file",
]

_HOMES = {
    "Attempt": "puzzles.Attempt",
    "BeforeAfter": "solving.BeforeAfter",
    "BestPlay": "optima.BestPlay",
    "BestTurn": "optima.BestTurn",
    "BookPlan": "book_plans.BookPlan",
    "BrokenRule": "broken_rules.BrokenRule",
    "Change": "progress_answers.Change",
    "ChangedVerdict": "progress_answers.ChangedVerdict",
    "CheckedSet": "component_sets.CheckedSet",
    "Choice": "turn_answers.Choice",
    "CitedRule": "explanations.CitedRule",
    "ComponentSetFacts": "component_sets.ComponentSetFacts",
    "Conformance": "conformance.Conformance",
    "Contradiction": "explanations.Contradiction",
    "CountComparison": "counts.CountComparison",
    "Counts": "counts.Counts",
    "Disagreement": "proofs.Disagreement",
    "DuePart": "turn_answers.DuePart",
    "DueStatement": "progress_answers.DueStatement",
    "Explanation": "explanations.Explanation",
    "FaultError": "errors.FaultError",
    "FinishedTurn": "turn_answers.FinishedTurn",
    "Formatted": "writing.Formatted",
    "Game": "games.Game",
    "GameInProgress": "games_in_progress.GameInProgress",
    "GameStanding": "progress_answers.GameStanding",
    "GivenNumber": "explanations.GivenNumber",
    "GoldenCheck": "golden_games.GoldenCheck",
    "ImpossibleTableError": "errors.ImpossibleTableError",
    "JarMove": "book_plans.JarMove",
    "JudgedStatement": "verdicts.JudgedStatement",
    "Lacking": "explanations.Lacking",
    "LegalTurns": "turn_lists.LegalTurns",
    "MissingMeans": "explanations.MissingMeans",
    "MisuseError": "errors.MisuseError",
    "MomentFacts": "tables.MomentFacts",
    "NearestLegal": "explanations.NearestLegal",
    "NoAnswerError": "errors.NoAnswerError",
    "NoTimeError": "errors.NoTimeError",
    "NoTurnError": "errors.NoTurnError",
    "NotFoundError": "errors.NotFoundError",
    "NumberPart": "explanations.NumberPart",
    "PlacedBook": "book_plans.PlacedBook",
    "PlayerReview": "reviews.PlayerReview",
    "PositionAudit": "position_audits.PositionAudit",
    "ProgramError": "errors.ProgramError",
    "Proof": "proofs.Proof",
    "Puzzle": "puzzles.Puzzle",
    "PuzzleHint": "puzzles.PuzzleHint",
    "PuzzleProof": "puzzles.PuzzleProof",
    "PuzzleProofs": "puzzles.PuzzleProofs",
    "PuzzleSummary": "puzzles.PuzzleSummary",
    "PuzzleTable": "puzzles.PuzzleTable",
    "RefereeError": "errors.RefereeError",
    "Review": "reviews.Review",
    "ReviewedTurn": "reviews.ReviewedTurn",
    "RuleCount": "summaries.RuleCount",
    "RulePage": "rule_pages.RulePage",
    "RulingPage": "rule_pages.RulingPage",
    "SaidPart": "turn_answers.SaidPart",
    "Score": "scores.Score",
    "StatementVerdict": "progress_answers.StatementVerdict",
    "Summary": "summaries.Summary",
    "Table": "tables.Table",
    "TableFacts": "tables.TableFacts",
    "TurnInProgress": "turns_in_progress.TurnInProgress",
    "TurnVerdict": "turn_answers.TurnVerdict",
    "UnreadableAttempt": "puzzles.UnreadableAttempt",
    "UnreadableError": "errors.UnreadableError",
    "UnreadableVerdict": "verdicts.UnreadableVerdict",
    "UnwritableError": "errors.UnwritableError",
    "ValuedTurn": "optima.ValuedTurn",
    "Verdict": "verdicts.Verdict",
    "audit_position": "position_audits.audit_position",
    "begin_game": "games_in_progress.begin_game",
    "begin_turn": "turns_in_progress.begin_turn",
    "best": "optima.best",
    "best_play": "optima.best_play",
    "books": "book_plans.books",
    "check": "verdicts.check",
    "check_all": "batches.check_all",
    "check_components": "component_sets.check_components",
    "check_golden": "golden_games.check_golden",
    "check_puzzles": "puzzles.check_puzzles",
    "component_facts": "component_sets.component_facts",
    "conform": "conformance.conform",
    "continue_game": "games_in_progress.continue_game",
    "convert": "writing.convert",
    "explain": "explanations.explain",
    "fmt": "writing.fmt",
    "legal": "turn_lists.legal",
    "load": "games.load_game",
    "load_components": "component_sets.load_components",
    "load_mapping": "mappings.load_mapping",
    "load_position": "positions.load_position",
    "load_puzzle": "puzzles.load_puzzle",
    "load_table": "positions.load_table",
    "new_components": "component_sets.new_components",
    "new_position": "position_audits.new_position",
    "perft": "counts.perft",
    "perft_against": "counts.perft_against",
    "play": "plays.play",
    "possible_actions": "turns_in_progress.possible_actions",
    "prove": "proofs.prove",
    "puzzle_hint": "puzzles.puzzle_hint",
    "puzzle_summary": "puzzles.puzzle_summary",
    "puzzle_table": "puzzles.puzzle_table",
    "puzzles": "puzzles.puzzles",
    "review": "reviews.review",
    "rule": "rule_pages.rule",
    "rules": "rule_pages.rules",
    "ruling": "rule_pages.ruling",
    "rulings": "rule_pages.rulings",
    "score": "scores.score",
    "solve_puzzle": "puzzles.solve_puzzle",
    "summary": "summaries.summary",
    "table_facts": "positions.table_facts",
    "try_puzzle": "puzzles.try_puzzle",
    "write_file": "writing.write_file",
}


def __getattr__(name: str) -> object:
    """Import what is asked for from where it is at home."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(".")
    found: object = getattr(import_module(f"referee.api.{module}"), attribute)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
