"""What a position says to the player who is to move: totals, tracks ahead, bases, bonuses."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product

from msgspec.structs import replace as with_fields

from referee.core import components as printed
from referee.core import ids
from referee.core.component_set import ComponentSet
from referee.core.rulings import Rulings
from referee.core.state import BaseColumn, Player, Setting, State
from referee.core.turns import BookStep, UseLevel


# The steps that a marker has before it on a company track -----------------------------------------
@dataclass(frozen=True, slots=True)
class Ahead:
    """The steps that a marker has before it; entry 0 of each tuple is the next step."""

    room: int
    calls: tuple[int, ...]
    gains: tuple[int, ...]
    """Pounds that the mover gets for reaching the space."""
    shares: tuple[int, ...]
    """Shares that the space adds."""
    others: tuple[tuple[int, ...], ...]
    """Pounds that each opponent gets when the mover reaches the space, in seat order."""

    def net(self, step: int) -> int:
        """Return what the step before which `step` others were made brings in pounds."""
        return self.gains[step] - self.calls[step]


def steps_ahead(track: printed.Track, at: int, others: Sequence[int]) -> Ahead:
    """Return what lies before a marker on a space, given the spaces of the other markers."""
    spaces = range(at + 1, track.last + 1)
    calls, gains = dict.fromkeys(spaces, 0), dict.fromkeys(spaces, 0)
    for call in track.calls:
        if call.before in calls:
            calls[call.before] += call.pounds
    for special in track.specials:
        if special.at in gains:
            gains[special.at] += special.pounds
    owned = share_icon(track.shares, at)
    by_space = {icon.at: icon.shares for icon in reversed(track.shares)}
    icons = [owned, *(owned := by_space.get(space, owned) for space in spaces)]
    return Ahead(
        room=max(0, track.last - at),
        calls=tuple(calls.values()),
        gains=tuple(gains.values()),
        shares=tuple(after - before for before, after in pairwise(icons)),
        others=tuple(
            tuple(pounds if other >= space else 0 for space, pounds in gains.items())
            for other in others
        ),
    )


def share_icon(shares: tuple[printed.ShareIcon, ...], at: int) -> int:
    """Return the last share icon that a marker has reached."""
    reached = [icon for icon in shares if icon.at <= at]
    return max(reached, key=lambda icon: icon.at).shares if reached else 0


# A column of a company base, as the mover sees it -------------------------------------------------
@dataclass(frozen=True, slots=True)
class Pile:
    """A column of a base: what taking posts uncovers, and what returned posts cover."""

    uncovers: tuple[int, ...]
    """Coins under each post, the foremost first."""
    covers: tuple[int, ...]
    """Coins on each free space that a returned post may cover, the rearmost first."""
    coins: int
    """Coins that lie open."""


def pile(coins: tuple[int, ...], column: BaseColumn) -> Pile:
    """Return a column with its printed coins."""
    rear = len(coins) - column.opened
    front = rear - column.posts
    return Pile(
        uncovers=coins[front:rear],
        covers=coins[:front][::-1],
        coins=sum(coins[:front]) + sum(coins[rear:]),
    )


EXCHANGED: tuple[ids.TrackId, ids.TrackId] = (ids.TrackId("A2"), ids.TrackId("B2"))
"""The sides that change their bonuses under the other answer to `extra-markers-track`."""

FIRST_FREE_STEP: BookStep = 2
"""The step after the starting tile's book."""

UsedLevels = tuple[int, ...]
"""By company, the level at which the mover uses a track's permanent bonus; 0 is not at all."""

Bookkeeper = printed.BookkeeperCard | printed.BookkeeperTile
Merchant = printed.MerchantCard | printed.MerchantTile
Expander = printed.ExpansionCard | printed.ExpansionTile


def counted_values(
    setting: Setting, values: tuple[printed.TrackValue, ...]
) -> tuple[printed.TrackValue, ...]:
    """Return the values of a track, each with the step from which it counts in this game."""
    if setting.rulings.value_passed == "at-or-beyond":
        return values
    return tuple(printed.TrackValue(value.at + 1, value.pounds) for value in values)


