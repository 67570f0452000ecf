"""What follows from a setting alone, looked up once for every game that shares it."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from referee.engine.bonus_sums import PermanentBonuses, WorkingByLevels
from referee.engine.set_facts import OF_SET, SetFacts, set_facts
from referee.game.components import (
    BonusSpace,
    MajoritySpace,
    SpaceBonus,
    TileSpace,
    Track,
    TrackBonus,
)
from referee.game.ids import COMPANIES, Majority, SpaceId, TileId, TrackId
from referee.game.limits import MARKERS_BY_PLAYERS
from referee.game.rulings import Rulings
from referee.game.setting import Setting


class Facts(SetFacts):
    """Lookups for one setting."""

    def __init__(self, setting: Setting) -> None:
        components = setting.components
        of_set = set_facts(components)
        for name in OF_SET:
            setattr(self, name, getattr(of_set, name))
        self.components = components
        self._look_up_rulings(setting.rulings)
        self.tracks: tuple[Track, ...] = tuple(setting.track[company] for company in COMPANIES)
        self.bonuses: tuple[tuple[TrackBonus, ...], ...] = tuple(
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
        self.spaces: tuple[BonusSpace, ...] = setting.spaces
        self.lowest_tiers: Mapping[SpaceId, tuple[Majority, int]] = {
            space.id: (space.counts, min(tier.least for tier in space.tiers))
            for space in setting.spaces
            if isinstance(space, MajoritySpace)
        }
        """By space for a majority what it counts, and the least that gives anything."""
        self.tile_spaces: tuple[tuple[int, TileId], ...] = tuple(
            (index, space.tile)
            for index, space in enumerate(setting.spaces)
            if isinstance(space, TileSpace)
        )
        """The places of the spaces that reserve a tile, and the tile."""
        self.coins_coming: dict[int, tuple[int, ...]] = coins_coming(setting)
        """By round the coins that move to each space of the book display before it."""
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
        self.markers = MARKERS_BY_PLAYERS[setting.players]
        self.working = WorkingByLevels(self.bonuses)

    def _look_up_rulings(self, rulings: Rulings) -> None:
        self.rulings = rulings
        self.may_leave_units = rulings.may_leave_units
        self.may_leave_rewards = rulings.may_leave_rewards
        self.may_decline_calls = rulings.may_decline_calls
        self.may_decline_for_units = rulings.may_decline_for_units

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

    def _bonuses(self, track: Track) -> tuple[TrackBonus, ...]:
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
