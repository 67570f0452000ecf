"""A component set of which something has not been read: loaded, blanked, or filled in."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from typing import Any, cast

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from referee.game.canonical_json import canonical_json
from referee.game.component_set import DESCRIPTIVE, SINGLE_TABLES, TABLES, ComponentSet
from referee.game.components import (
    BonusSteps,
    BookTrack,
    Border,
    Call,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    SpaceBonus,
    Track,
)
from referee.game.ids import COMPANIES, CardId, SpaceId
from referee.game.set_reader import BLANK, FILES, ComponentSetError
from referee.game.setting import SETTINGS, Setting
from referee.unread.blanks import NO_BORDER, BlankPlace, Builder
from referee.unread.conditions import Among, Condition
from referee.unread.guards import Clause, Guard, WorkLeft
from referee.unread.lazy import Kinds, LazyEntry, NotFollowed, PartChoice, part_of
from referee.unread.numbers import UnreadNumber
from referee.unread.variables import Variable, between, least_of, most_of

Rows = Mapping[str, list[dict[str, Any]]]
"""By table its entries as they stand in the files."""

ENTRY_TYPES: Mapping[str, Any] = {
    table: kind for keys in FILES.values() for table, kind in keys.values()
}

BOOKKEEPING = "bookkeeping"
DIAMONDS = "diamonds"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PartlyReadSet(ComponentSet):
    """A set with unread numbers, kinds and borders in the places of those that were not read."""

    rows: Rows
    variables: Mapping[str, Variable]
    """Everything unread, by its place."""
    lists: Mapping[str, str]
    """What lists that are blank as a whole and not followed are called, by their places."""
    structure: tuple[Clause, ...]
    """What holds of every copy, whatever is printed on it."""
    unread_borders: Mapping[tuple[str, str], Variable] = field(default_factory=dict)
    """By pair of places, in order, the lines of a border that may not be there at all."""
    crossed_out: Mapping[int, Variable] | None = None
    """By step whether it shows a crossed-out A, where nobody has read that."""
    last_book_step: int = 0
    """The last step of the bookkeeping track, unread or not; its entry has the greatest."""
    bordered: tuple[str, ...] = ()
    """The regions and bases of which every border was read."""

    # Two sets with the same blanks have variables of their own, so they are not the same.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that was read, and of what was not, as far as it can decide a game."""
        return digest_of(self.rows, self.bordered)

    def __reduce__(self) -> tuple[Any, ...]:
        # Variables are known by their set, so that a copy makes its own.
        frame = {name: getattr(self, name) for name in FRAME}
        return partly_read, (self.rows, frame, self.bordered)

    def guard(self, work: WorkLeft, known: Iterable[Condition] = ()) -> Guard:
        """Return what is certain before anything was played: the structure, and what is known."""
        guard: Guard | None = Guard().with_conditions(known, work)
        for clause in self.structure:
            guard = guard and guard.with_clause(clause, work)
        if guard is None:
            raise ComponentSetError(())
        return guard

    def filled(
        self, values: Mapping[Variable, int], rest: ComponentSet | None = None
    ) -> ComponentSet:
        """Return the plain set with these values; `rest` has the lists that are not followed."""
        tables: dict[str, Any] = {table: self._plain_table(table, values, rest) for table in TABLES}
        return ComponentSet(**{name: getattr(self, name) for name in FRAME}, **tables)

    def _plain_table(
        self, table: str, values: Mapping[Variable, int], rest: ComponentSet | None
    ) -> tuple[Any, ...]:
        others = getattr(rest, table) if rest is not None else ()
        found = []
        for number, entry in enumerate(getattr(self, table)):
            other = others[number] if number < len(others) else None
            plain = _plain(entry, values, other)
            if table == "book_tracks":
                plain = self._plain_book_track(plain, values)
            if table == "tracks":
                calls = tuple(call for call in plain.calls if call.before != NO_BORDER)
                plain = replace(plain, calls=calls)
            found.append(plain)
        if table == "borders":
            found += [
                Border(between=pair, lines=cast("Any", values[variable]), source="copy")
                for pair, variable in self.unread_borders.items()
                if values[variable] != NO_BORDER
            ]
        return tuple(found)

    def _plain_book_track(self, plain: Any, values: Mapping[Variable, int]) -> Any:  # noqa: ANN401
        if self.crossed_out is not None:
            crossed = tuple(step for step, each in self.crossed_out.items() if values[each])
            plain = replace(plain, crossed_out=crossed)
        return replace(plain, last=_plain(self.last_book_step, values, None))


