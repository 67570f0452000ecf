"""What a position says to the player who is to move: totals, tracks ahead, bases, bonuses."""

from dataclasses import dataclass, replace
from functools import cached_property

from msgspec.structs import replace as with_fields

from model.best.ahead import Ahead, share_icon, steps_ahead
from model.best.piles import Pile, pile
from referee.game.components import (
    BonusTile,
    BookkeeperCard,
    BookkeeperTile,
    Card,
    ExpansionBonus,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
    PlusOneTile,
    SpaceBonus,
    TrackBonus,
    TrackValue,
    UnitBonus,
)
from referee.game.ids import (
    COMPANIES,
    GOODS,
    CardId,
    Company,
    Good,
    ItemId,
    RegionId,
    Seat,
    SpaceId,
    TrackId,
)
from referee.game.setting import Setting
from referee.game.state import Player, State
from referee.game.turns import BookStep

EXCHANGED: tuple[TrackId, TrackId] = (TrackId("A2"), TrackId("B2"))
"""The sides that change their bonuses under the other answer to `extra-markers-track`."""

FIRST_FREE_STEP: BookStep = 2
"""The step after the starting tile's book."""

UsedLevels = tuple[int, ...]
"""By company, the level at which the mover uses a track's permanent bonus; 0 is not at all."""

Bookkeeper = BookkeeperCard | BookkeeperTile
Merchant = MerchantCard | MerchantTile


def counted_values(setting: Setting, values: tuple[TrackValue, ...]) -> tuple[TrackValue, ...]:
    """Return the values of a track, each with the step from which it counts in this game."""
    if setting.rulings.value_passed == "at-or-beyond":
        return values
    return tuple(TrackValue(value.at + 1, value.pounds) for value in values)


