"""Narrows the values of variables by constraints, without trying any."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from referee.unread.conditions import (
    Among,
    Condition,
    Cube,
    Domains,
    LinearCondition,
    bounds,
    known,
    variables_of,
)
from referee.unread.variables import (
    Mask,
    Variable,
    least_of,
    most_of,
)
from referee.unread.work_left import WorkLeft

Clause = tuple[Cube, ...]
"""Cubes of which at least one holds."""


Constraint = LinearCondition | Clause
"""What remains to be watched; conditions on one variable are in its domain."""


REMEMBERED: Final = 10_000
"""Of so many constraints it is remembered what they speak of: guards share most of theirs."""


ALWAYS: Clause = ((),)


@lru_cache(maxsize=REMEMBERED)
def variables_in(constraint: Constraint) -> tuple[Variable, ...]:
    """Return the variables that a constraint speaks of, each once."""
    if isinstance(constraint, LinearCondition):
        return variables_of(constraint)
    return tuple(dict.fromkeys(chain.from_iterable(map(variables_of, chain(*constraint)))))


def is_open(domains: Domains, variable: Variable) -> bool:
    """Return whether a variable has more than one value left."""
    mask = domains.get(variable, variable.domain)
    return bool(mask & (mask - 1))


Watching = Mapping[Variable, Sequence[Constraint]]
"""By variable the constraints that speak of it."""


def watching_of(constraints: Iterable[Constraint]) -> Watching:
    """Return by variable the constraints that speak of it."""
    watching: dict[Variable, list[Constraint]] = {}
    for constraint in constraints:
        for variable in variables_in(constraint):
            watching.setdefault(variable, []).append(constraint)
    return watching


def propagate(
    domains: dict[Variable, Mask],
    constraints: Sequence[Constraint],
    watching: Watching,
    added: Iterable[Condition | Constraint],
    work: WorkLeft,
) -> list[Constraint] | None:
    """Narrow the domains by what is added to constraints from which nothing more follows.

    Return the constraints still to be watched, None for a contradiction.
    """
    propagation = _Propagation(domains, watching)
    consistent = propagation.add(added)
    work.tick(1 + propagation.done)
    return propagation.left(constraints) if consistent else None


class _Propagation:
    """Looks at constraints again whenever a variable of theirs has lost values."""

    def __init__(self, domains: dict[Variable, Mask], watching: Watching) -> None:
        self._domains = domains
        self._watching = watching
        self._now: dict[int, Constraint | None] = {}
        """What has become of a constraint, by its identity: None where it holds in any case."""
        self._added: list[Constraint] = []
        self._watching_added: dict[Variable, list[Constraint]] = {}
        self._due: deque[Constraint] = deque()
        self._waiting: set[int] = set()
        self.done = 0

    def add(self, added: Iterable[Condition | Constraint]) -> bool:
        """Take in more constraints; return False for a contradiction."""
        for each in added:
            if isinstance(each, Among):
                if not self._narrow(each.variable, each.mask):
                    return False
            else:
                self._watch(each)
        while self._due:
            constraint = self._due.popleft()
            self._waiting.discard(id(constraint))
            self.done += 1
            now = self._now.get(id(constraint), constraint)
            if now is None:
                continue
            consistent = (
                self._linear(constraint, now)
                if isinstance(now, LinearCondition)
                else self._clause(constraint, now)
            )
            if not consistent:
                return False
        return True

    def left(self, constraints: Iterable[Constraint]) -> list[Constraint]:
        """Return what is still to be watched of constraints, and of what was added."""
        now = [self._now.get(id(each), each) for each in (*constraints, *self._added)]
        return [each for each in now if each is not None]

    def _watch(self, constraint: Constraint) -> None:
        self._added.append(constraint)
        for variable in variables_in(constraint):
            self._watching_added.setdefault(variable, []).append(constraint)
        self._wait(constraint)

    def _wait(self, constraint: Constraint) -> None:
        if id(constraint) not in self._waiting:
            self._waiting.add(id(constraint))
            self._due.append(constraint)

    def _narrow(self, variable: Variable, mask: Mask) -> bool:
        """Keep only these values of a variable; False if none is left."""
        before = self._domains.get(variable, variable.domain)
        kept = before & mask
        if kept == before:
            return True
        self._domains[variable] = kept
        for constraint in self._watching.get(variable, ()):
            self._wait(constraint)
        for constraint in self._watching_added.get(variable, ()):
            self._wait(constraint)
        return kept != 0

    def _linear(self, original: Constraint, linear: LinearCondition) -> bool:
        """Narrow by one relation; False for a contradiction."""
        domains = self._domains
        terms, constant, relation = linear
        low, high = bounds(terms, constant, domains)
        if relation == "!=":
            return self._unequal(original, linear, low, high)
        is_equation = relation == "=="
        if low > 0 or (is_equation and high < 0):
            return False
        if high <= 0 and (not is_equation or low == 0):
            self._now[id(original)] = None
            return True
        for variable, factor in terms:
            mask = domains.get(variable, variable.domain)
            if not mask & (mask - 1):
                continue
            least, most = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
            if factor < 0:
                least, most = most, least
            # The others come to at least and at most the rest, and the variable's part to that.
            fitting = _fitting(factor, low - factor * least, high - factor * most, is_equation)
            if mask & ~fitting:
                if not self._narrow(variable, fitting):
                    return False
                low, high = bounds(terms, constant, domains)
        return True

    def _unequal(self, original: Constraint, linear: LinearCondition, low: int, high: int) -> bool:
        if low > 0 or high < 0:
            self._now[id(original)] = None
            return True
        open_terms = [term for term in linear.terms if is_open(self._domains, term[0])]
        if len(open_terms) > 1:
            return True
        self._now[id(original)] = None
        if not open_terms:
            return low != 0
        [(variable, factor)] = open_terms
        mask = self._domains.get(variable, variable.domain)
        rest = low - factor * (least_of(mask) if factor > 0 else most_of(mask))
        if rest % factor == 0 and -rest // factor >= 0:
            return self._narrow(variable, ~(1 << (-rest // factor)))
        return True

    def _clause(self, original: Constraint, clause: Clause) -> bool:
        """Drop the cubes that cannot hold; False if none is left."""
        alive: list[Cube] = []
        for cube in clause:
            open_part = _open_part(cube, self._domains)
            if open_part == ():
                self._now[id(original)] = None
                return True
            if open_part is not None:
                alive.append(open_part)
        if len(alive) > 1:
            if len(alive) < len(clause) or not all(map(_is, alive, clause)):
                self._now[id(original)] = tuple(alive)
            return True
        self._now[id(original)] = None
        if not alive:
            return False
        for condition in alive[0]:
            if isinstance(condition, LinearCondition):
                self._watch(condition)
            elif not self._narrow(condition.variable, condition.mask):
                return False
        return True


def _fitting(factor: int, low: int, high: int, is_equation: bool) -> Mask:  # noqa: FBT001
    """Return the values of a variable for which the others, from low to high, make up the rest."""
    if factor > 0:
        fitting = _up_to(-low // factor)
        return fitting & ~_up_to(-(high // factor) - 1) if is_equation else fitting
    fitting = ~_up_to(-(-low // -factor) - 1)
    return fitting & _up_to(high // -factor) if is_equation else fitting


def _up_to(most: int) -> Mask:
    return (1 << (most + 1)) - 1 if most >= 0 else 0


def _open_part(cube: Cube, domains: Domains) -> Cube | None:
    """Return the conditions of a cube that are open; None if one of them cannot hold."""
    answers = [known(condition, domains) for condition in cube]
    if False in answers:
        return None
    if True not in answers:
        return cube
    return tuple([each for each, answer in zip(cube, answers, strict=True) if answer is None])


def _is(one: object, other: object) -> bool:
    return one is other
