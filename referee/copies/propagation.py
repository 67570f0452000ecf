"""Narrows the values of variables by constraints, without trying any."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import gcd
from typing import Final, Literal, NamedTuple, Protocol

from referee.core.budget import Budget
from referee.i18n.page_words import copy_words

# What nobody has read: a finite variable with the values that could be printed --------------------
Mask = int
"""A set of values that are not negative, one bit each."""


class HasVariables(Protocol):
    """A set with its variables by key."""

    @property
    def variables(self) -> "Mapping[str, Variable]":
        """Everything unread, by its place."""


def _variable_of(home: HasVariables, key: str) -> "Variable":
    return home.variables[key]


class Variable:
    """One printed value that nobody has read; two are equal only if they are the same object."""

    __slots__ = ("domain", "home", "key", "labels", "order", "subject")

    def __init__(
        self, key: str, subject: str, domain: Mask, labels: Sequence[str] = (), order: int = 0
    ) -> None:
        self.key = key
        """Where the value stands in its set, such as `cards.coffee3.crate`."""
        self.subject = subject
        """What the value is, in words: the crate value of coffee3."""
        self.domain = domain
        """The values that could be printed; the numbers of the labels if there are any."""
        self.labels = tuple(labels)
        """What the values are called, where they are kinds and no numbers."""
        self.order = order
        self.home: HasVariables | None = None
        """The set that it belongs to."""

    def __repr__(self) -> str:
        return f"Variable({self.key!r})"

    def __reduce__(self) -> tuple[object, ...]:
        if self.home is None:
            raise TypeError("an unread value belongs to its set and cannot be copied without it")
        return _variable_of, (self.home, self.key)

    def derive(self, values: "Valuation") -> int:
        """Return its value where others decide it; a `KeyError` where it is printed itself."""
        del values
        raise KeyError(self.key)

    def said(self, value: int) -> str:
        """Return what one of its values is called."""
        if not self.labels:
            return str(value)
        words = copy_words()
        return " + ".join(map(words.label, self.labels[value].split(" + ")))


class Valuation(dict[Variable, int]):
    """Values of everything printed, and of what is derived from them when somebody asks."""

    def __init__(self, values: Mapping[Variable, int]) -> None:
        super().__init__(values)
        self.held: dict[object, bool] = {}
        """Which guards were found to hold for them, since many share their parts."""

    def __missing__(self, variable: Variable) -> int:
        self[variable] = found = variable.derive(self)
        return found


def valuation(values: Mapping[Variable, int]) -> Valuation:
    """Return values with all that is derived from them."""
    return values if isinstance(values, Valuation) else Valuation(values)


def mask_of(values: Iterable[int]) -> Mask:
    """Return the set of these values."""
    mask = 0
    for value in values:
        mask |= 1 << value
    return mask


def between(least: int, most: int) -> Mask:
    """Return the set of all values from `least` to `most`."""
    return (1 << (most + 1)) - (1 << least) if most >= least else 0


def values_of(mask: Mask) -> Iterator[int]:
    """Yield the values of a set, the least first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def least_of(mask: Mask) -> int:
    """Return the least value of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def most_of(mask: Mask) -> int:
    """Return the greatest value of a set that is not empty."""
    return mask.bit_length() - 1


# Conditions on unread values: one value among some, a linear relation, and cubes of both ----------
Terms = tuple[tuple[Variable, int], ...]
"""Variables with their factors, none of which is 0, in the order of the variables."""

ComparisonSign = Literal["<=", "==", "!="]


class Among(NamedTuple):
    """A value is one of these."""

    variable: Variable
    mask: Mask


class LinearCondition(NamedTuple):
    """A sum of at least two values with factors, and a constant, compared with 0."""

    terms: Terms
    constant: int
    relation: ComparisonSign


Condition = Among | LinearCondition
Cube = tuple[Condition, ...]
"""Conditions that hold together; none of them means always."""

Domains = Mapping[Variable, Mask]
"""The values that remain of those variables that have lost some."""


def total(terms: Iterable[tuple[Variable, int]]) -> Terms:
    """Return terms in order, those of the same variable added up."""
    factors: dict[Variable, int] = {}
    for variable, factor in terms:
        factors[variable] = factors.get(variable, 0) + factor
    found = [(variable, factor) for variable, factor in factors.items() if factor]
    found.sort(key=_order)
    return tuple(found)


def _order(term: tuple[Variable, int]) -> tuple[int, str]:
    return term[0].order, term[0].key


def compared(terms: Terms, constant: int, relation: ComparisonSign) -> Condition | bool:
    """Return the condition that a sum is in a relation with 0, or whether it is where known."""
    if not terms:
        return _holds(constant, relation)
    if len(terms) == 1:
        [(variable, factor)] = terms
        mask = 0
        for value in values_of(variable.domain):
            if _holds(factor * value + constant, relation):
                mask |= 1 << value
        if mask in {0, variable.domain}:
            return bool(mask)
        return Among(variable, mask)
    divisor = gcd(*(factor for _, factor in terms))
    if relation == "<=":
        # Factors that share a divisor leave room only for multiples of it.
        constant = -(-constant // divisor)
    elif constant % divisor:
        return relation == "!="
    else:
        constant //= divisor
        if terms[0][1] < 0:
            divisor, constant = -divisor, -constant
    return LinearCondition(
        tuple([(variable, f // divisor) for variable, f in terms]), constant, relation
    )


def _holds(value: int, relation: ComparisonSign) -> bool:
    if relation == "<=":
        return value <= 0
    return (value == 0) == (relation == "==")


def opposite(condition: Condition) -> Condition:
    """Return the condition that holds exactly where this one does not."""
    if isinstance(condition, Among):
        return Among(condition.variable, condition.variable.domain & ~condition.mask)
    terms, constant, relation = condition
    if relation == "<=":
        negated = tuple([(variable, -factor) for variable, factor in terms])
        return LinearCondition(negated, 1 - constant, "<=")
    return LinearCondition(terms, constant, "!=" if relation == "==" else "==")


def variables_of(condition: Condition) -> tuple[Variable, ...]:
    """Return the variables of a condition."""
    if isinstance(condition, Among):
        return (condition.variable,)
    return tuple([variable for variable, _ in condition.terms])


def bounds(terms: Terms, constant: int, domains: Domains) -> tuple[int, int]:
    """Return the least and the greatest that a sum can come to, each variable taken alone."""
    low = high = constant
    for variable, factor in terms:
        mask = domains.get(variable, variable.domain)
        # The same as `least_of` and `most_of`, which this is asked too often to call.
        least, most = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        if factor > 0:
            low += factor * least
            high += factor * most
        else:
            low += factor * most
            high += factor * least
    return low, high


def known(condition: Condition, domains: Domains) -> bool | None:
    """Return whether a condition holds, as far as the domains alone tell."""
    if isinstance(condition, Among):
        mask = domains.get(condition.variable, condition.variable.domain)
        if not mask & condition.mask:
            return False
        return None if mask & ~condition.mask else True
    low, high = bounds(condition.terms, condition.constant, domains)
    if condition.relation == "<=":
        return True if high <= 0 else False if low > 0 else None
    if low == high:
        return _holds(low, condition.relation)
    if low > 0 or high < 0:
        return condition.relation == "!="
    return None


def holds(condition: Condition, values: Mapping[Variable, int]) -> bool:
    """Return whether a condition holds for values of all its variables."""
    if isinstance(condition, Among):
        return bool(condition.mask >> values[condition.variable] & 1)
    terms, summed, relation = condition
    for variable, factor in terms:
        summed += factor * values[variable]
    return _holds(summed, relation)


Clause = tuple[Cube, ...]
"""Cubes of which at least one holds."""


Constraint = LinearCondition | Clause
"""What remains to be watched; conditions on one variable are in its domain."""


REMEMBERED: Final = 10_000
"""Of so many constraints it is remembered what they speak of: guards share most of theirs."""


ALWAYS: Clause = ((),)


@lru_cache(maxsize=REMEMBERED)
def variables_in(constraint: Constraint) -> tuple[Variable, ...]:
    """Return the variables that a constraint speaks of, each once."""
    if isinstance(constraint, LinearCondition):
        return variables_of(constraint)
    return tuple(dict.fromkeys(chain.from_iterable(map(variables_of, chain(*constraint)))))


def is_open(domains: Domains, variable: Variable) -> bool:
    """Return whether a variable has more than one value left."""
    mask = domains.get(variable, variable.domain)
    return bool(mask & (mask - 1))


Watching = Mapping[Variable, Sequence[Constraint]]
"""By variable the constraints that speak of it."""


def watching_of(constraints: Iterable[Constraint]) -> Watching:
    """Return by variable the constraints that speak of it."""
    watching: dict[Variable, list[Constraint]] = {}
    for constraint in constraints:
        for variable in variables_in(constraint):
            watching.setdefault(variable, []).append(constraint)
    return watching


def propagate(
    domains: dict[Variable, Mask],
    constraints: Sequence[Constraint],
    watching: Watching,
    added: Iterable[Condition | Constraint],
    work: Budget,
) -> list[Constraint] | None:
    """Narrow the domains by what is added to constraints from which nothing more follows.

    Return the constraints still to be watched, None for a contradiction.
    """
    propagation = _Propagation(domains, watching)
    consistent = propagation.add(added)
    work.tick(1 + propagation.done)
    return propagation.left(constraints) if consistent else None


class _Propagation:
    """Looks at constraints again whenever a variable of theirs has lost values."""

    def __init__(self, domains: dict[Variable, Mask], watching: Watching) -> None:
        self._domains = domains
        self._watching = watching
        self._now: dict[int, Constraint | None] = {}
        """What has become of a constraint, by its identity: None where it holds in any case."""
        self._added: list[Constraint] = []
        self._watching_added: dict[Variable, list[Constraint]] = {}
        self._due: deque[Constraint] = deque()
        self._waiting: set[int] = set()
        self.done = 0

    def add(self, added: Iterable[Condition | Constraint]) -> bool:
        """Take in more constraints; return False for a contradiction."""
        for each in added:
            if isinstance(each, Among):
                if not self._narrow(each.variable, each.mask):
                    return False
            else:
                self._watch(each)
        while self._due:
            constraint = self._due.popleft()
            self._waiting.discard(id(constraint))
            self.done += 1
            now = self._now.get(id(constraint), constraint)
            if now is None:
                continue
            consistent = (
                self._linear(constraint, now)
                if isinstance(now, LinearCondition)
                else self._clause(constraint, now)
            )
            if not consistent:
                return False
        return True

    def left(self, constraints: Iterable[Constraint]) -> list[Constraint]:
        """Return what is still to be watched of constraints, and of what was added."""
        now = [self._now.get(id(each), each) for each in (*constraints, *self._added)]
        return [each for each in now if each is not None]

    def _watch(self, constraint: Constraint) -> None:
        self._added.append(constraint)
        for variable in variables_in(constraint):
            self._watching_added.setdefault(variable, []).append(constraint)
        self._wait(constraint)

    def _wait(self, constraint: Constraint) -> None:
        if id(constraint) not in self._waiting:
            self._waiting.add(id(constraint))
            self._due.append(constraint)

    def _narrow(self, variable: Variable, mask: Mask) -> bool:
        """Keep only these values of a variable; False if none is left."""
        before = self._domains.get(variable, variable.domain)
        kept = before & mask
        if kept == before:
            return True
        self._domains[variable] = kept
        for constraint in self._watching.get(variable, ()):
            self._wait(constraint)
        for constraint in self._watching_added.get(variable, ()):
            self._wait(constraint)
        return kept != 0

    def _linear(self, original: Constraint, linear: LinearCondition) -> bool:
        """Narrow by one relation; False for a contradiction."""
        domains = self._domains
        terms, constant, relation = linear
        low, high = bounds(terms, constant, domains)
        if relation == "!=":
            return self._unequal(original, linear, low, high)
        is_equation = relation == "=="
        if low > 0 or (is_equation and high < 0):
            return False
        if high <= 0 and (not is_equation or low == 0):
            self._now[id(original)] = None
            return True
        for variable, factor in terms:
            mask = domains.get(variable, variable.domain)
            if not mask & (mask - 1):
                continue
            least, most = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
            if factor < 0:
                least, most = most, least
            # The others come to at least and at most the rest, and the variable's part to that.
            fitting = _fitting(factor, low - factor * least, high - factor * most, is_equation)
            if mask & ~fitting:
                if not self._narrow(variable, fitting):
                    return False
                low, high = bounds(terms, constant, domains)
        return True

    def _unequal(self, original: Constraint, linear: LinearCondition, low: int, high: int) -> bool:
        if low > 0 or high < 0:
            self._now[id(original)] = None
            return True
        open_terms = [term for term in linear.terms if is_open(self._domains, term[0])]
        if len(open_terms) > 1:
            return True
        self._now[id(original)] = None
        if not open_terms:
            return low != 0
        [(variable, factor)] = open_terms
        mask = self._domains.get(variable, variable.domain)
        rest = low - factor * (least_of(mask) if factor > 0 else most_of(mask))
        if rest % factor == 0 and -rest // factor >= 0:
            return self._narrow(variable, ~(1 << (-rest // factor)))
        return True

    def _clause(self, original: Constraint, clause: Clause) -> bool:
        """Drop the cubes that cannot hold; False if none is left."""
        alive: list[Cube] = []
        for cube in clause:
            open_part = _open_part(cube, self._domains)
            if open_part == ():
                self._now[id(original)] = None
                return True
            if open_part is not None:
                alive.append(open_part)
        if len(alive) > 1:
            if len(alive) < len(clause) or not all(map(_is, alive, clause)):
                self._now[id(original)] = tuple(alive)
            return True
        self._now[id(original)] = None
        if not alive:
            return False
        for condition in alive[0]:
            if isinstance(condition, LinearCondition):
                self._watch(condition)
            elif not self._narrow(condition.variable, condition.mask):
                return False
        return True


def _fitting(factor: int, low: int, high: int, is_equation: bool) -> Mask:  # noqa: FBT001
    """Return the values of a variable for which the others, from low to high, make up the rest."""
    if factor > 0:
        fitting = _up_to(-low // factor)
        return fitting & ~_up_to(-(high // factor) - 1) if is_equation else fitting
    fitting = ~_up_to(-(-low // -factor) - 1)
    return fitting & _up_to(high // -factor) if is_equation else fitting


def _up_to(most: int) -> Mask:
    return (1 << (most + 1)) - 1 if most >= 0 else 0


def _open_part(cube: Cube, domains: Domains) -> Cube | None:
    """Return the conditions of a cube that are open; None if one of them cannot hold."""
    answers = [known(condition, domains) for condition in cube]
    if False in answers:
        return None
    if True not in answers:
        return cube
    return tuple([each for each, answer in zip(cube, answers, strict=True) if answer is None])


def _is(one: object, other: object) -> bool:
    return one is other
