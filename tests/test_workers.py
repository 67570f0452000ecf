"""Processes that share the work of a long command."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from referee.workers import shared
from tests.processes import alive, eventually, needs_proc, written

SHARED = """
import os, sys, time
from referee.workers import workers

def work(name):
    with open(name, "a") as file:
        print(os.getpid(), file=file, flush=True)
    time.sleep(600)

with workers(2) as pool:
    list(pool.map(work, sys.argv[1:] * 2))
"""


@needs_proc
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    with subprocess.Popen((sys.executable, "-c", SHARED, str(numbers))) as parent:  # noqa: S603
        started = written(numbers, 2)
        assert all(map(alive, started))
        parent.kill()
    eventually(lambda: [process for process in started if alive(process)], 0)


class AtOnce(Executor):
    """Does everything when it is asked to, and remembers in which order that was."""

    def __init__(self) -> None:
        self.numbers: list[object] = []

    def submit(self, work: Callable[..., Any], /, *number: object, **_: object) -> Future[Any]:
        self.numbers += number
        done: Future[Any] = Future()
        done.set_result(work(*number))
        return done


def test_one_process_takes_the_hardest_and_the_others_go_in_order() -> None:
    pool = AtOnce()
    found = [*shared(pool, 1, lambda number: number * number, [4, 2, 5, 0, 1, 3])]
    assert found == [0, 1, 4, 9, 16, 25]
    assert pool.numbers == [4, 0, 2, 1, 5, 3]


def test_shared_work_ends_with_the_first_error() -> None:
    with pytest.raises(ZeroDivisionError), ThreadPoolExecutor(2) as pool:
        [*shared(pool, 2, lambda number: 1 // (number - 3), range(6))]


def test_whatever_takes_long_results_come_in_order() -> None:
    with ThreadPoolExecutor(3) as pool:
        found = [*shared(pool, 3, _slow_if_even, [*reversed(range(20))])]
    assert found == [*range(20)]


def _slow_if_even(number: int) -> int:
    if number % 2 == 0:
        sum(range(200_000))
    return number
