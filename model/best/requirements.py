"""Whether face-up cards meet the requirements of a book."""

from collections.abc import Iterable, Mapping
from itertools import product

from model.best.table import MoverTable
from referee.game.components import (
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
)
from referee.game.ids import GOODS, Good


def are_met(
    requires: Iterable[Requirement], totals: Mapping[Good, int], expansion: int, colleagues: int
) -> bool:
    """Return whether all that lies face up meets requirements; those of one sort add up."""
    needed = dict.fromkeys(GOODS, 0)
    points = count = 0
    free = []
    for requirement in requires:
        match requirement:
            case NeedsGood(good=good, units=units):
                needed[good] += units
            case NeedsOneGood(units=units):
                free.append(units)
            case NeedsExpansion(points=more):
                points += more
            case NeedsColleague(count=more):
                count += more
    if points > expansion or count > colleagues:
        return False
    return any(
        all(
            needed[good] + sum(u for u, g in zip(free, goods, strict=True) if g == good)
            <= totals[good]
            for good in GOODS
        )
        for goods in product(GOODS, repeat=len(free))
    )


def meeting(table: MoverTable, requires: tuple[Requirement, ...]) -> bool | frozenset[Good]:
    """Return whether a book can be entered; if only with the goods tile, on which goods."""
    expansion = table.expansion(table.me)
    colleagues = len(table.merchants) + len(table.bookkeepers) - 1
    if are_met(requires, table.totals, expansion, colleagues):
        return True
    goods = {card.good for card in table.tile_cards}
    helped = frozenset(
        good
        for good in goods
        if are_met(
            requires,
            {**table.totals, good: table.totals[good] + table.tile_units},
            expansion,
            colleagues,
        )
    )
    return helped or False
