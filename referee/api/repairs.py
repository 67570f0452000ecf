"""Repairs: the likeliest corrections that make a whole record legal."""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Final, Literal

from msgspec.structs import replace

from referee.api.errors import InternalError, UnreadableError, require
from referee.api.games import Game, game_in, require_no_position
from referee.api.long_work import budget_of, kept_for
from referee.api.sources import Given, given, sets_beside, sets_of
from referee.core.answer import Answer
from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.input_limits import BYTES_OF_A_RECORD, LINES_OF_A_RECORD
from referee.core.state import State
from referee.i18n.speech import named, one_by_one, say
from referee.records.loader import form_of
from referee.repairs.costs import MOST_WORK
from referee.repairs.distinctions import (
    LineChange,
    change_sentence,
    changed_lines,
    note_sentence,
    telling_fact,
    telling_words,
    turns_of,
)
from referee.repairs.search import Repairing, Searched, Version
from referee.repairs.sheet import Sheet

__all__ = ["LineChange"]

# What a repair answers: suggestions, each a small change of a record ------------------------------
Standing = Literal["legal", "illegal", "wrong-note", "conditional", "undecided", "unreadable"]


class OtherWay(Answer, frozen=True, kw_only=True):
    """Another change that leads to the same game."""

    changes: tuple[LineChange, ...]
    cost: float


class Suggestion(Answer, frozen=True, kw_only=True):
    """A change that makes the whole record legal and fit its notes."""

    changes: tuple[LineChange, ...]
    cost: float
    """How unlikely the slips are that it takes back; costs are logarithms."""
    words: str
    note: str
    """What there is to know beside it, such as in how many ways a lost line can be filled."""
    same_result: tuple[OtherWay, ...]
    """Other changes that lead to the same final table, likeliest first."""
    settled_by: str | None
    """What to remember to tell it from the likeliest one, or that one from the next."""
    proven: bool
    """The model was asked as well and agrees; the engine has always replayed the record."""
    text: str
    """The whole record with the change."""


class Repair(Answer, frozen=True, kw_only=True):
    """What may have been meant by a record that is not legal as it stands."""

    file: str
    verdict: Standing
    """What is said of the record as it stands."""
    suggestions: tuple[Suggestion, ...]
    """The likeliest first."""
    complete: bool
    """All single changes up to the cost `up_to` were tried, and all ways to fill a lost line."""
    up_to: float
    stopped: bool
    """The time or work was used up, or somebody said stop, before all was tried."""
    tried: int
    """How many changes were tried."""
    unread: int = 0
    """How many values of the copy are unknown; the model is not asked then."""


NOTHING_WRONG: Final[frozenset[Standing]] = frozenset({"legal", "conditional"})
"""What is said of a record that needs no repair; a condition is about what is printed."""


SHOWN: Final = 5
MOST_EDITS: Final = 2
SEARCHING: Final = 0.75
"""The share of the time that goes into the search; in the rest the model is asked."""
MOST_OTHER_WAYS: Final = 6
"""Changes to the same game that are told at most, the suggestion itself among them."""


def repair(
    source: Path | str | bytes,
    *,
    components: ComponentSet | Path | str | None = None,
    max_items: int = SHOWN,
    edits: int = MOST_EDITS,
    prove: bool = True,
    budget: Budget | None = None,
) -> Repair:
    """Return the likeliest corrections of a record that is not legal, in a file or bytes.

    Two changes are tried only where one explains nothing. Without a `budget` it is the same work
    on every machine: it limits the statements checked. Nothing is written anywhere.

    >>> import referee
    >>> found = referee.repair("games/illegal/exp-06-points-suffice.mgn", prove=False)
    >>> found.verdict
    'illegal'
    >>> referee.loads(found.suggestions[0].text).check().verdict
    'legal'
    """
    read = given(source)
    require_no_position(read.name)
    return repaired(read, components, max_items=max_items, edits=edits, prove=prove, budget=budget)


def repaired(
    read: Given,
    components: ComponentSet | Path | str | None,
    *,
    max_items: int,
    edits: int,
    prove: bool,
    budget: Budget | None,
) -> Repair:
    """Return the likeliest corrections of a record; none of a legal one."""
    require(max_items >= 1, "answers.repairs.no-suggestions")
    require(edits in range(1, MOST_EDITS + 1), "answers.repairs.edits-range", most_edits=MOST_EDITS)
    limits = budget_of(budget)
    work = MOST_WORK if limits.work == inf else limits.work
    whole = Budget(work, limits.seconds_left, limits.stop)
    searched = Budget(work, limits.seconds_left * (SEARCHING if prove else 1), limits.stop)
    verdict = _verdict(read, components)
    if verdict in NOTHING_WRONG:
        return Repair(
            file=read.name,
            verdict=verdict,
            suggestions=(),
            complete=True,
            up_to=0.0,
            stopped=False,
            tried=0,
        )
    sheet = Sheet(_text_of(read, components), sets_beside(read.path, sets_of(components)))
    searching = Repairing(sheet, searched, edits=edits)

    def answer(found: Searched, *, prove: bool) -> Repair:
        chosen = _Chosen(read, components, searching, _folded(found.found)[:max_items])
        suggestions = [*chosen.suggestions()]
        if prove and not (searching.start and searching.start.layers):
            suggestions = _proven(suggestions, [*chosen.games()], whole)
        return Repair(
            file=read.name,
            verdict=verdict,
            suggestions=tuple(suggestions),
            complete=found.singles_after is not None and searched.exhaustive,
            up_to=round(found.up_to, 1),
            stopped=found.ended == "stopped",
            tried=found.tried,
            unread=0 if sheet.frame is None else sheet.frame.components.unread_values,
        )

    with kept_for(limits, lambda: answer(searching.so_far(), prove=False)):
        return answer(searching.search(), prove=prove)


