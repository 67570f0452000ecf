"""What steps on a track bring where nobody has read at which spaces: one number for all cases.

Whether a call or a special space stands at the next space makes no difference to what can be done
as long as the money suffices. So nobody is asked: what the step costs or pays is a number of its
own, defined by its cases, and only whether it can be paid is asked.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, Final, cast

from referee.copies import runs
from referee.copies.partly_read_set import NO_BORDER, PartlyReadSet, PartlyReadSetting
from referee.copies.solver import (
    Among,
    Condition,
    Cube,
    Mask,
    Variable,
    compared,
    known,
    mask_of,
    opposite,
    values_of,
)
from referee.copies.worlds import Amount, DefinedNumbers, form_of
from referee.core.components import (
    BookkeeperCard,
    BookkeeperTile,
    DiscountBonus,
    ExpansionBonus,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MajoritySpace,
    MarkerBonus,
    MerchantCard,
    MerchantTile,
    PlusOneTile,
    ShareCard,
    SpaceBonus,
    TileSpace,
    Track,
    TrackBonus,
    UnitBonus,
)
from referee.core.ids import BOOK_LETTERS, COMPANIES, GOODS, BookSpaceId, Good, SpaceId
from referee.core.limits import (
    BOOK_PRICES,
    DOUBLE_BORDER_POINTS,
    MARKERS_BY_PLAYERS,
    SINGLE_BORDER_POINTS,
)
from referee.core.rulings import Rulings
from referee.core.state import Setting
from referee.engine import facts
from referee.i18n.page_words import copy_words


@dataclass(frozen=True, eq=False)
class _TrackNumbers:
    """What is defined by the spaces of tracks."""

    _made: DefinedNumbers

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
        subject = _subject(what, track, space)
        neither = tuple([opposite(condition) for condition, _ in cases])
        return self._made.number(
            key, subject, [*[((c,), pounds) for c, pounds in cases], (neither, 0)], Amount
        )

    def level(self, track: Track, at: Any) -> Any:  # noqa: ANN401
        """Return how many special spaces a marker on a space has reached."""
        reached = 0
        open_to: list[Condition] = []
        for special in track.specials:
            condition = _no_more(special.at, at)
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
        return self._made.number(key, _subject("level", track, at), cases, runs.UnreadNumber)

    def again(self, track: Track, at: Any, space: Any, pounds: Any) -> Any:  # noqa: ANN401
        """Return what a special space pays to somebody whose marker stands at `at`."""
        condition = _no_more(space, at)
        if isinstance(condition, bool):
            return pounds if condition else 0
        key = "again", track.id, form_of(at), form_of(space)
        cases: list[tuple[Cube, Any]] = [((condition,), pounds), ((opposite(condition),), 0)]
        return self._made.number(key, _subject("again", track, space), cases, Amount)


def same(one: Any, other: Any) -> Condition | bool:  # noqa: ANN401
    """Return the condition for two numbers to be the same, or whether they are if that is known."""
    return _condition(one - other, "==")


def _no_more(one: Any, other: Any) -> Condition | bool:  # noqa: ANN401
    return _condition(one - other, "<=")


def _condition(difference: Any, relation: Any) -> Condition | bool:  # noqa: ANN401
    if not isinstance(difference, runs.UnreadNumber):
        return bool(difference == 0 if relation == "==" else difference <= 0)
    found = compared(difference.terms, difference.constant, relation)
    if isinstance(found, bool):
        return found
    answer = known(found, runs.current().guard.domains)
    return found if answer is None else answer


def _subject(what: str, track: Track, space: Any) -> str:  # noqa: ANN401
    words = copy_words()
    if isinstance(space, runs.UnreadNumber):
        return words.say("derived", f"{what}-somewhere", track=track.id)
    return words.say("derived", what, track=track.id, space=space)


class _TrackAmounts(Mapping[Any, Any]):
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
        return self._amount(space)

    def _found(self, space: object) -> Any:  # noqa: ANN401
        return next((each for each in self._printed if getattr(each, self._at) == space), None)

    def __iter__(self) -> Any:  # noqa: ANN401
        return (getattr(each, self._at) for each in self._printed)

    def __len__(self) -> int:
        return len(self._printed)


def _next_call(track: Track, calls: Mapping[int, int], at: int) -> int | None:
    return calls.get(at + 1, 0) if at < track.last else None


# Bonus spaces that are on the table only if a track has them --------------------------------------
class _SpaceIndex(dict[Any, int]):
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
        # Whether the space is there has to be asked, which the lookup itself does not.
        return super().__getitem__(space) if space in self else default


def has_space(pair: Any, space: SpaceId) -> bool:  # noqa: ANN401
    """Return whether a pair of bonuses has a bonus space."""
    return any(isinstance(bonus, SpaceBonus) and bonus.space == space for bonus in pair)


# The steps of the bookkeeping track and the spaces of the book display, partly read ---------------
@dataclass(frozen=True, eq=False)
class CrossedOut:
    """The steps with a crossed-out A, of which some were not read."""

    _read: frozenset[int]
    _asked: Mapping[int, Variable]

    def __contains__(self, step: object) -> bool:
        if step in self._asked:
            return runs.is_among(self._asked[cast("int", step)], 1 << 1)
        return step in self._read

    def __len__(self) -> int:
        """Return the fewest that there can be, for a first look at whether books find a space.

        Where each of them may lie is asked about the step that it is put on.
        """
        guard = runs.current().guard
        return len(self._read) + sum(guard.mask(v) == 1 << 1 for v in self._asked.values())


@dataclass(frozen=True, eq=False)
class FreeForA:
    """The steps of the bookkeeping track on which an A-book may lie first."""

    _crossed_out: CrossedOut
    _last: Callable[[], int]

    def __contains__(self, step: object) -> bool:
        return self._last() >= cast("int", step) and step not in self._crossed_out


# Permanent bonuses of tracks that were not read: what they come to is asked where it matters ------
@dataclass(frozen=True, eq=False)
class LazyPair:
    """The two bonuses of a track side that was not read."""

    choice: runs.PartChoice

    def __getitem__(self, at: int | slice) -> Any:  # noqa: ANN401
        if isinstance(at, slice) and at.stop == 0:
            # Nothing is unlocked, so nothing has to be known.
            return ()
        return self.choice.resolve()[at]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.choice.resolve())


Wanted = Callable[[TrackBonus], bool]


class LazyWorking(facts.WorkingByLevels):
    """What bonuses come to; what was found on one path is not kept for others."""

    def __getitem__(self, levels: facts.BonusLevels) -> facts.Working:
        has_lazy = any(isinstance(each, LazyPair) for each in self._of_tracks)
        if has_lazy or any(map(runs.is_unread, levels)):
            return _AskedWorking(self._of_tracks, levels)
        return super().__getitem__(levels)


class _AskedWorking(facts.Working):
    """The bonuses at work; each sum asks only about what can be part of it."""

    def __init__(self, of_tracks: tuple[Any, ...], levels: facts.BonusLevels) -> None:
        self._of_tracks = of_tracks
        self._levels = levels

    def _at_work(self, wanted: Wanted) -> tuple[Any, ...]:
        reached = zip(self._of_tracks, self._levels, strict=True)
        found = [_at_work(pair, level, wanted) for pair, level in reached]
        return tuple([bonus for bonus in found if bonus is not None])

    @property
    def bonuses(self) -> tuple[TrackBonus, ...]:  # type: ignore[override]
        return self._at_work(lambda bonus: not isinstance(bonus, SpaceBonus))

    @property
    def units(self) -> dict[Good, int]:  # type: ignore[override]
        return _AskedUnits(self._units)

    def _units(self, good: Good) -> int:
        found = self._at_work(lambda bonus: isinstance(bonus, UnitBonus) and bonus.good == good)
        return sum([bonus.more for bonus in found])

    @property
    def expansion(self) -> int:  # type: ignore[override]
        found = self._at_work(lambda bonus: isinstance(bonus, ExpansionBonus))
        return sum([bonus.points for bonus in found])

    @property
    def markers(self) -> int:  # type: ignore[override]
        found = self._at_work(lambda bonus: isinstance(bonus, MarkerBonus))
        return sum([bonus.markers for bonus in found])

    @property
    def discounts(self) -> tuple[Any, ...]:  # type: ignore[override]
        found = self._at_work(lambda bonus: isinstance(bonus, DiscountBonus))
        return tuple([(bonus.good, bonus.less) for bonus in found])

    @property
    def may_mix(self) -> bool:  # type: ignore[override]
        return bool(self._at_work(lambda bonus: isinstance(bonus, DiscountBonus) and bonus.mixed))

    def discount(self, paid_with: frozenset[Good]) -> int:
        goods = {"any", *paid_with}
        found = self._at_work(
            lambda bonus: isinstance(bonus, DiscountBonus) and bonus.good in goods
        )
        return sum([bonus.less for bonus in found])


class _AskedUnits(dict[Good, int]):
    """By good its further units, asked for when they are looked up."""

    def __init__(self, units: Callable[[Good], int]) -> None:
        super().__init__(dict.fromkeys(GOODS, 0))
        self._units = units

    def __getitem__(self, good: Good) -> int:
        return self._units(good)


def _at_work(pair: Any, level: int, wanted: Wanted) -> TrackBonus | None:  # noqa: ANN401
    """Return the bonus of a track that works, if it is a wanted one."""
    if not runs.is_unread(level) and not level:
        return None
    if isinstance(pair, LazyPair):
        parts = cast("tuple[Any, ...]", pair.choice.parts)
        values = values_of(pair.choice.variable.domain)
        mask = mask_of(value for value in values if any(map(wanted, parts[value])))
        if not runs.is_among(pair.choice.variable, mask):
            return None
    elif not any(map(wanted, pair)):
        return None
    reached = int(level)
    bonus: TrackBonus | None = pair[reached - 1] if reached else None
    return bonus if bonus is not None and wanted(bonus) else None


class LazyPermanentBonuses(facts.PermanentBonuses):
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


# Lookups of the engine that are answered when somebody asks ---------------------------------------
@dataclass(frozen=True, eq=False)
class _LazyMapping(Mapping[Any, Any]):
    """A mapping whose keys are candidates; whether one belongs is asked when it matters."""

    _keys: Mapping[Any, Any]
    _belongs: Callable[[Any], bool]
    _value: Callable[[Any], Any]

    def __getitem__(self, key: object) -> Any:  # noqa: ANN401
        if key not in self:
            raise KeyError(key)
        return self._value(key)

    def __contains__(self, key: object) -> bool:
        return key in self._keys and self._belongs(key)

    def __iter__(self) -> Iterator[Any]:
        return (key for key in self._keys if self._belongs(key))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def get(self, key: object, default: Any = None) -> Any:  # noqa: ANN401
        return self._value(key) if key in self else default

    def without(self, keys: set[str]) -> "_LazyMapping":
        left = {key: value for key, value in self._keys.items() if key not in keys}
        return _LazyMapping(left, self._belongs, self._value)


@dataclass(frozen=True, eq=False)
class Fixed:
    """A sequence whose items are made when they are asked for."""

    _item: Callable[[int], Any]

    def __getitem__(self, at: int) -> Any:  # noqa: ANN401
        return self._item(at)


# What it costs to enter a region where borders were not read: one number for all cases ------------
NONE: Final[Mask] = 1 << NO_BORDER
SINGLE: Final[Mask] = 1 << 1
DOUBLE: Final[Mask] = 1 << 2


class Entries:
    """The cheapest ways into regions, over borders of which some or all were not read."""

    def __init__(self, around: Mapping[str, Mapping[str, Any]], made: DefinedNumbers) -> None:
        self._around = around
        """By region and place beside it the lines between them, or the variable of these."""
        self._made = made

    def unread(self, region: str, held: Iterable[str]) -> list[Variable] | None:
        """Return the borders that decide what an entry costs; None if one is known to be single."""
        beside = self._around.get(region, {})
        guard = runs.current().guard
        found: list[Variable] = []
        for place in sorted(held):
            lines = beside.get(place)
            if isinstance(lines, runs.UnreadNumber):
                [(lines, _)] = lines.terms
            mask = guard.mask(lines) if isinstance(lines, Variable) else 1 << (lines or NO_BORDER)
            if mask == SINGLE:
                return None
            if isinstance(lines, Variable) and mask != NONE:
                found.append(lines)
        return found

    def is_double(self, region: str, held: Iterable[str]) -> bool:
        """Return whether a double border into a region was read."""
        beside = self._around.get(region, {})
        return any(beside.get(place) == 2 for place in held if isinstance(beside.get(place), int))  # noqa: PLR2004

    def cheapest(self, region: str, borders: list[Variable], *, is_double: bool) -> Any:  # noqa: ANN401
        """Return the points of the cheapest of several unread borders, None if there is none."""
        cases: list[tuple[Cube, int]] = [
            ((Among(border, SINGLE),), SINGLE_BORDER_POINTS) for border in borders
        ]
        not_single = tuple([Among(border, border.domain & ~SINGLE) for border in borders])
        if is_double:
            cases.append((not_single, DOUBLE_BORDER_POINTS))
        else:
            cases += [
                ((*not_single, Among(border, DOUBLE)), DOUBLE_BORDER_POINTS) for border in borders
            ]
            if all(border.domain & NONE for border in borders):
                cases.append((tuple([Among(border, NONE) for border in borders]), 0))
        key = "entry", region, is_double, tuple(border.key for border in borders)
        subject = copy_words().say("derived", "entry", region=region)
        found = self._made.number(key, subject, cases, runs.UnreadNumber)
        return found if found != 0 else None


def _points_of(lines: Any) -> Any:  # noqa: ANN401
    return SINGLE_BORDER_POINTS + (DOUBLE_BORDER_POINTS - SINGLE_BORDER_POINTS) * (lines - 1)


def beside(lines: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Return what borders on a place, with the points; whether an unread border exists is asked."""
    perhaps = {place: each for place, each in lines.items() if isinstance(each, Variable)}
    read = {place: _points_of(each) for place, each in lines.items() if place not in perhaps}
    if not perhaps:
        return read
    exists = {place: v.domain & ~(1 << NO_BORDER) for place, v in perhaps.items()}
    return _LazyMapping(
        {**read, **perhaps},
        lambda place: place in read or runs.is_among(perhaps[place], exists[place]),
        lambda place: read[place] if place in read else _points_of(runs.unread(perhaps[place])),
    )


