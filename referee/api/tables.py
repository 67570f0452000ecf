"""A table: one moment of a game with the players who sit at it."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import UsageError, naming_values
from referee.core.answer import Answer, showing
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.ids import COMPANIES, SLOTS, Seat
from referee.core.public import OPEN, digest, merged, moment_words, public
from referee.core.state import Player, State
from referee.engine.scoring import pad, share_value, shares_owned
from referee.i18n.page_words import picture_words
from referee.records.record import Record

if TYPE_CHECKING:
    from referee.api.scenes import Scene
    from referee.api.turns import Turn, Turns


class TableFacts(Answer, frozen=True, kw_only=True):
    """The public facts of a table."""

    players: tuple[str, ...]
    """The colours of the players by seat."""
    digest: str
    """What tells this table from every other."""
    state: Mapping[str, Any]
    """All that lies on the table, as docs/states.md and docs/schema/state.json say."""


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
    def shown_names(self) -> tuple[str, ...]:
        """What pages call the players by seat: by name, else by colour."""
        names = (*self.names, *[None] * len(self.colours))
        shown = zip(self.colours, names, strict=False)
        return tuple(name or picture_words().colour(colour) for colour, name in shown)

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

    def __repr__(self) -> str:
        return f"<Table: {self.moment}>"

    # By name --------------------------------------------------------------------------------------
    def player(self, who: str) -> "PlayerArea":
        """Return what a player has, who is named by colour or by name.

        >>> import referee
        >>> referee.load_table("games/two-players.mgn", "3.2").player("green").tracks["mombasa"]
        5
        """
        for seat, called in enumerate(zip(self.colours, self.names or self.colours, strict=True)):
            if who in called:
                return PlayerArea(self, Seat(seat))
        raise UsageError.of("answers.drafts.no-player", player=f"{who!r:.60}")

    def total(self, who: str) -> int:
        """Return what a player would score if the game ended now."""
        return self.player(who).total

    # Driving the game ---------------------------------------------------------------------------
    def turns(self, action: str | None = None) -> "Turns":
        """Return the legal turns of the player to move, or those of one action.

        They are listed as far as they are asked for; `len` counts them without listing.

        >>> import referee
        >>> table = referee.load_table("games/two-players.mgn", "3.2")
        >>> len(table.turns("goods")), str(table.turns("goods")[0])
        (5, 'green goods coffee1 mombasa')
        """
        # Most tables are only looked at.
        from referee.api.turns import Turns, chosen_actions  # noqa: PLC0415

        return Turns(self, chosen_actions(action))

    @naming_values
    def apply(self, turn: "Turn") -> "Table":
        """Return the table after a turn, such as one of `turns`; `IllegalTurn` if it is none."""
        from referee.api.turns import state_after  # noqa: PLC0415

        if not hasattr(turn, "said"):
            raise UsageError.of("answers.turns.no-turn", kind=type(turn).__name__)
        event = turn.said
        return self._after(event, state_after(self, event))

    @naming_values
    def push(self, line: str) -> "Table":
        """Return the table after a turn, or another event, as a record says it.

        The player who is to move need not be named. An `IllegalTurn` tells the rules that are
        broken, an `IncompleteTurn` what the line would have to say.

        >>> import referee
        >>> table = referee.load_table("games/two-players.mgn", "3.2").push("goods coffee1 mombasa")
        >>> table.moment
        'round 3, turn 3, blue to move'
        """
        from referee.api.turns import pushed  # noqa: PLC0415

        return self._after(*pushed(self, line))

    @naming_values
    def deal(self, rng: Random) -> "Table":
        """Return the table after what chance decides now: nothing unless something is due."""
        from referee.api.selfplay import after_dealing  # noqa: PLC0415

        return after_dealing(self, rng)

    def _after(self, event: Event, state: State) -> "Table":
        return Table(state, self.colours, self.names, (*self.events, event))

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
        from referee.positions.writer import position_text  # noqa: PLC0415

        return position_text(self.state, self.colours)

    def to_dict(self) -> dict[str, Any]:
        """Return the public facts of the table as plain data, as docs/states.md says."""
        return public(self.state)


class PlayerArea(Struct, frozen=True):
    """What one player has at a table, by the names of companies and slots."""

    table: Table
    seat: Seat

    def __repr__(self) -> str:
        return f"<PlayerArea: {self.colour}, {self.table.moment}>"

    @property
    def _player(self) -> Player:
        return self.table.state.players[self.seat]

    @property
    def colour(self) -> str:
        """The colour of the player."""
        return self.table.colours[self.seat]

    @property
    def name(self) -> str | None:
        """The name of the player, if a record tells it."""
        return self.table.names[self.seat] if self.table.names else None

    @property
    def cash(self) -> int:
        """Pounds in hand."""
        return self._player.cash

    @property
    def diamonds(self) -> int:
        """The step of the diamond track."""
        return self._player.diamonds

    @property
    def ink(self) -> int:
        """The step of the bookkeeping track on which the ink jar stands."""
        return self._player.ink

    @property
    def tracks(self) -> dict[str, int]:
        """The space of the marker on each company's track."""
        return dict(zip(COMPANIES, self._player.tracks, strict=True))

    @property
    @naming_values
    def shares(self) -> dict[str, int]:
        """The shares owned of each company."""
        return dict(zip(COMPANIES, shares_of(self.table.state, self.seat), strict=True))

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards in hand."""
        return tuple(sorted(self._player.hand))

    @property
    def slots(self) -> dict[str, str]:
        """The card in each slot that has one; `used` has those that lie face down."""
        placed = zip(SLOTS, self._player.slots, strict=True)
        return {slot: card for slot, card in placed if card is not None}

    @property
    def used(self) -> frozenset[str]:
        """The cards and tiles that lie face down."""
        return self._player.used

    @property
    @naming_values
    def total(self) -> int:
        """Pounds on the scoring pad if the game ended now."""
        return pad(self.table.state, self.seat).total


def shares_of(state: State, seat: int) -> tuple[int, ...]:
    """Return the shares that a player owns, by company."""
    player = state.players[seat]
    return tuple(shares_owned(state, player, company) for company in COMPANIES)


def share_values(state: State) -> tuple[int, ...]:
    """Return what a share is worth, by company."""
    return tuple(share_value(state, company) for company in COMPANIES)


# A table as far as it is certain: every table that the gaps of a record allow ---------------------
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

    def __repr__(self) -> str:
        return f"<PossibleTables: {len(self.states)} at {self.moment}>"

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
        from referee.positions.writer import position_text  # noqa: PLC0415 - few tables are written down

        table = self.table
        return position_text(table.state, table.colours, others=self.others)
