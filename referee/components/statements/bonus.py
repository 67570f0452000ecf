"""What is stated about the bonus spaces of the board, the majorities and the bonus tiles."""

from collections import Counter
from typing import Final, get_args

from referee.components.set_invariant import Findings, across, at, needed, stated
from referee.components.statements.entries import is_increasing, most_points
from referee.core.component_set import ComponentSet
from referee.core.components import (
    BonusSpace,
    BookkeeperTile,
    BuySpace,
    ChoiceSpace,
    DiscardSpace,
    ExpansionTile,
    FirstPlayerSpace,
    MajoritySpace,
    MerchantTile,
    OtherTracksSpace,
    PlusOneTile,
    Reward,
    SpaceBonus,
    Tier,
    TileSpace,
    TrackSteps,
    rewards_of,
)
from referee.core.ids import Majority
from referee.i18n.speech import say

ON_BOARD: Final[dict[type[BonusSpace], tuple[int, str]]] = {
    FirstPlayerSpace: (1, "to take the first player marker"),
    BuySpace: (1, "to buy a card"),
    DiscardSpace: (1, "to discard a card"),
    MajoritySpace: (4, "for a majority"),
    TileSpace: (4, "to reserve a bonus tile"),
    ChoiceSpace: (0, "with a choice of rewards"),
    OtherTracksSpace: (0, "for steps on other tracks"),
}
"""How many spaces of each kind stand on the board itself, not on a track."""

FIRST_PLAYER_REWARD: Final = Reward(points=1)
TILE_COSTS: Final = (1, 2)


def board_spaces(components: ComponentSet) -> tuple[BonusSpace, ...]:
    """Return the bonus spaces that belong to no company track."""
    of_tracks = {
        bonus.space
        for track in components.tracks
        for bonus in track.bonuses
        if isinstance(bonus, SpaceBonus)
    }
    return tuple(space for space in components.spaces if space.id not in of_tracks)


@stated("bonus-board", "bonus-marker", "tracks spaces")
def _board(components: ComponentSet) -> Findings:
    seen = Counter(type(space) for space in board_spaces(components))
    for kind, (number, words) in ON_BOARD.items():
        if seen[kind] != number:
            yield across(
                "spaces",
                "bonus.spaces-on-the-board-expected",
                seen=seen[kind],
                words=words,
                number=number,
            )


@stated("bonus-first-player", "space-first-player", "tracks spaces")
def _first_player(components: ComponentSet) -> Findings:
    for space in board_spaces(components):
        if isinstance(space, FirstPlayerSpace) and (
            space.cost or space.reward != FIRST_PLAYER_REWARD
        ):
            yield at(space, "bonus.expected-no-cost-and-1")


@stated("bonus-buy", "space-buy-card", "tracks spaces")
def _buy(components: ComponentSet) -> Findings:
    for space in board_spaces(components):
        if isinstance(space, BuySpace) and (space.cost, space.less, space.diamonds) != (1, 0, 0):
            yield at(
                space,
                "bonus.expected-cost-1-less-0",
                problem=say(
                    "components.bonus.cost-less-diamonds",
                    cost=space.cost,
                    less=space.less,
                    diamonds=space.diamonds,
                ),
            )


@stated("bonus-discard", "space-discard-card", "tracks spaces")
def _discard(components: ComponentSet) -> Findings:
    for space in board_spaces(components):
        if isinstance(space, DiscardSpace) and (space.cost, space.more, space.good) != (0, 2, None):
            yield at(
                space,
                "bonus.expected-cost-0-more-2",
                problem=say(
                    "components.bonus.cost-more-good",
                    cost=space.cost,
                    more=space.more,
                    good=space.good or "any",
                ),
            )


@stated("bonus-tile-costs", "tile-spaces", "spaces")
def _tile_costs(components: ComponentSet) -> Findings:
    spaces = [space for space in components.spaces if isinstance(space, TileSpace)]
    for space in spaces:
        if space.cost not in TILE_COSTS:
            yield at(space, "bonus.costs-a-tile-space-costs", cost=space.cost)
    for cost in TILE_COSTS:
        if not any(space.cost == cost for space in spaces):
            yield across("spaces", "bonus.no-tile-space-costs-some", cost=cost)


@stated("bonus-tile-each", "tile-spaces", "spaces tiles")
def _tile_each(components: ComponentSet) -> Findings:
    reserved = Counter(space.tile for space in components.spaces if isinstance(space, TileSpace))
    for space in components.spaces:
        if isinstance(space, TileSpace) and space.tile not in components.tile:
            yield at(space, "bonus.there-is-no-bonus-tile", tile=f"{space.tile:.40}")
    for tile in components.tiles:
        if reserved[tile.id] != 1:
            yield at(tile, "bonus.spaces-reserve-it-expected-1", reserved=reserved[tile.id])


@stated("bonus-points-1-to-3", "bookkeeping-points", "spaces")
def _points(components: ComponentSet) -> Findings:
    for space in components.spaces:
        for reward in rewards_of(space):
            yield from most_points(space, reward.points)


@stated("bonus-no-cotton", "icons", "spaces")
def _cotton(components: ComponentSet) -> Findings:
    for space in components.spaces:
        if any(reward.cotton_less is not None for reward in rewards_of(space)):
            yield at(space, "bonus.pays-for-the-cotton-total")


