"""Where a value stands that nobody has read, and what may be printed there."""

import hashlib
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, cast, get_args

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from referee.components.audit import PLAYABLE, breaches, check_playable, in_reading_order
from referee.components.set_invariant import KEY_OF_TABLE
from referee.components.statements.entries import KEYED
from referee.components.statements.map import COLUMNS
from referee.copies.runs import (
    Kinds,
    LazyEntry,
    NotFollowed,
    PartChoice,
    UnreadNumber,
    is_unread,
    part_of,
    unread,
)
from referee.copies.solver import (
    Among,
    Clause,
    ComparisonSign,
    Condition,
    Cube,
    Guard,
    Mask,
    Variable,
    between,
    compared,
    most_of,
)
from referee.core.budget import Budget
from referee.core.component_set import SINGLE_TABLES, TABLES, ComponentSet, deciding
from referee.core.components import (
    BonusSteps,
    BookkeeperCard,
    Call,
    Card,
    ExpansionCard,
    GoodsCard,
    MerchantCard,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
    Reward,
    ShareCard,
    SpaceBonus,
    Special,
    Tier,
    Track,
    TrackBonus,
    TrackSteps,
)
from referee.core.digests import canonical_json
from referee.core.entry_words import seen_words
from referee.core.ids import COMPANIES, GOODS, CardId, SpaceId
from referee.core.set_reader import (
    BLANK,
    BORDERED,
    FILE_OF_TABLE,
    FILES,
    ComponentSetError,
    EntryFinding,
    SetDraft,
    blanks_in,
    read_draft,
)
from referee.core.shipped_files import packaged
from referee.core.state import SETTINGS, Setting
from referee.i18n.page_words import copy_words, in_runs
from referee.i18n.speech import say
from referee.plain_modules import compiled_modules

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


NO_BORDER: Final = 0
"""The number of lines where no border is; a call that is not there stands before space 0, too."""

BORDER_LABELS: Final = ("missing", "single", "double")


@cache
def printed() -> Mapping[str, Any]:
    """Return what may be printed: ranges of numbers, and kinds of bonuses."""
    return tomllib.loads(packaged("copies", "printed.toml").read_text(encoding="utf-8"))


class BlankPlace(msgspec.Struct, frozen=True):
    """Where a value stands: table, entry, and the way into the entry."""

    table: str
    entry: str
    path: tuple[str | int, ...] = ()

    def inner(self, *parts: str | int) -> "BlankPlace":
        """Return a place within this one."""
        return BlankPlace(self.table, self.entry, (*self.path, *parts))

    @property
    def pattern(self) -> str:
        """The place without its entry and the numbers of lists."""
        return ".".join([self.table, *[part for part in self.path if isinstance(part, str)]])

    @property
    def key(self) -> str:
        """The name of the value in its set."""
        return ".".join([self.table, self.entry, *map(str, self.path)])

    def subject(self) -> str:
        """Return what stands there, in words."""
        words = copy_words()
        numbers = [str(part) for part in self.path if isinstance(part, int)]
        names = self.entry.split("~")
        if self.table in {"borders", "bases"}:
            names = [words.label(name) for name in names]
        elif self.table == "card_spaces":
            row, column = re.findall(r"(?:row|column) ([^,]*)", self.entry)
            names = [say("facts.row-column", row=row, column=column)]
        entry = words.all_of(names)
        # A list of which nothing is read, and one of its values, have different names.
        whole = f"{self.pattern}.all"
        name = whole if not numbers and whole in words.places else self.pattern
        if name in words.places:
            return words.say("places", name, entry=entry, at=".".join(numbers))
        path = " ".join(str(part) for part in self.path).replace("_", " ")
        return words.say("places", "other", entry=entry, path=path)


def has_blank(raw: object) -> bool:
    """Return whether there is a question mark in a raw value."""
    if isinstance(raw, dict):
        return any(map(has_blank, raw.values()))
    if isinstance(raw, list | tuple):
        return any(map(has_blank, raw))
    return raw == BLANK


