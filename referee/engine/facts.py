"""What follows from a setting alone, looked up once for every game that shares it."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, Literal

from referee.core import components as printed
from referee.core.component_set import ComponentSet
from referee.core.ids import (
    BOOK_LETTERS,
    COMPANIES,
    GOODS,
    BookId,
    BookLetter,
    BookSpaceId,
    Good,
    Majority,
    SpaceId,
    TileId,
    TrackId,
)
from referee.core.limits import (
    BOOK_PRICES,
    DOUBLE_BORDER_POINTS,
    MARKERS_BY_PLAYERS,
    SINGLE_BORDER_POINTS,
)
from referee.core.rulings import Rulings
from referee.core.state import Setting
from referee.core.turns import Action


# What follows from a component set alone, looked up once for all settings with it -----------------
class SetFacts:
    """Lookups by card, tile, region and book."""

    def __init__(self, components: ComponentSet) -> None:
        self.cards: dict[str, printed.Card] = {card.id: card for card in components.cards}
        self.crate: dict[str, int] = {card.id: card.crate for card in components.cards}
        """By card its crate value."""
        self.items: dict[str, printed.Card | printed.BonusTile] = {
            item.id: item for item in (*components.tiles, *components.cards)
        }
        self.goods_cards: dict[str, printed.GoodsCard] = {
            card.id: card for card in components.cards if isinstance(card, printed.GoodsCard)
        }
        self.share_cards = frozenset(
            card.id for card in components.cards if isinstance(card, printed.ShareCard)
        )
        self.units: dict[Good, Mapping[str | None, int]] = {
            good: {card.id: card.units for card in self.goods_cards.values() if card.good == good}
            for good in GOODS
        }
        """By good the units that its cards show."""
        self.expansion: dict[str, int] = {
            item.id: item.points
            for item in self.items.values()
            if isinstance(item, printed.ExpansionCard | printed.ExpansionTile)
        }
        """By expansion card or tile its points."""
        self.bookkeepers: dict[str, int] = {
            item.id: item.points
            for item in self.items.values()
            if isinstance(item, printed.BookkeeperCard | printed.BookkeeperTile)
        }
        """By bookkeeper or his tile the points he has to spend."""
        self.merchants = frozenset(
            item.id
            for item in self.items.values()
            if isinstance(item, printed.MerchantCard | printed.MerchantTile)
        )
        self.serves: dict[str, Action] = {
            **dict.fromkeys(self.goods_cards, "goods"),
            **dict.fromkeys(self.expansion, "expand"),
            **dict.fromkeys(self.bookkeepers, "bookkeeper"),
            **dict.fromkeys(self.merchants, "merchant"),
        }
        """By card or tile the action for which it can be used."""
        self.goods_tiles = frozenset(
            tile.id for tile in components.tiles if isinstance(tile, printed.PlusOneTile)
        )
        self.tile_units = sum(
            tile.units for tile in components.tiles if isinstance(tile, printed.PlusOneTile)
        )
        """What goods tiles add to the card on which they lie."""
        self.region_index: dict[str, int] = {
            region.id: index for index, region in enumerate(components.regions)
        }
        self.borders = _borders(components)
        self.entries: dict[str, dict[str, int]] = {
            region: {
                place: around[region] for place, around in self.borders.items() if region in around
            }
            for region in self.region_index
        }
        """By region the places it can be entered from, bases among them, with the points."""
        self.base_coins: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            next(base.columns for base in components.bases if base.company == company)
            for company in COMPANIES
        )
        self.diamond_track: printed.DiamondTrack = components.diamond_track
        self.crates: tuple[int, ...] = tuple(space.crate for space in components.filling_order)
        self.card_rows = max(space.row for space in components.card_spaces)
        self.book_track: printed.BookTrack = components.book_track
        self.letter_of_space: Mapping[BookSpaceId, BookLetter] = {
            space.id: space.letter for space in components.book_spaces
        }
        """The letters of the book display, in the order of its spaces."""
        self.book_spaces: tuple[BookSpaceId, ...] = tuple(self.letter_of_space)
        self.gaps_wait_for: tuple[int, ...] = tuple(
            BOOK_LETTERS.index(letter) for letter in self.letter_of_space.values()
        )
        """By space of the book display the part of the supply that fills it."""
        self.first_book_step = 2
        self.last_book_step = self.book_track.last
        self.book_steps = range(self.first_book_step, self.last_book_step + 1)
        """The steps on which acquired books lie."""
        self.crossed_out = frozenset(self.book_track.crossed_out)
        self.book_letter: dict[BookId, BookLetter] = {
            book.id: book.letter for book in components.books
        }
        self.supplies: tuple[tuple[BookId, ...], ...] = supplies(components)
        """By letter all its books, in the order of their names."""
        self.a_books = frozenset(book.id for book in components.books if book.letter == "A")
        self.free_for_a = frozenset(self.book_steps) - self.crossed_out
        """The steps on which an A-book may lie first."""
        self.book_price: dict[BookId, int] = {
            book.id: BOOK_PRICES[book.letter] for book in components.books
        }


def supplies(components: ComponentSet) -> tuple[tuple[BookId, ...], ...]:
    """Return the books of each letter in the order of their names."""
    return tuple(
        tuple(sorted(book.id for book in components.books if book.letter == letter))
        for letter in BOOK_LETTERS
    )


def _borders(components: ComponentSet) -> dict[str, dict[str, int]]:
    """Return the points of each border, from each region or base to each region beside it."""
    points = {1: SINGLE_BORDER_POINTS, 2: DOUBLE_BORDER_POINTS}
    bases: set[str] = set(COMPANIES)
    return {
        place: {region: points[lines] for region, lines in around.items() if region not in bases}
        for place, around in printed.neighbours(components.borders).items()
    }


MOST_SETS = 8
"""The lookups of so many component sets are kept."""


@lru_cache(maxsize=MOST_SETS)
def set_facts(components: ComponentSet) -> SetFacts:
    """Return the lookups for a component set."""
    return SetFacts(components)


# What the track bonuses that work for a player come to, added up once for every combination -------
BonusLevels = tuple[int, ...]
"""By company the number of its track's bonuses that count; the last of them does."""


