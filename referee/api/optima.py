"""The best turn at a table, and the best way of playing on, with their proofs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import UNSET

from referee.api.errors import MisuseError, NoAnswerError, require
from referee.api.games import Game
from referee.api.long_work import Stop, require_limits
from referee.api.positions import load_table
from referee.api.solver_answers import (
    BestPlay,
    BestTurn,
    ValuedTurn,
    asking,
    best_play_answer,
    best_turn_answer,
    naming,
    read_objective,
    seat_of,
)
from referee.api.sources import Source
from referee.api.tables import Table
from referee.core.component_set import ComponentSet
from referee.core.events import Event, Plan
from referee.core.ids import SLOTS, CardId, Seat
from referee.core.state import State
from referee.core.turns import Action
from referee.engine.planning import available_slots, check_plan
from referee.i18n import language
from referee.i18n.speech import one_by_one, say
from referee.records.moments import At
from referee.records.names import Names
from referee.records.record import NamedPlayer
from referee.solve.horizons import (
    Horizon,
    HorizonQuestion,
    NotDueError,
    Question,
    events_from,
    recorded_plans,
    recorded_turns,
    to_move,
)
from referee.solve.notation import turn_text
from referee_model.best.objective import Objective

if TYPE_CHECKING:
    from referee.solve.horizons import BestRound


# Plans of other players that whoever asks for a best plan gives with the question -----------------
def given_plans(words: Sequence[str], state: State, colours: tuple[str, ...]) -> dict[Seat, Plan]:
    """Return the plans of others that were given as `PLAYER=CARD,CARD`."""
    if words and state.phase != "planning":
        raise MisuseError(say("answers.optima.plan-is-for-the-planning"))
    plans = [_given_plan(word, state, colours) for word in words]
    return {plan.seat: plan for plan in plans}


def _given_plan(word: str, state: State, colours: tuple[str, ...]) -> Plan:
    player, equals, cards = word.partition("=")
    seat = seat_of(player, colours) if equals else None
    if seat is None:
        raise MisuseError(
            say("answers.optima.was-given-a-plan-is", word=f"{word!r:.60}", colours=colours[0])
        )
    names = Names(state.setting.components, tuple(map(NamedPlayer, colours))).cards_of(seat)
    with naming():
        placed = [CardId(names.find(card)) for card in cards.replace(",", " ").split()]
    slots = available_slots(state, seat)
    if len(placed) > len(slots):
        raise MisuseError(
            say("answers.optima.has-for", player=colours[seat], slots=len(slots), cards=len(placed))
        )
    by_slot = dict(zip(slots, placed, strict=False))
    plan = Plan(seat=seat, slots=tuple(by_slot.get(slot) for slot in SLOTS))
    if state.plans[seat] is None and (broken := [*check_plan(state, plan)]):
        told = one_by_one(language().message(violation, colours) for violation in broken)
        raise MisuseError(
            say("answers.optima.the-plan-of-breaks-a", colours=colours[seat], told=told)
        )
    return plan


__all__ = [
    "ACTIONS",
    "HORIZONS",
    "OPPONENTS",
    "Further",
    "Horizon",
    "Opponents",
    "best",
    "best_play",
]

HORIZONS: tuple[Horizon, ...] = get_args(Horizon)
Further = Literal["round", "plan", "game"]
"""The horizons beyond one turn."""
Opponents = Literal["still", "recorded"]
OPPONENTS: tuple[Opponents, ...] = get_args(Opponents)
ACTIONS: tuple[Action, ...] = get_args(Action)
MOST_LISTED = 1000
"""So many of the best turns can be asked for."""


def best(  # noqa: PLR0913 - one parameter for each thing that may be asked
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    player: str | None = None,
    objective: str | Objective = "net-worth",
    action: Action | None = None,
    top: int | None = None,
    time_limit: float | None = None,
    work: float | None = None,
    stop: Stop | None = None,
    components: ComponentSet | Path | str | None = None,
) -> BestTurn:
    """Return the best turn of the player who is to move, or of another as if it were his turn.

    Without limits the solver finishes. `work` is what it may do, as it counts its work, so that the
    answer is the same on every machine; seconds are a guard against waiting, and `stop` is asked
    some 20 times a second whether to leave it at what is known. `status` tells whether it sufficed.

    >>> import referee
    >>> found = referee.best("games/two-players.mgn", "7.7", objective="cash")
    >>> found.player, found.status, found.value >= found.worth_before
    ('green', 'optimal', True)
    """
    table = load_table(source, at, components=components)
    _require_certain(table)
    require(
        action is None or action in ACTIONS,
        say("answers.optima.there-is-no-action", action=f"{action!r:.40}"),
    )
    require(
        top is None or 1 <= top <= MOST_LISTED,
        say("answers.optima.top-is-at-least-1", most_listed=MOST_LISTED),
    )
    require_limits(time_limit, work)
    seat = seat_of(player, table.colours)
    question = Question(
        objective=read_objective(objective),
        action=action,
        time_limit=time_limit,
        work=work,
        stop=stop,
    )
    from referee.solve.best import ask_best, ask_best_few  # noqa: PLC0415 - imports the solver

    with asking():
        state = to_move(table.state, seat)
        found = ask_best(state, question)
        few = None if top is None else ask_best_few(state, question.after(found.seconds), top)
    return best_turn_answer(
        found,
        table.colours,
        top=UNSET
        if few is None
        else tuple(
            ValuedTurn(turn=turn_text(one.turn, state.setting, table.colours), value=one.value)
            for one in few.turns
        ),
        top_in_time=UNSET if few is None else few.in_time,
    )


def best_play(  # noqa: PLR0913 - one parameter for each thing that may be asked
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    horizon: Further = "round",
    player: str | None = None,
    objective: str | Objective = "net-worth",
    opponents: Opponents = "still",
    plans: Sequence[str] = (),
    time_limit: float | None = None,
    work: float | None = None,
    stop: Stop | None = None,
    components: ComponentSet | Path | str | None = None,
) -> BestPlay:
    """Return the best rest of the round, the best plan and its round, or the best last round.

    The others stand still, or in the rest of a round move as recorded. `plans` are those of others
    where the record does not tell, such as `blue=exp2,clerk1`. Without limits the
    answer is proved, and its value the same on every machine; `work`, seconds and `stop` end it
    early as they do for `best`.

    >>> import referee
    >>> found = referee.best_play("games/two-players.mgn", "7.7")
    >>> found.horizon, found.status, found.value >= found.worth_before
    ('round', 'optimal', True)
    """
    table = load_table(source, at, components=components)
    _require_certain(table)
    require(
        horizon in get_args(Further),
        say("answers.optima.there-is-no-horizon-beyond", horizon=f"{horizon!r:.40}"),
    )
    require(opponents in OPPONENTS, say("answers.optima.opponents-are", opponents=tuple(OPPONENTS)))
    require_limits(time_limit, work)
    seat = seat_of(player, table.colours)
    with asking():
        question = HorizonQuestion(
            objective=read_objective(objective), time_limit=time_limit, work=work, stop=stop
        )
        mover = table.state.to_move if seat is None else seat
        if mover is None:
            raise NotDueError(say("answers.optima.all-plan-at-once-here"))
        if opponents == "recorded":
            found = _among_others(table, mover, horizon, question)
        else:
            given = given_plans(plans, table.state, table.colours)
            found = _alone(table, mover, horizon, question, given)
    return best_play_answer(found, table.state, table.colours)


def _require_certain(table: Table) -> None:
    """Refuse to answer for the turn before a gap where that of the end was asked for."""
    if table.is_before_gap:
        raise NoAnswerError(say("answers.games.this-table-is-not-certain", gap=table.note))


def _alone(
    table: Table, mover: Seat, horizon: Further, question: HorizonQuestion, given: dict[Seat, Plan]
) -> "BestRound":
    from referee.solve.rounds import (  # noqa: PLC0415
        OtherPlans,
        best_last_round,
        best_plan,
        best_round,
    )

    if mover in given:
        raise MisuseError(say("answers.optima.the-plan-of-is-what", colours=table.colours[mover]))
    plans = OtherPlans(
        recorded=recorded_plans(_recorded(table)), given=given, colours=table.colours
    )
    match horizon:
        case "plan":
            return best_plan(table.state, mover, question, plans)
        case "game":
            return best_last_round(table.state, mover, question, plans)
        case "round":
            return best_round(table.state, mover, question)


def _among_others(
    table: Table, mover: Seat, horizon: Further, question: HorizonQuestion
) -> "BestRound":
    from referee.solve.among_others import best_round_among_others  # noqa: PLC0415

    if horizon == "plan" or table.state.phase == "planning":
        raise MisuseError(say("answers.optima.opponents-recorded-is-for-the"))
    events = _recorded(table)
    if not events:
        raise MisuseError(say("answers.optima.opponents-recorded-needs-a-record"))
    queues = recorded_turns(events, len(table.state.players))
    return best_round_among_others(table.state, mover, question, queues)


def _recorded(table: Table) -> list[Event]:
    """Return what the record of a table has after it; a position has nothing."""
    return [] if table.record is None else events_from(table.record, table.state)
