"""Players who act on a value: `strong` looks one turn ahead, `stronger` plays turns out.

They see what a person at the table sees. Plans that lie face down, rejected starting tiles and
draws to come are never read; where a game is played out they are drawn anew.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice, permutations
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from referee.core.components import ShareCard
from referee.core.events import Plan
from referee.core.ids import SLOTS, CardId, Seat
from referee.core.state import State
from referee.core.turns import Action, Turn
from referee.engine.legal_turns import finished_turns
from referee.engine.planning import available_slots
from referee.engine.play import BUSY, POLICIES, Policy, continued
from referee.engine.random_turns import draw_turn, sample_fuller_plan
from referee.engine.referee import table_following
from referee.strategy.features import yardsticks
from referee.strategy.value import POUND, Value, value


class Breadth(NamedTuple):
    """How much a player looks at."""

    listed: int = 48
    """Up to so many turns of an action are all looked at."""
    sampled: int = 32
    """Of more turns so many are, drawn at random."""
    strongest: int = 9
    """A plan chooses among so many of the strongest cards in hand."""


FIELD: Final = 4
"""So many turns or plans are played out."""

FAR: Final = 8 * POUND
"""Turns that are worth less than the best by so much are not played out."""

PLAYED_OUT: Final = (6, 12)
"""How often the field is played out, then the better half of it."""

HASTY: Final = 8
"""So many turns a player looks at while a round is played out."""


class Candidate(NamedTuple):
    """A turn that is looked at: what it is worth beyond the others' average, and the table left."""

    lead: int
    turn: Turn
    after: State

    def table(self, _: Random) -> State:
        """Return the table left; the turn needs no chance."""
        return self.after


FULL: Final = Breadth()


def candidates(state: State, rng: Random, breadth: Breadth = FULL) -> Iterator[tuple[Turn, State]]:
    """Yield turns of the player to move with the table after each; all, unless they are many."""
    actions: tuple[Action, ...] = (*BUSY, "end")
    for action in actions:
        found = [*islice(finished_turns(state, (action,)), breadth.listed + 1)]
        if len(found) <= breadth.listed:
            for finished in found:
                yield finished.turn(), finished.table_after()
        else:
            for _ in range(breadth.sampled):
                if drawn := draw_turn(state, rng, (action,)):
                    yield drawn.turn(), drawn.table_after()


class Strong:
    """Takes the turn and the plan that a value likes best."""

    def __init__(self, by: Value, breadth: Breadth = FULL) -> None:
        self.value = by
        self.breadth = breadth

    def ranked(self, state: State, rng: Random) -> list[Candidate]:
        """Return the turns looked at, the best first."""
        seat = state.to_move or Seat(0)
        others = [at for at in range(len(state.players)) if at != seat]
        of_others: dict[object, int] = {}
        ranked = []
        for turn, after in candidates(state, rng, self.breadth):
            # Of what a turn leaves to the others only the worth of shares differs.
            theirs = of_others.get(after.bases)
            if theirs is None:
                theirs = sum([self.value.worth(after, at) for at in others]) // len(others)
                of_others[after.bases] = theirs
            ranked.append(Candidate(self.value.worth(after, seat) - theirs, turn, after))
        ranked.sort(key=lambda one: -one.lead)
        return ranked

    def turn(self, state: State, rng: Random) -> tuple[Turn, State]:
        """Return the best turn with the table after it."""
        best = self.ranked(state, rng)[0]
        return best.turn, best.after

    def plans(self, state: State, seat: Seat) -> Iterator[Plan]:
        """Yield the best plan with each choice of cards, the best choice first."""
        player, slots = state.players[seat], available_slots(state, seat)
        strength = yardsticks.of(state.setting).strength
        cards = state.setting.components.card
        playable = [card for card in player.hand if not isinstance(cards[card], ShareCard)]
        playable.sort(key=lambda card: (-strength[card], card))
        count = min(len(slots), len(playable))

        def by_slot(placed: tuple[CardId, ...]) -> tuple[CardId | None, ...]:
            lying = dict(zip(slots, placed, strict=False))
            return tuple([lying.get(slot) for slot in SLOTS])

        def worth(placed: tuple[CardId, ...]) -> int:
            hand = player.hand.difference(placed)
            planned = replace(player, slots=by_slot(placed), hand=hand)
            return self.value.worth(revealed.with_player(seat, planned), seat)

        revealed = replace(state, phase="actions")
        # Which cards first, then where they lie and later rest.
        chosen = sorted(
            combinations(playable[: self.breadth.strongest], count), key=worth, reverse=True
        )
        for one in chosen:
            yield Plan(seat=seat, slots=by_slot(max(permutations(one), key=worth)))

    def plan(self, state: State, seat: Seat, rng: Random) -> Plan:  # noqa: ARG002
        """Return the best plan."""
        return next(self.plans(state, seat))