class Working:
    """The bonuses at work, and their sums."""

    def __init__(self, bonuses: tuple[printed.TrackBonus, ...]) -> None:
        discounts = [bonus for bonus in bonuses if isinstance(bonus, printed.DiscountBonus)]
        self.bonuses = bonuses
        """The bonus that works on each track, at its better level."""
        self.units: dict[Good, int] = dict.fromkeys(GOODS, 0)
        """Further units of each card of a good."""
        for bonus in bonuses:
            if isinstance(bonus, printed.UnitBonus):
                self.units[bonus.good] += bonus.more
        self.expansion = sum(b.points for b in bonuses if isinstance(b, printed.ExpansionBonus))
        """Further points of an area with an expansion card."""
        self.markers = sum(b.markers for b in bonuses if isinstance(b, printed.MarkerBonus))
        """Further bonus markers."""
        self.discounts: tuple[tuple[Good | Literal["any"], int], ...] = tuple(
            (bonus.good, bonus.less) for bonus in discounts
        )
        self.may_mix = any(bonus.mixed for bonus in discounts)
        """A purchase may mix kinds of good."""

    def discount(self, paid_with: frozenset[Good]) -> int:
        """Return how much less a card costs that is paid with goods of these kinds."""
        less = 0
        for good, amount in self.discounts:
            if good == "any" or good in paid_with:
                less += amount
        return less


class WorkingByLevels(dict[BonusLevels, Working]):
    """The bonuses that work where so many of each track's are unlocked; each is added up once."""

    def __init__(self, of_tracks: tuple[tuple[printed.TrackBonus, ...], ...]) -> None:
        super().__init__()
        self._of_tracks = of_tracks

    def __missing__(self, levels: BonusLevels) -> Working:
        """Add up the bonuses of levels that nobody has asked for before."""
        reached = zip(self._of_tracks, levels, strict=True)
        working = Working(tuple(bonuses[level - 1] for bonuses, level in reached if level))
        self[levels] = working
        return working


