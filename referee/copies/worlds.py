"""Layers of worlds: the tables that a record still allows, each with what must be printed."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import chain
from operator import is_, or_
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.copies.runs import (
    Definitions,
    Leaf,
    NotReadError,
    PathLimit,
    Pinned,
    UnreadNumber,
    conditions_of,
    current,
    leaves,
)
from referee.copies.solver import (
    Among,
    Clause,
    ComparisonSign,
    Condition,
    Constraint,
    Cube,
    Guard,
    LinearCondition,
    Mask,
    Terms,
    Valuation,
    Variable,
    between,
    bounds,
    compared,
    either,
    least_of,
    total,
    variables_in,
    variables_of,
)
from referee.core.budget import Budget
from referee.core.ids import COMPANIES
from referee.core.state import State
from referee.engine.scoring import last_value, share_value, shares_owned
from referee.gaps.completions import PadRange, Range
from referee.i18n.page_words import copy_words

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

    def __call__(self, value: UnreadNumber) -> int | None:
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


def _is_plain(value: object) -> bool:
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
        if type(each) not in _ATOMS and not _is_plain(each):
            plain = False
            break
    if len(_SEEN) >= MOST_REMEMBERED:
        _SEEN.clear()
    _SEEN[id(value)] = value, plain
    return plain


def settled(value: Any, number: Callable[[UnreadNumber], int | None]) -> Any:  # noqa: ANN401
    """Return a value with plain numbers in the place of unread ones, where there is one for it."""
    if _is_plain(value):
        return value
    if isinstance(value, UnreadNumber):
        found = number(value)
        return value if found is None else found
    if type(value) is tuple:
        inner = [settled(each, number) for each in value]
        return value if all(map(is_, inner, value)) else tuple(inner)
    if isinstance(value, Struct):
        changed = {}
        for name in value.__struct_fields__:
            before = getattr(value, name)
            if isinstance(before, UnreadNumber | tuple | Struct):
                after = settled(before, number)
                if after is not before:
                    changed[name] = after
        return replace(value, **changed) if changed else value
    return value


def structure(value: Any) -> Hashable:  # noqa: ANN401
    """Return what tells a value from others, unread numbers by their forms."""
    if _is_plain(value):
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

    def wanted(outcome: RunOutcome) -> bool:
        return outcome.table is not None

    run_here = partial(run, world.table)
    found = [*leaves(world.guard, work, run_here, most, definitions, wanted)]
    # All numbers are defined that the paths came to speak of.
    guard = world.guard
    for clause in definitions.clauses.values():
        guard = guard.with_clause(clause, work, sifted=False) or guard
    world = world._replace(guard=guard)
    classes: dict[Hashable, list[_General]] = {}
    chosen: list[_General] = []
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
            same.append(_General(leaf, settled_table, numbers))
            chosen.append(same[-1])
    if not found:
        return []
    conditions = conditions_of(found, [id(general) for general in chosen])
    every = [general for same in classes.values() for general in same]
    return [
        Branch(world, conditions[id(general)], general.table(), general.result) for general in every
    ]


class _General:
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
            others = ((before[place], other.guard) for other, before in self._absorbed)
            if all(_equal(candidate, before, guard, work) for before, guard in others):
                return candidate
        return None

    def table(self) -> State | None:
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
    difference = one - other
    if not isinstance(difference, UnreadNumber):
        return bool(difference == 0)
    low, high = bounds(difference.terms, difference.constant, guard.domains)
    if low > 0 or high < 0:
        return False
    if low == high:
        return True
    return not _may_be(difference, "!=", guard, work)


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
    theirs = other.domains
    domains = {v: mask | theirs[v] for v, mask in one.domains.items() if v in theirs}
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


# Numbers on the table that depend on what is printed in several ways, each known as one value -----
#
# Where a call may stand before a space or behind it, a player's money is one sum or another. To
# follow every way apart takes twice as many tables with every step. A derived number stands for the
# money instead: its cases, and what it comes to in each, are a clause of the guard, so nothing is
# lost, and one table goes on. Where even that is too much to reason with, the clause is only noted.

FIRST_ORDER = 1_000_000
"""Derived numbers come behind everything that is printed."""

MOST_CASES = 400
"""Ways that are taken together; more of them are followed apart."""


class DerivedNumber(Variable):
    """A number on the table with its cases: under which condition it comes to which sum."""

    __slots__ = ("cases",)

    def __init__(
        self, key: str, subject: str, domain: Mask, cases: Sequence[tuple[Guard, Any]], order: int
    ) -> None:
        super().__init__(key, subject, domain, (), order)
        self.cases = tuple(cases)

    def derive(self, values: Valuation) -> int:
        """Return what it comes to for values of everything that is printed."""
        for guard, form in self.cases:
            if guard.holds(values):
                return int(valued(form, values))
        # None of its cases holds, so that its guard does not, either.
        return least_of(self.domain)


class DefinedNumber(DerivedNumber):
    """A number that is defined by its cases wherever it is spoken of."""

    __slots__ = ("definition",)

    def __init__(
        self, key: str, subject: str, domain: Mask, cases: Sequence[tuple[Cube, Any]], order: int
    ) -> None:
        guarded = [(Guard({}, ((cube,),)), form) for cube, form in cases]
        super().__init__(key, subject, domain, guarded, order)
        self.definition: Clause = tuple(
            (*cube, *equation)
            for cube, form in cases
            if (equation := _equation(self, form)) is not None
        )
        """The cases, with what the number comes to in each."""


def printed_in(cubes: Iterable[Cube]) -> set[Variable]:
    """Return what is printed that conditions speak of, also by numbers that it defines."""
    found: set[Variable] = set()
    due = [v for cube in cubes for condition in cube for v in variables_of(condition)]
    while due:
        variable = due.pop()
        if variable in found:
            continue
        found.add(variable)
        if isinstance(variable, DefinedNumber):
            due += variables_in(variable.definition)
    return {each for each in found if not isinstance(each, DerivedNumber)}


def first_printed(variable: Variable) -> Variable:
    """Return what is to be read first for a value: itself, or what is printed that defines it."""
    if not isinstance(variable, DefinedNumber):
        return variable
    return min(printed_in(variable.definition), key=lambda each: each.order)


def valued(number: Any, values: Mapping[Variable, int]) -> Any:  # noqa: ANN401
    """Return what a number comes to; anything else as it is."""
    if isinstance(number, UnreadNumber):
        return number.constant + sum(factor * values[v] for v, factor in number.terms)
    return number


class Deriver:
    """Makes the derived numbers of one record."""

    def __init__(self, colours: Sequence[str]) -> None:
        self._colours = colours
        self._made = 0

    def gathered(
        self, branches: Iterable[Branch], statement: int, work: Budget
    ) -> list[GuardedWorld]:
        """Return the worlds that branches lead to, those as one that differ in numbers only."""
        groups: dict[Any, list[Branch]] = {}
        for branch in branches:
            if branch.table is not None:
                key = id(branch.world), skeleton_of(branch.table)[0]
                groups.setdefault(key, []).append(branch)
        found: list[GuardedWorld | None] = []
        for same in groups.values():
            if len(same) == 1 or sum(len(branch.cubes) for branch in same) > MOST_CASES:
                found += [follow(branch, work) for branch in same]
            else:
                found.append(self._together(same, statement, work))
        return [world for world in found if world is not None]

    def _together(self, same: list[Branch], statement: int, work: Budget) -> GuardedWorld | None:
        world = same[0].world
        rows = [skeleton_of(branch.table)[1] for branch in same]
        cases = [Guard({}, (branch.cubes,)) for branch in same]
        numbers, derived = self._numbers(rows, cases, [world.guard] * len(same), statement)
        clause: list[Cube] = []
        for branch, row in zip(same, rows, strict=True):
            equations = [_equation(number, row[place]) for place, number in derived.items()]
            if None not in equations:
                said = [*chain.from_iterable(each for each in equations if each is not None)]
                clause += [(*cube, *said) for cube in branch.cubes]
        guard = world.guard.with_clause(tuple(clause), work)
        table = same[0].table
        if guard is None or table is None:
            return None
        return GuardedWorld(with_numbers(table, numbers), guard)

    def _numbers(
        self,
        rows: Sequence[list[Any]],
        cases: Sequence[Guard],
        within: Sequence[Guard],
        statement: int,
    ) -> tuple[list[Any], dict[int, DerivedNumber]]:
        numbers: list[Any] = []
        derived: dict[int, DerivedNumber] = {}
        for place, forms in enumerate(zip(*rows, strict=True)):
            if len({structure(form) for form in forms}) == 1:
                numbers.append(forms[0])
                continue
            ends = [_ends(form, guard) for form, guard in zip(forms, within, strict=True)]
            pairs = [*zip(cases, forms, strict=True)]
            if (number := self._number(place, pairs, ends, statement)) is None:
                numbers.append(ends[0][0])
                continue
            derived[place] = number
            numbers.append(UnreadNumber(((number, 1),)))
        return numbers, derived

    def _number(
        self,
        place: int,
        cases: Sequence[tuple[Guard, Any]],
        ends: Sequence[tuple[int, int]],
        statement: int,
    ) -> DerivedNumber | None:
        """Return the number for a place of the table, None if it can come to one value only."""
        domain = _domain_of(ends)
        if not domain & (domain - 1):
            return None
        self._made += 1
        key = f"derived.{statement}.{place}"
        rows = [*NUMBERS, *[name for name in NUMBERS_BY_COMPANY for _ in COMPANIES]]
        seat, at = divmod(place, len(rows))
        company = COMPANIES[(at - len(NUMBERS)) % len(COMPANIES)] if at >= len(NUMBERS) else ""
        player = self._colours[seat] if seat < len(self._colours) else str(seat)
        words = copy_words()
        facts: dict[str, Any] = {"player": player, "company": words.label(company)}
        subject = words.say("derived", rows[at], statement=statement + 1, **facts)
        return DerivedNumber(key, subject, domain, cases, FIRST_ORDER + self._made)

    def loosely_gathered(
        self, worlds: Iterable[GuardedWorld], statement: int
    ) -> list[GuardedWorld]:
        """Return one world for all that differ in numbers only, how they do being only noted."""
        groups: dict[Any, list[GuardedWorld]] = {}
        for world in worlds:
            groups.setdefault(skeleton_of(world.table)[0], []).append(world)
        found: list[GuardedWorld] = []
        for same in groups.values():
            if len(same) == 1:
                found += same
                continue
            rows = [skeleton_of(world.table)[1] for world in same]
            guards = [world.guard for world in same]
            numbers, _ = self._numbers(rows, guards, guards, statement)
            found.append(GuardedWorld(with_numbers(same[0].table, numbers), either(guards)))
        return found


def _ends(form: Any, guard: Guard) -> tuple[int, int]:  # noqa: ANN401
    if isinstance(form, UnreadNumber):
        return bounds(form.terms, form.constant, guard.domains)
    return form, form


def _domain_of(ends: Iterable[tuple[int, int]]) -> Mask:
    return reduce(or_, [between(max(0, low), high) for low, high in ends], 0)


def _equation(number: DerivedNumber, form: Any) -> Cube | None:  # noqa: ANN401
    """Return what makes a number come to a form; None if that cannot be."""
    terms, constant = form.form if isinstance(form, UnreadNumber) else ((), form)
    negated = [(variable, -factor) for variable, factor in terms]
    found = compared(total(((number, 1), *negated)), -constant, "==")
    # A loosened guard lets paths through that nothing printed leads to, even below 0.
    return () if found is True else None if found is False else (found,)


# Numbers that are defined by cases, so that nobody has to be asked which of them holds ------------
FIRST_DEFINED = 2_000_000
"""These numbers come behind all others."""


class Amount(UnreadNumber):
    """An amount that may be nothing, too: whoever adds it need not know, so nobody is asked."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return True