@stated("bonus-tiles", "bonus-tiles", "tiles")
def _tiles(components: ComponentSet) -> Findings:
    seen = Counter(type(tile) for tile in components.tiles)
    for kind, word in (
        (PlusOneTile, "goods"),
        (BookkeeperTile, "bookkeeper"),
        (MerchantTile, "merchant"),
        (ExpansionTile, "expansion"),
    ):
        if seen[kind] != 1:
            yield across("tiles", "bonus.tiles-of-kind-expected-1", seen=seen[kind], word=word)


@stated("bonus-tile-values", "bonus-tiles", "tiles")
def _tile_values(components: ComponentSet) -> Findings:
    for tile in components.tiles:
        match tile:
            case PlusOneTile():
                seen, expected = (_units_of(units) for units in (tile.units, 1))
            case BookkeeperTile():
                seen, expected = (_points_of(points) for points in (tile.points, 1))
            case MerchantTile():
                seen, expected = _merchant_of(tile.steps, tile.per_merchant), _merchant_of(2, 1)
            case ExpansionTile():
                seen, expected = (_points_of(points) for points in (tile.points, 2))
        if seen != expected:
            yield at(tile, "bonus.has-expected", seen=seen, expected=expected)


def _units_of(units: int) -> str:
    return say("components.bonus.units", units=units)


def _points_of(points: int) -> str:
    return say("components.bonus.points", points=points)


def _merchant_of(steps: int, more: int) -> str:
    return say("components.bonus.steps-and-per-merchant", steps=steps, per_merchant=more)


COFFEE: Final = (
    Tier(1, Reward(track=TrackSteps("cairo", 2))),
    Tier(3, Reward(track=TrackSteps("cairo", 3))),
    Tier(5, Reward(track=TrackSteps("cairo", 4), posts=1)),
)
EXAMPLE_BANANAS: Final = 5
BANANAS: Final = Reward(track=TrackSteps("cape-town", 3), diamonds=1)
COTTON: Final = (4, 6)


def _spaces(components: ComponentSet) -> tuple[MajoritySpace, ...]:
    return tuple(space for space in components.spaces if isinstance(space, MajoritySpace))


@stated("majority-four", "majority", "spaces")
def _four(components: ComponentSet) -> Findings:
    seen = Counter(space.counts for space in _spaces(components))
    for counted in get_args(Majority):
        if seen[counted] != 1:
            yield across(
                "spaces",
                "majority.majority-spaces-count-expected-1",
                seen=seen[counted],
                counted=counted,
            )


@stated("majority-free", "majority", "spaces")
def _free(components: ComponentSet) -> Findings:
    for space in _spaces(components):
        if space.cost:
            yield at(space, "majority.costs-a-majority-space-costs", cost=space.cost)


@needed("majority-tiers", "spaces")
def _tiers(components: ComponentSet) -> Findings:
    for space in _spaces(components):
        totals = [tier.least for tier in space.tiers]
        if not totals or not is_increasing(totals):
            yield at(space, "majority.tiers-from-expected-one-or", totals=f"{totals!s:.60}")


@stated("majority-one-track", "majority", "spaces")
def _one_track(components: ComponentSet) -> Findings:
    for space in _spaces(components):
        tracks = {tier.reward.track and tier.reward.track.company for tier in space.tiers}
        if None in tracks:
            yield at(space, "majority.a-tier-gives-no-steps")
        elif len(tracks) > 1:
            named = ", ".join(sorted(str(track) for track in tracks))
            yield at(space, "majority.gives-steps-on-a-space", named=named)


@stated("majority-coffee", "majority", "spaces")
def _coffee(components: ComponentSet) -> Findings:
    for space in _spaces(components):
        if space.counts == "coffee" and space.tiers != COFFEE:
            yield at(
                space,
                "majority.4-steps-and-removing-a",
                problem=say("components.majority.expected-on-the-cairo-track"),
            )


@stated("majority-bananas", "majority", "spaces")
def _bananas(components: ComponentSet) -> Findings:
    for space in _spaces(components):
        if space.counts == "bananas" and not any(
            tier.least <= EXAMPLE_BANANAS and tier.reward == BANANAS for tier in space.tiers
        ):
            yield at(
                space,
                "majority.an-example-gains-them",
                problem=say("components.majority.no-tier-that-5-units"),
            )


@stated("majority-cotton", "majority", "spaces")
def _cotton_tiers(components: ComponentSet) -> Findings:
    for space in _spaces(components):
        totals = {tier.least for tier in space.tiers}
        if space.counts == "cotton" and not totals.issuperset(COTTON):
            yield at(space, "majority.expected-tiers-from-4-and")


@stated("majority-extras", "majority", "spaces")
def _extras(components: ComponentSet) -> Findings:
    rewards = [tier.reward for space in _spaces(components) for tier in space.tiers]
    if not any(reward.points == 1 for reward in rewards):
        yield across("spaces", "majority.no-majority-space-gives-1")
    if not any(reward.pounds == 1 for reward in rewards):
        yield across("spaces", "majority.no-majority-space-gives-1-2")
