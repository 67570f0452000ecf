"""What relations between sums exclude by themselves, so that nobody has to try values for it.

Narrowing looks at one relation at a time and at the ends of each value's range, so it does not
see that a sum which is at least 1 is not at most 0. Here relations are added up, two or three at a
time.
"""

from collections.abc import Iterable

from referee.unread.conditions import (
    Condition,
    Domains,
    LinearCondition,
    Terms,
    bounds,
    known,
    opposite,
    total,
)
from referee.unread.propagation import Clause, Constraint


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
        """Return whether a sum is seen to come to more than something."""
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
        """Return the conditions of a cube that are not seen to hold; None if one cannot."""
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
