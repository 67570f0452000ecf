"""Terms over whole numbers and truth values, written down in SMT-LIB.

A constant is a plain Python `int` or `bool`. Every function here folds constants, so that a
relation over a known table mentions only what a turn can still decide. A variable may have a known
value as well, which a turn gives that is judged: it is folded like any constant.
"""

import operator
from collections.abc import Callable, Iterable, Mapping


class Num:
    """A whole number that is not known before the solver is asked."""

    __slots__ = ("text", "value")

    def __init__(self, text: str, value: int | None = None) -> None:
        self.text = text
        self.value = value

    def __add__(self, other: "Whole") -> "Whole":
        return total((self, other))

    def __radd__(self, other: int) -> "Whole":
        return total((other, self))

    def __sub__(self, other: "Whole") -> "Whole":
        return minus(self, other)

    def __rsub__(self, other: int) -> "Whole":
        return minus(other, self)

    def __lt__(self, other: "Whole") -> "Truth":
        return _compared("<", operator.lt, self, other)

    def __le__(self, other: "Whole") -> "Truth":
        return _compared("<=", operator.le, self, other)

    def __gt__(self, other: "Whole") -> "Truth":
        return _compared(">", operator.gt, self, other)

    def __ge__(self, other: "Whole") -> "Truth":
        return _compared(">=", operator.ge, self, other)


def _compared(sign: str, holds: Callable[[int, int], bool], first: Num, second: "Whole") -> "Truth":
    if first.value is not None:
        other = second if isinstance(second, int) else second.value
        if other is not None:
            return holds(first.value, other)
    return Bit(f"({sign} {written(first)} {written(second)})")


class Bit:
    """Something that holds or not, which is not known before the solver is asked."""

    __slots__ = ("text", "value")

    def __init__(self, text: str, *, value: bool | None = None) -> None:
        self.text = text
        self.value = value


class Negation(Bit):
    """Says that something does not hold, and still knows what."""

    __slots__ = ("of",)

    def __init__(self, of: Bit) -> None:
        super().__init__(f"(not {of.text})")
        self.of = of


class Equation(Bit):
    """Says that a number is a known one, and still knows which."""

    __slots__ = ("constant", "number")

    def __init__(self, number: Num, value: int) -> None:
        super().__init__(f"(= {number.text} {written(value)})")
        self.number = number
        self.constant = value


Whole = Num | int
Truth = Bit | bool


def known(term: Whole) -> Whole:
    """Return the value of a number, if it has one."""
    return term if isinstance(term, int) or term.value is None else term.value


def decided(part: Truth) -> Truth:
    """Return whether something holds, if that is known."""
    return part if isinstance(part, bool) or part.value is None else part.value


def written(term: Whole | Truth) -> str:
    """Return `term` in SMT-LIB."""
    if not isinstance(term, int):
        if term.value is None:
            return term.text
        term = term.value
    if isinstance(term, bool):
        return "true" if term else "false"
    return str(term) if term >= 0 else f"(- {-term})"


def variable(statement: Truth) -> str:
    """Return the variable of a statement about one alone."""
    words = written(statement).replace("(", " ").replace(")", " ").split()
    return next((word for word in words if word not in {"=", "not"}), "")


def value_stated(part: Truth) -> tuple[str, int] | None:
    """Return the variable that a statement is about and the value that it gives; None if others."""
    match part:
        case Equation(number=number, constant=value):
            name = number.text
        case Negation(of=denied):
            name, value = denied.text, 0
        case Bit(text=name):
            value = 1
        case _:
            return None
    return None if " " in name else (name, value)


def total(terms: Iterable[Whole]) -> Whole:
    """Return the sum of `terms`."""
    constant = 0
    unknown: list[str] = []
    for term in terms:
        if isinstance(term, int):
            constant += term
        elif term.value is not None:
            constant += term.value
        else:
            unknown.append(term.text)
    if not unknown:
        return constant
    if constant:
        unknown.append(written(constant))
    return Num(unknown[0] if len(unknown) == 1 else f"(+ {' '.join(unknown)})")


def minus(first: Whole, second: Whole) -> Whole:
    """Return `first` less `second`."""
    if isinstance(less := known(second), int):
        return total((first, -less))
    return Num(f"(- {written(first)} {less.text})")


def times(factor: int, term: Whole) -> Whole:
    """Return `term` taken `factor` times."""
    if isinstance(taken := known(term), int):
        return factor * taken
    if factor in (0, 1):
        return term if factor else 0
    return Num(f"(* {written(factor)} {taken.text})")


