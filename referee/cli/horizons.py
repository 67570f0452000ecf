"""`referee best --horizon`: the rest of a round, a plan, or the last round."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, get_args

import click
from msgspec import Struct

from referee.asking.among_others import best_round_among_others
from referee.asking.horizons import BestRound, Horizon, HorizonQuestion
from referee.asking.plans import OtherPlans, best_last_round, best_plan
from referee.asking.question import NotDueError, Question
from referee.asking.recorded import events_from, recorded_plans, recorded_turns
from referee.asking.rounds import best_round
from referee.cli.asking import seat_of
from referee.cli.render.layout import number_of
from referee.engine.planning import available_slots, check_plan
from referee.game.events import Event, Plan
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.messages import language
from referee.game.state import State
from referee.transcript.moments import At, Stopped
from referee.transcript.names import Names
from referee.transcript.problems import WordError, did_you_mean
from referee.transcript.record import NamedPlayer

HORIZONS: tuple[Horizon, ...] = get_args(Horizon)
Opponents = Literal["still", "recorded"]
OPPONENTS: tuple[Opponents, ...] = get_args(Opponents)


def given_plans(words: tuple[str, ...], state: State, colours: tuple[str, ...]) -> dict[Seat, Plan]:
    """Return the plans of others that were given as `PLAYER=CARD,CARD`."""
    if words and state.phase != "planning":
        raise click.UsageError("--plan is for the planning of a round; here the cards lie open")
    plans = [_given_plan(word, state, colours) for word in words]
    return {plan.seat: plan for plan in plans}


def _given_plan(word: str, state: State, colours: tuple[str, ...]) -> Plan:
    player, equals, cards = word.partition("=")
    seat = seat_of(player, colours) if equals else None
    if seat is None:
        raise click.UsageError(
            f"{word!r:.60} was given; a plan is wanted such as {colours[0]}=exp2,clerk1"
        )
    names = Names(state.setting.components, tuple(map(NamedPlayer, colours))).cards_of(seat)
    try:
        placed = [CardId(names.find(card)) for card in cards.replace(",", " ").split()]
    except WordError as error:
        raise click.UsageError(f"{error.message}{did_you_mean(error.guess)}") from error
    slots = available_slots(state, seat)
    if len(placed) > len(slots):
        room, wanted = number_of(len(slots), "slot"), number_of(len(placed), "card")
        raise click.UsageError(f"{colours[seat]} has {room} for {wanted}")
    by_slot = dict(zip(slots, placed, strict=False))
    plan = Plan(seat=seat, slots=tuple(by_slot.get(slot) for slot in SLOTS))
    if state.plans[seat] is None and (broken := [*check_plan(state, plan)]):
        told = "; ".join(language().message(violation, colours) for violation in broken)
        raise click.UsageError(f"the plan of {colours[seat]} breaks a rule: {told}")
    return plan


class Further(Struct, frozen=True):
    """How far to look, and what the others do meanwhile."""

    horizon: Horizon = "turn"
    opponents: Opponents = "still"
    plans: tuple[str, ...] = ()


def horizon_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options about more than one turn; the command gets them as `further`."""

    @click.option(
        "--horizon",
        type=click.Choice(HORIZONS),
        default="turn",
        show_default=True,
        help="How far to look: this turn, the rest of the round, a plan and its round, or in round "
        "7 the end of the game.",
    )
    @click.option(
        "--opponents",
        type=click.Choice(OPPONENTS),
        default="still",
        show_default=True,
        help="In the rest of the round the others stand still, or move as the record has it.",
    )
    @click.option(
        "--plan",
        "plans",
        metavar="PLAYER=CARD,...",
        multiple=True,
        help="What another player plans, where the record does not tell; else nothing.",
    )
    @wraps(command)
    def asked(
        *arguments: Any,  # noqa: ANN401
        horizon: Horizon,
        opponents: Opponents,
        plans: tuple[str, ...],
        **others: Any,  # noqa: ANN401
    ) -> None:
        command(*arguments, further=Further(horizon, opponents, plans), **others)

    return asked


class TableInRecord(Struct, frozen=True):
    """Where a table was found, and what the record has after it."""

    found: Stopped
    events: tuple[Event, ...] = ()


def in_record(found: Stopped, at: At | None) -> TableInRecord:
    """Return a table with what the record has after it; a position has nothing."""
    if found.record is None or at is None:
        return TableInRecord(found)
    return TableInRecord(found, tuple(events_from(found.record, found.state)))


def ask_horizon(
    record: TableInRecord, seat: Seat | None, further: Further, asked: Question
) -> BestRound:
    """Ask for a best way of playing on."""
    state, colours, events = record.found.state, record.found.colours, list(record.events)
    if asked.action is not None:
        raise click.UsageError("--action is for --horizon turn")
    mover = state.to_move if seat is None else seat
    if mover is None:
        raise NotDueError("all plan at once here, so it must be said whose plan is asked for")
    question = HorizonQuestion(objective=asked.objective, time_limit=asked.time_limit)
    recorded = further.opponents == "recorded"
    if recorded and (further.horizon == "plan" or state.phase == "planning"):
        raise click.UsageError("--opponents recorded is for the turns of a round, not for a plan")
    if recorded and not events:
        raise click.UsageError("--opponents recorded needs a record and --at")
    if recorded:
        queues = recorded_turns(events, len(state.players))
        return best_round_among_others(state, mover, question, queues)
    given = given_plans(further.plans, state, colours)
    if mover in given:
        raise click.UsageError(f"the plan of {colours[mover]} is what is asked for; leave it out")
    plans = OtherPlans(
        recorded=recorded_plans(events),
        given=given,
        colours=colours,
    )
    match further.horizon:
        case "plan":
            return best_plan(state, mover, question, plans)
        case "game":
            return best_last_round(state, mover, question, plans)
        case _:
            return best_round(state, mover, question)
