"""One run of the engine with answers to the questions that it asks about unread values."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import local
from typing import NamedTuple

from referee.game.component_set import UnreadValueError
from referee.unread.conditions import (
    Among,
    Condition,
    Terms,
    bounds,
    compared,
    known,
    opposite,
    variables_of,
)
from referee.unread.guards import Guard
from referee.unread.propagation import Clause
from referee.unread.variables import Mask, Variable, values_of
from referee.unread.work_left import WorkLeft


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

    def under(self, guard: Guard, number: Variable, clause: Clause, work: WorkLeft) -> Guard:
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
        work: WorkLeft,
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
        super().__init__(Guard(), WorkLeft(0), ())

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
