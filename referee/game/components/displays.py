"""The displays and the round track."""

from typing import Annotated

from msgspec import Meta

from referee.game.components.entry import Entry, Positive, PrintedCount
from referee.game.ids import BookLetter, BookSpaceId


class CardSpace(Entry, frozen=True, kw_only=True):
    """A space of the card display; columns count from the left, rows from the top."""

    row: Positive
    column: Positive
    crate: PrintedCount


class BookSpace(Entry, frozen=True, kw_only=True):
    """A space of the book display, under the round track space with this number."""

    id: BookSpaceId
    letter: BookLetter
    row: Positive
    round: Positive


class RoundCoins(Entry, frozen=True, kw_only=True):
    """The coins on the spaces of the round track, from space 2 on."""

    players: Annotated[int, Meta(ge=2, le=4)]
    coins: tuple[PrintedCount, ...]
