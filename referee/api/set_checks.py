"""Whether a component set is complete and agrees with the rulebooks."""

from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from referee.api.answer import Answer
from referee.api.component_sets import lasting_rows
from referee.components.audit import audit, in_reading_order, shipped_audit
from referee.components.reach import REACH
from referee.components.set_invariant import Breach, SetInvariant
from referee.components.shipped_sets import SHIPPED
from referee.components.statements import STATEMENTS
from referee.game.citations import Citation
from referee.game.messages.copies import copy_words
from referee.game.messages.speech import one_by_one
from referee.game.set_drafts import EntryFinding, SetDraft
from referee.game.set_reader import read_draft
from referee.unread.blank_places import has_blank
from referee.unread.copy_reader import loose_ends

Amiss = Literal["blank", "unreadable", "contradiction"]


class SetFinding(Answer, frozen=True, kw_only=True):
    """Something amiss in a component set."""

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
    """None if something is amiss."""
    blanks: int
    unreadable: int
    contradictions: int
    findings: tuple[SetFinding, ...]
    """What is amiss, in the order of the files and their entries."""
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


ANSWERS: tuple[type[Answer], ...] = (CheckedSet,)


def check_components(folder: Path | str | None = None) -> CheckedSet:
    """Return all that is blank, unreadable or contradicts the rulebooks in a component set.

    >>> import referee
    >>> referee.check_components().findings
    ()
    """
    draft = read_draft(_shipped() if folder is None else Path(folder))
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
        findings=tuple(map(_finding, findings)),
        read={
            table: (sum(not has_blank(row) for row in rows), len(lasting_rows(rows)))
            for table, rows in draft.rows.items()
        },
        statements=tuple(_checked(statement, findings, draft) for statement in statements),
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


def _shipped() -> Traversable:
    return resources.files("referee") / "components" / "reference"


def _kind(finding: EntryFinding) -> Amiss:
    if finding.blank:
        return "blank"
    return "contradiction" if isinstance(finding, Breach) else "unreadable"


def _finding(finding: EntryFinding) -> SetFinding:
    return SetFinding(
        file=finding.file,
        entry=finding.entry,
        line=finding.line,
        problem=finding.problem,
        kind=_kind(finding),
        statement=finding.statement if isinstance(finding, Breach) else None,
    )


def _checked(
    statement: SetInvariant, findings: tuple[EntryFinding, ...], draft: SetDraft
) -> CheckedStatement:
    return CheckedStatement(
        id=statement.id,
        says=statement.says,
        section=statement.section,
        citations=statement.citations,
        holds=_holds(statement, findings, draft.gaps),
    )


def _holds(
    statement: SetInvariant, findings: tuple[EntryFinding, ...], gaps: set[str]
) -> bool | None:
    if any(isinstance(found, Breach) and found.statement == statement.id for found in findings):
        return False
    # A statement without tables looks at each entry alone, so any gap leaves it open.
    if gaps and (not statement.tables or not gaps.isdisjoint(statement.tables)):
        return None
    return True
