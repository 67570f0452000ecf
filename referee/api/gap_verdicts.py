"""The verdict on a record with gaps: whether any way of filling them fits all that it says."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.api.games import Game
from referee.api.gap_answers import DoubtfulClaim, GapReport
from referee.api.gap_words import claim_words
from referee.engine import UnreadableEventError, check
from referee.engine.actions import TURNS
from referee.game.component_set import ComponentSet
from referee.game.rule import Violation
from referee.game.state import State
from referee.gaps.budget import DEFAULT_SECONDS, WorkBudget
from referee.gaps.completions import Completions
from referee.gaps.lines import WRITTEN, Written
from referee.gaps.records import RecordWithGaps, example_record, record_with_gaps
from referee.gaps.unwritten import due_before
from referee.notation.record import Record
from referee.transcript.completing import Completed, Missing, complete
from referee.transcript.filling import filled
from referee.transcript.judge import Judgement, Outcome, Step, is_event, setting_of, walk
from referee.transcript.quantities import TurnEnd, actual

__all__ = ["DEFAULT_SECONDS", "JudgedGaps", "doubts_in", "doubts_told", "judge_gaps"]

_OUTCOMES: Final[dict[str, Outcome]] = {"yes": "legal", "no": "illegal", "unknown": "undecided"}


class JudgedGaps(Struct, frozen=True):
    """A record with gaps, and the ways to fill them."""

    gaps: RecordWithGaps
    found: Completions

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
            faults=(*before.faults, *self._failing()),
            open=None,
            state=table,
        )

    def _failing(self) -> tuple[Step, ...]:
        """Return the line that no way of filling the gaps before it allows, if it breaks rules.

        They are those that it breaks on every table that is possible before it.
        """
        place = self.found.failed_at
        if place is None:
            return ()
        said = self.gaps.lines[place].content
        tables = self.gaps.tables_before(place)
        if not isinstance(said, WRITTEN) or any(due_before(table, said) for table in tables):
            return ()
        broken = [_broken(table, said) for table in tables[:MOST_TABLES]]
        if not broken or len(tables) > MOST_TABLES:
            return ()
        common = set.intersection(*({each.rule.id for each in found} for found in broken))
        violations = tuple(each for each in broken[0] if each.rule.id in common)
        if not violations:
            return ()
        statement = self.gaps.statement(place)
        table = tables[0]
        return (Step(statement, table, table, None, (), violations, is_uncertain=True),)

    def _legal_events(self) -> int:
        """Return how many statements tell events that no conflict stops."""
        statements = self.gaps.record.statements
        failed = self.found.failed_at
        behind = len(statements) if failed is None else self.gaps.statements[failed]
        return sum(is_event(statement.said) for statement in statements[:behind])

    def example(self) -> Record | None:
        """Return the record with its gaps filled in one way that fits everything."""
        return example_record(self.gaps, self.found)

    def report(self, colours: tuple[str, ...]) -> GapReport:
        """Return what tells what was found."""
        return GapReport(self.gaps, self.found, colours)


MOST_TABLES: Final = 500
"""Tables on which a line is judged by itself."""


def _broken(table: State, said: Written) -> tuple[Violation, ...]:
    """Return the rules that a statement breaks on a table, however its blanks are filled."""
    try:
        found = complete(table, said) if isinstance(said, TURNS) else filled(table, said)
        if isinstance(found, Missing):
            return ()
        if isinstance(found, Completed):
            return found.violations or tuple(check(table, found.turn))
        return tuple(check(table, found))
    except UnreadableEventError:
        return ()


def judge_gaps(record: Record, components: ComponentSet, seconds: float) -> JudgedGaps | None:
    """Return a record with the ways to fill its gaps; None if it has none to search."""
    setting = setting_of(record.header, components)
    gaps = None if isinstance(setting, Missing) else record_with_gaps(record, setting)
    return None if gaps is None else JudgedGaps(gaps, gaps.complete(WorkBudget(seconds=seconds)))


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
                    values=(value,),
                )
            )
    return tuple(told)
