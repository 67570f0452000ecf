"""Bonus markers, bonus spaces, bonus tiles."""

from referee.core import rulings
from referee.core.rule import effect, legality

HAS_MARKER = legality(
    "BON-01",
    "has-marker",
    "bonus-marker",
    "permanent-bonuses",
    facts="placed markers",
    rulings=(rulings.EXTRA_MARKERS_TRACK,),
)
SPACE_ON_TABLE = legality("BON-02", "space-on-table", "bonus-marker", facts="space")
SPACE_EMPTY = legality(
    "BON-03",
    "space-empty",
    "bonus-marker",
    "track-bonuses",
    facts="space",
    rulings=(rulings.TRACK_SPACE_SHARED,),
)
SPACE_IS_PAID = legality(
    "BON-04",
    "space-is-paid",
    "bonus-marker",
    "tile-spaces",
    "space-buy-card",
    "extra-spaces",
    "general-notes",
    facts="cost cash",
)
NOT_ON_FIRST_TURN = legality(
    "BON-05", "not-on-first-turn", "space-first-player", rulings=(rulings.START_PLAYER_SPACE,)
)
SPACE_UNLOCKED = legality(
    "BON-06",
    "space-unlocked",
    "track-bonuses",
    facts="space",
    rulings=(rulings.UNLOCK_NEXT_TURN,),
)
ONE_SPACE_A_TRACK = legality(
    "BON-07",
    "one-space-a-track",
    "track-bonuses",
    facts="space",
    rulings=(rulings.SECOND_OR_FIRST,),
)
NOBODY_HAS_MORE = legality(
    "BON-08",
    "nobody-has-more",
    "majority",
    facts="counts own most",
    rulings=(rulings.MAJORITY_FACE_UP, rulings.BONUS_OFF_TURN),
)
TIER_REACHED = legality(
    "BON-09",
    "tier-reached",
    "majority",
    facts="own least",
    rulings=(rulings.MAJORITY_ZERO, rulings.MAJORITY_LOWER),
)
CHOOSES_ONE_REWARD = legality(
    "BON-10", "chooses-one-reward", "majority", "extra-spaces", facts="option options"
)
DISCARD_FROM_HAND = legality(
    "BON-11",
    "discard-from-hand",
    "space-discard-card",
    "extra-spaces",
    facts="card",
    rulings=(rulings.SHARE_CARDS,),
)
BUYS_FROM_DISPLAY = legality(
    "BON-12",
    "buys-from-display",
    "space-buy-card",
    "extra-spaces",
    facts="card",
    rulings=(rulings.BUY_FOR_POUNDS,),
)
CARD_IS_PAID = legality(
    "BON-13",
    "card-is-paid",
    "space-buy-card",
    "extra-spaces",
    "general-notes",
    facts="price cash",
    rulings=(rulings.PRICE_FLOOR, rulings.REWARD_PARTS_ORDER),
)
REWARD_IS_TAKEN = legality(
    "BON-14",
    "reward-is-taken",
    "bonus-marker",
    "space-buy-card",
    "extra-spaces",
    facts="expected",
    rulings=(rulings.BONUS_MUST_REWARD, rulings.AND_OR_SPACE, rulings.PARTIAL_USE),
)
SPACE_REWARD_AS_SHOWN = legality(
    "BON-15",
    "space-reward-as-shown",
    "bonus-marker",
    "majority",
    "extra-spaces",
    "space-first-player",
    facts="said expected",
    rulings=(rulings.PARTIAL_USE, rulings.REWARD_PARTS_ORDER),
)
DIFFERENT_OTHER_TRACKS = legality(
    "BON-16",
    "different-other-tracks",
    "extra-spaces",
    facts="companies",
    rulings=(rulings.D2_BLOCKED_CHOICE,),
)
GOODS_TILE_PLACED = legality(
    "BON-17", "goods-tile-placed", "plus-one-tile", facts="card", rulings=(rulings.PLUS_ONE_TILE,)
)
MARKER_BLOCKS = effect("BON-18", "marker-blocks", "bonus-marker")
SPACE_COSTS = effect(
    "BON-19", "space-costs", "bonus-marker", "tile-spaces", "extra-spaces", "space-buy-card"
)
FIRST_PLAYER_MARKER = effect("BON-20", "first-player-marker", "space-first-player")
DISCARD_PAYS = effect("BON-21", "discard-pays", "space-discard-card", "extra-spaces")
BUYING_FOR_POUNDS = effect(
    "BON-22",
    "buying-for-pounds",
    "space-buy-card",
    "extra-spaces",
    "general-notes",
    rulings=(rulings.PRICE_FLOOR, rulings.BUY_FOR_POUNDS),
)
MAJORITY_GIVES = effect("BON-23", "majority-gives", "majority", rulings=(rulings.MAJORITY_LOWER,))
EXTRA_SPACE_GIVES = effect(
    "BON-24", "extra-space-gives", "extra-spaces", "track-bonuses", rulings=(rulings.AND_OR_SPACE,)
)
TILE_IS_RESERVED = effect(
    "BON-25",
    "tile-is-reserved",
    "tile-spaces",
    "bonus-tiles",
    rulings=(rulings.LAST_ROUND_TILES, rulings.TILE_ARRIVAL),
)
TILES_ARE_CARDS = effect(
    "BON-26",
    "tiles-are-cards",
    "bonus-tiles",
    "bookkeeper-tile",
    "merchant-tile",
    "expansion-tile",
    rulings=(rulings.TILE_COUNTS,),
)
GOODS_TILE_ADDS = effect(
    "BON-27", "goods-tile-adds", "plus-one-tile", rulings=(rulings.PLUS_ONE_TILE,)
)
