"""Whole games played by seeded players."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random

from referee.core.components import (
    BookkeeperCard,
    Card,
    ExpansionCard,
    GoodsCard,
    MerchantCard,
    ShareCard,
)
from referee.core.events import Event, Plan, RefillBooks, RestStartingCards, TakeStartingBonus
from referee.core.ids import SLOTS, CardId, Seat
from referee.core.state import Setting, State
from referee.core.turns import Action, Advance, EndPhase, MoveDiamond, Turn
from referee.engine import dealer
from referee.engine.actions import refill_due
from referee.engine.legal_turns import legal_turns
from referee.engine.planning import available_slots
from referee.engine.random_turns import (
    ACTIONS,
    draw_turn,
    sample_fuller_plan,
    sample_turn,
    shuffled,
)
from referee.engine.referee import NonTurnEvent, step, table_following
from referee.engine.scoring import pad
from referee.engine.setup import initial

# Seeded players: one by lot, one greedy for net worth ---------------------------------------------
ENDS_EARLY = 0.1
"""How often a player by lot ends the phase though he could go on."""

LISTED = 200
"""Up to so many turns of an action a greedy player looks at all of them."""

SAMPLED = 40
"""Of more turns he looks at so many, drawn by lot."""

BUSY: tuple[Action, ...] = tuple(action for action in ACTIONS if action != "end")


class Policy:
    """How a player plans and takes turns."""

    __slots__ = ("plan", "turn")

    def __init__(
        self,
        plan: Callable[[State, Seat, Random], Plan],
        turn: Callable[[State, Random], tuple[Turn, State]],
    ) -> None:
        self.plan = plan
        self.turn = turn
        """Gives a legal turn of the player to move, and the table after it."""


def random_turn(state: State, rng: Random) -> tuple[Turn, State]:
    """Return a turn drawn by lot; the phase is ended early only now and then."""
    return _drawn(state, rng, BUSY if rng.random() >= ENDS_EARLY else ())


def _drawn(state: State, rng: Random, actions: tuple[Action, ...]) -> tuple[Turn, State]:
    """Return a turn of one of these actions, or the end of the phase where they allow none."""
    drawn = draw_turn(state, rng, actions, otherwise="end")
    # Ending the phase is always possible for whoever is to move.
    assert drawn is not None  # noqa: S101
    return drawn.turn(), drawn.table_after()


def random_plan(state: State, seat: Seat, rng: Random) -> Plan:
    """Return a plan drawn by lot; of two draws the fuller one."""
    return sample_fuller_plan(state, seat, rng, 2)


def greedy_turn(state: State, rng: Random) -> tuple[Turn, State]:
    """Return the turn after which the player would be worth most if the game ended."""
    seat = state.to_move or Seat(0)
    best, best_worth = _drawn(state, rng, ()), pad(state, seat).total
    for action in BUSY:
        for turn in looked_at(state, action, rng):
            after = step(state, turn)
            worth = pad(after, seat).total
            if worth > best_worth or (worth == best_worth and isinstance(best[0], EndPhase)):
                best, best_worth = (turn, after), worth
    return best


def looked_at(state: State, action: Action, rng: Random) -> list[Turn]:
    """Return the turns of an action that a greedy player looks at."""
    listed = [turn for _, turn in islice(legal_turns(state, (action,)), LISTED + 1)]
    if len(listed) <= LISTED:
        return listed
    drawn = (sample_turn(state, rng, (action,)) for _ in range(SAMPLED))
    return [turn for turn in drawn if turn is not None]


def greedy_plan(state: State, seat: Seat, rng: Random) -> Plan:
    """Return a plan with the strongest cards of the hand, in slots drawn by lot."""
    cards = state.setting.components.card
    hand = sorted(state.players[seat].hand)
    playable = [card for card in hand if not isinstance(cards[card], ShareCard)]
    playable.sort(key=lambda card: -_strength(cards[card]))
    slots = list(available_slots(state, seat))
    rng.shuffle(slots)
    placed: dict[str, CardId] = dict(zip(slots, playable, strict=False))
    return Plan(seat=seat, slots=tuple(placed.get(slot) for slot in SLOTS))


def _strength(card: Card) -> int:
    match card:
        case GoodsCard():
            return card.units
        case ExpansionCard() | BookkeeperCard():
            return card.points
        case MerchantCard():
            return card.steps + card.pounds
        case ShareCard():
            return 0


POLICIES: Mapping[str, Policy] = {
    "random": Policy(random_plan, random_turn),
    "greedy": Policy(greedy_plan, greedy_turn),
}


def play(
    setting: Setting, rng: Random, policies: tuple[Policy, ...]
) -> Iterator[tuple[Event, State]]:
    """Yield every event of a game with the table it leaves; the same for the same seed."""
    return continued(initial(setting), rng, policies)


def continued(
    state: State, rng: Random, policies: tuple[Policy, ...]
) -> Iterator[tuple[Event, State]]:
    """Yield every event of a game that goes on from a table, with the table it leaves."""
    while True:
        if state.phase in REFILLED and refill_due(state):
            refill = RefillBooks(books=dealer.draw_books(state, rng))
            state = table_following(state, refill)
            yield refill, state
        elif state.phase == "actions":
            turn, state = policies[state.to_move or 0].turn(state, rng)
            yield turn, state
        elif state.phase == "over":
            return
        else:
            for event in due_events(state, rng, policies):
                state = table_following(state, event)
                yield event, state


REFILLED = frozenset({"actions", "preparation", "over"})
"""The phases in which a gap of the book display is filled before anything else."""


def due_events(state: State, rng: Random, policies: tuple[Policy, ...]) -> Iterator[NonTurnEvent]:
    """Yield the events that are due now: all that do not depend on one another."""
    if state.phase in REFILLED and refill_due(state):
        yield RefillBooks(books=dealer.draw_books(state, rng))
        return
    match state.phase:
        case "planning":
            for seat, policy in enumerate(policies):
                yield policy.plan(state, Seat(seat), rng)
        case "preparation":
            yield dealer.prepare_round(state, rng)
        case _:
            yield from _setup_due(state, rng)


def _setup_due(state: State, rng: Random) -> Iterator[NonTurnEvent]:
    match state.phase:
        case "deal-cards":
            yield dealer.deal_cards(state, rng)
        case "deal-books":
            yield dealer.deal_books(state, rng)
        case "starting-tiles":
            yield from dealer.deal_starting_tiles(state, rng)
        case "resting":
            for seat in range(len(state.players)):
                yield rest_starting_cards(state, Seat(seat), rng)
        case "starting-bonus":
            yield starting_bonus(state, rng)
        case _:
            return


def rest_starting_cards(state: State, seat: Seat, rng: Random) -> RestStartingCards:
    """Return the starting tile's cards in the coloured slots, by lot."""
    tile = state.players[seat].starting_tile
    cards = () if tile is None else state.setting.components.starting_tile[tile].rest
    return RestStartingCards(seat=seat, cards=tuple(shuffled(cards, rng)))


def starting_bonus(state: State, rng: Random) -> TakeStartingBonus:
    """Return the starting bonus of the player who is due, its parts in any order."""
    seat = state.to_move or Seat(0)
    tile = state.players[seat].starting_tile
    bonus = () if tile is None else state.setting.components.starting_tile[tile].bonus
    parts: list[Advance | MoveDiamond] = [
        MoveDiamond() if steps.track == "diamonds" else Advance(steps.track) for steps in bonus
    ]
    return TakeStartingBonus(seat=seat, reward=tuple(shuffled(parts, rng)))
