"""Conditions on unread values: one value among some, a linear relation, and cubes of both."""

from collections.abc import Iterable, Mapping
from math import gcd
from typing import Literal, NamedTuple

from referee.unread.variables import Mask, Variable, values_of

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
