"""The cards, books and bonus spaces of a component set."""

from collections.abc import Mapping
from typing import Final, assert_never

from rich.console import Group, RenderableType

from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, said, typed
from referee.cli.render.map import goods_words, mark, requirement_words, reward_words, steps_words
from referee.core.component_set import ComponentSet
from referee.core.components import (
    BonusSpace,
    BonusTile,
    BookkeeperCard,
    BookkeeperTile,
    BuySpace,
    Card,
    ChoiceSpace,
    DiscardSpace,
    ExpansionCard,
    ExpansionTile,
    FirstPlayerSpace,
    GoodsCard,
    MajoritySpace,
    MerchantCard,
    MerchantTile,
    OtherTracksSpace,
    PlusOneTile,
    PrintedCard,
    ShareCard,
    TileSpace,
)
from referee.core.ids import BOOK_LETTERS, BookLetter
from referee.i18n.speech import named, say

# The cards, kind by kind --------------------------------------------------------------------------
TITLES: Final[Mapping[type[PrintedCard], str]] = {
    GoodsCard: "goods",
    ExpansionCard: "expansion",
    BookkeeperCard: "bookkeeper",
    MerchantCard: "merchant",
    ShareCard: "share",
}


def cards_part(components: ComponentSet) -> RenderableType:
    """Return a table of the cards of each kind."""
    return Group(
        *(
            _table(
                say(f"pages.cards.titles.{title}"),
                [card for card in components.cards if isinstance(card, kind)],
            )
            for kind, title in TITLES.items()
        )
    )


def card_words(card: Card) -> str:
    """Return what `card` shows, apart from its crate value and its share."""
    match card:
        case GoodsCard():
            return goods_words(card.good, card.units)
        case ExpansionCard():
            return say("pages.cards.expansion", points=card.points)
        case BookkeeperCard():
            return say("pages.cards.book-points", n=card.points)
        case MerchantCard():
            steps = say("pages.cards.diamond-steps", n=card.steps)
            pounds = say("pages.words.pounds", n=card.pounds)
            return f"{steps}{_mines(card)} + {pounds}"
        case ShareCard():
            return say("pages.cards.no-action")
        case _:
            assert_never(card)


def _mines(card: MerchantCard) -> str:
    if card.company is None or card.mines_per_step is None:
        return ""
    return say("pages.cards.1-per-mines-of", mines=card.mines_per_step, company=card.company)


def _table(title: str, cards: list[Card]) -> RenderableType:
    table = columns(
        say("pages.heads.id"),
        say("pages.heads.shows"),
        say("pages.heads.crate"),
        say("pages.heads.letter"),
        say("pages.heads.share"),
        say("pages.heads.from"),
        wrapped=[say("pages.heads.shows")],
        right=[say("pages.heads.crate")],
    )
    for card in cards:
        row(
            table,
            typed(card.id, "bold"),
            card_words(card),
            card.crate,
            card.letter
            or (say("pages.cards.seat", seat=card.seat) if card.seat else say("pages.cards.start")),
            card.share or "-",
            mark(card),
        )
    return part(named(title, str(len(cards))), table)


# The books and the starting tiles -----------------------------------------------------------------
def books_part(components: ComponentSet) -> RenderableType:
    """Return a table of the books of each letter."""
    return Group(*(_books(components, letter) for letter in BOOK_LETTERS))


def tiles_part(components: ComponentSet) -> RenderableType:
    """Return a table of the starting tiles."""
    names = (
        say("pages.heads.rests"),
        say("pages.heads.needs"),
        say("pages.heads.gives"),
        say("pages.books.starting-bonus"),
    )
    table = columns(
        say("pages.heads.id"),
        *names,
        say("pages.heads.seat"),
        say("pages.heads.from"),
        wrapped=names,
    )
    for tile in components.starting_tiles:
        row(
            table,
            typed(tile.id, "bold"),
            typed("\n".join(tile.rest)),
            requirement_words(tile.requires, joint="\n"),
            reward_words(tile.reward, joint="\n"),
            steps_words(tile.bonus, joint="\n"),
            tile.first_game_seat or "-",
            mark(tile),
        )
    note = say("pages.books.a-tile-with-a-seat")
    return part(
        say("pages.books.starting-tiles", starting_tiles=len(components.starting_tiles)),
        table,
        "",
        said(note, "dim"),
    )


def _books(components: ComponentSet, letter: BookLetter) -> RenderableType:
    books = [book for book in components.books if book.letter == letter]
    table = columns(
        say("pages.heads.id"),
        say("pages.heads.needs"),
        say("pages.heads.gives"),
        say("pages.heads.from"),
        wrapped=[say("pages.heads.needs"), say("pages.heads.gives")],
    )
    for book in books:
        row(
            table,
            typed(book.id, "bold"),
            requirement_words(book.requires),
            reward_words(book.reward),
            mark(book),
        )
    return part(say("pages.books.books", letter=letter, books=len(books)), table)


# The bonus spaces and the bonus tiles -------------------------------------------------------------
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
