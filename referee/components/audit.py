"""Says of a component set everything that is blank, unreadable or contradicts the rulebooks."""

from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING, Final

import msgspec

from referee.components.set_invariant import (
    KEY_OF_TABLE,
    Findings,
    SetInvariant,
    SetStatements,
    across,
    at,
    entry_name,
    is_increasing,
)
from referee.components.statements import STATEMENTS
from referee.components.statements.map import COLUMNS
from referee.components.statements.tracks import BOARDS
from referee.core import set_reader
from referee.core.component_set import SINGLE_TABLES, TABLES, ComponentSet
from referee.core.components import Book, Requirement, Reward, Track
from referee.core.input_limits import ENTRIES_OF_A_TABLE, too_much
from referee.i18n.speech import say

if TYPE_CHECKING:
    # Importing it takes as long as reading a small set.
    from importlib.resources.abc import Traversable


MOST_ALIKE: Final = 2
LENGTHS: Final = frozenset(
    {
        "bases-columns",
        "bases-coinless",
        "board-values-rise",
        "board-five-books",
        "board-crossed-out",
    }
)
"""What need not hold of a set with short bases and tracks, which are made to reach their ends."""


def audit(draft: set_reader.SetDraft) -> tuple[set_reader.EntryFinding, ...]:
    """Return everything amiss in `draft`, in the order of its files and entries."""
    components = draft.as_set()
    found = [*draft.findings, *breaches(components, STATEMENTS, draft.gaps)]
    return in_reading_order(draft.located(found), components)


def shipped_audit(
    components: ComponentSet, further: Sequence[SetInvariant] = ()
) -> tuple[set_reader.EntryFinding, ...]:
    """Return everything amiss in a set that ships with the referee and so must be varied."""
    return in_reading_order(breaches(components, (*STATEMENTS, *SHIPPED, *further)), components)


def breaches(
    components: ComponentSet, statements: Iterable[SetInvariant], gaps: Set[str] = frozenset()
) -> list[set_reader.EntryFinding]:
    """Return what in a set contradicts the statements, but for tables that have gaps."""
    gapped = {(set_reader.FILE_OF_TABLE[table], KEY_OF_TABLE[table]) for table in gaps}
    return [
        breach
        for statement in statements
        if gaps.isdisjoint(statement.tables)
        for breach in statement.breaches(components)
        # A statement about entries alone says nothing of a table that is still incomplete.
        if (breach.file, _key(breach)) not in gapped
    ]


def in_reading_order(
    findings: Iterable[set_reader.EntryFinding], components: ComponentSet
) -> tuple[set_reader.EntryFinding, ...]:
    """Return findings in the order of the files and of the entries in them."""
    files = {file: number for number, file in enumerate((set_reader.HEADER, *set_reader.FILES))}
    keys = {key: number for number, key in enumerate(KEY_OF_TABLE.values())}
    rows: dict[tuple[str, str], int] = {}
    for table in TABLES:
        for number, entry in enumerate(getattr(components, table)):
            rows.setdefault((set_reader.FILE_OF_TABLE[table], entry_name(table, entry)), number)

    def place(finding: set_reader.EntryFinding) -> tuple[int, int, int]:
        # What the reader found of one table is in order already, and a stable sort keeps it so.
        return (
            files.get(finding.file, -1),
            keys.get(_key(finding), -1),
            rows.get((finding.file, finding.entry), -1),
        )

    return tuple(sorted(findings, key=place))


def _key(finding: set_reader.EntryFinding) -> str:
    return finding.entry.partition(" ")[0].strip("[]")


SHIPPED: Final = SetStatements()
"""What must hold of a set that ships with the referee, besides all else."""


@SHIPPED.stated("shipped-layouts", "", "tracks")
def _layouts(components: ComponentSet) -> Findings:
    seen: dict[object, Track] = {}
    for track in components.tracks:
        layout = (track.last, track.shares, track.calls, track.specials)
        if layout in seen:
            yield at(track, "shipped_sets.same-layout", id=seen[layout].id)
        seen.setdefault(layout, track)


@SHIPPED.stated("shipped-books", "", "books")
def _books(components: ComponentSet) -> Findings:
    alike: dict[tuple[str, tuple[Requirement, ...], Reward], list[Book]] = {}
    for book in components.books:
        # The order in which a book shows its requirements does not matter.
        requires = tuple(sorted(book.requires, key=repr))
        same = alike.setdefault((book.letter, requires, book.reward), [])
        same.append(book)
        if len(same) > MOST_ALIKE:
            others = ", ".join(other.id for other in same[:MOST_ALIKE])
            yield at(book, "shipped_sets.alike-books", others=others, most_alike=MOST_ALIKE)


PLAYABLE: Final = SetStatements(each for each in STATEMENTS if each.id not in LENGTHS)
"""What must hold for a game to be played."""

PLAYABLE.each("play-columns", "", "bases", "playable.base-columns",
              lambda base: (len(base.columns) != COLUMNS or not all(base.columns))
              and {"lengths": f"{', '.join(str(len(c)) for c in base.columns) or '0':.40}"},
              columns=COLUMNS)  # fmt: skip


@PLAYABLE.stated("play-values", "", BOARDS)
def _values(components: ComponentSet) -> Findings:
    for table in sorted(SINGLE_TABLES):
        for track in getattr(components, table):
            steps = [value.at for value in track.values]
            pounds = [value.pounds for value in track.values]
            if not is_increasing(steps) or not is_increasing(pounds):
                facts = {"pounds": f"{pounds!s:.60}", "steps": f"{steps!s:.60}"}
                yield at(track, "playable.track-values", **facts)


@PLAYABLE.stated("play-boards", "", BOARDS)
def _boards(components: ComponentSet) -> Findings:
    for table in sorted(SINGLE_TABLES):
        if (seen := len(getattr(components, table))) != 1:
            yield across(table, "playable.one-board", seen=seen)


def open_set(folder: "Traversable") -> ComponentSet:
    """Return the set in `folder`; a `ComponentSetError` if no game can be played with it."""
    draft = set_reader.read_draft(folder)
    with draft.lines_named():
        if draft.findings:
            raise set_reader.ComponentSetError(tuple(draft.findings))
        components = draft.as_set()
        check_playable(components)
    return components


def require_limits(components: ComponentSet) -> None:
    """Raise `ComponentSetError` if a set has more of anything than is read of one in files."""
    found: list[set_reader.EntryFinding] = []
    for table, file in set_reader.FILE_OF_TABLE.items():
        entries = getattr(components, table)
        if len(entries) > ENTRIES_OF_A_TABLE:
            problem = too_much(table, len(entries), ENTRIES_OF_A_TABLE)
            found.append(set_reader.EntryFinding(problem, file=file))
            continue
        for number, entry in enumerate(entries, 1):
            named = say("components.playable.entry-number", table=table, number=number)
            found += [
                set_reader.EntryFinding(words, file=file, entry=named)
                for words in set_reader.excess_in(msgspec.to_builtins(entry))
            ]
    if found:
        raise set_reader.ComponentSetError(tuple(found))


def check_playable(components: ComponentSet) -> None:
    """Raise `ComponentSetError` with every contradiction that keeps a set from being played."""
    if found := breaches(components, PLAYABLE):
        raise set_reader.ComponentSetError(in_reading_order(found, components))
