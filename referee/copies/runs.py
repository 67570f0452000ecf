"""One run of the engine with answers to the questions that it asks about unread values."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from threading import local
from typing import Any, Generic, NamedTuple, TypeVar

from referee.copies.guards import Guard
from referee.copies.propagation import (
    Among,
    Clause,
    Condition,
    Cube,
    Mask,
    Terms,
    Variable,
    bounds,
    compared,
    known,
    opposite,
    values_of,
    variables_of,
)
from referee.core.budget import Budget
from referee.core.component_set import UnreadValueError


class NotExploringError(UnreadValueError):
    """An unread value was looked at outside of an exploration, where nobody can answer."""

    def __init__(self, variable: Variable) -> None:
        super().__init__(f"{variable.subject} has not been read")
        self.variable = variable


class VacuousPathError(Exception):
    """Nothing that can be printed leads here, which was not seen before."""


class UnsteadyRunError(RuntimeError):
    """A run that was repeated came to another question than before: a fault of ours."""


class GuardedAnswer(NamedTuple):
    """An answer, what it says of the values, and the guard under which it is given."""

    answer: int
    condition: Condition
    guard: Guard


class Pinned(NamedTuple):
    """The question what a sum comes to."""

    terms: Terms
    constant: int


class Fork(NamedTuple):
    """A question with all its possible answers; one that is forced has a single answer."""

    question: Hashable
    options: tuple[GuardedAnswer, ...]


class Definitions:
    """The numbers that were defined on any path of an exploration, and the guards with them."""

    def __init__(self) -> None:
        self.clauses: dict[Variable, Clause] = {}
        self._guards: dict[tuple[Guard, Variable], Guard] = {}

    def under(self, guard: Guard, number: Variable, clause: Clause, work: Budget) -> Guard:
        """Return a guard with the definition of a number, the same one whenever it is asked for."""
        key = guard, number
        if key not in self._guards:
            self.clauses[number] = clause
            defined = guard.with_clause(clause, work, sifted=False)
            # A definition excludes nothing, so that there always is a guard with it.
            self._guards[key] = guard if defined is None else defined
        return self._guards[key]


class GuardedRun:
    """One run: the answers given so far, and the guard under which they are right."""

    def __init__(
        self,
        guard: Guard,
        work: Budget,
        replayed: Sequence[tuple[Fork, int]],
        definitions: Definitions | None = None,
    ) -> None:
        self.guard = guard
        self.work = work
        self._definitions = Definitions() if definitions is None else definitions
        self._defined: set[Variable] = set()
        self.taken: list[tuple[Fork, int]] = [*replayed]
        self._at = 0
        self._decided: dict[Condition, bool] = {}
        """Answers given on this path, which cannot change: the guard only grows."""

    def define(self, number: Variable, clause: Clause) -> None:
        """Take a number's definition into the guard, unless it is there."""
        if number not in self._defined:
            self._defined.add(number)
            self.guard = self._definitions.under(self.guard, number, clause, self.work)

    def decide(self, condition: Condition) -> bool:
        """Return whether a condition holds on this path."""
        answer = known(condition, self.guard.domains)
        if answer is None:
            answer = self._decided.get(condition)
        if answer is None:
            answer = bool(self._ask(condition, lambda: self._either(condition)))
            self._decided[condition] = answer
        return answer

    def _either(self, condition: Condition) -> Iterator[tuple[int, Condition]]:
        yield 1, condition
        yield 0, opposite(condition)

    def group(self, variable: Variable, masks: Sequence[Mask]) -> int:
        """Return in which of these sets, which have nothing in common, a value is."""
        left = self.guard.mask(variable)
        within = [number for number, mask in enumerate(masks) if mask & left]
        if len(within) == 1:
            return within[0]

        def answers() -> Iterator[tuple[int, Condition]]:
            for number in within:
                yield number, Among(variable, masks[number])

        return self._ask((variable, tuple(masks)), answers)

    def pin(self, terms: Terms, constant: int) -> int:
        """Return what a sum comes to on this path."""
        low, high = bounds(terms, constant, self.guard.domains)
        if low == high:
            return low

        def answers() -> Iterator[tuple[int, Condition]]:
            for value in self._sums(terms, constant, low, high):
                condition = compared(terms, constant - value, "==")
                if not isinstance(condition, bool):
                    yield value, condition

        return self._ask(Pinned(terms, constant), answers)

    def _sums(self, terms: Terms, constant: int, low: int, high: int) -> Iterable[int]:
        if len(terms) > 1:
            return range(low, high + 1)
        [(variable, factor)] = terms
        return [factor * value + constant for value in values_of(self.guard.mask(variable))]

    def _ask(
        self, question: Hashable, answers: Callable[[], Iterator[tuple[int, Condition]]]
    ) -> int:
        self.work.tick()
        if self._at == len(self.taken):
            options = self._options(answers())
            if not options:
                raise VacuousPathError
            self.taken.append((Fork(question, options), 0))
        fork, number = self.taken[self._at]
        if fork.question != question:
            raise UnsteadyRunError(f"{fork.question!r} was asked before, and now {question!r}")
        self._at += 1
        answer, _, self.guard = fork.options[number]
        return answer

    def _options(self, answers: Iterator[tuple[int, Condition]]) -> tuple[GuardedAnswer, ...]:
        found: list[GuardedAnswer] = []
        for answer, condition in answers:
            guard = self.guard.with_conditions([condition], self.work)
            if guard is not None:
                found.append(GuardedAnswer(answer, condition, guard))
        if len(found) == 1:
            # A forced answer says nothing that the guard does not say already.
            return (found[0]._replace(guard=self.guard),)
        return tuple(found)