# The entries of a set as they stand in files, some of their values blank --------------------------
Rows = Mapping[str, list[dict[str, Any]]]
"""By table its entries as they stand in the files."""

ENTRY_TYPES: Mapping[str, Any] = {
    table: kind for keys in FILES.values() for table, kind in keys.values()
}

BOOKKEEPING = "bookkeeping"
DIAMONDS = "diamonds"


def rows_of(components: ComponentSet) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of a set as they would stand in files."""
    return {
        table: [msgspec.to_builtins(entry) for entry in getattr(components, table)]
        for table in TABLES
    }


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


def read_values(rows: Rows, skipped: Container[str]) -> Iterator[tuple[BlankPlace, Any]]:
    """Yield every value of rows that was read, with its place, without those of some fields."""
    for table in TABLES:
        for row in rows[table]:
            if BLANK not in row.get("between", ()):
                yield from _values_in(row, BlankPlace(table, entry_name(table, row)), skipped)


def _values_in(
    raw: object, place: BlankPlace, skipped: Container[str]
) -> Iterator[tuple[BlankPlace, Any]]:
    if isinstance(raw, dict):
        for name, inner in raw.items():
            if name not in skipped:
                yield from _values_in(inner, place.inner(name), skipped)
    elif isinstance(raw, list | tuple):
        for number, inner in enumerate(raw, 1):
            yield from _values_in(inner, place.inner(number), skipped)
    elif raw not in {BLANK, None}:
        yield place, raw


FRAME = ("name", "title", "about", "cells", "earlier")
"""What a set has besides its tables."""


def digest_of(rows: Rows, bordered: Sequence[str] = ()) -> str:
    """Return the SHA-256 of rows with blanks; entries are sorted, as those of a whole set are."""
    content = {
        table: sorted(canonical_json(deciding(row)) for row in entries)
        for table, entries in rows.items()
    }
    return hashlib.sha256(canonical_json([content, sorted(bordered)]).encode()).hexdigest()


# What stands for lists and tables of an entry that are blank as a whole ---------------------------
MOST_TIERS: Final = 3

ONE_GOOD: Final = "one good"
"""The kind of a requirement that any good meets; as all kinds, the same in every language."""


def _blank_calls(builder: "_Builder", place: BlankPlace) -> tuple[Call, ...]:
    first, second = place.inner(1), place.inner(2)
    low, high = printed()["numbers"]["tracks.calls.before"]
    befores = [
        builder.number(first.inner("before")),
        builder.number(second.inner("before"), between(low, high) | 1 << NO_BORDER),
    ]
    absent = builder.variables[second.inner("before").key]
    builder.before(*befores, absent=absent)
    return tuple(
        Call(before=before, pounds=builder.number(at.inner("pounds")))
        for before, at in zip(befores, (first, second), strict=True)
    )


def _blank_specials(builder: "_Builder", place: BlankPlace) -> tuple[object, ...]:
    first, second = (
        Special(at=builder.number(at.inner("at")), pounds=builder.number(at.inner("pounds")))
        for at in (place.inner(1), place.inner(2))
    )
    builder.before(first.at, second.at)
    return first, second


def _blank_requires(builder: "_Builder", place: BlankPlace) -> PartChoice:
    shapes = [*GOODS, ONE_GOOD, "expansion", "colleague"]
    sets: list[tuple[str, ...]] = [(shape,) for shape in shapes]
    sets += combinations_with_replacement(shapes, 2)
    parts = [
        tuple(_requirement(builder, shape, place.inner(n)) for n, shape in enumerate(each, 1))
        for each in sets
    ]
    return builder.choice(place, parts, [" + ".join(each) for each in sets])


def _requirement(builder: "_Builder", shape: str, place: BlankPlace) -> Requirement:
    for good in GOODS:
        if shape == good:
            return NeedsGood(good=good, units=builder.number(place.inner("units")))
    if shape == ONE_GOOD:
        return NeedsOneGood(units=builder.number(place.inner("units")))
    if shape == "expansion":
        return NeedsExpansion(points=builder.number(place.inner("points")))
    return NeedsColleague()


def _blank_reward(builder: "_Builder", place: BlankPlace) -> LazyEntry:
    fields: dict[str, object] = {
        name: builder.number(place.inner(name))
        for name in ("pounds", "diamonds", "points", "posts")
    }
    fields |= {"track": None, "cotton_less": None}
    if place.table == "spaces":
        steps = builder.number(place.inner("track", "steps"))
        parts = [None, *[TrackSteps(company=company, steps=steps) for company in COMPANIES]]
        labels = ["none", *COMPANIES]
        fields["track"] = builder.choice(place.inner("track", "company"), parts, labels)
    else:
        parts_of_cotton: list[object] = [None, 1]
        labels = ["not counted", "counted less 1"]
        fields["cotton_less"] = builder.choice(place.inner("cotton_less"), parts_of_cotton, labels)
    return LazyEntry(Reward, fields)


def _blank_tiers(builder: "_Builder", place: BlankPlace) -> PartChoice:
    tiers = [
        Tier(
            least=builder.number(place.inner(n, "least")),
            reward=cast("Reward", _blank_reward(builder, place.inner(n, "reward"))),
        )
        for n in range(1, MOST_TIERS + 1)
    ]
    choice = builder.choice(place.inner("count"), [tuple(tiers[:-1]), tuple(tiers)], ["2", "3"])
    builder.before(tiers[0].least, tiers[1].least)
    builder.before(tiers[1].least, tiers[2].least, absent=choice.variable)
    return choice


def _blank_bonuses(builder: "_Builder", place: BlankPlace) -> PartChoice:
    pairs = printed()["permanent" if place.entry[:1] in {"A", "B"} else "of_spaces"]
    parts = [msgspec.convert(pair["bonuses"], tuple[TrackBonus, ...]) for pair in pairs]
    return builder.choice(place, parts, [pair["label"] for pair in pairs])


def _blank_rest(builder: "_Builder", place: BlankPlace) -> PartChoice:
    triples = [*combinations(builder.starting_cards, 3)]
    return builder.choice(place, triples, [" ".join(triple) for triple in triples])


def _blank_starting_bonus(builder: "_Builder", place: BlankPlace) -> PartChoice:
    tracks = (*COMPANIES, "diamonds")
    steps = [builder.number(place.inner(n, "steps")) for n in (1, 2)]
    sets = [*[(track,) for track in tracks], *combinations(tracks, 2)]
    parts = [
        tuple(BonusSteps(cast("Any", track), n) for track, n in zip(each, steps, strict=False))
        for each in sets
    ]
    return builder.choice(place, parts, [" + ".join(each) for each in sets])


def _blank_list(builder: "_Builder", place: BlankPlace) -> NotFollowed:
    builder.lists[place.key] = place.subject()
    return NotFollowed(builder.lists[place.key])


BLANK_LISTS: Mapping[str, Any] = {
    "tracks.calls": _blank_calls,
    "tracks.shares": _blank_list,
    "tracks.specials": _blank_specials,
    "tracks.bonuses": _blank_bonuses,
    "diamond_tracks.values": _blank_list,
    "book_tracks.values": _blank_list,
    "book_tracks.crossed_out": _blank_list,
    "books.requires": _blank_requires,
    "books.reward": _blank_reward,
    "starting_tiles.requires": _blank_requires,
    "starting_tiles.reward": _blank_reward,
    "starting_tiles.rest": _blank_rest,
    "starting_tiles.bonus": _blank_starting_bonus,
    "spaces.tiers": _blank_tiers,
    "spaces.tiers.reward": _blank_reward,
}
"""By pattern what stands for a list or table that is blank as a whole."""


# The types that values without blanks are converted to --------------------------------------------
_TUPLE: Any = tuple
_LITERAL: Any = Literal
_ANNOTATED: Any = Annotated


def _type_of(kind: inspect.Type) -> Any:  # noqa: ANN401, PLR0911
    match kind:
        case inspect.Metadata(type=described):
            return _type_of(described)
        case inspect.StructType(cls=cls):
            return cls
        case inspect.VarTupleType(item_type=item):
            return _TUPLE[_type_of(item), ...]
        case inspect.TupleType(item_types=items):
            return _TUPLE[tuple(map(_type_of, items))]
        case inspect.LiteralType(values=values):
            return _LITERAL[tuple(values)]
        case inspect.UnionType(types=types):
            return Union[tuple(map(_type_of, types))]  # noqa: UP007
        case inspect.IntType(ge=least, le=most):
            return _ANNOTATED[int, msgspec.Meta(ge=least, le=most)]
        case inspect.StrType(pattern=pattern):
            return _ANNOTATED[str, msgspec.Meta(pattern=pattern)]
        case inspect.NoneType():
            return None
        case _:
            return bool


SHARE_LETTERS: Final = frozenset("DE")

ALONG_A_TRACK: Final = {"tracks.calls": "before", "tracks.specials": "at"}
"""By list the number that no two of its entries share."""

FIELDS_OF_CARDS: Final = {"kind"}.union(*(kind.__struct_fields__ for kind in get_args(Card)))


class _Builder:
    """Makes entries and collects their variables, what is known of them, and what is amiss."""

    def __init__(self, starting_cards: Sequence[CardId]) -> None:
        self.variables: dict[str, Variable] = {}
        self.structure: list[Clause] = []
        """What holds of every set, whatever is printed."""
        self.lists: dict[str, str] = {}
        """What lists that are not followed are called, by their places."""
        self.findings: list[EntryFinding] = []
        self.starting_cards = starting_cards

    def variable(self, place: BlankPlace, domain: Mask, labels: Sequence[str] = ()) -> Variable:
        """Return the variable of a place, the same whenever it is asked for."""
        if place.key not in self.variables:
            order = len(self.variables)
            self.variables[place.key] = Variable(place.key, place.subject(), domain, labels, order)
        return self.variables[place.key]

    def number(self, place: BlankPlace, domain: Mask | None = None) -> int:
        if domain is None:
            ranges: Mapping[str, tuple[int, int]] = printed()["numbers"]
            if place.pattern not in ranges:
                self.amiss(place, say("components.blanks.required"))
                return 0
            domain = between(*ranges[place.pattern])
        labels = BORDER_LABELS if place.table == "borders" else ()
        return unread(self.variable(place, domain, labels))

    def choice(
        self, place: BlankPlace, parts: Sequence[object], labels: Sequence[str]
    ) -> PartChoice:
        return PartChoice(self.variable(place, between(0, len(parts) - 1), labels), parts)

    def amiss(self, place: BlankPlace, problem: str) -> None:
        path = ".".join(map(str, place.path))
        problem = f"{path} {problem}" if path else problem
        file = FILE_OF_TABLE[place.table]
        self.findings.append(EntryFinding(problem, file=file, entry=place.entry))

    def entry(self, kind: inspect.Type, row: Mapping[str, Any], place: BlankPlace) -> object:
        if place.table == "cards" and row.get("kind") == BLANK:
            return self._card(row, place)
        if isinstance(row.get("sources"), dict):
            row = {**row, "sources": sorted(row["sources"].items())}
        return self.value(kind, row, place)

    def _card(self, row: Mapping[str, Any], place: BlankPlace) -> LazyEntry:
        for name in sorted(row.keys() - FIELDS_OF_CARDS):
            self.amiss(place, say("components.blanks.unknown-value", name=name))
        acquired = row.get("letter") is not None
        units = self.number(place.inner("units"))
        expansion = self.number(place.inner("points-expansion"), between(1, 3))
        bookkeeping = self.number(place.inner("points-clerk"), between(1, 4))
        kinds: list[tuple[str, tuple[type, dict[str, Any]]]] = [
            *((str(good), (GoodsCard, {"good": good, "units": units})) for good in GOODS),
            ("expansion", (ExpansionCard, {"points": expansion})),
            ("bookkeeper", (BookkeeperCard, {"points": bookkeeping})),
        ]
        if acquired:
            kinds += self._merchants()
        if row.get("letter") in SHARE_LETTERS:
            kinds = [("share", (ShareCard, {}))]
        labels = [label for label, _ in kinds]
        variable = self.variable(place.inner("kind"), between(0, len(kinds) - 1), labels)
        share: object = None
        if acquired:
            share = row.get("share", BLANK)
            if share == BLANK:
                certain = ShareCard in [kind for _, (kind, _) in kinds]
                companies: list[object] = [*COMPANIES] if certain else [None, *COMPANIES]
                of_each = [str(company or "none") for company in companies]
                share = self.choice(place.inner("share"), companies, of_each)
        fields = {
            "id": row.get("id"),
            "letter": row.get("letter"),
            "seat": row.get("seat"),
            "crate": self.value(inspect.IntType(), row.get("crate", BLANK), place.inner("crate")),
            "share": share,
            "source": row.get("source", "copy"),
            "sources": (),
        }
        return LazyEntry(Kinds(variable, [parts for _, parts in kinds]), fields)

    @staticmethod
    def _merchants() -> Iterator[tuple[str, tuple[type, dict[str, object]]]]:
        merchants = printed()["merchants"]
        plain = {"company": None, "mines_per_step": None}
        yield "plain merchant", (MerchantCard, {**plain, **merchants["plain"]})
        for company in COMPANIES:
            fields = {**merchants["of_company"], "company": company}
            yield f"merchant of {company}", (MerchantCard, fields)

    def value(self, kind: inspect.Type, raw: object, place: BlankPlace) -> object:
        """Return a value, or what stands for it where it or a part of it is blank."""
        if not has_blank(raw):
            return self._converted(kind, raw, place)
        if raw == BLANK:
            return self._blank(kind, place)
        match kind:
            case inspect.UnionType():
                return self.value(self._member(kind, raw), raw, place)
            case inspect.VarTupleType(item_type=item) if isinstance(raw, list | tuple):
                inner = [self.value(item, each, place.inner(n)) for n, each in enumerate(raw, 1)]
                # Calls and special spaces stand in different places of a track.
                if name := ALONG_A_TRACK.get(place.pattern):
                    for one, other in combinations(inner, 2):
                        self.note(getattr(one, name, 0), getattr(other, name, 0), 0, "!=")
                return tuple(inner)
            case inspect.StructType() if isinstance(raw, dict):
                return self._struct(kind, raw, place)
            case _:
                self.amiss(place, say("components.blanks.required-here"))
                return None

    def _converted(self, kind: inspect.Type, raw: object, place: BlankPlace) -> object:
        try:
            return msgspec.convert(raw, _type_of(kind))
        except msgspec.ValidationError as error:
            self.amiss(place, str(error))
            return None

    @staticmethod
    def _member(kind: inspect.UnionType, raw: object) -> inspect.Type:
        structs = [each for each in kind.types if isinstance(each, inspect.StructType)]
        for each in structs:
            if isinstance(raw, dict) and each.tag_field and raw.get(each.tag_field) == each.tag:
                return each
        return structs[0] if structs else kind.types[0]

    def _struct(
        self, kind: inspect.StructType, raw: Mapping[str, Any], place: BlankPlace
    ) -> object:
        fields: dict[str, object] = {}
        for each in kind.fields:
            if each.name in raw:
                inner = raw[each.name]
                if each.name == "sources":
                    fields[each.name] = tuple(map(tuple, inner))
                else:
                    fields[each.name] = self.value(each.type, inner, place.inner(each.name))
            elif each.required:
                self.amiss(place.inner(each.name), say("components.blanks.missing"))
            elif each.default is not msgspec.NODEFAULT:
                fields[each.name] = each.default
        known = {each.name for each in kind.fields} | {kind.tag_field}
        for name in raw.keys() - known:
            self.amiss(place, say("components.blanks.unknown-value", name=name))
        if any(each.required and each.name not in fields for each in kind.fields):
            return None
        if any(isinstance(value, PartChoice) for value in fields.values()):
            return LazyEntry(kind.cls, fields)
        return kind.cls(**fields)

    def _blank(self, kind: inspect.Type, place: BlankPlace) -> object:
        pattern = place.pattern
        if pattern in BLANK_LISTS:
            return BLANK_LISTS[pattern](self, place)
        match kind:
            case inspect.LiteralType(values=values) if isinstance(values[0], str):
                return self.choice(place, values, [str(value) for value in values])
            case inspect.IntType() | inspect.LiteralType():
                return self.number(place)
            case inspect.UnionType(types=types):
                printed_type = next(t for t in types if not isinstance(t, inspect.NoneType))
                return self._blank(printed_type, place)
            case inspect.StrType() if place.path[-1] == "name":
                return place.entry
            case _:
                self.amiss(place, say("components.blanks.required"))
                return None

    def before(self, one: object, other: object, *, absent: Variable | None = None) -> None:
        """Note that one number is less than another, unless the other is absent."""
        self.note(one, other, 1, "<=", absent=absent)

    def note(
        self,
        one: object,
        other: object,
        more: int,
        relation: ComparisonSign,
        *,
        absent: Variable | None = None,
    ) -> None:
        """Note how the difference of two numbers, and more, compares with 0."""
        difference = cast("Any", one) - cast("Any", other) + more
        if not isinstance(difference, UnreadNumber):
            return
        condition = compared(difference.terms, difference.constant, relation)
        if isinstance(condition, bool):
            return
        cubes: Clause = ((condition,),)
        if absent is not None:
            cubes = (*cubes, (Among(absent, 1 << NO_BORDER),))
        self.structure.append(cubes)


# A component set of which something has not been read: loaded, blanked, or filled in --------------
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

    is_read = False
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

    @property
    def unread_values(self) -> int:
        """How many values nobody has read: the question marks in its files."""
        return sum(blanks_in(row) for entries in self.rows.values() for row in entries)

    def finished_entries(self) -> ComponentSet:
        """Return the set with those entries only that are wholly read."""
        tables: dict[str, Any] = {}
        for table in TABLES:
            lasting = [row for row in self.rows[table] if BLANK not in row.get("between", ())]
            entries = zip(getattr(self, table), lasting, strict=True)
            tables[table] = tuple(entry for entry, row in entries if not has_blank(row))
        return ComponentSet(**{name: getattr(self, name) for name in FRAME}, **tables)

    def judged(self, record: Any) -> Any:  # noqa: ANN401
        """Return the verdict on a record for all unknown values."""
        from referee.copies.judge import judge_with_unread  # noqa: PLC0415 - it imports this

        return judge_with_unread(record, self)

    def drawn(self) -> ComponentSet:
        """Return the set as a picture can show it: question marks where nothing was read."""
        from referee.copies.drawn_tables import drawn_set  # noqa: PLC0415 - it imports this

        return drawn_set(self)

    def drawn_table(self, tables: Any) -> Any:  # noqa: ANN401
        """Return what is certain of tables as it is drawn."""
        from referee.copies.drawn_tables import drawn_table  # noqa: PLC0415 - it imports this

        return drawn_table(tables)

    def guard(self, work: Budget, known: Iterable[Condition] = ()) -> Guard:
        """Return what is certain before anything was played: the structure, and what is known."""
        guard: Guard | None = Guard().with_conditions(known, work)
        for clause in self.structure:
            guard = guard and guard.with_clause(clause, work)
        if guard is None:
            raise ComponentSetError(())
        return guard


# The frame of a game --------------------------------------------------------------------------
@dataclass(frozen=True, kw_only=True)
class PartlyReadSetting(Setting):
    """The frame of a game played with a partly read set."""

    __hash__ = Setting.__hash__

    def __post_init__(self) -> None:
        require_plain_engine(self.components)

    @cached_property
    def spaces(self) -> tuple[Any, ...]:
        """The bonus spaces that may be on the table: the board's, and those of tracks in use."""
        tracks = self.components.tracks
        of_tracks = {space for track in tracks for space in spaces_of(track)}
        used = [track for track in tracks if track.id in self.tracks]
        in_use = {space for track in used for space in spaces_of(track)}
        spaces = self.components.spaces
        return tuple(each for each in spaces if each.id not in of_tracks or each.id in in_use)


