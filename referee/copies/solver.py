"""Narrows the values of variables by constraints, without trying any."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import gcd
from operator import is_
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from referee.core.budget import Budget, BudgetExceeded
from referee.i18n.page_words import copy_words

if TYPE_CHECKING:
    from referee.copies.partly_read_set import PartlyReadSet

# What nobody has read: a finite variable with the values that could be printed --------------------
Mask = int
"""A set of values that are not negative, one bit each."""


def _variable_of(home: "PartlyReadSet", key: str) -> "Variable":
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
        self.home: PartlyReadSet | None = None
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
        before = self._domains.get(variable, variable.domain)
        kept = before & mask
        if kept == before:
            return True
        self._domains[variable] = kept
        for watching in (self._watching, self._watching_added):
            for constraint in watching.get(variable, ()):
                self._wait(constraint)
        return kept != 0

    def _linear(self, original: Constraint, linear: LinearCondition) -> bool:
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
        alive: list[Cube] = []
        for cube in clause:
            open_part = _open_part(cube, self._domains)
            if open_part == ():
                self._now[id(original)] = None
                return True
            if open_part is not None:
                alive.append(open_part)
        if len(alive) > 1:
            if len(alive) < len(clause) or not all(map(is_, alive, clause)):
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
    answers = [known(condition, domains) for condition in cube]
    if False in answers:
        return None
    if True not in answers:
        return cube
    return tuple([each for each, answer in zip(cube, answers, strict=True) if answer is None])


# Examples: values for which a guard holds, mended value by value until they hold for more ---------
#
# Most questions about a guard are answered with yes, and nearly always by values that differ from
# a known example in a few places. So a question changes the example first: a condition that fails
# is put right by one of its values, then whatever that value broke by another one, and no value is
# changed twice. Only where this comes to nothing does anybody have to search.
MOST_MENDED: Final = 80
"""So many constraints are looked at before the mending is given up."""

Watchers = Callable[[Variable], Iterable[Constraint | Condition]]


class ExampleValues(dict[Variable, int]):
    """An example that is being changed: its values, or the nearest that the domains leave."""

    def __init__(self, example: Mapping[Variable, int], domains: Domains) -> None:
        super().__init__()
        self._example = example
        self._domains = domains

    def __missing__(self, variable: Variable) -> int:
        mask = self._domains.get(variable, variable.domain)
        value = self._example.get(variable)
        self[variable] = found = least_of(mask) if value is None else nearest(mask, value)
        return found


def nearest(mask: Mask, value: int) -> int:
    """Return the value of a set that is nearest to another one."""
    if mask >> value & 1:
        return value
    above = mask >> value << value
    below = mask ^ above
    if not below or not above:
        return least_of(above) if above else most_of(below)
    up, down = least_of(above), most_of(below)
    return up if up - value < value - down else down


def _constraint_holds(constraint: Constraint | Condition, values: Mapping[Variable, int]) -> bool:
    if isinstance(constraint, (Among, LinearCondition)):
        return holds(constraint, values)
    # Loops, since this is asked too often to make generators for it.
    for cube in constraint:
        for condition in cube:
            if not holds(condition, values):
                break
        else:
            return True
    return False


def mended(
    values: ExampleValues,
    domains: Domains,
    broken: Iterable[Constraint | Condition],
    watchers: Watchers,
) -> bool:
    """Change values until nothing that may be broken is; return whether that came to an end."""
    due = deque(broken)
    fixed: set[Variable] = set()
    left = MOST_MENDED
    while due:
        constraint = due.popleft()
        left -= 1
        if _constraint_holds(constraint, values):
            continue
        changes = _changes(constraint, values, domains, fixed) if left > 0 else None
        if changes is None:
            return False
        values.update(changes)
        fixed.update(changes)
        due.append(constraint)
        for variable in changes:
            due.extend(watchers(variable))
    return True


Changes = dict[Variable, int]


def _changes(
    constraint: Constraint | Condition,
    values: Mapping[Variable, int],
    domains: Domains,
    fixed: set[Variable],
) -> Changes | None:
    """Return values that put a constraint right, or nearer to it; None if none can be changed."""
    if isinstance(constraint, Among):
        variable = constraint.variable
        mask = domains.get(variable, variable.domain) & constraint.mask
        if variable in fixed or not mask:
            return None
        return {variable: nearest(mask, values[variable])}
    if isinstance(constraint, LinearCondition):
        return _moved(constraint, values, domains, fixed)
    cubes = sorted(constraint, key=lambda cube: sum(not holds(each, values) for each in cube))
    for cube in cubes:
        changes = _of_cube(cube, values, domains, fixed)
        if changes is not None:
            return changes
    return None


def _of_cube(
    cube: Cube, values: Mapping[Variable, int], domains: Domains, fixed: set[Variable]
) -> Changes | None:
    changes: Changes = {}
    for condition in cube:
        seen = _Changed(values, changes)
        if not holds(condition, seen):
            more = _changes(condition, seen, domains, fixed | changes.keys())
            if more is None:
                return None
            changes |= more
            if not holds(condition, _Changed(values, changes)):
                return None
    return changes


class _Changed(dict[Variable, int]):
    """Values with some changes that nobody else sees."""

    def __init__(self, values: Mapping[Variable, int], changes: Changes) -> None:
        super().__init__(changes)
        self._values = values

    def __missing__(self, variable: Variable) -> int:
        return self._values[variable]


def _moved(
    linear: LinearCondition, values: Mapping[Variable, int], domains: Domains, fixed: set[Variable]
) -> Changes | None:
    """Return a value of a sum that makes the relation hold, or brings it nearest to that."""
    total = linear.constant + sum(factor * values[variable] for variable, factor in linear.terms)
    best: tuple[int, Variable, int] | None = None
    # What is derived from others comes last in the order, and is what has to follow them.
    for variable, factor in reversed(linear.terms):
        if variable in fixed:
            continue
        mask = domains.get(variable, variable.domain)
        for value in _moves(mask, values[variable], total, factor):
            after = total + factor * (value - values[variable])
            wrong = _distance(after, linear.relation)
            if not wrong:
                return {variable: value}
            if best is None or wrong < best[0]:
                best = wrong, variable, value
    if best is None or best[0] >= _distance(total, linear.relation):
        return None
    return {best[1]: best[2]}


def _moves(mask: Mask, value: int, total: int, factor: int) -> Iterator[int]:
    """Yield the values of a variable that bring a sum to 0 or next to it, and the ones beside."""
    wanted = value - total // factor
    if wanted != value:
        yield nearest(mask, max(0, wanted))
    beside = -(-total // factor)
    if value - beside not in {wanted, value}:
        yield nearest(mask, max(0, value - beside))
    if total:
        yield least_of(mask) if (total > 0) == (factor > 0) else most_of(mask)
    else:
        # The sum must not be 0.
        rest = mask & ~(1 << value)
        if rest:
            yield nearest(rest, value)


def _distance(total: int, relation: str) -> int:
    if relation == "<=":
        return max(0, total)
    if relation == "==":
        return abs(total)
    return int(total == 0)


def solved(
    domains: dict[Variable, Mask],
    constraints: list[Constraint],
    example: Mapping[Variable, int],
    work: Budget,
) -> dict[Variable, Mask] | None:
    """Return domains in which the values nearest to an example make everything hold, if any do."""
    work.tick(2 * len(constraints))
    values = ExampleValues(example, domains)
    broken = [each for each in constraints if not _constraint_holds(each, values)]
    if not broken:
        return domains
    variable = min(
        {v for each in broken for v in variables_in(each) if is_open(domains, v)},
        key=lambda v: (domains.get(v, v.domain).bit_count(), v.order, v.key),
    )
    watching = watching_of(constraints)
    for part in _parts(domains.get(variable, variable.domain)):
        narrowed = dict(domains)
        left = propagate(narrowed, constraints, watching, [Among(variable, part)], work)
        found = None if left is None else solved(narrowed, left, example, work)
        if found is not None:
            return found
    return None


FEW_VALUES = 3


def _parts(mask: Mask) -> Iterator[Mask]:
    """Yield the values one by one if there are few of them, else two halves."""
    count = mask.bit_count()
    if count <= FEW_VALUES:
        for value in values_of(mask):
            yield 1 << value
        return
    lower = 0
    for number, value in enumerate(values_of(mask)):
        if number < count // 2:
            lower |= 1 << value
    yield lower
    yield mask & ~lower


# What relations between sums exclude by themselves, so that nobody has to try values for it -------
#
# Narrowing looks at one relation at a time and at the ends of each value's range, so it does not
# see that a sum which is at least 1 is not at most 0. Here relations are added up, two or three at
# a time.
class LinearFacts:
    """Sums that come to at most something, beside the domains of their variables."""

    def __init__(self, domains: Domains, constraints: Iterable[Constraint] = ()) -> None:
        self._domains = domains
        self._most: dict[Terms, int] = {}
        for each in constraints:
            if isinstance(each, LinearCondition):
                self.add(each)

    def add(self, condition: Condition) -> None:
        """Take in a relation; values of a single variable are in its domain."""
        if isinstance(condition, LinearCondition):
            for terms, most in _upper_ends(condition):
                self._most[terms] = min(most, self._most.get(terms, most))

    def excludes(self, condition: Condition) -> bool:
        """Return whether a condition is seen to contradict what is known."""
        if not isinstance(condition, LinearCondition):
            return known(condition, self._domains) is False
        if condition.relation == "!=":
            return False
        return any(self._exceeds(terms, most) for terms, most in _upper_ends(condition))

    def includes(self, condition: Condition) -> bool:
        """Return whether a condition is seen to hold."""
        return self.excludes(opposite(condition))

    def _exceeds(self, terms: Terms, most: int) -> bool:
        if bounds(terms, -most, self._domains)[0] > 0:
            return True
        factors = dict(terms)
        for other, of_other in self._most.items():
            # Two sums say something together only if a part of one takes away from the other.
            if not any(factors.get(v, 0) * factor < 0 for v, factor in other):
                continue
            both, room = total((*terms, *other)), most + of_other
            if bounds(both, -room, self._domains)[0] > 0:
                return True
            third = self._most.get(_negated(both))
            if third is not None and room + third < 0:
                return True
        return False

    def left_of(self, cubes: Clause) -> Clause | None:
        """Return what is left of a choice of cubes; None if one is seen to hold in any case.

        Of a cube with one condition that does not hold the opposite is known while others are
        looked at: either it holds, or they have to.
        """
        left = [*cubes]
        denied: dict[Condition, None] = {}
        again = True
        while again:
            again = False
            for cube in [*left]:
                now = self._left_of_cube(cube)
                if now == ():
                    return None
                if now is not None and len(now) > 1:
                    left[left.index(cube)] = now
                    continue
                again = True
                left.remove(cube)
                if now is not None:
                    denied[now[0]] = None
                    self.add(opposite(now[0]))
        return (*[(each,) for each in denied], *left)

    def _left_of_cube(self, cube: tuple[Condition, ...]) -> tuple[Condition, ...] | None:
        if any(self.excludes(each) for each in cube):
            return None
        return tuple([each for each in cube if not self.includes(each)])


def _upper_ends(condition: LinearCondition) -> list[tuple[Terms, int]]:
    terms, constant, relation = condition
    if relation == "!=":
        return []
    ends = [(terms, -constant)]
    if relation == "==":
        ends.append((_negated(terms), constant))
    return ends


def _negated(terms: Terms) -> Terms:
    return tuple([(variable, -factor) for variable, factor in terms])


# Which constraints of a guard bear on each other: a question looks at its own area alone ----------
class ConstraintArea(NamedTuple):
    """Constraints that bear on each other, and everything that they speak of."""

    constraints: tuple[Constraint, ...]
    variables: tuple[Variable, ...]


class ConstraintAreas:
    """The constraints of a guard by variable, and their areas as far as somebody asked."""

    __slots__ = ("_domains", "_found", "watching")

    def __init__(
        self,
        domains: Domains,
        watching: Watching,
        found: Mapping[Variable, ConstraintArea] | None = None,
    ) -> None:
        self._domains = domains
        self.watching = watching
        """By variable the constraints that speak of it."""
        self._found: dict[Variable, ConstraintArea] = {} if found is None else dict(found)

    def around(self, variables: Iterable[Variable]) -> ConstraintArea:
        """Return the constraints that bear on these variables, however indirectly."""
        found = {id(area): area for area in map(self._area, variables)}
        if len(found) == 1:
            [area] = found.values()
            return area
        return ConstraintArea(
            tuple([each for area in found.values() for each in area.constraints]),
            tuple([each for area in found.values() for each in area.variables]),
        )

    def _area(self, variable: Variable) -> ConstraintArea:
        if variable in self._found:
            return self._found[variable]
        found: dict[int, Constraint] = {}
        seen: dict[Variable, bool] = {}
        due = [variable]
        while due:
            each = due.pop()
            if each in seen:
                continue
            mask = self._domains.get(each, each.domain)
            seen[each] = bool(mask & (mask - 1))
            if seen[each]:
                for constraint in self.watching.get(each, ()):
                    if id(constraint) not in found:
                        found[id(constraint)] = constraint
                        due += variables_in(constraint)
        area = ConstraintArea(tuple(found.values()), tuple(seen))
        # What is certain separates areas and may be beside several.
        for each, undecided in seen.items():
            if undecided or each is variable:
                self._found[each] = area
        return area

    def with_area(
        self, near: ConstraintArea, domains: Domains, left: Sequence[Constraint]
    ) -> "ConstraintAreas":
        """Return these areas after one of them was narrowed to other domains and constraints."""
        gone = {*map(id, near.constraints)}
        of_area = watching_of(left)
        watching = dict(self.watching)
        found = dict(self._found)
        for variable in near.variables:
            found.pop(variable, None)
            # What is certain may be spoken of beyond the area.
            others = [each for each in watching.pop(variable, ()) if id(each) not in gone]
            others += of_area.get(variable, ())
            if others:
                watching[variable] = others
        return ConstraintAreas(domains, watching, found)


# Guards: what must be printed for a table to be possible, decided exactly -------------------------
#
# A guard is a conjunction of domains, linear relations and clauses; a clause is a choice of cubes.
# All variables are finite, so propagation and splitting decide every question. The work is counted,
# and a question that takes more of it than a budget has raises an error: nothing is ever guessed.
#
# A guard that has grown too heavy is *loosened*: some of what it says is no longer reasoned with
# and only kept beside it. It then allows more than is possible, so that what it excludes is
# excluded all the same, while `holds` still answers exactly.


class _Extension(NamedTuple):
    """An area of a guard with more conditions: what is left to watch, and an example, if any."""

    near: ConstraintArea
    domains: Domains
    left: list[Constraint]
    example: Mapping[Variable, int] | None


class Guard:
    """A satisfiable conjunction; guards are values and never change."""

    __slots__ = ("__dict__", "beside", "constraints", "domains", "example", "is_exemplified")

    def __init__(
        self,
        domains: Domains | None = None,
        constraints: tuple[Constraint, ...] = (),
        beside: "tuple[tuple[Guard, ...], ...]" = (),
        example: Mapping[Variable, int] | None = None,
        *,
        is_exemplified: bool = False,
    ) -> None:
        self.domains: Domains = {} if domains is None else domains
        self.constraints = constraints
        self.beside = beside
        """What holds as well and is not reasoned with: choices of guards of which one holds."""
        self.example: Mapping[Variable, int] = {} if example is None else example
        """Values near which others are looked for."""
        self.is_exemplified = is_exemplified or not constraints
        """The constraints hold for the example."""

    def __repr__(self) -> str:
        return f"Guard({len(self.domains)} domains, {len(self.constraints)} constraints)"

    @cached_property
    def _areas(self) -> ConstraintAreas:
        return ConstraintAreas(self.domains, watching_of(self.constraints))

    def mask(self, variable: Variable) -> Mask:
        """Return the values of a variable that its domain leaves, some of them perhaps in vain."""
        return self.domains.get(variable, variable.domain)

    def around(self, variables: Iterable[Variable]) -> tuple[Constraint, ...]:
        """Return the constraints that bear on these variables, however indirectly."""
        return self._areas.around(variables).constraints

    def allows(self, conditions: Iterable[Condition], work: Budget) -> bool:
        """Return whether all these conditions can hold together under the guard."""
        conditions = [*conditions]
        return self._shows(conditions) or self._asked(conditions, [], work) is not None

    def implies(self, cubes: Clause, work: Budget) -> bool:
        """Return whether one of the cubes holds wherever the guard does."""
        near = self._areas.around(v for cube in cubes for each in cube for v in variables_of(each))
        facts = LinearFacts(self.domains, near.constraints)
        left = facts.left_of(cubes)
        if left is None:
            return True
        denied: list[Constraint] = []
        units: list[Condition] = []
        for cube in left:
            if len(cube) == 1:
                units.append(opposite(cube[0]))
            else:
                denied.append(tuple([(opposite(condition),) for condition in cube]))
        return not self._shows([*units, *denied]) and self._asked(units, denied, work) is None

    def _shows(self, constraints: Iterable[Constraint | Condition]) -> bool:
        """Return whether the guard's own example shows that all these can hold as well."""
        if not self.is_exemplified:
            return False
        values = ExampleValues(self.example, self.domains)
        return all(_constraint_holds(each, values) for each in constraints)

    def _asked(
        self, conditions: Sequence[Condition], clauses: Sequence[Constraint], work: Budget
    ) -> "_Extension | None":
        """Return the guard around a question with its conditions; None if they cannot hold.

        What could neither be shown nor refuted in time counts as possible.
        """
        touched = [*chain.from_iterable(map(variables_of, conditions))]
        touched += chain.from_iterable(map(variables_in, clauses))
        # The guard is satisfiable, so what is not connected with the question stays so.
        near = self._areas.around(touched)
        domains = {variable: self.mask(variable) for variable in near.variables}
        added: list[Condition | Constraint] = [*conditions, *clauses]
        left = propagate(domains, near.constraints, self._areas.watching, added, work)
        if left is None:
            return None
        example = self._mended(near, domains, left, added, work)
        if example is not None:
            return _Extension(near, domains, left, example)
        facts = LinearFacts(domains, left)
        work.tick(len(left))
        if any(facts.excludes(each) for each in conditions):
            return None
        part = work.within(work.of_a_question)
        try:
            narrowed = solved(dict(domains), left, self.example, part)
        except BudgetExceeded:
            return _Extension(near, domains, left, None)
        finally:
            work.tick(part.done)
        if narrowed is None:
            return None
        values = ExampleValues(self.example, narrowed)
        return _Extension(near, domains, left, {each: values[each] for each in narrowed})

    def _mended(
        self,
        near: ConstraintArea,
        domains: Domains,
        left: list[Constraint],
        asked: list[Constraint | Condition],
        work: Budget,
    ) -> Mapping[Variable, int] | None:
        values = ExampleValues(self.example, domains)
        if not left:
            return {each: values[each] for each in domains}
        moved = [
            each for each, mask in domains.items() if not mask >> self.example.get(each, 0) & 1
        ]
        broken: list[Constraint | Condition] = [*asked]
        if self.is_exemplified:
            broken += chain.from_iterable(self._areas.watching.get(each, ()) for each in moved)
        else:
            broken += near.constraints
        of_question = [
            (each, variables_of(each) if isinstance(each, Among) else variables_in(each))
            for each in asked
        ]

        def watchers(variable: Variable) -> Iterable[Constraint | Condition]:
            yield from self._areas.watching.get(variable, ())
            for each, variables in of_question:
                if variable in variables:
                    yield each

        work.tick(1 + len(broken))
        return values if mended(values, domains, broken, watchers) else None

    def with_conditions(self, conditions: Iterable[Condition], work: Budget) -> "Guard | None":
        """Return the guard under which these hold as well; None if nothing satisfies it."""
        return self._with([*conditions], [], work)

    def with_clause(self, cubes: Clause, work: Budget, *, sifted: bool = True) -> "Guard | None":
        """Return the guard under which one of the cubes holds as well; None if nothing does.

        Cubes that cannot hold are left out if they are `sifted`, which takes a question each.
        """
        if () in cubes:
            return self
        if not sifted:
            return self._with([], [cubes], work)
        alive = tuple([cube for cube in cubes if self.allows(cube, work)])
        if len(alive) <= 1:
            return self._with([*alive[0]], [], work) if alive else None
        return self._with([], [alive], work)

    def _with(
        self, conditions: list[Condition], clauses: list[Constraint], work: Budget
    ) -> "Guard | None":
        found = self._asked(conditions, clauses, work)
        if found is None:
            return None
        here = {*map(id, found.near.constraints)}
        rest = [each for each in self.constraints if id(each) not in here]
        narrowed = {v: mask for v, mask in found.domains.items() if mask != self.mask(v)}
        domains = {**self.domains, **narrowed}
        guard = Guard(
            domains,
            (*rest, *found.left),
            self.beside,
            self.example if found.example is None else {**self.example, **found.example},
            is_exemplified=self.is_exemplified and found.example is not None,
        )
        guard._areas = self._areas.with_area(found.near, domains, found.left)
        return guard

    @cached_property
    def weight(self) -> int:
        """How many conditions have to be reasoned with."""
        return sum(map(_weight, self.constraints))

    def loosened(self, most: int) -> "Guard":
        """Return a guard that reasons with fewer conditions and holds for the same values."""
        if self.weight <= most:
            return self
        kept: list[Constraint] = []
        left = most
        # What is light says most for its weight.
        for constraint in sorted(self.constraints, key=_weight):
            left -= _weight(constraint)
            if left < 0:
                break
            kept.append(constraint)
        here = {*map(id, kept)}
        dropped = tuple([each for each in self.constraints if id(each) not in here])
        in_order = tuple([each for each in self.constraints if id(each) in here])
        beside = (*self.beside, (Guard({}, dropped),))
        is_exemplified = self.is_exemplified
        return Guard(self.domains, in_order, beside, self.example, is_exemplified=is_exemplified)

    def exemplified(self, most: int, work: Budget) -> "Guard | None":
        """Return the guard with an example if so much work finds one; None if there is none."""
        if self.is_exemplified:
            return self
        values = ExampleValues(self.example, self.domains)
        watching = self._areas.watching
        if not mended(values, self.domains, self.constraints, lambda v: watching.get(v, ())):
            part = work.within(most)
            try:
                narrowed = solved(dict(self.domains), [*self.constraints], self.example, part)
            except BudgetExceeded:
                return self
            finally:
                work.tick(part.done)
            if narrowed is None:
                return None
            values = ExampleValues(self.example, narrowed)
            for variable in watching:
                values.__missing__(variable)
        example = {**self.example, **values}
        return Guard(self.domains, self.constraints, self.beside, example, is_exemplified=True)

    def possible(self, variable: Variable, work: Budget) -> Mask:
        """Return exactly the values of a variable for which the guard can hold."""
        mask = self.mask(variable)
        if not self.around([variable]):
            return mask
        found = 0
        for value in values_of(mask):
            if self.allows([Among(variable, 1 << value)], work):
                found |= 1 << value
        return found

    def holds(self, values: Mapping[Variable, int]) -> bool:
        """Return whether the guard holds for values of everything printed."""
        values = valuation(values)
        found = values.held.get(self)
        if found is None:
            found = values.held[self] = self._holds(values)
        return found

    def _holds(self, values: Valuation) -> bool:
        return (
            all(any(guard.holds(values) for guard in choice) for choice in self.beside)
            and all(mask >> values[v] & 1 for v, mask in self.domains.items())
            and all(_constraint_holds(each, values) for each in self.constraints)
        )


def _weight(constraint: Constraint) -> int:
    if isinstance(constraint, LinearCondition):
        return len(constraint.terms)
    return sum(map(len, constraint))


def either(guards: Sequence[Guard]) -> Guard:
    """Return a guard that holds exactly where one of several does, and reasons with less."""
    first = guards[0]
    if len(guards) == 1:
        return first
    domains, constraints = shared_by(guards)
    choice = (tuple(guards),)
    return Guard(domains, constraints, choice, first.example, is_exemplified=first.is_exemplified)


def shared_by(guards: Sequence[Guard]) -> tuple[Domains, tuple[Constraint, ...]]:
    """Return what holds wherever one of several guards does, and perhaps elsewhere."""
    first, *others = guards
    domains = dict(first.domains)
    constraints = dict.fromkeys(first.constraints)
    for guard in others:
        domains = {v: mask | guard.domains[v] for v, mask in domains.items() if v in guard.domains}
        own = {*guard.constraints}
        constraints = dict.fromkeys(each for each in constraints if each in own)
    return domains, tuple(constraints)
