"""A table: one moment of a game with the players who sit at it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import UsageError, public_methods
from referee.core.answer import Answer, showing
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.ids import COMPANIES, SLOTS, Seat
from referee.core.public import OPEN, digest, merged, moment_words, public
from referee.core.shipped_files import packaged
from referee.core.state import Player, State
from referee.engine.scoring import pad, share_value, shares_owned
from referee.i18n.page_words import picture_words
from referee.records.record import Record

if TYPE_CHECKING:
    from referee.api.optima import BestPlay, BestTurn, Further, Opponents
    from referee.api.positions import PositionAudit
    from referee.api.scenes import PictureTheme, PictureWidth, Scene
    from referee.api.scores import Score
    from referee.api.turn_drafts import DraftAnswer
    from referee.api.turn_lists import Command, CountComparison, Counts, LegalTurns
    from referee.api.turns import Turn, Turns
    from referee.core.budget import Budget
    from referee.core.turns import Action
    from referee.solve.horizons import BookPlan
    from referee_model.best.objective import Aim, Objective


class TableFacts(Answer, frozen=True, kw_only=True):
    """The public facts of a table."""

    players: tuple[str, ...]
    """The colours of the players by seat."""
    digest: str
    """What tells this table from every other."""
    state: Mapping[str, Any]
    """All that lies on the table, as docs/states.md and docs/schema/state.json say."""


class Drawn:
    """What a notebook shows as a picture."""

    __slots__ = ()

    @property
    def scene(self) -> "Scene":
        """What the picture shows."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self.scene.to_figure()


