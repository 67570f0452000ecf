"""The answer to a record with gaps: whether it can be completed, how often, and what is certain."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from referee.game.events import Event
from referee.game.state import State
from referee.gaps.budget import Budget, OutOfBudgetError
from referee.gaps.conflict import Conflict, conflict
from referee.gaps.facts import Fact, shared
from referee.gaps.lines import Line
from referee.gaps.moves import Choice
from referee.gaps.search import Beam, Graph, Layer, explore, live_choices, some_completion
from referee.gaps.stand_ins import World
from referee.transcript.quantities import Moment, actual
from referee.transcript.said import SaidClaim

Answer = Literal["yes", "no", "unknown"]


class Completions(Struct, frozen=True, kw_only=True):
    """The ways to fill the gaps of a record, as far as they were found."""

    exists: Answer
    """Whether there is any; `no` only after all were tried."""
    number: int = 0
    """How many there are; draws that nobody took or named are not told apart."""
    exact: bool = False
    """All were found; else there are at least so many, and nothing else is certain."""
    choices: tuple[tuple[Choice, ...], ...] = ()
    """What can have happened in each line; without `exact` there may be more."""
    example: tuple[Event, ...] | None = None
    """The events of one completion, in their order."""
    table: State | None = None
    """The table after the example."""
    layers: tuple[Layer, ...] = ()
    """The worlds before each line and after the last that some completion passes through."""
    failed_at: int | None = None
    """The first line that no way of filling the gaps before it allows."""
    conflict: Conflict | None = None
    work: int = 0
    """How much was tried, in the unit of the budget."""

    def facts(self, place: int) -> tuple[Fact, ...]:
        """Return what every completion shares in a line; nothing is certain unless `exact`."""
        return shared(self.choices[place])

    def values(self, place: int, claim: SaidClaim) -> frozenset[int]:
        """Return the values that a quantity can have before a line, whatever the claim says.

        It must be a quantity of a table, and not of the turn that led to it.
        """
        worlds = (world.table for world in self.layers[place])
        return frozenset(actual(Moment(table, table), claim) for table in worlds)


BEAMS = (Beam(1, 40), Beam(12, 200), Beam(60, 2_000))
"""Searches for any completion, from narrow to wide, when there are too many to try all."""


def complete_record(
    start: State,
    lines: Sequence[Line],
    budget: Budget | None = None,
    *,
    refills_written: bool = False,
    explain: bool = True,
) -> Completions:
    """Return all ways to fill the gaps of a record that begins at a table.

    With `refills_written` a refill that no line tells was not made, unless nothing else could have
    been drawn.
    """
    budget = Budget() if budget is None else budget
    world = World(start)
    whole = budget.part(1 / 2)
    try:
        graph = explore(world, lines, whole, refills_written=refills_written)
    except OutOfBudgetError:
        budget.spend(whole)
        return _any(world, lines, budget, refills_written=refills_written)
    budget.spend(whole)
    if graph.reached == len(lines):
        return _found(graph, world, budget, exact=True)
    failed = lines[: graph.reached + 1]
    why = conflict(world, failed, budget, refills_written=refills_written) if explain else None
    return Completions(
        exists="no", exact=True, failed_at=graph.reached, conflict=why, work=budget.done
    )


def _found(graph: Graph, start: World, budget: Budget, *, exact: bool) -> Completions:
    layers = graph.layers(start)
    example = some_completion(graph, start, layers)
    live = tuple(
        {world: entry for world, entry in layer.items() if entry.completions} for layer in layers
    )
    return Completions(
        exists="yes",
        number=layers[0][start].completions,
        exact=exact,
        choices=tuple(live_choices(graph, layers)),
        example=None if example is None else example[0],
        table=None if example is None else example[1],
        layers=live,
        work=budget.done,
    )


def _any(
    start: World, lines: Sequence[Line], budget: Budget, *, refills_written: bool
) -> Completions:
    """Return a completion if a narrow search finds one; its failing proves nothing."""
    for beam in BEAMS:
        part = budget.part(1 / 2)
        try:
            graph = explore(start, lines, part, refills_written=refills_written, beam=beam)
        except OutOfBudgetError:
            continue
        finally:
            budget.spend(part)
        if graph.reached == len(lines):
            return _found(graph, start, budget, exact=False)
    return Completions(exists="unknown", work=budget.done)