class DefinedNumbers:
    """The defined numbers of one game, each made once."""

    def __init__(self) -> None:
        self._made: dict[Hashable, DefinedNumber] = {}

    def number(
        self,
        key: Hashable,
        subject: str,
        cases: Sequence[tuple[Cube, Any]],
        kind: type[UnreadNumber],
    ) -> UnreadNumber:
        """Return the number with these cases, defined on the path that is being explored."""
        # What is left of the cases depends on what the path knows.
        key = key, tuple((cube, form_of(form)) for cube, form in cases)
        found = self._made.get(key)
        if found is None:
            number = len(self._made)
            domain = _domain_of([_ends(form, Guard()) for _, form in cases])
            found = self._made[key] = DefinedNumber(
                f"defined.{number}", subject, domain, cases, FIRST_DEFINED + number
            )
        current().define(found, found.definition)
        return kind(((found, 1),))


def form_of(number: Any) -> Hashable:  # noqa: ANN401
    """Return what tells a number from others without asking for it."""
    return number.form if isinstance(number, UnreadNumber) else number


# What players can score where values are unread: each row of the pad as a range -------------------
def pad_ranges(worlds: Sequence[GuardedWorld], work: Budget) -> tuple[PadRange, ...]:
    """Return by seat what the players can score in one of the worlds."""
    if not worlds:
        return ()
    seats = range(len(worlds[0].table.players))
    found = [[_pad_range(world, seat, work) for seat in seats] for world in worlds]
    return tuple(
        PadRange(
            tuple(map(_spanned, zip(*[one.rows for one in pads], strict=True))),
            _spanned([one.total for one in pads]),
        )
        for pads in zip(*found, strict=True)
    )