HINT_WORK: Final = 30_000
CLEARLY: Final = 2.0
"""By so much the likeliest slip must be likelier than the next for a hint."""


def likely_slip(
    source: Path | str | bytes, *, components: ComponentSet | Path | str | None = None
) -> str | None:
    """Return in words the slip that probably explains all that is wrong, if there is one.

    >>> from referee.api.repairs import likely_slip
    >>> likely_slip("games/two-players.mgn")
    """
    budget = Budget(HINT_WORK)
    found = repair(source, components=components, max_items=2, edits=1, prove=False, budget=budget)
    if not found.suggestions:
        return None
    first, *others = found.suggestions
    next_cost = others[0].cost if others else found.up_to if found.stopped else None
    if next_cost is not None and next_cost - first.cost < CLEARLY:
        return None
    return change_sentence(first.changes)


def _verdict(read: Given, components: ComponentSet | Path | str | None) -> Standing:
    try:
        return game_in(read, components=components).check().verdict
    except UnreadableError:
        return "unreadable"


def _text_of(read: Given, components: ComponentSet | Path | str | None) -> str:
    """Return a record as text, whatever form it has; an `UnreadableError` if it is no text."""
    is_text = form_of(read.data) == "text" and b"\0" not in read.data
    if is_text and len(read.data) <= BYTES_OF_A_RECORD:
        with suppress(UnicodeDecodeError):
            text = read.data.decode("utf-8-sig")
            if text.count("\n") <= LINES_OF_A_RECORD:
                return text
    return game_in(read, components=components).to_text()


def _folded(found: Sequence[Version]) -> list[list[Version]]:
    """Return versions that come to the same table in one list each, likeliest first."""
    by_table: dict[Hashable, list[Version]] = {}
    for version in found:
        by_table.setdefault(version.outcome, []).append(version)
    return [*by_table.values()]


class _Chosen:
    """The versions of a record that are suggested, each with those that come to the same."""

    def __init__(
        self,
        read: Given,
        components: ComponentSet | Path | str | None,
        searching: Repairing,
        folded: Sequence[Sequence[Version]],
    ) -> None:
        self._read, self._components, self._folded = read, components, folded
        self._sheet, self._start = searching.sheet, searching.start

    def games(self) -> Iterator[Game]:
        """Yield the games of the suggestions."""
        for versions in self._folded:
            data = _fixed_text(versions[0]).encode()
            yield game_in(
                Given(self._read.name, data, self._read.path), components=self._components
            )

    def suggestions(self) -> Iterator[Suggestion]:
        """Yield the suggestions; the engine judges each once more, from the text and as a whole."""
        for number, (versions, game) in enumerate(zip(self._folded, self.games(), strict=True)):
            if game.check().verdict not in NOTHING_WRONG:
                raise InternalError.of("answers.repairs.repaired-illegal")
            yield self._suggestion(number, versions)

    def _suggestion(self, number: int, versions: Sequence[Version]) -> Suggestion:
        version = versions[0]
        changed = self._changes(version)
        return Suggestion(
            changes=changed,
            cost=round(version.cost, 2),
            words=one_by_one((self._change_words(changed), say("answers.repairs.rest-is-legal"))),
            note=one_by_one(filter(None, (edit.note for edit in version.edits))),
            same_result=tuple(
                OtherWay(changes=self._changes(other), cost=round(other.cost, 2))
                for other in versions[1:MOST_OTHER_WAYS]
            ),
            settled_by=self._settled_by(number),
            proven=False,
            text=_fixed_text(version),
        )

    def _change_words(self, changed: Sequence[LineChange]) -> str:
        """Return what was changed, and which note is explained by that if it stands elsewhere."""
        sentence = change_sentence(changed)
        failure = None if self._start is None else self._start.failure
        if self._start is None or failure is None or failure.step is None:
            return sentence
        explained = self._start.rows[failure.at].line not in {change.line for change in changed}
        if failure.why != "wrong-note" or not explained:
            return sentence
        return named(note_sentence(failure.step.violations[0].facts), sentence)

    def _changes(self, version: Version) -> tuple[LineChange, ...]:
        changed = changed_lines(self._sheet.lines, _fixed_text(version).split("\n"))
        turns = turns_of(version.rows, version.tables)
        return tuple(replace(each, turn=turns.get(each.place, "")) for each in changed)

    def _settled_by(self, number: int) -> str | None:
        """Return what tells a suggestion from the first, or the first from the second."""
        other = 0 if number else 1
        if other >= len(self._folded) or self._folded[number][0].layers:
            return None
        mine, theirs = self._folded[number][0], self._folded[other][0]
        frame = mine.sheet.frame
        fact = None if frame is None else telling_fact(mine.tables, theirs.tables, frame.colours)
        return None if fact is None else telling_words(fact)


def _fixed_text(version: Version) -> str:
    return version.sheet.text_with(version.rows)


def _proven(
    suggestions: Sequence[Suggestion], games: Sequence[Game], budget: Budget
) -> list[Suggestion]:
    """Return the suggestions with which the model agrees, and those that it had no time for."""
    if not suggestions:
        return []
    # The solver takes a second to import, and a hint is given without it.
    from referee.conformance.readings import agreed_events  # noqa: PLC0415

    known: set[tuple[State, Event]] = set()
    found: list[Suggestion] = []
    for suggestion, game in zip(suggestions, games, strict=True):
        agreed = agreed_events(game.record, game.components, known, lambda: not budget.is_overdue)
        if agreed is False:
            raise InternalError(
                say("answers.repairs.engine-model-disagree"), report=suggestion.text
            )
        found.append(replace(suggestion, proven=agreed is True))
    return found
