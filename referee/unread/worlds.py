"""Layers of worlds: the tables that a record still allows, each with what must be printed."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from referee.game.state import State
from referee.unread.conditions import (
    Among,
    Condition,
    Cube,
    LinearCondition,
    bounds,
    compared,
)
from referee.unread.guards import Guard
from referee.unread.numbers import UnreadNumber
from referee.unread.paths import Leaf, PathLimit, conditions_of, leaves
from referee.unread.propagation import Clause, Constraint
from referee.unread.runs import Definitions, Pinned
from referee.unread.work_left import WorkLeft
from referee.unread.world_tables import Known, settled, skeleton_of, structure, with_numbers


class GuardedWorld(NamedTuple):
    """A table that is possible exactly where its guard holds."""

    table: State
    guard: Guard


class Branch(NamedTuple):
    """What one world comes to, and the exact condition for it, beside the world's own guard."""

    world: GuardedWorld
    cubes: Clause
    table: State | None
    result: Any


class RunOutcome(NamedTuple):
    """What a run came to: what tells it from others, and the table it left, if it left one."""

    name: Hashable
    table: State | None
    result: Any


NOT_LOOKED_INTO = RunOutcome(None, None, None)


def branches(
    world: GuardedWorld,
    work: WorkLeft,
    run: Callable[[State], RunOutcome],
    most: PathLimit | None = None,
) -> list[Branch]:
    """Return everything that `run` comes to on the table of a world, None after too many paths.

    A number that the conditions of a path settle is put onto the table in the place of its form:
    once a claim holds, the claimed number stands there, and the equation is in the guard. Tables
    of several paths that one linear form describes are taken together again.
    """
    definitions = Definitions()
    found = [
        *leaves(
            world.guard, work, lambda: run(world.table), most, definitions, wanted=_leaves_a_table
        )
    ]
    world = world._replace(guard=defined(world.guard, definitions, work))
    classes: dict[Hashable, list[General]] = {}
    chosen: list[General] = []
    for leaf in found:
        name, table, _ = leaf.result or NOT_LOOKED_INTO
        settled_table = None if table is None else settled(table, Known(leaf.guard))
        skeleton, numbers = skeleton_of(settled_table)
        same = classes.setdefault((name, skeleton), [])
        for general in same:
            if general.takes(numbers, leaf, work):
                chosen.append(general)
                break
        else:
            same.append(General(leaf, settled_table, numbers))
            chosen.append(same[-1])
    if not found:
        return []
    conditions = conditions_of(found, [id(general) for general in chosen])
    every = [general for same in classes.values() for general in same]
    return [
        Branch(world, conditions[id(general)], general.table(), general.result) for general in every
    ]


def _leaves_a_table(outcome: RunOutcome) -> bool:
    return outcome.table is not None


def defined(guard: Guard, definitions: Definitions, work: WorkLeft) -> Guard:
    """Return a guard with the definitions of all numbers that its paths came to speak of."""
    for clause in definitions.clauses.values():
        guard = guard.with_clause(clause, work, sifted=False) or guard
    return guard


class General:
    """Paths whose tables are one table with linear forms in the places of numbers."""

    def __init__(self, first: Leaf[RunOutcome], table: State | None, numbers: list[Any]) -> None:
        self.result = (first.result or NOT_LOOKED_INTO).result
        self._table = table
        self._numbers = numbers
        self._absorbed: list[tuple[Leaf[RunOutcome], list[Any]]] = [(first, numbers)]

    def takes(self, numbers: list[Any], leaf: Leaf[RunOutcome], work: WorkLeft) -> bool:
        """Take in another path if one form describes the numbers of all; return whether it did."""
        forms: list[Any] = []
        for place, (form, value) in enumerate(zip(self._numbers, numbers, strict=True)):
            found = self._form(place, form, value, leaf, work)
            if found is None:
                return False
            forms.append(found)
        self._numbers = forms
        self._absorbed.append((leaf, numbers))
        return True

    def _form(
        self,
        place: int,
        form: Any,  # noqa: ANN401
        value: Any,  # noqa: ANN401
        leaf: Leaf[RunOutcome],
        work: WorkLeft,
    ) -> Any:  # noqa: ANN401
        if structure(form) == structure(value) or _equal(form, value, leaf.guard, work):
            return form
        for candidate in (value, *_generalised(value, leaf)):
            if all(
                _equal(candidate, before[place], other.guard, work)
                for other, before in self._absorbed
            ):
                return candidate
        return None

    def table(self) -> State | None:
        """Return the table with its forms."""
        return None if self._table is None else with_numbers(self._table, self._numbers)


