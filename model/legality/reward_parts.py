"""What a reward consists of, and the variables of one of its parts."""

from collections.abc import Iterator
from typing import NamedTuple

from model.relation import Relation
from model.terms import Bit, Num, Truth, Whole, either, eq, implies, no, same
from referee.game.turns import (
    Advance,
    BuyCard,
    MoveDiamond,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
)

BOUGHT = "card"
"""The name of a purchase among the parts."""

NOT_BOUGHT = -8
"""The rank of a purchase that is not made; parts have ranks from -1 to -7 in that case."""


class Amounts(NamedTuple):
    """What a reward gives; a part of it that can never be given is a known 0."""

    pounds: Whole = 0
    has_pounds: Truth = False
    """Pounds are part of the reward, even if they come to nothing."""
    diamonds: Whole = 0
    points: Whole = 0
    has_points: Truth | None = None
    """Points are part of the reward; None where the number of points has to tell."""
    posts: Whole = 0
    tracks: tuple[Whole, ...] = (0, 0, 0, 0)
    most_steps: int = 0
    """The most steps that any track can be given."""


class PartUse:
    """One part: its rank, how much of it was used, and whether that was left unsaid."""

    def __init__(self, relation: Relation, name: str, number: int) -> None:
        self.name = name
        self.rank: Num = relation.whole(f"rank-{name}", f"reward-{name}")
        self.count: Num = relation.amount(f"count-{name}", f"reward-{name}")
        self.unsaid: Bit = relation.bit(f"unsaid-{name}", f"reward-{name}")
        self._never = -number
        relation.shape(either(self.rank > 0, eq(self.rank, self._never)))
        relation.shape(implies(no(self.said), eq(self.count, 0)))

    @property
    def said(self) -> Truth:
        """Say that the part was taken."""
        return self.rank > 0

    def facts(self, rank: int | None, amount: int | None) -> Iterator[Truth]:
        """Yield what was said about the part."""
        yield eq(self.rank, self._never if rank is None else rank)
        yield same(self.unsaid, rank is not None and amount is None)
        if rank is not None and amount is not None:
            yield eq(self.count, amount)


def named(part: RewardPart) -> tuple[str, int | None]:
    """Return the name of a part and the amount said; posts have no rank and so no name."""
    match part:
        case TakePounds(count):
            return "pounds", count
        case MoveDiamond(count):
            return "diamonds", count
        case Advance(company, count):
            return company, count
        case SpendPoints():
            return "points", None
        case BuyCard():
            return BOUGHT, None
        case RemovePost():
            return "", None
