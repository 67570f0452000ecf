"""Terms over whole numbers and truth values, written down in SMT-LIB.

A constant is a plain Python `int` or `bool`. Every function here folds constants, so that a
relation over a known table mentions only what a turn can still decide.
"""

from collections.abc import Iterable, Mapping


class Num:
    """A whole number that is not known before the solver is asked."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __add__(self, other: "Whole") -> "Whole":
        return total((self, other))

    def __radd__(self, other: int) -> "Whole":
        return total((other, self))

    def __sub__(self, other: "Whole") -> "Whole":
        return minus(self, other)

    def __rsub__(self, other: int) -> "Whole":
        return minus(other, self)

    def __lt__(self, other: "Whole") -> "Truth":
        return Bit(f"(< {self.text} {written(other)})")

    def __le__(self, other: "Whole") -> "Truth":
        return Bit(f"(<= {self.text} {written(other)})")

    def __gt__(self, other: "Whole") -> "Truth":
        return Bit(f"(> {self.text} {written(other)})")

    def __ge__(self, other: "Whole") -> "Truth":
        return Bit(f"(>= {self.text} {written(other)})")


class Bit:
    """Something that holds or not, which is not known before the solver is asked."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Equation(Bit):
    """Says that a number is a known one, and still knows which."""

    __slots__ = ("number", "value")

    def __init__(self, number: Num, value: int) -> None:
        super().__init__(f"(= {number.text} {written(value)})")
        self.number = number
        self.value = value


Whole = Num | int
Truth = Bit | bool


def written(term: Whole | Truth) -> str:
    """Return `term` in SMT-LIB."""
    match term:
        case bool():
            return "true" if term else "false"
        case int():
            return str(term) if term >= 0 else f"(- {-term})"
        case Num() | Bit():
            return term.text


def variable(statement: Truth) -> str:
    """Return the variable of a statement about one alone."""
    words = written(statement).replace("(", " ").replace(")", " ").split()
    return next((word for word in words if word not in {"=", "not"}), "")


def total(terms: Iterable[Whole]) -> Whole:
    """Return the sum of `terms`."""
    known = 0
    unknown: list[str] = []
    for term in terms:
        if isinstance(term, Num):
            unknown.append(term.text)
        else:
            known += term
    if not unknown:
        return known
    if known:
        unknown.append(written(known))
    return Num(unknown[0] if len(unknown) == 1 else f"(+ {' '.join(unknown)})")


def minus(first: Whole, second: Whole) -> Whole:
    """Return `first` less `second`."""
    if isinstance(second, int):
        return total((first, -second))
    return Num(f"(- {written(first)} {second.text})")


def times(factor: int, term: Whole) -> Whole:
    """Return `term` taken `factor` times."""
    if isinstance(term, int):
        return factor * term
    if factor in (0, 1):
        return term if factor else 0
    return Num(f"(* {written(factor)} {term.text})")


def greatest(numbers: Iterable[Whole]) -> Whole:
    """Return the greatest of `numbers`."""
    best, *others = numbers
    for other in others:
        if isinstance(best, int) and isinstance(other, int):
            best = max(best, other)
        else:
            best = when(other >= best, other, best)
    return best


def eq(first: Whole, second: Whole) -> Truth:
    """Say that two numbers are the same."""
    if isinstance(first, int) and isinstance(second, int):
        return first == second
    if isinstance(first, Num) and isinstance(second, int):
        return Equation(first, second)
    return Bit(f"(= {written(first)} {written(second)})")


def same(first: Truth, second: Truth) -> Truth:
    """Say that two things hold both or neither."""
    if isinstance(first, bool):
        return second if first else no(second)
    if isinstance(second, bool):
        return first if second else no(first)
    return Bit(f"(= {first.text} {second.text})")


def no(part: Truth) -> Truth:
    """Say that `part` does not hold."""
    return not part if isinstance(part, bool) else Bit(f"(not {part.text})")


def every(parts: Iterable[Truth]) -> Truth:
    """Say that all of `parts` hold."""
    unknown: list[str] = []
    for part in parts:
        if isinstance(part, Bit):
            unknown.append(part.text)
        elif not part:
            return False
    if not unknown:
        return True
    return Bit(unknown[0] if len(unknown) == 1 else f"(and {' '.join(unknown)})")


def some(parts: Iterable[Truth]) -> Truth:
    """Say that at least one of `parts` holds."""
    unknown: list[str] = []
    for part in parts:
        if isinstance(part, Bit):
            unknown.append(part.text)
        elif part:
            return True
    if not unknown:
        return False
    return Bit(unknown[0] if len(unknown) == 1 else f"(or {' '.join(unknown)})")


def both(*parts: Truth) -> Truth:
    """Say that all of `parts` hold."""
    return every(parts)


def either(*parts: Truth) -> Truth:
    """Say that at least one of `parts` holds."""
    return some(parts)


def implies(cause: Truth, result: Truth) -> Truth:
    """Say that `result` holds wherever `cause` does."""
    if isinstance(cause, bool):
        return result if cause else True
    if isinstance(result, bool):
        return True if result else no(cause)
    return Bit(f"(=> {cause.text} {result.text})")


def when(condition: Truth, then: Whole, otherwise: Whole = 0) -> Whole:
    """Return `then` where the condition holds, else `otherwise`."""
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
    return max(term, 0) if isinstance(term, int) else when(term >= 0, term, 0)


def at_most(term: Whole, limit: int) -> Whole:
    """Return `term`, but never more than `limit`."""
    return min(term, limit) if isinstance(term, int) else when(term <= limit, term, limit)


def table(key: Whole, values: Mapping[int, Whole], otherwise: Whole = 0) -> Whole:
    """Return the value listed for `key`."""
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
    if isinstance(term, int):
        return low <= term <= high
    return Bit(f"(<= {written(low)} {term.text} {written(high)})")


def all_different(terms: Iterable[Whole]) -> Truth:
    """Say that no two of `terms` are the same."""
    listed = [written(term) for term in terms]
    return True if len(listed) < 2 else Bit(f"(distinct {' '.join(listed)})")  # noqa: PLR2004
