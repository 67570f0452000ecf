"""What is stated about the bonus spaces of the board, the majorities and the bonus tiles."""

from collections import Counter
from typing import Any, Final, get_args

from referee.components.set_invariant import (
    Findings,
    across,
    at,
    counted,
    each,
    is_increasing,
    most_points,
    stated,
)
from referee.core import components as printed
from referee.core.component_set import ComponentSet
from referee.core.ids import Majority
from referee.i18n.speech import say

ON_BOARD: Final[dict[type[printed.BonusSpace], tuple[int, str]]] = {
    printed.FirstPlayerSpace: (1, "to take the first player marker"),
    printed.BuySpace: (1, "to buy a card"),
    printed.DiscardSpace: (1, "to discard a card"),
    printed.MajoritySpace: (4, "for a majority"),
    printed.TileSpace: (4, "to reserve a bonus tile"),
    printed.ChoiceSpace: (0, "with a choice of rewards"),
    printed.OtherTracksSpace: (0, "for steps on other tracks"),
}
"""How many spaces of each kind stand on the board itself, not on a track."""

FIRST_PLAYER_REWARD: Final = printed.Reward(points=1)
TILE_COSTS: Final = (1, 2)
TILE_KINDS: Final[dict[type[Any], str]] = {
    printed.PlusOneTile: "goods",
    printed.BookkeeperTile: "bookkeeper",
    printed.MerchantTile: "merchant",
    printed.ExpansionTile: "expansion",
}


def _board_spaces(components: ComponentSet) -> tuple[printed.BonusSpace, ...]:
    of_tracks = {
        bonus.space
        for track in components.tracks
        for bonus in track.bonuses
        if isinstance(bonus, printed.SpaceBonus)
    }
    return tuple(space for space in components.spaces if space.id not in of_tracks)


@stated("bonus-board", "bonus-marker", "tracks spaces")
def _board(components: ComponentSet) -> Findings:
    seen = Counter(type(space) for space in _board_spaces(components))
    for kind, (number, words) in ON_BOARD.items():
        if seen[kind] != number:
            yield across("spaces", "bonus.space-count", seen=seen[kind], words=words, number=number)


@stated("bonus-first-player", "space-first-player", "tracks spaces")
def _first_player(components: ComponentSet) -> Findings:
    for space in _board_spaces(components):
        if isinstance(space, printed.FirstPlayerSpace) and (
            space.cost or space.reward != FIRST_PLAYER_REWARD
        ):
            yield at(space, "bonus.first-player")


@stated("bonus-buy", "space-buy-card", "tracks spaces")
def _buy(components: ComponentSet) -> Findings:
    for space in _board_spaces(components):
        if isinstance(space, printed.BuySpace):
            facts = {"cost": space.cost, "less": space.less, "diamonds": space.diamonds}
            if facts != {"cost": 1, "less": 0, "diamonds": 0}:
                yield at(space, "bonus.buy", **facts)


@stated("bonus-discard", "space-discard-card", "tracks spaces")
def _discard(components: ComponentSet) -> Findings:
    for space in _board_spaces(components):
        if isinstance(space, printed.DiscardSpace):
            facts = {"cost": space.cost, "more": space.more, "good": space.good or "any"}
            if facts != {"cost": 0, "more": 2, "good": "any"}:
                yield at(space, "bonus.discard", **facts)


@stated("bonus-tile-costs", "tile-spaces", "spaces")
def _tile_costs(components: ComponentSet) -> Findings:
    spaces = [space for space in components.spaces if isinstance(space, printed.TileSpace)]
    for space in spaces:
        if space.cost not in TILE_COSTS:
            yield at(space, "bonus.tile-cost", cost=space.cost)
    for cost in TILE_COSTS:
        if not any(space.cost == cost for space in spaces):
            yield across("spaces", "bonus.no-tile-cost", cost=cost)


@stated("bonus-tile-each", "tile-spaces", "spaces tiles")
def _tile_each(components: ComponentSet) -> Findings:
    reserved = Counter(
        space.tile for space in components.spaces if isinstance(space, printed.TileSpace)
    )
    for space in components.spaces:
        if isinstance(space, printed.TileSpace) and space.tile not in components.tile:
            yield at(space, "bonus.no-tile", tile=f"{space.tile:.40}")
    for tile in components.tiles:
        if reserved[tile.id] != 1:
            yield at(tile, "bonus.reserved", reserved=reserved[tile.id])


