"""The verdict on a record with gaps: whether any way of filling them fits all that it says."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.api.games import Game
from referee.api.gap_answers import DoubtfulClaim, GapReport
from referee.api.gap_words import claim_words
from referee.engine.actions import TURNS
from referee.game.component_set import ComponentSet
from referee.gaps.budget import DEFAULT_SECONDS, Budget
from referee.gaps.completions import Completions
from referee.gaps.records import RecordWithGaps, example_record, record_with_gaps
from referee.notation.record import Record
from referee.transcript.completing import Missing
from referee.transcript.judge import Judgement, Outcome, Step, is_event, setting_of, walk
from referee.transcript.quantities import Moment, actual

__all__ = ["DEFAULT_SECONDS", "JudgedGaps", "doubts_in", "doubts_told", "judge_gaps"]

_OUTCOMES: Final[dict[str, Outcome]] = {"yes": "legal", "no": "illegal", "unknown": "undecided"}


class JudgedGaps(Struct, frozen=True):
    """A record with gaps, and the ways to fill them."""

    gaps: RecordWithGaps
    found: Completions

    def judgement(self, before: Judgement) -> Judgement:
        """Return the verdict on the whole record, given the one up to its first gap."""
        found = self.found
        outcome = _OUTCOMES[found.exists]
        if outcome == "undecided":
            return before
        table = found.table or self.gaps.start
        return replace(
            before,
            outcome="wrong-note" if outcome == "legal" and before.faults else outcome,
            finished=table.phase == "over",
            legal=self._legal_events(),
            open=None,
            state=table,
        )

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


def judge_gaps(record: Record, components: ComponentSet, seconds: float) -> JudgedGaps | None:
    """Return a record with the ways to fill its gaps; None if it has none to search."""
    setting = setting_of(record.header, components)
    gaps = None if isinstance(setting, Missing) else record_with_gaps(record, setting)
    return None if gaps is None else JudgedGaps(gaps, gaps.complete(Budget(seconds=seconds)))


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
            value = actual(Moment(step.before, step.after, turn), claim)
            told.append(
                DoubtfulClaim(
                    line=step.statement.at.line or None,
                    claim=claim_words(claim, colours),
                    possible=value == claim.value,
                    values=(value,),
                )
            )
    return tuple(told)
