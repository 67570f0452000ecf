"""A table: one moment of a game with the players who sit at it."""

from typing import Any

from msgspec import Struct

from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.public import digest, public
from referee.game.state import State
from referee.transcript.record import Record


class Table(Struct, frozen=True):
    """The table at one moment, of a recorded game or of a position."""

    state: State
    colours: tuple[str, ...]
    """The colours of the players by seat."""
    names: tuple[str | None, ...] = ()
    """Their names by seat, where a record tells them."""
    events: tuple[Event, ...] = ()
    """What has happened up to this table, as far as it is known."""
    record: Record | None = None
    """The record that it is of; a position is of none."""
    note: str = ""
    """Why the table is not that of the end of its record, if it is not."""

    @property
    def components(self) -> ComponentSet:
        """The component set that lies on the table."""
        return self.state.setting.components

    @property
    def digest(self) -> str:
        """What tells this table from every other, as docs/states.md says."""
        return digest(self.state)

    def to_dict(self) -> dict[str, Any]:
        """Return the public facts of the table as plain data, as docs/states.md says."""
        return public(self.state)