@dataclass(frozen=True)
class MoverTable:
    """A position as its mover sees it."""

    state: State
    seat: ids.Seat
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

    @property
    def components(self) -> ComponentSet:
        """The component set of the game."""
        return self.state.setting.components

    @property
    def rulings(self) -> Rulings:
        """The answers to open questions under which the game is played."""
        return self.state.setting.rulings

    @cached_property
    def opponents(self) -> tuple[ids.Seat, ...]:
        """All other seats."""
        return tuple(ids.Seat(s) for s in range(len(self.state.players)) if s != self.seat)

    def card(self, card: ids.CardId) -> printed.Card:
        """Return a card by its id."""
        return self.components.card[card]

    def working(self, player: Player) -> tuple[printed.TrackBonus, ...]:
        """Return the bonus that works for a player on each track where one does."""
        levels = zip(ids.COMPANIES, player.levels, strict=True)
        return tuple(self.bonuses[company][level - 1] for company, level in levels if level)

    @cached_property
    def bonuses(self) -> dict[ids.Company, tuple[printed.TrackBonus, ...]]:
        """The bonuses of the track at each company's edge, under the game's rulings."""
        setting = self.state.setting
        found = {}
        for company in ids.COMPANIES:
            track = setting.track[company]
            if setting.rulings.extra_markers_track == "A2" and track.id in EXCHANGED:
                other = EXCHANGED[1 - EXCHANGED.index(track.id)]
                track = setting.components.track[other]
            found[company] = track.bonuses
        return found

    @cached_property
    def beside(self) -> dict[ids.SpaceId, ids.Company]:
        """The companies at whose tracks bonus spaces lie."""
        spaces = [
            (b, company) for company in reversed(ids.COMPANIES) for b in self.bonuses[company]
        ]
        return {b.space: company for b, company in spaces if isinstance(b, printed.SpaceBonus)}

    @cached_property
    def prices(self) -> dict[ids.CardId, int]:
        """The undiscounted price of every card on display."""
        spaces = self.components.filling_order
        shown = zip(self.state.display, spaces, strict=True)
        return {
            card: self.card(card).crate + space.crate for card, space in shown if card is not None
        }

    # The action area --------------------------------------------------------------------------

    def face_up(self, player: Player) -> tuple[printed.Card, ...]:
        """Return the cards that lie face up in a player's area."""
        return tuple(self.card(c) for c in player.slots if c is not None and c not in player.used)

    @cached_property
    def goods_cards(self) -> tuple[printed.GoodsCard, ...]:
        """The mover's face-up goods cards."""
        return tuple(card for card in self.face_up(self.me) if isinstance(card, printed.GoodsCard))

    @cached_property
    def bookkeepers(self) -> tuple[Bookkeeper, ...]:
        """The mover's face-up bookkeepers, cards and tile."""
        cards = tuple(c for c in self.face_up(self.me) if isinstance(c, printed.BookkeeperCard))
        tiles = self._tiles(self.me)
        return (*cards, *(tile for tile in tiles if isinstance(tile, printed.BookkeeperTile)))

    @cached_property
    def merchants(self) -> tuple[Merchant, ...]:
        """The mover's face-up diamond merchants, cards and tile."""
        cards = tuple(c for c in self.face_up(self.me) if isinstance(c, printed.MerchantCard))
        return cards + tuple(t for t in self._tiles(self.me) if isinstance(t, printed.MerchantTile))

    def _tiles(self, player: Player) -> tuple[printed.BonusTile, ...]:
        tiles = self.components.tile
        return tuple(tiles[tile] for tile in sorted(player.tiles) if tile not in player.used)

    def units(self, player: Player, card: printed.GoodsCard) -> int:
        """Return the units that a goods card counts in a player's area."""
        bonuses = (b for b in self.working(player) if isinstance(b, printed.UnitBonus))
        more = sum(bonus.more for bonus in bonuses if bonus.good == card.good)
        tile = self.tile_units if player.plus_one == card.id else 0
        return card.units + more + tile

    def total(self, player: Player, good: ids.Good) -> int:
        """Return a player's face-up units of a good."""
        cards = [card for card in self.face_up(player) if isinstance(card, printed.GoodsCard)]
        return sum(self.units(player, card) for card in cards if card.good == good)

    @cached_property
    def totals(self) -> dict[ids.Good, int]:
        """The mover's face-up units by good."""
        return {good: self.total(self.me, good) for good in ids.GOODS}

    def expansion_items(self, player: Player) -> dict[ids.ItemId, int]:
        """Return the face-up expansion cards and tile of a player with their points."""
        cards = [c for c in self.face_up(player) if isinstance(c, printed.ExpansionCard)]
        tiles = [t for t in self._tiles(player) if isinstance(t, printed.ExpansionTile)]
        return {card.id: card.points for card in cards} | {tile.id: tile.points for tile in tiles}

    def expansion(self, player: Player) -> int:
        """Return a player's total expansion value."""
        points = self.expansion_items(player).values()
        if not points:
            return 0
        bonuses = (b for b in self.working(player) if isinstance(b, printed.ExpansionBonus))
        return sum(points) + sum(bonus.points for bonus in bonuses)

    @cached_property
    def tile_units(self) -> int:
        """Units that the goods tile adds."""
        tiles = self.components.tiles
        return next((tile.units for tile in tiles if isinstance(tile, printed.PlusOneTile)), 0)

    @cached_property
    def tile_cards(self) -> tuple[printed.GoodsCard, ...]:
        """The cards onto which the mover may put the goods tile in this turn."""
        tiles = self.components.tile
        held = any(isinstance(tiles[tile], printed.PlusOneTile) for tile in self.me.tiles)
        return self.goods_cards if held and self.me.plus_one is None else ()

    # Regions, tracks, bases, values -----------------------------------------------------------

    @cached_property
    def owners(self) -> dict[ids.RegionId, ids.Company | None]:
        """Whose post stands in each region."""
        regions = self.components.regions
        return {region.id: owner for region, owner in zip(regions, self.state.regions, strict=True)}

    def mines(self, company: ids.Company) -> int:
        """Return the mines in a company's regions."""
        region = self.components.region
        return sum(region[name].mines for name, owner in self.owners.items() if owner == company)

    @cached_property
    def ahead(self) -> dict[ids.Company, Ahead]:
        """The steps before the mover's marker on each track."""
        track, players = self.state.setting.track, self.state.players
        return {
            company: steps_ahead(
                track[company],
                self.me.tracks[index],
                [players[seat].tracks[index] for seat in self.opponents],
            )
            for index, company in enumerate(ids.COMPANIES)
        }

    @cached_property
    def diamond_values(self) -> tuple[printed.TrackValue, ...]:
        """The values of the diamond track, by the step from which each counts."""
        setting = self.state.setting
        return counted_values(setting, setting.components.diamond_track.values)

    @cached_property
    def book_values(self) -> tuple[printed.TrackValue, ...]:
        """The values of the bookkeeping track, by the step from which each counts."""
        setting = self.state.setting
        return counted_values(setting, setting.components.book_track.values)

    @staticmethod
    def worth(values: tuple[printed.TrackValue, ...], at: int) -> int:
        """Return the last value that a marker has got to."""
        reached = [value for value in values if value.at <= at]
        return max(reached, key=lambda value: value.at).pounds if reached else 0

    @cached_property
    def piles(self) -> dict[ids.Company, tuple[Pile, ...]]:
        """The columns of every base."""
        bases = {base.company: base.columns for base in self.components.bases}
        piles = zip(ids.COMPANIES, self.state.bases, strict=True)
        return {company: tuple(map(pile, bases[company], columns)) for company, columns in piles}

    def posts(self, company: ids.Company) -> int:
        """Return the posts that are left in a company's base."""
        return sum(len(pile.uncovers) for pile in self.piles[company])

    def share_value(self, company: ids.Company) -> int:
        """Return what a share of a company is worth now."""
        return sum(pile.coins for pile in self.piles[company])

    @cached_property
    def shares(self) -> dict[tuple[ids.Seat, ids.Company], int]:
        """The shares of each company that each player owns."""
        found: dict[tuple[ids.Seat, ids.Company], int] = {}
        for seat, player in enumerate(self.state.players):
            decks = (card for deck in player.resting for card in deck)
            owned = (*player.hand, *(card for card in player.slots if card), *decks)
            on_cards = [self.card(card).share for card in owned]
            for company, at in zip(ids.COMPANIES, player.tracks, strict=True):
                on_track = share_icon(self.state.setting.track[company].shares, at)
                found[ids.Seat(seat), company] = on_track + on_cards.count(company)
        return found

    # Books ------------------------------------------------------------------------------------

    @cached_property
    def visible(self) -> dict[BookStep, str]:
        """The letter of the visible book on each step where books may be placed, "" for none."""
        book = self.components.book
        steps = enumerate(self.me.books, FIRST_FREE_STEP)
        return {step: book[pile[-1]].letter if pile else "" for step, pile in steps}


