"""What one player sees before his turn: the table and all that follows from it."""

from collections.abc import Iterator
from functools import cached_property

from referee.core import components as printed
from referee.core.ids import COMPANIES, CardId, Good, ItemId, Seat, TileId, TrackId
from referee.core.state import Player, State

EXCHANGED = {TrackId("A2"): TrackId("B2"), TrackId("B2"): TrackId("A2")}
"""The sides that change their bonuses under the other answer to `extra-markers-track`."""


class SeatView:
    """A state as one seat sees it."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.me = state.players[seat]
        self.setting = state.setting
        self.components = state.setting.components
        self.rulings = state.setting.rulings

    @cached_property
    def cards(self) -> tuple[CardId, ...]:
        """The cards in this seat's slots."""
        return tuple(card for card in self.me.slots if card is not None)

    @cached_property
    def items(self) -> tuple[ItemId, ...]:
        """Everything in this seat's action area: cards, then tiles."""
        return (*self.cards, *sorted(self.me.tiles))

    @cached_property
    def tracks(self) -> tuple[printed.Track, ...]:
        """The tracks by company."""
        return tuple(self.setting.track[company] for company in COMPANIES)

    def base(self, company: int) -> tuple[tuple[int, ...], ...]:
        """Return the coins printed in each column of a company's base."""
        bases = self.components.bases
        return next(base.columns for base in bases if base.company == COMPANIES[company])

    @property
    def value_margin(self) -> int:
        """How many steps beyond its own a value of the two tracks of a player board counts."""
        return 1 if self.rulings.value_passed == "beyond" else 0

    @cached_property
    def goods_tile(self) -> printed.PlusOneTile | None:
        """The goods tile, if this seat holds it and has not placed it yet."""
        if self.me.plus_one is not None:
            return None
        held = (self.components.tile[tile] for tile in self.me.tiles if tile not in self.me.used)
        return next((tile for tile in held if isinstance(tile, printed.PlusOneTile)), None)

    def bonuses(self, track: printed.Track) -> tuple[printed.TrackBonus, ...]:
        """Return the bonuses of a track under the rulings of the game."""
        if self.rulings.extra_markers_track == "A2" and track.id in EXCHANGED:
            return self.components.track[EXCHANGED[track.id]].bonuses
        return track.bonuses

    def working(self, player: Player) -> tuple[printed.TrackBonus, ...]:
        """Return the bonuses that count for a player at most: of each track one alone (TRK-09)."""
        pairs = zip(self.tracks, player.levels, strict=True)
        return tuple(self.bonuses(track)[level - 1] for track, level in pairs if level)

    @property
    def chooses_levels(self) -> bool:
        """Whether a player may leave a bonus that works unused, or use its lower level."""
        return self.rulings.bonus_use == "may-use"

    def face_up(self, player: Player) -> tuple[ItemId, ...]:
        """Return what lies face up in a player's area; tiles count as cards (BON-26)."""
        cards: list[ItemId] = [card for card in player.slots if card is not None]
        return tuple(item for item in cards + sorted(player.tiles) if item not in player.used)

    def goods_card(self, item: ItemId) -> printed.GoodsCard | None:
        """Return the goods card with this id, if it is one."""
        card = self.components.card.get(CardId(item))
        return card if isinstance(card, printed.GoodsCard) else None

    def plain_units(self, player: Player, card: printed.GoodsCard) -> int:
        """Return the units that a goods card of a player counts without any bonus of a track."""
        return card.units + (self._tile_units if player.plus_one == card.id else 0)

    def units(self, player: Player, card: printed.GoodsCard) -> int:
        """Return the units that a goods card of a player counts at the highest levels."""
        bonuses = [b for b in self.working(player) if isinstance(b, printed.UnitBonus)]
        more = sum(bonus.more for bonus in bonuses if bonus.good == card.good)
        return self.plain_units(player, card) + more

    @cached_property
    def _tile_units(self) -> int:
        tiles = self.components.tiles
        return next((tile.units for tile in tiles if isinstance(tile, printed.PlusOneTile)), 0)

    def goods_face_up(self, player: Player, good: Good) -> list[printed.GoodsCard]:
        """Return the cards of a good that lie face up before a player."""
        cards = (self.goods_card(item) for item in self.face_up(player))
        return [card for card in cards if card and card.good == good]

    def good_total(self, player: Player, good: Good) -> int:
        """Return the units of a good that lie face up before another player."""
        return sum(self.units(player, card) for card in self.goods_face_up(player, good))

    def _things_face_up(
        self, player: Player
    ) -> Iterator[tuple[ItemId, printed.Card | printed.BonusTile]]:
        cards, tiles = self.components.card, self.components.tile
        for item in self.face_up(player):
            if thing := cards.get(CardId(item)) or tiles.get(TileId(item)):
                yield item, thing

    def expansion_items(self, player: Player) -> dict[ItemId, int]:
        """Return the face-up expansion cards and tiles of a player with their points."""
        kinds = printed.ExpansionCard | printed.ExpansionTile
        things = self._things_face_up(player)
        return {item: thing.points for item, thing in things if isinstance(thing, kinds)}

    def expansion_total(self, player: Player) -> int:
        """Return the total expansion value before another player, with his bonus (TRK-10)."""
        points = self.expansion_items(player).values()
        if not points:
            return 0
        bonuses = self.working(player)
        return sum(points) + sum(b.points for b in bonuses if isinstance(b, printed.ExpansionBonus))

    def bookkeepers(self, player: Player) -> dict[ItemId, int]:
        """Return the face-up bookkeepers of a player with their points."""
        kinds = printed.BookkeeperCard | printed.BookkeeperTile
        things = self._things_face_up(player)
        return {item: thing.points for item, thing in things if isinstance(thing, kinds)}

    def merchants(
        self, player: Player
    ) -> dict[ItemId, printed.MerchantCard | printed.MerchantTile]:
        """Return the face-up diamond merchants of a player."""
        kinds = printed.MerchantCard | printed.MerchantTile
        things = self._things_face_up(player)
        return {item: thing for item, thing in things if isinstance(thing, kinds)}
