"""What is stated about the map and the company bases."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final

from referee.components.set_invariant import (
    Findings,
    across,
    at,
    counted,
    each,
    holds,
    most_points,
    stated,
)
from referee.core.component_set import ComponentSet
from referee.core.components import (
    Base,
    ExpansionBonus,
    ExpansionCard,
    ExpansionTile,
    Region,
    neighbours,
)
from referee.core.ids import COMPANIES, SLOTS, Company

REGIONS: Final = 24
ENCLAVES: Final = 2
REWARDS: Final = ("pounds", "diamonds", "track", "points")
LONGEST_NAME: Final = 40
FARTHEST_DRAWN: Final = 199
"""Columns and lines; a schematic map beyond them fits no page."""


@stated("map-24-regions", "expansion", "regions")
def _regions(components: ComponentSet) -> Findings:
    if (seen := len(components.regions)) != REGIONS:
        yield across("regions", "map.region-count", seen=seen, regions=REGIONS)


each("map-names", "", "regions", "map.bad-name",
     lambda region: (not region.name.strip() or not region.name.isprintable()
                     or len(region.name) > LONGEST_NAME) and {"name": f"{region.name!r:.60}"},
     longest_name=LONGEST_NAME)  # fmt: skip


@stated("map-bases-are-not-regions", "expansion-notes", "regions borders")
def _bases_apart(components: ComponentSet) -> Findings:
    for region in components.regions:
        if region.id in COMPANIES:
            yield at(region, "map.company-name")
    for border in components.borders:
        if all(place in COMPANIES for place in border.between):
            yield at(border, "map.two-bases")


@stated("map-border-ends", "", "regions borders")
def _ends(components: ComponentSet) -> Findings:
    known = {*components.region, *COMPANIES}
    for border in components.borders:
        one, other = border.between
        for place in dict.fromkeys(border.between):
            if place not in known:
                yield at(border, "map.no-place", place=f"{place:.40}")
        if one == other:
            yield at(border, "map.same-place")


@stated("map-borders-once", "", "borders")
def _borders_once(components: ComponentSet) -> Findings:
    seen: set[frozenset[str]] = set()
    for border in components.borders:
        pair = frozenset(border.between)
        if pair in seen:
            yield at(border, "map.border-twice")
        seen.add(pair)


@stated("map-both-borders", "expansion-enter", "borders")
def _both_borders(components: ComponentSet) -> Findings:
    seen = {border.lines for border in components.borders}
    for lines, word in ((1, "single"), (2, "double")):
        if lines not in seen:
            yield across("borders", "map.no-border-kind", word=word)


@stated("map-reachable", "expansion-enter", "regions borders")
def _reachable(components: ComponentSet) -> Findings:
    near = neighbours(components.borders)
    bases = set[str](COMPANIES)
    reached = {company: _reached_from(company, near, bases) for company in COMPANIES}
    for region in components.regions:
        cut_off = [company for company in COMPANIES if region.id not in reached[company]]
        if cut_off:
            yield at(region, "map.cut-off", cut_off=", ".join(cut_off))


def _reached_from(start: str, near: Mapping[str, Mapping[str, int]], closed: set[str]) -> set[str]:
    """Return every place on a way from `start` that goes through no place of `closed`."""
    seen = {start}
    waiting = [start]
    while waiting:
        for place in near.get(waiting.pop(), {}):
            if place not in seen and place not in closed:
                seen.add(place)
                waiting.append(place)
    return seen


@stated("map-two-without-reward", "expansion-notes", "regions")
def _rewardless(components: ComponentSet) -> Findings:
    seen = [region.id for region in components.regions if region.reward == "none"]
    if len(seen) != ENCLAVES:
        which = f" ({', '.join(seen)})" if seen else ""
        facts = {"seen": len(seen), "which": f"{which:.200}", "enclaves": ENCLAVES}
        yield across("regions", "map.no-reward-count", **facts)


@stated("map-enclaves", "expansion-notes", "regions borders")
def _enclosed(components: ComponentSet) -> Findings:
    # A region with one neighbour may also lie on the coast, so only those that a region without
    # reward surrounds are known to be enclaves.
    near = neighbours(components.borders)
    for region in components.regions:
        if region.reward == "none" and not any(
            len(near[place]) == 1 for place in near.get(region.id, {}) if place not in COMPANIES
        ):
            yield at(region, "map.encloses-nothing")


@stated("map-amounts", "", "regions")
def _amounts(components: ComponentSet) -> Findings:
    for region in components.regions:
        if region.reward == "none" and region.amount:
            yield at(region, "map.amount-without-reward", amount=region.amount)
        if region.reward != "none" and not region.amount:
            yield at(region, "map.no-amount", reward=region.reward)


@stated("map-four-rewards", "region-rewards", "regions")
def _reward_kinds(components: ComponentSet) -> Findings:
    seen = {region.reward for region in components.regions}
    for kind in REWARDS:
        if kind not in seen:
            yield across("regions", "map.no-reward-kind", kind=kind, rewards=", ".join(REWARDS))


each("map-points-1-to-3", "bookkeeping-points", "regions", "amounts.points-range",
     lambda region: region.reward == "points" and most_points(region.amount))  # fmt: skip
each("map-mines-with-diamonds", "region-rewards", "regions", "map.mines-without-diamonds",
     lambda region: region.mines and region.reward != "diamonds")  # fmt: skip


@stated("map-drawn", "", "regions bases")
def _drawn(components: ComponentSet) -> Findings:
    seen: set[tuple[int, int]] = set()
    places: tuple[Region | Base, ...] = (*components.regions, *components.bases)
    for entry in places:
        column, line = entry.drawn
        if not (0 <= column <= FARTHEST_DRAWN and 0 <= line <= FARTHEST_DRAWN):
            yield at(entry, "map.drawn-outside", drawn=entry.drawn, farthest_drawn=FARTHEST_DRAWN)
        if entry.drawn in seen:
            yield at(entry, "map.drawn-on-another", drawn=entry.drawn)
        seen.add(entry.drawn)


SINGLE: Final = 1
DOUBLE: Final = 2
EXAMPLE_REGIONS: Final = 3
EXAMPLE_MINES: Final = 3


@stated("map-three-mines", "merchant", "regions")
def _three_mines(components: ComponentSet) -> Findings:
    totals = {0}
    for region in components.regions:
        totals |= {total + region.mines for total in totals if total < EXAMPLE_MINES}
    if EXAMPLE_MINES not in totals:
        yield across("regions", "map_examples.no-mine-total", mines=EXAMPLE_MINES)


@stated("map-cape-town-example", "expansion-enter", "borders")
def _cape_town(components: ComponentSet) -> Findings:
    near = {
        place: {other: lines for other, lines in others.items() if other not in COMPANIES}
        for place, others in neighbours(components.borders).items()
    }
    # Of three regions behind a double border one at least is neither the first nor the second.
    beyond = {
        place: [other for other, lines in others.items() if lines == DOUBLE][:3]
        for place, others in near.items()
    }
    for first, one in near.get("cape-town", {}).items():
        for second, two in near[first].items():
            thirds = {*beyond["cape-town"], *beyond[first], *beyond[second]}
            if one == two == SINGLE and thirds - {first, second}:
                return
    yield across("borders", "map_examples.no-border-way")


@stated("map-three-points", "bookkeeping-points", "regions borders tracks cards tiles")
def _three_points(components: ComponentSet) -> Findings:
    # The company may have had posts all over the map, so each region counts with its cheapest way.
    near = neighbours(components.borders)
    costs = sorted(
        min(near[region.id].values())
        for region in components.regions
        if region.reward == "points" and region.amount == 1 and region.id in near
    )
    if len(costs) < EXAMPLE_REGIONS:
        facts = {"costs": len(costs), "regions": EXAMPLE_REGIONS}
        yield across("regions", "map_examples.one-point-regions", **facts)
    elif (cost := sum(costs[:EXAMPLE_REGIONS])) > (best := _best_expansion(components)):
        facts = {"regions": EXAMPLE_REGIONS, "cost": cost, "best": best}
        yield across("regions", "map_examples.one-point-cost", **facts)


def _best_expansion(components: ComponentSet) -> int:
    cards = [card for card in components.cards if isinstance(card, ExpansionCard)]
    numbered = max((card.points for card in cards if card.seat), default=0)
    points = sorted([numbered, *(card.points for card in cards if not card.seat)], reverse=True)
    tiles = (tile.points for tile in components.tiles if isinstance(tile, ExpansionTile))
    bonuses = (
        bonus.points
        for track in components.tracks
        for bonus in track.bonuses
        if isinstance(bonus, ExpansionBonus)
    )
    return sum(points[: len(SLOTS)]) + max(tiles, default=0) + max(bonuses, default=0)


COLOURS: Final[Mapping[Company, str]] = {
    "mombasa": "black",
    "cape-town": "red",
    "saint-louis": "white",
    "cairo": "orange",
}
COLUMNS: Final = 3
SPACES: Final = 5
REAR_COINS: Final = 2
EXAMPLE_COINS: Final = 6


def can_show(coins: int, columns: Sequence[Sequence[int]]) -> bool:
    """Tell whether so many coin icons, no more and no fewer, can lie open in a base."""
    totals = {0}
    for column in columns:
        # Posts leave from the front, and return to any space but a rear one that has been empty.
        opened = list(accumulate(column, initial=0))
        rear = column[-1] if column else 0
        shown = {*opened, *(total + rear for total in opened[:-1])}
        totals = {one + other for one in totals for other in shown if one + other <= coins}
    return coins in totals


counted("bases-four", "setup-posts", "bases", "bases.base-count",
        dict.fromkeys(COMPANIES, 1), lambda base: base.company, "company")  # fmt: skip
each("bases-colours", "setup-tracks", "bases", "bases.colour",
     lambda base: base.colour != COLOURS[base.company]
     and {"colour": f"{base.colour!r:.30}", "colours": COLOURS[base.company]})  # fmt: skip


@stated("bases-columns", "expansion-enter", "bases")
def _columns(components: ComponentSet) -> Findings:
    for base in components.bases:
        lengths = [len(column) for column in base.columns]
        if lengths != [SPACES] * COLUMNS:
            seen = ", ".join(map(str, lengths)) or "none"
            facts = {"seen": f"{seen:.40}", "columns": COLUMNS, "spaces": SPACES}
            yield at(base, "bases.column-spaces", **facts)


@stated("bases-rear", "expansion-notes", "bases")
def _rear(components: ComponentSet) -> Findings:
    for base in components.bases:
        for number, column in enumerate(base.columns, 1):
            if column and column[-1] != REAR_COINS:
                facts = {"number": number, "column": column[-1], "rear_coins": REAR_COINS}
                yield at(base, "bases.rear-coins", **facts)
            elif column and max(column[:-1], default=0) >= column[-1]:
                yield at(base, "bases.other-coins", number=number, column=max(column[:-1]))


holds("bases-coinless", "setup-posts", "bases", "bases.no-empty-space",
      lambda components: any(not coins for base in components.bases for column in base.columns
                             for coins in column))  # fmt: skip
each("bases-six-coins", "shares", "bases", "bases.no-example-coins",
     lambda base: base.company == "cape-town" and not can_show(EXAMPLE_COINS, base.columns),
     example_coins=EXAMPLE_COINS)  # fmt: skip
