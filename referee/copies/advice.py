"""What to read off a copy next: what decides most of the games that were recorded with it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from referee.unread.conditions import LinearCondition, variables_of
from referee.unread.decisions import JudgedRecord, StatementDecision
from referee.unread.derived_numbers import DerivedNumber
from referee.unread.guards import Guard
from referee.unread.numbers import UnreadNumber
from referee.unread.variables import Variable

USEFUL: Final = (
    "cards", "card_spaces", "tracks", "starting_tiles", "borders", "regions", "spaces",
    "book_spaces", "bases", "diamond_tracks", "book_tracks", "books", "set",
)  # fmt: skip
"""The tables by how soon a game needs them, where no game says more."""


class Bearing(Struct):
    """How something unread bears on recorded games."""

    variable: Variable
    game: int
    """The first game that depends on it."""
    line: int
    decides: int = 0
    """How many statements some of its values decide alone."""
    bears: int = 0
    """How many statements depend on it, alone or with others."""
    scores: bool = False
    """A score depends on it."""

    @property
    def rank(self) -> tuple[int, int, bool]:
        """What is most useful is greatest."""
        return self.decides, self.bears, self.scores


def bearings(judged: Sequence[JudgedRecord]) -> list[Bearing]:
    """Return everything unread that games depend on, the most useful first."""
    found: dict[Variable, Bearing] = {}
    for game, record in enumerate(judged):
        for each in record.statements:
            for variable, decides in _involved(each):
                line = each.statement.at.line
                bearing = found.setdefault(variable, Bearing(variable, game, line))
                bearing.bears += 1
                bearing.decides += decides
        for variable in _in_scores(record):
            found.setdefault(variable, Bearing(variable, game, 0)).scores = True
    ranked = sorted(found.values(), key=lambda bearing: bearing.variable.order)
    return sorted(ranked, key=lambda bearing: bearing.rank, reverse=True)


def _involved(each: StatementDecision) -> Iterator[tuple[Variable, bool]]:
    """Yield what a statement depends on, and whether some values of it decide it alone."""
    if each.condition is None:
        guards = (*each.open, *each.unsaid)
        yield from ((v, False) for v in _printed(v for guard in guards for v in guard.domains))
        return
    settling = {variable for variable, _, _ in each.condition.settling}
    variables = [v for cube in each.condition.cubes for part in cube for v in variables_of(part)]
    for variable in _printed([*settling, *variables]):
        yield variable, variable in settling


def _in_scores(record: JudgedRecord) -> Iterator[Variable]:
    for world in record.worlds:
        for player in world.table.players:
            cash: object = player.cash
            if isinstance(cash, UnreadNumber):
                yield from _printed(variable for variable, _ in cash.terms)


def _printed(variables: Iterable[Variable]) -> list[Variable]:
    """Return what is printed among variables, and what decides those that are not."""
    found: dict[Variable, None] = {}
    due = [*variables]
    while due:
        variable = due.pop(0)
        if variable in found:
            continue
        found[variable] = None
        if isinstance(variable, DerivedNumber):
            for guard, form in variable.cases:
                due += [*guard.domains, *_constrained(guard)]
                due += [v for v, _ in form.terms] if isinstance(form, UnreadNumber) else []
    return [variable for variable in found if not isinstance(variable, DerivedNumber)]


def _constrained(guard: Guard) -> Iterator[Variable]:
    """Yield what the constraints of a guard speak of."""
    for constraint in guard.constraints:
        if isinstance(constraint, LinearCondition):
            yield from variables_of(constraint)
        else:
            for cube in constraint:
                for condition in cube:
                    yield from variables_of(condition)
