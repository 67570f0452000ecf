"""What books require of the face-up cards and tiles."""

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from model.terms import Truth, Whole, both, every, some
from referee.game.components import (
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
)
from referee.game.ids import GOODS, Good


class Totals(NamedTuple):
    """What lies face up while the ink jar moves."""

    goods: dict[Good, Whole]
    expansion: Whole
    colleagues: Whole
    """Diamond merchants and bookkeepers besides the one in use."""


def met(requires: Iterable[Requirement], totals: Totals) -> Truth:
    """Say that all requirements are met; those that fall on the same thing add up."""
    needs = tuple(requires)
    expansion = sum(n.points for n in needs if isinstance(n, NeedsExpansion))
    colleagues = sum(n.count for n in needs if isinstance(n, NeedsColleague))
    fixed = {
        good: sum(n.units for n in needs if isinstance(n, NeedsGood) and n.good == good)
        for good in GOODS
    }
    of_one = [need.units for need in needs if isinstance(need, NeedsOneGood)]
    ways: list[Truth] = []
    for chosen in product(GOODS, repeat=len(of_one)):
        sums = dict(fixed)
        for good, units in zip(chosen, of_one, strict=True):
            sums[good] += units
        ways.append(every(totals.goods[good] >= units for good, units in sums.items() if units))
    return both(
        some(ways),
        totals.expansion >= expansion,
        colleagues == 0 or totals.colleagues >= colleagues,
    )
