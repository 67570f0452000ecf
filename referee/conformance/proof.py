"""The model beside the engine: every event of a record judged by both."""

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from referee.conformance.difference import Difference
from referee.conformance.readings import (
    EngineSaid,
    compare,
    compare_opening,
    compare_scoring,
    compare_setting,
    shortest_shown,
)
from referee.conformance.records import in_words, text_of
from referee.core.component_set import ComponentSet
from referee.core.events import Claim, Event, TakeBack
from referee.core.state import Setting, State
from referee.core.turns import Turn
from referee.engine import IllegalEventError, check_setting
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.judgement import Step
from referee.records.record import Record

SHRUNK = 3
"""So many differences of a record get the shortest game; more would only take time."""


class PlacedDifference(Struct, frozen=True):
    """Where the two readings of the rules part: a fault of this software, not of the record."""

    line: int
    engine: str
    model: str
    reproduced_by: str
    """A short game that shows it; the record up to that line where there is none."""


class ProvenRecord(Struct, frozen=True):
    """How many events both readings judged alike, and where they did not."""

    events: int
    differences: tuple[PlacedDifference, ...]
    complete: bool = True
    """Nobody stopped the work before the end of the record."""


def proven(
    record: Record,
    components: ComponentSet,
    goes_on: Callable[[int], bool] = lambda _: True,
    steps: Iterable[Step] | None = None,
) -> ProvenRecord:
    """Return what the model says to the header, to every event judged, and to the final score.

    `goes_on` is asked after each statement, with its number, whether to look at the next. Who has
    judged the whole record already gives the `steps`.
    """
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return ProvenRecord(0, ())
    proving = _Proving(record, setting)
    if not proving.begin():
        return ProvenRecord(0, tuple(proving.found))
    judged = walk(record, setting, keep_going=True) if steps is None else steps
    for number, step in enumerate(judged, 1):
        proving.take(number, step)
        if not goes_on(number):
            whole = number == len(record.statements)
            return ProvenRecord(proving.events, tuple(proving.found), complete=whole)
    return ProvenRecord(proving.events, tuple(proving.found))


def agreed_events(
    record: Record,
    components: ComponentSet,
    known: set[tuple[State, Event]],
    goes_on: Callable[[], bool],
) -> bool | None:
    """Return whether both readings agree on every event of a legal record; None if stopped.

    What was agreed on before is `known`, and what is agreed on now is added to it.
    """
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return None
    for step in walk(record, setting):
        if step.event is None or isinstance(step.event, Claim) or not step.counts:
            continue
        asked = (step.before, step.event)
        if asked in known:
            continue
        if not goes_on():
            return None
        if compare(*asked).difference is not None:
            return False
        known.add(asked)
    return True


class _Proving:
    """A record on its way through both readings."""

    def __init__(self, record: Record, setting: Setting) -> None:
        self._record = record
        self._setting = setting
        self._carried_out: list[Event] = []
        self.events = 0
        self.found: list[PlacedDifference] = []

    def begin(self) -> bool:
        """Ask both about the header, and return whether a game can be set up like this."""
        header = [compare_setting(self._setting)]
        legal = not any(check_setting(self._setting))
        if legal:
            header.append(compare_opening(self._setting))
        for difference in filter(None, (compared.difference for compared in header)):
            self.found.append(PlacedDifference(1, *difference.sides, self._so_far(0)))
        return legal

    def take(self, number: int, step: Step) -> None:
        """Ask the model about the statement of a record that the engine has judged."""
        self._carried_out += step.inserted
        event = step.event
        if event is None or isinstance(event, Claim):
            return
        self.events += 1
        asked = event if step.counts else _taken_back(event)
        broken = tuple(violation.rule.id for violation in step.violations) if step.illegal else ()
        after = step.after if step.counts else step.before
        if difference := compare(
            step.before, asked, self._carried_out, EngineSaid(broken, after)
        ).difference:
            self._add(number, step, difference, self._shortest(number, difference))
        if step.counts:
            self._carried_out.append(event)
        if step.after.phase == "over" and (difference := compare_scoring(step.after).difference):
            self._add(number, step, difference, self._so_far(number))

    def _add(self, number: int, step: Step, difference: Difference, game: str) -> None:
        line = step.statement.at.line or number
        self.found.append(PlacedDifference(line, *difference.sides, game))

    def _shortest(self, number: int, difference: Difference) -> str:
        """Return the shortest game that shows the difference, if one can be made of this record."""
        if len(self.found) >= SHRUNK:
            return self._so_far(number)
        try:
            found = shortest_shown(difference, self._setting)
        except IllegalEventError:
            # Judging went on behind an illegal event: no legal game comes to this table.
            return self._so_far(number)
        return text_of(found, self._setting.components)

    def _so_far(self, number: int) -> str:
        so_far = replace(self._record, statements=self._record.statements[:number])
        return in_words(so_far, self._setting.components)


def _taken_back(event: Event) -> Event:
    """Return a turn that was taken back as the event that it is."""
    return TakeBack(turn=event) if isinstance(event, Turn) else event
