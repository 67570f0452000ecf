"""Component sets: all that is printed on a copy of the game, shown and started."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
import tomli_w

from referee.api.errors import NoAnswerError, NotFoundError, UsageError, WriteError
from referee.api.record_forms import write_file
from referee.api.sources import unusable_set
from referee.components.audit import SHIPPED, audit, in_reading_order, shipped_audit
from referee.components.reach import REACH
from referee.components.set_invariant import SetInvariant
from referee.components.set_writer import FolderError, UnwritableFolderError, scaffold, write_set
from referee.components.statements import STATEMENTS
from referee.copies.partly_read_set import has_blank, loose_ends
from referee.core.answer import Answer
from referee.core.citations import Citation
from referee.core.component_set import TABLES, ComponentSet, count
from referee.core.components import KINDS, Entry
from referee.core.set_reader import (
    CELLS,
    ComponentSetError,
    EntryFinding,
    SetDraft,
    read_draft,
    reference_set,
)
from referee.core.shipped_files import packaged
from referee.i18n.page_words import copy_words
from referee.i18n.speech import one_by_one


class ComponentSetFacts(Answer, frozen=True, kw_only=True):
    """Everything that a component set says."""

    name: str
    title: str
    about: str
    digest: str
    """What tells this set from every other that could decide a game otherwise."""
    provenance: Mapping[str, Mapping[str, int]]
    """How many values of each table come from which kind of source."""
    tables: Mapping[str, tuple[Mapping[str, Any], ...]]
    """The entries of each table as in the files, each with source and sources.

    Of a set with blanks the entries as they stand, `?` where nothing was read.
    """
    unread: int = 0
    """How many values have not been read."""


def load_components(folder: Path | None) -> ComponentSet:
    """Return the component set in a folder, or the one that ships with the referee."""
    if folder is None:
        return reference_set()
    return set_as_read(folder)


def set_as_read(folder: Path) -> ComponentSet:
    """Return the set in a folder without an audit; a `UsageError` if it cannot be read."""
    from referee.copies.partly_read_set import set_of_draft  # noqa: PLC0415 - few sets have blanks

    draft = read_draft(folder)
    try:
        if not draft.findings:
            return draft.as_set()
        return set_of_draft(draft, folder.name)
    except ComponentSetError as error:
        raise UsageError(unusable_set(folder, error), file=str(folder)) from error


def unfinished_entries(components: ComponentSet) -> Mapping[str, tuple[str, ...]]:
    """Return by table the entries of a set of which something has not been read.

    >>> import referee
    >>> referee.api.component_sets.unfinished_entries(referee.Copy().components())
    {}
    """
    from referee.copies.partly_read_set import entry_name  # noqa: PLC0415 - few sets have blanks

    rows: Mapping[str, Any] = getattr(components, "rows", {})
    words = copy_words()
    found: dict[str, tuple[str, ...]] = {}
    for table, entries in rows.items():
        names = [
            entry_name(table, row).split("~") for row in lasting_rows(entries) if has_blank(row)
        ]
        if names:
            found[table] = tuple("-".join(map(words.label, name)) for name in names)
    return found


def component_facts(components: ComponentSet) -> ComponentSetFacts:
    """Return what a component set says, table by table, and where its values come from."""
    read = components.finished_entries()
    rows: Mapping[str, Any] | None = getattr(components, "rows", None)
    return ComponentSetFacts(
        name=components.name,
        title=components.title,
        about=components.about,
        digest=components.digest,
        provenance={
            table: {kind: by_kind[kind] for kind in KINDS} for table, by_kind in count(read).items()
        },
        tables={
            table: tuple(map(_plain, getattr(read, table))) if rows is None else tuple(rows[table])
            for table in TABLES
        },
        unread=components.unread_values,
    )


def _plain(entry: Entry) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(entry)
    return plain | {"sources": dict(entry.sources)}


def lasting_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of a table without the borders of which an end is still to be read."""
    return [row for row in rows if "?" not in row.get("between", ())]


def begin_set(folder: Path | str, components: ComponentSet | None = None) -> None:
    """Write a set into a new or empty folder, or without one files to be filled in."""
    try:
        if components is None:
            scaffold(Path(folder))
        else:
            write_set(components, Path(folder))
    except UnwritableFolderError as error:
        raise WriteError(str(error), file=str(folder)) from error
    except FolderError as error:
        raise UsageError(str(error), file=str(folder)) from error


def make_cells(folder: Path) -> Path:
    """Find areas for the map of the set in a folder, keep them there, and return their file."""
    from referee.drawing.cells import cells_for  # noqa: PLC0415 - few draw maps

    components = load_components(folder)
    rows: Mapping[str, Any] = getattr(components, "rows", {})
    if any("?" in row["between"] for row in rows.get("borders", ())):
        raise NoAnswerError(copy_words().verdicts["unread-map"])
    found = cells_for(components)
    if found is None:
        raise NotFoundError.of("answers.component_sets.no-areas", folder=folder)
    file = folder / CELLS
    write_file(file, tomli_w.dumps(msgspec.to_builtins(found)).encode())
    return file


