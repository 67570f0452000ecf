"""The model beside the engine: every event of a record judged by both."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

import model
from referee.engine.referee import check
from referee.game.component_set import ComponentSet
from referee.game.events import Claim, TakeBack
from referee.game.public import digest
from referee.transcript.completing import Missing
from referee.transcript.judge import Step, setting_of, walk
from referee.transcript.record import Record
from referee.transcript.writing import text_of


class Disagreement(Struct, frozen=True):
    """Where the two readings of the rules part: a fault of this software, not of the record."""

    line: int
    engine: str
    model: str
    reproduced_by: str
    """The record up to that line, in canonical notation."""


class Proof(Struct, frozen=True):
    """How many events both readings judged alike, and where they did not."""

    events: int
    disagreements: tuple[Disagreement, ...]


def prove(record: Record, components: ComponentSet) -> Proof:
    """Return what the model says to every event that the engine judged."""
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return Proof(0, ())
    events = 0
    found: list[Disagreement] = []
    for number, step in enumerate(walk(record, setting, keep_going=True), 1):
        if step.event is None or isinstance(step.event, Claim):
            continue
        events += 1
        for engine, other in _differences(step):
            so_far = replace(record, statements=record.statements[:number])
            line = step.statement.at.line or number
            found.append(Disagreement(line, engine, other, text_of(so_far)))
    return Proof(events, tuple(found))


def _differences(step: Step) -> Iterator[tuple[str, str]]:
    event = step.event
    if event is None or isinstance(event, Claim):
        return
    table = step.before
    broken = [violation.rule.id for violation in check(table, event)]
    verdict = model.legal(table, event)
    engine = f"illegal by {', '.join(broken)}" if broken else "legal"
    if verdict.outcome == "unknown":
        yield engine, f"undecided: {verdict.reason}"
    elif (verdict.outcome == "yes") != (not broken):
        said = "legal" if verdict.outcome == "yes" else f"illegal by {', '.join(verdict.core)}"
        yield engine, said
    elif not broken and not step.inserted and not isinstance(event, TakeBack):
        after = digest(model.effect(table, event))
        if step.counts and step.treatment is None and after != digest(step.after):
            yield f"table {digest(step.after)[:12]}", f"table {after[:12]}"
