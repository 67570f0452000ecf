"""A table: one moment of a game with the players who sit at it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.core.answer import Answer, showing
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.ids import COMPANIES
from referee.core.public import digest, moment_words, public
from referee.core.state import State
from referee.engine.scoring import share_value, shares_owned
from referee.records.record import Record

if TYPE_CHECKING:
    from referee.api.scenes import Scene


class TableFacts(Answer, frozen=True, kw_only=True):
    """The public facts of a table."""

    players: tuple[str, ...]
    """The colours of the players by seat."""
    digest: str
    """What tells this table from every other."""
    state: Mapping[str, Any]
    """All that lies on the table, as docs/states.md and docs/schema/state.json say."""


ANSWERS: tuple[type[Answer], ...] = (TableFacts,)


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
    is_before_gap: bool = False
    """It is not that of the end because a gap leaves open which table lies there."""

    @property
    def components(self) -> ComponentSet:
        """The component set that lies on the table."""
        return self.state.setting.components

    @property
    def digest(self) -> str:
        """What tells this table from every other, as docs/states.md says."""
        return digest(self.state)

    @property
    def moment(self) -> str:
        """Where in the game it stands, in words."""
        return moment_words(self.state, self.colours)

    @property
    def facts(self) -> TableFacts:
        """The public facts of the table."""
        facts = TableFacts(players=self.colours, digest=self.digest, state=self.to_dict())
        return showing(facts, lambda: self.scene)

    @property
    def scene(self) -> "Scene":
        """What a picture of the table shows."""
        from referee.api.scenes import Scene  # noqa: PLC0415 - few look at pictures

        return Scene(
            state=self.state,
            colours=self.colours,
            names=self.names,
            title=self.moment,
            caption=(self.note,) if self.note else (),
        )

    def _repr_svg_(self) -> str:
        return self.scene.to_svg()

    def _repr_html_(self) -> str:
        return self.scene.to_figure()

    def to_toml(self) -> str:
        """Return the table as a position in which everything is said, as docs/positions.md says.

        >>> import referee
        >>> print(referee.load_table("games/two-players.mgn", "3.2").to_toml().splitlines()[0])
        set = "reference"
        """
        # Few tables are written down, and the audit of positions is much to load.
        from referee.positions import position_text  # noqa: PLC0415

        return position_text(self.state, self.colours)

    def to_dict(self) -> dict[str, Any]:
        """Return the public facts of the table as plain data, as docs/states.md says."""
        return public(self.state)


def shares_of(state: State, seat: int) -> tuple[int, ...]:
    """Return the shares that a player owns, by company."""
    player = state.players[seat]
    return tuple(shares_owned(state, player, company) for company in COMPANIES)


def share_values(state: State) -> tuple[int, ...]:
    """Return what a share is worth, by company."""
    return tuple(share_value(state, company) for company in COMPANIES)
