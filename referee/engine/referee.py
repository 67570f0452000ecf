"""Two questions about an event: which rules does it break, and what table follows."""

from typing import assert_never

from referee.core.events import (
    Claim,
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    Setup,
    TakeBack,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.rule import Rule, Violation
from referee.core.state import State
from referee.core.turns import Turn
from referee.engine.actions import TURNS, judge_order, walked
from referee.engine.planning import apply_plan, check_plan
from referee.engine.preparation import apply_prepare, check_prepare, check_refill, with_books
from referee.engine.setup import apply_setup, check_setup
from referee.engine.stage import Violations
from referee.engine.unfinished import table_after
from referee.engine.work import Work
from referee.i18n.speech import say
from referee.rulebook import RULES

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
    if isinstance(event, TURNS):
        return check_turn(state, event)[0]
    if isinstance(event, TakeBack):
        return check(state, event.turn)
    _require_seat(state, getattr(event, "seat", None))
    return in_rulebook_order(_broken(state, event))


def step(state: State, event: Event, notes: list[Rule] | None = None) -> State:
    """Return the table after `event`, which must be legal; `notes` collects effects at work.

    Turns that were taken back and claims change nothing, legal or not.
    """
    if isinstance(event, TURNS):
        broken, work = check_turn(state, event, notes)
        if broken or work is None:
            raise IllegalEventError(broken)
        return table_after(work)
    if isinstance(event, TakeBack):
        _require_seat(state, event.turn.seat)
        return state
    _require_seat(state, getattr(event, "seat", None))
    if isinstance(event, Claim):
        return state
    if found := _broken(state, event):
        raise IllegalEventError(in_rulebook_order(found))
    return table_following(state, event, notes)


NonTurnEvent = Setup | Plan | RefillBooks | PrepareRound
"""What changes the table and is no turn."""


def table_following(state: State, event: NonTurnEvent, notes: list[Rule] | None = None) -> State:
    """Return the table after an event that is no turn, whether it is legal or not."""
    noted = [] if notes is None else notes
    match event:
        case Plan():
            return apply_plan(state, event, noted)
        case RefillBooks():
            return with_books(state, event.books)
        case PrepareRound():
            return apply_prepare(state, event, noted)
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


def _broken(state: State, event: NonTurnEvent | Claim) -> Violations:
    """Return the rules that an event which is no turn breaks."""
    match event:
        case Plan():
            return list(check_plan(state, event))
        case RefillBooks():
            return list(check_refill(state, event))
        case PrepareRound():
            return list(check_prepare(state, event))
        case Claim():
            return ()
        case (
            DealCards()
            | DealBooks()
            | TakeStartingTile()
            | RestStartingCards()
            | TakeStartingBonus()
        ):
            return list(check_setup(state, event))
        case _:
            assert_never(event)


def check_turn(
    state: State, turn: Turn, notes: list[Rule] | None = None
) -> tuple[tuple[Violation, ...], Work | None]:
    """Return the rules that a turn breaks, and what it did if it was this player's to take."""
    _require_seat(state, turn.seat)
    if unordered := judge_order(state, turn.seat):
        return in_rulebook_order(unordered), None
    broken, work = walked(state, turn, notes)
    return in_rulebook_order(broken) if broken else (), work


def in_rulebook_order(broken: Violations) -> tuple[Violation, ...]:
    """Return violations in rulebook order."""
    if len(broken) > 1:
        return tuple(sorted(broken, key=lambda violation: _ORDER[violation.rule.id]))
    return tuple(broken)


def _require_seat(state: State, seat: int | None) -> None:
    if seat is not None and not 0 <= seat < len(state.players):
        raise UnreadableEventError(
            say("records.referee.no-seat", seat=seat, players=len(state.players) - 1)
        )