def _plain(  # noqa: PLR0911
    value: object, values: Mapping[Variable, int], other: object
) -> Any:  # noqa: ANN401
    """Return what a value of a partly read set is if its variables have these values."""
    if type(value) is LazyEntry:
        kind, fields = _parts(value, values)
        plain = {
            name: _plain(each, values, getattr(other, name, None)) for name, each in fields.items()
        }
        return kind(**plain)
    if isinstance(value, UnreadNumber):
        return value.constant + sum(factor * values[v] for v, factor in value.terms)
    if isinstance(value, PartChoice):
        return _plain(value.parts[values[value.variable]], values, other)
    if isinstance(value, NotFollowed):
        if other is None:
            raise ValueError("a list that was not read has to come from another set")
        return other
    if isinstance(value, tuple):
        same = isinstance(other, tuple) and len(other) == len(value)
        others = other if isinstance(other, tuple) and same else [None] * len(value)
        return tuple([_plain(one, values, two) for one, two in zip(value, others, strict=True)])
    if isinstance(value, msgspec.Struct):
        changed = {
            name: _plain(getattr(value, name), values, getattr(other, name, None))
            for name in value.__struct_fields__
        }
        return replace(value, **changed)
    return value


def _parts(entry: LazyEntry, values: Mapping[Variable, int]) -> tuple[type, Mapping[str, object]]:
    kind = object.__getattribute__(entry, "_kind")
    fields = object.__getattribute__(entry, "_fields")
    if isinstance(kind, Kinds):
        chosen, more = kind.parts[values[kind.variable]]
        return chosen, {**fields, **more}
    return kind, fields


# Making one -----------------------------------------------------------------------------------


