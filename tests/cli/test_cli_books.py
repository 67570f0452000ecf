import json
from dataclasses import replace

import pytest

from referee.conformance.games import position
from referee.core.ids import CardId, Seat
from referee.solve import best as asking
from referee.solve.best import BooksQuestion, ask_books
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import Aim
from referee_model.best.placement import BookTask, PlacementPlan, best_placement
from tests.cli.running import run

GAME = "games/four-players.mgn"
PLANS = ("--plan", "clerk2 cotton2 exp2", "--plan", "clerk1 coffee3 exp1")


def test_books_tells_what_to_take_where_to_put_it_and_how_the_jar_moves() -> None:
    result = run("best", "--books", GAME, "--at", "3.4", "--points", "3", *PLANS)
    lines = [line.strip() for line in result.output.splitlines()]
    assert result.exit_code == 0
    assert lines[0] == "yellow's books"
    assert "take a05" in lines
    assert "put a05 on step 5" in lines
    assert "the jar ends on step 5, worth 15" in lines
    assert "optimal: proved that no plan gets the jar further" in lines


def test_the_data_of_a_plan_place_what_it_takes() -> None:
    result = run("best", "--books", GAME, "--at", "3.4", "--points", "3", *PLANS, "--json")
    found = json.loads(result.output)
    assert sorted(placing["book"] for placing in found["place"]) == found["take"]
    assert [move["round"] for move in found["moves"]] == [1, 2]
    assert found["moves"][-1]["to"] == found["step"]
    assert found["moves"][-1]["cash"] == found["cash"]


def test_without_a_plan_the_cards_that_lie_face_up_are_meant() -> None:
    found = json.loads(
        run("best", "--books", GAME, "--at", "3.1", "--player", "blue", "--json").output
    )
    assert {move["round"] for move in found["moves"]} <= {1}


def test_a_book_that_was_acquired_is_placed() -> None:
    result = run("best", "--books", GAME, "--at", "3.4", "--acquired", "a5", *PLANS, "--json")
    assert [placing["book"] for placing in json.loads(result.output)["place"]] == ["a05"]


@pytest.mark.slow
def test_weights_change_what_a_plan_is_worth() -> None:
    asked = (
        "best",
        "--books",
        GAME,
        "--at",
        "3.4",
        "--points",
        "3",
        *PLANS,
        "--aim",
        "value",
        "--json",
    )
    plain, keen = (
        json.loads(run(*asked, *more).output) for more in ((), ("--worth", "diamonds=9"))
    )
    assert keen["worth"] > plain["worth"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--plan", "clrk"], "there is no card or tile 'clrk'"),
        (["--acquired", "z9"], "there is no book 'z9'"),
        (["--worth", "diamonds=x"], "such as diamonds=3"),
        (["--worth", "fame=1"], "such as diamonds=3"),
        (["--player", "pink"], "there is no player 'pink'"),
    ],
)
def test_misuse_is_named(arguments: list[str], words: str) -> None:
    result = run("best", "--books", GAME, "--at", "3.4", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_books_that_cannot_be_placed_are_a_no() -> None:
    held = [word for number in range(1, 25) for word in ("--acquired", f"a{number}")]
    assert run("best", "--books", GAME, "--at", "3.4", *held).exit_code == 1


def test_a_plan_that_the_engine_does_not_confirm_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def boasting(task: BookTask, aim: Aim, _limits: SolverLimits) -> PlacementPlan:
        plan = best_placement(task, aim)
        return replace(plan, worth=plan.worth + 1)

    monkeypatch.setattr(asking, "best_placement", boasting)
    result = run("best", "--books", GAME, "--at", "3.4", *PLANS)
    assert result.exit_code == 3
    assert "solver and engine disagree" in result.output


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_plans_of_any_table_stand_the_replay_by_the_engine(seed: int) -> None:
    state = position(seed)
    cards = [CardId(card) for card in ("clerk2", "cotton2", "exp2")]
    known = state.setting.components.card
    plan = tuple(card for card in cards if card in known)
    aims: tuple[Aim, Aim] = ("furthest", "value")
    question = BooksQuestion(plans=(plan, plan), points=seed % 4, aim=aims[seed % 2])
    answer = ask_books(state, state.to_move or Seat(0), question)
    assert answer.status == "optimal"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--cash", str(10**20)), "--cash"),
        (("--worth", f"diamonds={10**20}"), "such as diamonds=3"),
        (("--plan", "clerk2 clerk2"), "clerk2 was named twice"),
    ],
)
def test_more_than_there_is_is_misuse(arguments: tuple[str, ...], words: str) -> None:
    result = run(
        "best", "--books", "games/four-players.mgn", "--at", "3.2", "--points", "3", *arguments
    )
    assert result.exit_code == 2
    assert words in result.stderr
