"""One run of the engine with answers to the questions that it asks about unread values."""

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from math import isinf
from threading import local
from typing import Any, Generic, NamedTuple, NoReturn, SupportsInt, TypeVar, cast

from referee.copies.solver import (
    Among,
    Clause,
    ComparisonSign,
    Condition,
    Cube,
    Guard,
    Mask,
    Terms,
    Variable,
    bounds,
    compared,
    known,
    mask_of,
    opposite,
    total,
    values_of,
    variables_of,
)
from referee.core.budget import Budget
from referee.core.component_set import UnreadValueError


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

    def under(self, guard: Guard, number: Variable, clause: Clause, work: Budget) -> Guard:
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
        work: Budget,
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
            asked = self._ask(condition, lambda: iter(((1, condition), (0, opposite(condition)))))
            answer = bool(asked)
            self._decided[condition] = answer
        return answer

    def group(self, variable: Variable, masks: Sequence[Mask]) -> int:
        """Return in which of these sets, which have nothing in common, a value is."""
        left = self.guard.mask(variable)
        within = [number for number, mask in enumerate(masks) if mask & left]
        if len(within) == 1:
            return within[0]

        answers = ((number, Among(variable, masks[number])) for number in within)
        return self._ask((variable, tuple(masks)), lambda: answers)

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


class _NoRun(GuardedRun):
    """Stands where nothing is being explored, so that nobody can answer."""

    def __init__(self) -> None:
        super().__init__(Guard(), Budget(0), ())

    def define(self, number: Variable, clause: Clause) -> None:
        """Define nothing: a number that is only looked at needs no guard."""

    def decide(self, condition: Condition) -> bool:
        raise NotExploringError(variables_of(condition)[0])

    def group(self, variable: Variable, masks: Sequence[Mask]) -> int:  # noqa: ARG002
        raise NotExploringError(variable)

    def pin(self, terms: Terms, constant: int) -> int:  # noqa: ARG002
        raise NotExploringError(terms[0][0])


_NO_RUN = _NoRun()


class _Exploring(local):
    path: GuardedRun | None = None
    by_form: bool = False


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


# Runs a piece of the engine once for every way in which unread values make a difference -----------
#
# A run asks questions about unread values. Where the guard leaves more than one answer, the run
# takes the first, and is repeated with the next one from the start: the engine is deterministic,
# so it comes to the same question with the same answers behind it. What the runs come to is put
# together again: answers that make no difference leave no trace in the condition of a result.
Result = TypeVar("Result")

WORK_OF_A_RUN = 20
"""A run takes about as long as so many steps of propagation."""


class Leaf(NamedTuple, Generic[Result]):
    """What one run came to; None for a part of the values that was not looked into."""

    taken: tuple[tuple[Fork, int], ...]
    guard: Guard
    result: Result | None


HASTE = 3
"""After this part of the work that paths may take, questions are no longer gone into."""


class PathLimit(NamedTuple):
    """How many paths are followed, and how much work is done on them."""

    paths: int
    work: int
    in_vain: int = 1
    """So many times as much is done as long as no path came to what is looked for."""

    def reached(self, paths: int, work: int, *, found: bool) -> bool:
        """Return whether nothing more is to be done."""
        times = 1 if found else self.in_vain
        return paths >= self.paths * times or work >= self.work * times


