"""`referee best --horizon`: the rest of a round, a plan, or the last round."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Literal, get_args

import click
from msgspec import Struct

from referee.asking.among_others import best_round_among_others
from referee.asking.best import NotDueError, Question
from referee.asking.horizons import BestRound, Horizon, HorizonQuestion
from referee.asking.plans import OtherPlans, best_last_round, best_plan
from referee.asking.recorded import events_from, recorded_plans, recorded_turns
from referee.asking.rounds import best_round
from referee.cli.moments import readable
from referee.cli.sources import POSITION
from referee.game.events import Event, Plan
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.state import State
from referee.transcript.moments import At, Stopped

HORIZONS: tuple[Horizon, ...] = get_args(Horizon)
Opponents = Literal["still", "recorded"]
OPPONENTS: tuple[Opponents, ...] = get_args(Opponents)


def given_plans(words: tuple[str, ...], state: State, colours: tuple[str, ...]) -> dict[Seat, Plan]:
    """Return the plans of others that were given as `COLOUR=CARD,CARD`."""
    plans = {}
    for word in words:
        colour, equals, cards = word.partition("=")
        if not equals or colour not in colours:
            raise click.UsageError(
                f"{word!r:.60} was given; a plan is wanted such as {colours[0]}=exp2,clerk1"
            )
        seat = Seat(colours.index(colour))
        names = [CardId(card.strip()) for card in cards.split(",") if card.strip()]
        if unknown := [card for card in names if card not in state.players[seat].hand]:
            raise click.UsageError(f"{unknown[0]!r:.40} is not in the hand of {colour}")
        if len(names) > len(SLOTS):
            raise click.UsageError(f"{colour} has {len(SLOTS)} slots at most")
        slots: tuple[CardId | None, ...] = (*names, *(None for _ in SLOTS[len(names) :]))
        plans[seat] = Plan(seat=seat, slots=slots)
    return plans


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


class Record(Struct, frozen=True):
    """Where a table was found, and what the record has after it."""

    found: Stopped
    events: tuple[Event, ...] = ()


def record_of(file: Path, folder: Path | None, found: Stopped, at: At | None) -> Record:
    """Return a table with what the record has after it; a position has nothing."""
    if file.suffix == POSITION or at is None:
        return Record(found)
    return Record(found, tuple(events_from(readable(file, folder), found.state)))


def ask_horizon(record: Record, seat: Seat | None, further: Further, asked: Question) -> BestRound:
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
    plans = OtherPlans(
        recorded=recorded_plans(events),
        given=given_plans(further.plans, state, colours),
        colours=colours,
    )
    match further.horizon:
        case "plan":
            return best_plan(state, mover, question, plans)
        case "game":
            return best_last_round(state, mover, question, plans)
        case _:
            return best_round(state, mover, question)
