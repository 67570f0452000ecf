"""Which single thing, if somebody remembered it, would leave the fewest completions."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct

from referee.core.budget import Budget, BudgetExceeded
from referee.core.events import PrepareRound
from referee.core.ids import COMPANIES, Company, Seat
from referee.core.state import State
from referee.gaps.graph import Graph
from referee.gaps.lines import is_gap
from referee.records.quantities import TurnEnd, actual
from referee.records.record import SaidClaim

RememberedQuantity = Literal["cash", "track", "diamonds", "ink", "owner", "column", "book", "up"]

MOST_TABLES = 5_000
"""Questions about a line at which more tables are possible are not looked at."""

MOST_ANSWERS = 150_000
"""Answers on tables that are looked at altogether; the best question until then is asked."""


class Memory(Struct, frozen=True):
    """Something that people may remember of the table after a line."""

    place: int
    what: RememberedQuantity
    seat: Seat | None = None
    company: Company | None = None
    item: str | None = None
    """A region, a book, or the number of a column."""

    @property
    def claim(self) -> SaidClaim:
        """A claim about it, whose value is not known."""
        return SaidClaim(
            what=self.what, value=0, seat=self.seat, company=self.company, item=self.item
        )


class Settling(Struct, frozen=True):
    """A question, and how many completions are left by each answer."""

    question: Memory
    answers: Mapping[int, int]

    @property
    def left(self) -> float:
        """How many completions are left on average, if all are equally likely."""
        every = sum(self.answers.values())
        return sum(number * number for number in self.answers.values()) / every


def most_settling(graph: Graph, budget: Budget | None = None) -> Settling | None:
    """Return the question that leaves the fewest completions, the earliest of equal ones.

    None if no question settles anything. It is exact if all completions are known, and the best of
    the earlier questions if the budget does not suffice for all.
    """
    budget = Budget(MOST_ANSWERS) if budget is None else budget
    best: Settling | None = None
    last = len(graph.lines) - 1 if graph.start.alive else -1
    for place, line in enumerate(graph.lines[: last + 1]):
        # People can best remember gaps, ends of rounds, and the end.
        if not (place == last or is_gap(line.content) or isinstance(line.content, PrepareRound)):
            continue
        moments = [*islice(graph.moments(place), MOST_TABLES + 1)]
        if len(moments) > MOST_TABLES:
            continue
        for question in _questions(place, [moment.after for moment, _ in moments]):
            answers: Counter[int] = Counter()
            try:
                budget.add(len(moments))
            except BudgetExceeded:
                return best
            for moment, completions in moments:
                answers[answer(question, moment.after)] += completions
            found = Settling(question, answers)
            if len(answers) > 1 and (best is None or found.left < best.left):
                best = found
    return best


def _questions(place: int, tables: Sequence[State]) -> Iterator[Memory]:
    table = tables[0]
    for number in range(len(table.players)):
        seat = Seat(number)
        yield Memory(place, "cash", seat)
        for company in COMPANIES:
            yield Memory(place, "track", seat, company)
        yield Memory(place, "diamonds", seat)
        yield Memory(place, "ink", seat)
        yield Memory(place, "up", seat)
        visible = {
            frozenset((step, pile[-1]) for step, pile in enumerate(books) if pile)
            for books in {table.players[seat].books for table in tables}
        }
        open_places = frozenset.union(*visible) - frozenset.intersection(*visible)
        for book in sorted({book for _, book in open_places}):
            yield Memory(place, "book", seat, item=book)
    for region in table.setting.components.regions:
        yield Memory(place, "owner", item=region.id)
    for company, columns in zip(COMPANIES, table.bases, strict=True):
        for column in range(1, len(columns) + 1):
            yield Memory(place, "column", company=company, item=str(column))


def answer(question: Memory, table: State) -> int:
    """Return what the answer to a question is on a table, as a claim would say it."""
    return actual(TurnEnd(table, table), question.claim)