def _generalised(value: Any, leaf: Leaf[RunOutcome]) -> Iterator[Any]:  # noqa: ANN401
    """Yield forms that come to a value on a path because of a number that was pinned there."""
    for fork, number in leaf.taken:
        if len(fork.options) > 1 and isinstance(fork.question, Pinned):
            pinned = fork.options[number].answer
            form = UnreadNumber(fork.question.terms, fork.question.constant)
            yield value - pinned + form
            yield value + pinned - form


def _equal(one: Any, other: Any, guard: Guard, work: WorkLeft) -> bool:  # noqa: ANN401
    """Return whether two numbers are the same wherever a guard holds."""
    difference = one - other
    if not isinstance(difference, UnreadNumber):
        return bool(difference == 0)
    low, high = bounds(difference.terms, difference.constant, guard.domains)
    if low > 0 or high < 0:
        return False
    if low == high:
        return True
    differs = compared(difference.terms, difference.constant, "!=")
    return not (differs if isinstance(differs, bool) else guard.allows([differs], work))


def follow(branch: Branch, work: WorkLeft) -> GuardedWorld | None:
    """Return the world in which a branch was taken; None if nothing printed allows it."""
    guard = branch.world.guard.with_clause(branch.cubes, work)
    if guard is None or branch.table is None:
        return None
    return GuardedWorld(branch.table, guard)


def merged(worlds: Iterable[GuardedWorld]) -> list[GuardedWorld]:
    """Return the worlds with equal tables taken together, as far as their guards can be joined."""
    by_table: dict[Hashable, list[GuardedWorld]] = {}
    for world in worlds:
        same = by_table.setdefault(structure(world.table), [])
        for number, other in enumerate(same):
            if (guard := joined(other.guard, world.guard)) is not None:
                same[number] = GuardedWorld(other.table, guard)
                break
        else:
            same.append(world)
    return [world for same in by_table.values() for world in same]


def joined(one: Guard, other: Guard) -> Guard | None:
    """Return a guard that holds where one of two does, or None if that takes more than a clause."""
    if one is other:
        return one
    if one.beside != other.beside:
        return None
    shared = {id(each): each for each in one.constraints}
    equal = {each: each for each in one.constraints}
    common = [each for each in other.constraints if id(each) in shared or each in equal]
    cubes: list[Cube] = []
    for guard in (one, other):
        cube = _beyond(guard, other if guard is one else one, {*common})
        if cube is None:
            return None
        cubes.append(cube)
    domains = {
        variable: mask | other.domains[variable]
        for variable, mask in one.domains.items()
        if variable in other.domains
    }
    constraints = tuple(common) if () in cubes else (*common, tuple(cubes))
    return Guard(domains, constraints, one.beside, one.example, is_exemplified=one.is_exemplified)


def _beyond(guard: Guard, other: Guard, common: set[Constraint]) -> Cube | None:
    """Return what a guard says beyond what both do; None if that is not a cube."""
    cube: list[Condition] = []
    for variable, mask in guard.domains.items():
        if mask | other.mask(variable) != mask:
            cube.append(Among(variable, mask))
    for constraint in guard.constraints:
        if constraint not in common:
            if not isinstance(constraint, LinearCondition):
                return None
            cube.append(constraint)
    return tuple(cube)
