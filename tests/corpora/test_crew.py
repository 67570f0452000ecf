"""Processes that share work: one that dies or hangs costs what it was doing, and nothing else."""

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from referee.batch.crew import Crew, Loss
from tests.processes import alive, eventually, needs_proc

BATCHES = [[*range(start, start + 5)] for start in range(0, 40, 5)]


def doubling(folder: Path) -> Callable[[int], int | str]:
    """Return work that ends its process at 7 always, at 23 once, and never ends at 31."""

    def work(number: int) -> int:
        if number == 7:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == 23 and not (folder / "once").exists():
            (folder / "once").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        while number == 31:
            pass
        return 2 * number

    return work


def given_up(number: int, why: Loss) -> int | str:
    return f"{number} {why}"


@pytest.mark.slow
def test_every_item_has_its_result_in_its_place(tmp_path: Path) -> None:
    with Crew(2, partial(doubling, tmp_path), given_up, seconds=1) as found:
        results = [result for batch in found.results(BATCHES) for result in batch]
        processes = found.processes()
    expected: list[int | str] = [2 * number for number in range(40)]
    expected[7], expected[31] = "7 died", "31 too-long"
    assert results == expected
    assert not any(map(alive, processes))


def ending_at_seven(folder: Path) -> Callable[[int], int]:
    """Return work that ends its process at 7, and notes everything that is begun."""

    def work(number: int) -> int:
        with (folder / str(number)).open("a") as begun:
            begun.write("x")
        if number == 7:
            os.kill(os.getpid(), signal.SIGKILL)
        return 2 * number

    return work


def test_without_a_limit_the_one_item_that_ends_processes_is_found_too(tmp_path: Path) -> None:
    with Crew(2, partial(ending_at_seven, tmp_path), given_up) as found:
        results = [result for batch in found.results(BATCHES) for result in batch]
    expected: list[int | str] = [2 * number for number in range(40)]
    expected[7] = "7 died"
    assert results == expected
    # The items before it are told together, and done once more when they are lost with it.
    assert {len((tmp_path / str(number)).read_text()) for number in (5, 6)} == {2}
    assert {len((tmp_path / str(number)).read_text()) for number in range(20, 40)} == {1}


def refusing() -> Callable[[int], int]:
    return lambda number: 1 // number


def test_an_error_of_the_work_is_raised() -> None:
    with (
        Crew(2, refusing, given_up) as found,
        pytest.raises(ZeroDivisionError),
    ):
        [*found.results(BATCHES)]


def kinds() -> Callable[[object], str]:
    return lambda item: type(item).__name__


def not_given_up(item: object, why: Loss) -> str:
    raise AssertionError(item, why)


def sleeping() -> Callable[[float], None]:
    return time.sleep


def never(item: float, why: Loss) -> None:
    raise AssertionError(item, why)


def test_batches_of_any_size_come_back_in_their_order() -> None:
    big: list[list[object]] = [[number] * 3 + [os.urandom(200_000)] for number in range(6)]
    with Crew(2, kinds, not_given_up) as found:
        assert [*found.results(big)] == [["int", "int", "int", "bytes"]] * 6


def numbered() -> Callable[[int], int]:
    return lambda _: os.getpid()


def test_a_process_that_has_done_enough_makes_room() -> None:
    with Crew(1, numbered, lambda *_: 0, lasting=3) as found:
        numbers = [number for (number,) in found.results([[item] for item in range(9)])]
    assert len({*numbers}) == 3


@needs_proc
def test_nothing_is_left_of_a_crew_that_is_not_waited_for() -> None:
    with Crew(2, sleeping, never) as found:
        coming = found.results([[0.0], [600.0], [600.0]])
        assert next(coming) == [None]
        processes = found.processes()
    eventually(lambda: [process for process in processes if alive(process)], 0)
