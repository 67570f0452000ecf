"""Using goods cards: acquiring a card and advancing."""

from referee.core import rulings
from referee.core.rule import effect, legality

USES_A_GOODS_CARD = legality("GDS-01", "uses-a-goods-card", "goods", "general-notes")
GOODS_FACE_UP = legality("GDS-02", "goods-face-up", "goods", "used-cards", facts="cards")
GOODS_CARDS_ONLY = legality("GDS-03", "goods-cards-only", "goods", facts="cards")
ONE_KIND_OF_GOOD = legality(
    "GDS-04",
    "one-kind-of-good",
    "goods",
    "permanent-bonuses",
    facts="goods",
    rulings=(rulings.MIXED_EXTRA_CARDS, rulings.UNLOCK_NEXT_TURN),
)
BOUGHT_CARD_ON_DISPLAY = legality("GDS-05", "bought-card-on-display", "goods-acquire", facts="card")
UNITS_COVER_PRICE = legality("GDS-06", "units-cover-price", "goods-acquire", facts="units price")
ALL_UNITS_USED = legality(
    "GDS-07",
    "all-units-used",
    "goods",
    "goods-advance",
    "goods-acquire",
    "general-notes",
    facts="left",
    rulings=(
        rulings.PARTIAL_USE,
        rulings.ALL_TRACKS_CALL,
        rulings.GOODS_UNUSABLE,
        rulings.CAPITAL_CALL,
        rulings.UNIT_ORDER,
    ),
)
NO_MORE_STEPS_THAN_UNITS = legality(
    "GDS-08", "no-more-steps-than-units", "goods-advance", facts="steps units"
)
PRICE = effect("GDS-09", "price", "goods-acquire", "general-notes", rulings=(rulings.PRICE_FLOOR,))
GOODS_DISCOUNTS = effect(
    "GDS-10",
    "goods-discounts",
    "permanent-bonuses",
    rulings=(
        rulings.MIXED_DISCOUNT,
        rulings.PRICE_FLOOR,
        rulings.BONUS_USE,
        rulings.UNLOCK_NEXT_TURN,
        rulings.SECOND_OR_FIRST,
    ),
)
UNITS_OF_A_CARD = effect(
    "GDS-11",
    "units-of-a-card",
    "goods",
    "plus-one-tile",
    "permanent-bonuses",
    rulings=(rulings.BONUS_OFF_TURN, rulings.TILE_COUNTS, rulings.BONUS_USE),
)
BOUGHT_CARD_TO_HAND = effect("GDS-12", "bought-card-to-hand", "goods-acquire")
USED_GOODS_FLIP = effect(
    "GDS-13", "used-goods-flip", "goods-advance", "used-cards", "plus-one-tile"
)