def rows_of(components: ComponentSet) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of a set as they would stand in files."""
    return {
        table: [msgspec.to_builtins(entry) for entry in getattr(components, table)]
        for table in TABLES
    }


def blanked(
    components: ComponentSet, is_blank: Callable[[str], bool], *, open_map: bool = False
) -> ComponentSet:
    """Return a set without the values whose keys are to be blank; perhaps with borders missing."""
    rows = {
        table: [
            blanked_row(row, BlankPlace(table, entry_name(table, row)), is_blank) for row in entries
        ]
        for table, entries in rows_of(components).items()
    }
    if open_map:
        rows["borders"].append({"between": [BLANK, BLANK], "lines": BLANK, "source": "copy"})
    return partly_read(rows, {name: getattr(components, name) for name in FRAME})


def blanked_row(raw: Any, place: BlankPlace, is_blank: Callable[[str], bool]) -> Any:  # noqa: ANN401
    """Return a raw value without those parts whose places are to be blank."""
    if place.path and is_blank(place.key):
        return BLANK
    if isinstance(raw, dict):
        return {
            name: blanked_row(inner, place.inner(name), is_blank) for name, inner in raw.items()
        }
    if isinstance(raw, list | tuple) and place.pattern not in {"borders.between", "regions.drawn"}:
        return [blanked_row(inner, place.inner(n), is_blank) for n, inner in enumerate(raw, 1)]
    return raw


NAMES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "borders": lambda row: "~".join(row.get("between", ())),
    "bases": lambda row: str(row.get("company")),
    "first_game": lambda row: str(row.get("company")),
    "card_spaces": lambda row: f"row {row.get('row')}, column {row.get('column')}",
    "track_cards": lambda row: "-".join(row.get("halves", ())),
    "round_coins": lambda row: str(row.get("players")),
    "diamond_tracks": lambda _: DIAMONDS,
    "book_tracks": lambda _: BOOKKEEPING,
}
"""What the entries of a table are called that have no id, in every language."""


def entry_name(table: str, row: Mapping[str, Any]) -> str:
    """Return what an entry is called in the keys of its values."""
    return NAMES[table](row) if table in NAMES else str(row.get("id"))


FRAME = ("name", "title", "about", "cells", "earlier")
"""What a set has besides its tables."""


def digest_of(rows: Rows, bordered: Sequence[str] = ()) -> str:
    """Return the SHA-256 of rows with blanks; entries are sorted, as those of a whole set are."""
    content = {
        table: sorted(canonical_json(_deciding(row)) for row in entries)
        for table, entries in rows.items()
    }
    return hashlib.sha256(canonical_json([content, sorted(bordered)]).encode()).hexdigest()


def _deciding(raw: object) -> object:
    match raw:
        case dict():
            return {key: _deciding(each) for key, each in raw.items() if key not in DESCRIPTIVE}
        case list() | tuple():
            return [_deciding(each) for each in raw]
        case _:
            return raw


def partly_read(rows: Rows, frame: Mapping[str, Any], bordered: Sequence[str] = ()) -> ComponentSet:
    """Return the set of these rows, plain if nothing in them is blank.

    Where some borders are blank, no others than those that stand there lead to `bordered` places.
    """
    starting = [CardId(row["id"]) for row in rows["cards"] if row.get("letter") is None]
    builder = Builder(sorted(starting))
    tables: dict[str, Any] = {}
    for table in TABLES:
        kind = inspect.type_info(ENTRY_TYPES[table])
        entries = []
        for row in rows[table]:
            if table == "borders" and BLANK in row.get("between", ()):
                continue
            entries.append(builder.entry(kind, row, BlankPlace(table, entry_name(table, row))))
        tables[table] = tuple(entries)
    if builder.findings:
        raise ComponentSetError(tuple(builder.findings))
    open_map = any(BLANK in row.get("between", ()) for row in rows["borders"])
    unread_borders = _unread_borders(builder, tables, {*bordered}) if open_map else {}
    crossed_out = _crossed_out(builder, tables)
    last_book_step = tables["book_tracks"][0].last if tables["book_tracks"] else 0
    _one_side_each(builder, tables["tracks"])
    if crossed_out is not None:
        builder.lists.pop(BlankPlace("book_tracks", BOOKKEEPING, ("crossed_out",)).key)
    if not builder.variables and not builder.lists:
        return ComponentSet(**frame, **tables)
    tables["book_tracks"] = tuple(map(_longest, tables["book_tracks"]))
    for table in SINGLE_TABLES:
        if len(tables[table]) != 1:
            raise ComponentSetError(())
    found = PartlyReadSet(
        **frame,
        rows=rows,
        variables=builder.variables,
        lists=builder.lists,
        structure=tuple(builder.structure),
        unread_borders=unread_borders,
        crossed_out=crossed_out,
        last_book_step=last_book_step,
        bordered=tuple(bordered),
        **tables,
    )
    for variable in builder.variables.values():
        variable.home = found
    return found


def _unread_borders(
    builder: Builder, tables: Mapping[str, tuple[Any, ...]], bordered: set[str]
) -> dict[tuple[str, str], Variable]:
    """Return a variable for every border that could be on the map and was not read."""
    regions = [region.id for region in tables["regions"]]
    read = {frozenset(border.between) for border in tables["borders"]}
    pairs = [*combinations(regions, 2), *[(base, each) for base in COMPANIES for each in regions]]
    return {
        pair: builder.variable(
            BlankPlace("borders", "~".join(pair), ("lines",)),
            between(NO_BORDER, 2),
            ("missing", "single", "double"),
        )
        for pair in pairs
        if frozenset(pair) not in read and bordered.isdisjoint(pair)
    }


def _crossed_out(
    builder: Builder, tables: Mapping[str, tuple[Any, ...]]
) -> dict[int, Variable] | None:
    [track] = tables["book_tracks"]
    if not isinstance(track.crossed_out, NotFollowed):
        return None
    last = track.last
    most = last if isinstance(last, int) else most_of(last.terms[0][0].domain)
    place = BlankPlace("book_tracks", BOOKKEEPING, ("crossed_out",))
    return {
        step: builder.variable(place.inner(step), between(0, 1), ("missing", "there"))
        for step in range(2, most + 1)
    }


def _longest(track: Any) -> Any:  # noqa: ANN401
    """Return the bookkeeping track with its greatest last step, so that tables have the spaces."""
    last = track.last
    return replace(track, last=most_of(last.terms[0][0].domain)) if is_blank_number(last) else track


def is_blank_number(value: object) -> bool:
    """Return whether a number of a set was not read."""
    return isinstance(value, UnreadNumber)


def _one_side_each(builder: Builder, tracks: tuple[Track, ...]) -> None:
    """Note that every pair of bonuses is on one side of one piece only."""
    choices = [part_of(track, "bonuses") for track in tracks]
    unread = [choice for choice in choices if isinstance(choice, PartChoice)]
    for one, other in combinations(unread, 2):
        for value, part in enumerate(one.parts):
            if part in other.parts:
                same = other.parts.index(part)
                builder.structure.append(_not_both(one.variable, value, other.variable, same))
    for choice in unread:
        for value, part in enumerate(choice.parts):
            if part in choices:
                mask = choice.variable.domain & ~(1 << value)
                builder.structure.append(((Among(choice.variable, mask),),))


def _not_both(one: Variable, value: int, other: Variable, same: int) -> Clause:
    return (
        (Among(one, one.domain & ~(1 << value)),),
        (Among(other, other.domain & ~(1 << same)),),
    )


# The frame of a game --------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PartlyReadSetting(Setting):
    """The frame of a game played with a partly read set."""

    __hash__ = Setting.__hash__

    def __post_init__(self) -> None:
        from referee.unread.compiled import require_plain_engine  # noqa: PLC0415 - it imports this

        require_plain_engine(self.components)

    @cached_property
    def spaces(self) -> tuple[Any, ...]:
        """The bonus spaces that may be on the table: the board's, and those of tracks in use."""
        tracks = self.components.tracks
        of_tracks = {space for track in tracks for space in spaces_of(track)}
        used = [track for track in tracks if track.id in self.tracks]
        in_use = {space for track in used for space in spaces_of(track)}
        return tuple(
            space
            for space in self.components.spaces
            if space.id not in of_tracks or space.id in in_use
        )