def _spanned(ranges: Sequence[Range | None]) -> Range | None:
    known = [each for each in ranges if each is not None]
    if len(known) < len(ranges):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def _pad_range(world: GuardedWorld, seat: int, work: Budget) -> PadRange:
    rows = [*_rows(world.table, seat)]
    ranges = tuple(_range(world.guard, row, work) for row in rows)
    if None in ranges:
        return PadRange(ranges, None)
    return PadRange(ranges, _range(world.guard, lambda: sum(row() for row in rows), work))


def _rows(table: State, seat: int) -> Iterator[Callable[[], Any]]:
    player, setting = table.players[seat], table.setting
    board = setting.components
    yield lambda: player.cash
    for company in COMPANIES:
        yield lambda company=company: (  # type: ignore[misc]
            share_value(table, company) * shares_owned(table, player, company)
        )
    yield lambda: last_value(board.diamond_track.values, player.diamonds, setting.rulings)
    yield lambda: last_value(board.book_track.values, player.ink, setting.rulings)


def _range(guard: Guard, number: Callable[[], Any], work: Budget) -> Range | None:
    """Return the least and the greatest that a number comes to; None if a list decides it."""
    low: list[int] = []
    high: list[int] = []
    try:
        for leaf in leaves(guard, work, number):
            found: Any = leaf.result
            if isinstance(found, UnreadNumber):
                low.append(least_under(leaf.guard, found, work))
                high.append(-least_under(leaf.guard, -found, work))
            else:
                low.append(found)
                high.append(found)
    except NotReadError:
        return None
    return min(low), max(high)


