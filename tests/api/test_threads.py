"""Answers are the same from several threads as from one, and can be sent to other processes."""

import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

import referee
from referee.api import errors
from referee.core.events import Claim, TakeBack
from referee.engine import facts
from referee.engine.legal_turns import legal_turns
from referee.engine.random_turns import ACTIONS
from referee.engine.turn_counts import count_turns
from referee.records.judge import judge
from referee.records.names import words_of
from referee.solve.best import ask_best
from referee.solve.horizons import Question
from referee_model.explain import Why
from referee_model.explain.questions import why_with_answers
from referee_model.kinds import KINDS

pytestmark = pytest.mark.slow

THREADS = 6

ILLEGAL = sorted(Path("games/illegal").glob("*.mgn"))[::9]
LEGAL = ("games/two-players.mgn", "games/three-players.mgn", "games/as-written.mgn")
MOMENTS = ("2.3", "4.2", "6.1")


def check(file: str | Path) -> object:
    game = referee.load(file)
    return judge(game.record, game.components, keep_going=True)


def explain(file: Path) -> object:
    game = referee.load(file)
    judgement = judge(game.record, game.components)
    fault = next(iter(judgement.illegal), None)
    if fault is None or fault.event is None or isinstance(fault.event, TakeBack | Claim):
        return None
    return why_with_answers(fault.before, fault.event)


def best(file: str, at: str) -> object:
    found = ask_best(referee.load(file).table(at).state, Question())
    return found.best, found.status, found.bound, found.optima


def legal(file: str, at: str) -> object:
    state = referee.load(file).table(at).state
    listed = [[*islice(legal_turns(state, (action,)), 50)] for action in ACTIONS]
    return listed, count_turns(state)


def progress(file: str) -> object:
    game = referee.load(file).recording()
    half = game.addresses[len(game.addresses) // 2]
    return game.delete(half), game.next(), game.undo(), game.verdicts()


def questions() -> Iterator[Callable[[], object]]:
    for file in ILLEGAL:
        yield partial(check, file)
        yield partial(explain, file)
    for name in LEGAL:
        yield partial(check, name)
        yield partial(progress, name)
        for at in MOMENTS:
            yield partial(best, name, at)
            yield partial(legal, name, at)


@pytest.fixture
def _hurried() -> Iterator[None]:
    """Let threads take turns so often that they meet in the middle of everything."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_hurried")
def test_many_threads_get_the_answers_of_one() -> None:
    asked = [*questions()]
    alone = [question() for question in asked]
    # Whatever was looked up once is forgotten, so that threads meet while it is looked up.
    facts.KEPT.clear()
    words_of.cache_clear()
    order = [*range(len(asked))] * 2
    Random(1).shuffle(order)
    with ThreadPoolExecutor(THREADS) as threads:
        together = [*threads.map(lambda number: asked[number](), order)]
    for number, answer in zip(order, together, strict=True):
        assert answer == alone[number], asked[number]


def test_no_thread_asks_the_solver_of_another() -> None:
    state = referee.load(LEGAL[0]).table("2.3").state
    seat = state.to_move
    assert seat is not None
    here = KINDS["goods"].judge(state, seat)
    there: list[object] = []
    thread = threading.Thread(target=lambda: there.append(KINDS["goods"].judge(state, seat)))
    thread.start()
    thread.join()
    assert KINDS["goods"].judge(state, seat) is here
    assert there[0] is not here


def test_a_core_is_read_without_the_printer_that_threads_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def shared_printer(_: object) -> str:
        raise AssertionError("threads would mix their answers in it")

    monkeypatch.setattr("z3.z3.obj_to_string", shared_printer)
    answer = explain(Path("games/illegal/bon-13-card-is-paid.mgn"))
    assert isinstance(answer, Why)
    assert [core.rules for core in answer.cores.found] == [{"BON-13"}]


def test_answers_and_errors_can_be_sent_to_another_process() -> None:
    for question in [*questions()][::3]:
        answer = question()
        assert pickle.loads(pickle.dumps(answer)) == answer  # noqa: S301
    for kind in (
        referee.UnreadableError,
        referee.UsageError,
        referee.NoAnswerError,
        referee.ImpossibleTableError,
    ):
        error = kind("no", file="a file", problems=(errors.Trouble(line=3, message="odd"),))
        again = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert type(again) is kind
        assert again.to_answer() == error.to_answer()
        assert msgspec.to_builtins(again.to_answer())["kind"] == kind.kind
    table = referee.load(LEGAL[0]).table("2.3")
    assert pickle.loads(pickle.dumps(table)) == table  # noqa: S301
