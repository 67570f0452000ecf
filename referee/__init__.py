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
    from referee.api.broken_rules import BrokenRule
    from referee.api.conformance import Conformance, conform
    from referee.api.counts import CountComparison, Counts, perft, perft_against
    from referee.api.errors import (
        ImpossibleTableError,
        MisuseError,
        NoAnswerError,
        ProgramError,
        RefereeError,
        UnreadableError,
        UnwritableError,
    )
    from referee.api.games import Game
    from referee.api.games import load_game as load
    from referee.api.golden_games import GoldenCheck, check_golden
    from referee.api.mappings import load_mapping
    from referee.api.plays import play
    from referee.api.positions import load_position, load_table
    from referee.api.proofs import Disagreement, Proof, prove
    from referee.api.summaries import RuleCount, Summary, summary
    from referee.api.tables import Table
    from referee.api.verdicts import JudgedStatement, UnreadableVerdict, Verdict, check
    from referee.api.writing import Formatted, convert, fmt, write_file

__all__ = [
    "BrokenRule",
    "Conformance",
    "CountComparison",
    "Counts",
    "Disagreement",
    "Formatted",
    "Game",
    "GoldenCheck",
    "ImpossibleTableError",
    "JudgedStatement",
    "MisuseError",
    "NoAnswerError",
    "ProgramError",
    "Proof",
    "RefereeError",
    "RuleCount",
    "Summary",
    "Table",
    "UnreadableError",
    "UnreadableVerdict",
    "UnwritableError",
    "Verdict",
    "check",
    "check_all",
    "check_golden",
    "conform",
    "convert",
    "fmt",
    "load",
    "load_mapping",
    "load_position",
    "load_table",
    "perft",
    "perft_against",
    "play",
    "prove",
    "summary",
    "write_file",
]

_HOMES = {
    "BrokenRule": "broken_rules.BrokenRule",
    "Conformance": "conformance.Conformance",
    "CountComparison": "counts.CountComparison",
    "Counts": "counts.Counts",
    "Disagreement": "proofs.Disagreement",
    "Formatted": "writing.Formatted",
    "Game": "games.Game",
    "GoldenCheck": "golden_games.GoldenCheck",
    "ImpossibleTableError": "errors.ImpossibleTableError",
    "JudgedStatement": "verdicts.JudgedStatement",
    "MisuseError": "errors.MisuseError",
    "NoAnswerError": "errors.NoAnswerError",
    "ProgramError": "errors.ProgramError",
    "Proof": "proofs.Proof",
    "RefereeError": "errors.RefereeError",
    "RuleCount": "summaries.RuleCount",
    "Summary": "summaries.Summary",
    "Table": "tables.Table",
    "UnreadableError": "errors.UnreadableError",
    "UnreadableVerdict": "verdicts.UnreadableVerdict",
    "UnwritableError": "errors.UnwritableError",
    "Verdict": "verdicts.Verdict",
    "check": "verdicts.check",
    "check_all": "batches.check_all",
    "check_golden": "golden_games.check_golden",
    "conform": "conformance.conform",
    "convert": "writing.convert",
    "fmt": "writing.fmt",
    "load": "games.load_game",
    "load_mapping": "mappings.load_mapping",
    "load_position": "positions.load_position",
    "load_table": "positions.load_table",
    "perft": "counts.perft",
    "perft_against": "counts.perft_against",
    "play": "plays.play",
    "prove": "proofs.prove",
    "summary": "summaries.summary",
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
