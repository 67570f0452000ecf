"""Guards: what must be printed for a table to be possible, decided exactly.

A guard is a conjunction of domains, linear relations and clauses; a clause is a choice of cubes.
All variables are finite, so propagation and splitting decide every question. The work is counted,
and a question that takes more of it than a budget has raises an error: nothing is ever guessed.

A guard that has grown too heavy is *loosened*: some of what it says is no longer reasoned with and
only kept beside it. It then allows more than is possible, so that what it excludes is excluded all
the same, while `holds` still answers exactly.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from referee.unread.conditions import (
    Among,
    Condition,
    Cube,
    Domains,
    LinearCondition,
    bounds,
    holds,
    known,
    opposite,
    variables_of,
)
from referee.unread.variables import (
    Mask,
    Valuation,
    Variable,
    least_of,
    most_of,
    valuation,
    values_of,
)

Clause = tuple[Cube, ...]
"""Cubes of which at least one holds."""

Constraint = LinearCondition | Clause
"""What remains to be watched; conditions on one variable are in its domain."""

ALWAYS: Clause = ((),)
NEVER: Clause = ()


class OutOfWorkError(Exception):
    """A question took more work than was allowed; its answer is not known."""


class WorkLeft:
    """How much work may still be done, and how much was."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.done = 0
        self.of_a_question = WORK_OF_A_QUESTION
        """What may be done for one question, beside a first look at it."""

    def part(self, most: int) -> "WorkLeft":
        """Return work of its own for a question that need not be answered."""
        return WorkLeft(min(most, max(0, self.most - self.done)))

    def tick(self, amount: int = 1) -> None:
        """Count work; an `OutOfWorkError` if it is too much."""
        self.done += amount
        if self.done > self.most:
            raise OutOfWorkError


def variables_in(constraint: Constraint) -> Iterator[Variable]:
    """Yield the variables that a constraint speaks of."""
    if isinstance(constraint, LinearCondition):
        yield from variables_of(constraint)
    else:
        for condition in chain.from_iterable(constraint):
            yield from variables_of(condition)


