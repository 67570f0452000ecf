"""The solution in which a sum is least."""

from collections.abc import Callable

from model.solver import Prover, UndecidedError, Values
from model.terms import Whole, minus


def least(prover: Prover, amount: Whole, measured: Callable[[Values], int]) -> Values:
    """Return a solution to all that is known in which `amount`, as `measured`, is least."""
    best = _solution(prover, "least", amount, None)
    if best is None:
        raise UndecidedError("a solution was lost")
    low, high = 0, measured(best)
    while low < high:
        middle = (low + high) // 2
        found = _solution(prover, f"least.{low}.{high}", amount, middle)
        if found is None:
            low = middle + 1
        else:
            best, high = found, measured(found)
    return best


def _solution(prover: Prover, tag: str, amount: Whole, limit: int | None) -> Values | None:
    prover.name({tag: limit is None or minus(amount, limit) <= 0})
    return prover.assume([tag]).values