# Levels of permanent bonuses: those that a player may choose, and how a turn says them ------------
def usable(table: MoverTable, company: ids.Company) -> tuple[printed.TrackBonus, ...]:
    """Return the bonuses of a track of which the mover may use one, in the order of levels."""
    works = table.me.levels[ids.COMPANIES.index(company)]
    always = table.rulings.bonus_use == "always"
    return table.bonuses[company][max(0, works - 1) if always else 0 : works]


def level_choices(table: MoverTable, *kinds: type[printed.TrackBonus]) -> list[UsedLevels]:
    """Return the levels that the mover may choose, the highest first.

    Only tracks with bonuses of the `kinds` vary: those of other kinds count at their highest.
    """
    if table.rulings.bonus_use == "always":
        return [table.me.levels]
    choices = (
        range(works, -1, -1)
        if any(isinstance(bonus, kinds) for bonus in usable(table, company))
        else (works,)
        for company, works in zip(ids.COMPANIES, table.me.levels, strict=True)
    )
    return list(product(*choices))


def lower_levels(table: MoverTable, levels: UsedLevels) -> tuple[UseLevel, ...]:
    """Return what a turn says of its levels: those below the highest."""
    rows = zip(ids.COMPANIES, levels, table.me.levels, strict=True)
    return tuple(UseLevel(company, level) for company, level, works in rows if level < works)
