"""The edits of a record in the order in which they are tried: cheapest first."""

from collections.abc import Callable, Hashable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import Budget
from referee.core.events import DealBooks, DealCards, Plan, PrepareRound, RefillBooks
from referee.core.state import State
from referee.repairs.costs import Costs, Nearness
from referee.repairs.line_edits import all_result_edits, line_slips, result_edits, throughout_slips
from referee.repairs.lost_lines import (
    GapTable,
    garbled_line_edits,
    lost_line_edits,
    lost_pair_edits,
    may_be_lost_before,
    open_line_edits,
)
from referee.repairs.sheet import Edit, Row, Sheet
from referee.repairs.trial import Failure, Layer, steps
from referee.repairs.word_edits import is_easily_written_for, meant_lines

Edits = Callable[[], Iterator[Edit]]

DRAWS: Final = (DealCards, DealBooks, RefillBooks, PrepareRound)

REACH_OF_A_PLAN: Final = 40
"""Statements of a round in which a plan can turn out to be another one."""


class Version(Struct, frozen=True):
    """The record after some edits, judged as far as it is legal."""

    sheet: Sheet
    rows: tuple[Row, ...]
    tables: tuple[State, ...]
    """The tables before each row up to the first failure, and the last one."""
    failure: Failure | None
    edits: tuple[Edit, ...] = ()
    cost: float = 0.0
    layers: tuple[Layer, ...] = ()
    """With a set that is partly read the worlds in place of each table; the tables are examples."""

    @property
    def outcome(self) -> Hashable:
        """What tells it from versions that come to something else."""
        return tuple(row.statement for row in self.rows) if self.layers else self.tables[-1]


def _row_nearness(version: Version, failure: Failure, at: int) -> Nearness:
    row, failed = version.rows[at], version.rows[failure.at]
    return Nearness(
        statements=failure.at - at,
        noted=failure.why == "wrong-note" and bool(failed.statement.claims),
        same_player=row.seat is not None and row.seat in failure.seats(failed),
        drawn=isinstance(row.said, DRAWS),
    )


def _touches(version: Version, failure: Failure, edit: Edit) -> bool:
    """Return whether an edit brings in, or takes away, what the row names that fails later."""
    frame = version.sheet.frame
    if frame is None or edit.at >= failure.at:
        return False
    failed = frame.vocabulary.things_in(version.rows[failure.at].text)
    if not failed:
        return False
    # Only what differs is looked at: there are many edits, and most words stay as they are.
    new = {word for text in edit.texts for word in text.split()}
    rows = version.rows[edit.at : edit.at + edit.removed]
    old = {word for row in rows for word in row.text.split()}
    things = frame.vocabulary.things_in
    added, removed = (
        frozenset[str]().union(*map(things, words)) for words in (new - old, old - new)
    )
    return bool((added ^ removed) & failed)


