"""Expansion: entering regions, rewards, ousting."""

from referee.core import rulings
from referee.core.rule import effect, legality

HAS_EXPANSION_CARD = legality("EXP-01", "has-expansion-card", "expansion", "actions")
ALL_EXPANSION_CARDS = legality(
    "EXP-02", "all-expansion-cards", "expansion", "actions", "used-cards", facts="missing"
)
ENTERS_REGIONS = legality("EXP-03", "enters-regions", "expansion-notes", facts="region")
ACCESSIBLE = legality(
    "EXP-04",
    "accessible",
    "expansion-enter",
    "expansion-notes",
    facts="region source",
    rulings=(rulings.EXPANSION_SOURCE, rulings.EXPANSION_CHAIN),
)
NOT_ALREADY_THERE = legality("EXP-05", "not-already-there", "expansion-enter", facts="region")
POINTS_SUFFICE = legality(
    "EXP-06",
    "points-suffice",
    "expansion-enter",
    facts="cost total",
    rulings=(rulings.EXPANSION_SOURCE,),
)
FOREMOST_POST = legality("EXP-07", "foremost-post", "expansion-enter", facts="column")
EACH_REWARD_ONCE = legality(
    "EXP-08",
    "each-reward-once",
    "expansion-after",
    facts="regions",
    rulings=(rulings.REGION_REWARD_ORDER, rulings.PARTIAL_USE),
)
POINTS_ARE_ONE_POOL = legality(
    "EXP-09",
    "points-are-one-pool",
    "region-rewards",
    facts="times points",
    rulings=(rulings.REGION_REWARD_ORDER, rulings.POOLS),
)
REWARD_AS_SHOWN = legality(
    "EXP-10",
    "reward-as-shown",
    "region-rewards",
    facts="region count amount",
    rulings=(rulings.PARTIAL_USE,),
)
OUSTS_ALL = legality(
    "EXP-11", "ousts-all", "expansion-after", facts="regions", rulings=(rulings.OUST_COLUMN,)
)
OUSTED_TO_FREE_SPACE = legality(
    "EXP-12",
    "ousted-to-free-space",
    "expansion-after",
    "expansion-notes",
    facts="company column",
    rulings=(rulings.OUST_COLUMN,),
)
COST_OF_ENTERING = effect(
    "EXP-13", "cost-of-entering", "expansion-enter", rulings=(rulings.EXPANSION_SOURCE,)
)
TOTAL_EXPANSION_VALUE = effect(
    "EXP-14",
    "total-expansion-value",
    "expansion",
    "expansion-tile",
    "permanent-bonuses",
    rulings=(rulings.TILE_COUNTS, rulings.SHARE_ON_EXPANSION_CARD),
)
REWARDS_OF_REGIONS = effect(
    "EXP-15", "rewards-of-regions", "region-rewards", rulings=(rulings.REGION_REWARD_ORDER,)
)
REAR_SPACE_FIRST = effect(
    "EXP-16", "rear-space-first", "expansion-after", rulings=(rulings.OUST_COLUMN,)
)
NO_SPACE_NO_POST = effect(
    "EXP-17", "no-space-no-post", "expansion-notes", rulings=(rulings.OUST_COLUMN,)
)
POSTS_STAND = effect(
    "EXP-18", "posts-stand", "expansion-after", rulings=(rulings.REWARDS_THEN_OUST,)
)
EXPANSION_CARDS_FLIP = effect(
    "EXP-19",
    "expansion-cards-flip",
    "expansion-after",
    "used-cards",
    "expansion-enter",
    "expansion-notes",
    rulings=(rulings.EXPANSION_EMPTY,),
)
POST_LEAVES_BASE = effect("EXP-20", "post-leaves-base", "expansion-enter")
BASE_HAS_POSTS = legality(
    "EXP-21",
    "base-has-posts",
    "expansion-notes",
    facts="company",
    rulings=(rulings.EMPTY_BASE,),
)