def _without_bases(around: Any) -> Any:  # noqa: ANN401
    bases = set[str](COMPANIES)
    if isinstance(around, _LazyMapping):
        return around.without(bases)
    return {place: cost for place, cost in around.items() if place not in bases}


class LazyFacts(facts.Facts):
    """Lookups for a setting with a partly read set; the engine cannot tell them from others."""

    def __init__(self, setting: Setting) -> None:
        components = setting.components
        assert isinstance(components, PartlyReadSet)  # noqa: S101
        self.components = components
        self.rulings = setting.rulings
        self.may_leave_units = setting.rulings.may_leave_units
        self.may_leave_rewards = setting.rulings.may_leave_rewards
        self.may_decline_calls = setting.rulings.may_decline_calls
        self.may_decline_for_units = setting.rulings.may_decline_for_units
        self._made = DefinedNumbers()
        self._set_items(components)
        self._set_map(components)
        self._set_tracks(setting)
        self._set_spaces(setting)
        self._set_books(components)
        self.coins_coming = facts.coins_coming(setting)
        self.crates = tuple(space.crate for space in components.filling_order)
        self.card_rows = max(space.row for space in components.card_spaces)
        self.markers = MARKERS_BY_PLAYERS[setting.players]

    # Cards and tiles -------------------------------------------------------------------------

    def _set_items(self, components: PartlyReadSet) -> None:
        self.cards = {card.id: card for card in components.cards}
        self.crate = {card.id: card.crate for card in components.cards}
        self.items = {item.id: item for item in (*components.tiles, *components.cards)}
        self.goods_cards = self._of_kind(GoodsCard)
        self.share_cards = cast("frozenset[Any]", self._of_kind(ShareCard))
        cards: Any = self.cards
        self.units = {
            good: _LazyMapping(cards, partial(self._shows, good), lambda card: cards[card].units)
            for good in GOODS
        }
        self.expansion = self._points(ExpansionCard, ExpansionTile)
        self.bookkeepers = self._points(BookkeeperCard, BookkeeperTile)
        self.merchants = cast("frozenset[Any]", self._of_kind(MerchantCard, MerchantTile))
        self.serves = cast(
            "dict[str, Any]",
            _LazyMapping(self.items, lambda item: self._served(item) is not None, self._served),
        )
        goods_tiles = [tile for tile in components.tiles if isinstance(tile, PlusOneTile)]
        self.goods_tiles = frozenset(tile.id for tile in goods_tiles)
        self.tile_units = sum(tile.units for tile in goods_tiles)

    def _is(self, item: str, *kinds: type) -> bool:
        kind = runs.kind_of(self.items[item])
        if isinstance(kind, runs.Kinds):
            return kind.is_one(lambda each, _: issubclass(each, kinds))
        return issubclass(kind, kinds)

    def _of_kind(self, *kinds: type) -> Any:  # noqa: ANN401
        return _LazyMapping(self.items, lambda item: self._is(item, *kinds), self.items.__getitem__)

    def _points(self, *kinds: type) -> Any:  # noqa: ANN401
        return _LazyMapping(
            self.items,
            lambda item: self._is(item, *kinds),
            lambda item: self.items[item].points,  # type: ignore[union-attr]
        )

    def _shows(self, good: str, card: str) -> bool:
        kind = runs.kind_of(self.cards[card])
        if isinstance(kind, runs.Kinds):
            return kind.is_one(lambda _, fields: fields.get("good") == good)
        if not issubclass(kind, GoodsCard):
            return False
        shown = runs.part_of(self.cards[card], "good")
        if isinstance(shown, runs.PartChoice):
            return runs.is_among(shown.variable, 1 << shown.parts.index(good))
        return shown == good

    def _served(self, item: str) -> str | None:
        if item in self.goods_cards:
            return "goods"
        if item in self.expansion:
            return "expand"
        if item in self.bookkeepers:
            return "bookkeeper"
        return "merchant" if item in self.merchants else None

    # The map ---------------------------------------------------------------------------------

    def cheapest_entry(self, region: str, held: frozenset[str]) -> int | None:
        """Return the points of the cheapest border into a region from one of these places."""
        borders = self._entries.unread(region, held)
        if borders is None or len(borders) <= 1:
            return super().cheapest_entry(region, held)
        is_double = self._entries.is_double(region, held)
        points: int | None = self._entries.cheapest(region, borders, is_double=is_double)
        return points

    def _set_map(self, components: PartlyReadSet) -> None:
        around: dict[str, dict[str, Any]] = {}
        read = [(border.between, border.lines) for border in components.borders]
        for (one, other), lines in (*read, *components.unread_borders.items()):
            around.setdefault(one, {})[other] = lines
            around.setdefault(other, {})[one] = lines
        self._entries = Entries(around, self._made)
        self.region_index = {region.id: index for index, region in enumerate(components.regions)}
        costs = {place: beside(lines) for place, lines in around.items()}
        self.borders = {place: _without_bases(each) for place, each in costs.items()}
        self.entries = {region: costs.get(region, {}) for region in self.region_index}

    # Tracks ----------------------------------------------------------------------------------

    def _set_tracks(self, setting: Setting) -> None:
        self._numbers = _TrackNumbers(self._made)
        self.diamond_track = setting.components.diamond_track
        self.book_track = setting.components.book_track
        self.tracks = tuple(setting.track[company] for company in COMPANIES)
        self.bonuses = tuple(self._pair(track) for track in self.tracks)
        self.permanent = LazyPermanentBonuses(self.bonuses, self.rulings)
        self.calls = tuple(
            self._amounts(track, "call", track.calls, "before") for track in self.tracks
        )
        self.next_calls = tuple(
            cast("Any", Fixed(partial(_next_call, track, calls)))
            for track, calls in zip(self.tracks, self.calls, strict=True)
        )
        self.specials = tuple(
            self._amounts(track, "special", track.specials, "at") for track in self.tracks
        )
        self.levels = tuple(
            cast("Any", Fixed(partial(self._numbers.level, track))) for track in self.tracks
        )
        self.working = LazyWorking(self.bonuses)
        self.base_coins = tuple(
            next(base.columns for base in setting.components.bases if base.company == company)
            for company in COMPANIES
        )

    def _amounts(self, track: Track, what: str, printed: Any, at: str) -> Any:  # noqa: ANN401
        return _TrackAmounts(printed, at, partial(self._numbers.amount, track, what, printed, at))

    def tells(self, number: int) -> bool:
        """Return whether a number is known, so that it can be told without asking for it."""
        return not runs.is_unread(number)

    def paid_again(self, index: int, at: int, space: int, pounds: int) -> int:
        """Return what a special space pays to somebody whose marker stands at `at`."""
        paid: int = self._numbers.again(self.tracks[index], at, space, pounds)
        return paid

    def _pair(self, track: Any) -> Any:  # noqa: ANN401
        swapped = {"A2": "B2", "B2": "A2"}
        if self.rulings.extra_markers_track == "A2" and track.id in swapped:
            track = self.components.track.get(cast("Any", swapped[track.id]), track)
        bonuses = runs.part_of(track, "bonuses")
        return LazyPair(bonuses) if isinstance(bonuses, runs.PartChoice) else bonuses

    # Bonus spaces ----------------------------------------------------------------------------

    def _set_spaces(self, setting: Setting) -> None:
        self.spaces = setting.spaces
        places = {space.id: index for index, space in enumerate(setting.spaces)}
        asked = {
            bonus.space
            for pair in self.bonuses
            if isinstance(pair, LazyPair)
            for each in cast("Any", pair.choice.parts)
            for bonus in each
            if isinstance(bonus, SpaceBonus)
        }
        self.space_index = _SpaceIndex(places, asked, self._is_on_a_track) if asked else places
        majorities = {
            each.id: each for each in setting.spaces if runs.kind_of(each) is MajoritySpace
        }
        self.lowest_tiers = _LazyMapping(majorities, lambda _: True, self._lowest_tier)
        self.tile_spaces = tuple(
            (index, space.tile)
            for index, space in enumerate(setting.spaces)
            if isinstance(space, TileSpace)
        )
        self.track_of_space = _LazyMapping(places, self._is_on_a_track, self._track_of_space)
        self.other_spaces = _LazyMapping(places, self._is_on_a_track, self._other_spaces)

    def _lowest_tier(self, space: SpaceId) -> tuple[Any, Any]:
        found = self.components.space[space]
        assert isinstance(found, MajoritySpace)  # noqa: S101
        return found.counts, min(tier.least for tier in found.tiers)

    def _is_on_a_track(self, space: SpaceId) -> bool:
        return self._on_track(space) is not None

    def _on_track(self, space: SpaceId) -> tuple[int, Any] | None:
        """Return the track with a bonus space and its pair of bonuses, if any in use has it."""
        for index, pair in enumerate(self.bonuses):
            if isinstance(pair, LazyPair):
                choice = pair.choice
                values = values_of(choice.variable.domain)
                mask = mask_of(value for value in values if has_space(choice.parts[value], space))
                if runs.is_among(choice.variable, mask):
                    return index, choice.resolve()
            elif has_space(pair, space):
                return index, pair
        return None

    def _track_of_space(self, space: SpaceId) -> tuple[int, int]:
        found = self._on_track(space)
        assert found is not None  # noqa: S101
        index, pair = found
        levels = (level for level, bonus in enumerate(pair, 1) if has_space((bonus,), space))
        return index, next(levels)

    def _other_spaces(self, space: SpaceId) -> tuple[int, ...]:
        found = self._on_track(space)
        assert found is not None  # noqa: S101
        others = [b.space for b in found[1] if isinstance(b, SpaceBonus) and b.space != space]
        return tuple(self.space_index[other] for other in others)

    # Books -----------------------------------------------------------------------------------

    def _set_books(self, components: PartlyReadSet) -> None:
        spaces: dict[BookSpaceId, Any] = {space.id: space for space in components.book_spaces}
        self.letter_of_space = _LazyMapping(
            spaces, lambda _: True, lambda space: spaces[space].letter
        )
        self.book_spaces = tuple(spaces)
        in_order = [*spaces.values()]
        self.gaps_wait_for = cast(
            "tuple[int, ...]", Fixed(lambda at: BOOK_LETTERS.index(in_order[at].letter))
        )
        self.first_book_step = 2
        self.last_book_step = components.last_book_step
        self.book_steps = range(self.first_book_step, components.book_track.last + 1)
        self.book_letter = {book.id: book.letter for book in components.books}
        self.supplies = facts.supplies(components)
        self.a_books = frozenset(book.id for book in components.books if book.letter == "A")
        self.book_price = {book.id: BOOK_PRICES[book.letter] for book in components.books}
        crossed = components.crossed_out
        if crossed is None and not runs.is_unread(self.last_book_step):
            self.crossed_out = frozenset(components.book_track.crossed_out)
            self.free_for_a = frozenset(self.book_steps) - self.crossed_out
            return
        read = frozenset[int]() if crossed else frozenset(components.book_track.crossed_out)
        out = CrossedOut(read, crossed or {})
        self.crossed_out = cast("frozenset[int]", out)
        self.free_for_a = cast("frozenset[int]", FreeForA(out, lambda: self.last_book_step))


facts.MAKERS[PartlyReadSetting] = LazyFacts
