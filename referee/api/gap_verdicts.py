"""The verdict on a record with gaps: whether any way of filling them fits all that it says."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.api.games import Game
from referee.api.gap_answers import DoubtfulClaim
from referee.api.gap_reports import GapReport
from referee.api.gap_words import claim_words, values_told
from referee.api.long_work import Stop
from referee.engine import UnreadableEventError, check
from referee.engine.actions import TURNS
from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.messages.speech import one_by_one, say
from referee.game.rule import Violation
from referee.game.state import State
from referee.gaps.budget import WorkBudget
from referee.gaps.completions import Completions, complete_record
from referee.gaps.lines import ONE_TURN, WRITTEN, GapLine, Written, is_exact
from referee.gaps.records import RecordWithGaps, example_record, record_with_gaps
from referee.gaps.unwritten_events import due_before
from referee.notation.record import BlankTurn, BlankTurns, Record
from referee.transcript.completed_turn import Completed, Missing
from referee.transcript.completion import complete
from referee.transcript.event_completion import filled
from referee.transcript.judge import is_event, setting_of, walk
from referee.transcript.judgement import Judgement, Outcome, Step
from referee.transcript.quantities import TurnEnd, actual

__all__ = [
    "JudgedGaps",
    "doubts_in",
    "doubts_told",
    "judge_gaps",
]

_OUTCOMES: Final[dict[str, Outcome]] = {"yes": "legal", "no": "illegal", "unknown": "undecided"}


class JudgedGaps(Struct, frozen=True):
    """A record with gaps, and the ways to fill them."""

    gaps: RecordWithGaps
    found: Completions
    failing: Step | None = None
    """The line that no way of filling the gaps before it allows, if it breaks rules.

    They are those that it breaks on every table that is possible before it.
    """

    def doubts_before(self, colours: tuple[str, ...]) -> tuple[DoubtfulClaim, ...]:
        """Return how doubtful claims before the first gap stand."""
        return doubts_told(self.gaps.judged, colours)

    @property
    def outcome(self) -> Outcome:
        """Whether any way of filling the gaps fits."""
        return _OUTCOMES[self.found.exists]

    def judgement(self, before: Judgement) -> Judgement:
        """Return the verdict on the whole record, given the one up to its first gap."""
        found, outcome = self.found, self.outcome
        if outcome == "undecided":
            return before
        table = found.table or self.gaps.start
        return replace(
            before,
            outcome="wrong-note" if outcome == "legal" and before.faults else outcome,
            finished=table.phase == "over",
            legal=self._legal_events(),
            faults=(*before.faults, *([self.failing] if self.failing else [])),
            open=None,
            state=table,
        )

    def certain_steps(self) -> tuple[Step, ...]:
        """Return the statements behind the first gap at tables that are certain, event and all."""
        found = self.found
        if found.failed_at is not None:
            found = complete_record(
                self.gaps.start, self.gaps.lines[: found.failed_at], explain=False
            )
        if not found.exact or found.graph is None:
            return ()
        return tuple(
            Step(self.gaps.statement(place), moment.before, moment.after, _event(moment, line))
            for place, moment in found.graph.certain_moments().items()
            if isinstance((line := self.gaps.lines[place]).content, (*WRITTEN, *BLANK_TURNS))
        )

    @property
    def turns(self) -> int:
        """How many turns the lines from the first gap on tell, or leave out, at least."""
        return sum(isinstance(line.content, ONE_TURN) for line in self.gaps.lines)

    def _legal_events(self) -> int:
        """Return how many statements tell events that no conflict stops."""
        statements = self.gaps.record.statements
        failed = self.found.failed_at
        behind = len(statements) if failed is None else self.gaps.statements[failed]
        return sum(is_event(statement.said) for statement in statements[:behind])

    def example(self) -> Record | None:
        """Return the record with its gaps filled in one way that fits everything."""
        return example_record(self.gaps, self.found)

    def gap_words(self, colours: tuple[str, ...]) -> str:
        """Return what keeps a table behind gaps from being certain: the first gap, in words."""
        if not self.found.exact:
            return say("answers.gap_verdicts.not-every-way-of-filling")
        open_gaps = self.report(colours).open_gaps()
        if not open_gaps:
            return say("answers.gap_verdicts.the-gaps-before-it-can")
        first = open_gaps[0]
        where = say("answers.gap_verdicts.line", line=first.line) if first.line else first.address
        return say(
            "answers.gap_verdicts.leaves-open",
            where=where,
            what=first.what,
            write=one_by_one(first.write),
        )

    def report(self, colours: tuple[str, ...]) -> GapReport:
        """Return what tells what was found."""
        return GapReport(self.gaps, self.found, colours)


MOST_TABLES: Final = 5_000
"""Tables on which a line is judged by itself."""


BLANK_TURNS: Final = (BlankTurn, BlankTurns)


def _event(moment: TurnEnd, line: GapLine) -> Event | None:
    """Return what happened in a line, between tables that are certain."""
    if moment.turn is not None:
        return moment.turn
    return line.content if is_exact(line.content) else None  # type: ignore[return-value]


def _broken(table: State, said: Written) -> tuple[Event | None, tuple[Violation, ...]]:
    """Return the rules that a statement breaks on a table, however its blanks are filled."""
    try:
        found = complete(table, said) if isinstance(said, TURNS) else filled(table, said)
        if isinstance(found, Missing):
            return None, ()
        if isinstance(found, Completed):
            return found.turn, found.violations or tuple(check(table, found.turn))
        return found, tuple(check(table, found))
    except UnreadableEventError:
        return None, ()


def judge_gaps(
    record: Record, components: ComponentSet, seconds: float, stop: Stop | None = None
) -> JudgedGaps | None:
    """Return a record with the ways to fill its gaps; None if it has none to search.

    All that is to find out is done within one budget: the ways first, then why there are none.
    """
    setting = setting_of(record.header, components)
    gaps = None if isinstance(setting, Missing) else record_with_gaps(record, setting)
    if gaps is None:
        return None
    budget = WorkBudget.of_seconds(seconds, stop)
    found = gaps.complete(budget)
    place = found.failed_at
    if place is None:
        return JudgedGaps(gaps, found)
    failing = _failing(gaps, place, gaps.tables_before(place, budget))
    return JudgedGaps(gaps, replace(found, conflict=gaps.conflict(place, budget)), failing)


def _failing(gaps: RecordWithGaps, place: int, tables: tuple[State, ...]) -> Step | None:
    """Return the line with the rules that it breaks on every table before it, if it breaks any."""
    said = gaps.lines[place].content
    if not isinstance(said, WRITTEN) or any(due_before(table, said) for table in tables):
        return None
    if not 0 < len(tables) <= MOST_TABLES:
        return None
    event, violations = _broken(tables[0], said)
    for table in tables[1:]:
        rules = {each.rule.id for each in _broken(table, said)[1]}
        violations = tuple(each for each in violations if each.rule.id in rules)
        if not violations:
            break
    if not violations:
        return None
    statement, table, certain = gaps.statement(place), tables[0], len(tables) == 1
    told = event if certain else None
    return Step(statement, table, table, told, (), violations, is_uncertain=not certain)


def doubts_in(game: Game) -> tuple[DoubtfulClaim, ...]:
    """Return how the claims stand that nobody was sure of, in a record without gaps."""
    setting = setting_of(game.record.header, game.components)
    if isinstance(setting, Missing):
        return ()
    return doubts_told(walk(game.record, setting), game.colours)


def doubts_told(steps: Iterable[Step], colours: tuple[str, ...]) -> tuple[DoubtfulClaim, ...]:
    """Return how claims stand that nobody was sure of, where the table is certain."""
    told = []
    for step in steps:
        for claim in step.statement.claims if step.counts and not step.stops else ():
            if not claim.doubtful:
                continue
            turn = step.event if isinstance(step.event, TURNS) else None
            value = actual(TurnEnd(step.before, step.after, turn), claim)
            told.append(
                DoubtfulClaim(
                    line=step.statement.at.line or None,
                    claim=claim_words(claim, colours),
                    possible=value == claim.value,
                    values=values_told(claim, [value], colours),
                )
            )
    return tuple(told)
