"""Builds the entries of a set from rows with question marks: numbers, kinds and lists unread."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Annotated, Any, Final, Literal, Union, cast, get_args

import msgspec
from msgspec import inspect

from referee.copies.blank_places import BORDER_LABELS, NO_BORDER, BlankPlace, has_blank, printed
from referee.copies.lazy_entries import Kinds, LazyEntry, NotFollowed, PartChoice
from referee.copies.numbers import UnreadNumber, unread
from referee.copies.propagation import (
    Among,
    Clause,
    ComparisonSign,
    Mask,
    Variable,
    between,
    compared,
)
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
    Special,
    Tier,
    TrackBonus,
    TrackSteps,
)
from referee.core.ids import COMPANIES, GOODS, CardId
from referee.core.set_reader import BLANK, FILE_OF_TABLE, EntryFinding
from referee.i18n.speech import say

# What stands for lists and tables of an entry that are blank as a whole ---------------------------
MOST_TIERS: Final = 3

ONE_GOOD: Final = "one good"
"""The kind of a requirement that any good meets; as all kinds, the same in every language."""


def blank_calls(builder: "Builder", place: BlankPlace) -> tuple[Call, ...]:
    """Return one or two capital calls somewhere on a track."""
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


def blank_specials(builder: "Builder", place: BlankPlace) -> tuple[object, ...]:
    """Return the two special spaces somewhere on a track."""
    first, second = (
        Special(at=builder.number(at.inner("at")), pounds=builder.number(at.inner("pounds")))
        for at in (place.inner(1), place.inner(2))
    )
    builder.before(first.at, second.at)
    return first, second


def blank_requires(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return one or two requirements of any kind."""
    shapes = [*GOODS, ONE_GOOD, "expansion", "colleague"]
    sets: list[tuple[str, ...]] = [(shape,) for shape in shapes]
    sets += combinations_with_replacement(shapes, 2)
    parts = [
        tuple(_requirement(builder, shape, place.inner(n)) for n, shape in enumerate(each, 1))
        for each in sets
    ]
    return builder.choice(place, parts, [" + ".join(each) for each in sets])


def _requirement(builder: "Builder", shape: str, place: BlankPlace) -> Requirement:
    for good in GOODS:
        if shape == good:
            return NeedsGood(good=good, units=builder.number(place.inner("units")))
    if shape == ONE_GOOD:
        return NeedsOneGood(units=builder.number(place.inner("units")))
    if shape == "expansion":
        return NeedsExpansion(points=builder.number(place.inner("points")))
    return NeedsColleague()


def blank_reward(builder: "Builder", place: BlankPlace) -> LazyEntry:
    """Return a reward of any parts; a book may count cotton, a tier have steps."""
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


