"""The table at a moment as far as it is certain: every table that the gaps of a record allow."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.api.tables import Table
from referee.core.answer import Answer, showing
from referee.core.public import OPEN, merged, moment_words, public, shared_members
from referee.core.state import State
from referee.records.record import Record

if TYPE_CHECKING:
    from referee.api.scenes import Scene

__all__ = ["OPEN", "MomentFacts", "OpenFact", "PossibleTables", "shared_members"]


class OpenFact(Answer, frozen=True, kw_only=True):
    """A place of a table that is not certain."""

    place: str
    """The keys that lead to it in the state, such as `players.0.cash`."""
    values: tuple[Any, ...]
    """Everything that can be there."""


class MomentFacts(Answer, frozen=True, kw_only=True):
    """The public facts of a table that was asked for, at a moment of a game or of a position."""

    players: tuple[str, ...]
    """The colours of the players by seat."""
    digest: str | None
    """What tells this table from every other; None if something is not certain."""
    state: Mapping[str, Any]
    """All that lies on the table, as docs/states.md and docs/schema/state.json say."""
    note: str | None
    """Why the record goes no further, if it does not."""
    open: tuple[OpenFact, ...] = ()
    """What is not certain because of gaps before; in the state a `?` stands there."""


ANSWERS: Final[tuple[type[Answer], ...]] = (OpenFact, MomentFacts)


UNSEEN: Final = frozenset({"unseen_cards", "unseen_books"})
"""What follows from the rest: nobody sees what is still to be drawn."""


class PossibleTables(Struct, frozen=True):
    """The tables that are possible at a moment: one, unless gaps before it leave something open."""

    table: Table
    """One of them; what is not open is the same on all."""
    others: tuple[State, ...] = ()
    every: bool = True
    """Whether these are all; else there are more, with no other value in any single place."""
    gap: str = ""
    """What the first gap leaves open, in words, where something is."""
    exact: bool = True
    """Whether every way of filling the gaps was looked into; else there may be any others."""
    example: Record | None = None
    """The record with its gaps filled so that `table` comes of it, if that was asked for."""

    @property
    def states(self) -> tuple[State, ...]:
        """The tables, of which there is at least one."""
        return (self.table.state, *self.others)

    @property
    def is_certain(self) -> bool:
        """Whether there is only one."""
        return not self.others

    @property
    def moment(self) -> str:
        """Where in the game they stand, in words."""
        words = {moment_words(state, self.table.colours) for state in self.states}
        return words.pop() if len(words) == 1 else OPEN

    @property
    def facts(self) -> MomentFacts:
        """The public facts, with a `?` for what is not certain."""
        state, opened = merged([public(state) for state in self.states])
        facts = MomentFacts(
            players=self.table.colours,
            digest=self.table.digest if self.is_certain else None,
            state=state,
            note=self.table.note or None,
            open=tuple(
                OpenFact(place=".".join(each.path), values=each.values)
                for each in opened
                if each.path[0] not in UNSEEN
            ),
        )
        return showing(facts, lambda: self.scene)

    @property
    def scene(self) -> "Scene":
        """What a picture shows, with a `?` on every place that is not certain."""
        from referee.drawing.marks import open_places  # noqa: PLC0415 - few look at pictures

        scene = replace(self.table.scene, title=self.moment)
        if not self.others:
            return scene
        return replace(scene, others=self.others, marks=open_places(self.states))

    @property
    def guess(self) -> "Scene":
        """What a picture shows of one of the tables, hatched where it may lie otherwise."""
        from referee.drawing.marks import open_places  # noqa: PLC0415
        from referee.gaps.completions import telling  # noqa: PLC0415 - few look at pictures

        first, *others = states = telling(self.states)
        marks = open_places(states, kind="doubtful")
        return replace(self.table.scene, state=first, others=tuple(others), marks=marks)

    def _repr_svg_(self) -> str:
        return self.scene.to_svg()

    def to_toml(self) -> str:
        """Return the tables as one position, with a `?` for what is not certain.

        >>> import referee
        >>> game = "games/with-gaps/two-turns-forgotten.mgn"
        >>> '"?"' in referee.possible_tables(game, "3.4").to_toml()
        True
        """
        from referee.positions import position_text  # noqa: PLC0415 - few tables are written down

        table = self.table
        return position_text(table.state, table.colours, others=self.others)
