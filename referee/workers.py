"""Where work goes aside: processes that share a long command, threads beside a web page."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

Result = TypeVar("Result")
P = ParamSpec("P")


@contextmanager
def workers(
    jobs: int, prepare: Callable[..., None] | None = None, *arguments: object
) -> Iterator["Executor"]:
    """Yield so many processes, each prepared once; what was not begun at the end is dropped."""
    # Whoever works alone does without it.
    from referee.own_processes import ProcessPool  # noqa: PLC0415

    pool = ProcessPool(jobs, prepare, *arguments)
    try:
        yield pool
    except (KeyboardInterrupt, GeneratorExit):
        # Nobody wants to wait for what was begun, either; an interrupt may also have come to
        # whoever takes the results, who then leaves the rest.
        pool.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def shared(
    pool: "Executor", jobs: int, work: Callable[[int], Result], hardest: Sequence[int]
) -> Iterator[Result]:
    """Yield what comes of the work on each number from 0 on, in their order.

    One of the processes takes the hardest that are left, so that none is begun when the others
    have nothing more to do; the others go in order, so that results come from the beginning on.
    `hardest` has all numbers, those first that are likely to take longest.
    """
    # Whoever works alone does without it.
    from concurrent.futures import FIRST_COMPLETED, Future, wait  # noqa: PLC0415

    hard, in_order = iter(hardest), iter(range(len(hardest)))
    given: set[int] = set()
    running: dict[Future[Result], int] = {}
    found: dict[int, Result] = {}
    a_hard_one: Future[Result] | None = None
    due = 0
    while due < len(hardest):
        # One more than there are processes waits, so that nobody has to wait for it.
        while len(given) < len(hardest) and len(running) <= jobs:
            from_hard = a_hard_one not in running
            number = next(each for each in (hard if from_hard else in_order) if each not in given)
            given.add(number)
            begun = pool.submit(work, number)
            running[begun] = number
            if from_hard:
                a_hard_one = begun
        for done in wait(running, return_when=FIRST_COMPLETED).done:
            found[running.pop(done)] = done.result()
        while due in found:
            yield found.pop(due)
            due += 1


async def aside(work: Callable[P, Result], /, *arguments: P.args, **named: P.kwargs) -> Result:
    """Return what comes of work for which a page waits, while other requests are answered."""
    from starlette.concurrency import run_in_threadpool  # noqa: PLC0415 - an extra

    return await run_in_threadpool(work, *arguments, **named)


def start_aside(work: Callable[P, object], /, *arguments: P.args, **named: P.kwargs) -> None:
    """Begin work for which nobody waits, not even when the server ends."""
    Thread(target=work, args=arguments, kwargs=named, daemon=True).start()
