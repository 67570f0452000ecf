"""The best cards to place in the planning phase, and the last round for the final score."""

import time
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from model.best.formulation import whole_round
from model.best.rounds import Proposal
from model.best.table import MoverTable
from referee.engine import step
from referee.engine.planning import available_slots
from referee.game.events import Plan
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.limits import ROUNDS
from referee.game.messages.speech import say
from referee.game.state import State
from referee.solutions.horizons import SLOTS_BY_NAME, BestRound, HorizonQuestion
from referee.solutions.question import NotDueError
from referee.solutions.replays import Answering
from referee.solutions.rounds import IN_A_ROUND, alone, best_round
from referee.solutions.worth import worth

NO_CARDS_PLACED: tuple[CardId | None, ...] = (None,) * len(SLOTS)


class OtherPlans(Struct, frozen=True, kw_only=True):
    """What is known about the plans of the others, and what they are called."""

    recorded: Mapping[Seat, Plan] = {}
    given: Mapping[Seat, Plan] = {}
    colours: tuple[str, ...] = ()


NOTHING_KNOWN = OtherPlans()


def best_plan(
    state: State, seat: Seat, question: HorizonQuestion, others: OtherPlans = NOTHING_KNOWN
) -> BestRound:
    """Return the best cards to place, and the round to play with them.

    The others' plans are those on the table or recorded, else those given, else empty.
    """
    started = time.monotonic()
    if state.phase != "planning":
        raise NotDueError(say("answers.plans.nobody-plans-here"))
    plans, told = _plans(state, seat, others)
    nothing = turned_up(state, seat, plans, NO_CARDS_PLACED)
    table = MoverTable(nothing, seat)
    slots = available_slots(state, seat)
    joint = whole_round(table, question.objective, len(slots))

    def start(proposal: Proposal) -> State:
        placed = dict(zip(slots, sorted(proposal.cards), strict=False))
        return turned_up(state, seat, plans, tuple(placed.get(slot) for slot in SLOTS))

    found = Answering(joint, seat, question, start).answer(nothing)
    before = found.best.before
    return BestRound(
        question=question,
        horizon="plan",
        seat=seat,
        before=before,
        plan=Plan(seat=seat, slots=before.players[seat].slots),
        worth_before=worth(nothing, seat, question.objective),
        turns=found.best.turns,
        value=found.best.value,
        status=found.status,
        bound=found.bound,
        seconds=time.monotonic() - started,
        assumptions=(*told, *IN_A_ROUND, SLOTS_BY_NAME),
    )


def best_last_round(
    state: State, seat: Seat, question: HorizonQuestion, others: OtherPlans = NOTHING_KNOWN
) -> BestRound:
    """Return the best way to play the last round for the final score, plan included if due."""
    if state.round != ROUNDS:
        raise NotDueError(
            say("answers.plans.the-game-ends-with-round", rounds=ROUNDS, round=state.round)
        )
    if state.phase == "planning":
        return replace(best_plan(state, seat, question, others), horizon="game")
    return replace(best_round(state, seat, question), horizon="game")


def _plans(
    state: State, seat: Seat, others: OtherPlans
) -> tuple[dict[Seat, Plan], tuple[str, ...]]:
    """Return the plans of the others, and how they are known."""
    plans: dict[Seat, Plan] = {}
    sources: dict[str, list[Seat]] = {"as recorded": [], "as given": [], "empty": []}
    for number, lying in enumerate(state.plans):
        other = Seat(number)
        if other == seat:
            continue
        known = lying or others.recorded.get(other)
        given = known or others.given.get(other)
        plans[other] = given or Plan(seat=other, slots=NO_CARDS_PLACED)
        sources["as recorded" if known else "as given" if given else "empty"].append(other)
    told = (_told(seats, how, others.colours) for how, seats in sources.items() if seats)
    return plans, tuple(told)


def _told(seats: list[Seat], how: str, colours: tuple[str, ...]) -> str:
    names = [
        colours[seat] if colours else say("answers.plans.player", seat=seat + 1) for seat in seats
    ]
    return say("answers.plans.the-plans-are", players=tuple(names), number=len(names), how=how)


def turned_up(
    state: State, seat: Seat, others: Mapping[Seat, Plan], slots: tuple[CardId | None, ...]
) -> State:
    """Return the table with all plans turned up, at which only one player moves."""
    state = replace(state, plans=(None,) * len(state.plans))
    for plan in (*others.values(), Plan(seat=seat, slots=slots)):
        state = step(state, plan)
    return alone(state, seat)
