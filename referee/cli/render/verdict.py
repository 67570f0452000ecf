"""The verdict on a record, for people."""

from itertools import islice

from msgspec import UNSET
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from referee.api.broken_rules import BrokenRule
from referee.api.verdicts import (
    Checked,
    CheckedGame,
    JudgedStatement,
    Step,
    Verdict,
)
from referee.cli.render.conditions import condition_lines, conditions_words
from referee.cli.render.gaps import gap_lines
from referee.cli.render.layout import number_of, part, said
from referee.cli.render.problems import excerpt, one_line, place_words, problem_page
from referee.game.messages import language
from referee.game.messages.copies import copy_words
from referee.game.moment_words import moment_words
from referee.game.rulebook import RULES

STYLES = {
    "legal": "bold green",
    "illegal": "bold red",
    "wrong-note": "bold red",
    "conditional": "bold yellow",
    "undecided": "bold yellow",
}

MOST_SHOWN = 100
"""Of the faults of a game, and of what is wrong in one line; nobody reads more."""


def verdict_page(checked: Checked) -> RenderableType:
    """Return the verdict with every broken rule, its place and the table before."""
    if not isinstance(checked, CheckedGame):
        unreadable = checked.verdict
        return Group(
            problem_page(unreadable.file, unreadable.problems),
            one_line(said(f"{unreadable.file}: ").append("unreadable", "bold red")),
        )
    verdict, judgement = checked.verdict, checked.judgement
    parts: list[RenderableType] = []
    for broken in verdict.header:
        parts += [said(f"{verdict.file}: the header", "bold"), *rule_lines(broken), ""]
    if judgement.header_missing:
        parts.append(said(f"{verdict.file}: {judgement.header_missing.words()}"))
    if verdict.filled_in:
        words = f"{verdict.file}: left out and filled in, as nothing else was possible: "
        parts.append(said(words + "; ".join(verdict.filled_in), "dim"))
    taken_back = zip(verdict.taken_back, judgement.taken_back, strict=True)
    for told, step in islice(taken_back, MOST_SHOWN):
        parts.append(_taken_back(checked, told, step))
    parts += _more(len(verdict.taken_back), "turn that was taken back", "turns taken back")
    for told, step in islice(zip(verdict.faults, judgement.faults, strict=True), MOST_SHOWN):
        parts += _fault(checked, told, step, first=told is verdict.faults[0])
    parts += _more(len(verdict.faults), "line like these", "lines like these")
    if verdict.open is not None and judgement.open is not None:
        parts += _open(checked, verdict.open, judgement.open)
    parts += condition_lines(verdict)
    return Group(*parts, *gap_lines(verdict), *_proof(verdict), _summary(verdict))


def _more(found: int, one: str, many: str) -> list[RenderableType]:
    """Return how many of something are not shown, if any are not."""
    left = found - MOST_SHOWN
    if left <= 0:
        return []
    return [said(f"  {number_of(left, one, many)} more; --json tells all", "dim"), ""]


def _proof(verdict: Verdict) -> list[RenderableType]:
    if verdict.proof is UNSET:
        return []
    parts: list[RenderableType] = []
    for found in verdict.proof.disagreements:
        parts += [
            said(f"{verdict.file}:{found.line}: engine and model disagree", "bold red"),
            said("  This is a fault of the referee, not of your file; please report it with"),
            said("  the record below."),
            said(f"  engine: {found.engine}"),
            said(f"  model:  {found.model}"),
            said(found.reproduced_by, "dim"),
        ]
    agreed = number_of(verdict.proof.events, "event")
    return parts or [said(f"{verdict.file}: engine and model agree on {agreed}")]


