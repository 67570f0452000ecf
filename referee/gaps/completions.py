"""The answer to a record with gaps: whether it can be completed, how often, and what is certain."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.game.events import Event
from referee.game.state import State
from referee.gaps.budget import WorkBudget
from referee.gaps.conflict import Conflict, conflict
from referee.gaps.graph import Graph, Stands, some_completion
from referee.gaps.lines import GapLine
from referee.gaps.moves import CountedChoice
from referee.gaps.open_places import OpenTable, open_table
from referee.gaps.questions import Settling, most_settling
from referee.gaps.scores import PossibleScores, scores
from referee.gaps.search import How, QuickAttempt, Search, explore
from referee.gaps.shared_facts import SharedField, shared
from referee.gaps.stand_ins import World
from referee.gaps.variation import Variation
from referee.notation.record import SaidClaim
from referee.transcript.quantities import TurnEnd, actual

Existence = Literal["yes", "no", "unknown"]


class Doubt(Struct, frozen=True):
    """A claim that its writer was not sure of, and what the rest of the record gives."""

    place: int
    claim: SaidClaim
    values: frozenset[int]
    """The values of the quantity in all completions that were found."""

    @property
    def possible(self) -> bool:
        """Whether the claim is right in some completion."""
        return self.claim.value in self.values


class Completions(Struct, frozen=True, kw_only=True):
    """The ways to fill the gaps of a record, as far as they were found."""

    exists: Existence
    """Whether there is any; `no` only after all were tried."""
    number: int = 0
    """How many there are; draws that nobody took or named are not told apart."""
    exact: bool = False
    """All were found; else there are at least so many, and nothing else is certain."""
    choices: tuple[tuple[CountedChoice, ...], ...] = ()
    """What can have happened in each line; without `exact` there may be more."""
    example: tuple[Event, ...] | None = None
    """The events of one completion, in their order."""
    example_lines: tuple[int, ...] = ()
    """The line that each event of the example belongs to, or before which nobody wrote it."""
    table: State | None = None
    """The table after the example."""
    failed_at: int | None = None
    """The first line that no way of filling the gaps before it allows."""
    conflict: Conflict | None = None
    work: int = 0
    """How much was tried, in the unit of the budget."""
    graph: Graph | None = None
    """The worlds and moves of the completions that were found."""

    def facts(self, place: int) -> tuple[SharedField, ...]:
        """Return what every completion shares in a line; nothing is certain unless `exact`."""
        return shared(self.choices[place])

    def ways_left(self, place: int) -> int:
        """Return how many different things can have happened in a line, draws left out."""
        return len(self.choices[place])

    def moments(self, place: int) -> tuple[tuple[TurnEnd, int], ...]:
        """Return the tables around a line, each with how many completions have it there."""
        return () if self.graph is None else tuple(self.graph.moments(place))

    def worlds(self, place: int) -> tuple[World, ...]:
        """Return the worlds that are possible before a line, or after the last."""
        if self.graph is None:
            return ()
        if not place:
            return (self.graph.start.world,)
        return tuple(dict.fromkeys(world for _, world, _ in self.graph.around(place - 1)))

    def table_before(self, place: int) -> OpenTable:
        """Return the table before a line, or after the last, with what is open on it."""
        return open_table(self.worlds(place))

    def standing(self, stands: Stands) -> tuple[tuple[World, ...], bool]:
        """Return the worlds of a moment, and whether every completion comes to it."""
        return ((), False) if self.graph is None else self.graph.standing(stands)

    def scores(self) -> PossibleScores:
        """Return what the pads show after the last line, and who wins."""
        return scores(world.table for world in self.worlds(len(self.choices)))

    def ask(self) -> Settling | None:
        """Return the question whose answer would leave the fewest completions."""
        return None if self.graph is None else most_settling(self.graph)

    def values(self, place: int, claim: SaidClaim) -> frozenset[int]:
        """Return the values that a quantity can have after a line, whatever the claim says."""
        return frozenset(actual(moment, claim) for moment, _ in self.moments(place))

    def doubts(self) -> tuple[Doubt, ...]:
        """Return for each doubtful claim the values that its quantity can have."""
        lines = () if self.graph is None else self.graph.lines
        return tuple(
            Doubt(place, claim, self.values(place, claim))
            for place, line in enumerate(lines)
            for claim in line.doubtful
        )


ATTEMPTS = 10_000
"""Quick searches for any completion at most; the budget ends them before."""

FIRST_ATTEMPT = 3_000
"""The work of the first of them; every other one may do a little more than the one before."""


def complete_record(
    start: State,
    lines: Sequence[GapLine],
    budget: WorkBudget | None = None,
    *,
    refills_written: bool = False,
    explain: bool = True,
) -> Completions:
    """Return all ways to fill the gaps of a record that begins at a table.

    With `refills_written` a refill that no line tells was not made, unless nothing else could have
    been drawn.
    """
    budget = WorkBudget() if budget is None else budget
    world = World(start)
    how = How(refills_written=refills_written)
    part = budget.part(SEARCHING)
    search = Search(world, lines, part, how)
    graph = search.run(UNTIL_FOUND)
    budget.spend(part)
    quick = None
    if not graph.start.alive and not graph.exhausted:
        searched = budget.done
        quick = _any(world, lines, budget, refills_written=refills_written)
        part.leave(budget.done - searched)
        if search.given_up:
            search = Search(world, lines, part, how)
        # Where one is known it is not worth as much to know them all.
        graph = search.run(None if quick is None else GOING_ON)
        budget.spend(part)
    if search.filler.unsettled:
        # The table differs in something unknown, which everything behind it may depend on.
        graph.exhausted = False
    if graph.start.alive:
        return _found(graph, budget)
    if quick is not None:
        return _found(quick, budget)
    if not graph.exhausted:
        return Completions(exists="unknown", work=budget.done)
    failing = _first_failing(world, lines, graph.reached, budget, how)
    failed = lines[: failing + 1]
    why = conflict(world, failed, budget, refills_written=refills_written) if explain else None
    return Completions(exists="no", exact=True, failed_at=failing, conflict=why, work=budget.done)


def _first_failing(
    start: World, lines: Sequence[GapLine], reached: int, budget: WorkBudget, how: How
) -> int:
    """Return the first line up to which no completion exists, which is known of all lines.

    A search looks ahead, and may end before the line that is at fault for it.
    """
    first = replace(how, first_only=True)
    low, high = reached, len(lines) - 1
    ahead = 0
    while low < high:
        # Mostly it is the line that was reached, or one soon after it.
        middle = min(low + ahead, (low + high) // 2)
        part = budget.part(FINDING)
        graph = explore(start, lines[: middle + 1], part, first)
        budget.spend(part)
        if graph.start.alive:
            low, ahead = middle + 1, 2 * ahead + 1
        elif graph.exhausted:
            high = middle
        else:
            # Too many lines may be told, and never too few.
            break
    return high


FINDING = 3 / 4
"""The share of what is left of the budget for each step to the line that fails."""


SEARCHING = 9 / 10
"""The share of the budget for the search; counting what it found takes time as well."""

UNTIL_FOUND = 1 / 2
"""The share of the budget for the search for all completions, as long as it has not found any,
before quick attempts at finding one."""

GOING_ON = 1 / 2
"""The share of what is left then for the search for all, if an attempt has found one."""

ATTEMPTING = 1 / 2
"""The share of what is left then for the attempts, before the search for all goes on to its end."""


def _found(graph: Graph, budget: WorkBudget) -> Completions:
    example = some_completion(graph)
    return Completions(
        exists="yes",
        number=graph.completions,
        exact=graph.exhausted,
        choices=tuple(graph.choices()),
        example=None if example is None else tuple(event for _, event in example[0]),
        example_lines=() if example is None else tuple(place for place, _ in example[0]),
        table=None if example is None else example[1],
        work=budget.done,
        graph=graph,
    )


def _any(
    start: World, lines: Sequence[GapLine], budget: WorkBudget, *, refills_written: bool
) -> Graph | None:
    """Return a completion if a quick search finds one; its failing proves nothing.

    Many short searches in a changing order find one sooner than a long one that began badly, and
    of long gaps a way that is changed until it fits.
    """
    attempting = budget.part(ATTEMPTING)
    variation = Variation(start, lines, refills_written=refills_written)
    graph = None
    for number in range(ATTEMPTS):
        part = attempting.part(1.0)
        part.work = min(part.work, FIRST_ATTEMPT + number * FIRST_ATTEMPT // 8)
        if number % 2:
            graph = variation.run(part)
        else:
            graph = _quick_search(start, lines, part, number // 2, refills_written=refills_written)
        attempting.spend(part)
        if graph is not None or attempting.is_spent():
            break
    budget.spend(attempting)
    return graph


def _quick_search(
    start: World,
    lines: Sequence[GapLine],
    budget: WorkBudget,
    number: int,
    *,
    refills_written: bool,
) -> Graph | None:
    attempt = QuickAttempt(
        number if number > 1 else None, 100 if number % 2 else 1_000, leaps=number % 3 != 1
    )
    how = How(refills_written=refills_written, attempt=attempt, first_only=True)
    graph = explore(start, lines, budget, how)
    return graph if graph.start.alive else None
