"""Further legal events at a table of a game: drawn anew, or all where they are few."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

from referee.engine import dealer
from referee.engine.actions import action_of, has_turn
from referee.engine.legal_turns import legal_turns
from referee.engine.play import rest_starting_cards, starting_bonus
from referee.engine.policies import random_plan
from referee.engine.random_turns import ACTIONS, sample_turn
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
from referee.game.turns import Action, Turn

LISTED = 100
"""Up to so many turns of an action are counted or listed; more would cost time and show little."""


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


def other_turns(table: State, rng: Random, count: int) -> Iterator[Turn]:
    """Yield legal turns drawn by lot."""
    for _ in range(count):
        turn = sample_turn(table, rng, (rng.choice(ACTIONS),))
        if turn is not None:
            yield turn


def few_turns(table: State, actions: Iterable[Action]) -> dict[Action, tuple[Turn, ...]]:
    """Return by action all legal turns, of those that have few."""
    if not has_turn(table):
        return {}
    every = {
        action: tuple(turn for _, turn in islice(legal_turns(table, (action,)), LISTED + 1))
        for action in actions
    }
    return {action: turns for action, turns in every.items() if len(turns) <= LISTED}
