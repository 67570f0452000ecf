"""Says of a component set everything that is blank, unreadable or contradicts the rulebooks."""

from collections.abc import Iterable, Sequence, Set

from referee.components.set_invariant import KEY_OF_TABLE, SetInvariant, entry_name
from referee.components.shipped_sets import SHIPPED
from referee.components.statements import STATEMENTS
from referee.game.component_set import TABLES, ComponentSet
from referee.game.set_drafts import EntryFinding, SetDraft
from referee.game.set_tables import FILE_OF_TABLE, FILES, HEADER


def audit(draft: SetDraft) -> tuple[EntryFinding, ...]:
    """Return everything amiss in `draft`, in the order of its files and entries."""
    components = draft.as_set()
    found = [*draft.findings, *breaches(components, STATEMENTS, draft.gaps)]
    return in_reading_order(draft.located(found), components)


def shipped_audit(
    components: ComponentSet, further: Sequence[SetInvariant] = ()
) -> tuple[EntryFinding, ...]:
    """Return everything amiss in a set that ships with the referee and so must be varied."""
    return in_reading_order(breaches(components, (*STATEMENTS, *SHIPPED, *further)), components)


def breaches(
    components: ComponentSet, statements: Iterable[SetInvariant], gaps: Set[str] = frozenset()
) -> list[EntryFinding]:
    """Return what in a set contradicts the statements, but for tables that have gaps."""
    gapped = {(FILE_OF_TABLE[table], KEY_OF_TABLE[table]) for table in gaps}
    return [
        breach
        for statement in statements
        if gaps.isdisjoint(statement.tables)
        for breach in statement.breaches(components)
        # A statement about entries alone says nothing of a table that is still incomplete.
        if (breach.file, _key(breach)) not in gapped
    ]


def in_reading_order(
    findings: Iterable[EntryFinding], components: ComponentSet
) -> tuple[EntryFinding, ...]:
    """Return findings in the order of the files and of the entries in them."""
    files = {file: number for number, file in enumerate((HEADER, *FILES))}
    keys = {key: number for number, key in enumerate(KEY_OF_TABLE.values())}
    rows: dict[tuple[str, str], int] = {}
    for table in TABLES:
        for number, entry in enumerate(getattr(components, table)):
            rows.setdefault((FILE_OF_TABLE[table], entry_name(table, entry)), number)

    def place(finding: EntryFinding) -> tuple[int, int, int]:
        # What the reader found of one table is in order already, and a stable sort keeps it so.
        return (
            files.get(finding.file, -1),
            keys.get(_key(finding), -1),
            rows.get((finding.file, finding.entry), -1),
        )

    return tuple(sorted(findings, key=place))


def _key(finding: EntryFinding) -> str:
    return finding.entry.partition(" ")[0].strip("[]")
