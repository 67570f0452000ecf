"""Two questions about an event: which rules does it break, and what table follows."""

from typing import assert_never

from referee.engine.actions import ROWS, action_of, answers_of, judge_order, table_after, walk
from referee.engine.planning import apply_plan, check_plan
from referee.engine.preparation import apply_prepare, check_prepare, check_refill, with_books
from referee.engine.setup import apply_setup, check_setup
from referee.engine.work import Work
from referee.game.events import (
    Claim,
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeBack,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.rule import Rule, Violation
from referee.game.rulebook import RULES
from referee.game.state import State
from referee.game.turns import (
    EndPhase,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)

_ORDER = {rule: place for place, rule in enumerate(RULES)}


class IllegalEventError(Exception):
    """An event that breaks rules was to be applied."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(", ".join(violation.rule.id for violation in violations))
        self.violations = violations


class UnreadableEventError(Exception):
    """An event speaks of a seat that nobody has taken."""


def check(state: State, event: Event) -> tuple[Violation, ...]:
    """Return every rule that `event` breaks in `state`, in rulebook order; none means legal.

    A turn that was taken back is judged like any other; a claim breaks no rule by itself.
    """
    return _judge(state, event)[0]


def step(state: State, event: Event, notes: list[Rule] | None = None) -> State:
    """Return the table after `event`, which must be legal; `notes` collects effects at work.

    Turns that were taken back and claims change nothing, legal or not.
    """
    if isinstance(event, TakeBack | Claim):
        _require_seat(state, event)
        return state
    violations, work = _judge(state, event, notes)
    if violations:
        raise IllegalEventError(violations)
    if work is not None:
        return table_after(work)
    return _apply(state, event, [] if notes is None else notes)


def _apply(state: State, event: Event, noted: list[Rule]) -> State:
    match event:
        case Plan():
            return apply_plan(state, event, noted)
        case RefillBooks():
            return with_books(state, event.books)
        case PrepareRound():
            return apply_prepare(state, event, noted)
        case UseGoods() | Expand() | UseBookkeeper() | UseMerchant() | PlaceMarker() | EndPhase():
            # A legal turn was walked already and left its own table.
            return state
        case TakeBack() | Claim():
            return state
        case (
            DealCards()
            | DealBooks()
            | TakeStartingTile()
            | RestStartingCards()
            | TakeStartingBonus()
        ):
            return apply_setup(state, event, noted)
        case _:
            assert_never(event)


def _judge(
    state: State, event: Event, notes: list[Rule] | None = None
) -> tuple[tuple[Violation, ...], Work | None]:
    """Return the broken rules in rulebook order, and the work of a turn that was walked."""
    _require_seat(state, event)
    work: Work | None = None
    match event:
        case UseGoods() | Expand() | UseBookkeeper() | UseMerchant() | PlaceMarker() | EndPhase():
            broken, work = _judge_turn(state, event, notes)
        case Plan():
            broken = list(check_plan(state, event))
        case RefillBooks():
            broken = list(check_refill(state, event))
        case PrepareRound():
            broken = list(check_prepare(state, event))
        case TakeBack():
            return _judge(state, event.turn)[0], None
        case Claim():
            broken = []
        case (
            DealCards()
            | DealBooks()
            | TakeStartingTile()
            | RestStartingCards()
            | TakeStartingBonus()
        ):
            broken = list(check_setup(state, event))
        case _:
            assert_never(event)
    if len(broken) > 1:
        broken.sort(key=lambda violation: _ORDER[violation.rule.id])
    return tuple(broken), work


def _judge_turn(
    state: State, turn: Turn, notes: list[Rule] | None
) -> tuple[list[Violation], Work | None]:
    broken = list(judge_order(state, turn))
    if broken:
        return broken, None
    work = Work(state, turn.seat)
    work.notes = notes
    return walk(work, ROWS[action_of(turn)], answers_of(turn)), work


def _require_seat(state: State, event: Event) -> None:
    seat = getattr(event.turn if isinstance(event, TakeBack) else event, "seat", None)
    if seat is not None and not 0 <= seat < len(state.players):
        raise UnreadableEventError(
            f"there is no seat {seat}; seats are 0 to {len(state.players) - 1}"
        )
