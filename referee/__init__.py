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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.api.batches import check_all
    from referee.api.book_plans import BookPlan, JarMove, PlacedBook, books
    from referee.api.broken_rules import BrokenRule
    from referee.api.errors import (
        FaultError,
        ImpossibleTableError,
        MisuseError,
        NoAnswerError,
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
    from referee.api.mappings import load_mapping
    from referee.api.optima import BestPlay, BestTurn, ValuedTurn, best, best_play
    from referee.api.positions import load_position, load_table
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
    from referee.api.solving import BeforeAfter
    from referee.api.summaries import RuleCount, Summary, summary
    from referee.api.tables import Table
    from referee.api.verdicts import JudgedStatement, UnreadableVerdict, Verdict, check
    from referee.api.writing import Formatted, convert, fmt, write_file

__all__ = [
    "Attempt",
    "BeforeAfter",
    "BestPlay",
    "BestTurn",
    "BookPlan",
    "BrokenRule",
    "CitedRule",
    "Contradiction",
    "Disagreement",
    "Explanation",
    "FaultError",
    "Formatted",
    "Game",
    "GivenNumber",
    "ImpossibleTableError",
    "JarMove",
    "JudgedStatement",
    "Lacking",
    "MissingMeans",
    "MisuseError",
    "NearestLegal",
    "NoAnswerError",
    "NoTimeError",
    "NoTurnError",
    "NumberPart",
    "PlacedBook",
    "PlayerReview",
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
    "Summary",
    "Table",
    "UnreadableAttempt",
    "UnreadableError",
    "UnreadableVerdict",
    "UnwritableError",
    "ValuedTurn",
    "Verdict",
    "best",
    "best_play",
    "books",
    "check",
    "check_all",
    "check_puzzles",
    "convert",
    "explain",
    "fmt",
    "load",
    "load_mapping",
    "load_position",
    "load_puzzle",
    "load_table",
    "prove",
    "puzzle_hint",
    "puzzle_summary",
    "puzzle_table",
    "puzzles",
    "review",
    "solve_puzzle",
    "summary",
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
    "CitedRule": "explanations.CitedRule",
    "Contradiction": "explanations.Contradiction",
    "Disagreement": "proofs.Disagreement",
    "Explanation": "explanations.Explanation",
    "FaultError": "errors.FaultError",
    "Formatted": "writing.Formatted",
    "Game": "games.Game",
    "GivenNumber": "explanations.GivenNumber",
    "ImpossibleTableError": "errors.ImpossibleTableError",
    "JarMove": "book_plans.JarMove",
    "JudgedStatement": "verdicts.JudgedStatement",
    "Lacking": "explanations.Lacking",
    "MissingMeans": "explanations.MissingMeans",
    "MisuseError": "errors.MisuseError",
    "NearestLegal": "explanations.NearestLegal",
    "NoAnswerError": "errors.NoAnswerError",
    "NoTimeError": "errors.NoTimeError",
    "NoTurnError": "errors.NoTurnError",
    "NumberPart": "explanations.NumberPart",
    "PlacedBook": "book_plans.PlacedBook",
    "PlayerReview": "reviews.PlayerReview",
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
    "Summary": "summaries.Summary",
    "Table": "tables.Table",
    "UnreadableAttempt": "puzzles.UnreadableAttempt",
    "UnreadableError": "errors.UnreadableError",
    "UnreadableVerdict": "verdicts.UnreadableVerdict",
    "UnwritableError": "errors.UnwritableError",
    "ValuedTurn": "optima.ValuedTurn",
    "Verdict": "verdicts.Verdict",
    "best": "optima.best",
    "best_play": "optima.best_play",
    "books": "book_plans.books",
    "check": "verdicts.check",
    "check_all": "batches.check_all",
    "check_puzzles": "puzzles.check_puzzles",
    "convert": "writing.convert",
    "explain": "explanations.explain",
    "fmt": "writing.fmt",
    "load": "games.load_game",
    "load_mapping": "mappings.load_mapping",
    "load_position": "positions.load_position",
    "load_puzzle": "puzzles.load_puzzle",
    "load_table": "positions.load_table",
    "prove": "proofs.prove",
    "puzzle_hint": "puzzles.puzzle_hint",
    "puzzle_summary": "puzzles.puzzle_summary",
    "puzzle_table": "puzzles.puzzle_table",
    "puzzles": "puzzles.puzzles",
    "review": "reviews.review",
    "solve_puzzle": "puzzles.solve_puzzle",
    "summary": "summaries.summary",
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
