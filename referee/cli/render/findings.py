"""What the check of a component set came to: findings, statements, and what to do next."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.component_sets import CheckedSet, CheckedStatement, SetFinding
from referee.cli.render.layout import columns, number_of, part, row, said

STATES: Final = {
    True: Text("holds", "green"),
    False: Text("broken", "red"),
    None: Text("open", "yellow"),
}
"""A statement is open as long as its tables are incomplete."""


def report_page(report: CheckedSet) -> RenderableType:
    """Return the findings by file, their counts, and what to do next."""
    files = [
        _file(file, [*found]) for file, found in groupby(report.findings, lambda found: found.file)
    ]
    return Group(*files, *(_next(report) if report.findings else _proven(report)))


def statement_list(report: CheckedSet) -> RenderableType:
    """Return every statement with its place in the rulebooks and whether it holds."""
    table = columns("", "id", "what must hold", wrapped=["what must hold"])
    for statement in report.statements:
        says = said(statement.says).append(f"\n{_place(statement)}", "dim")
        row(table, STATES[statement.holds], said(statement.id, "bold"), says)
    return Group(table, "")


def _file(file: str, findings: Sequence[SetFinding]) -> RenderableType:
    table = columns("entry", "problem", wrapped=["entry", "problem"])
    table.show_header = False
    before = ""
    for finding in findings:
        entry = finding.entry or "the file"
        problem = said(finding.problem)
        if finding.statement is not None:
            problem.append(f"  {finding.statement}", "dim")
        row(table, said("" if entry == before else entry, "bold"), problem)
        before = entry
    return part(file, table)


def _proven(report: CheckedSet) -> list[Text]:
    cited = sum(statement.section is not None for statement in report.statements)
    total = number_of(len(report.statements), "statement")
    return [
        said(f"Nothing is amiss with “{report.title}”.", "bold green"),
        said(
            f"{total} hold of it: {cited} are made by the rulebooks; the other "
            f"{len(report.statements) - cited} make sure that the set can be used"
            f"{' and that every rule can come into play' if report.is_held_to_all_rules else ''}."
        ),
        said(f"digest {report.digest}", "dim"),
    ]


def _next(report: CheckedSet) -> list[Text]:
    unchecked = sum(statement.holds is None for statement in report.statements)
    seen = (
        f"{number_of(report.blanks, 'blank')}, {report.unreadable} unreadable, "
        f"{number_of(report.contradictions, 'contradiction')}."
    )
    lines = [said(seen, "bold red")]
    if unchecked:
        rest = f"{number_of(unchecked, 'statement')} of {len(report.statements)}"
        lines.append(said(f"{rest} cannot be checked before the tables are complete."))
    if report.unreadable:
        lines.append(said("Next: correct what cannot be read; the message says what is expected."))
    elif report.blanks:
        blank = Counter(found.file for found in report.findings if found.kind == "blank")
        files = ", ".join(f"{file} ({number})" for file, number in blank.items())
        lines.append(said(f"Next: read the blanks off the copy, file by file: {files}."))
    if report.contradictions:
        lines.append(
            said(
                "A contradiction is a value that was misread, or a copy that differs from the "
                "rulebooks; --statements says where they state it."
            )
        )
    return [*lines, said("Then check again.")]


def _place(statement: CheckedStatement) -> str:
    places = statement.citations
    return str(places[0]) if places else "needed to use a set"
