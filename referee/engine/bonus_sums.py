"""What the track bonuses that work for a player come to, added up once for every combination."""

from collections.abc import Callable, Mapping
from typing import Literal

from referee.game.components import (
    DiscountBonus,
    ExpansionBonus,
    MarkerBonus,
    SpaceBonus,
    TrackBonus,
    UnitBonus,
)
from referee.game.ids import GOODS, Good
from referee.game.rulings import Rulings
from referee.game.turns import Action

BonusLevels = tuple[int, ...]
"""By company the number of its track's bonuses that count; the last of them does."""


class Working:
    """The bonuses at work, and their sums."""

    def __init__(self, bonuses: tuple[TrackBonus, ...]) -> None:
        discounts = [bonus for bonus in bonuses if isinstance(bonus, DiscountBonus)]
        self.bonuses = bonuses
        """The bonus that works on each track, at its better level."""
        self.units: dict[Good, int] = dict.fromkeys(GOODS, 0)
        """Further units of each card of a good."""
        for bonus in bonuses:
            if isinstance(bonus, UnitBonus):
                self.units[bonus.good] += bonus.more
        self.expansion = sum(b.points for b in bonuses if isinstance(b, ExpansionBonus))
        """Further points of an area with an expansion card."""
        self.markers = sum(b.markers for b in bonuses if isinstance(b, MarkerBonus))
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

    def __init__(self, of_tracks: tuple[tuple[TrackBonus, ...], ...]) -> None:
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

    def __init__(self, of_tracks: tuple[tuple[TrackBonus, ...], ...], rulings: Rulings) -> None:
        self.on_track = tuple(
            any(not isinstance(bonus, SpaceBonus) for bonus in bonuses) for bonuses in of_tracks
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
                "goods": _tracks_with(of_tracks, _counts_in_goods),
                "bookkeeper": _tracks_with(of_tracks, _counts_cotton),
            }


def _tracks_with(
    of_tracks: tuple[tuple[TrackBonus, ...], ...], wanted: Callable[[TrackBonus], bool]
) -> frozenset[int]:
    return frozenset(index for index, bonuses in enumerate(of_tracks) if any(map(wanted, bonuses)))


def _counts_in_goods(bonus: TrackBonus) -> bool:
    return isinstance(bonus, DiscountBonus | UnitBonus)


def _counts_cotton(bonus: TrackBonus) -> bool:
    return isinstance(bonus, UnitBonus) and bonus.good == "cotton"
