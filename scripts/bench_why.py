"""Measures explanations of illegal turns, each in a state that was not seen before."""

from collections.abc import Callable
from functools import partial
from itertools import count, islice
from statistics import median
from time import process_time

from msgspec import Struct

from model.explain import why, why_with_answers
from model.kinds import KINDS
from scripts.illegal_turns import illegal_turns

SEED = 3000
CASES = 120


class WhyFigures(Struct, frozen=True):
    """Processor time in milliseconds over illegal turns of all actions."""

    turns: int
    why: float
    """Median of one core in a new state."""
    worst_why: float
    everything: float
    """Median of all cores, the correction and the shortfall in a new state."""
    worst_everything: float
    by_action: dict[str, tuple[float, float]]
    """The two medians of each action."""


def measure_why(cases: int = CASES) -> WhyFigures:
    """Return what explanations cost on this machine."""
    drawn = (case for seed in count(SEED) for case in illegal_turns(seed))
    chosen = [*islice(drawn, cases)]
    first = [_cost(partial(why, state, turn, most=1)) for state, turn in chosen]
    all_ = [_cost(partial(why_with_answers, state, turn)) for state, turn in chosen]
    of = [str(type(turn).__struct_config__.tag) for _, turn in chosen]
    return WhyFigures(
        turns=len(chosen),
        why=median(first),
        worst_why=max(first),
        everything=median(all_),
        worst_everything=max(all_),
        by_action={
            action: (
                median(ms for ms, its in zip(first, of, strict=True) if its == action),
                median(ms for ms, its in zip(all_, of, strict=True) if its == action),
            )
            for action in sorted({*of})
        },
    )


def _cost(ask: Callable[[], object]) -> float:
    for kind in KINDS.values():
        kind.forget()
    start = process_time()
    ask()
    return (process_time() - start) * 1000


def main() -> None:
    """Print the figures."""
    found = measure_why()
    print(f"why, {found.turns} illegal turns, each in a new state (processor time)")
    print(f"  one core             median {found.why:.0f} ms, worst {found.worst_why:.0f} ms")
    print(
        f"  all cores, correction, shortfall  median {found.everything:.0f} ms, "
        f"worst {found.worst_everything:.0f} ms"
    )
    for action, (one, everything) in found.by_action.items():
        print(f"    {action:<12} {one:6.0f} ms {everything:6.0f} ms")


if __name__ == "__main__":
    main()
