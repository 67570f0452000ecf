"""What it costs to enter a region where borders were not read: one number for all cases."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.game.ids import COMPANIES
from referee.game.limits import DOUBLE_BORDER_POINTS, SINGLE_BORDER_POINTS
from referee.game.messages.copies import copy_words
from referee.unread.blank_places import NO_BORDER
from referee.unread.conditions import Among, Cube
from referee.unread.defined_numbers import DefinedNumbers
from referee.unread.lazy_entries import is_among
from referee.unread.lazy_mappings import LazyMapping
from referee.unread.numbers import UnreadNumber, unread
from referee.unread.runs import current
from referee.unread.variables import Mask, Variable

NONE: Final[Mask] = 1 << NO_BORDER
SINGLE: Final[Mask] = 1 << 1
DOUBLE: Final[Mask] = 1 << 2


class Entries:
    """The cheapest ways into regions, over borders of which some or all were not read."""

    def __init__(self, around: Mapping[str, Mapping[str, Any]], made: DefinedNumbers) -> None:
        self._around = around
        """By region and place beside it the lines between them, or the variable of these."""
        self._made = made

    def unread(self, region: str, held: Iterable[str]) -> list[Variable] | None:
        """Return the borders that decide what an entry costs; None if one is known to be single."""
        beside = self._around.get(region, {})
        guard = current().guard
        found: list[Variable] = []
        for place in sorted(held):
            lines = beside.get(place)
            if isinstance(lines, UnreadNumber):
                [(lines, _)] = lines.terms
            mask = guard.mask(lines) if isinstance(lines, Variable) else 1 << (lines or NO_BORDER)
            if mask == SINGLE:
                return None
            if isinstance(lines, Variable) and mask != NONE:
                found.append(lines)
        return found

    def is_double(self, region: str, held: Iterable[str]) -> bool:
        """Return whether a double border into a region was read."""
        beside = self._around.get(region, {})
        return any(beside.get(place) == 2 for place in held if _is_plain(beside.get(place)))  # noqa: PLR2004

    def cheapest(self, region: str, borders: list[Variable], *, is_double: bool) -> Any:  # noqa: ANN401
        """Return the points of the cheapest of several unread borders, None if there is none."""
        cases: list[tuple[Cube, int]] = [
            ((Among(border, SINGLE),), SINGLE_BORDER_POINTS) for border in borders
        ]
        not_single = tuple([Among(border, border.domain & ~SINGLE) for border in borders])
        if is_double:
            cases.append((not_single, DOUBLE_BORDER_POINTS))
        else:
            cases += [
                ((*not_single, Among(border, DOUBLE)), DOUBLE_BORDER_POINTS) for border in borders
            ]
            if all(border.domain & NONE for border in borders):
                cases.append((tuple([Among(border, NONE) for border in borders]), 0))
        key = "entry", region, is_double, tuple(border.key for border in borders)
        subject = copy_words().say("derived", "entry", region=region)
        found = self._made.number(key, subject, cases, UnreadNumber)
        return found if found != 0 else None


def _is_plain(lines: object) -> bool:
    return isinstance(lines, int)


def points_of(lines: Any) -> Any:  # noqa: ANN401
    """Return what a border with so many lines costs."""
    return SINGLE_BORDER_POINTS + (DOUBLE_BORDER_POINTS - SINGLE_BORDER_POINTS) * (lines - 1)


def beside(read: Mapping[str, Any], perhaps: Mapping[str, Variable]) -> Any:  # noqa: ANN401
    """Return what borders on a place, with the points; whether an unread border exists is asked."""
    if not perhaps:
        return read
    exists = {place: v.domain & ~(1 << NO_BORDER) for place, v in perhaps.items()}
    return LazyMapping(
        {**read, **perhaps},
        lambda place: place in read or is_among(perhaps[place], exists[place]),
        lambda place: read[place] if place in read else points_of(unread(perhaps[place])),
    )


def without_bases(around: Any) -> Any:  # noqa: ANN401
    """Return what borders on a place without the bases."""
    bases = set[str](COMPANIES)
    if isinstance(around, LazyMapping):
        return around.without(bases)
    return {place: cost for place, cost in around.items() if place not in bases}
