"""`referee best --horizon`: the rest of a round, a plan, or the last round."""

from pathlib import Path

import click

from referee.asking.best import NotDueError, Question
from referee.asking.horizons import BestRound, Horizon, HorizonQuestion
from referee.asking.plans import OtherPlans, best_last_round, best_plan
from referee.asking.recorded import recorded_plans
from referee.asking.rounds import best_round
from referee.cli.moments import readable
from referee.cli.position_files import POSITION
from referee.game.events import Plan
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.state import State
from referee.transcript.moments import At


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


def ask_horizon(
    state: State,
    seat: Seat | None,
    horizon: Horizon,
    question: Question,
    plans: OtherPlans,
) -> BestRound:
    """Ask for a best way of playing on."""
    if question.action is not None:
        raise click.UsageError("--action is for --horizon turn")
    mover = state.to_move if seat is None else seat
    if mover is None:
        raise NotDueError("all plan at once here: whose plan is asked for")
    asked = HorizonQuestion(objective=question.objective, time_limit=question.time_limit)
    match horizon:
        case "plan":
            return best_plan(state, mover, asked, plans)
        case "game":
            return best_last_round(state, mover, asked, plans)
        case _:
            return best_round(state, mover, asked)


def plans_of(
    file: Path,
    folder: Path | None,
    at: At | None,
    words: tuple[str, ...],
    state: State,
    colours: tuple[str, ...],
) -> OtherPlans:
    """Return the others' plans: those that the record has for the round, and those given."""
    if state.phase != "planning":
        return OtherPlans(colours=colours)
    recorded: dict[Seat, Plan] = {}
    if file.suffix != POSITION and at is not None:
        recorded = recorded_plans(readable(file, folder), state.round)
    given = given_plans(words, state, colours)
    return OtherPlans(recorded=recorded, given=given, colours=colours)