SETTINGS[PartlyReadSet] = PartlyReadSetting


def spaces_of(track: Track) -> set[SpaceId]:
    """Return the bonus spaces that a track side may have."""
    printed = part_of(track, "bonuses")
    pairs = printed.parts if isinstance(printed, PartChoice) else (printed,)
    bonuses = [bonus for pair in cast("Any", pairs) for bonus in pair]
    return {bonus.space for bonus in bonuses if isinstance(bonus, SpaceBonus)}


# Sets with blanks are judged by plain modules: compiled ones know no numbers but plain ones -------
def rows_in(components: ComponentSet) -> Rows:
    """Return the entries of a set as they stand in its files, blanks and all."""
    return components.rows if isinstance(components, PartlyReadSet) else rows_of(components)


def hindrance(components: ComponentSet) -> str | None:
    """Return in words which compiled module keeps a partly read set from being judged, if any."""
    if not isinstance(components, PartlyReadSet):
        return None
    names = compiled_modules([*sys.modules.values()])
    return say("components.compiled.needs-plain-modules", names=names[0]) if names else None


def require_plain_engine(components: ComponentSet) -> None:
    """Make the engine ready for a partly read set; a `RuntimeError` if it is compiled."""
    if not isinstance(components, PartlyReadSet):
        return
    if (hindered := hindrance(components)) is not None:
        raise RuntimeError(hindered)
    # Compiled classes have no subclasses in plain modules, so this is not imported before.
    import_module("referee.copies.lazy_facts")


