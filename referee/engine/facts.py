"""What follows from a setting alone, looked up once for every game that shares it."""

from collections.abc import Mapping
from functools import lru_cache

from referee.game.components import BonusSpace, BonusTile, Card, SpaceBonus, Track, TrackBonus
from referee.game.ids import COMPANIES, BookId, BookLetter, TrackId
from referee.game.limits import DOUBLE_BORDER_POINTS, MARKERS_BY_PLAYERS, SINGLE_BORDER_POINTS
from referee.game.setting import Setting


class Facts:
    """Lookups for one setting."""

    def __init__(self, setting: Setting) -> None:
        components = setting.components
        self.components = components
        self.rulings = setting.rulings
        self.cards: Mapping[str, Card] = {card.id: card for card in components.cards}
        self.items: Mapping[str, Card | BonusTile] = {
            item.id: item for item in (*components.tiles, *components.cards)
        }
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
        self.space_index: Mapping[str, int] = {
            space.id: index for index, space in enumerate(setting.spaces)
        }
        self.spaces: tuple[BonusSpace, ...] = setting.spaces
        self.track_of_space: Mapping[str, tuple[int, int]] = {
            bonus.space: (index, level)
            for index, bonuses in enumerate(self.bonuses)
            for level, bonus in enumerate(bonuses, 1)
            if isinstance(bonus, SpaceBonus)
        }
        self.crates: tuple[int, ...] = tuple(space.crate for space in components.filling_order)
        self.markers = MARKERS_BY_PLAYERS[setting.players]
        self.first_book_step = 2
        self.last_book_step = components.book_track.last
        self.crossed_out = frozenset(components.book_track.crossed_out)
        self.book_letter: Mapping[BookId, BookLetter] = {
            book.id: book.letter for book in components.books
        }

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


@lru_cache(maxsize=64)
def facts_of(setting: Setting) -> Facts:
    """Return the lookups for a setting."""
    return Facts(setting)