class NoRun(GuardedRun):
    """Stands where nothing is being explored, so that nobody can answer."""

    def __init__(self) -> None:
        super().__init__(Guard(), Budget(0), ())

    def define(self, number: Variable, clause: Clause) -> None:
        """Define nothing: a number that is only looked at needs no guard."""

    def decide(self, condition: Condition) -> bool:
        """Refuse to answer."""
        raise NotExploringError(variables_of(condition)[0])

    def group(self, variable: Variable, masks: Sequence[Mask]) -> int:  # noqa: ARG002
        """Refuse to answer."""
        raise NotExploringError(variable)

    def pin(self, terms: Terms, constant: int) -> int:  # noqa: ARG002
        """Refuse to answer."""
        raise NotExploringError(terms[0][0])


_NO_RUN = NoRun()


class _Exploring(local):
    path: GuardedRun | None = None
    by_form: bool = False


def hashes_by_form() -> bool:
    """Return whether numbers are only being told apart, so that their forms may do that."""
    return _EXPLORING.by_form


@contextmanager
def telling_apart() -> Iterator[None]:
    """Hash unread numbers by their forms instead of pinning them.

    Only for work that uses hashes to drop what is there twice: two numbers with different forms
    count as different there even where they come to the same.
    """
    before = _EXPLORING.by_form
    _EXPLORING.by_form = True
    try:
        yield
    finally:
        _EXPLORING.by_form = before


_EXPLORING = _Exploring()


def current() -> GuardedRun:
    """Return the run that is under way, or one that answers nothing if there is none."""
    return _EXPLORING.path or _NO_RUN


@contextmanager
def following(path: GuardedRun) -> Iterator[None]:
    """Let a run answer whatever is asked meanwhile."""
    before = _EXPLORING.path
    _EXPLORING.path = path
    try:
        yield
    finally:
        _EXPLORING.path = before


# Runs a piece of the engine once for every way in which unread values make a difference -----------
#
# A run asks questions about unread values. Where the guard leaves more than one answer, the run
# takes the first, and is repeated with the next one from the start: the engine is deterministic,
# so it comes to the same question with the same answers behind it. What the runs come to is put
# together again: answers that make no difference leave no trace in the condition of a result.
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
    work: Budget,
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
