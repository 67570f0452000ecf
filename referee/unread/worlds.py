"""Layers of worlds: the tables that a record still allows, each with what must be printed for it."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.game.state import State
from referee.unread.conditions import Among, Condition, Cube, Linear, Terms, bounds
from referee.unread.guards import Clause, Constraint, Guard, Work
from referee.unread.numbers import UnreadNumber
from referee.unread.paths import outcomes
from referee.unread.variables import Variable

Result = TypeVar("Result")


class World(NamedTuple):
    """A table that is possible exactly where its guard holds."""

    table: State
    guard: Guard


class Branch(NamedTuple):
    """What one world comes to, and the exact condition for it, beside the world's own guard."""

    world: World
    cubes: Clause
    result: Any


def branches(
    world: World,
    work: Work,
    run: Callable[[State], Result],
    told_apart: Callable[[Result], Hashable],
) -> list[Branch]:
    """Return everything that `run` comes to on the table of a world.

    A number that the conditions of a path settle is put into the result in the place of its form:
    once a claim holds, the claimed number stands on the table, and the equation is in the guard.
    """

    def run_settled() -> list[Result]:
        # A list, so that the result can be replaced by the settled one when its path is known.
        return [run(world.table)]

    def key(result: list[Result], guard: Guard) -> Hashable:
        result[0] = settled(result[0], Known(guard))
        return told_apart(result[0])

    found = outcomes(world.guard, work, run_settled, key)
    return [Branch(world, cubes, result[0]) for cubes, result in found]


def follow(branch: Branch, table: State, work: Work) -> World | None:
    """Return the world in which a branch was taken; None if nothing printed allows it."""
    guard = branch.world.guard.with_clause(branch.cubes, work)
    return None if guard is None else World(table, guard)


def merged(worlds: Iterable[World]) -> list[World]:
    """Return the worlds with equal tables taken together, as far as their guards can be joined."""
    by_table: dict[Hashable, list[World]] = {}
    for world in worlds:
        same = by_table.setdefault(structure(world.table), [])
        for number, other in enumerate(same):
            if (guard := joined(other.guard, world.guard)) is not None:
                same[number] = World(other.table, guard)
                break
        else:
            same.append(world)
    return [world for same in by_table.values() for world in same]


def joined(one: Guard, other: Guard) -> Guard | None:
    """Return a guard that holds where one of two does, or None if that takes more than a clause."""
    if one is other:
        return one
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
    if () in cubes:
        return Guard(domains, tuple(common))
    return Guard(domains, (*common, tuple(cubes)))


def _beyond(guard: Guard, other: Guard, common: set[Constraint]) -> Cube | None:
    """Return what a guard says beyond what both do; None if that is not a cube."""
    cube: list[Condition] = []
    for variable, mask in guard.domains.items():
        if mask | other.mask(variable) != mask:
            cube.append(Among(variable, mask))
    for constraint in guard.constraints:
        if constraint not in common:
            if not isinstance(constraint, Linear):
                return None
            cube.append(constraint)
    return tuple(cube)


# Tables with unread numbers -------------------------------------------------------------------


class Known:
    """The numbers that a guard settles, by domains alone or by an equation."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._equations: dict[Terms, int] = {}
        for each in guard.constraints:
            if isinstance(each, Linear) and each.relation == "==":
                self._equations[each.terms] = -each.constant
                negated = tuple([(variable, -factor) for variable, factor in each.terms])
                self._equations[negated] = each.constant

    def number(self, value: UnreadNumber) -> int | None:
        """Return what a number comes to, if that is settled."""
        low, high = bounds(value.terms, value.constant, self._guard.domains)
        if low == high:
            return low
        open_terms: list[tuple[Variable, int]] = []
        constant = value.constant
        for variable, factor in value.terms:
            mask = self._guard.mask(variable)
            if mask & (mask - 1):
                open_terms.append((variable, factor))
            else:
                constant += factor * (mask.bit_length() - 1)
        found = self._equations.get(tuple(open_terms))
        found = self._equations.get(value.terms) if found is None else found
        if found is None:
            return None
        return found + (value.constant if tuple(open_terms) == value.terms else constant)


def settled(value: Any, known: Known) -> Any:  # noqa: ANN401
    """Return a value in which every number that is settled is a plain one."""
    if isinstance(value, UnreadNumber):
        found = known.number(value)
        return value if found is None else found
    if type(value) is tuple:
        inner = [settled(each, known) for each in value]
        return value if all(map(_is, inner, value)) else tuple(inner)
    if isinstance(value, Struct):
        changed = {}
        for name in value.__struct_fields__:
            before = getattr(value, name)
            if isinstance(before, UnreadNumber | tuple | Struct):
                after = settled(before, known)
                if after is not before:
                    changed[name] = after
        return replace(value, **changed) if changed else value
    return value


def _is(one: object, other: object) -> bool:
    return one is other


def structure(value: Any) -> Hashable:  # noqa: ANN401
    """Return what tells a value from others, unread numbers by their forms."""
    if isinstance(value, UnreadNumber):
        return ("unread", value.terms, value.constant)
    if type(value) is tuple:
        return tuple([structure(each) for each in value])
    if isinstance(value, Struct):
        fields = value.__struct_fields__
        return type(value), tuple([structure(getattr(value, name)) for name in fields])
    return value  # type: ignore[no-any-return]