SETTINGS[PartlyReadSet] = PartlyReadSetting


def spaces_of(track: Track) -> set[SpaceId]:
    """Return the bonus spaces that a track side may have."""
    printed = part_of(track, "bonuses")
    pairs = printed.parts if isinstance(printed, PartChoice) else (printed,)
    bonuses = [bonus for pair in cast("Any", pairs) for bonus in pair]
    return {bonus.space for bonus in bonuses if isinstance(bonus, SpaceBonus)}


# Values of a plain set --------------------------------------------------------------------------


def values_in(partly: PartlyReadSet, plain: ComponentSet) -> dict[Variable, int]:
    """Return what a plain set, of which the other is a blanked form, has for everything unread."""
    values: dict[Variable, int] = {}
    pairs: Iterable[tuple[Any, Any]]
    for table in TABLES:
        pairs = zip(getattr(partly, table), getattr(plain, table), strict=False)
        if table == "borders":
            # Those whose existence is unread are no entries.
            printed = {border.between: border for border in plain.borders}
            pairs = ((border, printed[border.between]) for border in partly.borders)
        for one, other in pairs:
            if not bind(one, other, values):
                raise ValueError(f"{table}: {other!r} is not what was blanked")
    lines = {frozenset(border.between): border.lines for border in plain.borders}
    for pair, variable in partly.unread_borders.items():
        values[variable] = lines.get(frozenset(pair), NO_BORDER)
    for step, variable in (partly.crossed_out or {}).items():
        values[variable] = int(step in plain.book_track.crossed_out)
    bind(partly.last_book_step, plain.book_track.last, values)
    for variable in partly.variables.values():
        # What only another kind would have can be anything.
        values.setdefault(variable, least_of(variable.domain))
    return values