class Guard:
    """A satisfiable conjunction; guards are values and never change."""

    __slots__ = ("__dict__", "beside", "constraints", "domains")

    def __init__(
        self,
        domains: Domains | None = None,
        constraints: tuple[Constraint, ...] = (),
        beside: "tuple[tuple[Guard, ...], ...]" = (),
    ) -> None:
        self.domains: Domains = {} if domains is None else domains
        self.constraints = constraints
        self.beside = beside
        """What holds as well and is not reasoned with: choices of guards of which one holds."""

    def __repr__(self) -> str:
        return f"Guard({len(self.domains)} domains, {len(self.constraints)} constraints)"

    @cached_property
    def _watching(self) -> Mapping[Variable, list[Constraint]]:
        watching: dict[Variable, list[Constraint]] = {}
        for constraint in self.constraints:
            for variable in set(variables_in(constraint)):
                watching.setdefault(variable, []).append(constraint)
        return watching

    def mask(self, variable: Variable) -> Mask:
        """Return the values of a variable that its domain leaves, some of them perhaps in vain."""
        return self.domains.get(variable, variable.domain)

    def around(self, variables: Iterable[Variable]) -> tuple[Constraint, ...]:
        """Return the constraints that bear on these variables, however indirectly."""
        found: dict[int, Constraint] = {}
        seen: set[Variable] = set()
        due = [*variables]
        while due:
            variable = due.pop()
            mask = self.mask(variable)
            if variable in seen or not mask & (mask - 1):
                continue
            seen.add(variable)
            for constraint in self._watching.get(variable, ()):
                if id(constraint) not in found:
                    found[id(constraint)] = constraint
                    due += variables_in(constraint)
        return tuple(found.values())

    def allows(self, conditions: Iterable[Condition], work: WorkLeft) -> bool:
        """Return whether all these conditions can hold together under the guard."""
        conditions = [*conditions]
        # The guard is satisfiable, so what is not connected with the question stays so.
        near = self.around(chain.from_iterable(map(variables_of, conditions)))
        return _seems_satisfiable(dict(self.domains), [*near], conditions, work)

    def allows_some(self, cubes: Iterable[Cube], work: WorkLeft) -> bool:
        """Return whether one of the cubes can hold under the guard."""
        return any(self.allows(cube, work) for cube in cubes)

    def implies(self, cubes: Clause, work: WorkLeft) -> bool:
        """Return whether one of the cubes holds wherever the guard does."""
        if () in cubes:
            return True
        near = self.around(v for cube in cubes for c in cube for v in variables_of(c))
        denied: list[Constraint] = []
        units: list[Condition] = []
        for cube in cubes:
            if len(cube) == 1:
                units.append(opposite(cube[0]))
            else:
                denied.append(tuple([(opposite(condition),) for condition in cube]))
        return not _seems_satisfiable(dict(self.domains), [*near, *denied], units, work)

    def with_conditions(self, conditions: Iterable[Condition], work: WorkLeft) -> "Guard | None":
        """Return the guard under which these hold as well; None if nothing satisfies it."""
        conditions = [*conditions]
        if not self.allows(conditions, work):
            return None
        return self._with([], conditions, work)

    def with_clause(self, cubes: Clause, work: WorkLeft) -> "Guard | None":
        """Return the guard under which one of the cubes holds as well; None if nothing does."""
        if () in cubes:
            return self
        alive = tuple([cube for cube in cubes if self.allows(cube, work)])
        if len(alive) <= 1:
            return self._with([], [*alive[0]], work) if alive else None
        return self._with([alive], [], work)

    def _with(
        self, clauses: list[Constraint], conditions: list[Condition], work: WorkLeft
    ) -> "Guard | None":
        touched = [*chain.from_iterable(map(variables_of, conditions))]
        touched += chain.from_iterable(map(variables_in, clauses))
        near = self.around(touched)
        domains = dict(self.domains)
        left = _propagate(domains, [*near, *clauses], conditions, work)
        if left is None:
            return None
        beside = {*map(id, near)}
        rest = [each for each in self.constraints if id(each) not in beside]
        return Guard(domains, (*rest, *left), self.beside)

    @cached_property
    def weight(self) -> int:
        """How many conditions have to be reasoned with."""
        return sum(map(_weight, self.constraints))

    def loosened(self, most: int) -> "Guard":
        """Return a guard that reasons with fewer conditions and holds for the same values."""
        if self.weight <= most:
            return self
        kept: list[Constraint] = []
        left = most
        # What is light says most for its weight.
        for constraint in sorted(self.constraints, key=_weight):
            left -= _weight(constraint)
            if left < 0:
                break
            kept.append(constraint)
        here = {*map(id, kept)}
        dropped = tuple([each for each in self.constraints if id(each) not in here])
        in_order = tuple([each for each in self.constraints if id(each) in here])
        return Guard(self.domains, in_order, (*self.beside, (Guard({}, dropped),)))

    def noting(self, cubes: Clause) -> "Guard":
        """Return a guard under which one of the cubes holds as well, which is not reasoned with."""
        if () in cubes:
            return self
        return Guard(self.domains, self.constraints, (*self.beside, (Guard({}, (cubes,)),)))

    def possible(self, variable: Variable, work: WorkLeft) -> Mask:
        """Return exactly the values of a variable for which the guard can hold."""
        mask = self.mask(variable)
        if not self.around([variable]):
            return mask
        found = 0
        for value in values_of(mask):
            if self.allows([Among(variable, 1 << value)], work):
                found |= 1 << value
        return found

    def solution(
        self, variables: Iterable[Variable], work: WorkLeft, among: Sequence[Condition] = ()
    ) -> dict[Variable, int] | None:
        """Return values of these variables for which the guard can hold; None if there are none."""
        guard = self.with_conditions(among, work) if among else self
        found: dict[Variable, int] = {}
        for variable in variables:
            if guard is None:
                return None
            found[variable] = least_of(guard.possible(variable, work))
            guard = guard.with_conditions([Among(variable, 1 << found[variable])], work)
        return None if guard is None else found

    def holds(self, values: Mapping[Variable, int]) -> bool:
        """Return whether the guard holds for values of everything printed."""
        values = valuation(values)
        found = values.held.get(self)
        if found is None:
            found = values.held[self] = self._holds(values)
        return found

    def _holds(self, values: Valuation) -> bool:
        return (
            all(any(guard.holds(values) for guard in choice) for choice in self.beside)
            and all(mask >> values[v] & 1 for v, mask in self.domains.items())
            and all(
                holds(each, values)
                if isinstance(each, LinearCondition)
                else any(all(holds(condition, values) for condition in cube) for cube in each)
                for each in self.constraints
            )
        )


