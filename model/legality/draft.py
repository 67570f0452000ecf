"""A state that can be written to, for reading a solution back into a table."""

from dataclasses import dataclass

from msgspec.structs import asdict

from referee.game.events import Plan
from referee.game.ids import BookId, CardId, Company, ItemId, Seat, StartTileId, TileId
from referee.game.state import BaseColumn, Phase, Player, State


@dataclass
class PlayerDraft:
    """A player that can be written to."""

    cash: int
    hand: set[CardId]
    slots: list[CardId | None]
    used: set[ItemId]
    resting: list[frozenset[CardId]]
    tracks: list[int]
    levels: list[int]
    diamonds: int
    ink: int
    books: list[tuple[BookId, ...]]
    flipped: set[int]
    starting_tile: StartTileId | None
    tiles: set[TileId]
    plus_one: CardId | None
    done: bool

    def player(self) -> Player:
        """Return the player as it is now."""
        return Player(
            cash=self.cash,
            hand=frozenset(self.hand),
            slots=tuple(self.slots),
            used=frozenset(self.used),
            resting=tuple(self.resting),
            tracks=tuple(self.tracks),
            levels=tuple(self.levels),
            diamonds=self.diamonds,
            ink=self.ink,
            books=tuple(self.books),
            flipped=frozenset(self.flipped),
            starting_tile=self.starting_tile,
            tiles=frozenset(self.tiles),
            plus_one=self.plus_one,
            done=self.done,
        )


def _player_draft(player: Player) -> PlayerDraft:
    lists = ("slots", "resting", "tracks", "levels", "books")
    sets = ("hand", "used", "flipped", "tiles")
    values = asdict(player)
    values |= {name: list(values[name]) for name in lists}
    values |= {name: set(values[name]) for name in sets}
    return PlayerDraft(**values)


class TableDraft:
    """A table that can be written to; what nobody writes to stays as it was."""

    def __init__(self, state: State) -> None:
        self._before = state
        self.phase: Phase = state.phase
        self.round = state.round
        self.turn = state.turn
        self.to_move: Seat | None = state.to_move
        self.first_player = state.first_player
        self.regions: list[Company | None] = list(state.regions)
        self.bases: list[list[BaseColumn]] = [list(columns) for columns in state.bases]
        self.lost_posts = list(state.lost_posts)
        self.display: list[CardId | None] = list(state.display)
        self.book_display: list[BookId | None] = list(state.book_display)
        self.book_coins = list(state.book_coins)
        self.markers: list[Seat | None] = list(state.markers)
        self.unseen_cards = [set(cards) for cards in state.unseen_cards]
        self.unseen_books = [set(books) for books in state.unseen_books]
        self.discards: list[CardId] = list(state.discards)
        self.players = [_player_draft(player) for player in state.players]
        self.plans: list[Plan | None] = list(state.plans)
        self.rejected_tiles = set(state.rejected_tiles)

    def state(self) -> State:
        """Return the table as it is now."""
        return State(
            setting=self._before.setting,
            phase=self.phase,
            round=self.round,
            turn=self.turn,
            to_move=self.to_move,
            first_player=self.first_player,
            regions=tuple(self.regions),
            bases=tuple(tuple(columns) for columns in self.bases),
            lost_posts=tuple(self.lost_posts),
            display=tuple(self.display),
            book_display=tuple(self.book_display),
            book_coins=tuple(self.book_coins),
            markers=tuple(self.markers),
            unseen_cards=tuple(frozenset(cards) for cards in self.unseen_cards),
            unseen_books=tuple(frozenset(books) for books in self.unseen_books),
            discards=tuple(sorted(self.discards)),
            players=tuple(player.player() for player in self.players),
            plans=tuple(self.plans),
            rejected_tiles=frozenset(self.rejected_tiles),
        )
