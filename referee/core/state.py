"""The table at one moment: frozen and hashable all the way down, and quick to copy.

What nobody has seen yet is kept as sets, never as an order. What follows from the rest (prices,
totals, shares, free markers, unlocked slots) is not kept at all: it is derived when needed.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.core import ids
from referee.core.component_set import ComponentSet
from referee.core.components import BonusSpace, SpaceBonus, Track
from referee.core.events import Plan
from referee.core.rulings import DEFAULT_RULINGS, Rulings


# What stays the same through a game: components, rulings, players, tracks -------------------------
@dataclass(frozen=True, kw_only=True)
class Setting:
    """The frame of a game; every state of the game refers to one and the same."""

    components: ComponentSet
    players: int
    tracks: tuple[ids.TrackId, ...]
    """The track side at each company's edge, by company."""
    rulings: Rulings = DEFAULT_RULINGS
    first_game_tracks: bool = False
    first_game_tiles: bool = False

    @cached_property
    def _hash(self) -> int:
        return hash((self.components, self.players, self.tracks, self.rulings))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def track(self) -> dict[ids.Company, Track]:
        """The track at each company's edge."""
        return {
            company: self.components.track[track]
            for company, track in zip(ids.COMPANIES, self.tracks, strict=True)
        }

    @cached_property
    def spaces(self) -> tuple[BonusSpace, ...]:
        """The bonus spaces on the table: the board's, then those of the tracks in use."""
        of_tracks: dict[ids.SpaceId, ids.TrackId] = {
            bonus.space: track.id
            for track in self.components.tracks
            for bonus in track.bonuses
            if isinstance(bonus, SpaceBonus)
        }
        return tuple(
            space
            for space in self.components.spaces
            if space.id not in of_tracks or of_tracks[space.id] in self.tracks
        )


SETTINGS: dict[type[ComponentSet], type[Setting]] = {}
"""By kind of set the frame that its games need, where it is not the usual one."""


def setting_type(components: ComponentSet) -> type[Setting]:
    """Return what the frame of a game with a set is."""
    return SETTINGS.get(type(components), Setting)


Phase = Literal[
    "deal-cards",
    "deal-books",
    "starting-tiles",
    "resting",
    "starting-bonus",
    "planning",
    "actions",
    "preparation",
    "over",
]
"""What is due next: the setup steps in order, the phases of a round, the end."""

PHASES: tuple[Phase, ...] = get_args(Phase)
SETUP_PHASES = PHASES[: PHASES.index("planning")]


class BaseColumn(Struct, frozen=True, array_like=True):
    """A column of a company base: posts left, and whether its final space was ever empty."""

    posts: int
    opened: bool = False


class Player(Struct, frozen=True, gc=False):
    """What one player has; tuples by company follow `COMPANIES`, by slot `SLOTS`."""

    cash: int
    hand: frozenset[ids.CardId]
    slots: tuple[ids.CardId | None, ...]
    used: frozenset[ids.ItemId]
    """Cards of the slots, and tiles, that lie face down."""
    resting: tuple[frozenset[ids.CardId], ...]
    tracks: tuple[int, ...]
    levels: tuple[int, ...]
    """How many of a track's bonuses work; a bonus just unlocked waits for the next turn."""
    diamonds: int
    ink: int
    books: tuple[tuple[ids.BookId, ...], ...]
    """The books on steps 2, 3, ... of the track, each a pile with the visible one last."""
    flipped: frozenset[int]
    """Steps whose visible book lies face down; the starting tile's book is step 1."""
    starting_tile: ids.StartTileId | None = None
    tiles: frozenset[ids.TileId] = frozenset()
    """Bonus tiles held in this round."""
    plus_one: ids.CardId | None = None
    """The card on which the goods tile lies."""
    done: bool = False
    """Has dropped out of the action phase."""


class State(Struct, frozen=True, gc=False):
    """The whole table."""

    setting: Setting
    phase: Phase
    round: int
    turn: int
    """The number of the turn that is due in this round's action phase, from 1."""
    to_move: ids.Seat | None
    """Who is due, where the order of players matters."""
    first_player: ids.Seat
    regions: tuple[ids.Company | None, ...]
    """Whose post stands in each region, in the order of the component set."""
    bases: tuple[tuple[BaseColumn, ...], ...]
    lost_posts: tuple[int, ...]
    """Posts out of the game, by company."""
    display: tuple[ids.CardId | None, ...]
    """The card display in filling order: right column from the top, middle, left."""
    book_display: tuple[ids.BookId | None, ...]
    book_coins: tuple[int, ...]
    """Coins on the book display; both in the order of the component set."""
    markers: tuple[ids.Seat | None, ...]
    """Whose bonus marker stands on each of the setting's spaces."""
    unseen_cards: tuple[frozenset[ids.CardId], ...]
    """Action cards still in the stack, by letter in the order of `CARD_LETTERS`."""
    unseen_books: tuple[frozenset[ids.BookId], ...]
    """Books still in the supply, by letter in the order of `BOOK_LETTERS`."""
    discards: tuple[ids.CardId, ...]
    """The discard pile, sorted: players may discard starting cards of the same name."""
    players: tuple[Player, ...]
    plans: tuple[Plan | None, ...]
    """Plans that still lie face down; the cards leave the hand when all are turned up."""
    rejected_tiles: frozenset[ids.StartTileId] = frozenset()
    """Starting tiles known to be back in the box: no public fact."""

    def __repr__(self) -> str:
        return f"<State: round {self.round}, turn {self.turn}, {self.phase}>"

    def player(self, seat: ids.Seat) -> Player:
        """Return the player in a seat."""
        return self.players[seat]

    def with_player(self, seat: ids.Seat, player: Player) -> Self:
        """Return this table with another player in a seat."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)
