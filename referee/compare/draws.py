"""Further legal events at a table of a game: the same kind of event, drawn anew."""

from random import Random

from referee.engine import dealer
from referee.engine.actions import action_of
from referee.engine.play import rest_starting_cards, starting_bonus
from referee.engine.policies import random_plan
from referee.engine.sampling import sample_turn
from referee.game.events import (
    Claim,
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeBack,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.state import State


def another(table: State, event: Event, rng: Random) -> Event | None:
    """Return an event of the same kind, legal at the same table; None if none is drawn."""
    drawn: Event | None
    match event:
        case DealCards():
            drawn = dealer.deal_cards(table, rng)
        case DealBooks():
            drawn = dealer.deal_books(table, rng)
        case RefillBooks():
            drawn = RefillBooks(books=dealer.draw_books(table, rng))
        case PrepareRound():
            drawn = dealer.prepare_round(table, rng)
        case Plan():
            drawn = random_plan(table, event.seat, rng)
        case RestStartingCards():
            drawn = rest_starting_cards(table, event.seat, rng)
        case TakeStartingBonus():
            drawn = starting_bonus(table, rng)
        case TakeStartingTile() | TakeBack() | Claim():
            drawn = None
        case _:
            drawn = sample_turn(table, rng, (action_of(event),))
    return drawn
