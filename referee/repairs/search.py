"""The search for the likeliest slip: cheapest edits first, nearest to the first failure first."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain, count
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import Budget, BudgetExceeded
from referee.core.events import DealBooks, DealCards, Plan, PrepareRound, RefillBooks
from referee.core.state import State
from referee.engine import check_setting, initial
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of
from referee.repairs import line_edits
from referee.repairs.costs import Costs, Nearness, costs
from referee.repairs.sheet import Edit, RecordFrame, Row, Sheet, line_words
from referee.repairs.trial import Failure, Layer, judged, judged_with_unread, opening_layer, steps
from referee.repairs.word_edits import is_easily_written_for, meant_lines

DRAWS: Final = (DealCards, DealBooks, RefillBooks, PrepareRound)

REACH_OF_A_PLAN: Final = 40
"""Statements of a round in which a plan can turn out to be another one."""


class Version(Struct, frozen=True):
    """The record after some edits, judged as far as it is legal."""

    sheet: Sheet
    frame: RecordFrame
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


def _touches(version: Version, failure: Failure, edit: Edit) -> bool:
    """Return whether an edit brings in, or takes away, what the row names that fails later."""
    things = version.frame.vocabulary.things_in
    failed = things(version.rows[failure.at].text) if edit.at < failure.at else frozenset[str]()
    if not failed:
        return False
    # Only what differs is looked at: there are many edits, and most words stay as they are.
    new = {word for text in edit.texts for word in text.split()}
    rows = version.rows[edit.at : edit.at + edit.removed]
    old = {word for row in rows for word in row.text.split()}
    added, removed = (
        frozenset[str]().union(*map(things, words)) for words in (new - old, old - new)
    )
    return bool((added ^ removed) & failed)


@dataclass(frozen=True)
class Candidates:
    """The single edits of a version, which fails somewhere."""

    version: Version
    failure: Failure
    costs: Costs
    budget: Budget
    first_of_two: bool = False

    @cached_property
    def readable_from(self) -> int:
        """The row from which on all can be read."""
        rows = enumerate(self.version.rows)
        return max((at + 1 for at, row in rows if row.problems), default=0)

    def up_to(self, most: float) -> Iterator[Edit]:
        """Yield the edits up to a cost, cheapest first; a row is looked at when it is its turn."""
        number = count()
        waiting: list[tuple[float, int, Edit | Iterator[Edit]]] = []
        for least, edits in self._sources():
            if least <= most:
                heappush(waiting, (least, next(number), edits))
        while waiting:
            _, _, what = heappop(waiting)
            if isinstance(what, Edit):
                yield what
                continue
            for edit in what:
                if edit.cost <= most:
                    heappush(waiting, (edit.cost, next(number), edit))

    def _sources(self) -> Iterator[tuple[float, Iterator[Edit]]]:
        version, failure, costs = self.version, self.failure, self.costs
        # A line that cannot be read is none, whatever came before: it, or the line that it was
        # broken off from, is what has to be changed.
        first = max(0, failure.at - 1) if failure.why == "unreadable" else 0
        for at in range(min(failure.at, len(version.rows) - 1), first - 1, -1):
            row, failed = version.rows[at], version.rows[failure.at]
            near = Nearness(
                statements=failure.at - at,
                noted=failure.why == "wrong-note" and bool(failed.statement.claims),
                same_player=row.seat is not None and row.seat in failure.seats(failed),
                drawn=isinstance(row.said, DRAWS),
            )
            away = costs.of_distance(near)
            yield self._least(at, near), self._further(self._of_row(at), near)
            if version.layers:
                # Gaps are filled on tables, and there is none as long as values are unread.
                continue
            table = self._table(at)
            garbled = self._further(line_edits.garbled_line_edits(version.rows, at, table), near)
            if at >= self.readable_from and (
                at == failure.at or line_edits.may_be_lost_before(table.state, row)
            ):
                gaps = line_edits.lost_line_edits(version.rows, at, table)
                if at == failure.at and failure.says_too_little:
                    gaps = chain(gaps, line_edits.open_line_edits(version.rows, at, table))
                yield away + costs.kinds["lost-line"], self._further(gaps, near)
            if at + 1 >= self.readable_from and self._may_be_garbled(at):
                yield away + costs.kinds["garbled-line"], garbled
            elif at >= self.readable_from and self._may_have_taken_books(at):
                yield away + costs.kinds["lost-part"], garbled

    def _least(self, at: int, near: Nearness) -> float:
        """Return what the cheapest edit of a row can cost.

        Most rows name nothing that looks like what the failing row names. To bring that in, or to
        take it away, is dear there, and to do neither is as dear as the row is far.
        """
        costs = self.costs
        least = costs.least(readable=self.failure.why != "unreadable")
        plain = costs.of_distance(near) + least
        if at >= self.failure.at:
            return plain
        named = costs.of_distance(replace(near, same_name=True))
        return min(plain, named + (least if self._looks_like_it(at) else costs.kinds["other-name"]))

    def _looks_like_it(self, at: int) -> bool:
        things_in = self.version.frame.vocabulary.things_in
        failed = things_in(self.version.rows[self.failure.at].text)
        return any(
            is_easily_written_for(thing, other) or thing == other
            for thing in things_in(self.version.rows[at].text)
            for other in failed
        )

    def _may_be_garbled(self, at: int) -> bool:
        rows, failed = self.version.rows, self.failure.at
        planned = isinstance(rows[at].said, Plan) and rows[at].seat == rows[failed].seat
        return at == failed or (planned and failed - at <= REACH_OF_A_PLAN)

    def _may_have_taken_books(self, at: int) -> bool:
        """Return whether a row is the turn before a refill that is not due, or of other spaces."""
        turn, failed = self.version.rows[at], self.version.rows[self.failure.at]
        is_before = turn.seat is not None and at == self.failure.at - 1
        return is_before and isinstance(failed.said, RefillBooks)

    def _of_row(self, at: int) -> Iterator[Edit]:
        version, costs, failed = self.version, self.costs, self.failure.at
        row, vocabulary = version.rows[at], version.frame.vocabulary
        for cost, meant in meant_lines(row, version.tables[at], vocabulary, costs):
            yield Edit(at, 1, (meant.text,), meant.kind, cost)
        yield from line_edits.line_slips(version.rows, at, failed, costs, vocabulary)
        if at == failed:
            yield from line_edits.throughout_slips(version.rows, at, costs, vocabulary)
            if self.failure.why == "wrong-note":
                yield from self._results()

    def _results(self) -> Iterator[Edit]:
        version, failure = self.version, self.failure
        rows, at = version.rows, failure.at
        if failure.step is None:
            return
        yield from line_edits.result_edits(rows[at], at, failure.step, self.costs)
        if at >= self.readable_from and not version.layers:
            trial = steps(rows, at, version.tables[at], version.frame.colours, self.budget)
            yield from line_edits.all_result_edits(rows, at, trial, self.costs)

    def of_two_lines(self) -> Iterator[Edit]:
        """Yield the pairs of lines that may have been lost before the row that fails."""
        version, at = self.version, self.failure.at
        if not version.layers and at >= self.readable_from:
            pairs = line_edits.lost_pair_edits(version.rows, at, self._table(at))
            yield from self._further(pairs, Nearness(0))

    def _table(self, at: int) -> line_edits.GapTable:
        state, colours = self.version.tables[at], self.version.frame.colours
        return line_edits.GapTable(state, colours, self.costs, self.budget, self.first_of_two)

    def _further(self, edits: Iterable[Edit], near: Nearness) -> Iterator[Edit]:
        """Yield edits with what it costs that they stand away from the failure."""
        for edit in edits:
            touches = _touches(self.version, self.failure, edit)
            away = self.costs.of_distance(replace(near, same_name=True) if touches else near)
            yield replace(edit, cost=edit.cost + away)


# The search: cheapest edits first, nearest to the first failure first -----------------------------
Ended = Literal["exhausted", "stopped", "hopeless"]


class Searched(Struct, frozen=True):
    """What a search found, and whether it tried everything."""

    found: tuple[Version, ...]
    """The legal versions, likeliest first; none if the record itself is legal."""
    ended: Ended
    up_to: float
    """All single edits that cost no more than this were tried."""
    tried: int
    legal: bool = False
    first_after: float | None = None
    """Seconds until the first version was found."""
    singles_after: float | None = None
    """Seconds until all single edits were tried."""


class Repairing:
    """One search through the slips that may have been made in a record."""

    def __init__(self, sheet: Sheet, budget: Budget, *, edits: int = 2, top: int = 5) -> None:
        self.sheet = sheet
        self._budget = budget
        self._edits = edits
        self._top = top
        self._costs: Costs = costs()
        self._found: list[Version] = []
        self._said: set[Hashable] = set()
        """What the versions that were found say."""
        self._tried = 0
        self._up_to = 0.0
        self._first_after: float | None = None
        self._singles_after: float | None = None
        self.start: Version | None = None
        """The record as it is, once it was judged; None if its header says no game."""

    def search(self) -> Searched:
        """Return what was found when everything is tried or the budget is spent."""
        try:
            self.start = start = self.as_it_is()
            if start is not None and start.failure is None:
                return Searched((), "exhausted", self._costs.most, 0, legal=True)
            ended = self._all(start)
        except BudgetExceeded:
            ended = "stopped"
        return self.so_far(ended)

    def so_far(self, ended: Ended = "stopped") -> Searched:
        """Return what was found until now."""
        return Searched(
            found=tuple(sorted(self._found, key=lambda version: version.cost)),
            ended=ended,
            up_to=self._up_to,
            tried=self._tried,
            first_after=self._first_after,
            singles_after=self._singles_after,
        )

    def as_it_is(self, sheet: Sheet | None = None) -> Version | None:
        """Return the record, or another one, as it is; None if its header says no game."""
        sheet = sheet or self.sheet
        frame = sheet.frame
        if frame is None or sheet.begun_before_header:
            return None
        setting = setting_of(frame.header, frame.components)
        if isinstance(setting, Missing):
            return None
        if not frame.components.is_read:
            self._budget.exhaustive = False
            layer = opening_layer(setting, frame.components)
            trial = judged_with_unread(sheet.rows, 0, layer, frame, self._budget)
            return Version(
                sheet, frame, sheet.rows, trial.tables, trial.failure, layers=trial.layers
            )
        if any(check_setting(setting)):
            return None
        trial = judged(sheet.rows, 0, initial(setting), frame.colours, self._budget)
        return Version(sheet, frame, sheet.rows, trial.tables, trial.failure)

    def _all(self, start: Version | None) -> Ended:
        # A line that was broken in two may be two that cannot be read, and a word may have been
        # misread in many of them.
        if start and len({_blamed(r) for r in start.rows if r.problems}) > 2 * self._edits:
            return "hopeless"
        moved: list[Version] = []
        if start is not None:
            self._singles(start, moved)
        if not self._found:
            self._headers(start, moved)
        self._singles_after = self._budget.spent
        if self._edits > 1 and not self._found:
            if start is not None and start.failure is not None:
                candidates = Candidates(start, start.failure, self._costs, self._budget)
                for edit in candidates.of_two_lines():
                    self._try(start, edit)
            self._pairs(moved)
        return "exhausted"

    def _headers(self, start: Version | None, moved: list[Version]) -> None:
        sheet = self.sheet
        components = None if sheet.frame is None else sheet.frame.components
        slips = line_edits.header_slips(sheet.lines, sheet.header_problems, components)
        for slip in slips:
            self._tried += 1
            tried = self.as_it_is(sheet.with_line(slip.line, slip.text))
            if tried is None or (tried.failure is not None and not _is_later(tried, start)):
                continue
            cost = self._costs.of("header", len(slips))
            texts = () if slip.text is None else (slip.text,)
            edit = Edit(-1, 1, texts, "header", cost)
            found = replace(tried, edits=(edit,), cost=cost)
            if found.failure is None:
                self._keep(found)
            else:
                moved.append(found)

    def _pairs(self, moved: Sequence[Version]) -> None:
        """Try a second edit behind each first one that moved the failure, likeliest pairs first.

        Of first edits that come to the same table at the same row only the likeliest is taken.
        """
        number = count()
        waiting: list[tuple[float, int, Version, Iterator[Edit], Edit | None]] = []
        for version in _likeliest_of_each(moved):
            if version.failure is not None:
                room = min(self._costs.most_of_two - version.cost, self._costs.most)
                edits = Candidates(version, version.failure, self._costs, self._budget).up_to(room)
                promise = _promise(version) + self._costs.least(readable=False)
                heappush(waiting, (promise, next(number), version, edits, None))
        while waiting and len(self._found) < self._top:
            _, _, version, edits, edit = heappop(waiting)
            if edit is not None:
                self._try(version, edit)
            # Once a pair is found, others may not cost too much more than it.
            least = min((each.cost for each in self._found), default=self._costs.most_of_two)
            dearest = min(self._costs.most_of_two, least + self._costs.most_behind)
            following = next(edits, None)
            if following is not None and version.cost + following.cost <= dearest:
                promise = _promise(version) + following.cost
                heappush(waiting, (promise, next(number), version, edits, following))

    def _singles(self, start: Version, moved: list[Version]) -> None:
        """Try all edits of the record as it is; keep those that only move the failure."""
        if start.failure is None:
            return
        seen: set[tuple[int, tuple[str, ...], int]] = set()
        candidates = Candidates(
            start, start.failure, self._costs, self._budget, first_of_two=self._edits > 1
        )
        for edit in candidates.up_to(self._costs.most):
            key = (edit.at, edit.texts, edit.removed)
            if key in seen:
                continue
            seen.add(key)
            self._up_to = edit.cost
            if (tried := self._try(start, edit)) is not None:
                moved.append(tried)
        self._up_to = self._costs.most

    def _keep(self, version: Version) -> None:
        """Keep a legal version, unless one is known that says the same in other words."""
        if self._first_after is None:
            self._first_after = self._budget.spent
        said = version.outcome, tuple(row.statement for row in version.rows)
        if said not in self._said:
            self._said.add(said)
            self._found.append(version)

    def _try(self, version: Version, edit: Edit) -> Version | None:
        """Keep the version after an edit if it is legal; return it if it only fails later."""
        self._tried += 1
        failure, frame = version.failure, version.frame
        if failure is None:
            return None
        rows = version.sheet.edited(version.rows, edit)
        self._budget.tick()
        if rows is None:
            return None
        same = [row.statement for row in rows[edit.at : edit.at + len(edit.texts)]]
        before = [row.statement for row in version.rows[edit.at : edit.at + edit.removed]]
        if same == before:
            return None
        if version.layers:
            layer = version.layers[edit.at]
            trial = judged_with_unread(rows, edit.at, layer, frame, self._budget)
        else:
            table, edited = version.tables[edit.at], len(edit.texts)
            trial = judged(rows, edit.at, table, frame.colours, self._budget, edited)
        if trial.failure is not None and trial.failure.left >= failure.left:
            return None
        found = replace(
            version,
            rows=rows,
            tables=(*version.tables[: edit.at], *trial.tables),
            failure=trial.failure,
            edits=(*version.edits, edit),
            cost=version.cost + edit.cost,
            layers=(*version.layers[: edit.at], *trial.layers),
        )
        if found.failure is not None:
            return found
        self._keep(found)
        return None


def _likeliest_of_each(moved: Sequence[Version]) -> Iterator[Version]:
    """Yield of the versions that fail at the same row and table the likeliest."""
    seen: set[tuple[int, State]] = set()
    for version in sorted(moved, key=lambda version: version.cost):
        key = (0 if version.failure is None else version.failure.left, version.tables[-1])
        if version.layers or key not in seen:
            seen.add(key)
            yield version


def _blamed(row: Row) -> str:
    column = row.problems[0].at.column
    atoms = line_words(row.text).atoms
    return next((atom.text for atom in atoms if atom.begin < column <= atom.end), row.text)


def _is_later(version: Version, start: Version | None) -> bool:
    if start is None or start.failure is None or version.failure is None:
        return start is None
    return version.failure.left < start.failure.left


def _promise(version: Version) -> float:
    """Return the cost of a version, less for how far its failure was moved.

    The further an edit moved it, the less it can be chance that it did.
    """
    left = 0 if version.failure is None else version.failure.left
    return version.cost + left / 10
