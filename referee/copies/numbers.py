"""A number that nobody has read: it computes like an integer and never pretends to be one.

Sums, differences and multiples keep the linear form. A comparison asks the path that is being
explored. Whatever needs the number itself (an index, a range, a hash, a division) pins it: the
exploration goes on with every value that it can have. Text shows the form.

It is no subclass of `int`. CPython takes the value of a subclass out of its object without asking
(`range`, indices, repetition), and compiled code unboxes it; both would go on with a wrong number.
Of another type Python asks for `__index__`, which pins, and compiled code raises a `TypeError`.
"""

from collections.abc import Callable
from math import isinf
from typing import Any, SupportsInt, cast

from referee.copies.propagation import ComparisonSign, Terms, Variable, compared, total
from referee.copies.runs import current, hashes_by_form


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

    def __le__(self, other: object) -> bool:
        if isinstance(other, float):
            return other > 0 if isinf(other) else int(self) <= other
        return self._compared(other, "<=", 1, 0)

    def __lt__(self, other: object) -> bool:
        if isinstance(other, float):
            return other > 0 if isinf(other) else int(self) < other
        return self._compared(other, "<=", 1, 1)

    def __ge__(self, other: object) -> bool:
        if isinstance(other, float):
            return other < 0 if isinf(other) else int(self) >= other
        return self._compared(other, "<=", -1, 0)

    def __gt__(self, other: object) -> bool:
        if isinstance(other, float):
            return other < 0 if isinf(other) else int(self) > other
        return self._compared(other, "<=", -1, 1)

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
        if hashes_by_form():
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
