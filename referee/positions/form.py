"""What a position says, with all names found: whatever it leaves out stays None or empty."""

from msgspec import Struct

from referee.game.ids import (
    BookId,
    BookSpaceId,
    CardId,
    Company,
    ItemId,
    RegionId,
    Slot,
    SpaceId,
    StartTileId,
    TileId,
)
from referee.game.state import PHASES, BaseColumn, Phase

EMPTY = "empty"
"""Said instead of a card or a book: nothing lies there."""

BookPile = tuple[BookId, ...]


class SeatForm(Struct, frozen=True, kw_only=True):
    """What a player has; cards that are named nowhere stay where they are at the start."""

    cash: int | None = None
    hand: tuple[CardId, ...] | None = None
    """The whole hand; starting cards that are named nowhere have then left the game."""
    gets: tuple[CardId, ...] = ()
    """Cards in the hand besides those that are there at the start."""
    slots: dict[Slot, CardId] = {}
    used: tuple[ItemId, ...] = ()
    resting: dict[Slot, tuple[CardId, ...]] | None = None
    """All resting decks; without it the starting tile's cards rest."""
    tracks: dict[Company, int] = {}
    levels: dict[Company, int] = {}
    """Bonuses that work; those not named are all that the marker has reached."""
    diamonds: int = 0
    ink: int = 0
    books: dict[int, BookPile] = {}
    """The pile on a step, the visible book last."""
    flipped: tuple[int, ...] = ()
    starting_tile: StartTileId | None = None
    tiles: tuple[TileId, ...] = ()
    plus_one: CardId | None = None
    done: bool = False
    plan: dict[Slot, CardId] | None = None
    """A plan that lies face down; its cards still count to the hand."""

    @property
    def held(self) -> tuple[CardId, ...]:
        """The cards that the player is said to hold, in any place."""
        resting = (card for deck in (self.resting or {}).values() for card in deck)
        return (*(self.hand or ()), *self.gets, *self.slots.values(), *resting)


class PositionForm(Struct, frozen=True, kw_only=True):
    """A table; without a word a fresh game whose first turn is due."""

    phase: Phase = "actions"
    round: int = 1
    turn: int = 1
    first_player: int = 0
    to_move: int | None = None
    """Who is due; the first player if it is not said and somebody is."""
    regions: dict[RegionId, Company] = {}
    bases: dict[Company, tuple[BaseColumn, ...]] = {}
    """Posts by column; without it the posts in regions come from the first columns."""
    display: dict[str, CardId] = {}
    """Cards by space (`right-1` is the topmost of the right column); others stay."""
    stack: tuple[CardId, ...] | None = None
    """The whole stack; cards that are named nowhere then lie on the discard pile."""
    discards: tuple[CardId, ...] = ()
    books: dict[BookSpaceId, BookId] = {}
    """Books by space of the book display; others stay."""
    book_coins: dict[BookSpaceId, int] = {}
    markers: dict[SpaceId, int] = {}
    rejected: tuple[StartTileId, ...] = ()
    seats: tuple[SeatForm, ...] = ()

    def is_after(self, phase: Phase) -> bool:
        """Return whether the position comes after a phase of the setup."""
        return PHASES.index(self.phase) > PHASES.index(phase)
