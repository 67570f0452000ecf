"""Games that programs play: dealt at random, played by seeded players or by functions."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, get_args

from referee.api.errors import UsageError
from referee.api.games import Game
from referee.api.sources import chosen_set
from referee.api.tables import Table
from referee.api.turns import Turn, pushed, state_after
from referee.core.component_set import ComponentSet
from referee.core.events import Plan
from referee.core.ids import Seat
from referee.core.limits import PLAYER_COUNTS
from referee.core.state import State
from referee.core.turns import Turn as SaidTurn
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, Policy, due_events, random_plan
from referee.engine.play import play as played
from referee.engine.referee import table_following
from referee.engine.setup import initial
from referee.i18n.speech import say
from referee.records.record import NamedPlayer
from referee.records.writer import COLOURS, record_of
from referee.strategy.players import PLAYERS_BY_NAME

SetupKind = Literal["first-game", "variable"]
"""The setup of a first game, or one drawn at random."""

SETUPS: Final[tuple[SetupKind, ...]] = get_args(SetupKind)
PLAYERS: Final[tuple[str, ...]] = tuple(PLAYERS_BY_NAME)

Player = str | Callable[[Table, Random], Turn | str]
"""`random`, `greedy`, `strong`, `stronger`, or a function.

A function returns a turn of a table, or a line that says one.
If the function has an attribute `plan`, that is called with the table, the colour of the player and
the generator, and returns the line of a plan; otherwise plans are drawn at random.
"""


def play(
    players: int | Mapping[str, Player] = 2,
    *,
    seed: int = 0,
    policy: str = "random",
    setup: SetupKind = "variable",
    components: ComponentSet | Path | str | None = None,
) -> Game:
    """Return a whole game between players by colour, or a number of them that play by `policy`.

    The same seed gives the same game.

    >>> import referee
    >>> game = referee.play(players=3, seed=7)
    >>> game.colours
    ('blue', 'green', 'red')
    >>> game.table().state.phase
    'over'
    >>> def hasty(table, rng):
    ...     return table.turns()[-1]
    >>> referee.play({"blue": hasty, "green": "greedy"}, seed=1).table().total("blue")
    1
    """
    if isinstance(players, int):
        _require(say("answers.plays.number-of-players"), players, PLAYER_COUNTS)
        players = dict.fromkeys(COLOURS[:players], policy)
    _require(say("answers.plays.number-of-players"), len(players), PLAYER_COUNTS)
    _require("setup", setup, SETUPS)
    colours = tuple(players)
    policies = tuple(_policy(player, colours) for player in players.values())
    found, rng = chosen_set(components), Random(seed)
    setting = draw_setting(found, len(colours), rng, first_game=setup == "first-game")
    events = [event for event, _ in played(setting, rng, policies)]
    return Game(record_of(setting, events, tuple(map(NamedPlayer, colours))), found)


def deal(
    players: int = 2,
    rng: Random | None = None,
    *,
    setup: SetupKind = "variable",
    components: ComponentSet | Path | str | None = None,
) -> Table:
    """Return the table of a new game as it is dealt at random, with the first plans due.

    >>> from random import Random
    >>> import referee
    >>> referee.deal(3, Random(1)).moment
    'round 1, planning'
    """
    _require(say("answers.plays.number-of-players"), players, PLAYER_COUNTS)
    _require("setup", setup, SETUPS)
    rng = rng or Random()
    first_game = setup == "first-game"
    setting = draw_setting(chosen_set(components), players, rng, first_game=first_game)
    return after_dealing(Table(initial(setting), COLOURS[:players]), rng, setting_up=True)


def after_dealing(table: Table, rng: Random, *, setting_up: bool = False) -> Table:
    """Return the table after what chance decides now; what players choose in setup with it."""
    state, events = table.state, [*table.events]
    while (
        (state.phase in _CHOSEN and setting_up)
        or state.phase in _DEALT
        or (state.phase in {"actions", "over"} and refill_due(state))
    ):
        for event in due_events(state, rng, (POLICIES["random"],) * len(state.players)):
            events.append(event)
            state = table_following(state, event)
    return Table(state, table.colours, table.names, tuple(events))


_DEALT: Final = frozenset({"deal-cards", "deal-books", "starting-tiles", "preparation"})
_CHOSEN: Final = frozenset({"resting", "starting-bonus"})


def _policy(player: Player, colours: tuple[str, ...]) -> Policy:
    if not callable(player):
        _require("policy", player, PLAYERS)
        return PLAYERS_BY_NAME[player]()

    def turn(state: State, rng: Random) -> tuple[SaidTurn, State]:
        table = Table(state, colours)
        chosen: object = player(table, rng)
        if isinstance(chosen, Turn):
            return chosen.said, state_after(table, chosen.said)
        event, after = pushed(table, chosen) if isinstance(chosen, str) else (None, state)
        if not isinstance(event, SaidTurn):
            raise UsageError.of("answers.turns.no-turn", kind=type(chosen).__name__)
        return event, after

    own_plan: Any = getattr(player, "plan", None)
    if own_plan is None:
        return Policy(random_plan, turn)

    def plan(state: State, seat: Seat, rng: Random) -> Plan:
        table = Table(state, colours)
        event, _ = pushed(table, own_plan(table, colours[seat], rng))
        if not isinstance(event, Plan) or event.seat != seat:
            raise UsageError.of("answers.turns.no-turn", kind=type(event).__name__)
        return event

    return Policy(plan, turn)


def _require(what: str, given: object, known: tuple[object, ...]) -> None:
    if given not in known:
        expected = ", ".join(map(str, known))
        raise UsageError.of(
            "answers.plays.unknown-choice", given=f"{given!r:.40}", what=what, expected=expected
        )
