"""The verdict on a record, for people."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from msgspec import UNSET
from rich.console import Group, RenderableType
from rich.padding import Padding

from referee.api.batches import Summary
from referee.api.verdicts import (
    BrokenRule,
    Checked,
    CheckedGame,
    JudgedStatement,
    StatementCondition,
    UnreadableVerdict,
    Verdict,
)
from referee.cli.render.gaps import gap_lines
from referee.cli.render.layout import (
    at_place,
    cited_words,
    excerpt,
    one_line,
    part,
    phrase,
    place_line,
    problem_page,
    text,
)
from referee.core.public import moment_words
from referee.i18n import language
from referee.i18n.page_words import copy_words
from referee.i18n.speech import named, numeral, one_by_one, say, say_or, thing
from referee.records.judgement import Step
from referee.rulebook import RULES

# On what a verdict depends where a copy is partly read, for people --------------------------------
MOST_CONDITIONS: Final = 3
"""Of the lines of a game that are told with their conditions; nobody keeps more in mind."""

MOST_SETTLING: Final = 3


def condition_lines(verdict: Verdict) -> Iterator[RenderableType]:
    """Yield the first lines that depend on unread values, how many more, and what games tell."""
    for condition in verdict.conditions[:MOST_CONDITIONS]:
        yield from _condition(verdict.file, condition)
    if (more := len(verdict.conditions) - MOST_CONDITIONS) > 0:
        yield text(copy_words().say("verdicts", "more-conditions", n=more), "dim")
        yield ""
    if verdict.verdict == "conditional" and verdict.conditions:
        yield text(copy_words().verdicts["learn"], "dim")
        yield ""


def _condition(file: str, told: StatementCondition) -> Iterator[RenderableType]:
    place = at_place(file, told.line, told.column)
    yield place_line(place.append(copy_words().verdicts["conditional"]))
    yield one_line(text(f"  {told.statement}"))
    yield Padding(text(told.condition), (0, 0, 0, 2))
    says = [words for value in told.settled_by for words in value.says]
    if len(told.parts) != 1:
        # A single condition says already which value settles it.
        for words in says[:MOST_SETTLING]:
            yield Padding(text(words, "dim"), (0, 0, 0, 2))
    if told.open:
        yield Padding(text(copy_words().verdicts["unsaid"], "dim"), (0, 0, 0, 2))
    yield ""


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
    verdict = checked.verdict
    if isinstance(verdict, UnreadableVerdict):
        return Group(
            problem_page(verdict.file, verdict.problems),
            place_line(
                text(named(verdict.file, "")).append(say("pages.verdict.unreadable"), "bold red")
            ),
        )
    parts: list[RenderableType] = []
    for broken in verdict.header:
        parts += [
            phrase("pages.verdict.the-header", "bold", file=verdict.file),
            *rule_lines(broken),
            "",
        ]
    if isinstance(checked, CheckedGame) and checked.judgement.header_missing:
        parts.append(text(named(verdict.file, checked.judgement.header_missing.words())))
    if verdict.filled_in:
        words = say("pages.verdict.filled-in", file=verdict.file)
        parts.append(text(named(words, one_by_one(verdict.filled_in)), "dim"))
    for read in islice(verdict.read_as or (), MOST_SHOWN):
        words = say("pages.verdict.read-as", line=read.line, statement=read.statement)
        parts.append(text(named(verdict.file, words), "dim"))
    if isinstance(checked, CheckedGame):
        parts += _steps(checked)
    if verdict.given_up is not UNSET:
        words = say(f"pages.verdict.given-up-{verdict.given_up}", file=verdict.file)
        parts.append(text(words))
    parts += condition_lines(verdict)
    return Group(*parts, *gap_lines(verdict), *_proof(verdict), _summary(verdict))


def _steps(checked: CheckedGame) -> list[RenderableType]:
    """Return what was taken back, what broke a rule, and where the record leaves off."""
    verdict, judgement = checked.verdict, checked.judgement
    parts: list[RenderableType] = []
    taken_back = zip(verdict.taken_back, judgement.taken_back, strict=True)
    for told, step in islice(taken_back, MOST_SHOWN):
        parts.append(_taken_back(checked, told, step))
    parts += _more(len(verdict.taken_back), "taken-back")
    for told, step in islice(zip(verdict.faults, judgement.faults, strict=True), MOST_SHOWN):
        parts += _fault(checked, told, step, first=told is verdict.faults[0])
    parts += _more(len(verdict.faults), "faults")
    if verdict.open is not None and (last := judgement.open) is not None:
        parts += [_place(checked, verdict.open, last), excerpt(verdict.open.statement, 1)[0]]
        if last.missing is not None:
            parts.append(Padding(text(last.missing.words()), (0, 0, 0, 2)))
        parts.append("")
    return parts


def _more(found: int, what: str) -> list[RenderableType]:
    """Return how many of something are not shown, if any are not."""
    left = found - MOST_SHOWN
    if left <= 0:
        return []
    return [phrase(f"pages.verdict.more.{what}", "dim", n=left), ""]


def _proof(verdict: Verdict) -> list[RenderableType]:
    if verdict.proof is UNSET:
        return []
    parts: list[RenderableType] = []
    for found in verdict.proof.disagreements:
        parts += [
            phrase("pages.verdict.disagreement", "bold red", file=verdict.file, line=found.line),
            phrase("pages.verdict.own-fault"),
            phrase("pages.verdict.engine", engine=found.engine),
            phrase("pages.verdict.model", model=found.model),
            text(found.reproduced_by, "dim"),
        ]
    return parts or [
        phrase("pages.verdict.agreement", file=verdict.file, events=verdict.proof.events)
    ]


def _summary(verdict: Verdict) -> RenderableType:
    only_notes = verdict.verdict == "wrong-note"
    wrong = verdict.wrong_notes or only_notes
    notes = say("pages.verdict.wrong-notes", wrong=wrong) if wrong else ""
    told = []
    if only_notes:
        told.append(say("pages.verdict.rest-legal", events=verdict.events))
    elif verdict.verdict == "conditional":
        told.append(copy_words().say("verdicts", "summary-conditional", n=len(verdict.conditions)))
    elif verdict.verdict != "legal" and verdict.legal:
        told.append(say("pages.verdict.legal-so-far", legal=verdict.legal, events=verdict.events))
    if not verdict.finished and (only_notes or verdict.verdict == "legal"):
        told.append(say("pages.verdict.unfinished"))
    if verdict.verdict == "undecided" and verdict.tried is not None:
        told.append(say("pages.verdict.no-filling", tried=verdict.tried))
    elif verdict.open_gaps:
        told.append(say("pages.verdict.open-gaps", gaps=len(verdict.open_gaps)))
    illegal = sum(not fault.wrong_note for fault in verdict.faults)
    if illegal > 1:
        told.append(say("pages.verdict.illegal-lines", illegal=illegal))
    if notes and not only_notes:
        told.append(notes)
    # Some outcomes have a name and no sentence.
    key = verdict.verdict + ("-whatever" if verdict.unread else "")
    name = thing(verdict.verdict)
    outcome = notes if only_notes else say_or(name, f"pages.verdict.{key}", events=verdict.events)
    words = text(named(verdict.file, "")).append(outcome, STYLES[verdict.verdict])
    return place_line(words.append(one_by_one(("", *told)) if told else ""))


def _place(checked: CheckedGame, told: JudgedStatement, step: Step) -> RenderableType:
    place = at_place(checked.verdict.file, told.line, told.column)
    return place_line(place.append(moment_words(step.before, checked.game.colours)))


def _fault(
    checked: CheckedGame, told: JudgedStatement, step: Step, *, first: bool
) -> list[RenderableType]:
    parts: list[RenderableType] = [_place(checked, told, step), excerpt(told.statement, 1)[0]]
    for broken in told.violations[:MOST_SHOWN]:
        parts += rule_lines(broken)
    parts += _more(len(told.violations), "violations")
    if checked.kept_going and told.treatment is not None:
        debts = (
            say("pages.verdict.owes", colour=colour, debt=debt)
            for colour, debt in told.debts.items()
        )
        went_on = say(f"pages.verdict.turn-{told.treatment}")
        parts.append(text(one_by_one((went_on, *debts)), "dim"))
    if told.explain:
        parts.append(one_line(phrase("pages.verdict.see-explain", "dim", explain=told.explain)))
    if first and step.event is not None and not step.is_uncertain:
        # Only where a game goes wrong a table is drawn.
        from referee.cli.render.table import small_table  # noqa: PLC0415

        parts += [
            "",
            part(say("pages.verdict.table-before"), small_table(step.before, checked.game.colours)),
        ]
    else:
        parts.append("")
    return parts


def rule_lines(broken: BrokenRule) -> list[RenderableType]:
    """Return a broken rule: what was seen, what holds, and where the rulebook says so."""
    from rich.table import Table  # noqa: PLC0415 - a game without a fault is told without

    words = text(named(broken.name, ""), "dim").append_text(text(broken.message, "not dim"))
    cited = cited_words(RULES[broken.rule].citations)
    # What is too long for a line goes on under its beginning, beside the id.
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_row(text(broken.rule, "bold"), words)
    table.add_row("", text(f"{language().holds(RULES[broken.rule])} ({cited})", "dim"))
    return [Padding(table, (0, 0, 0, 2))]


def _taken_back(checked: CheckedGame, told: JudgedStatement, step: Step) -> RenderableType:
    if step.missing is not None:
        ruled = "undecided"
    elif told.wrong_note:
        ruled = "wrong-note"
    else:
        ruled = "illegal" if step.illegal else "legal"
    rules = tuple(broken.rule for broken in told.violations)
    note = phrase(f"pages.verdict.taken-back-{ruled}", "dim", rules=rules)
    return Group(_place(checked, told, step), note)


# Many verdicts counted, for people ----------------------------------------------------------------
def summary_page(summary: Summary) -> RenderableType:
    """Return how many games have which verdict, and of every broken rule the first place."""
    counted = {verdict: games for verdict, games in summary.verdicts.items() if games}
    counts = ", ".join(
        say("pages.tally.verdict", games=numeral(games), verdict=verdict)
        for verdict, games in counted.items()
    )
    total = sum(counted.values())
    head = phrase("pages.tally.total", "bold", games=total, counts=counts or thing("none"))
    if not summary.rules:
        return head
    # Lines, not a table: a place is to be copied whole, however long its path.
    parts: list[RenderableType] = []
    for rule, found in summary.rules.items():
        place = found.file if found.line is None else f"{found.file}:{found.line}"
        parts += [
            one_line(
                phrase("pages.tally.first-in", "bold", rule=rule, games=found.games, place=place)
            ),
            Padding(text(language().holds(RULES[rule])), (0, 0, 0, 8)),
        ]
    return Group(*parts, head)
