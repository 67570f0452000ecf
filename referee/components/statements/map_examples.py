"""What the rulebooks' examples show of the map."""

from collections.abc import Iterator
from typing import Final

from referee.components.graph import neighbours
from referee.components.set_invariant import across, stated
from referee.game.component_set import ComponentSet
from referee.game.components import ExpansionBonus, ExpansionCard, ExpansionTile
from referee.game.ids import COMPANIES, SLOTS
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

SINGLE: Final = 1
DOUBLE: Final = 2
REGIONS: Final = 3
MINES: Final = 3


def _three_mines(components: ComponentSet) -> Iterator[EntryFinding]:
    totals = {0}
    for region in components.regions:
        totals |= {total + region.mines for total in totals if total < MINES}
    if MINES not in totals:
        yield across(
            "regions", say("components.map_examples.no-regions-have-mines-in", mines=MINES)
        )


def _cape_town(components: ComponentSet) -> Iterator[EntryFinding]:
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
    yield across(
        "borders",
        say("components.map_examples.from-the-cape-town-base"),
    )


def _three_points(components: ComponentSet) -> Iterator[EntryFinding]:
    # The company may have had posts all over the map, so each region counts with its cheapest way.
    near = neighbours(components.borders)
    costs = sorted(
        min(near[region.id].values())
        for region in components.regions
        if region.reward == "points" and region.amount == 1 and region.id in near
    )
    if len(costs) < REGIONS:
        yield across(
            "regions",
            say(
                "components.map_examples.regions-that-can-be-entered",
                costs=len(costs),
                regions=REGIONS,
            ),
        )
    elif (cost := sum(costs[:REGIONS])) > (best := _best_expansion(components)):
        yield across(
            "regions",
            say(
                "components.map_examples.entering-regions-of-1-point",
                regions=REGIONS,
                cost=cost,
                best=best,
            ),
        )


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


STATEMENTS = (
    stated(
        "map-three-mines",
        "merchant",
        "regions",
        _three_mines,
    ),
    stated(
        "map-cape-town-example",
        "expansion-enter",
        "borders",
        _cape_town,
    ),
    stated(
        "map-three-points",
        "bookkeeping-points",
        "regions borders tracks cards tiles",
        _three_points,
    ),
)
