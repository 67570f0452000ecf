"""The bonus spaces and the bonus tiles."""

from collections.abc import Mapping
from typing import Final, assert_never

from rich.console import Group, RenderableType

from referee.cli.render.layout import columns, number_of, part, row, said
from referee.cli.render.provenance import mark
from referee.cli.render.words import reward_words
from referee.game.component_set import ComponentSet
from referee.game.components import (
    BonusSpace,
    BonusTile,
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
    TileSpace,
)
from referee.game.ids import Majority

MAJORITIES: Final[Mapping[Majority, str]] = {
    "coffee": "coffee",
    "bananas": "bananas",
    "cotton": "cotton",
    "expansion": "expansion points",
}


def bonus_part(components: ComponentSet) -> RenderableType:
    """Return a table of the bonus spaces and one of the bonus tiles."""
    spaces = columns("id", "cost", "gives", "from", wrapped=["gives"], right=["cost"])
    for space in components.spaces:
        row(spaces, said(space.id, "bold"), space.cost or "-", space_words(space), mark(space))
    tiles = columns("id", "does", "from", wrapped=["does"])
    for tile in components.tiles:
        row(tiles, said(tile.id, "bold"), tile_words(tile), mark(tile))
    return Group(
        part(f"Bonus spaces: {len(components.spaces)}", spaces),
        part(f"Bonus tiles: {len(components.tiles)}", tiles),
    )


def space_words(space: BonusSpace) -> str:
    """Return what `space` gives."""
    match space:
        case FirstPlayerSpace():
            return f"first player marker + {reward_words(space.reward)}"
        case BuySpace():
            less = f" for {space.less} less" if space.less else ""
            steps = number_of(space.diamonds, "diamond step")
            return f"buy a card{less}" + (f" and/or {steps}" if space.diamonds else "")
        case DiscardSpace():
            return f"remove a {space.good or 'hand'} card for its crate value + {space.more}"
        case MajoritySpace() | ChoiceSpace():
            return _rewards(space)
        case TileSpace():
            return f"reserve {space.tile}"
        case OtherTracksSpace():
            others = number_of(space.tracks, "other track")
            return f"{number_of(space.steps, 'step')} on each of {others}"
        case _:
            assert_never(space)


def tile_words(tile: BonusTile) -> str:
    """Return what `tile` does."""
    match tile:
        case PlusOneTile():
            return f"a goods card counts {number_of(tile.units, 'unit')} more"
        case BookkeeperTile():
            return f"a bookkeeper of {number_of(tile.points, 'book point')}"
        case MerchantTile():
            steps = number_of(tile.steps, "diamond step")
            return f"a merchant of {steps}, {tile.per_merchant} more per other merchant"
        case ExpansionTile():
            return f"an expansion card of {tile.points}"
        case _:
            assert_never(tile)


def _rewards(space: MajoritySpace | ChoiceSpace) -> str:
    if isinstance(space, ChoiceSpace):
        return "\nor ".join(map(reward_words, space.rewards))
    tiers = [f"{tier.least}+  {reward_words(tier.reward)}" for tier in space.tiers]
    return "\n".join((f"for the most {MAJORITIES[space.counts]}", *tiers))
