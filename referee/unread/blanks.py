"""Builds the entries of a set from rows with question marks: numbers, kinds and lists unread."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, cast, get_args

import msgspec
from msgspec import inspect

from referee.game.components import (
    BookkeeperCard,
    Card,
    ExpansionCard,
    GoodsCard,
    MerchantCard,
    ShareCard,
)
from referee.game.ids import COMPANIES, GOODS, CardId
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding
from referee.game.set_tables import BLANK, FILE_OF_TABLE
from referee.unread.blank_lists import BLANK_LISTS
from referee.unread.blank_places import BORDER_LABELS, NO_BORDER, BlankPlace, has_blank, printed
from referee.unread.conditions import Among, ComparisonSign, compared
from referee.unread.lazy_entries import Kinds, LazyEntry, PartChoice
from referee.unread.numbers import UnreadNumber, unread
from referee.unread.printed_types import type_of
from referee.unread.propagation import Clause
from referee.unread.variables import Mask, Variable, between

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