@public_methods
class Table(Drawn, Struct, frozen=True):
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

    @classmethod
    def load(
        cls, path: Path | str, *, components: ComponentSet | Path | str | None = None
    ) -> "Table":
        """Return the table of the position in a file; an `UnreadableError` if there is none."""
        from referee.api.positions import table_in  # noqa: PLC0415 - most tables are of games

        return table_in(path, components)

    @classmethod
    def loads(
        cls, text: str | bytes, *, components: ComponentSet | Path | str | None = None
    ) -> "Table":
        r"""Return the table of the position that a text holds.

        >>> import referee
        >>> referee.Table.loads("players = 2\nround = 3\n").state.round
        3
        """
        from referee.api.positions import table_in  # noqa: PLC0415 - most tables are of games

        return table_in(text.encode() if isinstance(text, str) else text, components)

    @staticmethod
    def audit(
        source: Path | str | bytes, *, components: ComponentSet | Path | str | None = None
    ) -> "PositionAudit":
        r"""Return whether a game can have led to the position in a file, or in a text as bytes.

        >>> import referee
        >>> referee.Table.audit(b"round = 9\n").verdict
        'impossible'
        """
        from referee.api.positions import audited_position  # noqa: PLC0415

        return audited_position(source, components=components).audit

    @staticmethod
    def template() -> str:
        """Return a position to fill in, with a word about every key.

        >>> import referee
        >>> referee.Table.loads(referee.Table.template()).state.phase
        'actions'
        """
        return packaged("positions", "template.toml").read_text("utf-8")

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
        >>> referee.load("games/two-players.mgn").table("3.2").player("green").tracks["mombasa"]
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
        >>> table = referee.load("games/two-players.mgn").table("3.2")
        >>> len(table.turns("goods")), str(table.turns("goods")[0])
        (5, 'green goods coffee1 mombasa')
        """
        # Most tables are only looked at.
        from referee.api.turns import Turns, chosen_actions  # noqa: PLC0415

        return Turns(self, chosen_actions(action))

    def apply(self, turn: "Turn") -> "Table":
        """Return the table after a turn, such as one of `turns`; `IllegalTurn` if it is none."""
        from referee.api.turns import state_after  # noqa: PLC0415

        if not hasattr(turn, "said"):
            raise UsageError.of("answers.turns.no-turn", kind=type(turn).__name__)
        event = turn.said
        return self._after(event, state_after(self, event))

    def push(self, line: str) -> "Table":
        """Return the table after a turn, or another event, as a record says it.

        The player who is to move need not be named. An `IllegalTurn` tells the rules that are
        broken, an `IncompleteTurn` what the line would have to say.

        >>> import referee
        >>> table = referee.load("games/two-players.mgn").table("3.2").push("goods coffee1 mombasa")
        >>> table.moment
        'round 3, turn 3, blue to move'
        """
        from referee.api.turns import pushed  # noqa: PLC0415

        return self._after(*pushed(self, line))

    def deal(self, rng: Random) -> "Table":
        """Return the table after what chance decides now: nothing unless something is due."""
        from referee.api.selfplay import after_dealing  # noqa: PLC0415

        return after_dealing(self, rng)

    @property
    def actions(self) -> "tuple[Action, ...]":
        """The actions that allow the player to move a legal turn; none if no turn is due.

        With a partly read set those are among them that something unread decides.

        >>> import referee
        >>> referee.load("games/two-players.mgn").table("3.2").actions
        ('goods', 'bookkeeper', 'marker', 'end')
        """
        from referee.api.game_versions import possible_actions  # noqa: PLC0415

        return possible_actions(self.state)

    def draft(
        self,
        line: str = "",
        *,
        player: str | None = None,
        kind: str | None = None,
        everything: bool = False,
    ) -> "DraftAnswer":
        """Return what may be said next behind a line that is begun, or at the beginning of one.

        Without a line it is begun for what is due, or for a `kind` of statement, `turn` among them,
        and a player. Options are what the rules allow, with `everything` also what they do not:
        what was played is recorded even so. Each option has the line that comes of it: a statement
        is made by taking options.

        >>> import referee
        >>> table = referee.load("games/two-players.mgn").table("3.2")
        >>> begun = table.draft("green goods coffee1")
        >>> begun.asks, begun.verdict
        ('buy', 'illegal')
        >>> [(offer.values, offer.place) for offer in begun.offers if offer.kind == "track"][0]
        (('mombasa',), 'track-mombasa')
        """
        from referee.api.drafts import draft  # noqa: PLC0415 - most tables are only looked at

        return draft(self, line, player=player, kind=kind, everything=everything)

    def tap(self, line: str, place: str, *, player: str | None = None) -> "DraftAnswer | None":
        """Return a line after a tap on a place of the picture, legal or not; None if it is no more.

        A tap on what was chosen takes it back.

        >>> import referee
        >>> table = referee.load("games/two-players.mgn").table("3.2")
        >>> table.tap("green goods coffee1", "track-cairo").line
        'green goods coffee1 cairo'
        """
        from referee.api.drafts import tapped  # noqa: PLC0415 - most tables are only looked at

        return tapped(self, line, place, player=player)

    # Questions ------------------------------------------------------------------------------------
    def score(self) -> "Score":
        """Return the scoring pad as if the game had ended here."""
        from referee.api.scores import score_of  # noqa: PLC0415 - few tables are scored

        return score_of(self, None)

    def legal(
        self, action: str | None = None, *, max_items: int = 10, budget: "Budget | None" = None
    ) -> "LegalTurns":
        """Return how many turns are legal, or those of one action, and the first of each.

        They are counted without being listed. Where the `budget` does not suffice, the count of
        that action and of those after it is None, unless it is 0.

        >>> import referee
        >>> table = referee.load("games/two-players.mgn").table("3.2")
        >>> found = table.legal("goods", max_items=1)
        >>> found.counts, found.turns
        ({'goods': 5}, {'goods': ('green goods coffee1 mombasa',)})
        """
        from referee.api.turn_lists import legal  # noqa: PLC0415 - few tables are counted

        return legal(self, action, max_items, budget)

    def count(
        self, depth: int = 1, *, divide: bool = False, seed: int = 0, budget: "Budget | None" = None
    ) -> "Counts":
        """Return how many rows of `depth` legal turns there are, by action or by first choice, too.

        Books are drawn as the record says, then by `seed`. Where the `budget` does not suffice, the
        answer is not `finished`; it gets how many of the actions are counted.

        >>> import referee
        >>> referee.load("games/two-players.mgn").table("7.7").count().rows
        17
        """
        from referee.api.turn_lists import perft  # noqa: PLC0415 - few tables are counted

        return perft(self, depth, budget, divide=divide, seed=seed)

    def count_against(
        self,
        command: "Command",
        depth: int = 1,
        *,
        seed: int = 0,
        answer_timeout: float = 10.0,
        budget: "Budget | None" = None,
    ) -> "CountComparison":
        """Return the first table within `depth` turns where a program counts other legal turns.

        The program speaks the protocol of docs/conformance.md and has `answer_timeout` seconds for
        each answer. Where the `budget` does not suffice, the comparison is not `finished`.

        >>> import sys
        >>> import referee
        >>> engine = [sys.executable, "-m", "referee", "conform", "serve"]
        >>> table = referee.load("games/two-players.mgn").table("7.7")
        >>> compared = table.count_against(engine, answer_timeout=60)
        >>> compared.tables, compared.difference
        (1, None)
        """
        from referee.api.turn_lists import perft_against  # noqa: PLC0415 - few tables are compared

        return perft_against(self, command, depth, budget, seed=seed, answer_timeout=answer_timeout)

    def best(
        self,
        *,
        player: str | None = None,
        objective: "str | Objective" = "net-worth",
        where: str | Sequence[str] = (),
        action: "Action | None" = None,
        max_items: int | None = None,
        budget: "Budget | None" = None,
    ) -> "BestTurn":
        """Return the best turn of the player to move, or of another as if it were his turn.

        `where` are conditions on the table after it, in the measures of an objective, such as
        `track:cairo>=4` or `cash+2*ink<=20`. With `max_items` the best few are listed. Without a
        budget the solver finishes. Work is what it may do, as it counts that, so that the answer is
        the same on every machine; seconds are a guard against waiting. `status` tells whether they
        sufficed.

        >>> import referee
        >>> table = referee.load("games/two-players.mgn").table("7.7")
        >>> found = table.best(objective="cash")
        >>> found.player, found.status, found.value >= found.worth_before
        ('green', 'optimal', True)
        >>> table.best(objective="ink", where="cash>=12").player
        'green'
        """
        from referee.api.optima import best  # noqa: PLC0415 - imports the words of the solver

        return best(self, player, objective, where, action, max_items, budget)

    def find(
        self,
        action: str | None = None,
        *,
        where: str | Sequence[str] = (),
        fields: Mapping[str, Any] | None = None,
        budget: "Budget | None" = None,
    ) -> "Turn | None":
        """Return a legal turn after which conditions hold, as in `best`; None if there is none.

        The Z3 model is asked, whose no is proved; the engine replays what it finds. `fields` of the
        turn, as docs/turns.md names them, can be given as well if an `action` is.

        >>> import referee
        >>> table = referee.load("games/two-players.mgn").table("3.2")
        >>> table.find("goods", where="track:mombasa>=6", fields={"cards": ["coffee1"]})
        Turn('green goods coffee1 mombasa')
        >>> print(table.find(where="cash>=100"))
        None
        """
        from referee.api.optima import found_turn  # noqa: PLC0415 - as above

        return found_turn(self, action, where, fields or {}, budget)

    def best_play(
        self,
        horizon: "Further" = "round",
        *,
        player: str | None = None,
        objective: "str | Objective" = "net-worth",
        opponents: "Opponents" = "still",
        plans: Sequence[str] = (),
        budget: "Budget | None" = None,
    ) -> "BestPlay":
        """Return the best rest of the round, the best plan and its round, or the best last round.

        The others stand still, or in the rest of a round move as recorded. `plans` are those of
        others where the record does not tell, such as `blue=exp2,clerk1`. Without a budget the
        answer is proved, and its value the same on every machine.

        >>> import referee
        >>> found = referee.load("games/two-players.mgn").table("7.7").best_play()
        >>> found.horizon, found.status, found.value >= found.worth_before
        ('round', 'optimal', True)
        """
        from referee.api.optima import best_play  # noqa: PLC0415 - imports the words of the solver

        return best_play(self, horizon, player, objective, opponents, plans, budget)

    def books(  # noqa: PLR0913 - one parameter for each thing that may be asked
        self,
        *,
        player: str | None = None,
        plans: Sequence[str] = (),
        points: int = 0,
        acquired: Sequence[str] = (),
        cash: int | None = None,
        aim: "Aim" = "furthest",
        weights: Mapping[str, int] | None = None,
        budget: "Budget | None" = None,
    ) -> "BookPlan":
        """Return the best plan of a player for books to take now, to place, and to flip later.

        Each of `plans` names the cards and tiles face up in a coming round; without one it is what
        lies face up now. `weights` are the pounds that diamonds, posts removed and steps on tracks
        count for. Without a budget the plan is proved.

        >>> import referee
        >>> table = referee.load("games/four-players.mgn").table("4.3")
        >>> plan = table.books(points=3, plans=["clerk2 cotton2"])
        >>> plan.status, len(plan.moves)
        ('optimal', 1)
        """
        from referee.api.optima import books  # noqa: PLC0415 - imports the words of the solver

        worth = weights or {}
        return books(
            self, player, plans, points, acquired, cash, aim=aim, weights=worth, budget=budget
        )

    def _after(self, event: Event, state: State) -> "Table":
        return Table(state, self.colours, self.names, (*self.events, event))

    def svg(self, width: "PictureWidth" = "laptop", theme: "PictureTheme" = "light") -> str:
        """Return a picture of the table, laid out for a laptop, a tablet or a phone."""
        return self.scene.to_svg(width, theme)

    def to_toml(self) -> str:
        """Return the table as a position in which everything is said, as docs/positions.md says.

        >>> import referee
        >>> print(referee.load("games/two-players.mgn").table("3.2").to_toml().splitlines()[0])
        set = "reference"
        """
        # Few tables are written down, and the audit of positions is much to load.
        from referee.positions.writer import position_text  # noqa: PLC0415

        return position_text(self.state, self.colours)

    def to_dict(self) -> dict[str, Any]:
        """Return the public facts of the table as plain data, as docs/states.md says."""
        return public(self.state)


@public_methods
class PlayerArea(Drawn, Struct, frozen=True):
    """What one player has at a table, by the names of companies and slots."""

    table: Table
    seat: Seat

    @property
    def scene(self) -> "Scene":
        """What a picture of the table shows."""
        return self.table.scene

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


class PossibleTables(Drawn, Struct, frozen=True):
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

    def draft(
        self,
        line: str = "",
        *,
        player: str | None = None,
        kind: str | None = None,
        everything: bool = False,
    ) -> "DraftAnswer":
        """Return what may be said next, as `Table.draft`: what one of the tables allows."""
        from referee.api.drafts import possible  # noqa: PLC0415 - most tables are only looked at

        return possible(self, line, player, kind, everything=everything)

    def tap(self, line: str, place: str, *, player: str | None = None) -> "DraftAnswer | None":
        """Return a line after a tap on a place of the picture, as `Table.tap` does."""
        from referee.api.drafts import tapped  # noqa: PLC0415 - most tables are only looked at

        return tapped(self, line, place, player=player)

    def to_toml(self) -> str:
        """Return the tables as one position, with a `?` for what is not certain.

        >>> import referee
        >>> game = referee.load("games/with-gaps/two-turns-forgotten.mgn")
        >>> '"?"' in game.tables("3.4").to_toml()
        True
        """
        from referee.positions.writer import position_text  # noqa: PLC0415 - few tables are written down

        table = self.table
        return position_text(table.state, table.colours, others=self.others)
