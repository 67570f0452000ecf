"""What engine and model say to the same question."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

import model
from model import Verdict
from model.kinds import Ruled
from model.legality.scoring import Score
from referee.engine import IllegalEventError, check, check_setting, initial, pads, step, winners
from referee.game.events import Claim, Event, TakeBack
from referee.game.public import digest
from referee.game.rule import Rule
from referee.game.rulebook.setup import COINS_ON_ROUND_TRACK
from referee.game.setting import Setting
from referee.game.state import State

T = TypeVar("T")

TABLE = "table"

SHOWN = 12
"""So many digits of a digest tell two tables apart for a reader."""


class Difference(Struct, frozen=True):
    """Where the two readings of the rules part: a fault of this software."""

    engine: str
    model: str

    def __str__(self) -> str:
        return f"engine: {self.engine}; model: {self.model}"

    @property
    def shape(self) -> tuple[str, ...]:
        """What differences with one cause have in common: all but the digests of tables."""
        sides = (self.engine, self.model)
        return tuple(TABLE if side.startswith(TABLE) else side for side in sides)


class Comparison(Struct, frozen=True):
    """What came of asking both."""

    rules: frozenset[str] = frozenset()
    """The rules on which they were compared: those at work, or the only one that was broken."""
    difference: Difference | None = None


class _Failure(Struct, frozen=True):
    """An answer that never came."""

    why: str

    def __str__(self) -> str:
        return f"fails: {self.why}"


RuledByEngine = tuple[frozenset[str], State]
"""The rules that the engine finds broken, and the table after an event that breaks none."""


def compare(table: State, event: Event, ruled: RuledByEngine | None = None) -> Comparison:
    """Return how engine and model compare on an event, and on the table after a legal one.

    Who has the engine's answer already gives it as `ruled`; then no rules at work are compared.
    """
    if isinstance(event, Claim):
        # Nobody rules on a claim: it is held against the table that others have made.
        return Comparison()
    notes: list[Rule] = []
    engine: RuledByEngine | _Failure | None = ruled
    if engine is None:
        engine = _asked(lambda: _by_engine(table, event, notes))
    if isinstance(engine, _Failure):
        return _differ(engine, "any answer")
    broken, after = engine
    if not broken:
        # An event with a table after it is legal: nothing else has to be asked.
        return _compare_tables(after, _asked(lambda: _by_model(table, event)), notes)
    return _compare_verdicts(broken, _asked(lambda: model.legal(table, event)))


def _compare_verdicts(broken: frozenset[str], verdict: Verdict | _Failure) -> Comparison:
    """Return how they compare on an event that breaks rules for the engine."""
    told = f"illegal by {', '.join(sorted(broken))}"
    if isinstance(verdict, _Failure):
        return _differ(told, verdict)
    if verdict.outcome != "no" or (len(broken) == 1 and not broken <= verdict.core):
        return _differ(told, _ruled(verdict))
    # Of several faults the model names one conflict, and the engine may stop at an earlier one.
    return Comparison(broken if len(broken) == 1 else frozenset())


def differ(table: State, event: Event) -> bool:
    """Return whether they differ on an event."""
    return compare(table, event).difference is not None


def _ruled(verdict: Verdict) -> str:
    match verdict.outcome:
        case "yes":
            return "legal"
        case "no":
            return f"illegal by {', '.join(sorted(verdict.core))}"
        case "unknown":
            return f"undecided: {verdict.reason}"


def _by_model(table: State, event: Ruled | TakeBack) -> State | Verdict:
    """Return the table after an event as the model has it, or its verdict on an illegal one."""
    if isinstance(event, TakeBack):
        verdict = model.legal(table, event)
        return table if verdict.outcome == "yes" else verdict
    try:
        return model.effect(table, event)
    except model.IllegalEventError as error:
        return error.verdict


def _by_engine(table: State, event: Ruled | TakeBack, notes: list[Rule]) -> RuledByEngine:
    """Return the rules that the engine finds broken, and the table after a legal event."""
    if isinstance(event, TakeBack):
        return frozenset(violation.rule.id for violation in check(table, event)), table
    try:
        return frozenset(), step(table, event, notes)
    except IllegalEventError as error:
        return frozenset(violation.rule.id for violation in error.violations), table


def _compare_tables(
    engine: State | _Failure, other: State | Verdict | _Failure, notes: list[Rule]
) -> Comparison:
    if engine == other:
        return Comparison(frozenset(rule.id for rule in notes))
    if isinstance(other, Verdict):
        return _differ("legal", _ruled(other))
    return _differ(_table(engine), _table(other))


def _table(table: State | _Failure) -> str:
    return str(table) if isinstance(table, _Failure) else f"{TABLE} {digest(table)[:SHOWN]}"


def compare_setting(setting: Setting) -> Comparison:
    """Return how they compare on the number of players and the tracks at the edges."""
    engine = _asked(lambda: frozenset(broken.rule.id for broken in check_setting(setting)))
    verdict = _asked(lambda: model.legal_setting(setting))
    if isinstance(engine, _Failure) or isinstance(verdict, _Failure):
        return _differ(engine, verdict)
    agreed = (verdict.outcome == "yes") if not engine else bool(verdict.core & engine)
    if not agreed:
        return _differ(sorted(engine), f"{verdict.outcome} {sorted(verdict.core)}")
    return Comparison(engine if len(engine) == 1 else frozenset())


def compare_opening(setting: Setting) -> Comparison:
    """Return how they compare on the table before anything is dealt."""
    notes: list[Rule] = []
    engine = _asked(lambda: initial(setting, notes))
    # The coins of the round track come onto the table later, and are compared there.
    notes = [rule for rule in notes if rule != COINS_ON_ROUND_TRACK]
    return _compare_tables(engine, _asked(lambda: model.opening(setting)), notes)


def compare_scoring(table: State) -> Comparison:
    """Return how they compare on the scoring of a table, as if the game ended there."""
    notes: list[Rule] = []
    engine = _asked(lambda: _scored(table, notes))
    other = _asked(lambda: model.score(table))
    rules = frozenset(rule.id for rule in notes)
    return Comparison(rules) if engine == other else _differ(engine, other)


def _scored(table: State, notes: list[Rule]) -> Score:
    found = pads(table, notes)
    totals = tuple(pad.total for pad in found)
    return Score(tuple(pad.rows for pad in found), totals, frozenset(winners(table)))


def _differ(engine: object, other: object) -> Comparison:
    return Comparison(difference=Difference(str(engine), str(other)))


def _asked(question: Callable[[], T]) -> T | _Failure:
    try:
        return question()
    except Exception as error:  # noqa: BLE001 - a reading that fails has parted from the other
        return _Failure(f"{type(error).__name__} {error}"[:300])
