"""Work that takes long: it tells how far it has come, can be stopped, and outlives an interrupt."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, Final, TypeVar

from referee.api.errors import UsageError, require
from referee.core.budget import Budget

A = TypeVar("A")
Piece = TypeVar("Piece")

STEPS_OF_A_COUNT: Final = 2_500_000
"""Of a count of turns where no seconds are asked for: about a minute."""


def budget_of(given: Budget | None) -> Budget:
    """Return a budget that was given, or one without limits; a `UsageError` if it has no room."""
    if given is None:
        return Budget()
    if not isinstance(given, Budget):
        raise UsageError.of("answers.solver_answers.no-budget", kind=type(given).__name__)
    require(given.seconds > 0, "answers.solver_answers.time-limit-range")
    require(given.work > 0, "answers.solver_answers.work-limit-range")
    return given


def solver_limits(given: Budget | None) -> dict[str, Any]:
    """Return a budget as the solver takes it: `time_limit`, `work` and `stop`."""
    budget = budget_of(given)
    return {
        "time_limit": None if budget.seconds == inf else budget.seconds_left,
        "work": None if budget.work == inf else budget.work,
        "stop": budget.stop,
    }


def followed(
    pieces: Iterable[Piece], of: int, answer: Callable[[list[Piece]], A], budget: Budget
) -> A:
    """Return the answer of work that comes in so many pieces, or in fewer if it is stopped."""
    found: list[Piece] = []
    with kept_for(budget, lambda: answer(found)):
        for piece in pieces:
            found.append(piece)
            if not budget.goes_on(len(found), of):
                break
    return answer(found)


@contextmanager
def kept_for(budget: Budget, answer: Callable[[], object]) -> Iterator[None]:
    """Do work of which `on_interrupt` gets the answer so far if an interrupt ends it."""
    try:
        yield
    except KeyboardInterrupt:
        if budget.on_interrupt is not None:
            budget.on_interrupt(answer())
        raise