class Stronger:
    """Plays the best turns and plans of another player out, and takes what came of it best.

    All are played out against the same chance; the better half goes on to be played out more often.
    """

    def __init__(self, by: Strong) -> None:
        self._strong = by
        self.hasty = Policy(self._hasty_plan, self._hasty_turn)
        """How everybody is taken to play on."""

    def turn(self, state: State, rng: Random) -> tuple[Turn, State]:
        """Return the best turn with the table after it."""
        ranked = self._strong.ranked(without_secrets(state), rng)
        field = [one for one in ranked[:FIELD] if one.lead > ranked[0].lead - FAR]
        seat = state.to_move or Seat(0)
        starts = [partial(Candidate.table, one) for one in field]
        best = field[self._best(seat, starts, rng)]
        after: State = replace(best.after, rejected_tiles=state.rejected_tiles)
        return best.turn, after

    def plan(self, state: State, seat: Seat, rng: Random) -> Plan:
        """Return the best plan, against plans of the others as this player would draw them."""
        known = without_secrets(state)
        field = [*islice(self._strong.plans(known, seat), FIELD)]

        def revealed(own: Plan, chance: Random) -> State:
            table = known
            for at in range(len(known.players)):
                drawn = own if at == seat else self._hasty_plan(known, Seat(at), chance)
                table = table_following(table, drawn)
            return table

        starts = [partial(revealed, plan) for plan in field]
        return field[self._best(seat, starts, rng)]

    def _best(self, seat: Seat, starts: Sequence[Callable[[Random], State]], rng: Random) -> int:
        """Return which of several beginnings came to the highest lead at the end of the round."""
        leads = [0] * len(starts)
        field: list[int] = [*range(len(starts))]
        for times in PLAYED_OUT:
            if len(field) == 1:
                break
            for chance in [rng.random() for _ in range(times)]:
                for one in field:
                    drawn = Random(chance)
                    leads[one] += self._played_out(starts[one](drawn), seat, drawn)
            field.sort(key=lambda one: -leads[one])
            field = field[: (len(field) + 1) // 2]
        return field[0]

    def _played_out(self, state: State, seat: Seat, rng: Random) -> int:
        """Return the lead of a player when the round has been played to its end."""
        if state.phase == "actions":
            for _, after in continued(state, rng, (self.hasty,) * len(state.players)):
                state = after
                if state.phase != "actions":
                    break
        return self._strong.value.lead(state, seat)

    def _hasty_turn(self, state: State, rng: Random) -> tuple[Turn, State]:
        """Return the best of a few turns drawn at random."""
        seat, by = state.to_move or Seat(0), self._strong.value
        drawn = [draw_turn(state, rng, BUSY, otherwise="end") for _ in range(HASTY)]
        drawn.append(draw_turn(state, rng, ("end",)))
        tables = [(one, one.table_after()) for one in drawn if one is not None]
        best, after = max(tables, key=lambda table: by.worth(table[1], seat))
        return best.turn(), after

    def _hasty_plan(self, state: State, seat: Seat, rng: Random) -> Plan:
        """Return the best of a few plans drawn at random."""
        player = state.players[seat]
        revealed = replace(state, phase="actions")

        def worth(plan: Plan) -> int:
            planned = replace(player, slots=plan.slots, hand=player.hand.difference(plan.slots))
            return self._strong.value.worth(revealed.with_player(seat, planned), seat)

        return max([sample_fuller_plan(state, seat, rng, 2) for _ in range(HASTY)], key=worth)


def without_secrets(state: State) -> State:
    """Return a table without what lies face down or is back in the box."""
    return replace(state, plans=(None,) * len(state.plans), rejected_tiles=frozenset())


def policy(player: Strong | Stronger) -> Policy:
    """Return how a player plans and takes turns."""
    return Policy(player.plan, player.turn)


PLAYERS_BY_NAME: Final[Mapping[str, Callable[[], Policy]]] = {
    **{name: partial(POLICIES.__getitem__, name) for name in POLICIES},
    "strong": lambda: policy(Strong(value())),
    "stronger": lambda: policy(Stronger(Strong(value()))),
}
"""Seeded players; the weights of the last two are read when they first play."""