# Makes a set of rows some of whose values are blank -----------------------------------------------
def partly_read(rows: Rows, frame: Mapping[str, Any], bordered: Sequence[str] = ()) -> ComponentSet:
    """Return the set of these rows, plain if nothing in them is blank.

    Where some borders are blank, no others than those that stand there lead to `bordered` places.
    """
    starting = [CardId(row["id"]) for row in rows["cards"] if row.get("letter") is None]
    builder = _Builder(sorted(starting))
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
    builder: _Builder, tables: Mapping[str, tuple[Any, ...]], bordered: set[str]
) -> dict[tuple[str, str], Variable]:
    """Return a variable for every border that could be on the map and was not read."""
    regions = [region.id for region in tables["regions"]]
    read = {frozenset(border.between) for border in tables["borders"]}
    pairs = [*combinations(regions, 2), *[(base, each) for base in COMPANIES for each in regions]]
    return {
        pair: builder.variable(
            BlankPlace("borders", "~".join(pair), ("lines",)), between(NO_BORDER, 2), BORDER_LABELS
        )
        for pair in pairs
        if frozenset(pair) not in read and bordered.isdisjoint(pair)
    }


def _crossed_out(
    builder: _Builder, tables: Mapping[str, tuple[Any, ...]]
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
    return replace(track, last=most_of(last.terms[0][0].domain)) if is_unread(last) else track


def _one_side_each(builder: _Builder, tracks: tuple[Track, ...]) -> None:
    """Note that every pair of bonuses is on one side of one piece only."""

    def is_not(choice: PartChoice, part: object) -> Cube:
        value = 1 << choice.parts.index(part)
        return (Among(choice.variable, choice.variable.domain & ~value),)

    choices = [part_of(track, "bonuses") for track in tracks]
    unread = [choice for choice in choices if isinstance(choice, PartChoice)]
    for one, other in combinations(unread, 2):
        shared = [part for part in one.parts if part in other.parts]
        builder.structure += [(is_not(one, part), is_not(other, part)) for part in shared]
    for choice in unread:
        builder.structure += [(is_not(choice, part),) for part in choice.parts if part in choices]


RESTED: Final = 3
"""Starting cards that a starting tile rests."""

MOST_NAMED: Final = 30
"""Of the ids that a border may name; nobody reads more."""


def open_copy(folder: "Traversable") -> ComponentSet:
    """Return the set in a folder, partly read if it has blanks; an error if nobody can play."""
    draft = read_draft(folder)
    components = set_of_draft(draft, folder.name) if draft.findings else draft.as_set()
    if type(components) is ComponentSet:
        with draft.lines_named():
            check_playable(components)
    return components


def set_of_draft(draft: SetDraft, name: str) -> ComponentSet:
    """Return the set that a draft with blanks makes; an error if anything else is wrong in it."""
    with draft.lines_named():
        found = [finding for finding in draft.findings if not finding.blank]
        found += breaches(draft.as_set(), PLAYABLE, draft.gaps)
        named = {(each.file, each.entry) for each in found}
        found += [each for each in loose_ends(draft) if (each.file, each.entry) not in named]
        if found:
            raise ComponentSetError(in_reading_order(found, draft.as_set()))
        header = {"name": name, "title": name, **draft.header}
        return partly_read(draft.rows, {**header, "cells": draft.cells}, draft.bordered)


def loose_ends(draft: SetDraft) -> Iterator[EntryFinding]:
    """Yield what is wrong whatever the blanks are: ids that are there twice, or lead nowhere."""
    for table, rows in draft.rows.items():
        if table in SINGLE_TABLES or table == "borders":
            continue
        ids = Counter(str(row[key]) for row in rows if (key := KEYED.get(table, "id")) in row)
        for id_, times in ids.items():
            if times > 1 and id_ != BLANK:
                yield _amiss(table, f"{KEY_OF_TABLE[table]} {id_:.40}", "same-id", n=times)
    if draft.rows["regions"]:
        yield from _border_ends(draft.rows, draft.bordered)
    starting = [str(row.get("id")) for row in draft.rows["cards"] if "letter" not in row]
    for row in draft.rows["starting_tiles"]:
        rest = row.get("rest")
        if not isinstance(rest, list) or BLANK in rest or not starting:
            continue
        if len({*rest}) != RESTED or len(rest) != RESTED or not {*rest} <= {*starting}:
            entry = f"{KEY_OF_TABLE['starting_tiles']} {row.get('id')!s:.40}"
            allowed = copy_words().all_of(starting[:RESTED])
            yield _amiss("starting_tiles", entry, "rests", seen=seen_words(rest), allowed=allowed)
    yield from _lengths(draft.rows)


def _border_ends(rows: Rows, bordered: tuple[str, ...]) -> Iterator[EntryFinding]:
    regions = [*dict.fromkeys(str(row.get("id")) for row in rows["regions"])]
    known = {*regions, *COMPANIES, BLANK}
    allowed = copy_words().any_of([*in_runs(regions[:MOST_NAMED]), *COMPANIES])
    seen: set[frozenset[str]] = set()
    for place in bordered:
        if place not in known:
            yield _amiss("borders", "bordered", "unknown-place", place=place, allowed=allowed)
    for row in rows["borders"]:
        ends = row.get("between")
        if not isinstance(ends, list) or not all(isinstance(end, str) for end in ends):
            continue
        name = f"border {'-'.join(ends):.40}"
        for end in ends:
            if end not in known:
                yield _amiss("borders", name, "unknown-place", place=end, allowed=allowed)
        if {*ends} <= {*COMPANIES} or (len({*ends}) == 1 and BLANK not in ends):
            yield _amiss("borders", name, "border-of-itself")
        elif BLANK not in ends and frozenset(ends) in seen:
            yield _amiss("borders", name, "border-twice")
        seen.add(frozenset(ends))


def _lengths(rows: Rows) -> Iterator[EntryFinding]:
    for row in rows["bases"]:
        columns = row.get("columns")
        if not isinstance(columns, list) or BLANK in columns:
            continue
        lengths = [len(column) for column in columns if isinstance(column, list)]
        if len(columns) != COLUMNS or not all(lengths):
            entry = f"{KEY_OF_TABLE['bases']} {row.get('company')!s:.40}"
            seen = " / ".join(map(str, lengths))
            yield _amiss("bases", entry, "columns", seen=seen)


def _amiss(table: str, entry: str, key: str, **facts: Any) -> EntryFinding:  # noqa: ANN401
    path = (entry,) if entry == BORDERED else ()
    problem = copy_words().say("files", key, **facts)
    return EntryFinding(problem, file=FILE_OF_TABLE[table], entry=entry, path=path)
