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
from typing import NamedTuple

from referee.copies.propagation import (
    Among,
    Clause,
    Condition,
    Constraint,
    Domains,
    LinearCondition,
    Mask,
    Valuation,
    Variable,
    least_of,
    opposite,
    propagate,
    valuation,
    values_of,
    variables_in,
    variables_of,
    watching_of,
)
from referee.copies.satisfiability import (
    ConstraintArea,
    ConstraintAreas,
    ExampleValues,
    LinearFacts,
    constraint_holds,
    mended,
    solved,
)
from referee.core.budget import Budget, BudgetExceeded


class _Extension(NamedTuple):
    """An area of a guard with more conditions: what is left to watch, and an example, if any."""

    near: ConstraintArea
    domains: Domains
    left: list[Constraint]
    example: Mapping[Variable, int] | None


def _variables(constraint: Constraint | Condition) -> Iterable[Variable]:
    return variables_of(constraint) if isinstance(constraint, Among) else variables_in(constraint)


class Guard:
    """A satisfiable conjunction; guards are values and never change."""

    __slots__ = ("__dict__", "beside", "constraints", "domains", "example", "is_exemplified")

    def __init__(
        self,
        domains: Domains | None = None,
        constraints: tuple[Constraint, ...] = (),
        beside: "tuple[tuple[Guard, ...], ...]" = (),
        example: Mapping[Variable, int] | None = None,
        *,
        is_exemplified: bool = False,
    ) -> None:
        self.domains: Domains = {} if domains is None else domains
        self.constraints = constraints
        self.beside = beside
        """What holds as well and is not reasoned with: choices of guards of which one holds."""
        self.example: Mapping[Variable, int] = {} if example is None else example
        """Values near which others are looked for."""
        self.is_exemplified = is_exemplified or not constraints
        """The constraints hold for the example."""

    def __repr__(self) -> str:
        return f"Guard({len(self.domains)} domains, {len(self.constraints)} constraints)"

    @cached_property
    def _areas(self) -> ConstraintAreas:
        return ConstraintAreas(self.domains, watching_of(self.constraints))

    def mask(self, variable: Variable) -> Mask:
        """Return the values of a variable that its domain leaves, some of them perhaps in vain."""
        return self.domains.get(variable, variable.domain)

    def around(self, variables: Iterable[Variable]) -> tuple[Constraint, ...]:
        """Return the constraints that bear on these variables, however indirectly."""
        return self._areas.around(variables).constraints

    # Questions --------------------------------------------------------------------------------

    def allows(self, conditions: Iterable[Condition], work: Budget) -> bool:
        """Return whether all these conditions can hold together under the guard."""
        conditions = [*conditions]
        return self._shows(conditions) or self._asked(conditions, [], work) is not None

    def implies(self, cubes: Clause, work: Budget) -> bool:
        """Return whether one of the cubes holds wherever the guard does."""
        near = self._areas.around(v for cube in cubes for each in cube for v in variables_of(each))
        facts = LinearFacts(self.domains, near.constraints)
        left = facts.left_of(cubes)
        if left is None:
            return True
        cubes = left
        denied: list[Constraint] = []
        units: list[Condition] = []
        for cube in cubes:
            if len(cube) == 1:
                units.append(opposite(cube[0]))
            else:
                denied.append(tuple([(opposite(condition),) for condition in cube]))
        return not self._shows([*units, *denied]) and self._asked(units, denied, work) is None

    def _shows(self, constraints: Iterable[Constraint | Condition]) -> bool:
        """Return whether the guard's own example shows that all these can hold as well."""
        if not self.is_exemplified:
            return False
        values = ExampleValues(self.example, self.domains)
        return all(constraint_holds(each, values) for each in constraints)

    def _asked(
        self, conditions: Sequence[Condition], clauses: Sequence[Constraint], work: Budget
    ) -> "_Extension | None":
        """Return the guard around a question with its conditions; None if they cannot hold.

        What could neither be shown nor refuted in time counts as possible.
        """
        touched = [*chain.from_iterable(map(variables_of, conditions))]
        touched += chain.from_iterable(map(variables_in, clauses))
        # The guard is satisfiable, so what is not connected with the question stays so.
        near = self._areas.around(touched)
        domains = {variable: self.mask(variable) for variable in near.variables}
        added: list[Condition | Constraint] = [*conditions, *clauses]
        left = propagate(domains, near.constraints, self._areas.watching, added, work)
        if left is None:
            return None
        example = self._mended(near, domains, left, added, work)
        if example is not None:
            return _Extension(near, domains, left, example)
        facts = LinearFacts(domains, left)
        work.tick(len(left))
        if any(facts.excludes(each) for each in conditions):
            return None
        part = work.within(work.of_a_question)
        try:
            narrowed = solved(dict(domains), left, self.example, part)
        except BudgetExceeded:
            return _Extension(near, domains, left, None)
        finally:
            work.tick(part.done)
        if narrowed is None:
            return None
        values = ExampleValues(self.example, narrowed)
        return _Extension(near, domains, left, {each: values[each] for each in narrowed})

    def _mended(
        self,
        near: ConstraintArea,
        domains: Domains,
        left: list[Constraint],
        asked: list[Constraint | Condition],
        work: Budget,
    ) -> Mapping[Variable, int] | None:
        """Return the example with changes for which everything around a question holds."""
        values = ExampleValues(self.example, domains)
        if not left:
            return {each: values[each] for each in domains}
        moved = [
            each for each, mask in domains.items() if not mask >> self.example.get(each, 0) & 1
        ]
        broken: list[Constraint | Condition] = [*asked]
        if self.is_exemplified:
            broken += chain.from_iterable(self._areas.watching.get(each, ()) for each in moved)
        else:
            broken += near.constraints
        of_question = [(each, {*_variables(each)}) for each in asked]

        def watchers(variable: Variable) -> Iterable[Constraint | Condition]:
            yield from self._areas.watching.get(variable, ())
            for each, variables in of_question:
                if variable in variables:
                    yield each

        work.tick(1 + len(broken))
        return values if mended(values, domains, broken, watchers) else None

    # Guards of which more is known --------------------------------------------------------------

    def with_conditions(self, conditions: Iterable[Condition], work: Budget) -> "Guard | None":
        """Return the guard under which these hold as well; None if nothing satisfies it."""
        return self._with([*conditions], [], work)

    def with_clause(self, cubes: Clause, work: Budget, *, sifted: bool = True) -> "Guard | None":
        """Return the guard under which one of the cubes holds as well; None if nothing does.

        Cubes that cannot hold are left out if they are `sifted`, which takes a question each.
        """
        if () in cubes:
            return self
        if not sifted:
            return self._with([], [cubes], work)
        alive = tuple([cube for cube in cubes if self.allows(cube, work)])
        if len(alive) <= 1:
            return self._with([*alive[0]], [], work) if alive else None
        return self._with([], [alive], work)

    def _with(
        self, conditions: list[Condition], clauses: list[Constraint], work: Budget
    ) -> "Guard | None":
        found = self._asked(conditions, clauses, work)
        if found is None:
            return None
        here = {*map(id, found.near.constraints)}
        rest = [each for each in self.constraints if id(each) not in here]
        narrowed = {v: mask for v, mask in found.domains.items() if mask != self.mask(v)}
        domains = {**self.domains, **narrowed}
        guard = Guard(
            domains,
            (*rest, *found.left),
            self.beside,
            self.example if found.example is None else {**self.example, **found.example},
            is_exemplified=self.is_exemplified and found.example is not None,
        )
        guard._areas = self._areas.with_area(found.near, domains, found.left)
        return guard

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
        return Guard(
            self.domains,
            in_order,
            (*self.beside, (Guard({}, dropped),)),
            self.example,
            is_exemplified=self.is_exemplified,
        )

    def exemplified(self, most: int, work: Budget) -> "Guard | None":
        """Return the guard with an example if so much work finds one; None if there is none."""
        if self.is_exemplified:
            return self
        values = ExampleValues(self.example, self.domains)
        if not mended(values, self.domains, self.constraints, self._watchers):
            part = work.within(most)
            try:
                narrowed = solved(dict(self.domains), [*self.constraints], self.example, part)
            except BudgetExceeded:
                return self
            finally:
                work.tick(part.done)
            if narrowed is None:
                return None
            values = ExampleValues(self.example, narrowed)
            for variable in self._areas.watching:
                values.__missing__(variable)
        example = {**self.example, **values}
        return Guard(self.domains, self.constraints, self.beside, example, is_exemplified=True)

    def _watchers(self, variable: Variable) -> Sequence[Constraint]:
        return self._areas.watching.get(variable, ())

    def possible(self, variable: Variable, work: Budget) -> Mask:
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
        self, variables: Iterable[Variable], work: Budget, among: Sequence[Condition] = ()
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
            and all(constraint_holds(each, values) for each in self.constraints)
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
    return Guard(
        domains,
        tuple(common),
        (tuple(guards),),
        first.example,
        is_exemplified=first.is_exemplified,
    )
