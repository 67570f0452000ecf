"""How a test or a case file says a position: only what differs from a fresh game."""

from typing import get_args

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
    TrackId,
)
from referee.game.rulings import DEFAULT_RULINGS, Rulings
from referee.game.state import Phase

EMPTY = "empty"
"""Said instead of a card or a book: nothing lies there."""

PHASES: tuple[Phase, ...] = get_args(Phase)


class PositionError(Exception):
    """A position that cannot be: an unknown name, or a thing in two places."""


class SettingForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The frame of a game; tracks that are not named are those of the first game."""

    players: int = 2
    tracks: dict[Company, TrackId] = {}
    rulings: Rulings = DEFAULT_RULINGS
    first_game_tracks: bool = False
    first_game_tiles: bool = False


class ColumnForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of a base with posts that were returned to it after it had been empty."""

    posts: int
    opened: bool


class SeatForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
    books: dict[int, BookId | tuple[BookId, ...]] = {}
    """The book on a step, or the pile with the visible one last."""
    flipped: tuple[int, ...] = ()
    starting_tile: StartTileId | None = None
    tiles: tuple[TileId, ...] = ()
    plus_one: CardId | None = None
    done: bool = False
    plan: dict[Slot, CardId] | None = None
    """A plan that lies face down; its cards still count to the hand."""


class PositionForm(SettingForm, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table; without a word a fresh game whose first turn is due."""

    phase: Phase = "actions"
    round: int = 1
    turn: int = 1
    first_player: int = 0
    to_move: int | None = None
    """Who is due; the first player if it is not said and somebody is."""
    regions: dict[RegionId, Company] = {}
    bases: dict[Company, tuple[int | ColumnForm, ...]] = {}
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
    seat: dict[int, SeatForm] = {}
