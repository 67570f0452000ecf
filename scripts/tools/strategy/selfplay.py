"""Games of players who mostly take the turn they like best, as rows of features with the result."""

from collections.abc import Iterator
from random import Random

from msgspec import Struct
from msgspec.structs import astuple, replace

from referee.components.generate import random_set
from referee.core.component_set import ComponentSet
from referee.core.events import Plan
from referee.core.ids import Seat
from referee.core.limits import PLAYER_COUNTS
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.core.turns import Turn
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, Policy, continued
from referee.engine.scoring import pads
from referee.engine.setup import initial
from referee.strategy.features import features, net_worth, rounds_ahead, yardsticks

EXPLORED = 0.12
"""How often a player of a training game takes a random turn or plan, so that more is seen."""

KEPT = 0.2
"""The share of tables that are kept; neighbours tell much the same."""

HELD_OUT = 1_000_000
"""Games and random sets from this seed on are never trained on."""


class Row(Struct, frozen=True):
    """One table of a game: by seat its features, the net worth then and in the end."""

    game: int
    reference: bool
    ahead: int
    done: tuple[bool, ...]
    features: tuple[tuple[int, ...], ...]
    worth: tuple[int, ...]
    final: tuple[int, ...]
    again: tuple[tuple[int, ...], ...] = ()
    """By seat the final totals where the game was played on from here once more."""


def training_set(seed: int) -> ComponentSet:
    """Return the reference set for every second game, else a random one of its own."""
    return reference_set() if seed % 2 else random_set(Random(seed))


def exploring(policy: Policy) -> Policy:
    """Return a player who now and then does something at random."""

    def turn(state: State, rng: Random) -> tuple[Turn, State]:
        random = POLICIES["random"].turn
        return (random if rng.random() < EXPLORED else policy.turn)(state, rng)

    def plan(state: State, seat: Seat, rng: Random) -> Plan:
        random = POLICIES["random"].plan
        return (random if rng.random() < EXPLORED else policy.plan)(state, seat, rng)

    return Policy(plan, turn)


def rows(seed: int, policy: Policy) -> Iterator[Row]:
    """Yield tables of one seeded game between players who play alike."""
    rng, components = Random(seed), training_set(seed)
    setting = draw_setting(components, PLAYER_COUNTS[seed % 3], rng)
    kept, final = _tables(setting, policy, rng)
    for table in kept:
        if rng.random() < KEPT:
            yield _row(seed, table, final)


def held_out_row(seed: int, policy: Policy, times: int) -> Row:
    """Return one table of a game, and what came of it when it was played on several times."""
    rng, components = Random(seed), training_set(seed)
    setting = draw_setting(components, PLAYER_COUNTS[seed % 3], rng)
    kept, final = _tables(setting, policy, rng)
    # Every round is as likely, however many turns it has.
    ahead = rng.choice(sorted({rounds_ahead(table) for table in kept}))
    table = rng.choice([one for one in kept if rounds_ahead(one) == ahead])
    again = []
    for _ in range(times):
        *_, (_, over) = continued(table, rng, (policy,) * setting.players)
        again.append(tuple(pad.total for pad in pads(over)))
    return replace(_row(seed, table, final), again=tuple(again))


def _tables(setting: Setting, policy: Policy, rng: Random) -> tuple[list[State], tuple[int, ...]]:
    """Return the tables of a game at which somebody chooses, and the final totals."""
    kept: list[State] = []
    state = initial(setting)
    for _, after in continued(state, rng, (policy,) * setting.players):
        state = after
        begun = state.phase == "planning" and any(state.plans)
        if state.phase in {"actions", "planning"} and not begun and not refill_due(state):
            kept.append(state)
    return kept, tuple(pad.total for pad in pads(state))


def _row(seed: int, table: State, final: tuple[int, ...]) -> Row:
    yardstick, seats = yardsticks.of(table.setting), range(len(table.players))
    return Row(
        seed,
        table.setting.components.name != "random",
        rounds_ahead(table),
        tuple(player.done for player in table.players),
        tuple(tuple(map(int, astuple(features(table, at, yardstick)))) for at in seats),
        tuple(net_worth(table, at, yardstick) for at in seats),
        final,
    )