def leaves(
    guard: Guard,
    work: Budget,
    run: Callable[[], Result],
    most: PathLimit | None = None,
    definitions: Definitions | None = None,
    wanted: Callable[[Result], bool] | None = None,
) -> Iterator[Leaf[Result]]:
    """Yield what `run` comes to for all values that the guard allows, one leaf for each path.

    After so many paths the answers that were not tried are yielded without a result.
    """
    definitions = Definitions() if definitions is None else definitions
    done, begun, of_a_question, found = 0, work.done, work.of_a_question, False
    # Paths with the fewest second answers come first: where most of them are illegal, the one that
    # is not mostly differs from the first in a single answer, and not in the last one.
    due: list[tuple[int, int, tuple[tuple[Fork, int], ...]]] = [(0, 0, ())]
    made = 0
    while due:
        second, _, replayed = heappop(due)
        if done and most and most.reached(done, work.done - begun, found=found):
            for _, _, untried in ((0, 0, replayed), *due):
                fork, number = untried[-1]
                yield Leaf(untried, fork.options[number].guard, None)
            break
        if most and work.done - begun > most.work // HASTE:
            # What is left is looked at more quickly, and may turn out to be vacuous.
            work.of_a_question = 0
        work.tick(WORK_OF_A_RUN)
        path = GuardedRun(guard, work, replayed, definitions)
        done += 1
        try:
            with following(path):
                result = run()
        except VacuousPathError:
            pass
        else:
            found = found or wanted is None or wanted(result)
            yield Leaf(tuple(path.taken), path.guard, result)
        for depth in range(len(replayed), len(path.taken)):
            fork = path.taken[depth][0]
            for number in range(1, len(fork.options)):
                made += 1
                further = (*path.taken[:depth], (fork, number))
                heappush(due, (second + 1, made, further))
    work.of_a_question = of_a_question


def conditions_of(found: Sequence[Leaf[Any]], names: Sequence[Hashable]) -> dict[Hashable, Clause]:
    """Return by name the exact condition, beside the guard, of the leaves with that name."""
    named = [
        (tuple([each for each in leaf.taken if len(each[0].options) > 1]), name)
        for leaf, name in zip(found, names, strict=True)
    ]
    # Those that begin alike come together.
    named.sort(key=lambda each: [number for _, number in each[0]])
    return _conditions(named, 0, len(named), 0)


RunsByFork = list[tuple[tuple[tuple[Fork, int], ...], Hashable]]


def _conditions(found: RunsByFork, start: int, stop: int, depth: int) -> dict[Hashable, Clause]:
    """Return by name the cubes of the leaves from `start` to `stop`, alike up to `depth`."""
    taken, name = found[start]
    if depth == len(taken):
        return {name: ((),)}
    fork = taken[depth][0]
    branches: list[tuple[GuardedAnswer, dict[Hashable, Clause]]] = []
    while start < stop:
        number = found[start][0][depth][1]
        end = start
        while end < stop and found[end][0][depth][1] == number:
            end += 1
        branches.append((fork.options[number], _conditions(found, start, end, depth + 1)))
        start = end
    names = dict.fromkeys(name for _, branch in branches for name in branch)
    return {name: _joined(branches, name) for name in names}


def _joined(
    branches: list[tuple[GuardedAnswer, dict[Hashable, Clause]]], name: Hashable
) -> tuple[Cube, ...]:
    by_cubes: dict[tuple[Cube, ...], list[Condition]] = {}
    for option, branch in branches:
        if name in branch:
            by_cubes.setdefault(branch[name], []).append(option.condition)
    if len(by_cubes) == 1 and len(next(iter(by_cubes.values()))) == len(branches):
        # The answer makes no difference.
        return next(iter(by_cubes))
    joined: list[Cube] = []
    for cubes, conditions in by_cubes.items():
        for condition in united(conditions):
            joined += [(condition, *cube) for cube in cubes]
    return tuple(joined)


def united(conditions: Sequence[Condition]) -> Iterator[Condition]:
    """Yield conditions of which one holds, those about the same variable as one."""
    masks: dict[Variable, Mask] = {}
    for condition in conditions:
        if isinstance(condition, Among):
            masks[condition.variable] = masks.get(condition.variable, 0) | condition.mask
        else:
            yield condition
    for variable, mask in masks.items():
        yield Among(variable, mask)