def _weight(constraint: Constraint) -> int:
    if isinstance(constraint, LinearCondition):
        return len(constraint.terms)
    return sum(map(len, constraint))


def either(guards: Sequence[Guard]) -> Guard:
    """Return a guard that holds exactly where one of several does, and reasons with less."""
    first, *others = guards
    if not others:
        return first
    domains = dict(first.domains)
    common = dict.fromkeys(first.constraints)
    for guard in others:
        domains = {v: mask | guard.domains[v] for v, mask in domains.items() if v in guard.domains}
        shared = {*guard.constraints}
        common = dict.fromkeys(each for each in common if each in shared)
    return Guard(domains, tuple(common), (tuple(guards),))


WORK_OF_A_QUESTION = 400
"""So much is done to refute something; what is not refuted by then counts as possible."""


def _seems_satisfiable(
    domains: dict[Variable, Mask],
    constraints: list[Constraint],
    conditions: Sequence[Condition],
    work: WorkLeft,
) -> bool:
    """Return whether constraints can hold, or would take too long to be refuted."""
    left = _propagate(domains, constraints, conditions, work)
    if not left:
        return left is not None
    part = work.part(work.of_a_question)
    try:
        return _satisfiable(domains, left, (), part)
    except OutOfWorkError:
        return True
    finally:
        work.tick(part.done)


def _satisfiable(
    domains: dict[Variable, Mask],
    constraints: list[Constraint],
    conditions: Sequence[Condition],
    work: WorkLeft,
) -> bool:
    left = _propagate(domains, constraints, conditions, work)
    # A value that is the best for every constraint can be taken without trying others.
    while left and (best := _best_values(domains, left)):
        left = _propagate(domains, left, best, work)
    if left is None:
        return False
    if not left:
        return True
    variable = min(
        {v for each in left for v in variables_in(each) if _is_open(domains, v)},
        key=lambda v: (domains.get(v, v.domain).bit_count(), v.order, v.key),
    )
    for part in _parts(domains.get(variable, variable.domain)):
        branch = dict(domains)
        if _satisfiable(branch, left, [Among(variable, part)], work):
            return True
    return False


LESS, MORE, BOTH = 1, 2, 3
"""Which values of a variable a constraint favours: the least, the greatest, or neither."""


def _best_values(domains: Domains, constraints: Iterable[Constraint]) -> list[Condition]:
    """Return the best values of the variables of which all constraints favour the same end."""
    favoured: dict[Variable, int] = {}
    for constraint in constraints:
        linears: Iterable[Condition] = (
            (constraint,)
            if isinstance(constraint, LinearCondition)
            else chain.from_iterable(constraint)
        )
        for condition in linears:
            for variable, ends in _favours(condition, domains):
                favoured[variable] = favoured.get(variable, 0) | ends
    best: list[Condition] = []
    for variable, ends in favoured.items():
        mask = domains.get(variable, variable.domain)
        if ends != BOTH and mask & (mask - 1):
            value = least_of(mask) if ends == LESS else most_of(mask)
            best.append(Among(variable, 1 << value))
    return best


def _favours(condition: Condition, domains: Domains) -> Iterator[tuple[Variable, int]]:
    if isinstance(condition, LinearCondition):
        for variable, factor in condition.terms:
            if condition.relation != "<=":
                yield variable, BOTH
            else:
                yield variable, LESS if factor > 0 else MORE
        return
    mask = domains.get(condition.variable, condition.variable.domain)
    kept, lost = mask & condition.mask, mask & ~condition.mask
    if not kept or not lost:
        return
    if most_of(kept) < least_of(lost):
        yield condition.variable, LESS
    elif most_of(lost) < least_of(kept):
        yield condition.variable, MORE
    else:
        yield condition.variable, BOTH


def _is_open(domains: Domains, variable: Variable) -> bool:
    mask = domains.get(variable, variable.domain)
    return bool(mask & (mask - 1))


FEW_VALUES = 3


def _parts(mask: Mask) -> Iterator[Mask]:
    """Yield the values one by one if there are few of them, else two halves."""
    count = mask.bit_count()
    if count <= FEW_VALUES:
        for value in values_of(mask):
            yield 1 << value
        return
    lower = 0
    for number, value in enumerate(values_of(mask)):
        if number < count // 2:
            lower |= 1 << value
    yield lower
    yield mask & ~lower


