"""The short names by which people and programs call the things on the table."""

from collections.abc import Iterator
from typing import Literal, NewType, get_args

Seat = NewType("Seat", int)
"""A player by his place in the first round's turn order: 0 is the first player."""

CardId = NewType("CardId", str)
BookId = NewType("BookId", str)
RegionId = NewType("RegionId", str)
TrackId = NewType("TrackId", str)
SpaceId = NewType("SpaceId", str)
TileId = NewType("TileId", str)
StartTileId = NewType("StartTileId", str)
BookSpaceId = NewType("BookSpaceId", str)

ItemId = CardId | TileId
"""What can lie in an action area and be used: a card, or a bonus tile that counts as one."""

Company = Literal["mombasa", "cape-town", "saint-louis", "cairo"]
COMPANIES: tuple[Company, ...] = get_args(Company)
"""The companies in the order of the scoring pad; every tuple "by company" follows it."""

Good = Literal["coffee", "bananas", "cotton"]
GOODS: tuple[Good, ...] = get_args(Good)

Majority = Literal["coffee", "bananas", "cotton", "expansion"]
"""What a majority space counts."""

Slot = Literal["left", "middle", "right", "diamond", "ink"]
SLOTS: tuple[Slot, ...] = get_args(Slot)
"""The action slots, each with its resting slot above it; the last two must be unlocked."""

COLOURED_SLOTS: tuple[Slot, ...] = SLOTS[:3]

CardLetter = Literal["A", "B", "C", "D", "E"]
CARD_LETTERS: tuple[CardLetter, ...] = get_args(CardLetter)
"""The letters of the action cards in the order in which the stack gives them out."""

BookLetter = Literal["A", "B", "C"]
BOOK_LETTERS: tuple[BookLetter, ...] = get_args(BookLetter)


# The ids that plain data names --------------------------------------------------------------------
def words_in(data: object) -> frozenset[str]:
    """Return every word in plain data, wherever it stands."""
    return frozenset(_words(data))


def _words(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            yield from _words([*data.values()])
        case list() | tuple():
            for item in data:
                yield from _words(item)
        case _:
            pass
