"""What follows from a partly read setting: the engine's lookups, each answered when it is asked."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, cast

from referee.copies.blank_places import NO_BORDER
from referee.copies.derived_numbers import DefinedNumbers
from referee.copies.lazy_entries import Kinds, PartChoice, is_among, kind_of, part_of
from referee.copies.numbers import UnreadNumber, is_unread, unread
from referee.copies.partly_read_set import PartlyReadSet, PartlyReadSetting
from referee.copies.propagation import Among, Cube, Mask, Variable, mask_of, values_of
from referee.copies.runs import current
from referee.copies.track_amounts import (
    CrossedOut,
    FreeForA,
    LazyPair,
    LazyPermanentBonuses,
    LazyWorking,
    SpaceIndex,
    TrackAmounts,
    TrackNumbers,
    WaitingSpaces,
    has_space,
    next_call,
    spaces_in,
)
from referee.core.components import (
    BookkeeperCard,
    BookkeeperTile,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MajoritySpace,
    MerchantCard,
    MerchantTile,
    PlusOneTile,
    ShareCard,
    SpaceBonus,
    TileSpace,
    Track,
)
from referee.core.ids import COMPANIES, GOODS, BookSpaceId, SpaceId
from referee.core.limits import (
    BOOK_PRICES,
    DOUBLE_BORDER_POINTS,
    MARKERS_BY_PLAYERS,
    SINGLE_BORDER_POINTS,
)
from referee.core.state import Setting
from referee.engine.facts import MAKERS, Facts, coins_coming, supplies
from referee.i18n.page_words import copy_words


# Lookups of the engine that are answered when somebody asks ---------------------------------------
class LazyMapping(Mapping[Any, Any]):
    """A mapping whose keys are candidates; whether one belongs is asked when it matters."""

    def __init__(
        self,
        keys: Mapping[Any, Any],
        belongs: Callable[[Any], bool],
        value: Callable[[Any], Any],
    ) -> None:
        self._keys = keys
        self._belongs = belongs
        self._value = value

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
        """Return the value of a key, or another one if it does not belong."""
        return self._value(key) if key in self else default

    def without(self, keys: set[str]) -> "LazyMapping":
        """Return the mapping without some of its keys."""
        left = {key: value for key, value in self._keys.items() if key not in keys}
        return LazyMapping(left, self._belongs, self._value)


class Fixed:
    """A sequence whose items are made when they are asked for."""

    def __init__(self, item: Callable[[int], Any]) -> None:
        self._item = item

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
        guard = current().guard
        found: list[Variable] = []
        for place in sorted(held):
            lines = beside.get(place)
            if isinstance(lines, UnreadNumber):
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
        return any(beside.get(place) == 2 for place in held if _is_plain(beside.get(place)))  # noqa: PLR2004

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
        found = self._made.number(key, subject, cases, UnreadNumber)
        return found if found != 0 else None


def _is_plain(lines: object) -> bool:
    return isinstance(lines, int)


def points_of(lines: Any) -> Any:  # noqa: ANN401
    """Return what a border with so many lines costs."""
    return SINGLE_BORDER_POINTS + (DOUBLE_BORDER_POINTS - SINGLE_BORDER_POINTS) * (lines - 1)


def beside(read: Mapping[str, Any], perhaps: Mapping[str, Variable]) -> Any:  # noqa: ANN401
    """Return what borders on a place, with the points; whether an unread border exists is asked."""
    if not perhaps:
        return read
    exists = {place: v.domain & ~(1 << NO_BORDER) for place, v in perhaps.items()}
    return LazyMapping(
        {**read, **perhaps},
        lambda place: place in read or is_among(perhaps[place], exists[place]),
        lambda place: read[place] if place in read else points_of(unread(perhaps[place])),
    )


def without_bases(around: Any) -> Any:  # noqa: ANN401
    """Return what borders on a place without the bases."""
    bases = set[str](COMPANIES)
    if isinstance(around, LazyMapping):
        return around.without(bases)
    return {place: cost for place, cost in around.items() if place not in bases}


class LazyFacts(Facts):
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
        self.coins_coming = coins_coming(setting)
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
        self.units = {
            good: LazyMapping(
                self.cards,
                partial(self._shows, good),
                lambda card: self.cards[card].units,  # type: ignore[union-attr]
            )
            for good in GOODS
        }
        self.expansion = self._points(ExpansionCard, ExpansionTile)
        self.bookkeepers = self._points(BookkeeperCard, BookkeeperTile)
        self.merchants = cast("frozenset[Any]", self._of_kind(MerchantCard, MerchantTile))
        self.serves = cast(
            "dict[str, Any]",
            LazyMapping(self.items, lambda item: self._served(item) is not None, self._served),
        )
        self.goods_tiles = frozenset(
            tile.id for tile in components.tiles if isinstance(tile, PlusOneTile)
        )
        self.tile_units = sum(
            tile.units for tile in components.tiles if isinstance(tile, PlusOneTile)
        )

    def _is(self, item: str, *kinds: type) -> bool:
        kind = kind_of(self.items[item])
        if isinstance(kind, Kinds):
            return kind.is_one(lambda each, _: issubclass(each, kinds))
        return issubclass(kind, kinds)

    def _of_kind(self, *kinds: type) -> Any:  # noqa: ANN401
        return LazyMapping(self.items, lambda item: self._is(item, *kinds), self.items.__getitem__)

    def _points(self, *kinds: type) -> Any:  # noqa: ANN401
        return LazyMapping(
            self.items,
            lambda item: self._is(item, *kinds),
            lambda item: self.items[item].points,  # type: ignore[union-attr]
        )

    def _shows(self, good: str, card: str) -> bool:
        kind = kind_of(self.cards[card])
        if isinstance(kind, Kinds):
            return kind.is_one(lambda _, fields: fields.get("good") == good)
        if not issubclass(kind, GoodsCard):
            return False
        shown = part_of(self.cards[card], "good")
        if isinstance(shown, PartChoice):
            return is_among(shown.variable, 1 << shown.parts.index(good))
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
        for border in components.borders:
            one, other = border.between
            around.setdefault(one, {})[other] = border.lines
            around.setdefault(other, {})[one] = border.lines
        for (one, other), variable in components.unread_borders.items():
            around.setdefault(one, {})[other] = variable
            around.setdefault(other, {})[one] = variable
        self._entries = Entries(around, self._made)
        self.region_index = {region.id: index for index, region in enumerate(components.regions)}
        costs: dict[str, dict[str, Any]] = {}
        perhaps: dict[str, dict[str, Variable]] = {}
        for border in components.borders:
            one, other = border.between
            cost = points_of(border.lines)
            costs.setdefault(one, {})[other] = cost
            costs.setdefault(other, {})[one] = cost
        for (one, other), variable in components.unread_borders.items():
            perhaps.setdefault(one, {})[other] = variable
            perhaps.setdefault(other, {})[one] = variable
        places = [*dict.fromkeys((*costs, *perhaps))]
        around = {place: beside(costs.get(place, {}), perhaps.get(place, {})) for place in places}
        self.borders = {place: without_bases(around[place]) for place in places}
        self.entries = {region: around.get(region, beside({}, {})) for region in self.region_index}

    # Tracks ----------------------------------------------------------------------------------

    def _set_tracks(self, setting: Setting) -> None:
        self._numbers = TrackNumbers(self._made)
        self.diamond_track = setting.components.diamond_track
        self.book_track = setting.components.book_track
        self.tracks = tuple(setting.track[company] for company in COMPANIES)
        self.bonuses = tuple(self._pair(track) for track in self.tracks)
        self.permanent = LazyPermanentBonuses(self.bonuses, self.rulings)
        self.calls = tuple(
            self._amounts(track, "call", track.calls, "before") for track in self.tracks
        )
        self.next_calls = tuple(
            cast("Any", Fixed(partial(next_call, track, calls)))
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
        return TrackAmounts(printed, at, partial(self._numbers.amount, track, what, printed, at))

    def tells(self, number: int) -> bool:
        """Return whether a number is known, so that it can be told without asking for it."""
        return not is_unread(number)

    def paid_again(self, index: int, at: int, space: int, pounds: int) -> int:
        """Return what a special space pays to somebody whose marker stands at `at`."""
        paid: int = self._numbers.again(self.tracks[index], at, space, pounds)
        return paid

    def _pair(self, track: Any) -> Any:  # noqa: ANN401
        swapped = {"A2": "B2", "B2": "A2"}
        if self.rulings.extra_markers_track == "A2" and track.id in swapped:
            track = self.components.track.get(cast("Any", swapped[track.id]), track)
        bonuses = part_of(track, "bonuses")
        return LazyPair(bonuses) if isinstance(bonuses, PartChoice) else bonuses

    # Bonus spaces ----------------------------------------------------------------------------

    def _set_spaces(self, setting: Setting) -> None:
        self.spaces = setting.spaces
        places = {space.id: index for index, space in enumerate(setting.spaces)}
        asked = {
            space
            for pair in self.bonuses
            if isinstance(pair, LazyPair)
            for space in spaces_in(pair.choice)
        }
        self.space_index = SpaceIndex(places, asked, self._is_on_a_track) if asked else places
        self.lowest_tiers = LazyMapping(
            {space.id: space for space in setting.spaces if kind_of(space) is MajoritySpace},
            lambda _: True,
            self._lowest_tier,
        )
        self.tile_spaces = tuple(
            (index, space.tile)
            for index, space in enumerate(setting.spaces)
            if isinstance(space, TileSpace)
        )
        self.track_of_space = LazyMapping(places, self._is_on_a_track, self._track_of_space)
        self.other_spaces = LazyMapping(places, self._is_on_a_track, self._other_spaces)

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
                mask = mask_of(
                    value
                    for value in values_of(choice.variable.domain)
                    if has_space(choice.parts[value], space)
                )
                if is_among(choice.variable, mask):
                    return index, choice.resolve()
            elif has_space(pair, space):
                return index, pair
        return None

    def _track_of_space(self, space: SpaceId) -> tuple[int, int]:
        found = self._on_track(space)
        assert found is not None  # noqa: S101
        index, pair = found
        return index, next(
            level for level, bonus in enumerate(pair, 1) if has_space((bonus,), space)
        )

    def _other_spaces(self, space: SpaceId) -> tuple[int, ...]:
        found = self._on_track(space)
        assert found is not None  # noqa: S101
        others = [b.space for b in found[1] if isinstance(b, SpaceBonus) and b.space != space]
        return tuple(self.space_index[other] for other in others)

    # Books -----------------------------------------------------------------------------------

    def _set_books(self, components: PartlyReadSet) -> None:
        spaces: dict[BookSpaceId, Any] = {space.id: space for space in components.book_spaces}
        self.letter_of_space = LazyMapping(
            spaces, lambda _: True, lambda space: spaces[space].letter
        )
        self.book_spaces = tuple(spaces)
        self.gaps_wait_for = cast("tuple[int, ...]", WaitingSpaces([*spaces.values()]))
        self.first_book_step = 2
        self.last_book_step = components.last_book_step
        self.book_steps = range(self.first_book_step, components.book_track.last + 1)
        self.book_letter = {book.id: book.letter for book in components.books}
        self.supplies = supplies(components)
        self.a_books = frozenset(book.id for book in components.books if book.letter == "A")
        self.book_price = {book.id: BOOK_PRICES[book.letter] for book in components.books}
        crossed = components.crossed_out
        if crossed is None and not is_unread(self.last_book_step):
            self.crossed_out = frozenset(components.book_track.crossed_out)
            self.free_for_a = frozenset(self.book_steps) - self.crossed_out
            return
        read = frozenset[int]() if crossed else frozenset(components.book_track.crossed_out)
        out = CrossedOut(read, crossed or {})
        self.crossed_out = cast("frozenset[int]", out)
        self.free_for_a = cast("frozenset[int]", FreeForA(out, lambda: self.last_book_step))


MAKERS[PartlyReadSetting] = LazyFacts
