"""What follows from a setting alone, looked up once for every game that shares it."""

from collections.abc import Mapping
from functools import lru_cache

from referee.engine.working import WorkingByLevels
from referee.game.components import (
    BonusSpace,
    BonusTile,
    BookkeeperCard,
    BookkeeperTile,
    Card,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
    PlusOneTile,
    SpaceBonus,
    Track,
    TrackBonus,
)
from referee.game.ids import (
    BOOK_LETTERS,
    COMPANIES,
    GOODS,
    BookId,
    BookLetter,
    BookSpaceId,
    Good,
    SpaceId,
    TrackId,
)
from referee.game.limits import DOUBLE_BORDER_POINTS, MARKERS_BY_PLAYERS, SINGLE_BORDER_POINTS
from referee.game.setting import Setting
from referee.game.turns import Action


class Facts:
    """Lookups for one setting."""

    def __init__(self, setting: Setting) -> None:
        components = setting.components
        self.components = components
        self.rulings = setting.rulings
        self.may_leave_parts = setting.rulings.may_leave_parts
        self.may_decline_calls = setting.rulings.may_decline_calls
        self.cards: Mapping[str, Card] = {card.id: card for card in components.cards}
        self.items: Mapping[str, Card | BonusTile] = {
            item.id: item for item in (*components.tiles, *components.cards)
        }
        self.goods_cards: Mapping[str, GoodsCard] = {
            card.id: card for card in components.cards if isinstance(card, GoodsCard)
        }
        self.units: Mapping[Good, Mapping[str | None, int]] = {
            good: {card.id: card.units for card in self.goods_cards.values() if card.good == good}
            for good in GOODS
        }
        """By good the units that its cards show."""
        self.expansion: Mapping[str, int] = {
            item.id: item.points
            for item in self.items.values()
            if isinstance(item, ExpansionCard | ExpansionTile)
        }
        """By expansion card or tile its points."""
        self.bookkeepers: Mapping[str, int] = {
            item.id: item.points
            for item in self.items.values()
            if isinstance(item, BookkeeperCard | BookkeeperTile)
        }
        """By bookkeeper or his tile the points he has to spend."""
        self.merchants = frozenset(
            item.id for item in self.items.values() if isinstance(item, MerchantCard | MerchantTile)
        )
        self.serves: Mapping[str | None, Action] = {
            **dict.fromkeys(self.goods_cards, "goods"),
            **dict.fromkeys(self.expansion, "expand"),
            **dict.fromkeys(self.bookkeepers, "bookkeeper"),
            **dict.fromkeys(self.merchants, "merchant"),
        }
        """By card or tile the action for which it can be used."""
        self.tile_units = sum(
            tile.units for tile in components.tiles if isinstance(tile, PlusOneTile)
        )
        """What goods tiles add to the card on which they lie."""
        self.region_index: Mapping[str, int] = {
            region.id: index for index, region in enumerate(components.regions)
        }
        self.borders = _borders(setting)
        self.entries: Mapping[str, tuple[tuple[str, int], ...]] = {
            region: tuple(
                (place, around[region])
                for place, around in self.borders.items()
                if region in around
            )
            for region in self.region_index
        }
        """By region the places it can be entered from, bases among them, with the points."""
        self.tracks: tuple[Track, ...] = tuple(setting.track[company] for company in COMPANIES)
        self.bonuses: tuple[tuple[TrackBonus, ...], ...] = tuple(
            self._bonuses(track) for track in self.tracks
        )
        self.calls: tuple[Mapping[int, int], ...] = tuple(
            {call.before: call.pounds for call in track.calls} for track in self.tracks
        )
        self.specials: tuple[Mapping[int, int], ...] = tuple(
            {special.at: special.pounds for special in track.specials} for track in self.tracks
        )
        self.levels: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                sum(at >= special.at for special in track.specials) for at in range(track.last + 1)
            )
            for track in self.tracks
        )
        """How many special spaces a marker on each space of a track has reached."""
        self.base_coins: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            next(base.columns for base in components.bases if base.company == company)
            for company in COMPANIES
        )
        self.space_index: Mapping[SpaceId, int] = {
            space.id: index for index, space in enumerate(setting.spaces)
        }
        self.spaces: tuple[BonusSpace, ...] = setting.spaces
        self.track_of_space: Mapping[SpaceId, tuple[int, int]] = {
            bonus.space: (index, level)
            for index, bonuses in enumerate(self.bonuses)
            for level, bonus in enumerate(bonuses, 1)
            if isinstance(bonus, SpaceBonus)
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
        self.crates: tuple[int, ...] = tuple(space.crate for space in components.filling_order)
        self.card_rows = max(space.row for space in components.card_spaces)
        self.letter_of_space: Mapping[BookSpaceId, BookLetter] = {
            space.id: space.letter for space in components.book_spaces
        }
        """The letters of the book display, in the order of its spaces."""
        self.gaps_wait_for: tuple[int, ...] = tuple(
            BOOK_LETTERS.index(letter) for letter in self.letter_of_space.values()
        )
        """By space of the book display the part of the supply that fills it."""
        self.markers = MARKERS_BY_PLAYERS[setting.players]
        self.first_book_step = 2
        self.last_book_step = components.book_track.last
        self.book_steps = range(self.first_book_step, self.last_book_step + 1)
        """The steps on which acquired books lie."""
        self.crossed_out = frozenset(components.book_track.crossed_out)
        self.book_letter: Mapping[BookId, BookLetter] = {
            book.id: book.letter for book in components.books
        }

        self.working = WorkingByLevels(self.bonuses)

    def _bonuses(self, track: Track) -> tuple[TrackBonus, ...]:
        """Return the bonuses of a track; a ruling may let A2 and B2 change places."""
        swapped = {"A2": "B2", "B2": "A2"}
        if self.rulings.extra_markers_track == "A2" and track.id in swapped:
            other = self.components.track.get(TrackId(swapped[track.id]))
            return other.bonuses if other is not None else track.bonuses
        return track.bonuses


def _borders(setting: Setting) -> Mapping[str, Mapping[str, int]]:
    """Return the points of each border, from each region or base to each region beside it."""
    points = {1: SINGLE_BORDER_POINTS, 2: DOUBLE_BORDER_POINTS}
    beside: dict[str, dict[str, int]] = {}
    for border in setting.components.borders:
        one, other = border.between
        beside.setdefault(one, {})[other] = points[border.lines]
        beside.setdefault(other, {})[one] = points[border.lines]
    bases: set[str] = set(COMPANIES)
    return {
        place: {region: cost for region, cost in around.items() if region not in bases}
        for place, around in beside.items()
    }


def facts_of(setting: Setting) -> Facts:
    """Return the lookups for a setting."""
    # All states of a game share one setting, so mostly it is the object that was asked for before.
    known = KEPT.get(id(setting))
    if known is not None and known[0] is setting:
        return known[1]
    facts = _of_equal(setting)
    if len(KEPT) >= MOST_SETTINGS:
        KEPT.clear()
    KEPT[id(setting)] = setting, facts
    return facts


MOST_SETTINGS = 64
"""The lookups of so many settings are kept."""

KEPT: dict[int, tuple[Setting, Facts]] = {}
"""By the identity of a setting, which is kept so that no other can take it."""


@lru_cache(maxsize=MOST_SETTINGS)
def _of_equal(setting: Setting) -> Facts:
    return Facts(setting)
