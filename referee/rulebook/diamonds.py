"""Diamond merchants and the diamond track."""

from referee.core import rulings
from referee.core.rule import effect, legality

MERCHANT_FACE_UP = legality("DIA-01", "merchant-face-up", "merchant", "actions", facts="card")
MERCHANT_GIVES = effect("DIA-02", "merchant-gives", "merchant", "merchant-tile")
MINES_GIVE_STEPS = effect("DIA-03", "mines-give-steps", "merchant")
TILE_COUNTS_MERCHANTS = effect(
    "DIA-04", "tile-counts-merchants", "merchant-tile", rulings=(rulings.MERCHANT_TILE_SELF,)
)
DIAMONDS_AT_THE_END = effect(
    "DIA-05",
    "diamonds-at-the-end",
    "diamond-track-end",
    rulings=(rulings.DIAMOND_OVERFLOW, rulings.DIAMOND_END_STEPS, rulings.MERCHANT_MOVES),
)
MERCHANT_FLIPS = effect("DIA-06", "merchant-flips", "merchant", "used-cards")
DIAMOND_STEPS = effect("DIA-07", "diamond-steps", "icons", "region-rewards")
