"""Judging rows with a set that is partly read: in every world that the unread values allow."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from referee.copies.judge import (
    WORK_OF_A_RECORD,
    Judging,
    StatementDecision,
    guard_of,
)
from referee.copies.worlds import GuardedWorld
from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.state import Setting
from referee.engine import initial
from referee.records.judgement import Step
from referee.records.record import FORMAT, Record
from referee.repairs.sheet import RecordFrame, Row
from referee.repairs.trial import Failure, Layer, Trial, Why

WORK_OF_A_STATEMENT: Final = 50
"""Steps of propagation that count as one statement of a plain record."""


def opening_layer(setting: Setting, components: ComponentSet) -> Layer:
    """Return the worlds in which a game can begin."""
    guard = guard_of(components, Budget(WORK_OF_A_RECORD))
    return (GuardedWorld(initial(setting), guard),)


def judged_with_unread(
    rows: Sequence[Row], first: int, layer: Layer, frame: RecordFrame, budget: Budget
) -> Trial:
    """Return how rows are judged from one of them on, in the worlds before it.

    What is legal on a condition is no failure: it can be what happened.
    """
    statements = tuple(row.statement for row in rows)
    work = Budget(WORK_OF_A_RECORD)
    judging = Judging(Record(format=FORMAT, header=frame.header, statements=statements), work)
    layers = [layer]
    failure = None
    for at in range(first, len(rows)):
        left = len(rows) - at
        if rows[at].problems:
            failure = Failure(at, "unreadable", left)
            break
        budget.tick()
        done = work.done
        found, following = judging.take(layers[-1], at)
        budget.add((work.done - done) // WORK_OF_A_STATEMENT)
        if why := _wrong(found, following):
            # It fails as if it had been judged at the first table.
            table = layers[-1][0].table
            step = Step(
                found.statement, table, table, violations=found.violations, missing=found.missing
            )
            failure = Failure(at, why, left, replace(step, misnoted=found.misnoted))
            break
        layers.append(following)
    tables = tuple(worlds[0].table for worlds in layers)
    return Trial(tables, failure, tuple(layers))


def _wrong(found: StatementDecision, following: Layer) -> Why | None:
    if found.statement.taken_back:
        return None
    if found.decision == "illegal":
        return "illegal"
    if found.decision == "wrong-note" or found.misnoted:
        return "wrong-note"
    return None if following else "open"
