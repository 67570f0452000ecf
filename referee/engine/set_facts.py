"""What follows from a component set alone, looked up once for all settings with it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from referee.game.component_set import ComponentSet
from referee.game.components import (
    BonusTile,
    BookkeeperCard,
    BookkeeperTile,
    BookTrack,
    Card,
    DiamondTrack,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
    PlusOneTile,
    ShareCard,
)
from referee.game.ids import (
    BOOK_LETTERS,
    COMPANIES,
    GOODS,
    BookId,
    BookLetter,
    BookSpaceId,
    Good,
)
from referee.game.limits import BOOK_PRICES, DOUBLE_BORDER_POINTS, SINGLE_BORDER_POINTS
from referee.game.turns import Action


class SetFacts:
    """Lookups by card, tile, region and book."""

    def __init__(self, components: ComponentSet) -> None:
        self._look_up_items(components)
        self._look_up_map(components)
        self._look_up_books(components)

    def _look_up_items(self, components: ComponentSet) -> None:
        self.cards: dict[str, Card] = {card.id: card for card in components.cards}
        self.crate: dict[str, int] = {card.id: card.crate for card in components.cards}
        """By card its crate value."""
        self.items: dict[str, Card | BonusTile] = {
            item.id: item for item in (*components.tiles, *components.cards)
        }
        self.goods_cards: dict[str, GoodsCard] = {
            card.id: card for card in components.cards if isinstance(card, GoodsCard)
        }
        self.share_cards = frozenset(
            card.id for card in components.cards if isinstance(card, ShareCard)
        )
        self.units: dict[Good, Mapping[str | None, int]] = {
            good: {card.id: card.units for card in self.goods_cards.values() if card.good == good}
            for good in GOODS
        }
        """By good the units that its cards show."""
        self.expansion: dict[str, int] = {
            item.id: item.points
            for item in self.items.values()
            if isinstance(item, ExpansionCard | ExpansionTile)
        }
        """By expansion card or tile its points."""
        self.bookkeepers: dict[str, int] = {
            item.id: item.points
            for item in self.items.values()
            if isinstance(item, BookkeeperCard | BookkeeperTile)
        }
        """By bookkeeper or his tile the points he has to spend."""
        self.merchants = frozenset(
            item.id for item in self.items.values() if isinstance(item, MerchantCard | MerchantTile)
        )
        self.serves: dict[str, Action] = {
            **dict.fromkeys(self.goods_cards, "goods"),
            **dict.fromkeys(self.expansion, "expand"),
            **dict.fromkeys(self.bookkeepers, "bookkeeper"),
            **dict.fromkeys(self.merchants, "merchant"),
        }
        """By card or tile the action for which it can be used."""
        self.goods_tiles = frozenset(
            tile.id for tile in components.tiles if isinstance(tile, PlusOneTile)
        )
        self.tile_units = sum(
            tile.units for tile in components.tiles if isinstance(tile, PlusOneTile)
        )
        """What goods tiles add to the card on which they lie."""

    def _look_up_map(self, components: ComponentSet) -> None:
        self.region_index: dict[str, int] = {
            region.id: index for index, region in enumerate(components.regions)
        }
        self.borders = _borders(components)
        self.entries: dict[str, dict[str, int]] = {
            region: {
                place: around[region] for place, around in self.borders.items() if region in around
            }
            for region in self.region_index
        }
        """By region the places it can be entered from, bases among them, with the points."""
        self.base_coins: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            next(base.columns for base in components.bases if base.company == company)
            for company in COMPANIES
        )
        self.diamond_track: DiamondTrack = components.diamond_track
        self.crates: tuple[int, ...] = tuple(space.crate for space in components.filling_order)
        self.card_rows = max(space.row for space in components.card_spaces)

    def _look_up_books(self, components: ComponentSet) -> None:
        self.book_track: BookTrack = components.book_track
        self.letter_of_space: Mapping[BookSpaceId, BookLetter] = {
            space.id: space.letter for space in components.book_spaces
        }
        """The letters of the book display, in the order of its spaces."""
        self.book_spaces: tuple[BookSpaceId, ...] = tuple(self.letter_of_space)
        self.gaps_wait_for: tuple[int, ...] = tuple(
            BOOK_LETTERS.index(letter) for letter in self.letter_of_space.values()
        )
        """By space of the book display the part of the supply that fills it."""
        self.first_book_step = 2
        self.last_book_step = self.book_track.last
        self.book_steps = range(self.first_book_step, self.last_book_step + 1)
        """The steps on which acquired books lie."""
        self.crossed_out = frozenset(self.book_track.crossed_out)
        self.book_letter: dict[BookId, BookLetter] = {
            book.id: book.letter for book in components.books
        }
        self.supplies: tuple[tuple[BookId, ...], ...] = supplies(components)
        """By letter all its books, in the order of their names."""
        self.a_books = frozenset(book.id for book in components.books if book.letter == "A")
        self.free_for_a = frozenset(self.book_steps) - self.crossed_out
        """The steps on which an A-book may lie first."""
        self.book_price: dict[BookId, int] = {
            book.id: BOOK_PRICES[book.letter] for book in components.books
        }


def supplies(components: ComponentSet) -> tuple[tuple[BookId, ...], ...]:
    """Return the books of each letter in the order of their names."""
    return tuple(
        tuple(sorted(book.id for book in components.books if book.letter == letter))
        for letter in BOOK_LETTERS
    )


def _borders(components: ComponentSet) -> dict[str, dict[str, int]]:
    """Return the points of each border, from each region or base to each region beside it."""
    points = {1: SINGLE_BORDER_POINTS, 2: DOUBLE_BORDER_POINTS}
    beside: dict[str, dict[str, int]] = {}
    for border in components.borders:
        one, other = border.between
        beside.setdefault(one, {})[other] = points[border.lines]
        beside.setdefault(other, {})[one] = points[border.lines]
    bases: set[str] = set(COMPANIES)
    return {
        place: {region: cost for region, cost in around.items() if region not in bases}
        for place, around in beside.items()
    }


OF_SET: Final = (
    "cards",
    "crate",
    "items",
    "goods_cards",
    "share_cards",
    "units",
    "expansion",
    "bookkeepers",
    "merchants",
    "serves",
    "goods_tiles",
    "tile_units",
    "region_index",
    "borders",
    "entries",
    "base_coins",
    "diamond_track",
    "crates",
    "card_rows",
    "book_track",
    "letter_of_space",
    "book_spaces",
    "gaps_wait_for",
    "first_book_step",
    "last_book_step",
    "book_steps",
    "crossed_out",
    "book_letter",
    "supplies",
    "a_books",
    "free_for_a",
    "book_price",
)
"""The names of all these lookups."""

MOST_SETS = 8
"""The lookups of so many component sets are kept."""


@lru_cache(maxsize=MOST_SETS)
def set_facts(components: ComponentSet) -> SetFacts:
    """Return the lookups for a component set."""
    return SetFacts(components)