class Candidates:
    """The single edits of a version, which fails somewhere."""

    def __init__(
        self,
        version: Version,
        failure: Failure,
        costs: Costs,
        budget: Budget,
        *,
        first_of_two: bool = False,
    ) -> None:
        self._version = version
        self._failure = failure
        self._costs = costs
        self._budget = budget
        self._first_of_two = first_of_two
        self._readable_from = max(
            (at + 1 for at, row in enumerate(version.rows) if row.problems), default=0
        )

    def up_to(self, most: float) -> Iterator[Edit]:
        """Yield the edits up to a cost, cheapest first; a row is looked at when it is its turn."""
        number = count()
        waiting: list[tuple[float, int, Edit | Edits]] = []
        for least, edits in self._sources():
            if least <= most:
                heappush(waiting, (least, next(number), edits))
        while waiting:
            _, _, what = heappop(waiting)
            if isinstance(what, Edit):
                yield what
                continue
            for edit in what():
                if edit.cost <= most:
                    heappush(waiting, (edit.cost, next(number), edit))

    def _sources(self) -> Iterator[tuple[float, Edits]]:
        """Yield what there is to look at, with the cost of the cheapest edit it can have."""
        failure, costs = self._failure, self._costs
        # A line that cannot be read is none, whatever came before: it, or the line that it was
        # broken off from, is what has to be changed.
        first = max(0, failure.at - 1) if failure.why == "unreadable" else 0
        for at in range(min(failure.at, len(self._version.rows) - 1), first - 1, -1):
            near = _row_nearness(self._version, failure, at)
            away = costs.of_distance(near)
            yield self._least(at, near), self._of_row(at, near)
            if self._version.layers:
                # Gaps are filled on tables, and there is none as long as values are unread.
                continue
            if at >= self._readable_from and self._may_follow_a_gap(at):
                yield away + costs.kinds["lost-line"], self._gaps(at, near)
            if at + 1 >= self._readable_from and self._may_be_garbled(at):
                yield away + costs.kinds["garbled-line"], self._garbled(at, near)
            elif at >= self._readable_from and self._may_have_taken_books(at):
                yield away + costs.kinds["lost-part"], self._garbled(at, near)

    def _least(self, at: int, near: Nearness) -> float:
        """Return what the cheapest edit of a row can cost.

        Most rows name nothing that looks like what the failing row names. To bring that in, or to
        take it away, is dear there, and to do neither is as dear as the row is far.
        """
        costs = self._costs
        least = costs.least(readable=self._failure.why != "unreadable")
        plain = costs.of_distance(near) + least
        if at >= self._failure.at:
            return plain
        named = costs.of_distance(replace(near, same_name=True))
        return min(plain, named + (least if self._looks_like_it(at) else costs.kinds["other-name"]))

    def _looks_like_it(self, at: int) -> bool:
        """Return whether a row names what the failing one names, or something that looks so."""
        frame = self._version.sheet.frame
        if frame is None:
            return True
        things_in = frame.vocabulary.things_in
        failed = things_in(self._version.rows[self._failure.at].text)
        return any(
            is_easily_written_for(thing, other) or thing == other
            for thing in things_in(self._version.rows[at].text)
            for other in failed
        )

    def _may_be_garbled(self, at: int) -> bool:
        """Return whether a row is the one that fails, or the plan of the one that fails."""
        rows, failed = self._version.rows, self._failure.at
        planned = isinstance(rows[at].said, Plan) and rows[at].seat == rows[failed].seat
        return at == failed or (planned and failed - at <= REACH_OF_A_PLAN)

    def _may_have_taken_books(self, at: int) -> bool:
        """Return whether a row is the turn before a refill that is not due, or of other spaces."""
        failed = self._version.rows[self._failure.at]
        turn = self._version.rows[at].seat is not None
        return turn and at == self._failure.at - 1 and isinstance(failed.said, RefillBooks)

    def _may_follow_a_gap(self, at: int) -> bool:
        table = self._version.tables[at]
        return at == self._failure.at or may_be_lost_before(table, self._version.rows[at])

    def _of_row(self, at: int, near: Nearness) -> Edits:
        def edits() -> Iterator[Edit]:
            version, costs = self._version, self._costs
            frame, row = version.sheet.frame, version.rows[at]
            if frame is None:
                return
            for cost, meant in meant_lines(row, version.tables[at], frame.vocabulary, costs):
                yield self._further(Edit(at, 1, (meant.text,), meant.kind, cost), near)
            failed = self._failure.at
            for edit in line_slips(version.rows, at, failed, costs, frame.vocabulary):
                yield self._further(edit, near)
            if at == self._failure.at:
                for edit in throughout_slips(version.rows, at, costs, frame.vocabulary):
                    yield self._further(edit, near)
            if at == self._failure.at and self._failure.why == "wrong-note":
                for edit in self._results():
                    yield self._further(edit, near)

        return edits

    def _results(self) -> Iterator[Edit]:
        version, failure = self._version, self._failure
        frame, rows, at = version.sheet.frame, version.rows, failure.at
        if frame is None or failure.step is None:
            return
        yield from result_edits(rows[at], at, failure.step, self._costs)
        if at >= self._readable_from and not version.layers:
            trial = steps(rows, at, version.tables[at], frame.colours, self._budget)
            yield from all_result_edits(rows, at, trial, self._costs)

    def _garbled(self, at: int, near: Nearness) -> Edits:
        def edits() -> Iterator[Edit]:
            frame = self._version.sheet.frame
            if frame is not None:
                table = self._table(at, frame.colours)
                for edit in garbled_line_edits(self._version.rows, at, table):
                    yield self._further(edit, near)

        return edits

    def _gaps(self, at: int, near: Nearness) -> Edits:
        def edits() -> Iterator[Edit]:
            version, rows = self._version, self._version.rows
            frame = version.sheet.frame
            if frame is None:
                return
            table = self._table(at, frame.colours)
            for edit in lost_line_edits(rows, at, table):
                yield self._further(edit, near)
            if at == self._failure.at and self._failure.says_too_little:
                for edit in open_line_edits(rows, at, table):
                    yield self._further(edit, near)

        return edits

    def of_two_lines(self) -> Iterator[Edit]:
        """Yield the pairs of lines that may have been lost before the row that fails."""
        version, at = self._version, self._failure.at
        if version.sheet.frame is None or version.layers or at < self._readable_from:
            return
        for edit in lost_pair_edits(version.rows, at, self._table(at, version.sheet.frame.colours)):
            yield self._further(edit, Nearness(0))

    def _table(self, at: int, colours: tuple[str, ...]) -> GapTable:
        state = self._version.tables[at]
        return GapTable(state, colours, self._costs, self._budget, self._first_of_two)

    def _further(self, edit: Edit, near: Nearness) -> Edit:
        """Return an edit with what it costs that it stands away from the failure."""
        if _touches(self._version, self._failure, edit):
            near = replace(near, same_name=True)
        return replace(edit, cost=edit.cost + self._costs.of_distance(near))
