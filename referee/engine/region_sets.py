"""The sets of regions that an expansion can enter, counted by what is alike in them.

A set is a number with a bit for each region. Sets grow by one region at a time, each with the
least points that it takes, and none is looked at twice. What comes after entering depends on no
more than the rewards of the regions and the posts that are ousted: sets that are alike in these
are told as one way to enter them, and how many there are.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.engine.expansion import ousting_points
from referee.engine.unfinished import Unfinished
from referee.engine.work import COMPANY_INDEX, Work
from referee.game.ids import RegionId
from referee.game.turns import Entering


class _Reach(NamedTuple):
    """A region that is not held: how it can be entered, and what it counts as."""

    region: RegionId
    bit: int
    landing: int | None
    """The points of the cheapest border from what the company holds."""
    near: tuple[tuple[int, int], ...]
    """The points of borders, the cheapest first, each with the regions behind them."""
    post: int
    """The points that a foreign post costs."""
    kind: int
    """One of the regions that are alike, as a number to be added up."""


def alike_sets(entering: Unfinished, tick: Callable[[], None]) -> Iterator[tuple[Unfinished, int]]:
    """Yield a way to enter regions for each kind of set, and how many sets are of that kind."""
    work = entering.work
    reach = _reach(work)
    sets: dict[int, tuple[int, int]] = {0: (0, 0)}
    posts = sum(column.posts for column in work.bases[COMPANY_INDEX[work.company or ""]])
    for size in range(posts + 1):
        kinds: dict[int, tuple[int, int]] = {}
        for entered, (_, kind) in sets.items():
            example, number = kinds.get(kind, (entered, 0))
            kinds[kind] = example, number + 1
        for example, number in kinds.values():
            yield _entered(entering, [each for each in reach if each.bit & example]), number
        sets = _grown(sets, reach, work.expansion_points, tick) if size < posts else {}
        if not sets:
            return


def _reach(work: Work) -> list[_Reach]:
    regions = [region for region in work.facts.region_index if region not in work.stands_in]
    bits = {region: 1 << number for number, region in enumerate(regions)}
    kinds: dict[object, int] = {}
    found: list[_Reach] = []
    for region, bit in bits.items():
        near: dict[int, int] = {}
        for place, points in work.facts.entries[region].items():
            if place in bits:
                near[points] = near.get(points, 0) | bits[place]
        index = work.facts.region_index[region]
        printed = work.facts.components.regions[index]
        alike = printed.reward, printed.amount, work.state.regions[index]
        # No set has so many regions of one kind that a sum would say something else.
        kind = kinds.setdefault(alike, 1 << (len(kinds) * len(bits).bit_length()))
        landing = work.facts.cheapest_entry(region, work.stands_in)
        cheapest_first = tuple(sorted(near.items()))
        post = ousting_points(work, region)
        found.append(_Reach(RegionId(region), bit, landing, cheapest_first, post, kind))
    return found


def _grown(
    sets: dict[int, tuple[int, int]], reach: list[_Reach], most: int, tick: Callable[[], None]
) -> dict[int, tuple[int, int]]:
    """Return the sets with one region more, each with its points and its kind."""
    longer: dict[int, tuple[int, int]] = {}
    for entered, (spent, kind) in sets.items():
        tick()
        for each in reach:
            if each.bit & entered:
                continue
            points = _points(each, entered)
            if points is None or spent + points > most:
                continue
            further = entered | each.bit
            known = longer.get(further)
            if known is None or spent + points < known[0]:
                longer[further] = spent + points, kind + each.kind
    return longer


def _points(each: _Reach, entered: int) -> int | None:
    """Return the points that it takes to enter a region after others."""
    for points, behind in each.near:
        if each.landing is not None and each.landing <= points:
            break
        if behind & entered:
            return points + each.post
    return None if each.landing is None else each.landing + each.post


def _entered(entering: Unfinished, regions: list[_Reach]) -> Unfinished:
    """Return a way to enter these regions for the least points, and nothing more."""
    left, entered = list(regions), 0
    while left:
        # Borders cost the same both ways: the cheapest next region is never a mistake.
        open_now = [
            (points, each) for each in left if (points := _points(each, entered)) is not None
        ]
        _, best = min(open_now, key=lambda pair: pair[0] - pair[1].post)
        work = entering.work
        columns = work.bases[COMPANY_INDEX[work.company or ""]]
        column = next(number for number, column in enumerate(columns, 1) if column.posts)
        entering = entering.saying(Entering(best.region, column))
        left.remove(best)
        entered |= best.bit
    return entering.passing()