def blank_tiers(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return two or three tiers of a majority space."""
    tiers = [
        Tier(
            least=builder.number(place.inner(n, "least")),
            reward=cast("Reward", blank_reward(builder, place.inner(n, "reward"))),
        )
        for n in range(1, MOST_TIERS + 1)
    ]
    choice = builder.choice(place.inner("count"), [tuple(tiers[:-1]), tuple(tiers)], ["2", "3"])
    builder.before(tiers[0].least, tiers[1].least)
    builder.before(tiers[1].least, tiers[2].least, absent=choice.variable)
    return choice


def blank_bonuses(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return one of the pairs of bonuses that a side of this piece can have."""
    pairs = printed()["permanent" if place.entry[:1] in {"A", "B"} else "of_spaces"]
    parts = [msgspec.convert(pair["bonuses"], tuple[TrackBonus, ...]) for pair in pairs]
    return builder.choice(place, parts, [pair["label"] for pair in pairs])


def blank_rest(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return three of the starting cards."""
    triples = [*combinations(builder.starting_cards, 3)]
    return builder.choice(place, triples, [" ".join(triple) for triple in triples])


def blank_starting_bonus(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return steps on one or two tracks."""
    tracks = (*COMPANIES, "diamonds")
    steps = [builder.number(place.inner(n, "steps")) for n in (1, 2)]
    sets = [*[(track,) for track in tracks], *combinations(tracks, 2)]
    parts = [
        tuple(
            BonusSteps(track=cast("Any", track), steps=count)
            for track, count in zip(each, steps, strict=False)
        )
        for each in sets
    ]
    return builder.choice(place, parts, [" + ".join(each) for each in sets])


def blank_list(builder: "Builder", place: BlankPlace) -> NotFollowed:
    """Return what stands for a list that is not followed."""
    builder.lists[place.key] = place.subject()
    return NotFollowed(builder.lists[place.key])


BLANK_LISTS: Mapping[str, Any] = {
    "tracks.calls": blank_calls,
    "tracks.shares": blank_list,
    "tracks.specials": blank_specials,
    "tracks.bonuses": blank_bonuses,
    "diamond_tracks.values": blank_list,
    "book_tracks.values": blank_list,
    "book_tracks.crossed_out": blank_list,
    "books.requires": blank_requires,
    "books.reward": blank_reward,
    "starting_tiles.requires": blank_requires,
    "starting_tiles.reward": blank_reward,
    "starting_tiles.rest": blank_rest,
    "starting_tiles.bonus": blank_starting_bonus,
    "spaces.tiers": blank_tiers,
    "spaces.tiers.reward": blank_reward,
}
"""By pattern what stands for a list or table that is blank as a whole."""


# The types that values without blanks are converted to --------------------------------------------
_TUPLE: Any = tuple


_LITERAL: Any = Literal


_ANNOTATED: Any = Annotated


def type_of(kind: inspect.Type) -> Any:  # noqa: ANN401, PLR0911
    """Return the type that a value without blanks is converted to."""
    match kind:
        case inspect.Metadata(type=described):
            return type_of(described)
        case inspect.StructType(cls=cls):
            return cls
        case inspect.VarTupleType(item_type=item):
            return _TUPLE[type_of(item), ...]
        case inspect.TupleType(item_types=items):
            return _TUPLE[tuple(map(type_of, items))]
        case inspect.LiteralType(values=values):
            return _LITERAL[tuple(values)]
        case inspect.UnionType(types=types):
            return Union[tuple(map(type_of, types))]  # noqa: UP007
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


class Builder:
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
        """Return the unread number of a place."""
        if domain is None:
            ranges: Mapping[str, tuple[int, int]] = printed()["numbers"]
            if place.pattern not in ranges:
                self.amiss(place, say("components.blanks.cannot-be-left-blank"))
                return 0
            domain = between(*ranges[place.pattern])
        labels = BORDER_LABELS if place.table == "borders" else ()
        return unread(self.variable(place, domain, labels))

    def choice(
        self, place: BlankPlace, parts: Sequence[object], labels: Sequence[str]
    ) -> PartChoice:
        """Return a choice of parts of an entry."""
        return PartChoice(self.variable(place, between(0, len(parts) - 1), labels), parts)

    def amiss(self, place: BlankPlace, problem: str) -> None:
        """Note that something cannot be used."""
        path = ".".join(map(str, place.path))
        problem = f"{path} {problem}" if path else problem
        self.findings.append(EntryFinding(FILE_OF_TABLE[place.table], place.entry, problem))

    # Whole entries --------------------------------------------------------------------------

    def entry(self, kind: inspect.Type, row: Mapping[str, Any], place: BlankPlace) -> object:
        """Return an entry, lazy if it has parts that are choices."""
        if place.table == "cards" and row.get("kind") == BLANK:
            return self._card(row, place)
        if isinstance(row.get("sources"), dict):
            row = {**row, "sources": sorted(row["sources"].items())}
        return self.value(kind, row, place)

    def _card(self, row: Mapping[str, Any], place: BlankPlace) -> LazyEntry:
        """Return a card of which nobody knows what kind it is."""
        for name in sorted(row.keys() - FIELDS_OF_CARDS):
            self.amiss(place, say("components.blanks.has-an-unknown-value", name=name))
        acquired = row.get("letter") is not None
        units = self.number(place.inner("units"))
        numbers = {
            kind: self.number(
                BlankPlace("cards", place.entry, (f"points-{name}",)), between(1, most)
            )
            for kind, name, most in ((ExpansionCard, "expansion", 3), (BookkeeperCard, "clerk", 4))
        }
        kinds: list[tuple[str, tuple[type, dict[str, object]]]] = [
            (good, (GoodsCard, {"good": good, "units": units})) for good in GOODS
        ]
        kinds += [
            ("expansion", (ExpansionCard, {"points": numbers[ExpansionCard]})),
            ("bookkeeper", (BookkeeperCard, {"points": numbers[BookkeeperCard]})),
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
                share = self._share(place, certain=ShareCard in [kind for _, (kind, _) in kinds])
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
        nobody = {"company": None, "mines_per_step": None}
        yield "plain merchant", (MerchantCard, {**nobody, **merchants["plain"]})
        for company in COMPANIES:
            fields = {**merchants["of_company"], "company": company}
            yield f"merchant of {company}", (MerchantCard, fields)

    def _share(self, place: BlankPlace, *, certain: bool) -> PartChoice:
        companies: list[object] = [*COMPANIES] if certain else [None, *COMPANIES]
        labels = [str(company or "none") for company in companies]
        return self.choice(place.inner("share"), companies, labels)

    # Values by their type -------------------------------------------------------------------

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
                return self._apart(tuple(inner), place)
            case inspect.StructType() if isinstance(raw, dict):
                return self._struct(kind, raw, place)
            case _:
                self.amiss(place, say("components.blanks.cannot-be-left-blank-here"))
                return None

    def _converted(self, kind: inspect.Type, raw: object, place: BlankPlace) -> object:
        try:
            return msgspec.convert(raw, type_of(kind))
        except msgspec.ValidationError as error:
            self.amiss(place, str(error))
            return None

    @staticmethod
    def _member(kind: inspect.UnionType, raw: object) -> inspect.Type:
        """Return the member of a union that a table belongs to, told by its tag."""
        structs = [each for each in kind.types if isinstance(each, inspect.StructType)]
        for each in structs:
            if isinstance(raw, dict) and each.tag_field and raw.get(each.tag_field) == each.tag:
                return each
        return structs[0] if structs else kind.types[0]

    def _struct(
        self, kind: inspect.StructType, raw: Mapping[str, Any], place: BlankPlace
    ) -> object:
        fields: dict[str, object] = {}
        for field in kind.fields:
            if field.name in raw:
                inner = raw[field.name]
                if field.name == "sources":
                    fields[field.name] = tuple(map(tuple, inner))
                else:
                    fields[field.name] = self.value(field.type, inner, place.inner(field.name))
            elif field.required:
                self.amiss(place.inner(field.name), say("components.blanks.is-missing"))
            elif field.default is not msgspec.NODEFAULT:
                fields[field.name] = field.default
        known = {field.name for field in kind.fields} | {kind.tag_field}
        for name in raw.keys() - known:
            self.amiss(place, say("components.blanks.has-an-unknown-value", name=name))
        if any(field.required and field.name not in fields for field in kind.fields):
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
                self.amiss(place, say("components.blanks.cannot-be-left-blank"))
                return None

    # Lists and tables that are blank as a whole ----------------------------------------------

    def _apart(self, values: tuple[object, ...], place: BlankPlace) -> tuple[object, ...]:
        """Return a list; calls and special spaces stand in different places of a track."""
        if name := ALONG_A_TRACK.get(place.pattern):
            for one, other in combinations(values, 2):
                self.note(getattr(one, name, 0), getattr(other, name, 0), 0, "!=")
        return values

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