def _propagate(
    domains: dict[Variable, Mask],
    constraints: list[Constraint],
    conditions: Sequence[Condition],
    work: WorkLeft,
) -> list[Constraint] | None:
    """Narrow the domains; return the constraints still to be watched, None for a contradiction."""
    watched = [*constraints]
    for condition in conditions:
        if isinstance(condition, LinearCondition):
            watched.append(condition)
        elif not _narrow(domains, condition.variable, condition.mask):
            return None
    changed = True
    while changed:
        changed = False
        work.tick(1 + len(watched))
        left: list[Constraint] = []
        for constraint in watched:
            moved = (
                _propagate_linear(domains, constraint, left)
                if isinstance(constraint, LinearCondition)
                else _propagate_clause(domains, constraint, left)
            )
            if moved is None:
                return None
            changed = changed or moved
        watched = left
    return watched


def _narrow(domains: dict[Variable, Mask], variable: Variable, mask: Mask) -> bool:
    """Keep only these values of a variable; False if none is left."""
    narrowed = domains.get(variable, variable.domain) & mask
    domains[variable] = narrowed
    return narrowed != 0


def _propagate_linear(
    domains: dict[Variable, Mask], linear: LinearCondition, left: list[Constraint]
) -> bool | None:
    """Narrow by one relation; None for a contradiction, else whether a domain became smaller."""
    terms, constant, relation = linear
    low, high = bounds(terms, constant, domains)
    if relation == "!=":
        return _propagate_unequal(domains, linear, left, low, high)
    if low > 0 or (relation == "==" and high < 0):
        return None
    if high <= 0 and (relation == "<=" or low == 0 == high):
        return False
    moved = False
    for variable, factor in terms:
        mask = domains.get(variable, variable.domain)
        least, most = least_of(mask), most_of(mask)
        if least == most:
            continue
        # The others come to at least and at most this, and the variable's own part to the rest.
        others = (
            low - (factor * least if factor > 0 else factor * most),
            high - (factor * most if factor > 0 else factor * least),
        )
        kept = mask & _fitting(factor, others, relation == "==")
        if kept != mask:
            if not kept:
                return None
            domains[variable] = kept
            moved = True
            low, high = bounds(terms, constant, domains)
    left.append(linear)
    return moved


def _fitting(factor: int, others: tuple[int, int], is_equation: bool) -> Mask:  # noqa: FBT001
    """Return the values of a variable for which the others can make up the rest."""
    low, high = others
    if factor > 0:
        fitting = _up_to(-low // factor)
        return fitting & ~_up_to(-(high // factor) - 1) if is_equation else fitting
    fitting = ~_up_to(-(-low // -factor) - 1)
    return fitting & _up_to(high // -factor) if is_equation else fitting


def _up_to(most: int) -> Mask:
    return (1 << (most + 1)) - 1 if most >= 0 else 0


def _propagate_unequal(
    domains: dict[Variable, Mask],
    linear: LinearCondition,
    left: list[Constraint],
    low: int,
    high: int,
) -> bool | None:
    if low > 0 or high < 0:
        return False
    open_terms = [term for term in linear.terms if _is_open(domains, term[0])]
    if not open_terms:
        return None if low == 0 else False
    if len(open_terms) > 1:
        left.append(linear)
        return False
    [(variable, factor)] = open_terms
    mask = domains.get(variable, variable.domain)
    least = least_of(mask)
    rest = low - factor * (least if factor > 0 else most_of(mask))
    if rest % factor == 0 and -rest // factor >= 0:
        kept = mask & ~(1 << (-rest // factor))
        if kept != mask:
            domains[variable] = kept
            return True if kept else None
    return False


def _propagate_clause(
    domains: dict[Variable, Mask], clause: Clause, left: list[Constraint]
) -> bool | None:
    """Drop the cubes that cannot hold; None if none is left, else whether anything changed."""
    alive: list[Cube] = []
    for cube in clause:
        open_part = _open_part(cube, domains)
        if open_part == ():
            return False
        if open_part is not None:
            alive.append(open_part)
    if not alive:
        return None
    if len(alive) > 1:
        same = len(alive) == len(clause) and all(map(_is, alive, clause))
        left.append(clause if same else tuple(alive))
        return False
    for condition in alive[0]:
        if isinstance(condition, LinearCondition):
            left.append(condition)
        elif not _narrow(domains, condition.variable, condition.mask):
            return None
    return True


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
