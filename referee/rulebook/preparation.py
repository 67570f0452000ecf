"""Preparing the next round."""

from referee.core import rulings
from referee.core.rule import effect, legality

PREPARE_WHEN_DUE = legality("PRE-01", "prepare-when-due", "end-phase", "rounds", facts="phase")
DISPLAY_IS_FILLED = legality(
    "PRE-02", "display-is-filled", "preparation-cards", facts="drawn wanted"
)
STACK_ORDER = legality("PRE-03", "stack-order", "setup-card-stack", facts="card letter expected")
FROM_THE_STACK = legality("PRE-04", "from-the-stack", "preparation-cards", facts="card")
COINS_MOVE = effect("PRE-05", "coins-move", "preparation-coins", rulings=(rulings.COINS_ON_EMPTY,))
DISPLAY_SHIFTS = effect("PRE-06", "display-shifts", "preparation-cards")
MARKERS_RETURN = effect(
    "PRE-07", "markers-return", "preparation-markers", rulings=(rulings.TILE_ARRIVAL,)
)
FIRST_PLAYER_BEGINS = effect(
    "PRE-08",
    "first-player-begins",
    "actions",
    "preparation-markers",
)
