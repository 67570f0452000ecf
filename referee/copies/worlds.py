"""Layers of worlds: the tables that a record still allows, each with what must be printed."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.copies.guards import Guard
from referee.copies.numbers import UnreadNumber
from referee.copies.propagation import (
    Among,
    Clause,
    Condition,
    Constraint,
    Cube,
    LinearCondition,
    Terms,
    Variable,
    bounds,
    compared,
)
from referee.copies.runs import Definitions, Leaf, PathLimit, Pinned, conditions_of, leaves
from referee.core.budget import Budget
from referee.core.ids import COMPANIES
from referee.core.state import State

# Tables with unread numbers on them: told apart, settled, and without their numbers ---------------
NUMBERS = ("cash", "diamonds")


NUMBERS_BY_COMPANY = ("tracks", "levels")


def skeleton_of(table: State | None) -> tuple[Hashable, list[Any]]:
    """Return a table without the numbers of its players that can be forms, and those numbers."""
    if table is None:
        return None, []
    numbers: list[Any] = []
    for player in table.players:
        numbers += [getattr(player, name) for name in NUMBERS]
        for name in NUMBERS_BY_COMPANY:
            numbers += getattr(player, name)
    empty = (0,) * len(COMPANIES)
    players = tuple(
        [replace(p, cash=0, diamonds=0, tracks=empty, levels=empty) for p in table.players]
    )
    return structure(replace(table, players=players)), numbers


def with_numbers(table: State, numbers: list[Any]) -> State:
    """Return a table with other numbers of its players, in the order of `skeleton_of`."""
    left = iter(numbers)
    players = []
    for player in table.players:
        changed: dict[str, Any] = {name: next(left) for name in NUMBERS}
        for name in NUMBERS_BY_COMPANY:
            changed[name] = tuple([next(left) for _ in COMPANIES])
        players.append(replace(player, **changed))
    return replace(table, players=tuple(players))


class Known:
    """The numbers that a guard settles, by domains alone or by an equation."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._equations: dict[Terms, int] = {}
        for each in guard.constraints:
            if isinstance(each, LinearCondition) and each.relation == "==":
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
        for terms, rest in ((tuple(open_terms), constant), (value.terms, value.constant)):
            if terms in self._equations:
                return self._equations[terms] + rest
        return None


MOST_REMEMBERED = 50_000
"""Of so many parts of tables it is remembered whether they are plain; then it is forgotten."""

_SEEN: dict[int, tuple[object, bool]] = {}
"""Parts of tables, by identity, and whether they are plain; most of a table stays as it is."""

_ATOMS = frozenset({int, str, bool, type(None), frozenset})
"""What has no parts in which an unread number could be."""


def is_plain(value: object) -> bool:
    """Return whether there is no unread number in a part of a table."""
    kind = type(value)
    if kind in _ATOMS:
        return True
    if kind is not tuple and not isinstance(value, Struct):
        return not isinstance(value, UnreadNumber)
    seen = _SEEN.get(id(value))
    if seen is not None and seen[0] is value:
        return seen[1]
    parts: Iterable[object]
    if isinstance(value, Struct):
        parts = [getattr(value, name) for name in value.__struct_fields__]
    else:
        parts = value  # type: ignore[assignment]
    plain = True
    for each in parts:
        if type(each) not in _ATOMS and not is_plain(each):
            plain = False
            break
    if len(_SEEN) >= MOST_REMEMBERED:
        _SEEN.clear()
    _SEEN[id(value)] = value, plain
    return plain


def settled(value: Any, known: Known) -> Any:  # noqa: ANN401
    """Return a value in which every number that is settled is a plain one."""
    if is_plain(value):
        return value
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
    if is_plain(value):
        return value  # type: ignore[no-any-return]
    if isinstance(value, UnreadNumber):
        return ("unread", value.terms, value.constant)
    if type(value) is tuple:
        return tuple([structure(each) for each in value])
    if isinstance(value, Struct):
        fields = value.__struct_fields__
        return type(value), tuple([structure(getattr(value, name)) for name in fields])
    return value  # type: ignore[no-any-return]


class GuardedWorld(NamedTuple):
    """A table that is possible exactly where its guard holds."""

    table: State
    guard: Guard

    def without_debts(self, work: Budget) -> "GuardedWorld":
        """Return the world as the rules leave it: a loosened guard forgets that cash is paid."""
        conditions = []
        for player in self.table.players:
            cash: Any = player.cash
            if isinstance(cash, UnreadNumber):
                debt = -cash
                condition = compared(debt.terms, debt.constant, "<=")
                if not isinstance(condition, bool):
                    conditions.append(condition)
        guard = self.guard.with_conditions(conditions, work)
        return self if guard is None else self._replace(guard=guard)


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
    work: Budget,
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


def defined(guard: Guard, definitions: Definitions, work: Budget) -> Guard:
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

    def takes(self, numbers: list[Any], leaf: Leaf[RunOutcome], work: Budget) -> bool:
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
        work: Budget,
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


def _equal(one: Any, other: Any, guard: Guard, work: Budget) -> bool:  # noqa: ANN401
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


def follow(branch: Branch, work: Budget) -> GuardedWorld | None:
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