def greatest(numbers: Iterable[Whole]) -> Whole:
    """Return the greatest of `numbers`."""
    best, *others = map(known, numbers)
    for other in others:
        if isinstance(best, int) and isinstance(other, int):
            best = max(best, other)
        else:
            best = when(other >= best, other, best)
    return best


def eq(first: Whole, second: Whole) -> Truth:
    """Say that two numbers are the same."""
    one = first if isinstance(first, int) else first.value
    other = second if isinstance(second, int) else second.value
    if other is not None:
        if one is not None:
            return one == other
        if isinstance(first, Num):
            return Equation(first, other)
    return Bit(f"(= {written(first)} {written(second)})")


def same(first: Truth, second: Truth) -> Truth:
    """Say that two things hold both or neither."""
    first, second = decided(first), decided(second)
    if isinstance(first, bool):
        return second if first else no(second)
    if isinstance(second, bool):
        return first if second else no(first)
    return Bit(f"(= {first.text} {second.text})")


def no(part: Truth) -> Truth:
    """Say that `part` does not hold."""
    part = decided(part)
    return not part if isinstance(part, bool) else Negation(part)


def every(parts: Iterable[Truth]) -> Truth:
    """Say that all of `parts` hold."""
    unknown: list[Bit] = []
    for part in parts:
        if isinstance(part, Bit) and part.value is None:
            unknown.append(part)
        elif not decided(part):
            return False
    return _joined("and", unknown) if unknown else True


def some(parts: Iterable[Truth]) -> Truth:
    """Say that at least one of `parts` holds."""
    unknown: list[Bit] = []
    for part in parts:
        if isinstance(part, Bit) and part.value is None:
            unknown.append(part)
        elif decided(part):
            return True
    return _joined("or", unknown) if unknown else False


def _joined(word: str, parts: list[Bit]) -> Bit:
    if len(parts) == 1:
        return parts[0]
    return Bit(f"({word} {' '.join([part.text for part in parts])})")


def both(*parts: Truth) -> Truth:
    """Say that all of `parts` hold."""
    return every(parts)


def either(*parts: Truth) -> Truth:
    """Say that at least one of `parts` holds."""
    return some(parts)


def implies(cause: Truth, result: Truth) -> Truth:
    """Say that `result` holds wherever `cause` does."""
    cause, result = decided(cause), decided(result)
    if isinstance(cause, bool):
        return result if cause else True
    if isinstance(result, bool):
        return True if result else no(cause)
    return Bit(f"(=> {cause.text} {result.text})")


def when(condition: Truth, then: Whole, otherwise: Whole = 0) -> Whole:
    """Return `then` where the condition holds, else `otherwise`."""
    condition = decided(condition)
    if isinstance(condition, bool):
        return then if condition else otherwise
    if isinstance(then, int) and then == otherwise:
        return then
    return Num(f"(ite {condition.text} {written(then)} {written(otherwise)})")


def count(parts: Iterable[Truth]) -> Whole:
    """Return how many of `parts` hold."""
    return total(when(part, 1) for part in parts)


def floor_zero(term: Whole) -> Whole:
    """Return `term`, but never less than 0."""
    term = known(term)
    return max(term, 0) if isinstance(term, int) else when(term >= 0, term, 0)


def at_most(term: Whole, limit: int) -> Whole:
    """Return `term`, but never more than `limit`."""
    term = known(term)
    return min(term, limit) if isinstance(term, int) else when(term <= limit, term, limit)


def table(key: Whole, values: Mapping[int, Whole], otherwise: Whole = 0) -> Whole:
    """Return the value listed for `key`."""
    key = known(key)
    if isinstance(key, int):
        return values.get(key, otherwise)
    found = otherwise
    for number, value in values.items():
        found = when(eq(key, number), value, found)
    return found


def is_among(key: Whole, numbers: Iterable[int]) -> Truth:
    """Say that `key` is one of `numbers`."""
    return some(eq(key, number) for number in numbers)


def between(low: int, term: Whole, high: int) -> Truth:
    """Say that `term` lies within the limits, which count."""
    term = known(term)
    if isinstance(term, int):
        return low <= term <= high
    return Bit(f"(<= {written(low)} {term.text} {written(high)})")


def all_different(terms: Iterable[Whole]) -> Truth:
    """Say that no two of `terms` are the same."""
    numbers = [known(term) for term in terms]
    constants = [number for number in numbers if isinstance(number, int)]
    if len(set(constants)) < len(constants):
        return False
    if len(constants) == len(numbers):
        return True
    listed = [written(number) for number in numbers]
    return True if len(listed) < 2 else Bit(f"(distinct {' '.join(listed)})")  # noqa: PLR2004
