"""A difference between a program and the engine: the game, the question, both answers."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from referee.compare.answers import Kind, Parting
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import (
    AnyRequest,
    Apply,
    Check,
    Legal,
    NamedSet,
    New,
    Score,
    Table,
)
from referee.game.rule import Rule

NO_GAME: Final = New(id=0, components=NamedSet("", ""), players=0, tracks=())
"""Stands for the game where a program fails before any is begun."""

Asked = Apply | Table | Legal | Check | Score
"""What is asked at the end of a game that leads to a difference."""


class Difference(Struct, frozen=True, kw_only=True):
    """Where a program differs from the engine."""

    kind: Kind
    about: tuple[str, ...]
    rules: tuple[str, ...]
    game: New
    """The game up to the question."""
    asked: AnyRequest | None
    """The question; None if beginning the game was enough."""
    expected: Any
    given: Any

    @property
    def id(self) -> str:
        """What tells this difference from others; the same for the same fault of a program."""
        return " ".join((self.kind, *self.about))

    @property
    def round(self) -> int:
        """The round in which it shows; 0 during setup."""
        happened = [event.__struct_config__.tag for event in self.game.events]
        return 1 + happened.count("prepare") if "starting-bonus" in happened else 0

    @property
    def size(self) -> tuple[int, int, int]:
        """How much there is to read: rounds, events, players."""
        return self.round, len(self.game.events), self.game.players


def from_parting(
    found: Parting, game: New, asked: Asked, at_work: tuple[Rule, ...] = ()
) -> Difference:
    """Return the difference that a parting of two answers is; `at_work` had their effect."""
    return Difference(
        kind=found.kind,
        about=(*subject(game, asked), *found.about),
        rules=found.rules or tuple(dict.fromkeys(rule.id for rule in at_work)),
        game=game,
        asked=asked,
        expected=msgspec.to_builtins(found.expected),
        given=msgspec.to_builtins(found.given),
    )


def from_misbehaviour(error: MisbehaviourError, game: New, asked: AnyRequest | None) -> Difference:
    """Return the difference that a misbehaviour is."""
    return Difference(
        kind=error.kind,
        about=("new",) if asked is None else subject(game, asked),
        rules=(),
        game=game,
        asked=asked,
        expected="an answer",
        given={"said": str(error), "wrote": error.wrote},
    )


def subject(game: New, asked: AnyRequest) -> tuple[str, ...]:
    """Return what a question is about, in words that stay the same from game to game."""
    match asked:
        case Apply() | Check():
            return (str(asked.event.__struct_config__.tag),)
        case Table():
            # The table was right before the last event.
            last = game.events[-1].__struct_config__.tag if game.events else "new"
            return (str(last),)
        case _:
            return (str(asked.__struct_config__.tag),)