@stated("bonus-points-1-to-3", "bookkeeping-points", "spaces")
def _points(components: ComponentSet) -> Findings:
    for space in components.spaces:
        for reward in printed.rewards_of(space):
            if facts := most_points(reward.points):
                yield at(space, "amounts.points-range", **facts)


each("bonus-no-cotton", "icons", "spaces", "bonus.cotton-total",
     lambda space: any(reward.cotton_less is not None for reward in printed.rewards_of(space))
     )  # fmt: skip
counted("bonus-tiles", "bonus-tiles", "tiles", "bonus.tile-count",
        dict.fromkeys(TILE_KINDS.values(), 1), lambda tile: TILE_KINDS[type(tile)],
        "word")  # fmt: skip


@stated("bonus-tile-values", "bonus-tiles", "tiles")
def _tile_values(components: ComponentSet) -> Findings:
    for tile in components.tiles:
        match tile:
            case printed.PlusOneTile():
                values = (tile.units, 1)
                seen, expected = (say("components.bonus.units", units=units) for units in values)
            case printed.BookkeeperTile() | printed.ExpansionTile():
                values = (tile.points, 1 if isinstance(tile, printed.BookkeeperTile) else 2)
                seen, expected = (
                    say("components.bonus.points", points=points) for points in values
                )
            case printed.MerchantTile():
                seen, expected = (
                    say("components.bonus.merchant-steps", steps=steps, per_merchant=more)
                    for steps, more in ((tile.steps, tile.per_merchant), (2, 1))
                )
        if seen != expected:
            yield at(tile, "bonus.tile-value", seen=seen, expected=expected)


COFFEE: Final = (
    printed.Tier(1, printed.Reward(track=printed.TrackSteps("cairo", 2))),
    printed.Tier(3, printed.Reward(track=printed.TrackSteps("cairo", 3))),
    printed.Tier(5, printed.Reward(track=printed.TrackSteps("cairo", 4), posts=1)),
)
EXAMPLE_BANANAS: Final = 5
BANANAS: Final = printed.Reward(track=printed.TrackSteps("cape-town", 3), diamonds=1)
COTTON: Final = frozenset({4, 6})


def _spaces(components: ComponentSet) -> tuple[printed.MajoritySpace, ...]:
    return tuple(space for space in components.spaces if isinstance(space, printed.MajoritySpace))


def _counts(space: printed.BonusSpace) -> Majority | None:
    return space.counts if isinstance(space, printed.MajoritySpace) else None


counted("majority-four", "majority", "spaces", "majority.space-count",
        dict.fromkeys(get_args(Majority), 1), _counts, "counted")  # fmt: skip
each("majority-free", "majority", "spaces", "majority.costs",
     lambda space: _counts(space) and space.cost)  # fmt: skip


@stated("majority-tiers", "", "spaces")
def _tiers(components: ComponentSet) -> Findings:
    for space in _spaces(components):
        totals = [tier.least for tier in space.tiers]
        if not totals or not is_increasing(totals):
            yield at(space, "majority.tier-totals", totals=f"{totals!s:.60}")


@stated("majority-one-track", "majority", "spaces")
def _one_track(components: ComponentSet) -> Findings:
    for space in _spaces(components):
        tracks = {tier.reward.track and tier.reward.track.company for tier in space.tiers}
        if None in tracks:
            yield at(space, "majority.no-steps")
        elif len(tracks) > 1:
            named = ", ".join(sorted(str(track) for track in tracks))
            yield at(space, "majority.several-tracks", named=named)


each("majority-coffee", "majority", "spaces", "majority.coffee-tiers",
     lambda space: _counts(space) == "coffee" and space.tiers != COFFEE)  # fmt: skip
each("majority-bananas", "majority", "spaces", "majority.no-banana-tier",
     lambda space: _counts(space) == "bananas" and not any(
         tier.least <= EXAMPLE_BANANAS and tier.reward == BANANAS for tier in space.tiers)
     )  # fmt: skip
each("majority-cotton", "majority", "spaces", "majority.cotton-tiers",
     lambda space: _counts(space) == "cotton" and not {t.least for t in space.tiers} >= COTTON
     )  # fmt: skip


@stated("majority-extras", "majority", "spaces")
def _extras(components: ComponentSet) -> Findings:
    rewards = [tier.reward for space in _spaces(components) for tier in space.tiers]
    if not any(reward.points == 1 for reward in rewards):
        yield across("spaces", "majority.no-point")
    if not any(reward.pounds == 1 for reward in rewards):
        yield across("spaces", "majority.no-pound")
