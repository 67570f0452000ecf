"""Questions with a best answer from Python: the answers are what the command prints as JSON."""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import referee
from referee.api import puzzles
from referee.api.errors import InternalError
from referee.core.answer import Answer
from referee.core.shipped_files import shipped
from referee.solve import best as asking_best
from referee.solve import game_review
from referee.solve import puzzle as asking_solving
from referee.solve.best import PromiseBrokenError, UnconfirmedPromise
from referee.solve.puzzle import puzzle_paths
from tests.cli.running import run

pytestmark = pytest.mark.slow

FOUR = "games/four-players.mgn"
TWO = "games/two-players.mgn"
ILLEGAL = "games/illegal/exp-06-points-suffice.mgn"
PUZZLE = "lone-merchant"


def printed(*arguments: str) -> Any:  # noqa: ANN401
    return without_seconds(json.loads(run(*arguments, "--json").stdout))


def plain(answer: Answer) -> Any:  # noqa: ANN401
    return without_seconds(json.loads(answer.to_json()))


def without_seconds(data: Any) -> Any:  # noqa: ANN401
    """Return data without what differs from one run to the next."""
    if isinstance(data, list):
        return [without_seconds(each) for each in data]
    if isinstance(data, dict):
        return {key: without_seconds(each) for key, each in data.items() if key != "seconds"}
    return data


