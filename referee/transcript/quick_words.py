"""Pieces of canonical lines: clauses by their keywords, short numbers."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from referee.game.component_set import ComponentSet
from referee.game.ids import (
    COMPANIES,
    SLOTS,
    BookId,
    BookSpaceId,
    CardId,
    Company,
    ItemId,
    RegionId,
    Slot,
    SpaceId,
    StartTileId,
)

START_WORDS = (
    "players",
    "set",
    "rulings",
    "tracks",
    "setup",
    "title",
    "display",
    "books",
    "refill",
    "prepare",
    "round",
    "takeback",
)
"""The keywords with which a line may begin."""

CLAUSES = frozenset({"take", "oust", "books", "using", "plus", "flip", "to", "spend", "discard"})
"""The words with which a clause begins."""

MOST_DIGITS = 2

COMPANY_OF: Mapping[str, Company] = {company: company for company in COMPANIES}
SLOT_OF: Mapping[str, Slot] = {slot: slot for slot in SLOTS}


class Ids:
    """The ids of a component set, each under the word that the writer puts for it: itself."""

    def __init__(self, components: ComponentSet) -> None:
        self.cards: Mapping[str, CardId] = {card.id: card.id for card in components.cards}
        self.items: Mapping[str, ItemId] = {
            **self.cards,
            **{tile.id: tile.id for tile in components.tiles},
        }
        self.books: Mapping[str, BookId] = {book.id: book.id for book in components.books}
        self.regions: Mapping[str, RegionId] = {r.id: r.id for r in components.regions}
        self.sources: Mapping[str, RegionId | Company] = {**self.regions, **COMPANY_OF}
        self.spaces: Mapping[str, SpaceId] = {space.id: space.id for space in components.spaces}
        self.book_spaces: Mapping[str, BookSpaceId] = {s.id: s.id for s in components.book_spaces}
        self.tiles: Mapping[str, StartTileId] = {t.id: t.id for t in components.starting_tiles}


@lru_cache(maxsize=16)
def ids_of(components: ComponentSet) -> Ids:
    """Return the ids of a component set."""
    return Ids(components)


class UnsureError(Exception):
    """The line is not in canonical form, or may not be."""


def clauses_of(words: list[str], order: tuple[str, ...]) -> tuple[list[str], dict[str, list[str]]]:
    """Return the words before the first clause, and those of each clause, none of them twice."""
    head: list[str] = []
    clauses: dict[str, list[str]] = {}
    here = head
    for word in words:
        if word in CLAUSES:
            if word not in order or word in clauses:
                raise UnsureError
            here = clauses[word] = []
        else:
            here.append(word)
    if any(not said for said in clauses.values()):
        raise UnsureError
    return head, clauses


def number_of(words: list[str] | None) -> int | None:
    """Return the number of a clause that holds nothing else, or None without the clause."""
    if words is None:
        return None
    (word,) = words
    return int_of(word)


def int_of(word: str) -> int:
    """Return a short number; longer ones are no steps, columns or rounds of this game."""
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS):
        raise UnsureError
    return int(word)


def in_brackets(first: str, left: Iterator[str]) -> list[str]:
    """Return the words up to the one that ends with a closing bracket."""
    words = [first]
    while not words[-1].endswith(")"):
        following = next(left, None)
        if following is None:
            raise UnsureError
        words.append(following)
    words[-1] = words[-1].removesuffix(")")
    return words
