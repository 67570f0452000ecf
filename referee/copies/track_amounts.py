"""What steps on a track bring where nobody has read at which spaces: one number for all cases.

Whether a call or a special space stands at the next space makes no difference to what can be done
as long as the money suffices. So nobody is asked: what the step costs or pays is a number of its
own, defined by its cases, and only whether it can be paid is asked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, cast

from referee.copies.derived_numbers import Amount, DefinedNumbers, form_of
from referee.copies.lazy_entries import PartChoice, is_among
from referee.copies.numbers import UnreadNumber, is_unread
from referee.copies.propagation import (
    Condition,
    Cube,
    Variable,
    compared,
    known,
    mask_of,
    opposite,
    values_of,
)
from referee.copies.runs import current
from referee.core.components import (
    DiscountBonus,
    ExpansionBonus,
    MarkerBonus,
    SpaceBonus,
    Track,
    TrackBonus,
    UnitBonus,
)
from referee.core.ids import BOOK_LETTERS, GOODS, Good, SpaceId
from referee.core.rulings import Rulings
from referee.engine.facts import BonusLevels, PermanentBonuses, Working, WorkingByLevels
from referee.i18n.page_words import copy_words


class TrackNumbers:
    """What is defined by the spaces of tracks."""

    def __init__(self, made: DefinedNumbers) -> None:
        self._made = made

    def amount(self, track: Track, what: str, printed: Sequence[Any], at: str, space: Any) -> Any:  # noqa: ANN401
        """Return what the calls or special spaces of a track come to at a space."""
        cases: list[tuple[Condition, Any]] = []
        for each in printed:
            is_there = same(getattr(each, at), space)
            if is_there is True:
                return each.pounds
            if is_there is not False:
                cases.append((is_there, each.pounds))
        if not cases:
            return 0
        key = what, track.id, form_of(space)
        subject = _said(what, track, space)
        neither = tuple([opposite(condition) for condition, _ in cases])
        return self._made.number(
            key, subject, [*[((c,), pounds) for c, pounds in cases], (neither, 0)], Amount
        )

    def level(self, track: Track, at: Any) -> Any:  # noqa: ANN401
        """Return how many special spaces a marker on a space has reached."""
        reached = 0
        open_to: list[Condition] = []
        for special in track.specials:
            condition = no_more(special.at, at)
            if condition is True:
                reached += 1
            elif condition is not False:
                open_to.append(condition)
        if not open_to:
            return reached
        cases: list[tuple[Cube, Any]] = []
        for answers in product((True, False), repeat=len(open_to)):
            said = zip(open_to, answers, strict=True)
            cube = tuple([each if holds else opposite(each) for each, holds in said])
            cases.append((cube, reached + sum(answers)))
        key = "level", track.id, form_of(at)
        return self._made.number(key, _said("level", track, at), cases, UnreadNumber)

    def again(self, track: Track, at: Any, space: Any, pounds: Any) -> Any:  # noqa: ANN401
        """Return what a special space pays to somebody whose marker stands at `at`."""
        condition = no_more(space, at)
        if isinstance(condition, bool):
            return pounds if condition else 0
        key = "again", track.id, form_of(at), form_of(space)
        cases: list[tuple[Cube, Any]] = [((condition,), pounds), ((opposite(condition),), 0)]
        return self._made.number(key, _said("again", track, space), cases, Amount)


def same(one: Any, other: Any) -> Condition | bool:  # noqa: ANN401
    """Return the condition for two numbers to be the same, or whether they are if that is known."""
    return _condition(one - other, "==")


def no_more(one: Any, other: Any) -> Condition | bool:  # noqa: ANN401
    """Return the condition for one number not to exceed another, or whether that is known."""
    return _condition(one - other, "<=")


def _condition(difference: Any, relation: Any) -> Condition | bool:  # noqa: ANN401
    if not isinstance(difference, UnreadNumber):
        return bool(difference == 0 if relation == "==" else difference <= 0)
    found = compared(difference.terms, difference.constant, relation)
    if isinstance(found, bool):
        return found
    answer = known(found, current().guard.domains)
    return found if answer is None else answer


def _said(what: str, track: Track, space: Any) -> str:  # noqa: ANN401
    words = copy_words()
    if isinstance(space, UnreadNumber):
        return words.say("derived", f"{what}-somewhere", track=track.id)
    return words.say("derived", what, track=track.id, space=space)


class TrackAmounts(Mapping[Any, Any]):
    """By space the pounds of calls or special spaces, wherever those or a marker stand."""

    def __init__(self, printed: Sequence[Any], at: str, amount: Callable[[Any], Any]) -> None:
        self._printed = printed
        self._at = at
        self._amount = amount

    def __contains__(self, space: object) -> bool:
        return self._found(space) is not None

    def __getitem__(self, space: object) -> Any:  # noqa: ANN401
        found = self._found(space)
        if found is None:
            raise KeyError(space)
        return found.pounds

    def get(self, space: object, default: Any = None) -> Any:  # noqa: ANN401, ARG002
        """Return what a space comes to, 0 if there is nothing."""
        return self._amount(space)

    def _found(self, space: object) -> Any:  # noqa: ANN401
        return next((each for each in self._printed if getattr(each, self._at) == space), None)

    def __iter__(self) -> Any:  # noqa: ANN401
        return (getattr(each, self._at) for each in self._printed)

    def __len__(self) -> int:
        return len(self._printed)


def next_call(track: Track, calls: Mapping[int, int], at: int) -> int | None:
    """Return what the step from a space calls for; None where the track ends."""
    return calls.get(at + 1, 0) if at < track.last else None


# Bonus spaces that are on the table only if a track has them --------------------------------------
class SpaceIndex(dict[Any, int]):
    """The places of bonus spaces, some of which are on the table only if a track has them."""

    def __init__(
        self, places: Mapping[Any, int], asked: set[SpaceId], is_there: Callable[[Any], bool]
    ) -> None:
        super().__init__(places)
        self._asked = asked
        self._is_there = is_there

    def __contains__(self, space: object) -> bool:
        if space in self._asked:
            return self._is_there(space)
        return super().__contains__(space)

    def get(self, space: object, default: Any = None) -> Any:  # noqa: ANN401
        """Return the place of a space that is on the table."""
        # Whether the space is there has to be asked, which the lookup itself does not.
        return super().__getitem__(space) if space in self else default


def has_space(pair: Any, space: SpaceId) -> bool:  # noqa: ANN401
    """Return whether a pair of bonuses has a bonus space."""
    return any(isinstance(bonus, SpaceBonus) and bonus.space == space for bonus in pair)


def spaces_in(choice: PartChoice) -> set[SpaceId]:
    """Return the bonus spaces that one of the pairs to choose from has."""
    return {
        bonus.space
        for pair in cast("Any", choice.parts)
        for bonus in pair
        if isinstance(bonus, SpaceBonus)
    }


# The steps of the bookkeeping track and the spaces of the book display, partly read ---------------
class CrossedOut:
    """The steps with a crossed-out A, of which some were not read."""

    def __init__(self, read: frozenset[int], asked: Mapping[int, Variable]) -> None:
        self._read = read
        self._asked = asked

    def __contains__(self, step: object) -> bool:
        if step in self._asked:
            return is_among(self._asked[cast("int", step)], 1 << 1)
        return step in self._read

    def __len__(self) -> int:
        """Return the fewest that there can be, for a first look at whether books find a space.

        Where each of them may lie is asked about the step that it is put on.
        """
        guard = current().guard
        return len(self._read) + sum(guard.mask(v) == 1 << 1 for v in self._asked.values())


class FreeForA:
    """The steps of the bookkeeping track on which an A-book may lie first."""

    def __init__(self, crossed_out: CrossedOut, last: Callable[[], int]) -> None:
        self._crossed_out = crossed_out
        self._last = last

    def __contains__(self, step: object) -> bool:
        return self._last() >= cast("int", step) and step not in self._crossed_out


class WaitingSpaces:
    """By space of the book display the part of the supply that fills it."""

    def __init__(self, spaces: list[Any]) -> None:
        self._spaces = spaces

    def __iter__(self) -> Iterator[int]:
        for space in self._spaces:
            yield BOOK_LETTERS.index(space.letter)

    def __len__(self) -> int:
        return len(self._spaces)

    def __getitem__(self, at: int) -> int:
        return BOOK_LETTERS.index(self._spaces[at].letter)


# Permanent bonuses of tracks that were not read: what they come to is asked where it matters ------
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
