"""What a statement about components is, and how a breach of it names its place."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, get_args

from msgspec.structs import replace

from referee.core.citations import Citation, SectionId, citations
from referee.core.component_set import SINGLE_TABLES, ComponentSet
from referee.core.components import Entry
from referee.core.set_reader import FILE_OF_TABLE, FILES, EntryFinding
from referee.i18n.speech import say
from referee.i18n.spoken import Said

Findings = Iterator[EntryFinding]
SetCheck = Callable[[ComponentSet], Findings]
SetTest = Callable[[ComponentSet], object]
Broken = Callable[[Any], object]
"""Of an entry something true, or further facts, if it contradicts a statement."""

KEY_OF_TABLE: Mapping[str, str] = {
    table: key for keys in FILES.values() for key, (table, _) in keys.items()
}
"""The word that stands in a file for an entry of each table."""

TABLE_OF_ENTRY: Mapping[type[Entry], str] = {
    one: table
    for keys in FILES.values()
    for table, kind in keys.values()
    for one in get_args(kind) or (kind,)
}

REACH_ID: Final = "reach-"
"""What the ids of statements begin with that say of a rule that it can come into play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetInvariant:
    """One thing that must hold of every component set."""

    id: str
    section: SectionId | None
    """Where the rulebooks state it; None if a set could not be used otherwise."""
    tables: tuple[str, ...]
    """The tables that must be complete; none if each entry is looked at alone."""
    check: SetCheck

    @property
    def says(self) -> str:
        """What must hold, in a sentence."""
        if self.id.startswith(REACH_ID):
            rule = self.id.removeprefix(REACH_ID).upper()
            return say("components.reach.reachable", rule_id=rule)
        return say(f"components.statements.{self.id}")

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The places in the rulebooks."""
        return citations(self.section) if self.section else ()

    def breaches(self, components: ComponentSet) -> Findings:
        """Yield what in `components` contradicts the statement."""
        for found in self.check(components):
            yield replace(found, statement=self.id)


class SetStatements(list[SetInvariant]):
    """A group of statements; each is added where it is made.

    A statement has an id, the section of the rulebooks that states it, if one does, and the words
    for the tables that it is about. What contradicts it is found by a function, or told by a row:
    the sentence `components.key`, and when it is to be said.
    """

    def stated(self, id_: str, section: str, tables: str) -> Callable[[SetCheck], SetInvariant]:
        """Make a statement of a function that finds what contradicts it."""

        def made(check: SetCheck) -> SetInvariant:
            where = SectionId(section) if section else None
            about = tuple(tables.split())
            self.append(SetInvariant(id=id_, section=where, tables=about, check=check))
            return self[-1]

        return made

    def each(
        self, id_: str, section: str, tables: str, key: str, /, broken: Broken, **facts: Said
    ) -> None:
        """State something of each entry; the sentence has its fields and what `broken` returns."""

        def check(components: ComponentSet) -> Findings:
            for table in tables.split():
                for entry in getattr(components, table):
                    if found := broken(entry):
                        fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
                        told = found if isinstance(found, dict) else {}
                        yield at(entry, key, **fields | facts | told)

        self.stated(id_, section, tables)(check)

    def holds(
        self, id_: str, section: str, tables: str, key: str, /, test: SetTest, **facts: Said
    ) -> None:
        """State something of the first table as a whole."""
        table = tables.split(maxsplit=1)[0]

        def check(components: ComponentSet) -> Findings:
            if not test(components):
                yield across(table, key, **facts)

        self.stated(id_, section, tables)(check)

    def counted(
        self,
        id_: str,
        section: str,
        table: str,
        key: str,
        /,
        expected: Mapping[Any, int],
        value: Callable[[Any], object],
        name: str,
    ) -> None:
        """State how many entries have a certain value; the sentence calls the value `name`."""

        def check(components: ComponentSet) -> Findings:
            seen = Counter(map(value, getattr(components, table)))
            for wanted, number in expected.items():
                if seen[wanted] != number:
                    facts = {name: wanted, "seen": seen[wanted], "number": number}
                    yield across(table, key, **facts)

        self.stated(id_, section, table)(check)


STATEMENTS: Final = SetStatements()
"""What holds of every component set, in the order in which a person reads a copy."""

stated = STATEMENTS.stated
each, holds, counted = STATEMENTS.each, STATEMENTS.holds, STATEMENTS.counted


def at(entry: Entry, key: str, /, **facts: Said) -> EntryFinding:
    """Return a finding about one entry, with the sentence `components.key`."""
    table = TABLE_OF_ENTRY[type(entry)]
    # Not an f-string, or each sentence whose key begins so would count as said somewhere.
    problem = say("components." + key, **facts)
    return EntryFinding(problem, file=FILE_OF_TABLE[table], entry=entry_name(table, entry))


def across(table: str, key: str, /, **facts: Said) -> EntryFinding:
    """Return a finding about a table as a whole, with the sentence `components.key`."""
    problem = say("components." + key, **facts)
    return EntryFinding(problem, file=FILE_OF_TABLE[table], entry=f"[[{KEY_OF_TABLE[table]}]]")


def is_increasing(values: Sequence[int]) -> bool:
    """Tell whether each of `values` is greater than the one before."""
    return all(one < other for one, other in pairwise(values))


MOST_POINTS: Final = 3


def most_points(points: int) -> dict[str, int] | None:
    """Return the facts of a reward with more bookkeeping points than any has."""
    return {"points": points, "most_points": MOST_POINTS} if points > MOST_POINTS else None


def entry_name(table: str, entry: Entry) -> str:
    """Return how the reader of sets calls `entry`, too."""
    key = KEY_OF_TABLE[table]
    if table in SINGLE_TABLES:
        return key
    for naming in ("id", "company", "between", "halves", "players"):
        value = getattr(entry, naming, None)
        if value is not None:
            name = "-".join(value) if isinstance(value, tuple) else str(value)
            return f"{key} {name:.40}"
    return say(
        "components.set_invariant.row-column",
        key=key,
        row=getattr(entry, "row", "?"),
        column=getattr(entry, "column", "?"),
    )
