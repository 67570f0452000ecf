"""Questions with a best answer from Python: the answers are what the command prints as JSON."""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
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
        lambda: referee.explain(ILLEGAL, edition="fr"),
        ["explain", ILLEGAL, "--edition", "fr"],
    ),
    "explain a legal turn": (
        lambda: referee.explain(FOUR, "3.2"),
        ["explain", FOUR, "--at", "3.2"],
    ),
    "best": (
        lambda: referee.best(FOUR, "4.3", objective="margin", top=2),
        ["best", FOUR, "--at", "4.3", "--objective", "margin", "--top", "2"],
    ),
    "best for another player": (
        lambda: referee.best(FOUR, "3.4", player="green", action="end"),
        ["best", FOUR, "--at", "3.4", "--player", "green", "--action", "end"],
    ),
    "best round": (
        lambda: referee.best_play(FOUR, "7.9", objective="ink"),
        ["best", FOUR, "--at", "7.9", "--horizon", "round", "--objective", "ink"],
    ),
    "best round among others": (
        lambda: referee.best_play(FOUR, "7.9", opponents="recorded"),
        ["best", FOUR, "--at", "7.9", "--horizon", "round", "--opponents", "recorded"],
    ),
    "books": (
        lambda: referee.books(
            FOUR, "4.3", points=3, plans=["clerk2 cotton2"], weights={"posts": 3}
        ),
        [
            *("best", "--books", FOUR, "--at", "4.3", "--points", "3"),
            *("--plan", "clerk2 cotton2", "--worth", "posts=3"),
        ],
    ),
    "review": (
        lambda: referee.review(ILLEGAL, player="blue"),
        ["review", ILLEGAL, "--player", "blue", "--jobs", "1"],
    ),
    "puzzle show": (lambda: referee.puzzle_table(PUZZLE), ["puzzle", "show", PUZZLE]),
    "puzzle hint": (lambda: referee.puzzle_hint(PUZZLE), ["puzzle", "hint", PUZZLE]),
    "puzzle attempt": (
        lambda: referee.try_puzzle(PUZZLE, "end left"),
        ["puzzle", "solve", PUZZLE, "end left"],
    ),
    "puzzle attempt that breaks a rule": (
        lambda: referee.try_puzzle(PUZZLE, "merchant merchant-tile"),
        ["puzzle", "solve", PUZZLE, "merchant merchant-tile"],
    ),
    "puzzle solution": (
        lambda: referee.solve_puzzle(PUZZLE),
        ["puzzle", "solve", PUZZLE, "--solution"],
    ),
    "puzzle check": (
        lambda: referee.check_puzzles([PUZZLE]),
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
    found = [plain(referee.puzzle_summary(each)) for each in referee.puzzles(theme="d2")]
    assert found == printed("puzzle", "list", "--theme", "d2")


def test_an_answer_can_be_read_back_from_its_json() -> None:
    for answer in (referee.explain(ILLEGAL), referee.try_puzzle(PUZZLE, "end left")):
        assert msgspec.json.decode(answer.to_json(), type=type(answer)) == answer


# What a caller can get wrong ---------------------------------------------------------------------

WRONG: dict[str, Callable[[], object]] = {
    "objective": lambda: referee.best(FOUR, "4.3", objective="junk"),
    "player": lambda: referee.best(FOUR, "4.3", player="mauve"),
    "moment": lambda: referee.best(FOUR, "9.9"),
    "words for a moment": lambda: referee.explain(FOUR, "soon"),
    "moment to explain": lambda: referee.explain(FOUR, "9.9"),
    "edition": lambda: referee.explain(FOUR, edition="xx"),  # type: ignore[arg-type]
    "action": lambda: referee.best(FOUR, "4.3", action="sleep"),  # type: ignore[arg-type]
    "none of the best": lambda: referee.best(FOUR, "4.3", top=0),
    "no time": lambda: referee.best(FOUR, "4.3", time_limit=0),
    "nobody to move": lambda: referee.best(FOUR, "3"),
    "horizon": lambda: referee.best_play(FOUR, "4.3", horizon="turn"),  # type: ignore[arg-type]
    "opponents": lambda: referee.best_play(FOUR, "4.3", opponents="x"),  # type: ignore[arg-type]
    "weight below zero": lambda: referee.best_play(FOUR, "4.3", objective="-1*ink"),
    "no record": lambda: referee.best_play(referee.load_table(FOUR), opponents="recorded"),
    "points": lambda: referee.books(FOUR, "4.3", points=-1),
    "cash": lambda: referee.books(FOUR, "4.3", cash=10**6),
    "aim": lambda: referee.books(FOUR, "4.3", aim="up"),  # type: ignore[arg-type]
    "name of a weight": lambda: referee.books(FOUR, "4.3", weights={"tea": 1}),
    "weight": lambda: referee.books(FOUR, "4.3", weights={"posts": 10**6}),
    "book": lambda: referee.books(FOUR, "4.3", acquired=["zzz"]),
    "jobs": lambda: referee.review(TWO, jobs=0),
    "misses": lambda: referee.review(TWO, misses=-1),
    "puzzle": lambda: referee.load_puzzle("lone-merchnt"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_question_without_sense_is_a_misuse(what: str) -> None:
    with pytest.raises(referee.UsageError) as caught:
        WRONG[what]()
    assert pickle.loads(pickle.dumps(caught.value)).message == caught.value.message  # noqa: S301


def test_an_unknown_puzzle_is_answered_with_a_guess() -> None:
    with pytest.raises(referee.UsageError, match=r"did you mean `lone-merchant`\?"):
        referee.load_puzzle("lone-merchnt")


def test_no_turn_of_the_kind_is_an_error_of_its_own() -> None:
    with pytest.raises(referee.NoLegalTurn):
        referee.best(FOUR, "3.4", action="merchant")


def test_a_promise_that_the_engine_does_not_keep_is_a_fault_with_a_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking_best, "worth", lambda *_: 0)
    monkeypatch.setattr("referee.solve.best.worth", lambda *_: -1)
    with pytest.raises(InternalError) as caught:
        referee.best(FOUR, "4.3")
    assert caught.value.kind == "fault"
    assert "it is worth -1" in caught.value.report
    assert "set = " in caught.value.report
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert again.report == caught.value.report


@pytest.mark.parametrize("source", ["no-such.toml", b"= junk", "junk = 1\nmore = 2\n"])
def test_what_holds_no_puzzle_is_unreadable(source: str | bytes) -> None:
    with pytest.raises(referee.UnreadableError) as caught:
        referee.load_puzzle(source)
    assert caught.value.problems[0].message


def test_an_attempt_that_is_no_turn_is_unreadable() -> None:
    with pytest.raises(referee.UnreadableError) as caught:
        referee.try_puzzle(PUZZLE, "mrchant")
    assert caught.value.problems[0].guess == ("merchant",)


def test_a_puzzle_is_read_from_a_path_a_text_bytes_and_by_its_shipped_name() -> None:
    path = next(path for path in puzzle_paths() if path.stem == PUZZLE)
    text = path.read_text("utf-8")
    by_id = referee.load_puzzle(PUZZLE.upper())
    assert referee.load_puzzle(path) == by_id
    assert referee.load_puzzle(f"puzzles/{PUZZLE}.toml") == by_id
    for source in (text, text.encode()):
        assert referee.load_puzzle(source).state == by_id.state


def test_whatever_stands_for_a_table_can_be_asked_about() -> None:
    game = referee.load(TWO)
    sources = (TWO, Path(TWO), Path(TWO).read_text("utf-8"), game)
    found = {referee.best(source, "7.7", objective="cash").turn for source in sources}
    assert found == {referee.best(game.at("7.7"), objective="cash").turn}


# Long work ---------------------------------------------------------------------------------------


def test_a_review_tells_how_far_it_is_and_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    found = referee.review(
        TWO, progress=lambda *done: told.append(done), stop=lambda: len(told) == 2
    )
    assert [done for done, _ in told] == [1, 2]
    assert (found.complete, len(found.turns), found.asked) == (False, 2, told[0][1])


def test_proofs_of_puzzles_tell_how_far_they_are_and_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    found = referee.check_puzzles(
        [PUZZLE, "tile-with-a-nose"],
        progress=lambda *done: told.append(done),
        stop=lambda: True,
    )
    assert told == [(1, 2)]
    assert (found.checked, found.puzzles[0].id) == (1, PUZZLE)


def test_a_proof_tells_how_far_it_is_and_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    game = referee.load(TWO)
    found = referee.prove(
        game, progress=lambda *done: told.append(done), stop=lambda: len(told) == 12
    )
    assert told == [(done, len(game.record.statements)) for done in range(1, 13)]
    assert (found.complete, found.disagreements) == (False, ())
    assert "complete" not in referee.prove(ILLEGAL, stop=lambda: False).to_dict()


def test_several_processes_review_as_one_does() -> None:
    alone, together = (referee.review(ILLEGAL, jobs=jobs) for jobs in (1, 2))
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
        "import referee; referee.puzzles(); referee.puzzle_table('lone-merchant')",
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
    program = f"import referee; print(referee.explain({str(file)!r}).to_json())"
    assert len({in_another_process(program, PYTHONHASHSEED=seed) for seed in "123"}) == 1