QUESTIONS: dict[str, tuple[Callable[[], Answer], list[str]]] = {
    "explain": (
        lambda: referee.load(ILLEGAL).explain(edition="fr"),
        ["explain", ILLEGAL, "--edition", "fr"],
    ),
    "explain a legal turn": (
        lambda: referee.load(FOUR).explain("3.2"),
        ["explain", FOUR, "--at", "3.2"],
    ),
    "best": (
        lambda: referee.load(FOUR).table("4.3").best(objective="margin", max_items=2),
        ["best", FOUR, "--at", "4.3", "--objective", "margin", "--max", "2"],
    ),
    "best for another player": (
        lambda: referee.load(FOUR).table("3.4").best(player="green", action="end"),
        ["best", FOUR, "--at", "3.4", "--player", "green", "--action", "end"],
    ),
    "best round": (
        lambda: referee.load(FOUR).table("7.9").best_play(objective="ink"),
        ["best", FOUR, "--at", "7.9", "--horizon", "round", "--objective", "ink"],
    ),
    "best round among others": (
        lambda: referee.load(FOUR).table("7.9").best_play(opponents="recorded"),
        ["best", FOUR, "--at", "7.9", "--horizon", "round", "--opponents", "recorded"],
    ),
    "books": (
        lambda: (
            referee.load(FOUR)
            .table("4.3")
            .books(points=3, plans=["clerk2 cotton2"], weights={"posts": 3})
        ),
        [
            *("best", "--books", FOUR, "--at", "4.3", "--points", "3"),
            *("--plan", "clerk2 cotton2", "--worth", "posts=3"),
        ],
    ),
    "review": (
        lambda: referee.load(ILLEGAL).review(player="blue"),
        ["review", ILLEGAL, "--player", "blue", "--jobs", "1"],
    ),
    "puzzle show": (lambda: referee.Puzzle.named(PUZZLE).facts(), ["puzzle", "show", PUZZLE]),
    "puzzle hint": (lambda: referee.Puzzle.named(PUZZLE).clue(), ["puzzle", "hint", PUZZLE]),
    "puzzle attempt": (
        lambda: referee.Puzzle.named(PUZZLE).attempt("end left"),
        ["puzzle", "solve", PUZZLE, "end left"],
    ),
    "puzzle attempt that breaks a rule": (
        lambda: referee.Puzzle.named(PUZZLE).attempt("merchant merchant-tile"),
        ["puzzle", "solve", PUZZLE, "merchant merchant-tile"],
    ),
    "puzzle solution": (
        lambda: referee.Puzzle.named(PUZZLE).solve(),
        ["puzzle", "solve", PUZZLE, "--solution"],
    ),
    "puzzle check": (
        lambda: referee.Puzzle.prove_all([referee.Puzzle.named(PUZZLE)]),
        ["puzzle", "check", PUZZLE],
    ),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answer_is_what_the_command_prints_and_crosses_processes(question: str) -> None:
    ask, command = QUESTIONS[question]
    answer = ask()
    assert plain(answer) == printed(*command)
    assert pickle.loads(pickle.dumps(answer)) == answer  # noqa: S301


def test_the_list_of_puzzles_is_what_the_command_prints() -> None:
    found = [plain(each.summary()) for each in referee.puzzles(theme="d2")]
    assert found == printed("puzzle", "list", "--theme", "d2")


def test_an_answer_can_be_read_back_from_its_json() -> None:
    for answer in (
        referee.load(ILLEGAL).explain(),
        referee.Puzzle.named(PUZZLE).attempt("end left"),
    ):
        assert msgspec.json.decode(answer.to_json(), type=type(answer)) == answer


# What a caller can get wrong ---------------------------------------------------------------------

WRONG: dict[str, Callable[[], object]] = {
    "objective": lambda: referee.load(FOUR).table("4.3").best(objective="junk"),
    "player": lambda: referee.load(FOUR).table("4.3").best(player="mauve"),
    "moment": lambda: referee.load(FOUR).table("9.9").best(),
    "words for a moment": lambda: referee.load(FOUR).explain("soon"),
    "moment to explain": lambda: referee.load(FOUR).explain("9.9"),
    "edition": lambda: referee.load(FOUR).explain(edition="xx"),  # type: ignore[arg-type]
    "action": lambda: referee.load(FOUR).table("4.3").best(action="sleep"),  # type: ignore[arg-type]
    "none of the best": lambda: referee.load(FOUR).table("4.3").best(max_items=0),
    "no time": lambda: referee.load(FOUR).table("4.3").best(budget=referee.Budget(seconds=0)),
    "nobody to move": lambda: referee.load(FOUR).table("3").best(),
    "horizon": lambda: referee.load(FOUR).table("4.3").best_play(horizon="turn"),  # type: ignore[arg-type]
    "opponents": lambda: referee.load(FOUR).table("4.3").best_play(opponents="x"),  # type: ignore[arg-type]
    "weight below zero": lambda: referee.load(FOUR).table("4.3").best_play(objective="-1*ink"),
    "no record": lambda: referee.load(FOUR).table().best_play(opponents="recorded"),
    "points": lambda: referee.load(FOUR).table("4.3").books(points=-1),
    "cash": lambda: referee.load(FOUR).table("4.3").books(cash=10**6),
    "aim": lambda: referee.load(FOUR).table("4.3").books(aim="up"),  # type: ignore[arg-type]
    "name of a weight": lambda: referee.load(FOUR).table("4.3").books(weights={"tea": 1}),
    "weight": lambda: referee.load(FOUR).table("4.3").books(weights={"posts": 10**6}),
    "book": lambda: referee.load(FOUR).table("4.3").books(acquired=["zzz"]),
    "jobs": lambda: referee.load(TWO).review(jobs=0),
    "misses": lambda: referee.load(TWO).review(max_items=-1),
    "puzzle": lambda: referee.Puzzle.named("lone-merchnt"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_question_without_sense_is_a_misuse(what: str) -> None:
    with pytest.raises(referee.UsageError) as caught:
        WRONG[what]()
    assert pickle.loads(pickle.dumps(caught.value)).message == caught.value.message  # noqa: S301


def test_an_unknown_puzzle_is_answered_with_a_guess() -> None:
    with pytest.raises(referee.UsageError, match=r"did you mean `lone-merchant`\?"):
        referee.Puzzle.named("lone-merchnt")


def test_no_turn_of_the_kind_is_an_error_of_its_own() -> None:
    with pytest.raises(referee.NoLegalTurn):
        referee.load(FOUR).table("3.4").best(action="merchant")


def test_a_promise_that_the_engine_does_not_keep_is_a_fault_with_a_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking_best, "worth", lambda *_: 0)
    monkeypatch.setattr("referee.solve.best.worth", lambda *_: -1)
    with pytest.raises(InternalError) as caught:
        referee.load(FOUR).table("4.3").best()
    assert caught.value.kind == "fault"
    assert "it is worth -1" in caught.value.report
    assert "set = " in caught.value.report
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert again.report == caught.value.report


@pytest.mark.parametrize("source", ["no-such.toml", b"= junk", b"junk = 1\nmore = 2\n"])
def test_what_holds_no_puzzle_is_unreadable(source: str | bytes) -> None:
    with pytest.raises(referee.UnreadableError) as caught:
        referee.Puzzle.load(source)
    assert caught.value.problems[0].message


def test_an_attempt_that_is_no_turn_is_unreadable() -> None:
    with pytest.raises(referee.UnreadableError) as caught:
        referee.Puzzle.named(PUZZLE).attempt("mrchant")
    assert caught.value.problems[0].guess[0] == "red merchant"


def test_a_puzzle_is_read_from_a_path_from_bytes_and_by_its_shipped_name() -> None:
    path = next(path for path in puzzle_paths() if path.stem == PUZZLE)
    by_id = referee.Puzzle.named(PUZZLE.upper())
    assert referee.Puzzle.load(path) == by_id
    assert referee.Puzzle.load(f"puzzles/{PUZZLE}.toml") == by_id
    assert referee.Puzzle.load(path.read_bytes()).state == by_id.state


# Long work ---------------------------------------------------------------------------------------


def test_a_review_tells_how_far_it_is_and_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    found = referee.load(TWO).review(
        budget=referee.Budget(stop=lambda: len(told) == 2, progress=lambda *done: told.append(done))
    )
    assert [done for done, _ in told] == [1, 2]
    assert (found.complete, len(found.turns), found.asked) == (False, 2, told[0][1])


def test_proofs_of_puzzles_tell_how_far_they_are_and_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    found = referee.Puzzle.prove_all(
        [referee.Puzzle.named(PUZZLE), referee.Puzzle.named("tile-with-a-nose")],
        budget=referee.Budget(stop=lambda: True, progress=lambda *done: told.append(done)),
    )
    assert told == [(1, 2)]
    assert (found.checked, found.puzzles[0].id) == (1, PUZZLE)


def test_a_proof_tells_how_far_it_is_and_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    game = referee.load(TWO)
    found = game.prove(
        budget=referee.Budget(
            stop=lambda: len(told) == 12, progress=lambda *done: told.append(done)
        )
    )
    assert told == [(done, len(game.record.statements)) for done in range(1, 13)]
    assert (found.complete, found.disagreements) == (False, ())
    assert (
        "complete"
        not in referee.load(ILLEGAL).prove(budget=referee.Budget(stop=lambda: False)).to_dict()
    )


def test_several_processes_review_as_one_does() -> None:
    alone, together = (referee.load(ILLEGAL).review(jobs=jobs) for jobs in (1, 2))
    assert alone == together


def test_an_interrupted_puzzle_check_shows_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    prove = asking_solving.prove
    proved: list[str] = []

    def second_is_interrupted(
        puzzle: puzzles.Puzzle, time_limit: float | None
    ) -> asking_solving.PuzzleProof:
        if proved:
            raise KeyboardInterrupt
        proved.append(puzzle.id)
        return prove(puzzle, time_limit)

    monkeypatch.setattr(asking_solving, "prove", second_is_interrupted)
    result = run("puzzle", "check", PUZZLE, "tile-with-a-nose", "--json")
    assert result.exit_code == 130
    assert [each["id"] for each in json.loads(result.stdout)["puzzles"]] == [PUZZLE]


def test_a_fault_in_a_review_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def boasting(*_: object) -> None:
        raise PromiseBrokenError(UnconfirmedPromise("much", "little", "-"))

    monkeypatch.setattr(game_review, "reviewed", boasting)
    error = json.loads(run("review", TWO, "--jobs", "1", "--json").stdout)["error"]
    assert error["kind"] == "fault"
    assert error["message"] == "promised: much; found: little"


# Machines and processes --------------------------------------------------------------------------

SOLVERS = frozenset({"z3", "ortools", "numpy", "pandas"})


def in_another_process(program: str, **environment: str) -> str:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    return done.stdout


@pytest.mark.parametrize(
    "work",
    [
        "import referee; referee.puzzles(); referee.Puzzle.named('lone-merchant').facts()",
        "import referee.api.explanations, referee.api.optima, referee.api.optima",
        "import referee.api.reviews, referee.api.puzzles",
        "import referee.solve.puzzle, referee_model.best.objective",
        "from tests.cli.running import run; assert not run('puzzle', 'list').exit_code",
        "from tests.cli.running import run; assert not run('best', '--help').exit_code",
    ],
)
def test_no_solver_is_imported_for(work: str) -> None:
    program = f"import sys\n{work}\nprint(*({SOLVERS!r} & sys.modules.keys()))"
    assert in_another_process(program).split() == []


@pytest.mark.parametrize("name", ["bkk-01-book-on-display", "bon-13-card-is-paid"])
def test_an_explanation_does_not_depend_on_the_order_of_sets(name: str) -> None:
    file = shipped("games") / "illegal" / f"{name}.mgn"
    program = f"import referee; print(referee.load({str(file)!r}).explain().to_json())"
    assert len({in_another_process(program, PYTHONHASHSEED=seed) for seed in "123"}) == 1
