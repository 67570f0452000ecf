"""The search for the likeliest slip: cheapest edits first, nearest to the first failure first."""

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import Budget, BudgetExceeded
from referee.core.component_set import ComponentSet
from referee.core.state import Setting, State
from referee.engine import check_setting, initial
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of
from referee.repairs.candidates import Candidates, Version
from referee.repairs.costs import Costs, costs
from referee.repairs.line_edits import header_slips
from referee.repairs.sheet import Edit, RecordFrame, Row, Sheet, line_words
from referee.repairs.trial import Trial, judged

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
    """The record itself is legal."""
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

    # The record as it is ---------------------------------------------------------------------

    def as_it_is(self) -> Version | None:
        """Return the record as it is; None if its header says no game."""
        return self._judged(self.sheet)

    def _judged(self, sheet: Sheet) -> Version | None:
        frame = sheet.frame
        if frame is None or sheet.begun_before_header:
            return None
        setting = setting_of(frame.header, frame.components)
        if isinstance(setting, Missing):
            return None
        if type(frame.components) is not ComponentSet:
            return self._judged_with_unread(sheet, frame, setting)
        if any(check_setting(setting)):
            return None
        trial = judged(sheet.rows, 0, _opening(setting), frame.colours, self._budget)
        return Version(sheet, sheet.rows, trial.tables, trial.failure)

    def _judged_with_unread(self, sheet: Sheet, frame: RecordFrame, setting: Setting) -> Version:
        from referee.repairs.unread_trial import (  # noqa: PLC0415 - few sets have blanks
            judged_with_unread,
            opening_layer,
        )

        self._budget.exhaustive = False
        layer = opening_layer(setting, frame.components)
        trial = judged_with_unread(sheet.rows, 0, layer, frame, self._budget)
        return Version(sheet, sheet.rows, trial.tables, trial.failure, layers=trial.layers)

    # All slips ---------------------------------------------------------------------------------

    def _all(self, start: Version | None) -> Ended:
        # A line that was broken in two may be two that cannot be read, and a word may have been
        # misread in many of them.
        if start is not None and _unreadable_words(start) > 2 * self._edits:
            return "hopeless"
        moved: list[Version] = []
        if start is not None:
            self._singles(start, self._costs.most, moved)
        if not self._found:
            self._headers(start, moved)
        self._singles_after = self._budget.spent
        if self._edits > 1 and not self._found:
            self._two_lost_lines(start)
            self._pairs(moved)
        return "exhausted"

    def _headers(self, start: Version | None, moved: list[Version]) -> None:
        """Try what may have been meant by a line of the header."""
        sheet = self.sheet
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

    def _two_lost_lines(self, start: Version | None) -> None:
        """Try what two lines in a row may have said that nobody wrote."""
        if start is None or start.failure is None:
            return
        for edit in Candidates(start, start.failure, self._costs, self._budget).of_two_lines():
            self._tried += 1
            tried = self._try(start, edit)
            if tried is not None and tried.failure is None:
                self._keep(tried)

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
                least = _promise(version) + self._costs.least(readable=False)
                heappush(waiting, (least, next(number), version, edits, None))
        while waiting and len(self._found) < self._top:
            _, _, version, edits, edit = heappop(waiting)
            if edit is not None:
                self._tried += 1
                tried = self._try(version, edit)
                if tried is not None and tried.failure is None:
                    self._keep(tried)
            following = next(edits, None)
            if following is not None and version.cost + following.cost <= self._dearest():
                promise = _promise(version) + following.cost
                heappush(waiting, (promise, next(number), version, edits, following))

    def _dearest(self) -> float:
        """Return what a pair of edits may cost: once one is found, not too much more than it."""
        least = min((version.cost for version in self._found), default=self._costs.most_of_two)
        return min(self._costs.most_of_two, least + self._costs.most_behind)

    def _singles(self, version: Version, most: float, moved: list[Version] | None) -> None:
        """Try all edits of a version up to a cost; keep those that only move the failure."""
        if version.failure is None:
            return
        seen: set[tuple[int, tuple[str, ...], int]] = set()
        first_of_two = moved is not None and self._edits > 1
        candidates = Candidates(
            version, version.failure, self._costs, self._budget, first_of_two=first_of_two
        )
        for edit in candidates.up_to(most):
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
            if tried.failure is None:
                self._keep(tried)
            elif moved is not None:
                moved.append(tried)
        if not version.edits:
            self._up_to = most

    def _keep(self, version: Version) -> None:
        """Keep a legal version, unless one is known that says the same in other words."""
        if self._first_after is None:
            self._first_after = self._budget.spent
        said = version.outcome, tuple(row.statement for row in version.rows)
        if said not in self._said:
            self._said.add(said)
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
        if version.layers:
            from referee.repairs.unread_trial import judged_with_unread  # noqa: PLC0415

            layer = version.layers[edit.at]
            trial = judged_with_unread(rows, edit.at, layer, frame, self._budget)
        else:
            table, edited = version.tables[edit.at], len(edit.texts)
            trial = judged(rows, edit.at, table, frame.colours, self._budget, edited)
        if trial.failure is not None and trial.failure.left >= failure.left:
            return None
        return _after(version, edit, rows, trial)


def _after(version: Version, edit: Edit, rows: tuple[Row, ...], trial: Trial) -> Version:
    return Version(
        sheet=version.sheet,
        rows=rows,
        tables=(*version.tables[: edit.at], *trial.tables),
        failure=trial.failure,
        edits=(*version.edits, edit),
        cost=version.cost + edit.cost,
        layers=(*version.layers[: edit.at], *trial.layers),
    )


def _likeliest_of_each(moved: Sequence[Version]) -> Iterator[Version]:
    """Yield of the versions that fail at the same row and table the likeliest."""
    seen: set[tuple[int, State]] = set()
    for version in sorted(moved, key=lambda version: version.cost):
        key = (0 if version.failure is None else version.failure.left, version.tables[-1])
        if version.layers or key not in seen:
            seen.add(key)
            yield version


def _unreadable_words(version: Version) -> int:
    """Return how many different words make lines unreadable."""
    return len({_blamed(row) for row in version.rows if row.problems})


def _blamed(row: Row) -> str:
    column = row.problems[0].at.column
    atoms = line_words(row.text).atoms
    return next((atom.text for atom in atoms if atom.begin < column <= atom.end), row.text)


def _is_later(version: Version, start: Version | None) -> bool:
    """Return whether a version fails later than the record as it is."""
    if start is None or start.failure is None or version.failure is None:
        return start is None
    return version.failure.left < start.failure.left


def _promise(version: Version) -> float:
    """Return the cost of a version, less for how far its failure was moved.

    The further an edit moved it, the less it can be chance that it did.
    """
    left = 0 if version.failure is None else version.failure.left
    return version.cost + left / 10


@lru_cache(maxsize=16)
def _opening(setting: Setting) -> State:
    return initial(setting)
