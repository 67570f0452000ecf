"""Whole games played by seeded players."""

from collections.abc import Callable, Iterator
from random import Random

from referee.engine import dealer
from referee.engine.actions import refill_due
from referee.engine.referee import step
from referee.engine.sampling import sample_plan, sample_turn
from referee.engine.setup import initial
from referee.game.events import Event, Plan, RestStartingCards, TakeStartingBonus
from referee.game.ids import Seat
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import Advance, MoveDiamond, Turn

ChooseTurn = Callable[[State, Random], Turn]
ChoosePlan = Callable[[State, Seat, Random], Plan]


class Policy:
    """How a player plans and takes turns."""

    def __init__(self, plan: ChoosePlan, turn: ChooseTurn) -> None:
        self.plan = plan
        self.turn = turn


def random_turn(state: State, rng: Random) -> Turn:
    """Return a legal turn drawn by lot."""
    turn = sample_turn(state, rng)
    # Ending the phase is always possible, so the player to move always has a turn.
    assert turn is not None  # noqa: S101
    return turn


RANDOM = Policy(sample_plan, random_turn)


def play(
    setting: Setting, rng: Random, policies: tuple[Policy, ...]
) -> Iterator[tuple[Event, State]]:
    """Yield every event of a game with the table it leaves; the same for the same seed."""
    state = initial(setting)
    while state.phase != "over" or refill_due(state):
        for event in _due(state, rng, policies):
            state = step(state, event)
            yield event, state


def _due(state: State, rng: Random, policies: tuple[Policy, ...]) -> Iterator[Event]:
    """Yield the events that are due now: all that do not depend on one another."""
    seats = [Seat(seat) for seat in range(len(state.players))]
    refill = None if state.phase == "deal-books" else dealer.refill_books(state, rng)
    if refill is not None and state.phase in {"actions", "preparation", "over"}:
        yield refill
        return
    match state.phase:
        case "deal-cards":
            yield dealer.deal_cards(state, rng)
        case "deal-books":
            yield dealer.deal_books(state, rng)
        case "starting-tiles":
            yield from dealer.deal_starting_tiles(state, rng)
        case "resting":
            for seat in seats:
                yield rest_starting_cards(state, seat, rng)
        case "starting-bonus":
            yield starting_bonus(state, rng)
        case "planning":
            for seat in seats:
                yield policies[seat].plan(state, seat, rng)
        case "actions":
            seat = state.to_move or Seat(0)
            yield policies[seat].turn(state, rng)
        case "preparation":
            yield dealer.prepare_round(state, rng)
        case "over":
            return


def rest_starting_cards(state: State, seat: Seat, rng: Random) -> RestStartingCards:
    """Return the starting tile's cards in the coloured slots, by lot."""
    tile = state.players[seat].starting_tile
    cards = () if tile is None else state.setting.components.starting_tile[tile].rest
    return RestStartingCards(seat=seat, cards=tuple(rng.sample(cards, len(cards))))


def starting_bonus(state: State, rng: Random) -> TakeStartingBonus:
    """Return the starting bonus of the player who is due, its parts in any order."""
    seat = state.to_move or Seat(0)
    tile = state.players[seat].starting_tile
    bonus = () if tile is None else state.setting.components.starting_tile[tile].bonus
    parts: list[Advance | MoveDiamond] = [
        MoveDiamond() if steps.track == "diamonds" else Advance(steps.track) for steps in bonus
    ]
    return TakeStartingBonus(seat=seat, reward=tuple(rng.sample(parts, len(parts))))
