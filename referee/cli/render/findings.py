"""What the check of a component set came to: findings, statements, and what to do next."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from rich.console import Group, RenderableType
from rich.text import Text

from referee.cli.render.citations import citation_data
from referee.cli.render.layout import columns, number_of, part, row, said
from referee.components.statement import Breach, Statement
from referee.game.component_set import ComponentSet
from referee.game.reading import Finding

Amiss = Literal["blank", "unreadable", "contradiction"]

STATES: Final = {
    True: Text("holds", "green"),
    False: Text("broken", "red"),
    None: Text("open", "yellow"),
}
"""A statement is open as long as its tables are incomplete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A set that was checked: what is amiss, and which statements were looked at."""

    folder: str
    components: ComponentSet
    findings: tuple[Finding, ...]
    statements: tuple[Statement, ...]
    gaps: frozenset[str]
    shipped: bool = False

    def holds(self, statement: Statement) -> bool | None:
        """Tell whether `statement` holds; None if its tables have gaps."""
        if any(isinstance(f, Breach) and f.statement == statement.id for f in self.findings):
            return False
        # A statement without tables looks at each entry alone, so any gap leaves it open.
        if self.gaps and (not statement.tables or not self.gaps.isdisjoint(statement.tables)):
            return None
        return True


def amiss(finding: Finding) -> Amiss:
    """Return what kind of thing was found."""
    if finding.blank:
        return "blank"
    return "contradiction" if isinstance(finding, Breach) else "unreadable"


def report_page(report: Report) -> RenderableType:
    """Return the findings by file, their counts, and what to do next."""
    files = [
        _file(file, [*found]) for file, found in groupby(report.findings, lambda found: found.file)
    ]
    return Group(*files, *(_next(report) if report.findings else _proven(report)))


def statement_list(report: Report) -> RenderableType:
    """Return every statement with its place in the rulebooks and whether it holds."""
    table = columns("", "id", "what must hold", wrapped=["what must hold"])
    for statement in report.statements:
        says = said(statement.says).append(f"\n{_place(statement)}", "dim")
        row(table, STATES[report.holds(statement)], said(statement.id, "bold"), says)
    return Group(table, "")


def report_data(report: Report) -> dict[str, object]:
    """Return the report as plain data with the keys that the help of `components check` names."""
    counts = Counter(map(amiss, report.findings))
    return {
        "folder": report.folder,
        "name": report.components.name,
        "title": report.components.title,
        "digest": None if report.findings else report.components.digest,
        "blanks": counts["blank"],
        "unreadable": counts["unreadable"],
        "contradictions": counts["contradiction"],
        "findings": [_finding_data(finding) for finding in report.findings],
        "statements": [_statement_data(statement, report) for statement in report.statements],
    }


def _file(file: str, findings: Sequence[Finding]) -> RenderableType:
    table = columns("entry", "problem", wrapped=["entry", "problem"])
    table.show_header = False
    before = ""
    for finding in findings:
        entry = finding.entry or "the file"
        problem = said(finding.problem)
        if isinstance(finding, Breach):
            problem.append(f"  {finding.statement}", "dim")
        row(table, said("" if entry == before else entry, "bold"), problem)
        before = entry
    return part(file, table)


def _proven(report: Report) -> list[Text]:
    cited = sum(statement.section is not None for statement in report.statements)
    total = number_of(len(report.statements), "statement")
    return [
        said(f"Nothing is amiss with “{report.components.title}”.", "bold green"),
        said(
            f"{total} hold of it: {cited} are made by the rulebooks; the other "
            f"{len(report.statements) - cited} make sure that the set can be used"
            f"{' and that every rule can come into play' if report.shipped else ''}."
        ),
        said(f"digest {report.components.digest}", "dim"),
    ]


def _next(report: Report) -> list[Text]:
    counts = Counter(map(amiss, report.findings))
    unchecked = sum(report.holds(statement) is None for statement in report.statements)
    seen = (
        f"{number_of(counts['blank'], 'blank')}, {counts['unreadable']} unreadable, "
        f"{number_of(counts['contradiction'], 'contradiction')}."
    )
    lines = [said(seen, "bold red")]
    if unchecked:
        rest = f"{number_of(unchecked, 'statement')} of {len(report.statements)}"
        lines.append(said(f"{rest} cannot be checked before the tables are complete."))
    if counts["unreadable"]:
        lines.append(said("Next: correct what cannot be read; the message says what is expected."))
    elif counts["blank"]:
        blank = Counter(finding.file for finding in report.findings if finding.blank)
        files = ", ".join(f"{file} ({number})" for file, number in blank.items())
        lines.append(said(f"Next: read the blanks off the copy, file by file: {files}."))
    if counts["contradiction"]:
        lines.append(
            said(
                "A contradiction is a value that was misread, or a copy that differs from the "
                "rulebooks; --statements says where they state it."
            )
        )
    return [*lines, said("Then check again.")]


def _place(statement: Statement) -> str:
    places = statement.citations
    return str(places[0]) if places else "needed to use a set"


def _finding_data(finding: Finding) -> dict[str, object]:
    return {
        "file": finding.file,
        "entry": finding.entry,
        "problem": finding.problem,
        "kind": amiss(finding),
        "statement": finding.statement if isinstance(finding, Breach) else None,
    }


def _statement_data(statement: Statement, report: Report) -> dict[str, object]:
    return {
        "id": statement.id,
        "says": statement.says,
        "section": statement.section,
        "citations": [citation_data(citation) for citation in statement.citations],
        "holds": report.holds(statement),
    }
