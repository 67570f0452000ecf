"""What games teach about a copy, for people."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from referee.api.component_sets import CheckedSet, CheckedStatement, SetFinding
from referee.api.copy_lessons import AcceptedCopy, LearntValue, Lessons
from referee.api.copy_questions import CopyAdvice
from referee.api.positions import AuditedPosition, PositionVerdict
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import cited_words, one_line, part, problem_page, problem_place, said
from referee.i18n.page_words import copy_words
from referee.i18n.speech import named, say

MOST_VALUES: Final = 40
"""Of the values that games teach something about; nobody reads more."""

MOST_POSSIBLE: Final = 8


def lessons_page(lessons: Lessons) -> RenderableType:
    """Return what games settle and narrow, or what in them contradicts the copy."""
    if lessons.contradiction:
        return Group(*_contradiction(lessons))
    return Group(*_learnt(lessons))


def _learnt(lessons: Lessons) -> Iterator[RenderableType]:
    words = copy_words().lessons
    if not lessons.settled and not lessons.narrowed:
        yield said(words["nothing" if lessons.untouched else "all-read"])
    for key, values in (("settled", lessons.settled), ("narrowed", lessons.narrowed)):
        if values:
            yield said(copy_words().say("lessons", key, n=len(values)), "bold")
            yield from _values(values)
            yield ""
    if lessons.untouched:
        yield said(copy_words().say("lessons", "untouched", n=lessons.untouched), "dim")
    if not lessons.complete:
        yield said(words["incomplete"], "yellow")
    if lessons.written:
        n, folder = lessons.written, lessons.folder
        yield said(copy_words().say("lessons", "written", n=n, folder=folder), "green")
    elif lessons.settled:
        yield said(copy_words().say("lessons", "write", folder=lessons.folder), "dim")


def _values(values: Sequence[LearntValue]) -> Iterator[RenderableType]:
    for value in values[:MOST_VALUES]:
        line = said(f"  {_value(value.what, value.remaining)}")
        if value.games:
            proved = copy_words().say("lessons", "by", games=", ".join(value.games))
            line.append(f"  {proved}", "dim")
        yield line
    if (more := len(values) - MOST_VALUES) > 0:
        yield said(f"  {copy_words().say('lessons', 'more', n=more)}", "dim")


def _value(what: str, possible: Sequence[str]) -> str:
    return copy_words().say("lessons", "is", what=what, values=_possible(possible))


def _possible(possible: Sequence[str]) -> str:
    if len(possible) > MOST_POSSIBLE and all(value.isdigit() for value in possible):
        return copy_words().say("lists", "range", low=possible[0], high=possible[-1])
    shown = possible[:MOST_POSSIBLE]
    return copy_words().any_of([*shown, "..."] if len(shown) < len(possible) else shown)


def _contradiction(lessons: Lessons) -> Iterator[RenderableType]:
    words = copy_words()
    yield said(words.lessons["contradiction"], "bold red")
    for each in lessons.contradiction:
        where = problem_place(each.file, each.line or 0, 1 if each.line else 0)
        yield one_line(said(f"  {named(where, '')}", "bold").append(each.statement))
    if not lessons.contradiction_is_minimal:
        yield said(f"  {words.lessons['not-minimal']}", "dim")
    yield ""
    if lessons.suspects:
        yield said(words.lessons["suspects"], "bold")
    for suspect in lessons.suspects[:MOST_VALUES]:
        values = _possible(suspect.possible)
        told = words.say("lessons", "suspect", what=suspect.what, read=suspect.read, values=values)
        yield Padding(said(told), (0, 0, 0, 2))
    if not lessons.suspects:
        yield said(words.lessons["no-suspects"])
    if not lessons.suspects_are_all:
        yield said(words.lessons["not-all-suspects"], "yellow")


# What to read off a copy next, for people ---------------------------------------------------------
MOST_ADVICE: Final = 10
"""Things to read next; whoever has read them asks again."""


def advice_page(found: CopyAdvice) -> RenderableType:
    """Return what to read next, the most useful first."""
    return Group(*_lines(found))


def _lines(found: CopyAdvice) -> Iterator[RenderableType]:
    words = copy_words()
    if not found.advice:
        games = words.all_of(found.games)
        yield said(words.say("advice", "nothing" if games else "all-read", games=games))
        return
    yield said(words.advice["title"], "bold")
    for number, each in enumerate(found.advice[:MOST_ADVICE], 1):
        yield said(f"{number:2d}. {each.what}")
        yield Padding(said(each.why), (0, 0, 0, 4))
        yield Padding(said(each.where, "dim"), (0, 0, 0, 4))
    if (more := len(found.advice) - MOST_ADVICE) > 0:
        yield said(words.say("advice", "more", n=more), "dim")


# What a corrected reading changes, for people -----------------------------------------------------
MOST_SHOWN: Final = 100


def accepted_page(accepted: AcceptedCopy) -> RenderableType:
    """Return what was read otherwise before, and the verdicts that change."""
    return Group(*_correction_lines(accepted))


def _correction_lines(accepted: AcceptedCopy) -> Iterator[RenderableType]:
    words = copy_words()
    yield said(words.reading["kept"], "bold")
    if not accepted.corrections:
        yield said(words.reading["accepted-nothing"])
        return
    yield said(words.say("reading", "accepted", n=len(accepted.corrections)))
    for each in accepted.corrections[:MOST_SHOWN]:
        told = words.say("reading", "correction", what=each.what, before=each.before, now=each.now)
        yield said(f"  {told}")
    if not accepted.judged:
        yield said(words.reading["no-records"])
        return
    changed = len(accepted.verdicts)
    yield said(words.say("reading", "judged-again", n=accepted.judged, changed=changed))
    for verdict in accepted.verdicts[:MOST_SHOWN]:
        told = words.say(
            "reading", "verdict", file=verdict.file, before=verdict.before, now=verdict.now
        )
        yield said(f"  {told}")


# What the check of a component set came to: findings, statements, and what to do next -------------
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


# What the audit of a position came to -------------------------------------------------------------
FINDING_STYLES: dict[PositionVerdict, str] = {
    "possible": "bold green",
    "impossible": "bold red",
    "unreadable": "bold yellow",
}


def audited_page(audited: AuditedPosition) -> RenderableType:
    """Return the verdict, and every fault with its line."""
    audit = audited.audit
    words = audit.moment or say("pages.position.faults", n=len(audit.faults))
    line = said(named(audit.file, ""), "bold").append_text(
        said(audit.verdict, FINDING_STYLES[audit.verdict])
    )
    problems = problem_page(audit.file, audited.problems)
    return Group(one_line(line.append(f" ({words})")), problems)