# A number that nobody has read: it computes like an integer and never pretends to be one ----------
#
# Sums, differences and multiples keep the linear form. A comparison asks the path that is being
# explored. Whatever needs the number itself (an index, a range, a hash, a division) pins it: the
# exploration goes on with every value that it can have. Text shows the form.
#
# It is no subclass of `int`. CPython takes the value of a subclass out of its object without asking
# (`range`, indices, repetition), and compiled code unboxes it; both would go on with a wrong
# number. Of another type Python asks for `__index__`, which pins, and compiled code raises a
# `TypeError`.
class UnreadNumber:
    """A sum of unread values with factors, and a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: Terms, constant: int = 0) -> None:
        self.terms = terms
        self.constant = constant

    @property
    def form(self) -> tuple[Terms, int]:
        """The linear form, by which two numbers can be told apart without asking a path."""
        return self.terms, self.constant

    # Operators that keep the form -----------------------------------------------------------

    def __add__(self, other: object) -> Any:  # noqa: ANN401
        if isinstance(other, UnreadNumber):
            return number(total((*self.terms, *other.terms)), self.constant + other.constant)
        if isinstance(other, int):
            return UnreadNumber(self.terms, self.constant + other)
        if isinstance(other, float | complex):
            return other if isinstance(other, float) and isinf(other) else int(self) + other
        return NotImplemented

    __radd__ = __add__

    def __neg__(self) -> "UnreadNumber":
        return UnreadNumber(tuple([(v, -factor) for v, factor in self.terms]), -self.constant)

    def __pos__(self) -> "UnreadNumber":
        return self

    def __invert__(self) -> "UnreadNumber":
        return UnreadNumber(tuple([(v, -factor) for v, factor in self.terms]), -self.constant - 1)

    def __sub__(self, other: object) -> Any:  # noqa: ANN401
        if isinstance(other, UnreadNumber | int | float):
            return self + -other
        return NotImplemented

    def __rsub__(self, other: object) -> Any:  # noqa: ANN401
        return -self + other

    def __mul__(self, other: object) -> Any:  # noqa: ANN401
        if isinstance(other, UnreadNumber):
            return self * int(other)
        if isinstance(other, int):
            terms = tuple([(v, factor * other) for v, factor in self.terms])
            return UnreadNumber(terms, self.constant * other) if other else 0
        if isinstance(other, float):
            return int(self) * other
        # A text or a tuple is repeated, which takes the number itself.
        return NotImplemented

    __rmul__ = __mul__

    def __abs__(self) -> Any:  # noqa: ANN401
        return self if self >= 0 else -self

    def __trunc__(self) -> "UnreadNumber":
        return self

    __floor__ = __ceil__ = conjugate = __copy__ = __trunc__

    def __deepcopy__(self, memo: object) -> "UnreadNumber":
        return self

    def __round__(self, digits: int | None = None) -> Any:  # noqa: ANN401
        return self if digits is None else round(int(self), digits)

    @property
    def real(self) -> "UnreadNumber":
        """The number itself."""
        return self

    numerator = real
    imag = 0
    denominator = 1

    def is_integer(self) -> bool:
        """Return that it is one."""
        return True

    # Comparisons, which ask the path --------------------------------------------------------

    def _compared(self, other: object, relation: ComparisonSign, sign: int, more: int) -> bool:
        """Return whether `sign` times the difference, and `more`, is in a relation with 0."""
        if isinstance(other, UnreadNumber):
            terms = total((*self.terms, *[(v, -factor) for v, factor in other.terms]))
            constant = self.constant - other.constant
        elif isinstance(other, int):
            terms, constant = self.terms, self.constant - other
        else:
            raise TypeError(f"an unread number cannot be compared with {other!r}")
        if sign < 0:
            terms = tuple([(variable, -factor) for variable, factor in terms])
            constant = -constant
        condition = compared(terms, constant + more, relation)
        return condition if isinstance(condition, bool) else current().decide(condition)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UnreadNumber | int):
            return isinstance(other, float | complex) and int(self) == other
        return self._compared(other, "==", 1, 0)

    def __ne__(self, other: object) -> bool:
        return not self.__eq__(other)

    def _ordered(self, other: object, order: Callable[[Any, Any], bool], *form: int) -> bool:
        if isinstance(other, float):
            # Any number stands for this one beside infinity.
            return order(0 if isinf(other) else int(self), other)
        return self._compared(other, "<=", *form)

    def __le__(self, other: object) -> bool:
        return self._ordered(other, operator.le, 1, 0)

    def __lt__(self, other: object) -> bool:
        return self._ordered(other, operator.lt, 1, 1)

    def __ge__(self, other: object) -> bool:
        return self._ordered(other, operator.ge, -1, 0)

    def __gt__(self, other: object) -> bool:
        return self._ordered(other, operator.gt, -1, 1)

    def __bool__(self) -> bool:
        return self != 0

    # Operators that need the number itself --------------------------------------------------

    def __index__(self) -> int:
        return current().pin(self.terms, self.constant)

    __int__ = __index__

    def __float__(self) -> float:
        return float(int(self))

    def __complex__(self) -> complex:
        return complex(int(self))

    def __hash__(self) -> int:
        if _EXPLORING.by_form:
            return hash(self.form)
        # Equal numbers must have equal hashes, whatever their forms, and those of plain integers.
        return hash(int(self))

    # Text -----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        parts = [f"{'' if factor == 1 else f'{factor} x '}{v.subject}" for v, factor in self.terms]
        if self.constant:
            parts.append(str(self.constant))
        return f"<{' + '.join(parts)}>"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else repr(self)

    def __reduce__(self) -> tuple[object, ...]:
        return UnreadNumber, (self.terms, self.constant)


PINNING = (
    *("floordiv", "mod", "divmod", "pow", "truediv", "lshift", "rshift", "and", "or", "xor"),
    *("rfloordiv", "rmod", "rdivmod", "rpow", "rtruediv", "rlshift", "rrshift"),
    *("rand", "ror", "rxor"),
)
PINNING_METHODS = ("bit_length", "bit_count", "to_bytes", "as_integer_ratio")


def _pinning(operator: str) -> Callable[..., Any]:
    def pinned(self: UnreadNumber, *others: object, **options: object) -> Any:  # noqa: ANN401
        plain = [int(each) if isinstance(each, UnreadNumber) else each for each in others]
        return getattr(int(self), operator)(*plain, **options)

    pinned.__name__ = operator
    return pinned


for _name in (*[f"__{name}__" for name in PINNING], *PINNING_METHODS):
    setattr(UnreadNumber, _name, _pinning(_name))


def number(terms: Terms, constant: int) -> "UnreadNumber | int":
    """Return a number with this form, a plain one if nothing in it is unread."""
    return UnreadNumber(terms, constant) if terms else constant


def unread(variable: Variable) -> int:
    """Return the number that a variable stands for, to be put where an integer is expected."""
    return cast("int", UnreadNumber(((variable, 1),)))


def is_unread(value: SupportsInt | object) -> bool:
    """Return whether a value is a number that nobody has read."""
    return isinstance(value, UnreadNumber)


# Entries of a set with unread kinds: what they are is asked when, and only if, it matters ---------
class NotReadError(UnreadValueError):
    """Something was asked for that is not followed while it is unread, such as a list of values."""

    def __init__(self, subject: str) -> None:
        super().__init__(f"{subject} have not been read")
        self.subject = subject


class PartChoice:
    """A variable whose values stand for whole parts of an entry."""

    __slots__ = ("groups", "parts", "variable")

    def __init__(self, variable: Variable, parts: Sequence[object]) -> None:
        self.variable = variable
        self.parts = tuple(parts)
        """By value of the variable what is printed then."""
        self.groups = grouped(variable.domain, self.parts)

    def resolve(self) -> Any:  # noqa: ANN401
        """Return what is printed on the path that is being explored."""
        masks = [mask for mask, _ in self.groups]
        return self.groups[current().group(self.variable, masks)][1]


def grouped(domain: Mask, parts: Sequence[object]) -> list[tuple[Mask, object]]:
    """Return the values that stand for the same part, and that part."""
    found: dict[object, tuple[Mask, object]] = {}
    for value in values_of(domain):
        part = parts[value]
        # Parts with unread numbers cannot be hashed without asking for them.
        name = part if isinstance(part, str | int | type | None) else id(part)
        mask, _ = found.get(name, (0, part))
        found[name] = mask | 1 << value, part
    return [*found.values()]


class Kinds(PartChoice):
    """A variable whose values are the kinds that an entry can be of, each with its own fields."""

    __slots__ = ("_by_class", "_by_field")

    parts: tuple[tuple[type, Mapping[str, object]], ...]

    def __init__(
        self, variable: Variable, parts: Sequence[tuple[type, Mapping[str, object]]]
    ) -> None:
        super().__init__(variable, parts)
        self._by_class = grouped(variable.domain, [kind for kind, _ in parts])
        self._by_field: dict[str, list[tuple[Mask, object]]] = {}

    def kind(self) -> type:
        """Return of which class the entry is."""
        masks = [mask for mask, _ in self._by_class]
        found = self._by_class[current().group(self.variable, masks)][1]
        assert isinstance(found, type)  # noqa: S101
        return found

    def field(self, name: str) -> object:
        """Return the value of a field that only some kinds have."""
        if name not in self._by_field:
            values = [fields.get(name, _NONE) for _, fields in self.parts]
            self._by_field[name] = grouped(self.variable.domain, values)
        groups = self._by_field[name]
        found = groups[current().group(self.variable, [mask for mask, _ in groups])][1]
        if found is _NONE:
            raise AttributeError(name)
        return found

    def is_one(self, wanted: Callable[[type, Mapping[str, object]], bool]) -> bool:
        """Return whether the entry is of a wanted kind, and decide no more than that."""
        mask = mask_of(
            value for value in values_of(self.variable.domain) if wanted(*self.parts[value])
        )
        return is_among(self.variable, mask)


_NONE = object()


def is_among(variable: Variable, mask: Mask) -> bool:
    """Return whether a variable has one of these values on the path that is being explored."""
    if mask & variable.domain in {0, variable.domain}:
        return bool(mask & variable.domain)
    return current().decide(Among(variable, mask & variable.domain))


class LazyEntry:
    """An entry with parts that are choices; to the engine it looks like the entry itself."""

    __slots__ = ("_fields", "_kind")

    def __init__(self, kind: "type | Kinds", fields: Mapping[str, object]) -> None:
        object.__setattr__(self, "_kind", kind)
        object.__setattr__(self, "_fields", fields)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        fields = fields_of(self)
        if name in fields:
            value = fields[name]
        else:
            kind = object.__getattribute__(self, "_kind")
            if not isinstance(kind, Kinds):
                raise AttributeError(name)
            value = kind.field(name)
        return value.resolve() if isinstance(value, PartChoice) else value

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of an entry cannot be set")

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # noqa: ANN401
        kind = object.__getattribute__(self, "_kind")
        return kind.kind() if isinstance(kind, Kinds) else kind


def kind_of(entry: object) -> "type | Kinds":
    """Return the class of an entry, or the choice of classes without asking for it."""
    if type(entry) is LazyEntry:
        kind = object.__getattribute__(entry, "_kind")
        assert isinstance(kind, type | Kinds)  # noqa: S101
        return kind
    return type(entry)


def fields_of(entry: LazyEntry) -> Mapping[str, Any]:
    """Return the fields that an entry has of whatever kind it is, choices among them."""
    fields: Mapping[str, Any] = object.__getattribute__(entry, "_fields")
    return fields


def part_of(entry: object, name: str) -> object:
    """Return a field of an entry as it stands, a choice without asking for it; None without it."""
    is_lazy = type(entry) is LazyEntry
    return fields_of(entry).get(name) if is_lazy else getattr(entry, name, None)  # type: ignore[arg-type]


class NotFollowed(tuple[Any, ...]):
    """Stands where a list is unread that is not followed; looking into it raises an error."""

    subject: str
    """What the list is, in words."""

    def __new__(cls, subject: str) -> "NotFollowed":
        """Return what stands for a list."""
        found = super().__new__(cls)
        found.subject = subject
        return found

    def __iter__(self) -> Iterator[Any]:
        raise NotReadError(self.subject)

    def __len__(self) -> int:
        raise NotReadError(self.subject)

    def __getitem__(self, at: object) -> NoReturn:
        raise NotReadError(self.subject)
