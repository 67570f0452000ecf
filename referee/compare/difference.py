"""A difference between the engine and a partner: the game, the question, both answers."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from referee.compare.answers import AnswerKind, Parting
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import (
    AnyRequest,
    Apply,
    AskLegal,
    AskScore,
    AskTable,
    AskVerdict,
    NamedSet,
    New,
)
from referee.game.canonical_json import canonical_json
from referee.game.events import Event
from referee.game.public import deviations
from referee.game.rule import Rule
from referee.game.setting import Setting

NO_GAME: Final = New(id=0, components=NamedSet("", ""), players=0, tracks=())
"""Stands for the game where a program fails before any is begun."""

FinalQuestion = Apply | AskTable | AskLegal | AskVerdict | AskScore
"""What is asked at the end of a game that leads to a difference."""


DIGITS_SHOWN: Final = 12
"""So many digits of a digest tell two tables apart for a reader."""


def game_of(setting: Setting, events: tuple[Event, ...] = ()) -> New:
    """Return the request that begins a game, with its set only named."""
    return New(
        id=0,
        components=NamedSet(setting.components.name, setting.components.digest),
        players=setting.players,
        tracks=setting.tracks,
        rulings=deviations(setting.rulings),
        first_game_tracks=setting.first_game_tracks,
        first_game_tiles=setting.first_game_tiles,
        events=events,
    )


class Difference(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a partner differs from the engine."""

    kind: AnswerKind
    about: tuple[str, ...]
    rules: tuple[str, ...]
    game: New
    """The game up to the question."""
    asked: AnyRequest | None
    """The question; None if beginning the game was enough."""
    expected: Any
    given: Any
    record: str = ""
    """The game as text, where that was written already."""

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

    @property
    def sides(self) -> tuple[str, str]:
        """What each side says, in words: the engine, and the partner."""
        return self._words(self.expected), self._words(self.given)

    def is_like(self, wanted: "Difference") -> bool:
        """Return whether this difference is of the same sort as another, or a part of it."""
        if self.kind != wanted.kind or self.about[:1] != wanted.about[:1]:
            return False
        if self.kind in {"verdict", "rules"}:
            return self.about == wanted.about
        return {*self.about} <= {*wanted.about}

    def _words(self, answer: Any) -> str:  # noqa: ANN401
        match answer:
            case {"legal": True}:
                return "legal"
            case {"legal": False, "rules": [*rules]}:
                return f"illegal by {', '.join(sorted(rules))}"
            case {"said": str(said)}:
                return said
            case str() if self.kind == "digest":
                return f"table {answer[:DIGITS_SHOWN]}"
            case str():
                return answer
            case _:
                return canonical_json(answer)


def from_parting(
    found: Parting, game: New, asked: AnyRequest, at_work: tuple[Rule, ...] = ()
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
        case Apply() | AskVerdict():
            return (str(asked.event.__struct_config__.tag),)
        case AskTable():
            # The table was right before the last event.
            last = game.events[-1].__struct_config__.tag if game.events else "new"
            return (str(last),)
        case _:
            return (str(asked.__struct_config__.tag),)
