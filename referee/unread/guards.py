"""Guards: what must be printed for a table to be possible, decided exactly.

A guard is a conjunction of domains, linear relations and clauses; a clause is a choice of cubes.
All variables are finite, so propagation and splitting decide every question. The work is counted,
and a question that takes more of it than a budget has raises an error: nothing is ever guessed.

A guard that has grown too heavy is *loosened*: some of what it says is no longer reasoned with and
only kept beside it. It then allows more than is possible, so that what it excludes is excluded all
the same, while `holds` still answers exactly.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

from referee.unread.conditions import (
    Among,
    Condition,
    Cube,
    Domains,
    LinearCondition,
    holds,
    opposite,
    variables_of,
)
from referee.unread.propagation import Clause, Constraint, propagate, variables_in
from referee.unread.satisfiability import seems_satisfiable
from referee.unread.variables import (
    Mask,
    Valuation,
    Variable,
    least_of,
    valuation,
    values_of,
)
from referee.unread.work_left import WorkLeft


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
        return seems_satisfiable(dict(self.domains), [*near], conditions, work)

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
        return not seems_satisfiable(dict(self.domains), [*near, *denied], units, work)

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
        left = propagate(domains, [*near, *clauses], conditions, work)
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
