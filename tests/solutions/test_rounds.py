"""Whole rounds: what is promised is legal, true, and at least as good as looking one turn ahead."""

import time
from functools import partial

import pytest

from referee.core.events import Plan
from referee.core.ids import SLOTS, Seat
from referee.engine import check, step
from referee.engine.actions import refill_due
from referee.solve.best import greedy_round
from referee.solve.horizons import BestRound, Horizon, HorizonQuestion, NotDueError, alone, worth
from referee.solve.puzzle import shipped_puzzles, solve
from referee.solve.rounds import OtherPlans, best_last_round, best_plan, best_round
from referee_model.best.formulation import rest_of_round
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import Objective, ObjectiveError, objective
from referee_model.best.rounds import RoundSearch
from referee_model.best.table import MoverTable
from scripts.tools.oracle.horizon import MOST_TABLES, HorizonResult, compare, tables
from scripts.tools.runs import Run
from tests.solutions.tables import at, mover

pytestmark = pytest.mark.slow

FEW_TABLES = 300
QUESTION = HorizonQuestion(time_limit=60)
NO_PLAN = (None,) * len(SLOTS)


def replay(found: BestRound) -> int:
    """Return what the turns of an answer come to when the engine plays them once more."""
    state = found.before
    for played in found.turns:
        assert check(state, played.turn) == ()
        state = step(state, played.turn)
        assert state == played.after
    return worth(state, found.seat, found.question.objective)


def compare_some(
    horizon: Horizon, number: int, seed: int, most: int = MOST_TABLES
) -> HorizonResult:
    """Return what comes of comparing so many tables, or a few more."""
    work = partial(compare, horizon=horizon, most=most)
    found = [*Run(number, seed).over_seeds(work, size=lambda each: each.compared)]
    return HorizonResult(
        compared=sum(each.compared for each in found),
        bounds=sum(each.bounds for each in found),
        disagreements=[line for each in found for line in each.disagreements],
    )


@pytest.mark.parametrize(("horizon", "number"), [("round", 8), ("plan", 4), ("game", 4)])
def test_no_way_of_playing_is_better_than_the_answer(horizon: Horizon, number: int) -> None:
    tally = compare_some(horizon, number, 0, FEW_TABLES)
    assert tally.compared >= number
    assert tally.disagreements == []
    assert tally.bounds == 0


def test_hopes_beyond_the_rules_end_in_a_proof() -> None:
    # Diamond steps that a ruling forfeits, and cards with shares that nobody can pay for.
    tally = compare_some("game", 4, 5)
    assert tally.disagreements == []
    assert tally.bounds == 0


def test_the_goods_tile_adds_to_the_most_that_a_card_can_give() -> None:
    # One card is left with three units, and the tile makes four steps of them.
    tally = compare_some("round", 1, 40)
    assert tally.disagreements == []
    assert tally.bounds == 0


def test_shares_on_cards_that_nobody_can_pay_for_do_not_count() -> None:
    state, seat = next(tables(6, "game"))
    wanted = objective("2*net-worth+2*diamonds")
    before = alone(state, seat)
    joint = rest_of_round(MoverTable(before, seat), wanted)
    proposal = RoundSearch(joint, SolverLimits()).propose()
    assert proposal is not None
    assert proposal.value == best_round(state, seat, HorizonQuestion(objective=wanted)).value


def test_the_turns_of_a_round_are_legal_and_come_to_the_promised_value() -> None:
    state = at(3, 4)
    found = best_round(state, mover(state), QUESTION)
    assert found.status == "optimal"
    assert found.gap == 0
    assert replay(found) == found.value
    assert [played.value for played in found.turns][-1] == found.value


def test_a_round_is_never_worth_less_than_one_turn_after_the_other() -> None:
    for turn in (1, 4, 7):
        state = at(4, turn)
        seat = mover(state)
        found = best_round(state, seat, QUESTION)
        greedy = greedy_round(alone(state, seat), seat, QUESTION.objective)
        assert found.bound is not None
        assert found.bound >= max([found.worth_before, *(played.value for played in greedy)])


