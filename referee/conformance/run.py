"""Many games against a program, in one process or several."""

import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from multiprocessing.util import Finalize
from typing import Final

from msgspec import Struct

from referee.conformance.difference import Difference
from referee.conformance.match import Match, Thoroughness
from referee.conformance.partner import Partner
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import Introduction
from referee.conformance.seeded import Choice, drawn_game

AHEAD: Final = 2
"""So many games are given out for each process beforehand."""


class Task(Struct, frozen=True, kw_only=True):
    """What is run: a command, which games it plays, and how much is asked."""

    command: tuple[str, ...]
    answer_limit: float
    choice: Choice
    how: Thoroughness = Thoroughness()


class Played(Struct, frozen=True, kw_only=True):
    """What came of one game; a line of the results."""

    game: str
    """A seed, or the name of a file."""
    events: int
    agree: dict[str, int]
    differ: dict[str, int]
    asked: dict[str, int]
    differences: tuple[Difference, ...]


@contextmanager
def partner_of(task: Task) -> Iterator[Partner]:
    """Start the program of a task, and end it whatever happens."""
    partner = Partner(task.command, task.answer_limit)
    try:
        yield partner
    finally:
        partner.kill()


def introduced(task: Task) -> Introduction:
    """Return what the program says of itself; a `MisbehaviourError` if it does not."""
    with partner_of(task) as partner:
        return partner.introduction()


def play_one(partner: Partner, task: Task, program: Introduction, seed: int) -> Played:
    """Return what came of a seeded game."""
    setting, events = drawn_game(seed, task.choice, program)
    found = Match(partner, setting, seed, task.how).play(events)
    return Played(
        game=str(seed),
        events=found.events,
        agree=dict(found.agree),
        differ=dict(found.differ),
        asked=dict(found.asked),
        differences=tuple(found.differences),
    )


def play_all(
    task: Task, program: Introduction, seeds: Iterable[int], jobs: int
) -> Iterator[Played]:
    """Yield what came of each game, as soon as it is known."""
    if jobs > 1:
        yield from _in_processes(task, program, seeds, jobs)
        return
    with partner_of(task) as partner:
        for seed in seeds:
            yield play_one(partner, task, program, seed)
        with suppress(MisbehaviourError):
            partner.quit()


_partners: dict[Task, Partner] = {}
"""The program of this process, kept from game to game."""


def _play_here(task: Task, program: Introduction, seed: int) -> Played:
    if task not in _partners:
        partner = Partner(task.command, task.answer_limit)
        _partners[task] = partner
        # Even a program that does not notice the end of its input ends with this process.
        Finalize(None, partner.kill, exitpriority=1)
    return play_one(_partners[task], task, program, seed)


def _in_processes(
    task: Task, program: Introduction, seeds: Iterable[int], jobs: int
) -> Iterator[Played]:
    due = iter(seeds)
    running: set[Future[Played]] = set()
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
    try:
        while True:
            while len(running) < jobs * AHEAD and (seed := next(due, None)) is not None:
                running.add(pool.submit(_play_here, task, program, seed))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Let the first process alone decide what an interrupt means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def added(counts: Iterable[dict[str, int]]) -> Counter[str]:
    """Return the sum of counts."""
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return total
