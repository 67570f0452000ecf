"""The solver's optima against the engine's own list of legal turns."""

import pytest

from referee.core.canonical import CanonicalEnd, CanonicalGoods, CanonicalMarker, measured
from referee.core.ids import COMPANIES, Seat
from referee.engine import check, step
from referee.engine.legal_turns import legal_turns
from referee.solve.horizons import measures, worth
from referee_model.best.formulation import ACTIONS
from referee_model.best.objective import ObjectiveError, objective
from referee_model.best.search import NoTurnDueError, best_turn, every_turn, top
from referee_model.best.spoken_turns import said
from referee_model.best.table import MoverTable
from referee_model.best.turn_solver import measures_of
from scripts.tools.oracle.best import ComparisonResult, compare, table
from tests.positions import position

pytestmark = pytest.mark.slow

FEW = 3_000
"""Turns an action may have to be listed here; the script lists more."""


@pytest.mark.parametrize("seed", range(40))
def test_the_solver_and_the_list_of_legal_turns_agree(seed: int) -> None:
    result = ComparisonResult(seed)
    compare(table(seed), result, FEW)
    assert result.optima
    assert result.disagreements == []
    assert result.gaps == []


@pytest.mark.parametrize("seed", range(200, 212))
def test_a_proved_turn_is_legal_and_worth_what_was_promised(seed: int) -> None:
    state = table(seed)
    wanted = objective("margin")
    answer = best_turn(state, wanted)
    turn = said(state, answer.turn)
    assert answer.status == "optimal"
    assert answer.bound == answer.value
    assert check(state, turn) == ()
    assert worth(step(state, turn), turn.seat, wanted) == answer.value


@pytest.mark.parametrize("seed", range(8))
def test_the_best_of_all_actions_is_the_best_of_one(seed: int) -> None:
    state = table(seed)
    answer = best_turn(state)
    values = {}
    for action in ACTIONS:
        try:
            values[action] = best_turn(state, action=action, optima_limit=0).value
        except NoTurnDueError:
            continue
    assert answer.value == max(values.values())


@pytest.mark.parametrize("seed", range(8))
def test_the_best_few_begin_with_the_best_and_never_rise(seed: int) -> None:
    state = table(seed)
    ranked = top(state, "net-worth", 6).turns
    answer = best_turn(state, "net-worth", optima_limit=6)
    values = [one.value for one in ranked]
    assert ranked[0].turn == answer.turn
    assert values == sorted(values, reverse=True)
    assert len({one.turn for one in ranked}) == len(ranked)
    assert min(6, answer.optima) == min(6, values.count(answer.value))


@pytest.mark.parametrize("seed", range(8))
def test_without_placings_the_best_few_differ_in_more_than_those(seed: int) -> None:
    state = table(seed)
    ranked = top(state, "net-worth", 8).turns
    fewer = top(state, "net-worth", 8, placing=False).turns
    assert [one.turn for one in fewer] == [measured(one.turn) for one in fewer] or any(
        isinstance(one.turn, CanonicalEnd) for one in fewer
    )
    assert len({one.turn for one in fewer}) == len(fewer)
    assert fewer[0].value == ranked[0].value


@pytest.mark.parametrize("seed", range(8))
def test_the_turns_of_the_best_few_are_the_highest_of_all(seed: int) -> None:
    state = table(seed)
    assert state.to_move is not None
    seen = MoverTable(state, state.to_move)
    wanted = objective("cash")
    turns = every_turn(state, "marker", 500)
    if not turns or len(turns) >= 500:
        pytest.skip("no marker, or too many ways of placing one")
    values = sorted((wanted.of(measures_of(seen, turn)) for turn in turns), reverse=True)
    assert [one.value for one in top(state, wanted, 5, "marker").turns] == values[:5]


@pytest.mark.parametrize("seed", range(6))
def test_the_same_question_has_the_same_answer(seed: int) -> None:
    state = table(seed)
    assert best_turn(state).turn == best_turn(state).turn


def test_of_equal_goods_turns_those_with_fewer_steps_on_the_first_tracks_come_first() -> None:
    answer = best_turn(table(123), "net-worth", "goods")
    ranked = top(table(123), "net-worth", answer.optima, "goods").turns
    steps = [one.turn.steps for one in ranked if isinstance(one.turn, CanonicalGoods)]
    assert answer.counted_all
    assert len(steps) == answer.optima > 1
    assert steps == sorted(steps)
    assert answer.turn == ranked[0].turn