@dataclass(frozen=True)
class MoverTable:
    """A position as its mover sees it."""

    state: State
    seat: Seat
    levels: UsedLevels | None = None
    """The levels at which the mover's bonuses count; None for the highest that work."""

    @cached_property
    def me(self) -> Player:
        """The player to move."""
        player = self.state.players[self.seat]
        return player if self.levels is None else with_fields(player, levels=self.levels)

    def at_levels(self, levels: UsedLevels) -> "MoverTable":
        """Return the same position with the mover's bonuses used at some levels."""
        return replace(self, levels=levels)

    @cached_property
    def opponents(self) -> tuple[Seat, ...]:
        """All other seats."""
        return tuple(Seat(s) for s in range(len(self.state.players)) if s != self.seat)

    def card(self, card: CardId) -> Card:
        """Return a card by its id."""
        return self.state.setting.components.card[card]

    def working(self, player: Player) -> tuple[TrackBonus, ...]:
        """Return the bonus that works for a player on each track where one does."""
        return tuple(
            self.bonuses(company)[level - 1]
            for company, level in zip(COMPANIES, player.levels, strict=True)
            if level
        )

    def bonuses(self, company: Company) -> tuple[TrackBonus, ...]:
        """Return the bonuses of the track at a company's edge, under the game's rulings."""
        return self._bonuses[company]

    @cached_property
    def _bonuses(self) -> dict[Company, tuple[TrackBonus, ...]]:
        setting = self.state.setting
        found = {}
        for company in COMPANIES:
            track = setting.track[company]
            if setting.rulings.extra_markers_track == "A2" and track.id in EXCHANGED:
                other = EXCHANGED[1 - EXCHANGED.index(track.id)]
                track = setting.components.track[other]
            found[company] = track.bonuses
        return found

    @cached_property
    def beside(self) -> dict[SpaceId, Company]:
        """The companies at whose tracks bonus spaces lie."""
        return {
            bonus.space: company
            for company in reversed(COMPANIES)
            for bonus in self.bonuses(company)
            if isinstance(bonus, SpaceBonus)
        }

    @cached_property
    def prices(self) -> dict[CardId, int]:
        """The undiscounted price of every card on display."""
        spaces = self.state.setting.components.filling_order
        return {
            card: self.card(card).crate + space.crate
            for card, space in zip(self.state.display, spaces, strict=True)
            if card is not None
        }

    # The action area --------------------------------------------------------------------------

    def face_up(self, player: Player) -> tuple[Card, ...]:
        """Return the cards that lie face up in a player's area."""
        return tuple(self.card(c) for c in player.slots if c is not None and c not in player.used)

    @cached_property
    def goods_cards(self) -> tuple[GoodsCard, ...]:
        """The mover's face-up goods cards."""
        return tuple(card for card in self.face_up(self.me) if isinstance(card, GoodsCard))

    @cached_property
    def bookkeepers(self) -> tuple[Bookkeeper, ...]:
        """The mover's face-up bookkeepers, cards and tile."""
        cards = tuple(c for c in self.face_up(self.me) if isinstance(c, BookkeeperCard))
        return cards + tuple(t for t in self._tiles(self.me) if isinstance(t, BookkeeperTile))

    @cached_property
    def merchants(self) -> tuple[Merchant, ...]:
        """The mover's face-up diamond merchants, cards and tile."""
        cards = tuple(c for c in self.face_up(self.me) if isinstance(c, MerchantCard))
        return cards + tuple(t for t in self._tiles(self.me) if isinstance(t, MerchantTile))

    def _tiles(self, player: Player) -> tuple[BonusTile, ...]:
        tiles = self.state.setting.components.tile
        return tuple(tiles[tile] for tile in sorted(player.tiles) if tile not in player.used)

    def units(self, player: Player, card: GoodsCard) -> int:
        """Return the units that a goods card counts in a player's area."""
        more = sum(
            bonus.more
            for bonus in self.working(player)
            if isinstance(bonus, UnitBonus) and bonus.good == card.good
        )
        tile = self.tile_units if player.plus_one == card.id else 0
        return card.units + more + tile

    def total(self, player: Player, good: Good) -> int:
        """Return a player's face-up units of a good."""
        cards = (c for c in self.face_up(player) if isinstance(c, GoodsCard) and c.good == good)
        return sum(self.units(player, card) for card in cards)

    @cached_property
    def totals(self) -> dict[Good, int]:
        """The mover's face-up units by good."""
        return {good: self.total(self.me, good) for good in GOODS}

    def expansion_items(self, player: Player) -> dict[ItemId, int]:
        """Return the face-up expansion cards and tile of a player with their points."""
        cards = [c for c in self.face_up(player) if isinstance(c, ExpansionCard)]
        tiles = [t for t in self._tiles(player) if isinstance(t, ExpansionTile)]
        return {card.id: card.points for card in cards} | {tile.id: tile.points for tile in tiles}

    def expansion(self, player: Player) -> int:
        """Return a player's total expansion value."""
        points = self.expansion_items(player).values()
        if not points:
            return 0
        bonuses = (b for b in self.working(player) if isinstance(b, ExpansionBonus))
        return sum(points) + sum(bonus.points for bonus in bonuses)

    @cached_property
    def tile_units(self) -> int:
        """Units that the goods tile adds."""
        tiles = self.state.setting.components.tiles
        return next((tile.units for tile in tiles if isinstance(tile, PlusOneTile)), 0)

    @cached_property
    def tile_cards(self) -> tuple[GoodsCard, ...]:
        """The cards onto which the mover may put the goods tile in this turn."""
        tiles = self.state.setting.components.tile
        held = any(isinstance(tiles[tile], PlusOneTile) for tile in self.me.tiles)
        return self.goods_cards if held and self.me.plus_one is None else ()

    # Regions, tracks, bases, values -----------------------------------------------------------

    @cached_property
    def owners(self) -> dict[RegionId, Company | None]:
        """Whose post stands in each region."""
        regions = self.state.setting.components.regions
        return {region.id: owner for region, owner in zip(regions, self.state.regions, strict=True)}

    def mines(self, company: Company) -> int:
        """Return the mines in a company's regions."""
        region = self.state.setting.components.region
        return sum(region[name].mines for name, owner in self.owners.items() if owner == company)

    @cached_property
    def ahead(self) -> dict[Company, Ahead]:
        """The steps before the mover's marker on each track."""
        track, players = self.state.setting.track, self.state.players
        return {
            company: steps_ahead(
                track[company],
                self.me.tracks[index],
                [players[seat].tracks[index] for seat in self.opponents],
            )
            for index, company in enumerate(COMPANIES)
        }

    @cached_property
    def diamond_values(self) -> tuple[TrackValue, ...]:
        """The values of the diamond track, by the step from which each counts."""
        setting = self.state.setting
        return counted_values(setting, setting.components.diamond_track.values)

    @cached_property
    def book_values(self) -> tuple[TrackValue, ...]:
        """The values of the bookkeeping track, by the step from which each counts."""
        setting = self.state.setting
        return counted_values(setting, setting.components.book_track.values)

    @staticmethod
    def worth(values: tuple[TrackValue, ...], at: int) -> int:
        """Return the last value that a marker has got to."""
        reached = [value for value in values if value.at <= at]
        return max(reached, key=lambda value: value.at).pounds if reached else 0

    @cached_property
    def piles(self) -> dict[Company, tuple[Pile, ...]]:
        """The columns of every base."""
        bases = {base.company: base.columns for base in self.state.setting.components.bases}
        return {
            company: tuple(map(pile, bases[company], columns))
            for company, columns in zip(COMPANIES, self.state.bases, strict=True)
        }

    def posts(self, company: Company) -> int:
        """Return the posts that are left in a company's base."""
        return sum(len(pile.uncovers) for pile in self.piles[company])

    def share_value(self, company: Company) -> int:
        """Return what a share of a company is worth now."""
        return sum(pile.coins for pile in self.piles[company])

    def shares(self, seat: Seat, company: Company) -> int:
        """Return the shares of a company that a player owns."""
        return self._shares[seat, company]

    @cached_property
    def _shares(self) -> dict[tuple[Seat, Company], int]:
        found: dict[tuple[Seat, Company], int] = {}
        for seat, player in enumerate(self.state.players):
            decks = (card for deck in player.resting for card in deck)
            owned = (*player.hand, *(card for card in player.slots if card), *decks)
            on_cards = [self.card(card).share for card in owned]
            for company, at in zip(COMPANIES, player.tracks, strict=True):
                on_track = share_icon(self.state.setting.track[company].shares, at)
                found[Seat(seat), company] = on_track + on_cards.count(company)
        return found

    # Books ------------------------------------------------------------------------------------

    @cached_property
    def visible(self) -> dict[BookStep, str]:
        """The letter of the visible book on each step where books may be placed, "" for none."""
        book = self.state.setting.components.book
        steps = enumerate(self.me.books, FIRST_FREE_STEP)
        return {step: book[pile[-1]].letter if pile else "" for step, pile in steps}
