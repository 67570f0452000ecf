"""The verdict on a record, for people and for programs."""

from msgspec import Struct, to_builtins
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from referee.cli.proving import Proof
from referee.cli.render.layout import number_of, part, said
from referee.cli.render.problems import excerpt, one_line, place_words, problem_data, problem_page
from referee.cli.render.table import moment_words, small_table
from referee.game.messages import language
from referee.game.rule import Violation
from referee.game.rulings import DEFAULT_RULINGS
from referee.transcript.going_on import treatment
from referee.transcript.judge import Judgement, Step
from referee.transcript.problems import Problem
from referee.transcript.record import Record
from referee.transcript.saying import statement_of
from referee.transcript.writing import line_of

STYLES = {
    "legal": "bold green",
    "illegal": "bold red",
    "wrong-note": "bold red",
    "undecided": "bold yellow",
}


MOST_SHOWN = 100
"""Of the faults of a game, and of what is wrong in one line; nobody reads more."""


class Checked(Struct, frozen=True):
    """A file that was looked at: unreadable with its problems, or judged."""

    file: str
    problems: tuple[Problem, ...] = ()
    record: Record | None = None
    judgement: Judgement | None = None
    kept_going: bool = False
    proof: Proof | None = None
    source: str = ""
    """How another command is told of the same record; nothing where none could read it."""

    @property
    def verdict(self) -> str:
        """The verdict in a word."""
        return self.judgement.outcome if self.judgement else "unreadable"

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players by seat."""
        return tuple(player.colour for player in self.record.header.players) if self.record else ()


def verdict_page(checked: Checked) -> RenderableType:
    """Return the verdict with every broken rule, its place and the table before."""
    judgement = checked.judgement
    if judgement is None:
        return Group(
            problem_page(checked.file, checked.problems),
            one_line(said(f"{checked.file}: ").append("unreadable", "bold red")),
        )
    parts: list[RenderableType] = []
    for violation in judgement.header:
        parts += [said(f"{checked.file}: the header", "bold"), *violation_lines(violation), ""]
    if judgement.header_missing:
        parts.append(said(f"{checked.file}: {judgement.header_missing.words()}"))
    if filled_in := _filled_in(checked, judgement):
        words = f"{checked.file}: left out and filled in, as nothing else was possible: "
        parts.append(said(words + "; ".join(filled_in), "dim"))
    for step in judgement.taken_back[:MOST_SHOWN]:
        parts.append(_taken_back(checked, step))
    parts += _more(len(judgement.taken_back), "turn that was taken back", "turns taken back")
    for step in judgement.faults[:MOST_SHOWN]:
        parts += _fault(checked, step, first=step is judgement.faults[0])
    parts += _more(len(judgement.faults), "line like these", "lines like these")
    if judgement.open is not None:
        parts += _open(checked, judgement.open)
    return Group(*parts, *_proof(checked), _summary(checked, judgement))


def _more(found: int, one: str, many: str) -> list[RenderableType]:
    """Return how many of something are not shown, if any are not."""
    left = found - MOST_SHOWN
    if left <= 0:
        return []
    return [said(f"  {number_of(left, one, many)} more; --json tells all", "dim"), ""]


def _filled_in(checked: Checked, judgement: Judgement) -> list[str]:
    """Return the statements that the record left out, as they would be written."""
    rulings = checked.record.header.rulings if checked.record else DEFAULT_RULINGS
    return [line_of(statement_of(event, rulings), checked.colours) for event in judgement.filled_in]


def _proof(checked: Checked) -> list[RenderableType]:
    if checked.proof is None:
        return []
    found = checked.proof.disagreements
    parts: list[RenderableType] = []
    for part_of in found:
        parts += [
            said(f"{checked.file}:{part_of.line}: engine and model disagree", "bold red"),
            said("  This is a fault of the referee, not of your file; please report it with"),
            said("  the record below."),
            said(f"  engine: {part_of.engine}"),
            said(f"  model:  {part_of.model}"),
            said(part_of.reproduced_by, "dim"),
        ]
    agreed = number_of(checked.proof.events, "event")
    if not found:
        parts.append(said(f"{checked.file}: engine and model agree on {agreed}"))
    return parts


def _summary(checked: Checked, judgement: Judgement) -> RenderableType:
    notes = _wrong_notes(judgement)
    only_notes = judgement.outcome == "wrong-note"
    verdict = notes if only_notes else judgement.outcome
    words = said(f"{checked.file}: ").append(verdict, STYLES[judgement.outcome])
    events = number_of(judgement.events, "event")
    unfinished = "" if judgement.finished else "; the game is not finished"
    if judgement.outcome == "legal":
        words.append(f", {events}{unfinished}")
    elif only_notes:
        words.append(f"; all else is legal, {events}{unfinished}")
    else:
        words.append(f"; the first {judgement.legal} of {events} are legal")
    if len(judgement.illegal) > 1:
        words.append(f", {len(judgement.illegal)} lines break rules")
    if notes and not only_notes:
        words.append(f"; {notes}")
    return one_line(words)


def _wrong_notes(judgement: Judgement) -> str:
    """Return how many notes are wrong, in words; nothing if all are right."""
    wrong = len(judgement.wrong_notes)
    if not wrong:
        return ""
    return "a note is wrong" if wrong == 1 else f"{wrong} notes are wrong"


def _line(checked: Checked, step: Step) -> RenderableType:
    place = step.statement.at
    where = place_words(checked.file, place.line, place.column)
    return one_line(said(f"{where}: ", "bold").append(moment_words(step.before, checked.colours)))


def _fault(checked: Checked, step: Step, *, first: bool) -> list[RenderableType]:
    parts: list[RenderableType] = [
        _line(checked, step),
        *excerpt(line_of(step.statement, checked.colours), 1)[:1],
    ]
    for violation in step.violations[:MOST_SHOWN]:
        parts += violation_lines(violation)
    parts += _more(len(step.violations), "thing is wrong here", "things are wrong here")
    if checked.kept_going and step.treatment is not None:
        owes = "".join(f"; {checked.colours[seat]} owes {debt}" for seat, debt in step.debts)
        parts.append(said(f"  the turn was {step.treatment} to go on{owes}", "dim"))
    if command := explain_command(checked, step):
        parts.append(one_line(said(f"  {command} tells why", "dim")))
    if first and step.event is not None:
        parts += ["", part("  the table before", small_table(step.before, checked.colours))]
    else:
        parts.append("")
    return parts


def explain_command(checked: Checked, step: Step) -> str | None:
    """Return the command that explains a fault, if there is one; not all moments have a number."""
    if not checked.source or not step.violations:
        return None
    state = step.before
    if state.phase == "actions":
        return f"referee explain {checked.source} --at {state.round}.{state.turn}"
    # Without a moment the first broken rule is explained, a wrong note only if nothing else is.
    judgement = checked.judgement
    if judgement is None or (step.misnoted and judgement.outcome != "wrong-note"):
        return None
    first = (judgement.illegal or judgement.faults)[:1]
    return f"referee explain {checked.source}" if step in first else None


def violation_lines(violation: Violation) -> list[RenderableType]:
    """Return a broken rule: what was seen, what holds, and where the rulebook says so."""
    rule = violation.rule
    words = said(f"{rule.name}: ", "dim").append_text(
        said(language().message(violation), "not dim")
    )
    cited = next((str(citation) for citation in rule.citations), "")
    # What is too long for a line goes on under its beginning, beside the id.
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_row(said(rule.id, "bold"), words)
    table.add_row("", said(f"{language().holds(rule)} ({cited})", "dim"))
    return [Padding(table, (0, 0, 0, 2))]


def _open(checked: Checked, step: Step) -> list[RenderableType]:
    return [
        _line(checked, step),
        *excerpt(line_of(step.statement, checked.colours), 1)[:1],
        *(Padding(said(words), (0, 0, 0, 2)) for words in _open_words(step)),
        "",
    ]


def _open_words(step: Step) -> list[str]:
    return [] if step.missing is None else [step.missing.words()]


def _taken_back(checked: Checked, step: Step) -> RenderableType:
    words = _line(checked, step)
    ruled = "illegal" if step.illegal else "legal"
    if step.misnoted:
        ruled += ", but what was noted is wrong"
    if step.missing is not None:
        ruled = "undecided"
    rules = ", ".join(violation.rule.id for violation in step.violations)
    note = f"  taken back; as it was said it is {ruled}{f' ({rules})' if rules else ''}"
    return Group(words, said(note, "dim"))


# Plain data --------------------------------------------------------------------------------------


def verdict_data(checked: Checked) -> dict[str, object]:
    """Return the verdict with the keys that the help of `check` names."""
    judgement = checked.judgement
    if judgement is None:
        problems = [problem_data(problem) for problem in checked.problems]
        return {"file": checked.file, "verdict": "unreadable", "problems": problems}
    return {
        "file": checked.file,
        "verdict": judgement.outcome,
        "finished": judgement.finished,
        "events": judgement.events,
        "legal": judgement.legal,
        "header": [violation_data(violation) for violation in judgement.header],
        "faults": [_step_data(checked, step) for step in judgement.faults],
        "open": None if judgement.open is None else _step_data(checked, judgement.open),
        "missing": list(judgement.header_missing.what) if judgement.header_missing else [],
        "write": list(judgement.header_missing.write) if judgement.header_missing else [],
        "wrong_notes": len(judgement.wrong_notes),
        "filled_in": _filled_in(checked, judgement),
        "taken_back": [_step_data(checked, step) for step in judgement.taken_back],
        **({} if checked.proof is None else {"proof": to_builtins(checked.proof)}),
    }


def _step_data(checked: Checked, step: Step) -> dict[str, object]:
    state = step.before
    seat = getattr(step.statement.said, "seat", None)
    return {
        "line": step.statement.at.line or None,
        "column": step.statement.at.column or None,
        "round": state.round,
        "turn": state.turn if state.phase == "actions" else None,
        "phase": state.phase,
        "player": None if seat is None else checked.colours[seat],
        "statement": line_of(step.statement, checked.colours),
        "violations": [violation_data(violation) for violation in step.violations],
        "wrong_note": step.misnoted,
        "missing": list(step.missing.what) if step.missing else [],
        "write": list(step.missing.write) if step.missing else [],
        "choices": step.missing.choices if step.missing else None,
        "explain": explain_command(checked, step),
        "treatment": step.treatment,
        "debts": {checked.colours[seat]: debt for seat, debt in step.debts},
    }


def violation_data(violation: Violation) -> dict[str, object]:
    """Return a broken rule with its sentence and what going on makes of it."""
    message = language().message(violation)
    return {
        **violation.as_dict(),
        "message": message,
        "keep_going": treatment(violation.rule) if violation.rule.kind == "legality" else None,
    }