def variables_of_entry(value: object) -> tuple[Variable, ...]:
    """Return everything unread in an entry or a part of one, in the order of its fields."""
    if type(value) is LazyEntry:
        kind = object.__getattribute__(value, "_kind")
        own: tuple[object, ...] = ()
        if isinstance(kind, Kinds):
            own = tuple(part for _, fields in kind.parts for part in fields.values())
        fields = object.__getattribute__(value, "_fields")
        first = (kind.variable,) if isinstance(kind, Kinds) else ()
        return tuple(dict.fromkeys((*first, *variables_of_entry((*own, *fields.values())))))
    if isinstance(value, UnreadNumber):
        return tuple(variable for variable, _ in value.terms)
    if isinstance(value, PartChoice):
        inner = variables_of_entry(tuple(value.parts))
        return tuple(dict.fromkeys((value.variable, *inner)))
    if isinstance(value, tuple) and not isinstance(value, NotFollowed):
        return tuple(dict.fromkeys(v for each in value for v in variables_of_entry(each)))
    if isinstance(value, msgspec.Struct):
        return variables_of_entry(tuple(getattr(value, f) for f in value.__struct_fields__))
    return ()


def bind(  # noqa: PLR0911
    pattern: object, plain: object, values: dict[Variable, int]
) -> bool:
    """Fill in the values for which a pattern is something plain; return whether there are any."""
    if type(pattern) is LazyEntry:
        return _bind_entry(pattern, plain, values)
    if isinstance(pattern, UnreadNumber):
        [(variable, _)] = pattern.terms
        return isinstance(plain, int) and values.setdefault(variable, plain) == plain
    if isinstance(pattern, PartChoice):
        return any(
            _bind_all([(part, order)], values, pattern.variable, value)
            for order in _orders(plain)
            for value, part in enumerate(pattern.parts)
        )
    if isinstance(pattern, NotFollowed):
        return True
    if isinstance(pattern, tuple) and isinstance(plain, tuple):
        if pattern and isinstance(pattern[0], Call) and len(plain) < len(pattern):
            plain = (*plain, Call(before=NO_BORDER, pounds=1))
        return len(pattern) == len(plain) and all(
            bind(one, other, values) for one, other in zip(pattern, plain, strict=True)
        )
    if isinstance(pattern, msgspec.Struct):
        return type(pattern) is type(plain) and all(
            (name in {"sources", "source", "last"} and isinstance(pattern, BookTrack))
            or name in {"sources", "source"}
            or bind(getattr(pattern, name), getattr(plain, name), values)
            for name in pattern.__struct_fields__
        )
    return pattern == plain


def _orders(plain: object) -> Iterable[object]:
    """Return a list of requirements, cards or steps in every order, anything else as it is."""
    if isinstance(plain, tuple) and plain and isinstance(plain[0], UNORDERED):
        return permutations(plain)
    return (plain,)


UNORDERED = (NeedsGood, NeedsOneGood, NeedsExpansion, NeedsColleague, BonusSteps, str)


def _bind_all(
    pairs: list[tuple[object, object]], values: dict[Variable, int], variable: Variable, value: int
) -> bool:
    """Bind pairs under one value of a variable, and nothing at all if that does not go."""
    tried = {**values, variable: value}
    if values.get(variable, value) != value:
        return False
    if not all(bind(one, other, tried) for one, other in pairs):
        return False
    values |= tried
    return True


def _bind_entry(pattern: LazyEntry, plain: object, values: dict[Variable, int]) -> bool:
    kind = object.__getattribute__(pattern, "_kind")
    fields = object.__getattribute__(pattern, "_fields")
    pairs = [
        (each, getattr(plain, name, None))
        for name, each in fields.items()
        if name not in {"source", "sources"}
    ]
    if not isinstance(kind, Kinds):
        return kind is type(plain) and all(bind(one, other, values) for one, other in pairs)
    for value, (chosen, more) in enumerate(kind.parts):
        if chosen is type(plain):
            own = [(each, getattr(plain, name)) for name, each in more.items()]
            if _bind_all([*pairs, *own], values, kind.variable, value):
                return True
    return False
