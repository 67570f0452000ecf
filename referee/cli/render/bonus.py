"""The bonus spaces and the bonus tiles."""

from typing import assert_never

from rich.console import Group, RenderableType

from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, typed
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
from referee.game.messages.speech import say


def bonus_part(components: ComponentSet) -> RenderableType:
    """Return a table of the bonus spaces and one of the bonus tiles."""
    spaces = columns(
        say("pages.heads.id"),
        say("pages.heads.cost"),
        say("pages.heads.gives"),
        say("pages.heads.from"),
        wrapped=[say("pages.heads.gives")],
        right=[say("pages.heads.cost")],
    )
    for space in components.spaces:
        row(spaces, typed(space.id, "bold"), space.cost or "-", space_words(space), mark(space))
    tiles = columns(
        say("pages.heads.id"),
        say("pages.heads.does"),
        say("pages.heads.from"),
        wrapped=[say("pages.heads.does")],
    )
    for tile in components.tiles:
        row(tiles, typed(tile.id, "bold"), tile_words(tile), mark(tile))
    return Group(
        part(say("pages.bonus.bonus-spaces", spaces=len(components.spaces)), spaces),
        part(say("pages.bonus.bonus-tiles", tiles=len(components.tiles)), tiles),
    )


def space_words(space: BonusSpace) -> str:
    """Return what `space` gives."""
    match space:
        case FirstPlayerSpace():
            return say("pages.bonus.first-player-marker", reward_words=reward_words(space.reward))
        case BuySpace():
            less = say("pages.bonus.for-less", less=space.less) if space.less else ""
            steps = say("pages.bonus.diamond-steps", n=space.diamonds)
            return say("pages.bonus.buy-a-card", less=less) + (
                say("pages.bonus.and-or", steps=steps) if space.diamonds else ""
            )
        case DiscardSpace():
            return say(
                "pages.bonus.remove-a-card-for-its", good=space.good or "hand", more=space.more
            )
        case MajoritySpace() | ChoiceSpace():
            return _rewards(space)
        case TileSpace():
            return say("pages.bonus.reserve", tile=space.tile)
        case OtherTracksSpace():
            others = say("pages.bonus.other-tracks", n=space.tracks)
            return say("pages.bonus.steps-on-each-of", steps=space.steps, others=others)
        case _:
            assert_never(space)


def tile_words(tile: BonusTile) -> str:
    """Return what `tile` does."""
    match tile:
        case PlusOneTile():
            return say("pages.bonus.a-goods-card-counts-units", units=tile.units)
        case BookkeeperTile():
            return say("pages.bonus.a-bookkeeper-of-book-points", points=tile.points)
        case MerchantTile():
            steps = say("pages.bonus.diamond-steps", n=tile.steps)
            return say(
                "pages.bonus.a-merchant-of-more-per", steps=steps, per_merchant=tile.per_merchant
            )
        case ExpansionTile():
            return say("pages.bonus.an-expansion-card-of", points=tile.points)
        case _:
            assert_never(tile)


def _rewards(space: MajoritySpace | ChoiceSpace) -> str:
    if isinstance(space, ChoiceSpace):
        return f"\n{say('pages.bonus.or')} ".join(map(reward_words, space.rewards))
    tiers = [f"{tier.least}+  {reward_words(tier.reward)}" for tier in space.tiers]
    return "\n".join(
        (
            say("pages.bonus.for-the-most", counted=say(f"pages.bonus.majorities.{space.counts}")),
            *tiers,
        )
    )
