"""The search for the likeliest slip: cheapest edits first, nearest to the first failure first."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.engine import check_setting, initial
from referee.game.setting import Setting
from referee.game.state import State
from referee.repairs.budget import Budget, SpentError
from referee.repairs.costs import Costs, costs
from referee.repairs.header_edits import header_slips
from referee.repairs.line_edits import line_slips
from referee.repairs.lost_lines import Table, lost_line_edits, open_line_edits
from referee.repairs.results import result_edits
from referee.repairs.sheet import Edit, Row, Sheet
from referee.repairs.trial import Failure, Trial, judged
from referee.repairs.word_edits import meant_lines
from referee.transcript.completion import Missing
from referee.transcript.judge import setting_of

Ended = Literal["exhausted", "stopped", "hopeless"]

REACH_OF_GAPS: Final = 4
"""Statements before the first failure at which a line may have been lost."""


class Version(Struct, frozen=True):
    """The record after some edits, judged as far as it is legal."""

    sheet: Sheet
    rows: tuple[Row, ...]
    tables: tuple[State, ...]
    """The tables before each row up to the first failure, and the last one."""
    failure: Failure | None
    edits: tuple[Edit, ...] = ()
    cost: float = 0.0


class Searched(Struct, frozen=True):
    """What a search found, and whether it tried everything."""

    found: tuple[Version, ...]
    """The legal versions, likeliest first; none if the record itself is legal."""
    ended: Ended
    up_to: float
    """All single edits that cost no more than this were tried."""
    tried: int
    legal: bool = False
    """The record itself is legal."""
    first_after: float | None = None
    """Seconds until the first version was found."""
    singles_after: float | None = None
    """Seconds until all single edits were tried."""


class Repairing:
    """One search through the slips that may have been made in a record."""

    def __init__(self, sheet: Sheet, budget: Budget, *, edits: int = 2, top: int = 5) -> None:
        self._sheet = sheet
        self._budget = budget
        self._edits = edits
        self._top = top
        self._costs: Costs = costs()
        self._found: list[Version] = []
        self._tried = 0
        self._up_to = 0.0
        self._first_after: float | None = None
        self._singles_after: float | None = None

    def search(self) -> Searched:
        """Return what was found until everything is tried or the budget is spent."""
        try:
            start = self.as_it_is()
            if start is not None and start.failure is None:
                return Searched((), "exhausted", self._costs.most, 0, legal=True)
            ended = self._all(start)
        except SpentError:
            ended = "stopped"
        found = sorted(self._found, key=lambda version: version.cost)
        return Searched(
            found=tuple(found),
            ended=ended,
            up_to=self._up_to,
            tried=self._tried,
            first_after=self._first_after,
            singles_after=self._singles_after,
        )

    # The record as it is ---------------------------------------------------------------------

    def as_it_is(self) -> Version | None:
        """Return the record as it is; None if its header says no game."""
        return self._judged(self._sheet)

    def _judged(self, sheet: Sheet) -> Version | None:
        frame = sheet.frame
        if frame is None or sheet.begun_before_header:
            return None
        setting = setting_of(frame.header, frame.components)
        if isinstance(setting, Missing) or any(check_setting(setting)):
            return None
        trial = judged(sheet.rows, 0, _opening(setting), frame.colours, self._budget)
        return Version(sheet, sheet.rows, trial.tables, trial.failure)

    # All slips ---------------------------------------------------------------------------------

    def _all(self, start: Version | None) -> Ended:
        unread = 0 if start is None else sum(bool(row.problems) for row in start.rows)
        if unread > self._edits:
            return "hopeless"
        moved: list[Version] = []
        if start is not None:
            self._singles(start, self._costs.most, moved, last=unread <= 1)
        if not self._found:
            self._headers(start, moved)
        self._singles_after = self._budget.spent
        if self._edits > 1 and not self._found:
            self._pairs(moved)
        return "exhausted"

    def _headers(self, start: Version | None, moved: list[Version]) -> None:
        """Try what may have been meant by a line of the header."""
        sheet = self._sheet
        components = None if sheet.frame is None else sheet.frame.components
        slips = header_slips(sheet.lines, sheet.header_problems, components)
        for slip in slips:
            self._tried += 1
            tried = self._judged(sheet.with_line(slip.line, slip.text))
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

    def _pairs(self, moved: list[Version]) -> None:
        """Try a second edit behind each first one that moved the failure, likeliest first."""
        # The further an edit moved the failure, the less it can be chance that it did.
        moved.sort(key=_promise)
        for version in moved:
            if len(self._found) >= self._top:
                return
            room = self._costs.most_of_two - version.cost
            self._singles(version, min(room, self._costs.most), None, last=True)

    def _singles(
        self, version: Version, most: float, moved: list[Version] | None, *, last: bool
    ) -> None:
        """Try all edits of a version up to a cost; keep those that only move the failure."""
        seen: set[tuple[int, tuple[str, ...], int]] = set()
        for edit in self._edits_of(version, most):
            key = (edit.at, edit.texts, edit.removed)
            if key in seen:
                continue
            seen.add(key)
            self._tried += 1
            if not version.edits:
                self._up_to = edit.cost
            tried = self._try(version, edit)
            if tried is None:
                continue
            if tried.failure is None and last:
                self._keep(tried)
            elif moved is not None:
                moved.append(tried)
        if not version.edits:
            self._up_to = most

    def _keep(self, version: Version) -> None:
        if self._first_after is None:
            self._first_after = self._budget.spent
        self._found.append(version)

    def _try(self, version: Version, edit: Edit) -> Version | None:
        """Return the version after an edit, if it fails later than before or not at all."""
        failure, frame = version.failure, version.sheet.frame
        if failure is None or frame is None:
            return None
        rows = version.sheet.edited(version.rows, edit)
        self._budget.tick()
        if rows is None:
            return None
        same = [row.statement for row in rows[edit.at : edit.at + len(edit.texts)]]
        before = [row.statement for row in version.rows[edit.at : edit.at + edit.removed]]
        if same == before:
            return None
        trial = judged(rows, edit.at, version.tables[edit.at], frame.colours, self._budget)
        if trial.failure is not None and trial.failure.left >= failure.left:
            return None
        return _after(version, edit, rows, trial)

    # The order in which they are tried -----------------------------------------------------------

    def _edits_of(self, version: Version, most: float) -> Iterator[Edit]:
        """Yield the edits of a version, cheapest first; a row is looked at when it is its turn."""
        failure = version.failure
        if failure is None:
            return
        number = count()
        waiting: list[tuple[float, int, Edit | Callable[[], Iterator[Edit]]]] = []
        for at in range(min(failure.at, len(version.rows) - 1), -1, -1):
            away = self._away(version, at)
            least = away + self._costs.least
            if least <= most:
                heappush(waiting, (least, next(number), self._of_row(version, at, away)))
            if failure.at - at <= REACH_OF_GAPS:
                least = away + self._costs.kinds["lost-line"]
                heappush(waiting, (least, next(number), self._gaps(version, at, away)))
        while waiting:
            cost, _, what = heappop(waiting)
            if cost > most:
                return
            if isinstance(what, Edit):
                yield what
                continue
            for edit in what():
                if edit.cost <= most:
                    heappush(waiting, (edit.cost, next(number), edit))

    def _away(self, version: Version, at: int) -> float:
        failure = version.failure
        if failure is None:
            return 0.0
        row, failed = version.rows[at], version.rows[failure.at]
        return self._costs.of_distance(
            failure.at - at,
            noted=failure.why == "wrong-note",
            same_player=row.seat is not None and row.seat in failure.seats(failed),
            same_name=bool(row.unique_names & failed.unique_names),
        )

    def _of_row(self, version: Version, at: int, away: float) -> Callable[[], Iterator[Edit]]:
        def edits() -> Iterator[Edit]:
            frame, failure = version.sheet.frame, version.failure
            if frame is None or failure is None:
                return
            row, table = version.rows[at], version.tables[at]
            for cost, meant in meant_lines(row, table, frame.vocabulary, self._costs):
                yield Edit(at, 1, (meant.text,), meant.kind, cost + away)
            for edit in line_slips(version.rows, at, self._costs):
                yield _further(edit, away)
            if at == failure.at and failure.step is not None:
                for edit in result_edits(row, at, failure.step, self._costs):
                    yield _further(edit, away)

        return edits

    def _gaps(self, version: Version, at: int, away: float) -> Callable[[], Iterator[Edit]]:
        def edits() -> Iterator[Edit]:
            frame, failure = version.sheet.frame, version.failure
            if frame is None or failure is None:
                return
            rows = version.rows
            if any(row.problems for row in rows[at:]):
                return
            table = Table(version.tables[at], frame.colours, self._costs, self._budget)
            for edit in lost_line_edits(rows, at, table):
                yield _further(edit, away)
            if at == failure.at and failure.says_too_little:
                for edit in open_line_edits(rows, at, table):
                    yield _further(edit, away)

        return edits


def _further(edit: Edit, away: float) -> Edit:
    return Edit(edit.at, edit.removed, edit.texts, edit.kind, edit.cost + away, note=edit.note)


def _after(version: Version, edit: Edit, rows: tuple[Row, ...], trial: Trial) -> Version:
    return Version(
        sheet=version.sheet,
        rows=rows,
        tables=(*version.tables[: edit.at], *trial.tables),
        failure=trial.failure,
        edits=(*version.edits, edit),
        cost=version.cost + edit.cost,
    )


def _is_later(version: Version, start: Version | None) -> bool:
    """Return whether a version fails later than the record as it is."""
    if start is None or start.failure is None or version.failure is None:
        return start is None
    return version.failure.left < start.failure.left


def _promise(version: Version) -> float:
    left = 0 if version.failure is None else version.failure.left
    return version.cost + left / 10


@lru_cache(maxsize=16)
def _opening(setting: Setting) -> State:
    return initial(setting)