class PermanentBonuses:
    """Which tracks have permanent bonuses, and where it may matter to do without one."""

    def __init__(
        self, of_tracks: tuple[tuple[printed.TrackBonus, ...], ...], rulings: Rulings
    ) -> None:
        self.on_track = tuple(
            any(not isinstance(bonus, printed.SpaceBonus) for bonus in bonuses)
            for bonuses in of_tracks
        )
        """By track whether its bonuses are permanent ones."""
        self.lowered: Mapping[Action, frozenset[int]] = {
            "goods": frozenset(),
            "bookkeeper": frozenset(),
        }
        """By action the tracks whose bonus can forbid something, so that it matters to leave it.

        More units have to be used, and more cotton counts for more pounds. Whatever else a bonus
        gives can be left without being declined.
        """
        self.goods_levels: dict[tuple[BonusLevels, frozenset[Good]], tuple[BonusLevels, ...]] = {}
        """By the levels that work and the goods face up the lower ones that come to less."""
        if rulings.bonus_use != "always":
            self.lowered = {
                "goods": _tracks_with(
                    of_tracks,
                    lambda bonus: isinstance(bonus, printed.DiscountBonus | printed.UnitBonus),
                ),
                "bookkeeper": _tracks_with(
                    of_tracks,
                    lambda bonus: isinstance(bonus, printed.UnitBonus) and bonus.good == "cotton",
                ),
            }
        if rulings.may_leave_rewards:
            # Pounds that more cotton gives may be left instead.
            self.lowered = {**self.lowered, "bookkeeper": frozenset()}


def _tracks_with(
    of_tracks: tuple[tuple[printed.TrackBonus, ...], ...],
    wanted: Callable[[printed.TrackBonus], bool],
) -> frozenset[int]:
    return frozenset(index for index, bonuses in enumerate(of_tracks) if any(map(wanted, bonuses)))


