"""What a solution makes of the rewards of a turn."""

from referee.core.canonical import NO_GAINS, Gains
from referee_model.legality.pools import BookPlaces
from referee_model.legality.rewards import RewardParts
from referee_model.solver import Values
from referee_model.terms import Num, Whole


def read(values: Values, number: Whole) -> int:
    """Return what a solution makes of a number."""
    return values.number(number.text) if isinstance(number, Num) else number


def gains(values: Values, parts: RewardParts, places: BookPlaces, for_pounds: Whole) -> Gains:
    """Return what a solution makes of a reward, in amounts and sets."""
    placed = frozenset(places.said(values))
    return Gains(
        pounds=read(values, parts.pounds.count) if parts.pounds else 0,
        diamonds=read(values, parts.diamonds_used),
        steps=tuple(read(values, steps) for steps in parts.steps()),
        books=frozenset(placing.book for placing in placed),
        points_for_pounds=read(values, for_pounds),
        removed=parts.removals.counts(values) if parts.removals else NO_GAINS.removed,
        placed=placed,
    )
