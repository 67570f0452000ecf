"""Turn order, and ending one's action phase."""

from referee.core import rulings
from referee.core.rule import effect, legality

TURN_WHEN_DUE = legality("END-01", "turn-when-due", "actions", "rounds", facts="phase")
TURN_ORDER = legality("END-02", "turn-order", "actions", facts="seat expected")
PICKS_UP_ONE_DECK = legality(
    "END-03",
    "picks-up-one-deck",
    "end-phase",
    "resting-decks",
    facts="deck",
    rulings=(rulings.EMPTY_DECK, rulings.ROUND7_PICKUP),
)
DECK_TO_HAND = effect(
    "END-04",
    "deck-to-hand",
    "end-phase",
    rulings=(rulings.PICK_BEFORE_REST, rulings.ROUND7_PICKUP),
)
CARDS_TO_REST = effect(
    "END-05", "cards-to-rest", "end-phase", "resting-decks", rulings=(rulings.PICK_BEFORE_REST,)
)
DROPPED_OUT = effect("END-06", "dropped-out", "end-phase", "actions", rulings=(rulings.END_EARLY,))
GAME_ENDS = effect("END-07", "game-ends", "rounds", "end-of-game")