class Facts(SetFacts):
    """Lookups for one setting."""

    def __init__(self, setting: Setting) -> None:
        components = setting.components
        of_set = set_facts(components)
        # Compiled, the class lists them; else they are in the object's own dictionary.
        for name in dir(of_set):
            if not name.startswith("_"):
                setattr(self, name, getattr(of_set, name))
        self.components = components
        self.rulings = setting.rulings
        self.may_leave_units = setting.rulings.may_leave_units
        self.may_leave_rewards = setting.rulings.may_leave_rewards
        self.may_decline_calls = setting.rulings.may_decline_calls
        self.may_decline_for_units = setting.rulings.may_decline_for_units
        self.tracks: tuple[printed.Track, ...] = tuple(
            setting.track[company] for company in COMPANIES
        )
        self.bonuses: tuple[tuple[printed.TrackBonus, ...], ...] = tuple(
            self._bonuses(track) for track in self.tracks
        )
        self.permanent = PermanentBonuses(self.bonuses, self.rulings)
        self.calls: tuple[dict[int, int], ...] = tuple(
            {call.before: call.pounds for call in track.calls} for track in self.tracks
        )
        self.next_calls: tuple[tuple[int | None, ...], ...] = tuple(
            (*[calls.get(at + 1, 0) for at in range(track.last)], None)
            for track, calls in zip(self.tracks, self.calls, strict=True)
        )
        """What the step from each space of a track calls for; None where the track ends."""
        self.specials: tuple[dict[int, int], ...] = tuple(
            {special.at: special.pounds for special in track.specials} for track in self.tracks
        )
        self.levels: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                sum(at >= special.at for special in track.specials) for at in range(track.last + 1)
            )
            for track in self.tracks
        )
        """How many special spaces a marker on each space of a track has reached."""
        self.space_index: dict[SpaceId, int] = {
            space.id: index for index, space in enumerate(setting.spaces)
        }
        self.spaces: tuple[printed.BonusSpace, ...] = setting.spaces
        self.lowest_tiers: Mapping[SpaceId, tuple[Majority, int]] = {
            space.id: (space.counts, min(tier.least for tier in space.tiers))
            for space in setting.spaces
            if isinstance(space, printed.MajoritySpace)
        }
        """By space for a majority what it counts, and the least that gives anything."""
        self.tile_spaces: tuple[tuple[int, TileId], ...] = tuple(
            (index, space.tile)
            for index, space in enumerate(setting.spaces)
            if isinstance(space, printed.TileSpace)
        )
        """The places of the spaces that reserve a tile, and the tile."""
        self.coins_coming: dict[int, tuple[int, ...]] = coins_coming(setting)
        """By round the coins that move to each space of the book display before it."""
        self.track_of_space: Mapping[SpaceId, tuple[int, int]] = {
            bonus.space: (index, level)
            for index, bonuses in enumerate(self.bonuses)
            for level, bonus in enumerate(bonuses, 1)
            if isinstance(bonus, printed.SpaceBonus)
        }
        self.other_spaces: Mapping[SpaceId, tuple[int, ...]] = {
            space: tuple(
                self.space_index[other]
                for other, (at, _) in self.track_of_space.items()
                if at == track and other != space
            )
            for space, (track, _) in self.track_of_space.items()
        }
        """By extra space the other spaces of its track."""
        self.markers = MARKERS_BY_PLAYERS[setting.players]
        self.working = WorkingByLevels(self.bonuses)

    def cheapest_entry(self, region: str, held: frozenset[str]) -> int | None:
        """Return the points of the cheapest border into a region from one of these places."""
        entries = self.entries[region]
        costs = [entries[place] for place in held if place in entries]
        return min(costs) if costs else None

    def tells(self, number: int) -> bool:  # noqa: ARG002
        """Return whether a number is known, so that it can be told."""
        return True

    def paid_again(self, index: int, at: int, space: int, pounds: int) -> int:  # noqa: ARG002
        """Return what a special space of a track pays to somebody whose marker stands at `at`."""
        return pounds if at >= space else 0

    def _bonuses(self, track: printed.Track) -> tuple[printed.TrackBonus, ...]:
        """Return the bonuses of a track; a ruling may let A2 and B2 change places."""
        swapped = {"A2": "B2", "B2": "A2"}
        if self.rulings.extra_markers_track == "A2" and track.id in swapped:
            other = self.components.track.get(TrackId(swapped[track.id]))
            return other.bonuses if other is not None else track.bonuses
        return track.bonuses


def coins_coming(setting: Setting) -> dict[int, tuple[int, ...]]:
    """Return the coins that move to the book display before each round but the first."""
    components = setting.components
    by_players = {stacks.players: stacks.coins for stacks in components.round_coins}
    return {
        coming: tuple(
            int(space.round == coming and space.row <= stack) for space in components.book_spaces
        )
        for coming, stack in enumerate(by_players.get(setting.players, ()), 2)
    }


def facts_of(setting: Setting) -> Facts:
    """Return the lookups for a setting."""
    # All states of a game share one setting, so mostly it is the object that was asked for before.
    last = LAST.asked
    if last is not None and last[0] is setting:
        return last[1]
    known = KEPT.get(id(setting))
    if known is None:
        known = setting, _of_equal(setting)
        if len(KEPT) >= MOST_SETTINGS:
            KEPT.clear()
        KEPT[id(setting)] = known
    LAST.asked = known
    return known[1]


class LastAsked:
    """The setting that was asked for last, with its lookups."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        self.asked: tuple[Setting, Facts] | None = None


LAST: Final = LastAsked()


MOST_SETTINGS = 64
"""The lookups of so many settings are kept."""

KEPT: dict[int, tuple[Setting, Facts]] = {}
"""By the identity of a setting, which is kept so that no other can take it."""


MAKERS: dict[type[Setting], Callable[[Setting], Facts]] = {}
"""By type of setting what makes its lookups, where they are not made as usual."""


@lru_cache(maxsize=MOST_SETTINGS)
def _of_equal(setting: Setting) -> Facts:
    return MAKERS.get(type(setting), Facts)(setting)
