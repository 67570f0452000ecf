"""What a solution makes of the rewards of a turn."""

from model.legality.book_places import BookPlaces
from model.legality.rewards import RewardParts
from model.solver import Values
from model.terms import Num, Whole
from referee.game.canonical import NO_GAINS, Gains


def read(values: Values, number: Whole) -> int:
    """Return what a solution makes of a number."""
    return values.number(number.text) if isinstance(number, Num) else number


def gains(values: Values, parts: RewardParts, places: BookPlaces, for_pounds: Whole) -> Gains:
    """Return what a solution makes of a reward, in amounts and sets."""
    placed = frozenset(places.said(values))
    return Gains(
        pounds=read(values, parts.pounds.count) if parts.pounds else 0,
        diamonds=parts.diamonds_of_use(values) if parts.diamonds else 0,
        steps=tuple(read(values, steps) for steps in parts.steps()),
        books=frozenset(placing.book for placing in placed),
        points_for_pounds=read(values, for_pounds),
        removed=parts.removals.counts(values) if parts.removals else NO_GAINS.removed,
        placed=placed,
    )