def _summary(verdict: Verdict) -> RenderableType:
    only_notes = verdict.verdict == "wrong-note"
    notes = _wrong_notes(verdict.wrong_notes or only_notes)
    outcome = notes if only_notes else verdict.verdict
    words = said(f"{verdict.file}: ").append(outcome, STYLES[verdict.verdict])
    events = number_of(verdict.events, "event")
    unfinished = "" if verdict.finished else "; the game is not finished"
    if verdict.verdict in {"legal", "illegal"} and verdict.unread:
        words.append(f" {copy_words().verdicts['whatever']}")
    if verdict.verdict == "legal":
        words.append(f", {events}{unfinished}")
    elif only_notes:
        words.append(f"; all else is legal, {events}{unfinished}")
    elif verdict.verdict == "conditional":
        words.append(f"; {conditions_words(verdict)}")
    else:
        words.append(f"; the first {verdict.legal} of {events} are legal")
    words.append(_open_words(verdict))
    illegal = sum(not fault.wrong_note for fault in verdict.faults)
    if illegal > 1:
        words.append(f", {illegal} lines break rules")
    if notes and not only_notes:
        words.append(f"; {notes}")
    return one_line(words)


def _open_words(verdict: Verdict) -> str:
    """Return how much a record leaves open, in words; nothing if it leaves nothing."""
    if verdict.verdict == "undecided" and verdict.tried is not None:
        return f"; no way of filling the gaps was found in {verdict.tried:,} steps"
    found = len(verdict.open_gaps)
    return f"; {number_of(found, 'gap is', 'gaps are')} open" if found else ""


def _wrong_notes(wrong: int) -> str:
    """Return how many notes are wrong, in words; nothing if all are right."""
    if not wrong:
        return ""
    return "a note is wrong" if wrong == 1 else f"{wrong} notes are wrong"


def _place(checked: CheckedGame, told: JudgedStatement, step: Step) -> RenderableType:
    where = place_words(checked.verdict.file, told.line or 0, told.column or 0)
    when = moment_words(step.before, checked.game.colours)
    return one_line(said(f"{where}: ", "bold").append(when))


def _fault(
    checked: CheckedGame, told: JudgedStatement, step: Step, *, first: bool
) -> list[RenderableType]:
    parts: list[RenderableType] = [
        _place(checked, told, step),
        *excerpt(told.statement, 1)[:1],
    ]
    for broken in told.violations[:MOST_SHOWN]:
        parts += rule_lines(broken)
    parts += _more(len(told.violations), "thing is wrong here", "things are wrong here")
    if checked.kept_going and told.treatment is not None:
        owes = "".join(f"; {colour} owes {debt}" for colour, debt in told.debts.items())
        parts.append(said(f"  the turn was {told.treatment} to go on{owes}", "dim"))
    if told.explain:
        parts.append(one_line(said(f"  {told.explain} tells why", "dim")))
    if first and step.event is not None and not step.is_uncertain:
        # Only where a game goes wrong a table is drawn.
        from referee.cli.render.table import small_table  # noqa: PLC0415

        parts += ["", part("  the table before", small_table(step.before, checked.game.colours))]
    else:
        parts.append("")
    return parts


def rule_lines(broken: BrokenRule) -> list[RenderableType]:
    """Return a broken rule: what was seen, what holds, and where the rulebook says so."""
    words = said(f"{broken.name}: ", "dim").append_text(said(broken.message, "not dim"))
    cited = next(iter(broken.citations), "")
    # What is too long for a line goes on under its beginning, beside the id.
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_row(said(broken.rule, "bold"), words)
    table.add_row("", said(f"{language().holds(RULES[broken.rule])} ({cited})", "dim"))
    return [Padding(table, (0, 0, 0, 2))]


def _open(checked: CheckedGame, told: JudgedStatement, step: Step) -> list[RenderableType]:
    missing = [] if step.missing is None else [step.missing.words()]
    return [
        _place(checked, told, step),
        *excerpt(told.statement, 1)[:1],
        *(Padding(said(words), (0, 0, 0, 2)) for words in missing),
        "",
    ]


def _taken_back(checked: CheckedGame, told: JudgedStatement, step: Step) -> RenderableType:
    ruled = "illegal" if step.illegal else "legal"
    if told.wrong_note:
        ruled += ", but what was noted is wrong"
    if step.missing is not None:
        ruled = "undecided"
    rules = ", ".join(broken.rule for broken in told.violations)
    note = f"  taken back; as it was said it is {ruled}{f' ({rules})' if rules else ''}"
    return Group(_place(checked, told, step), said(note, "dim"))