def least_under(guard: Guard, number: UnreadNumber, work: Budget) -> int:
    """Return the least value that a number can have under a guard."""
    low, high = bounds(number.terms, number.constant, guard.domains)
    while low < high:
        middle = (low + high) // 2
        possible = _may_be(number - middle, "<=", guard, work)
        low, high = (low, middle) if possible else (middle + 1, high)
    return low


def _may_be(number: UnreadNumber, relation: ComparisonSign, guard: Guard, work: Budget) -> bool:
    condition = compared(number.terms, number.constant, relation)
    return condition if isinstance(condition, bool) else guard.allows([condition], work)


MOST_TABLES: Final = 64
"""So many tables at most show what the numbers of one can be."""


def plain_tables(worlds: Iterable[GuardedWorld], work: Budget) -> tuple[State, ...]:
    """Return tables with plain numbers that show between them what each number can be."""
    tables: list[State] = []
    for world in worlds:
        table: State = settled(world.table, Known(world.guard))
        values = {number.form: _values(number, world.guard, work) for number in unread_in(table)}
        for at in range(max(map(len, values.values()), default=1)):
            chosen = {form: found[min(at, len(found) - 1)] for form, found in values.items()}
            tables.append(settled(table, lambda number, chosen=chosen: chosen[number.form]))  # type: ignore[misc]
    return tuple(tables)


def _values(number: UnreadNumber, guard: Guard, work: Budget) -> list[int]:
    """Return what a number can be under a guard, the least and the greatest in any case."""
    low, high = least_under(guard, number, work), -least_under(guard, -number, work)
    if high - low >= MOST_TABLES:
        return [low, high]
    return [v for v in range(low, high + 1) if _may_be(number - v, "==", guard, work)]


def unread_in(value: Any) -> Iterator[UnreadNumber]:  # noqa: ANN401
    """Yield the numbers of a table that are not known."""
    if isinstance(value, UnreadNumber):
        yield value
    elif type(value) is tuple:
        for each in value:
            yield from unread_in(each)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from unread_in(getattr(value, name))
