"""A question at the end of a game: what is needed to come to the same question again."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from msgspec import Struct

from referee.engine import initial, step
from referee.engine.actions import refill_due
from referee.game.events import Event
from referee.game.ids import Seat
from referee.game.setting import Setting
from referee.game.state import Phase, State

Asked = TypeVar("Asked")


class Moment(Struct, frozen=True):
    """When in a game something comes: the round, what is due in it, and who."""

    round: int
    phase: Phase
    to_move: Seat | None
    refill: bool

    @classmethod
    def of(cls, table: State) -> Self:
        """Return the moment at which a table is."""
        late = table.phase in {"actions", "preparation", "over"}
        return cls(table.round, table.phase, table.to_move, late and refill_due(table))


class Happened(Struct, frozen=True):
    """An event and the moment at which it came."""

    event: Event
    at: Moment


@dataclass(frozen=True)
class Scene(Generic[Asked]):
    """The events of a game and what is asked at the table after them."""

    setting: Setting
    events: tuple[Happened, ...]
    asked: Asked
    at: Moment

    def keeping(self, events: Iterable[Happened]) -> "Scene[Asked]":
        """Return the same question after other events."""
        return replace(self, events=tuple(events))


def scene(setting: Setting, events: Iterable[Event], asked: Asked) -> Scene[Asked]:
    """Return the scene of a question after legal events."""
    table = initial(setting)
    happened = []
    for event in events:
        happened.append(Happened(event, Moment.of(table)))
        table = step(table, event)
    return Scene(setting, tuple(happened), asked, Moment.of(table))
