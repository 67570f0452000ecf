"""`referee components`: shows, checks and starts component sets."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

import click
from rich.console import Group, RenderableType
from rich.console import group as rich_group
from rich.padding import Padding
from rich.text import Text

import referee
from referee.api.component_sets import CheckedSet, SetFinding, component_facts
from referee.api.copy_lessons import AcceptedCopy, LearntValue, Lessons
from referee.api.copy_questions import CopyAdvice, CopyQuestion, CopySnapshot
from referee.cli.console import show
from referee.cli.group import Reply, command, command_group, wants_json
from referee.cli.interrupts import NO
from referee.cli.options import FILES, OUTPUT, SET_FOLDER, Choice, argument, listed_files, option
from referee.cli.render.columns import headed, row
from referee.cli.render.component_set import SECTIONS, section, unread_words, whole_set
from referee.cli.render.layout import at_place, cited_words, one_line, part, phrase, text
from referee.core.answer import Answer
from referee.i18n.page_words import copy_words
from referee.i18n.speech import say

QUIT = frozenset({"quit", "q", "exit"})
BACK = "back"

DIR = argument("folder", metavar="DIR", type=SET_FOLDER)
MAYBE_DIR = argument("folder", metavar="[DIR]", required=False, type=SET_FOLDER)


@command_group(
    "referee components show --section map",
    "referee components new my-copy",
    "referee components check my-copy",
)
def components() -> None:
    """Show, check or start a component set: all that is printed on a copy of the game."""


@command(
    "referee components show",
    "referee components show my-copy --section books",
    "referee components show --json",
    name="show",
    group=components,
)
@MAYBE_DIR
@option("--section", "part", type=Choice([*SECTIONS]))
def show_set(folder: Path | None, part: str | None) -> Reply[Callable[[], Answer]]:
    """Show the set in DIR, or the one that comes with the referee."""
    if part and wants_json():
        raise click.UsageError(say("commands.components.json-is-whole"))
    found = referee.Copy(folder).components()

    def page(_: object) -> RenderableType:
        shown = section(found, part) if part else whole_set(found)
        note = unread_words(found)
        return Group(shown, *([text(note, "yellow")] if note else []))

    return Reply(lambda: component_facts(found), page)


@command(
    "referee components check",
    "referee components check my-copy --statements",
    "referee components check my-copy --json",
    group=components,
)
@MAYBE_DIR
@option("--statements", is_flag=True)
@option("--blanks", is_flag=True)
@option("--accept", is_flag=True)
@option("--record", "records", type=FILES, multiple=True)
def check(
    folder: Path | None, records: tuple[Path, ...], *, statements: bool, blanks: bool, accept: bool
) -> Reply[CheckedSet] | Reply[AcceptedCopy]:
    """Check the set in DIR, or the one that comes with the referee."""
    if accept:
        # The set is kept as it is, and it is said which verdicts a correction changes.
        if folder is None:
            raise click.UsageError(say("commands.components.accept-needs-folder"))
        return Reply(referee.Copy(folder).accept(records or None), accepted_page)

    def page(report: CheckedSet) -> RenderableType:
        listed = [statement_list(report)] if statements else []
        return Group(*listed, report_page(report, blanks=blanks))

    report = referee.Copy(folder).check()
    return Reply(report, page, NO if report.findings else 0)


@command("referee components new my-copy", group=components, json=False)
@argument("folder", metavar="DIR", type=OUTPUT)
def new(folder: Path) -> None:
    """Start the set of a copy in DIR, a new or empty folder."""
    referee.Copy.begin(folder)
    n = len([*folder.iterdir()])
    show(
        phrase("commands.components.now-has", "bold", folder=folder, n=n),
        phrase("commands.components.fill-blanks"),
        phrase("commands.components.see-components-check", folder=folder),
    )


@command(
    "referee components learn my-copy first.mgn second.mgn",
    "referee components learn my-copy games/ --write",
    group=components,
)
@DIR
@argument("files", metavar="GAMES...", nargs=-1, required=True, type=FILES)
@option("--write", is_flag=True)
def learn(folder: Path, files: tuple[Path, ...], *, write: bool) -> Reply[Lessons]:
    """Deduce which unknown values of the copy in DIR are possible if GAMES are legal."""
    lessons = referee.Copy(folder).learn(listed_files(files), write=write)
    return Reply(lessons, lessons_page, NO if lessons.contradiction else 0)


# `referee components ask`: a conversation about what is printed on a copy -------------------------
@command("referee components ask my-copy", group=components, json=False)
@DIR
def ask(folder: Path) -> None:
    """Ask about one thing after another that is printed on the copy whose set is in DIR."""
    words = copy_words()
    copy = referee.Copy(folder)
    progress = copy.questions()
    show(text(progress.says, "bold"), text(words.asking["how"], "dim"), "")
    left: set[str] = set()
    said_before: list[tuple[str, CopySnapshot]] = []
    where = ""
    while question := next((q for q in progress.questions if q.key not in left), None):
        _show(question, said_where=question.where == where)
        where = question.where
        answer = _answer()
        if answer is None or answer.casefold() in QUIT:
            show(text(words.say("asking", "stopped", says=progress.says, folder=str(folder))))
            return
        if answer.casefold() == BACK:
            if not said_before:
                show(text(words.asking["no-back"], "yellow"), "")
                continue
            key, moment = said_before.pop()
            left.discard(key)
            progress = copy.restore(moment)
            where = ""
            show(text(words.asking["back"], "dim"), "")
            continue
        moment = copy.snapshot()
        if answer in {"", "?"}:
            left.add(question.key)
            said_before.append((question.key, moment))
            show(text(words.asking["left"], "dim"), "")
            continue
        try:
            progress = copy.answer(question.key, answer)
        except referee.UsageError as error:
            show(text(error.message, "yellow"), "")
            continue
        said_before.append((question.key, moment))
        show(text(progress.says, "green"), "")
    key = "rest" if left else "done"
    show(text(words.say("asking", key, n=len(left), folder=str(folder))))


def _show(question: CopyQuestion, *, said_where: bool) -> None:
    """Show a question; where it is printed only if that is elsewhere than before."""
    words = copy_words()
    show(text(question.asks, "bold"))
    if not said_where:
        show(text(question.where, "dim"))
    show(text(words.say("asking", "form", form=question.form), "dim"))
    if question.known:
        known = words.say("asking", "known", known=", ".join(question.known))
        show(text(known, "dim"))


def _answer() -> str | None:
    """Return what was typed; None at the end of the input."""
    click.echo(copy_words().asking["prompt"], nl=False)
    line = sys.stdin.readline()
    return line.strip() if line else None


@command(
    "referee components advise my-copy",
    "referee components advise my-copy game.mgn",
    group=components,
)
@DIR
@argument("files", metavar="[GAME...]", nargs=-1, type=FILES)
def advise(folder: Path, files: tuple[Path, ...]) -> Reply[CopyAdvice]:
    """Suggest what to enter next from the copy whose set is in DIR, and why."""
    return Reply(referee.Copy(folder).advise(listed_files(files) if files else ()), advice_page)


@command("referee components cells my-copy", group=components, json=False)
@DIR
def cells(folder: Path) -> None:
    """Find areas for the map of the set in DIR that touch exactly where it has borders."""
    file = referee.Copy(folder).make_cells()
    show(phrase("commands.components.areas-written", "bold", file=file))


# What games teach about a copy, for people --------------------------------------------------------
MOST_VALUES: Final = 40
"""Of the values that games teach something about; nobody reads more."""

MOST_POSSIBLE: Final = 8


@rich_group()
def lessons_page(lessons: Lessons) -> Iterator[RenderableType]:
    """Return what games settle and narrow, or what in them contradicts the copy."""
    if lessons.contradiction:
        yield from _contradiction(lessons)
        return
    words = copy_words().lessons
    if not lessons.settled and not lessons.narrowed:
        yield text(words["nothing" if lessons.untouched else "all-read"])
    for key, values in (("settled", lessons.settled), ("narrowed", lessons.narrowed)):
        if values:
            yield text(copy_words().say("lessons", key, n=len(values)), "bold")
            yield from _values(values)
            yield ""
    if lessons.untouched:
        yield text(copy_words().say("lessons", "untouched", n=lessons.untouched), "dim")
    if not lessons.complete:
        yield text(words["incomplete"], "yellow")
    if lessons.written:
        n, folder = lessons.written, lessons.folder
        yield text(copy_words().say("lessons", "written", n=n, folder=folder), "green")
    elif lessons.settled:
        yield text(copy_words().say("lessons", "write", folder=lessons.folder), "dim")


def _values(values: Sequence[LearntValue]) -> Iterator[RenderableType]:
    for value in values[:MOST_VALUES]:
        values_left = _possible(value.remaining)
        told = copy_words().say("lessons", "is", what=value.what, values=values_left)
        line = text(f"  {told}")
        if value.games:
            proved = copy_words().say("lessons", "by", games=", ".join(value.games))
            line.append(f"  {proved}", "dim")
        yield line
    if (more := len(values) - MOST_VALUES) > 0:
        yield text(f"  {copy_words().say('lessons', 'more', n=more)}", "dim")


def _possible(possible: Sequence[str]) -> str:
    if len(possible) > MOST_POSSIBLE and all(value.isdigit() for value in possible):
        return copy_words().say("lists", "range", low=possible[0], high=possible[-1])
    shown = possible[:MOST_POSSIBLE]
    return copy_words().any_of([*shown, "..."] if len(shown) < len(possible) else shown)


def _contradiction(lessons: Lessons) -> Iterator[RenderableType]:
    words = copy_words()
    yield text(words.lessons["contradiction"], "bold red")
    for each in lessons.contradiction:
        place = at_place(each.file, each.line, 1, indent="  ")
        yield one_line(place.append(each.statement))
    if not lessons.contradiction_is_minimal:
        yield text(f"  {words.lessons['not-minimal']}", "dim")
    yield ""
    if lessons.suspects:
        yield text(words.lessons["suspects"], "bold")
    for suspect in lessons.suspects[:MOST_VALUES]:
        values = _possible(suspect.possible)
        told = words.say("lessons", "suspect", what=suspect.what, read=suspect.read, values=values)
        yield Padding(text(told), (0, 0, 0, 2))
    if not lessons.suspects:
        yield text(words.lessons["no-suspects"])
    if not lessons.suspects_are_all:
        yield text(words.lessons["not-all-suspects"], "yellow")


# What to read off a copy next, for people ---------------------------------------------------------
MOST_ADVICE: Final = 10
"""Things to read next; whoever has read them asks again."""


@rich_group()
def advice_page(found: CopyAdvice) -> Iterator[RenderableType]:
    """Return what to read next, the most useful first."""
    words = copy_words()
    if not found.advice:
        games = words.all_of(found.games)
        yield text(words.say("advice", "nothing" if games else "all-read", games=games))
        return
    yield text(words.advice["title"], "bold")
    for number, each in enumerate(found.advice[:MOST_ADVICE], 1):
        yield text(f"{number:2d}. {each.what}")
        yield Padding(text(each.why), (0, 0, 0, 4))
        yield Padding(text(each.where, "dim"), (0, 0, 0, 4))
    if (more := len(found.advice) - MOST_ADVICE) > 0:
        yield text(words.say("advice", "more", n=more), "dim")


# What a corrected reading changes, for people -----------------------------------------------------
MOST_SHOWN: Final = 100


@rich_group()
def accepted_page(accepted: AcceptedCopy) -> Iterator[RenderableType]:
    """Return what was read otherwise before, and the verdicts that change."""
    words = copy_words()
    yield text(words.reading["kept"], "bold")
    if not accepted.corrections:
        yield text(words.reading["accepted-nothing"])
        return
    yield text(words.say("reading", "accepted", n=len(accepted.corrections)))
    for each in accepted.corrections[:MOST_SHOWN]:
        told = words.say("reading", "correction", what=each.what, before=each.before, now=each.now)
        yield text(f"  {told}")
    if not accepted.judged:
        yield text(words.reading["no-records"])
        return
    changed = len(accepted.verdicts)
    yield text(words.say("reading", "judged-again", n=accepted.judged, changed=changed))
    for verdict in accepted.verdicts[:MOST_SHOWN]:
        told = words.say(
            "reading", "verdict", file=verdict.file, before=verdict.before, now=verdict.now
        )
        yield text(f"  {told}")


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
        parts.append(text(report.says))
        if not listed:
            parts.append(text(copy_words().reading["listed"], "dim"))
    return Group(*parts, *(_next(report) if report.findings else _proven(report)))


def statement_list(report: CheckedSet) -> RenderableType:
    """Return every statement with its place in the rulebooks and whether it holds."""
    table = headed("", "id", "what-must-hold", wrapped=["what-must-hold"])
    for statement in report.statements:
        cited = cited_words(statement.citations) or say("pages.findings.needed")
        says = text(statement.says).append(f"\n{cited}", "dim")
        name, style = STATES[statement.holds]
        state = phrase(f"pages.findings.states.{name}", style)
        row(table, state, text(statement.id, "bold"), says)
    return Group(table, "")


def _file(file: str, findings: Sequence[SetFinding]) -> RenderableType:
    table = headed("", "entry", "problem", wrapped=["entry", "problem"])
    table.show_header = False
    before = ""
    for finding in findings:
        entry = finding.entry or say("pages.findings.the-file")
        problem = text(finding.problem)
        if finding.statement is not None:
            problem.append(f"  {finding.statement}", "dim")
        line = "" if finding.line is None else str(finding.line)
        row(table, text(line, "dim"), text("" if entry == before else entry, "bold"), problem)
        before = entry
    return part(file, table)


def _proven(report: CheckedSet) -> list[Text]:
    cited = sum(statement.section is not None for statement in report.statements)
    return [
        phrase("pages.findings.nothing-wrong", "bold green", title=report.title),
        phrase(
            "pages.findings.rules-hold"
            if report.is_held_to_all_rules
            else "pages.findings.statements-hold",
            total=len(report.statements),
            cited=cited,
            statements=len(report.statements) - cited,
        ),
        phrase("pages.findings.digest", "dim", digest=report.digest),
    ]


def _next(report: CheckedSet) -> list[Text]:
    unchecked = sum(statement.holds is None for statement in report.statements)
    seen = say(
        "pages.findings.problems",
        blanks=report.blanks,
        unreadable=report.unreadable,
        contradictions=report.contradictions,
    )
    lines = [text(seen, "bold red")]
    if unchecked:
        total = len(report.statements)
        lines.append(phrase("pages.findings.not-checked", statements=unchecked, total=total))
    if report.unreadable:
        lines.append(phrase("pages.findings.next-unreadable"))
    elif report.blanks:
        blank = Counter(found.file for found in report.findings if found.kind == "blank")
        files = ", ".join(f"{file} ({number})" for file, number in blank.items())
        lines.append(phrase("pages.findings.next-blanks", files=files))
    if report.contradictions:
        lines.append(phrase("pages.findings.contradictions"))
    return [*lines, phrase("pages.findings.check-again")]
