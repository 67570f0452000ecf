"""Numbers on the table that depend on what is printed in several ways, each known as one value.

Where a call may stand before a space or behind it, a player's money is one sum or another. To
follow every way apart takes twice as many tables with every step. A derived number stands for the
money instead: its cases, and what it comes to in each, are a clause of the guard, so nothing is
lost, and one table goes on. Where even that is too much to reason with, the clause is only noted.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from referee.copies.guards import Guard, either
from referee.copies.numbers import UnreadNumber
from referee.copies.propagation import (
    Clause,
    Cube,
    Mask,
    Valuation,
    Variable,
    between,
    bounds,
    compared,
    least_of,
    total,
    variables_in,
    variables_of,
)
from referee.copies.runs import current
from referee.copies.worlds import (
    NUMBERS,
    NUMBERS_BY_COMPANY,
    Branch,
    GuardedWorld,
    skeleton_of,
    structure,
    with_numbers,
)
from referee.core.budget import Budget
from referee.core.ids import COMPANIES
from referee.i18n.page_words import copy_words

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
        self.definition: Clause = tuple(_cases(self, cases))
        """The cases, with what the number comes to in each."""


def _cases(number: DerivedNumber, cases: Sequence[tuple[Cube, Any]]) -> Iterator[Cube]:
    for cube, form in cases:
        equation = _equation(number, form)
        if equation is not None:
            yield (*cube, *equation)


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
        found = [world for same in groups.values() for world in self._one(same, statement, work)]
        return [world for world in found if world is not None]

    def _one(
        self, same: list[Branch], statement: int, work: Budget
    ) -> Iterable[GuardedWorld | None]:
        cases = sum(len(branch.cubes) for branch in same)
        if len(same) == 1 or cases > MOST_CASES:
            return [_followed(branch, work) for branch in same]
        return [self._together(same, statement, work)]

    def _together(self, same: list[Branch], statement: int, work: Budget) -> GuardedWorld | None:
        """Return one world for branches of another that differ in numbers only."""
        world = same[0].world
        rows = [skeleton_of(branch.table)[1] for branch in same]
        numbers: list[Any] = []
        derived: dict[int, DerivedNumber] = {}
        for place, forms in enumerate(zip(*rows, strict=True)):
            if len({structure(form) for form in forms}) == 1:
                numbers.append(forms[0])
                continue
            cases = [
                (Guard({}, (branch.cubes,)), form) for branch, form in zip(same, forms, strict=True)
            ]
            ends = [_ends(form, world.guard) for form in forms]
            number = self._number(place, cases, ends, statement)
            if number is None:
                numbers.append(ends[0][0])
                continue
            derived[place] = number
            numbers.append(UnreadNumber(((number, 1),)))
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

    def _number(
        self,
        place: int,
        cases: Sequence[tuple[Guard, Any]],
        ends: Sequence[tuple[int, int]],
        statement: int,
    ) -> DerivedNumber | None:
        """Return the number for a place of the table, None if it can come to one value only."""
        domain = 0
        for low, high in ends:
            domain |= between(max(0, low), high)
        if not domain & (domain - 1):
            return None
        self._made += 1
        key = f"derived.{statement}.{place}"
        subject = self._subject(place, statement)
        return DerivedNumber(key, subject, domain, cases, FIRST_ORDER + self._made)

    # Loosely ---------------------------------------------------------------------------------

    def loosely_gathered(
        self, worlds: Iterable[GuardedWorld], statement: int
    ) -> list[GuardedWorld]:
        """Return one world for all that differ in numbers only, how they do being only noted."""
        groups: dict[Any, list[GuardedWorld]] = {}
        for world in worlds:
            groups.setdefault(skeleton_of(world.table)[0], []).append(world)
        return [self._as_one(same, statement) for same in groups.values()]

    def _as_one(self, same: list[GuardedWorld], statement: int) -> GuardedWorld:
        if len(same) == 1:
            return same[0]
        rows = [skeleton_of(world.table)[1] for world in same]
        numbers: list[Any] = []
        for place, forms in enumerate(zip(*rows, strict=True)):
            if len({structure(form) for form in forms}) == 1:
                numbers.append(forms[0])
                continue
            pairs = [*zip(same, forms, strict=True)]
            ends = [_ends(form, world.guard) for world, form in pairs]
            cases = [(world.guard, form) for world, form in pairs]
            number = self._number(place, cases, ends, statement)
            numbers.append(ends[0][0] if number is None else UnreadNumber(((number, 1),)))
        guard = either([world.guard for world in same])
        return GuardedWorld(with_numbers(same[0].table, numbers), guard)

    def _subject(self, place: int, statement: int) -> str:
        """Return what a number of a table is, in words."""
        rows = [*NUMBERS, *[name for name in NUMBERS_BY_COMPANY for _ in COMPANIES]]
        seat, at = divmod(place, len(rows))
        company = COMPANIES[(at - len(NUMBERS)) % len(COMPANIES)] if at >= len(NUMBERS) else ""
        player = self._colours[seat] if seat < len(self._colours) else str(seat)
        words = copy_words()
        return words.say(
            "derived",
            rows[at],
            player=player,
            company=words.label(company),
            statement=statement + 1,
        )


def _followed(branch: Branch, work: Budget) -> GuardedWorld | None:
    guard = branch.world.guard.with_clause(branch.cubes, work)
    return None if guard is None or branch.table is None else GuardedWorld(branch.table, guard)


def _ends(form: Any, guard: Guard) -> tuple[int, int]:  # noqa: ANN401
    """Return the least and the greatest that a number can come to."""
    if isinstance(form, UnreadNumber):
        return bounds(form.terms, form.constant, guard.domains)
    return form, form


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
            order = FIRST_DEFINED + len(self._made)
            found = DefinedNumber(
                f"defined.{len(self._made)}", subject, _domain(cases), cases, order
            )
            self._made[key] = found
        current().define(found, found.definition)
        return kind(((found, 1),))


def _domain(cases: Sequence[tuple[Cube, Any]]) -> Mask:
    domain = 0
    for _, form in cases:
        low = high = form
        if isinstance(form, UnreadNumber):
            low, high = bounds(form.terms, form.constant, {})
        domain |= between(max(0, low), high)
    return domain


def form_of(number: Any) -> Hashable:  # noqa: ANN401
    """Return what tells a number from others without asking for it."""
    return number.form if isinstance(number, UnreadNumber) else number
