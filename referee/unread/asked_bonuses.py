"""Permanent bonuses of tracks that were not read: what they come to is asked where it matters."""

from collections.abc import Callable, Iterator
from typing import Any, cast

from referee.engine.bonus_sums import BonusLevels, PermanentBonuses, Working, WorkingByLevels
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
from referee.unread.lazy_entries import PartChoice, is_among
from referee.unread.numbers import is_unread
from referee.unread.variables import mask_of, values_of


class LazyPair:
    """The two bonuses of a track side that was not read."""

    def __init__(self, choice: PartChoice) -> None:
        self.choice = choice

    def __getitem__(self, at: int | slice) -> Any:  # noqa: ANN401
        if isinstance(at, slice) and at.stop == 0:
            # Nothing is unlocked, so nothing has to be known.
            return ()
        return self.choice.resolve()[at]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.choice.resolve())


Wanted = Callable[[TrackBonus], bool]


class LazyWorking(WorkingByLevels):
    """What bonuses come to; what was found on one path is not kept for others."""

    def __getitem__(self, levels: BonusLevels) -> Working:
        if any(map(is_unread, levels)) or any(isinstance(e, LazyPair) for e in self._of_tracks):
            return AskedWorking(self._of_tracks, levels)
        return super().__getitem__(levels)


class AskedWorking(Working):
    """The bonuses at work; each sum asks only about what can be part of it."""

    def __init__(self, of_tracks: tuple[Any, ...], levels: BonusLevels) -> None:
        self._of_tracks = of_tracks
        self._levels = levels

    def _at_work(self, wanted: Wanted) -> tuple[Any, ...]:
        """Return the bonuses of a kind that work."""
        reached = zip(self._of_tracks, self._levels, strict=True)
        found = [_at_work(pair, level, wanted) for pair, level in reached]
        return tuple([bonus for bonus in found if bonus is not None])

    @property
    def bonuses(self) -> tuple[TrackBonus, ...]:  # type: ignore[override]
        """The bonus that works on each track, at its better level."""
        return self._at_work(lambda bonus: not isinstance(bonus, SpaceBonus))

    @property
    def units(self) -> dict[Good, int]:  # type: ignore[override]
        """Further units of each card of a good."""
        return AskedUnits(self._units)

    def _units(self, good: Good) -> int:
        found = self._at_work(lambda bonus: isinstance(bonus, UnitBonus) and bonus.good == good)
        return sum([bonus.more for bonus in found])

    @property
    def expansion(self) -> int:  # type: ignore[override]
        """Further points of an area with an expansion card."""
        found = self._at_work(lambda bonus: isinstance(bonus, ExpansionBonus))
        return sum([bonus.points for bonus in found])

    @property
    def markers(self) -> int:  # type: ignore[override]
        """Further bonus markers."""
        found = self._at_work(lambda bonus: isinstance(bonus, MarkerBonus))
        return sum([bonus.markers for bonus in found])

    @property
    def discounts(self) -> tuple[Any, ...]:  # type: ignore[override]
        """What is less to pay, by good."""
        found = self._at_work(lambda bonus: isinstance(bonus, DiscountBonus))
        return tuple([(bonus.good, bonus.less) for bonus in found])

    @property
    def may_mix(self) -> bool:  # type: ignore[override]
        """Whether a purchase may mix kinds of good."""
        return bool(self._at_work(lambda bonus: isinstance(bonus, DiscountBonus) and bonus.mixed))

    def discount(self, paid_with: frozenset[Good]) -> int:
        """Return how much less a card costs that is paid with goods of these kinds."""
        goods = {"any", *paid_with}
        found = self._at_work(
            lambda bonus: isinstance(bonus, DiscountBonus) and bonus.good in goods
        )
        return sum([bonus.less for bonus in found])


class AskedUnits(dict[Good, int]):
    """By good its further units, asked for when they are looked up."""

    def __init__(self, units: Callable[[Good], int]) -> None:
        super().__init__(dict.fromkeys(GOODS, 0))
        self._units = units

    def __getitem__(self, good: Good) -> int:
        return self._units(good)


def _at_work(pair: Any, level: int, wanted: Wanted) -> TrackBonus | None:  # noqa: ANN401
    """Return the bonus of a track that works, if it is a wanted one."""
    if not is_unread(level) and not level:
        return None
    if isinstance(pair, LazyPair):
        parts = cast("tuple[Any, ...]", pair.choice.parts)
        values = values_of(pair.choice.variable.domain)
        mask = mask_of(value for value in values if any(map(wanted, parts[value])))
        if not is_among(pair.choice.variable, mask):
            return None
    elif not any(map(wanted, pair)):
        return None
    reached = int(level)
    bonus: TrackBonus | None = pair[reached - 1] if reached else None
    return bonus if bonus is not None and wanted(bonus) else None


class LazyPermanentBonuses(PermanentBonuses):
    """Which tracks have permanent bonuses; those that were not read may all be of use."""

    def __init__(self, of_tracks: tuple[Any, ...], rulings: Rulings) -> None:
        read = tuple(() if isinstance(each, LazyPair) else each for each in of_tracks)
        super().__init__(read, rulings)
        unread_tracks = {
            index
            for index, each in enumerate(of_tracks)
            if isinstance(each, LazyPair) and _is_permanent(each)
        }
        self.on_track = tuple(
            _is_permanent(each) if isinstance(each, LazyPair) else on
            for each, on in zip(of_tracks, self.on_track, strict=True)
        )
        if rulings.bonus_use != "always":
            # A bonus that bears on nothing is lowered in vain and forbids nothing.
            self.lowered = {
                action: tracks | unread_tracks for action, tracks in self.lowered.items()
            }
        if unread_tracks:
            self.goods_levels = Unkept()


def _is_permanent(pair: LazyPair) -> bool:
    first = cast("tuple[Any, ...]", pair.choice.parts[0])
    return not isinstance(first[0], SpaceBonus)


class Unkept(dict[Any, Any]):
    """A cache that never finds anything: what was found on one path does not hold on another."""

    def __contains__(self, key: object) -> bool:
        return False