def test_of_equal_turns_one_that_takes_no_book_comes_first() -> None:
    answer = best_turn(table(118), "net-worth", "marker")
    assert isinstance(answer.turn, CanonicalMarker)
    assert answer.optima > 1
    assert answer.turn.gains.books == frozenset()
    assert answer.turn.gains.points_for_pounds == 1


def test_expanding_any_company_is_as_good_as_the_best_one() -> None:
    compared = 0
    for seed in range(12):
        state = table(seed)
        try:
            answer = best_turn(state, action="expand", optima_limit=0)
        except NoTurnDueError:
            continue
        compared += 1
        each = (
            best_turn(state, action="expand", companies=(company,), optima_limit=0)
            for company in COMPANIES
        )
        assert answer.value == max(one.value for one in each)
    assert compared


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "cash+2*fame",
            "character 8 of 'cash\\+2\\*fame': 'fame' is not a measure; expected net-worth",
        ),
        ("x*ink", "character 1 of 'x\\*ink': 'x' is not a measure"),
        ("net-wort", "'net-wort' is not a measure"),
        ("cash ink", "character 6 of 'cash ink': 'ink' does not fit there; .* cash-2\\*ink"),
        ("cash*ink", "character 6 of .*: 'ink' does not fit there"),
        ("2*3", "character 3 of .*: '3' does not fit there"),
        ("(cash)", "character 1 of .*: '\\(' does not fit there"),
        ("cash--ink", "character 6 of .*: '-' does not fit there"),
        ("cash-", "'cash-' is not complete; .* the measures are net-worth"),
        ("cash+5", "'cash\\+5' is not complete"),
        ("", "'' is not complete"),
        ("9" * 6000 + "*ink", "9 is too large; the limit is 1,000,000"),
        ("600000*ink+500000*ink", "1100000 is too large"),
    ],
)
def test_what_is_no_objective_is_told_with_its_place(text: str, words: str) -> None:
    with pytest.raises(ObjectiveError, match=words):
        objective(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2*ink + shares:cairo", "2*ink+shares:cairo"),
        ("cash-2*ink", "cash-2*ink"),
        ("net-worth + 3*cairo", "net-worth+3*shares:cairo"),
        ("- ink*2 +net-worth-cape-town", "-2*ink+net-worth-shares:cape-town"),
        ("cash+ink-3*cash", "-2*cash+ink"),
        ("cash-cash", "0*cash"),
    ],
)
def test_a_weighted_sum_is_read_and_written_alike(text: str, written: str) -> None:
    assert str(objective(text)) == written
    assert objective(written) == objective(text)


def test_less_of_a_measure_can_be_better() -> None:
    state = table(3)
    answer = best_turn(state, "cash-2*ink-3*cairo")
    turn = said(state, answer.turn)
    wanted = objective("cash-2*ink-3*shares:cairo")
    values = [wanted.of(measures(step(state, t), t.seat)) for _, t in legal_turns(state)]
    assert answer.status == "optimal"
    assert answer.value == max(values) == worth(step(state, turn), turn.seat, wanted)


def test_a_book_is_taken_once_though_reward_and_bookkeeper_could_both_pay_for_it() -> None:
    state = position(
        seat={0: {"starting_tile": "S02", "slots": {"left": "clerk2", "middle": "exp1-1"}}},
        books={"top2": "a01"},
        book_coins={"top2": 3},
    )
    answer = best_turn(state, "cash", "bookkeeper")
    # Of the jar's stop 2 pounds, for one point a book with 3, and 3 points turned into pounds.
    assert answer.value == state.players[0].cash + 2 + 3 + 3
    assert check(state, said(state, answer.turn)) == ()


def test_a_turn_completed_with_placings_keeps_the_books_that_were_worth_most() -> None:
    state = position(
        seat={0: {"starting_tile": "S02", "slots": {"left": "clerk2", "middle": "exp1-1"}}},
        books={"top2": "a01", "top3": "a02"},
        book_coins={"top3": 3},
    )
    answer = best_turn(state, "cash", "bookkeeper", optima_limit=0)
    assert worth(step(state, said(state, answer.turn)), Seat(0), objective("cash")) == answer.value
