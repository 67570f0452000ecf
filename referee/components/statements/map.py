"""What is stated about the map."""

from collections.abc import Iterator
from typing import Final

from referee.components.graph import neighbours, reached_from
from referee.components.set_invariant import across, at, needed, stated
from referee.components.statements.amounts import most_points
from referee.game.component_set import ComponentSet
from referee.game.ids import COMPANIES
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

REGIONS: Final = 24
ENCLAVES: Final = 2
REWARDS: Final = ("pounds", "diamonds", "track", "points")
LONGEST_NAME: Final = 40
FARTHEST_DRAWN: Final = 199
"""Columns and lines; a schematic map beyond them fits no page."""


def _regions(components: ComponentSet) -> Iterator[EntryFinding]:
    if (seen := len(components.regions)) != REGIONS:
        yield across(
            "regions", say("components.map.there-are-regions-the-map", seen=seen, regions=REGIONS)
        )


def _names(components: ComponentSet) -> Iterator[EntryFinding]:
    for region in components.regions:
        name = region.name
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            problem = say(
                "components.map.the-name-is-expected-1",
                name=f"{name!r:.60}",
                longest_name=LONGEST_NAME,
            )
            yield at("regions", region, problem)


def _bases_apart(components: ComponentSet) -> Iterator[EntryFinding]:
    for region in components.regions:
        if region.id in COMPANIES:
            yield at("regions", region, say("components.map.bears-the-name-of-a"))
    for border in components.borders:
        if all(place in COMPANIES for place in border.between):
            yield at("borders", border, say("components.map.joins-two-bases-a-base"))


def _ends(components: ComponentSet) -> Iterator[EntryFinding]:
    known = {*components.region, *COMPANIES}
    for border in components.borders:
        one, other = border.between
        for place in dict.fromkeys(border.between):
            if place not in known:
                yield at(
                    "borders",
                    border,
                    say("components.map.there-is-no-expected-ids", place=f"{place:.40}"),
                )
        if one == other:
            yield at("borders", border, say("components.map.has-the-same-place-on"))


def _borders_once(components: ComponentSet) -> Iterator[EntryFinding]:
    seen: set[frozenset[str]] = set()
    for border in components.borders:
        pair = frozenset(border.between)
        if pair in seen:
            yield at("borders", border, say("components.map.stands-there-again-two-places"))
        seen.add(pair)


def _both_borders(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = {border.lines for border in components.borders}
    for lines, word in ((1, "single"), (2, "double")):
        if lines not in seen:
            yield across("borders", say("components.map.no-border-is-the-map", word=word))


def _reachable(components: ComponentSet) -> Iterator[EntryFinding]:
    near = neighbours(components.borders)
    bases = set[str](COMPANIES)
    reached = {company: reached_from(company, near, bases) for company in COMPANIES}
    for region in components.regions:
        cut_off = [company for company in COMPANIES if region.id not in reached[company]]
        if cut_off:
            problem = say("components.map.no-way-leads-here-from", cut_off=", ".join(cut_off))
            yield at("regions", region, problem)


def _rewardless(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = [region.id for region in components.regions if region.reward == "none"]
    if len(seen) != ENCLAVES:
        which = f" ({', '.join(seen)})" if seen else ""
        yield across(
            "regions",
            say(
                "components.map.regions-give-no-reward-only",
                seen=len(seen),
                which=f"{which:.200}",
                enclaves=ENCLAVES,
            ),
        )


def _enclosed(components: ComponentSet) -> Iterator[EntryFinding]:
    # A region with one neighbour may also lie on the coast, so only those that a region without
    # reward surrounds are known to be enclaves.
    near = neighbours(components.borders)
    for region in components.regions:
        if region.reward == "none" and not any(
            len(near[place]) == 1 for place in near.get(region.id, {}) if place not in COMPANIES
        ):
            problem = say("components.map.gives-no-reward-but-encloses")
            yield at("regions", region, problem)


def _amounts(components: ComponentSet) -> Iterator[EntryFinding]:
    for region in components.regions:
        if region.reward == "none" and region.amount:
            yield at(
                "regions",
                region,
                say("components.map.the-amount-is-expected-0", amount=region.amount),
            )
        if region.reward != "none" and not region.amount:
            yield at(
                "regions", region, say("components.map.the-amount-of-is-0", reward=region.reward)
            )


def _reward_kinds(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = {region.reward for region in components.regions}
    for kind in REWARDS:
        if kind not in seen:
            yield across(
                "regions",
                say(
                    "components.map.no-region-gives-regions-give",
                    kind=kind,
                    rewards=", ".join(REWARDS),
                ),
            )


def _points(components: ComponentSet) -> Iterator[EntryFinding]:
    for region in components.regions:
        if region.reward == "points":
            yield from most_points("regions", region, region.amount)


def _mines(components: ComponentSet) -> Iterator[EntryFinding]:
    for region in components.regions:
        if region.mines and region.reward != "diamonds":
            problem = say("components.map.has-mines-but-gives-mines", reward=region.reward)
            yield at("regions", region, problem)


def _drawn(components: ComponentSet) -> Iterator[EntryFinding]:
    seen: set[tuple[int, int]] = set()
    places = (("regions", components.regions), ("bases", components.bases))
    for table, entry in ((table, entry) for table, entries in places for entry in entries):
        column, line = entry.drawn
        if not (0 <= column <= FARTHEST_DRAWN and 0 <= line <= FARTHEST_DRAWN):
            yield at(
                table,
                entry,
                say(
                    "components.map.is-drawn-at-expected-0",
                    drawn=entry.drawn,
                    farthest_drawn=FARTHEST_DRAWN,
                ),
            )
        if entry.drawn in seen:
            yield at(
                table, entry, say("components.map.is-drawn-at-where-something", drawn=entry.drawn)
            )
        seen.add(entry.drawn)


STATEMENTS = (
    stated("map-24-regions", "expansion", "regions", _regions),
    needed(
        "map-names",
        "regions",
        _names,
    ),
    stated(
        "map-bases-are-not-regions",
        "expansion-notes",
        "regions borders",
        _bases_apart,
    ),
    needed(
        "map-border-ends",
        "regions borders",
        _ends,
    ),
    needed("map-borders-once", "borders", _borders_once),
    stated(
        "map-both-borders",
        "expansion-enter",
        "borders",
        _both_borders,
    ),
    stated(
        "map-reachable",
        "expansion-enter",
        "regions borders",
        _reachable,
    ),
    stated(
        "map-two-without-reward",
        "expansion-notes",
        "regions",
        _rewardless,
    ),
    stated(
        "map-enclaves",
        "expansion-notes",
        "regions borders",
        _enclosed,
    ),
    needed(
        "map-amounts",
        "regions",
        _amounts,
    ),
    stated(
        "map-four-rewards",
        "region-rewards",
        "regions",
        _reward_kinds,
    ),
    stated(
        "map-points-1-to-3",
        "bookkeeping-points",
        "regions",
        _points,
    ),
    stated(
        "map-mines-with-diamonds",
        "region-rewards",
        "regions",
        _mines,
    ),
    needed(
        "map-drawn",
        "regions bases",
        _drawn,
    ),
)
