"""Events taken at a table with unread values: no more is asked than decides them."""

from referee.engine import IllegalEventError, step
from referee.engine.actions import TURNS
from referee.engine.planning import check_plan
from referee.engine.preparation import check_prepare, check_refill
from referee.engine.referee import table_following
from referee.engine.setup import check_setup
from referee.game.events import Claim as ClaimEvent
from referee.game.events import Event, Plan, PrepareRound, RefillBooks, TakeBack
from referee.game.rule import Violation
from referee.game.state import State
from referee.game.turns import BLANK, Turn, UsesBonuses
from referee.transcript.completed_turn import Completed, Missing
from referee.transcript.completion import ambiguity, complete, straight
from referee.transcript.patience import Patience
from referee.unread.decisions import TakenInWorld
from referee.unread.runs import telling_apart


def completed_turn(table: State, said: Turn, *, only_straight: bool) -> Completed | Missing | None:
    """Return the turn that is meant, or None if that would have to be searched for."""
    levels = said.levels if isinstance(said, UsesBonuses) else ()
    if only_straight and all(level.company != BLANK for level in levels):
        return straight(table, said, Patience())
    with telling_apart():
        # To see that the record says too little two ways suffice, and each asks for more.
        return ambiguity(table, said, Patience()) or complete(table, said)


def not_completed(table: State, found: Completed | Missing | None) -> TakenInWorld:
    """Return how a turn stands that was not found to be a legal one."""
    if found is None:
        return TakenInWorld("long", table)
    if isinstance(found, Missing):
        return TakenInWorld("missing", table, missing=found)
    return TakenInWorld("illegal", table, violations=found.violations)


def taken_event(table: State, event: Event) -> tuple[tuple[Violation, ...], State | None]:
    """Return the first rule that an event breaks, all of them for a turn, or the table after it.

    One is enough to refuse an event; each further one would ask about values that do not matter.
    """
    match event:
        case Plan():
            broken = check_plan(table, event)
        case RefillBooks():
            broken = check_refill(table, event)
        case PrepareRound():
            broken = check_prepare(table, event)
        case TakeBack() | ClaimEvent():
            return (), table
        case _ if isinstance(event, TURNS):
            try:
                return (), step(table, event)
            except IllegalEventError as error:
                return error.violations, None
        case _:
            broken = check_setup(table, event)
    first = next(iter(broken), None)
    if first is not None:
        return (first,), None
    return (), table_following(table, event)
