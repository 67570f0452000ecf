"""Company tracks: steps, calls, special spaces, bonuses."""

from referee.core import rulings
from referee.core.rule import effect, legality

NOT_BEYOND_THE_END = legality("TRK-01", "not-beyond-the-end", "capital-calls", facts="company last")
CALL_IS_PAID = legality(
    "TRK-02",
    "call-is-paid",
    "capital-calls",
    facts="company space call cash",
    rulings=(rulings.CAPITAL_CALL, rulings.STEP_BY_STEP),
)
STEPS_ARE_MADE = legality(
    "TRK-03",
    "steps-are-made",
    "capital-calls",
    "region-rewards",
    "extra-spaces",
    facts="company made possible",
    rulings=(rulings.CAPITAL_CALL, rulings.PARTIAL_USE, rulings.STEP_BY_STEP),
)
CALL_COSTS = effect("TRK-04", "call-costs", "capital-calls", rulings=(rulings.STEP_BY_STEP,))
REST_IS_FORFEITED = effect(
    "TRK-05",
    "rest-is-forfeited",
    "capital-calls",
    rulings=(rulings.CAPITAL_CALL,),
)
SPECIAL_PAYS = effect("TRK-06", "special-pays", "special-spaces", rulings=(rulings.STEP_BY_STEP,))
SPECIAL_PAYS_AGAIN = effect(
    "TRK-07", "special-pays-again", "special-spaces", rulings=(rulings.SPECIAL_AGAIN,)
)
BONUS_FROM_NEXT_TURN = effect(
    "TRK-08", "bonus-from-next-turn", "track-bonuses", rulings=(rulings.UNLOCK_NEXT_TURN,)
)
BONUSES_NOT_ADDED = effect(
    "TRK-09",
    "bonuses-not-added",
    "track-bonuses",
    rulings=(rulings.SECOND_OR_FIRST, rulings.BONUS_OFF_TURN, rulings.BONUS_USE),
)
EXPANSION_BONUS = effect(
    "TRK-10",
    "expansion-bonus",
    "permanent-bonuses",
    rulings=(rulings.EXPANSION_BONUS_FACE_UP, rulings.BONUS_OFF_TURN),
)
MORE_MARKERS = effect(
    "TRK-11", "more-markers", "permanent-bonuses", rulings=(rulings.EXTRA_MARKERS_TRACK,)
)
STEP_IS_A_SPACE = effect("TRK-12", "step-is-a-space", "goods-advance", "region-rewards")
BONUS_LEVEL_WORKS = legality(
    "TRK-13",
    "bonus-level-works",
    "track-bonuses",
    facts="company level works",
    rulings=(rulings.BONUS_USE, rulings.SECOND_OR_FIRST, rulings.UNLOCK_NEXT_TURN),
)
