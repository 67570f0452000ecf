"""What a statement about components is, and how a breach of it names its place."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, get_args

from referee.core.citations import Citation, SectionId, citations
from referee.core.component_set import SINGLE_TABLES, ComponentSet
from referee.core.components import Entry
from referee.core.set_reader import FILE_OF_TABLE, FILES, EntryFinding
from referee.i18n.speech import say
from referee.i18n.spoken import Said

Findings = Iterator[EntryFinding]
SetCheck = Callable[[ComponentSet], Findings]

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


@dataclass(frozen=True, slots=True)
class Breach(EntryFinding):
    """A finding that contradicts a statement."""

    statement: str = field(kw_only=True)


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
            return say("components.reach.can-come-into-play-with", rule_id=rule)
        return say(f"components.statements.{self.id}")

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The places in the rulebooks."""
        return citations(self.section) if self.section else ()

    def breaches(self, components: ComponentSet) -> Iterator[Breach]:
        """Yield what in `components` contradicts the statement."""
        for found in self.check(components):
            yield Breach(found.file, found.entry, found.problem, statement=self.id)


def stated(id_: str, section: str, tables: str) -> Callable[[SetCheck], SetInvariant]:
    """Make of a check a statement of the rulebooks; `tables` are words in one text."""
    return lambda check: SetInvariant(
        id=id_, section=SectionId(section), tables=tuple(tables.split()), check=check
    )


def needed(id_: str, tables: str) -> Callable[[SetCheck], SetInvariant]:
    """Make of a check a statement that no rulebook makes but a set is of no use without."""
    return lambda check: SetInvariant(
        id=id_, section=None, tables=tuple(tables.split()), check=check
    )


def at(entry: Entry, key: str, /, **facts: Said) -> EntryFinding:
    """Return a finding about one entry, with the sentence `components.key`."""
    table = TABLE_OF_ENTRY[type(entry)]
    # Not an f-string, or each sentence whose key begins so would count as said somewhere.
    problem = say("components." + key, **facts)
    return EntryFinding(FILE_OF_TABLE[table], entry_name(table, entry), problem)


def across(table: str, key: str, /, **facts: Said) -> EntryFinding:
    """Return a finding about a table as a whole, with the sentence `components.key`."""
    problem = say("components." + key, **facts)
    return EntryFinding(FILE_OF_TABLE[table], f"[[{KEY_OF_TABLE[table]}]]", problem)


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
        getattr=getattr(entry, "row", "?"),
        getattr2=getattr(entry, "column", "?"),
    )
