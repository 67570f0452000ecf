"""What is stated about the bonus spaces of the board and the bonus tiles."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from referee.components.set_invariant import across, at, stated
from referee.components.statements.amounts import most_points
from referee.game.component_set import ComponentSet
from referee.game.components import (
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
    TileSpace,
    rewards_of,
)
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

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


def _board(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(type(space) for space in board_spaces(components))
    for kind, (number, words) in ON_BOARD.items():
        if seen[kind] != number:
            yield across(
                "spaces",
                say(
                    "components.bonus.spaces-on-the-board-expected",
                    seen=seen[kind],
                    words=words,
                    number=number,
                ),
            )


def _first_player(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in board_spaces(components):
        if isinstance(space, FirstPlayerSpace) and (
            space.cost or space.reward != FIRST_PLAYER_REWARD
        ):
            yield at("spaces", space, say("components.bonus.expected-no-cost-and-1"))


def _buy(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in board_spaces(components):
        if isinstance(space, BuySpace) and (space.cost, space.less, space.diamonds) != (1, 0, 0):
            problem = say(
                "components.bonus.cost-less-diamonds",
                cost=space.cost,
                less=space.less,
                diamonds=space.diamonds,
            )
            yield at(
                "spaces", space, say("components.bonus.expected-cost-1-less-0", problem=problem)
            )


def _discard(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in board_spaces(components):
        if isinstance(space, DiscardSpace) and (space.cost, space.more, space.good) != (0, 2, None):
            problem = say(
                "components.bonus.cost-more-good",
                cost=space.cost,
                more=space.more,
                good=space.good or "any",
            )
            yield at(
                "spaces", space, say("components.bonus.expected-cost-0-more-2", problem=problem)
            )


def _tile_costs(components: ComponentSet) -> Iterator[EntryFinding]:
    spaces = [space for space in components.spaces if isinstance(space, TileSpace)]
    for space in spaces:
        if space.cost not in TILE_COSTS:
            yield at(
                "spaces", space, say("components.bonus.costs-a-tile-space-costs", cost=space.cost)
            )
    for cost in TILE_COSTS:
        if not any(space.cost == cost for space in spaces):
            yield across("spaces", say("components.bonus.no-tile-space-costs-some", cost=cost))


def _tile_each(components: ComponentSet) -> Iterator[EntryFinding]:
    reserved = Counter(space.tile for space in components.spaces if isinstance(space, TileSpace))
    for space in components.spaces:
        if isinstance(space, TileSpace) and space.tile not in components.tile:
            yield at(
                "spaces",
                space,
                say("components.bonus.there-is-no-bonus-tile", tile=f"{space.tile:.40}"),
            )
    for tile in components.tiles:
        if reserved[tile.id] != 1:
            yield at(
                "tiles",
                tile,
                say("components.bonus.spaces-reserve-it-expected-1", reserved=reserved[tile.id]),
            )


def _points(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in components.spaces:
        for reward in rewards_of(space):
            yield from most_points("spaces", space, reward.points)


def _cotton(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in components.spaces:
        if any(reward.cotton_less is not None for reward in rewards_of(space)):
            yield at("spaces", space, say("components.bonus.pays-for-the-cotton-total"))


def _tiles(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(type(tile) for tile in components.tiles)
    for kind, word in (
        (PlusOneTile, "goods"),
        (BookkeeperTile, "bookkeeper"),
        (MerchantTile, "merchant"),
        (ExpansionTile, "expansion"),
    ):
        if seen[kind] != 1:
            yield across(
                "tiles",
                say("components.bonus.tiles-of-kind-expected-1", seen=seen[kind], word=word),
            )


def _tile_values(components: ComponentSet) -> Iterator[EntryFinding]:
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
            problem = say("components.bonus.has-expected", seen=seen, expected=expected)
            yield at("tiles", tile, problem)


def _units_of(units: int) -> str:
    return say("components.bonus.units", units=units)


def _points_of(points: int) -> str:
    return say("components.bonus.points", points=points)


def _merchant_of(steps: int, more: int) -> str:
    return say("components.bonus.steps-and-per-merchant", steps=steps, per_merchant=more)


STATEMENTS = (
    stated(
        "bonus-board",
        "bonus-marker",
        "tracks spaces",
        _board,
    ),
    stated(
        "bonus-first-player",
        "space-first-player",
        "tracks spaces",
        _first_player,
    ),
    stated(
        "bonus-buy",
        "space-buy-card",
        "tracks spaces",
        _buy,
    ),
    stated(
        "bonus-discard",
        "space-discard-card",
        "tracks spaces",
        _discard,
    ),
    stated(
        "bonus-tile-costs",
        "tile-spaces",
        "spaces",
        _tile_costs,
    ),
    stated(
        "bonus-tile-each",
        "tile-spaces",
        "spaces tiles",
        _tile_each,
    ),
    stated(
        "bonus-points-1-to-3",
        "bookkeeping-points",
        "spaces",
        _points,
    ),
    stated(
        "bonus-no-cotton",
        "icons",
        "spaces",
        _cotton,
    ),
    stated(
        "bonus-tiles",
        "bonus-tiles",
        "tiles",
        _tiles,
    ),
    stated(
        "bonus-tile-values",
        "bonus-tiles",
        "tiles",
        _tile_values,
    ),
)
