"""Whether face-up cards meet the requirements of a book."""

from itertools import product
from typing import assert_never

from referee.engine.area import Area
from referee.game.components import (
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
)
from referee.game.ids import GOODS, Good


def meets(area: Area, requires: tuple[Requirement, ...]) -> bool:
    """Return whether the area meets all requirements together."""
    needed: dict[Good, int] = dict.fromkeys(GOODS, 0)
    free: list[int] = []
    points = colleagues = 0
    for requirement in requires:
        match requirement:
            case NeedsGood():
                needed[requirement.good] += requirement.units
            case NeedsOneGood():
                free.append(requirement.units)
            case NeedsExpansion():
                points += requirement.points
            case NeedsColleague():
                colleagues += requirement.count
            case _:
                assert_never(requirement)
    if points and area.expansion() < points:
        return False
    # The bookkeeper in use is turned down already and does not count.
    if colleagues and len(area.merchants()) + len(area.bookkeepers()) < colleagues:
        return False
    if not free:
        return all(not units or area.goods(good) >= units for good, units in needed.items())
    have = {good: area.goods(good) for good in GOODS}
    # Each "one good" falls on some good; what falls on the same good adds up.
    return any(
        all(
            have[good]
            >= needed[good] + sum(u for u, on in zip(free, falls, strict=True) if on == good)
            for good in GOODS
        )
        for falls in product(GOODS, repeat=len(free))
    )


def in_words(requires: tuple[Requirement, ...]) -> tuple[str, ...]:
    """Return all requirements in words."""
    return tuple(said(requirement) for requirement in requires)


def said(requirement: Requirement) -> str:
    """Return a requirement in words."""
    match requirement:
        case NeedsGood():
            return f"{requirement.units} {requirement.good}"
        case NeedsOneGood():
            return f"{requirement.units} of one good"
        case NeedsExpansion():
            return f"expansion {requirement.points}"
        case NeedsColleague():
            return f"{requirement.count} diamond merchant or other bookkeeper"
        case _:
            assert_never(requirement)
