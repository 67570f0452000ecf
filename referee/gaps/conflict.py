"""Why nothing fits: the fewest claims and statements that leave no way to fill the gaps."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import Budget
from referee.core.events import Event, Plan, RefillBooks
from referee.core.ids import SLOTS, CardId
from referee.core.state import State
from referee.core.turns import BLANK
from referee.engine import UnreadableEventError, check
from referee.engine.actions import TURNS
from referee.gaps.graph import Graph
from referee.gaps.lines import BlankRefill, Content, GapLine, is_exact, is_gap, seat_of
from referee.gaps.search import How, explore
from referee.gaps.stand_ins import World
from referee.records.quantities import actual
from referee.records.record import BlankTurn, SaidClaim
from referee.rulebook import RULES


class Blamed(Struct, frozen=True):
    """A claim, or what a line says without its claims."""

    place: int
    claim: SaidClaim | None = None


class Reason(Struct, frozen=True):
    """Why something does not go with all else that is blamed."""

    blamed: Blamed
    rules: tuple[str, ...] = ()
    """The ids of rules that a statement breaks, in rulebook order."""
    values: frozenset[int] = frozenset()
    """What the quantity of a claim can be instead."""


class Conflict(Struct, frozen=True):
    """Claims and statements that exclude each other, whatever happened in the gaps."""

    blamed: tuple[Blamed, ...]
    minimal: bool
    """No proper part of them does; False if that could not be found out within the budget."""
    reasons: tuple[Reason, ...] = ()
    """For each what it breaks or what it would have to be, given the others."""


def conflict(
    start: World, lines: Sequence[GapLine], budget: Budget, *, refills_written: bool
) -> Conflict:
    """Return a smallest conflict of a record that is known to have no completion."""
    return _Blaming(start, lines, budget, refills_written=refills_written).conflict()


PATIENCE = 12
"""With statements thought away a question may take so many times as long as finding the claims."""

FEWEST_STEPS = 3_000


def _others(blamed: Sequence[Blamed], one: Blamed) -> list[Blamed]:
    return [other for other in blamed if other != one]


class _Blaming:
    """The search for what is to blame."""

    def __init__(
        self, start: World, lines: Sequence[GapLine], budget: Budget, *, refills_written: bool
    ) -> None:
        self.start = start
        self.lines = lines
        self.budget = budget
        self.how = How(refills_written=refills_written)
        self.proved = True
        self.patience = budget.work
        """The most work for a single question."""
        gaps = (place for place, line in enumerate(lines) if is_gap(line.content))
        self.first = next(gaps, len(lines))

    def conflict(self) -> Conflict:
        """Return the fewest claims and statements, and why each is to blame.

        First the claims are found that do not go with all statements, which is as quick as it was
        to see that nothing fits; then the statements that these do not go with.
        """
        claims = [Blamed(at, claim) for at, line in enumerate(self.lines) for claim in line.claims]
        statements = tuple(
            Blamed(at)
            for at, line in enumerate(self.lines)
            if at >= self.first and blanked(line.content) is not None
        )
        before = self.budget.done
        wrong = quick_xplain(statements, claims, self.excludes, new=True)
        explained = [self._reason(each, [*statements, *_others(wrong, each)]) for each in wrong]
        quick = PATIENCE * max(FEWEST_STEPS, self.budget.done - before)
        if self.excludes(()):
            # The last line fits nothing that can have been before it.
            last = len(self.lines) - 1
            part = self.budget.part(1 / 4)
            graph = explore(self.start, self.lines[:last], part, self.how)
            self.budget.spend(part)
            tables = [node.world.table for node in graph.live_nodes() if node.place == last]
            content = self.lines[last].content
            rules = _rules(tables, content) if is_exact(content) else ()
            return Conflict((), minimal=True, reasons=(Reason(Blamed(last), rules=rules),))
        found = wrong
        if not self.excludes(wrong):
            self.patience = quick
            found = (*wrong, *quick_xplain(wrong, statements, self.excludes, new=False))
        blamed = tuple(sorted(found, key=lambda each: (each.place, each.claim is not None)))
        if self.proved:
            lines = [each for each in blamed if each.claim is None]
            explained += [self._reason(each, _others(blamed, each)) for each in lines]
        known = {reason.blamed: reason for reason in explained}
        reasons = tuple(known.get(each, Reason(each)) for each in blamed)
        return Conflict(blamed, self.proved, reasons)

    def excludes(self, kept: Sequence[Blamed]) -> bool:
        """Return whether these alone leave no way; False also if that is not known."""
        graph = self._explored(kept, replace(self.how, first_only=True))
        if graph.start.alive:
            return False
        self.proved = self.proved and graph.exhausted
        return graph.exhausted

    def _explored(self, kept: Sequence[Blamed], how: How) -> Graph:
        part = self.budget.part(1 / 4)
        part.work = min(part.work, self.patience)
        relaxed = [_relax(line, at, kept, self.first) for at, line in enumerate(self.lines)]
        graph = explore(self.start, relaxed, part, how)
        self.budget.spend(part)
        return graph

    def _reason(self, blamed: Blamed, others: Sequence[Blamed]) -> Reason:
        place, claim = blamed.place, blamed.claim
        content = self.lines[place].content
        graph = self._explored(others, self.how)
        moments = [moment for moment, _ in graph.moments(place)]
        if claim is not None and not graph.exhausted:
            # There may be values that were not found.
            return Reason(blamed)
        if claim is not None:
            return Reason(blamed, values=frozenset(actual(moment, claim) for moment in moments))
        if not is_exact(content):
            return Reason(blamed)
        return Reason(blamed, rules=_rules([moment.before for moment in moments], content))


def _rules(tables: Sequence[State], content: Content) -> tuple[str, ...]:
    event: Event = content  # type: ignore[assignment]
    broken: set[str] = set()
    for table in tables:
        with suppress(UnreadableEventError):
            broken.update([violation.rule.id for violation in check(table, event)])
    return tuple(rule for rule in RULES if rule in broken)


Item = TypeVar("Item")


def quick_xplain(
    kept: tuple[Item, ...],
    items: Sequence[Item],
    excluded: Callable[[Sequence[Item]], bool],
    *,
    new: bool,
) -> tuple[Item, ...]:
    """Return a smallest part of the items that together with what is kept excludes everything.

    An answer that is not known counts as "not excluded", so that the result may be larger than
    needed but is never too small.
    """
    if new and excluded(kept):
        return ()
    if len(items) <= 1:
        return tuple(items)
    half = len(items) // 2
    first, second = tuple(items[:half]), tuple(items[half:])
    of_second = quick_xplain((*kept, *first), second, excluded, new=bool(first))
    of_first = quick_xplain((*kept, *of_second), first, excluded, new=bool(of_second))
    return (*of_first, *of_second)


def _relax(line: GapLine, place: int, kept: Sequence[Blamed], first: int) -> GapLine:
    claims = tuple(claim for claim in line.claims if Blamed(place, claim) in kept)
    blank = blanked(line.content) if place >= first and Blamed(place) not in kept else None
    return GapLine(line.content if blank is None else blank, claims)


def blanked(content: Content) -> Content | None:
    """Return a line of which only is known that there was one; None if it stays as it is."""
    match content:
        case RefillBooks():
            return BlankRefill(certain=False)
        case Plan():
            return replace(content, slots=(CardId(BLANK),) * len(SLOTS))
        case _ if isinstance(content, TURNS):
            return BlankTurn(seat_of(content))
        case _:
            return None
