"""Planning: which cards are placed where."""

from referee.core import rulings
from referee.core.rule import effect, legality

PLAN_WHEN_DUE = legality("PLN-01", "plan-when-due", "planning", "rounds", facts="phase")
ONE_PLAN_EACH = legality("PLN-02", "one-plan-each", "planning", facts="seat")
PLAN_FROM_HAND = legality("PLN-03", "plan-from-hand", "planning-place", facts="cards")
ONE_SLOT_A_CARD = legality("PLN-04", "one-slot-a-card", "planning-place", facts="cards")
SLOT_UNLOCKED = legality(
    "PLN-05", "slot-unlocked", "planning-place", "additional-slots", facts="slot at needed"
)
NO_SHARE_CARD_IN_SLOT = legality(
    "PLN-06", "no-share-card-in-slot", "single-share-cards", facts="cards"
)
ALL_REVEAL = effect("PLN-07", "all-reveal", "planning-reveal", rulings=(rulings.EMPTY_PLAN,))
KNOWN_SLOTS = legality("PLN-08", "known-slots", "planning-place", facts="slots")
