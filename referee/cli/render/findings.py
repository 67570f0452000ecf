"""What the check of a component set came to: findings, statements, and what to do next."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.set_checks import CheckedSet, CheckedStatement, SetFinding
from referee.cli.render.citations import cited_words
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, said
from referee.game.messages.copies import copy_words
from referee.game.messages.speech import say

STATES: Final = {True: ("holds", "green"), False: ("broken", "red"), None: ("open", "yellow")}
"""A statement is open as long as its tables are incomplete."""


FEW_BLANKS: Final = 20
"""So many blanks are listed unasked."""


def report_page(report: CheckedSet, *, blanks: bool = False) -> RenderableType:
    """Return the findings by file, how much is read, and what to do next."""
    listed = blanks or report.blanks <= FEW_BLANKS
    told = [found for found in report.findings if listed or found.kind != "blank"]
    files = [_file(file, [*found]) for file, found in groupby(told, lambda found: found.file)]
    parts: list[RenderableType] = [*files]
    if report.blanks:
        parts.append(said(report.says))
        if not listed:
            parts.append(said(copy_words().reading["listed"], "dim"))
    return Group(*parts, *(_next(report) if report.findings else _proven(report)))


def statement_list(report: CheckedSet) -> RenderableType:
    """Return every statement with its place in the rulebooks and whether it holds."""
    table = columns(
        "",
        say("pages.heads.id"),
        say("pages.heads.what-must-hold"),
        wrapped=[say("pages.heads.what-must-hold")],
    )
    for statement in report.statements:
        says = said(statement.says).append(f"\n{_place(statement)}", "dim")
        row(table, _state(statement.holds), said(statement.id, "bold"), says)
    return Group(table, "")


def _file(file: str, findings: Sequence[SetFinding]) -> RenderableType:
    table = columns(
        "",
        say("pages.heads.entry"),
        say("pages.heads.problem"),
        wrapped=[say("pages.heads.entry"), say("pages.heads.problem")],
    )
    table.show_header = False
    before = ""
    for finding in findings:
        entry = finding.entry or say("pages.findings.the-file")
        problem = said(finding.problem)
        if finding.statement is not None:
            problem.append(f"  {finding.statement}", "dim")
        line = "" if finding.line is None else str(finding.line)
        row(table, said(line, "dim"), said("" if entry == before else entry, "bold"), problem)
        before = entry
    return part(file, table)


def _proven(report: CheckedSet) -> list[Text]:
    cited = sum(statement.section is not None for statement in report.statements)
    total = say("pages.findings.statements", n=len(report.statements))
    return [
        said(say("pages.findings.nothing-is-amiss-with", title=report.title), "bold green"),
        said(
            say(
                "pages.findings.hold-of-it-are-made",
                total=total,
                cited=cited,
                statements=len(report.statements) - cited,
                words=say("pages.findings.and-that-every-rule-can")
                if report.is_held_to_all_rules
                else "",
            )
        ),
        said(say("pages.findings.digest", digest=report.digest), "dim"),
    ]


def _next(report: CheckedSet) -> list[Text]:
    unchecked = sum(statement.holds is None for statement in report.statements)
    seen = say(
        "pages.findings.blanks-unreadable-contradictions",
        blanks=report.blanks,
        unreadable=report.unreadable,
        contradictions=report.contradictions,
    )
    lines = [said(seen, "bold red")]
    if unchecked:
        rest = say(
            "pages.findings.statements-of", statements=unchecked, statements2=len(report.statements)
        )
        lines.append(said(say("pages.findings.cannot-be-checked-before-the", rest=rest)))
    if report.unreadable:
        lines.append(said(say("pages.findings.next-correct-what-cannot-be")))
    elif report.blanks:
        blank = Counter(found.file for found in report.findings if found.kind == "blank")
        files = ", ".join(f"{file} ({number})" for file, number in blank.items())
        lines.append(said(say("pages.findings.next-read-the-blanks-off", files=files)))
    if report.contradictions:
        lines.append(said(say("pages.findings.a-contradiction-is-a-value")))
    return [*lines, said(say("pages.findings.then-check-again"))]


def _place(statement: CheckedStatement) -> str:
    places = statement.citations
    return cited_words(places) if places else say("pages.findings.needed-to-use-a-set")


def _state(holds: bool | None) -> Text:  # noqa: FBT001
    name, style = STATES[holds]
    return said(say(f"pages.findings.states.{name}"), style)
