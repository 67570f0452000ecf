"""Whole games played by seeded players."""

from collections.abc import Iterator
from random import Random

from referee.engine import dealer
from referee.engine.actions import refill_due
from referee.engine.lot import shuffled
from referee.engine.policies import Policy
from referee.engine.referee import NonTurnEvent, table_following
from referee.engine.setup import initial
from referee.game.events import Event, RefillBooks, RestStartingCards, TakeStartingBonus
from referee.game.ids import Seat
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import Advance, MoveDiamond


def play(
    setting: Setting, rng: Random, policies: tuple[Policy, ...]
) -> Iterator[tuple[Event, State]]:
    """Yield every event of a game with the table it leaves; the same for the same seed."""
    state = initial(setting)
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
