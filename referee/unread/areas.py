"""Which constraints of a guard bear on each other: a question looks at its own area alone."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.unread.conditions import Domains
from referee.unread.propagation import Constraint, Watching, variables_in, watching_of
from referee.unread.variables import Variable


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
        for each, is_open in seen.items():
            if is_open or each is variable:
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
