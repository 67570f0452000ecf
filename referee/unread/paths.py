"""Runs a piece of the engine once for every way in which unread values make a difference.

A run asks questions about unread values. Where the guard leaves more than one answer, the run
takes the first, and is repeated with the next one from the start: the engine is deterministic, so
it comes to the same question with the same answers behind it. What the runs come to is put
together again: answers that make no difference leave no trace in the condition of a result.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any, Generic, NamedTuple, TypeVar

from referee.unread.conditions import (
    Among,
    Condition,
    Cube,
)
from referee.unread.guards import Guard
from referee.unread.propagation import Clause
from referee.unread.runs import (
    Definitions,
    Fork,
    GuardedAnswer,
    GuardedRun,
    VacuousPathError,
    following,
)
from referee.unread.variables import Mask, Variable
from referee.unread.work_left import WorkLeft

Result = TypeVar("Result")


WORK_OF_A_RUN = 20
"""A run takes about as long as so many steps of propagation."""


class Leaf(NamedTuple, Generic[Result]):
    """What one run came to; None for a part of the values that was not looked into."""

    taken: tuple[tuple[Fork, int], ...]
    guard: Guard
    result: Result | None


HASTE = 3
"""After this part of the work that paths may take, questions are no longer gone into."""


class PathLimit(NamedTuple):
    """How many paths are followed, and how much work is done on them."""

    paths: int
    work: int
    in_vain: int = 1
    """So many times as much is done as long as no path came to what is looked for."""

    def reached(self, paths: int, work: int, *, found: bool) -> bool:
        """Return whether nothing more is to be done."""
        times = 1 if found else self.in_vain
        return paths >= self.paths * times or work >= self.work * times


def leaves(
    guard: Guard,
    work: WorkLeft,
    run: Callable[[], Result],
    most: PathLimit | None = None,
    definitions: Definitions | None = None,
    wanted: Callable[[Result], bool] | None = None,
) -> Iterator[Leaf[Result]]:
    """Yield what `run` comes to for all values that the guard allows, one leaf for each path.

    After so many paths the answers that were not tried are yielded without a result.
    """
    definitions = Definitions() if definitions is None else definitions
    done, begun, of_a_question, found = 0, work.done, work.of_a_question, False
    # Paths with the fewest second answers come first: where most of them are illegal, the one that
    # is not mostly differs from the first in a single answer, and not in the last one.
    due: list[tuple[int, int, tuple[tuple[Fork, int], ...]]] = [(0, 0, ())]
    made = 0
    while due:
        second, _, replayed = heappop(due)
        if done and most and most.reached(done, work.done - begun, found=found):
            for _, _, untried in ((0, 0, replayed), *due):
                fork, number = untried[-1]
                yield Leaf(untried, fork.options[number].guard, None)
            break
        if most and work.done - begun > most.work // HASTE:
            # What is left is looked at more quickly, and may turn out to be vacuous.
            work.of_a_question = 0
        work.tick(WORK_OF_A_RUN)
        path = GuardedRun(guard, work, replayed, definitions)
        done += 1
        try:
            with following(path):
                result = run()
        except VacuousPathError:
            pass
        else:
            found = found or wanted is None or wanted(result)
            yield Leaf(tuple(path.taken), path.guard, result)
        for depth in range(len(replayed), len(path.taken)):
            fork = path.taken[depth][0]
            for number in range(1, len(fork.options)):
                made += 1
                further = (*path.taken[:depth], (fork, number))
                heappush(due, (second + 1, made, further))
    work.of_a_question = of_a_question


def conditions_of(found: Sequence[Leaf[Any]], names: Sequence[Hashable]) -> dict[Hashable, Clause]:
    """Return by name the exact condition, beside the guard, of the leaves with that name."""
    named = [
        (tuple([each for each in leaf.taken if len(each[0].options) > 1]), name)
        for leaf, name in zip(found, names, strict=True)
    ]
    # Those that begin alike come together.
    named.sort(key=lambda each: [number for _, number in each[0]])
    return _conditions(named, 0, len(named), 0)


RunsByFork = list[tuple[tuple[tuple[Fork, int], ...], Hashable]]


def _conditions(found: RunsByFork, start: int, stop: int, depth: int) -> dict[Hashable, Clause]:
    """Return by name the cubes of the leaves from `start` to `stop`, alike up to `depth`."""
    taken, name = found[start]
    if depth == len(taken):
        return {name: ((),)}
    fork = taken[depth][0]
    branches: list[tuple[GuardedAnswer, dict[Hashable, Clause]]] = []
    while start < stop:
        number = found[start][0][depth][1]
        end = start
        while end < stop and found[end][0][depth][1] == number:
            end += 1
        branches.append((fork.options[number], _conditions(found, start, end, depth + 1)))
        start = end
    names = dict.fromkeys(name for _, branch in branches for name in branch)
    return {name: _joined(branches, name) for name in names}


def _joined(
    branches: list[tuple[GuardedAnswer, dict[Hashable, Clause]]], name: Hashable
) -> tuple[Cube, ...]:
    """Return the cubes of a result over all answers to a question."""
    by_cubes: dict[tuple[Cube, ...], list[Condition]] = {}
    for option, branch in branches:
        if name in branch:
            by_cubes.setdefault(branch[name], []).append(option.condition)
    if len(by_cubes) == 1 and len(next(iter(by_cubes.values()))) == len(branches):
        # The answer makes no difference.
        return next(iter(by_cubes))
    joined: list[Cube] = []
    for cubes, conditions in by_cubes.items():
        for condition in united(conditions):
            joined += [(condition, *cube) for cube in cubes]
    return tuple(joined)


def united(conditions: Sequence[Condition]) -> Iterator[Condition]:
    """Yield conditions of which one holds, those about the same variable as one."""
    masks: dict[Variable, Mask] = {}
    for condition in conditions:
        if isinstance(condition, Among):
            masks[condition.variable] = masks.get(condition.variable, 0) | condition.mask
        else:
            yield condition
    for variable, mask in masks.items():
        yield Among(variable, mask)
