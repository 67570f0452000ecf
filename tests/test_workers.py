"""Processes that share the work of a long command."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from referee.workers import shared, workers
from tests.processes import alive, eventually, needs_proc, written

pytestmark = pytest.mark.slow

SHARED = """
import sys
from referee.workers import workers
from tests.test_workers import sleep_long

with workers(2) as pool:
    list(pool.map(sleep_long, sys.argv[1:] * 2))
"""


def sleep_long(name: str) -> None:
    with Path(name).open("a", encoding="utf-8") as file:
        print(os.getpid(), file=file, flush=True)
    time.sleep(600)


@needs_proc
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    with subprocess.Popen((sys.executable, "-c", SHARED, str(numbers))) as parent:  # noqa: S603
        started = written(numbers, 2)
        assert all(map(alive, started))
        parent.kill()
    eventually(lambda: [process for process in started if alive(process)], 0)


def threads_and_folders() -> tuple[int, list[str]]:
    return threading.active_count(), sys.path


def fail() -> None:
    raise LookupError("as meant")


def end() -> None:
    os._exit(3)


def test_workers_are_no_copies_and_import_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = threading.Event()
    threading.Thread(target=started.wait).start()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.path.insert(1, "")
    forks: list[str] = []
    os.register_at_fork(before=lambda: forks.append("fork"))
    try:
        with workers(2) as pool:
            threads, folders = pool.submit(threads_and_folders).result()
    finally:
        started.set()
        sys.path.remove("")
    assert not forks
    assert threads == 2, "the main thread, and the one that ends the process with its parent"
    assert not {"", str(tmp_path)} & {*folders}


def test_the_end_of_a_process_and_an_error_in_it_are_told() -> None:
    with workers(1) as pool:
        with pytest.raises(LookupError, match="as meant"):
            pool.submit(fail).result()
        with pytest.raises(BrokenExecutor, match="ended over its work"):
            pool.submit(end).result()


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