# Whether a component set is complete and agrees with the rulebooks --------------------------------
Amiss = Literal["blank", "unreadable", "contradiction"]


class SetFinding(Answer, frozen=True, kw_only=True):
    """A problem in a component set."""

    file: str
    entry: str
    """The entry of the file; empty for the file as a whole."""
    line: int | None
    """The line of the file; None where there is none, as for a file that is missing."""
    problem: str
    kind: Amiss
    statement: str | None
    """The id of the statement that a contradiction contradicts."""


class CheckedStatement(Answer, frozen=True, kw_only=True):
    """Something that must hold of every component set, and whether it holds of this one."""

    id: str
    says: str
    section: str | None
    """Where the rulebooks state it; None if a set could not be used otherwise."""
    citations: tuple[Citation, ...]
    holds: bool | None
    """None while the tables that it is about are incomplete."""


class CheckedSet(Answer, frozen=True, kw_only=True):
    """Whether a component set is complete and agrees with the rulebooks."""

    folder: str
    name: str
    title: str
    digest: str | None
    """None if there is a problem."""
    blanks: int
    unreadable: int
    contradictions: int
    findings: tuple[SetFinding, ...]
    """The problems, in the order of the files and their entries."""
    read: Mapping[str, tuple[int, int]]
    """By table how many entries are wholly read, and how many there are."""
    statements: tuple[CheckedStatement, ...]

    @property
    def says(self) -> str:
        """How much of the set is read, in words."""
        return one_by_one(_parts_read(self.read))

    @property
    def is_held_to_all_rules(self) -> bool:
        """Whether it was checked that every rule can come into play, as of a shipped set."""
        looked_at = {statement.id for statement in self.statements}
        return all(statement.id in looked_at for statement in REACH)


def check_components(folder: Path | None) -> CheckedSet:
    """Return all that is blank, unreadable or contradicts the rulebooks in a component set."""
    draft = read_draft(packaged("components", "reference") if folder is None else folder)
    components = draft.as_set()
    is_shipped = folder is None and not draft.findings
    findings = shipped_audit(components, REACH) if is_shipped else _audited(draft)
    statements = (*STATEMENTS, *SHIPPED, *REACH) if is_shipped else STATEMENTS
    counts = Counter(map(_kind, findings))
    return CheckedSet(
        folder="reference" if folder is None else str(folder),
        name=components.name,
        title=components.title,
        digest=None if findings else components.digest,
        blanks=counts["blank"],
        unreadable=counts["unreadable"],
        contradictions=counts["contradiction"],
        findings=tuple(
            SetFinding(
                file=finding.file,
                entry=finding.entry,
                line=finding.at.line or None,
                problem=finding.message,
                kind=_kind(finding),
                statement=finding.statement,
            )
            for finding in findings
        ),
        read={
            table: (sum(not has_blank(row) for row in rows), len(lasting_rows(rows)))
            for table, rows in draft.rows.items()
        },
        statements=tuple(
            CheckedStatement(
                id=statement.id,
                says=statement.says,
                section=statement.section,
                citations=statement.citations,
                holds=_holds(statement, findings, draft.gaps),
            )
            for statement in statements
        ),
    )


def _audited(draft: SetDraft) -> tuple[EntryFinding, ...]:
    """Return what is amiss in a set, ends of borders that lead nowhere among it."""
    found = audit(draft)
    named = {(finding.file, finding.entry) for finding in found if not finding.blank}
    loose = [each for each in loose_ends(draft) if (each.file, each.entry) not in named]
    return in_reading_order(draft.located([*found, *loose]), draft.as_set()) if loose else found


READ_PARTS: Mapping[str, tuple[str, ...]] = {
    "bases": ("bases",),
    "tracks": ("tracks",),
    "boards": ("diamond_tracks", "book_tracks"),
    "cards": ("cards",),
    "books": ("books",),
    "starting_tiles": ("starting_tiles",),
    "spaces": ("spaces",),
    "displays": ("card_spaces", "book_spaces"),
}
"""The parts of a copy and the tables that they are in."""


def _parts_read(read: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    words = copy_words()
    regions, borders = read["regions"], read["borders"][0]
    none = not regions[0] and not borders
    facts = {"read": regions[0], "n": regions[1], "borders": borders}
    yield words.reading["map-none"] if none else words.say("reading", "map", **facts)
    for part, tables in READ_PARTS.items():
        done, there = (sum(read[table][at] for table in tables) for at in (0, 1))
        key = "part-all" if done == there else "part" if done else "part-none"
        yield words.say("reading", key, part=words.reading[part], read=done, n=there)


def _kind(finding: EntryFinding) -> Amiss:
    if finding.blank:
        return "blank"
    return "contradiction" if finding.statement else "unreadable"


def _holds(
    statement: SetInvariant, findings: tuple[EntryFinding, ...], gaps: set[str]
) -> bool | None:
    if any(found.statement == statement.id for found in findings):
        return False
    # A statement without tables looks at each entry alone, so any gap leaves it open.
    if gaps and (not statement.tables or not gaps.isdisjoint(statement.tables)):
        return None
    return True