def test_a_plan_places_cards_of_the_hand_and_its_round_can_be_played() -> None:
    state = at(6)
    found = best_plan(state, Seat(0), QUESTION)
    assert found.plan is not None
    placed = {card for card in found.plan.slots if card is not None}
    assert placed <= state.players[0].hand
    assert found.before.players[0].slots == found.plan.slots
    assert replay(found) == found.value


def test_a_plan_is_at_least_as_good_as_the_round_after_any_other_plan() -> None:
    state = at(6)
    found = best_plan(state, Seat(1), QUESTION)
    assert found.status == "optimal"
    for card in sorted(state.players[1].hand)[:2]:
        slots = (card, *NO_PLAN[1:])
        plan = Plan(seat=Seat(1), slots=slots)
        if check(state, plan):
            continue
        table = state
        for seat in range(len(state.players)):
            empty = Plan(seat=Seat(seat), slots=NO_PLAN)
            table = step(table, plan if seat == 1 else empty)
        assert best_round(table, Seat(1), QUESTION).value <= found.value


def test_the_plans_of_the_others_are_told_with_where_they_come_from() -> None:
    state = at(7)
    given = Plan(seat=Seat(1), slots=NO_PLAN)
    others = OtherPlans(
        given={Seat(1): given}, recorded={Seat(2): Plan(seat=Seat(2), slots=NO_PLAN)}
    )
    found = best_last_round(state, Seat(0), HorizonQuestion(time_limit=2), others)
    assert found.horizon == "game"
    assert found.assumptions[:3] == (
        "the plan of player 3 is as recorded",
        "the plan of player 2 is as given",
        "the plan of player 4 is empty",
    )


def test_only_the_last_round_ends_the_game() -> None:
    with pytest.raises(NotDueError, match="this is round 3"):
        best_last_round(at(3, 4), Seat(0), QUESTION)


def test_nobody_plans_in_the_middle_of_a_round() -> None:
    with pytest.raises(NotDueError, match="this is not the planning phase"):
        best_plan(at(3, 4), Seat(0), QUESTION)


def test_a_round_cannot_be_judged_by_what_should_be_low() -> None:
    with pytest.raises(ObjectiveError, match="below zero"):
        HorizonQuestion(objective=Objective(((-1, "cash"),)))


def test_where_only_one_player_moves_no_book_is_drawn() -> None:
    table = alone(at(3, 4), mover(at(3, 4)))
    assert not refill_due(table)
    assert [player.done for player in table.players].count(False) == 1


def test_an_answer_without_time_still_has_a_true_bound_or_none() -> None:
    state = at(2, 1)
    hasty = best_round(state, mover(state), HorizonQuestion(time_limit=0.01))
    patient = best_round(state, mover(state), QUESTION)
    assert replay(hasty) == hasty.value
    assert hasty.value <= patient.value
    assert hasty.bound is None or hasty.bound >= patient.value


@pytest.mark.parametrize("seconds", [0.001, 0.05, 0.3])
def test_a_search_cut_short_claims_no_bound_below_what_is_possible(seconds: float) -> None:
    state = at(4, 1)
    seat = mover(state)
    table = alone(state, seat)
    greedy = max(played.value for played in greedy_round(table, seat, QUESTION.objective))
    joint = rest_of_round(MoverTable(table, seat), QUESTION.objective)
    search = RoundSearch(joint, SolverLimits(1, time.monotonic() + seconds))
    search.propose()
    assert search.bound is None or search.bound >= greedy


def test_the_solution_of_a_puzzle_calls_the_others_by_colour() -> None:
    puzzle = next(puzzle for puzzle in shipped_puzzles() if puzzle.horizon == "plan")
    found = solve(puzzle, time_limit=20)
    assert isinstance(found, BestRound)
    told = " ".join(found.assumptions)
    assert any(colour in told for colour in puzzle.colours)
    assert "player 1" not in told
    assert "player 2" not in told
