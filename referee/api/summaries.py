"""Many verdicts counted: how many games are legal, and which rule is broken how often."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import UNSET, Struct, field

from referee.api.answer import Answer
from referee.api.verdict_answers import VERDICTS, AnyVerdict, UnreadableVerdict
from referee.game.rulebook import RULES


class RuleCount(Answer, frozen=True, kw_only=True):
    """How many games break a rule, and where the first of them does."""

    games: int
    file: str
    line: int | None
    """None where a record has no lines."""


class Summary(Answer, frozen=True, kw_only=True):
    """The verdicts of many games, counted."""

    verdicts: Mapping[str, int]
    """How many games have which verdict; every verdict is there."""
    disagreements: int
    """Between engine and model, where both were asked."""
    rules: Mapping[str, RuleCount]
    """By the ids of rules, in the order of the rulebook."""


ANSWERS: Final = (RuleCount, Summary)


def summary(verdicts: Iterable[AnyVerdict]) -> Summary:
    """Return how many games are legal, and how many break which rule.

    >>> import referee
    >>> games = ["games/two-players.mgn", "games/illegal/exp-06-points-suffice.mgn"]
    >>> counted = referee.summary(referee.check_all(games))
    >>> counted.verdicts["legal"], counted.rules["EXP-06"].games
    (1, 1)
    """
    tally = VerdictTally()
    for verdict in verdicts:
        tally.count(verdict)
    return tally.summary()


class _Broken(Struct):
    games: int
    file: str
    line: int | None


class VerdictTally(Struct):
    """Verdicts counted while they come in."""

    verdicts: Counter[str] = field(default_factory=Counter)
    disagreements: int = 0
    with_open_gaps: int = 0
    """Games that leave something open, though they are legal."""
    _rules: dict[str, _Broken] = {}

    def count(self, verdict: AnyVerdict) -> None:
        """Count one game."""
        self.verdicts[verdict.verdict] += 1
        if isinstance(verdict, UnreadableVerdict):
            return
        self.with_open_gaps += bool(verdict.open_gaps)
        if verdict.proof is not UNSET:
            self.disagreements += len(verdict.proof.disagreements)
        places: dict[str, int | None] = {broken.rule: 1 for broken in verdict.header}
        for fault in verdict.faults:
            for broken in fault.violations:
                places.setdefault(broken.rule, fault.line)
        for rule, line in places.items():
            self._rules.setdefault(rule, _Broken(0, verdict.file, line)).games += 1

    def summary(self) -> Summary:
        """Return what was counted so far."""
        return Summary(
            verdicts={verdict: self.verdicts[verdict] for verdict in VERDICTS},
            disagreements=self.disagreements,
            rules={
                rule: RuleCount(games=found.games, file=found.file, line=found.line)
                for rule in RULES
                if (found := self._rules.get(rule)) is not None
            },
        )
