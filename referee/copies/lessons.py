"""What recorded games teach about a copy: the values that remain, or why they contradict."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from msgspec import Struct

from referee.copies.guards import Guard
from referee.copies.judge import WORK_OF_A_RECORD, JudgedRecord, judge_with_unread
from referee.copies.partly_read_set import PartlyReadSet
from referee.copies.propagation import (
    Among,
    Clause,
    Condition,
    LinearCondition,
    Mask,
    Variable,
    values_of,
)
from referee.core.budget import Budget, BudgetExceeded
from referee.core.component_set import ComponentSet
from referee.gaps.conflict import quick_xplain
from referee.records.record import Record

GUARDS_AT_ONCE = 64
"""So many alternatives of what is printed are followed; of more, what they have in common is."""


class Statements(Struct, frozen=True):
    """A statement of one of the games, or all that a game says."""

    record: int
    number: int | None = None


class LearningConflict(Struct, frozen=True):
    """Statements that cannot all be legal and right, whatever is printed.

    All others are taken as having happened, with the tables that they left.
    """

    blamed: tuple[Statements, ...]
    minimal: bool
    """No proper part of them contradicts itself; False if the work did not suffice to find out."""


class Learnt(Struct, frozen=True, kw_only=True):
    """What is known of a copy after some games."""

    values: dict[str, tuple[int, ...]]
    """By key of what is unread the values that remain; empty after a contradiction."""
    contradiction: LearningConflict | None = None
    complete: bool = True
    """Everything was looked into; False if values may remain only because that took too long."""
    taught: tuple[tuple[Guard, ...], ...] = ()
    """By game what it allows to be printed."""

    def settled(self) -> dict[str, int]:
        """Return the values of which only one remains."""
        return {key: values[0] for key, values in self.values.items() if len(values) == 1}


def learn(
    components: ComponentSet,
    records: Sequence[Record],
    work: Budget | None = None,
    *,
    says_all: bool = True,
) -> Learnt:
    """Return what remains possible for everything unread if the games are legal as recorded.

    A record need not say what is forced. Where `says_all`, values for which it would have had to
    say more are not printed; else they remain, and little can be learnt from what follows.
    """
    work = work or Budget(WORK_OF_A_RECORD * len(records))
    judged = [judge_with_unread(record, components, work=work) for record in records]
    taught = [guards_of(each, says_all=says_all) for each in judged]
    guards = guards_together([guard_of(components, work)], taught, work)
    if not guards:
        return Learnt(values={}, contradiction=_contradiction(components, records, taught, work))
    complete = not any(each.open for each in judged)
    values: dict[str, tuple[int, ...]] = {}
    variables = components.variables if isinstance(components, PartlyReadSet) else {}
    for key, variable in variables.items():
        try:
            mask = possible_under(variable, guards, work.within(WORK_OF_A_VALUE))
        except BudgetExceeded:
            mask, complete = _left_by_domains(variable, guards), False
        values[key] = tuple(values_of(mask))
    return Learnt(values=values, complete=complete, taught=tuple(map(tuple, taught)))


def guard_of(components: ComponentSet, work: Budget) -> Guard:
    """Return what is certain of a copy before anything was played with it."""
    return components.guard(work) if isinstance(components, PartlyReadSet) else Guard()


WORK_OF_A_VALUE = 50_000
"""How much may be done to find out which values of one variable remain."""


def possible_under(variable: Variable, guards: Sequence[Guard], work: Budget) -> Mask:
    """Return the values of a variable that one of the guards allows."""
    mask = 0
    for guard in guards:
        if mask != variable.domain:
            mask |= guard.possible(variable, work)
    return mask


def _left_by_domains(variable: Variable, guards: Sequence[Guard]) -> Mask:
    """Return the values that remain at most."""
    mask = 0
    for guard in guards:
        mask |= guard.mask(variable)
    return mask


def guards_of(judged: JudgedRecord, *, says_all: bool = True) -> tuple[Guard, ...]:
    """Return what a record allows to be printed: nothing if it is illegal or a note is wrong."""
    if judged.header:
        return ()
    left = judged.open if says_all else (*judged.open, *judged.unsaid)
    if any(each.misnoted for each in judged.statements):
        return left
    last = judged.statements[-1] if judged.statements else None
    given_up = last is not None and last.decision == "undecided" and not (last.open or last.unsaid)
    if last is None or given_up or last.decision in {"legal", "conditional"}:
        # Of a statement that was given up nothing more is known than before it.
        return (*[world.guard for world in judged.worlds], *left)
    return left


def guards_together(
    guards: Sequence[Guard], taught: Sequence[Sequence[Guard]], work: Budget
) -> list[Guard]:
    """Return what all the games allow together, or more where that would take too many guards."""
    found = [*guards]
    for of_record in taught:
        alternatives = of_record
        if len(found) * len(of_record) > GUARDS_AT_ONCE:
            alternatives = [_hull(of_record)]
        joint = [_both(one, other, work) for one in found for other in alternatives]
        found = [guard for guard in joint if guard is not None]
    return found


def _hull(guards: Sequence[Guard]) -> Guard:
    """Return a guard that holds wherever one of several does, and perhaps elsewhere."""
    first, *others = guards
    domains = dict(first.domains)
    constraints = dict.fromkeys(first.constraints)
    for guard in others:
        domains = {v: mask | guard.mask(v) for v, mask in domains.items() if v in guard.domains}
        shared = {*guard.constraints}
        constraints = dict.fromkeys(each for each in constraints if each in shared)
    return Guard(domains, tuple(constraints))


def _both(one: Guard, other: Guard, work: Budget) -> Guard | None:
    """Return the guard that holds where two do; None if that is nowhere."""
    if not one.constraints and not one.domains:
        return other
    conditions: list[Condition] = [Among(v, mask) for v, mask in other.domains.items()]
    clauses: list[Clause] = []
    for constraint in other.constraints:
        if isinstance(constraint, LinearCondition):
            conditions.append(constraint)
        else:
            clauses.append(constraint)
    guard = one.with_conditions(conditions, work)
    for clause in clauses:
        guard = guard and guard.with_clause(clause, work)
    return guard


# Contradictions ---------------------------------------------------------------------------------


def _contradiction(
    components: ComponentSet,
    records: Sequence[Record],
    taught: Sequence[Sequence[Guard]],
    work: Budget,
) -> LearningConflict:
    """Return the fewest games, and of those the fewest statements, that contradict each other."""
    start = [guard_of(components, work)]
    proved = True

    def games_exclude(kept: Sequence[int]) -> bool:
        return not guards_together(start, [taught[number] for number in kept], work)

    games = _smallest([*range(len(records))], games_exclude)
    items = [item for game in games for item in _teaching(components, records[game], game)]

    def statements_exclude(kept: Sequence[Statements]) -> bool:
        nonlocal proved
        part = Budget(WORK_OF_A_RECORD)
        try:
            relaxed = [
                guards_of(
                    judge_with_unread(
                        records[game],
                        components,
                        work=part,
                        binding={item.number for item in kept if item.record == game},
                    )
                )
                for game in games
            ]
            return not guards_together(start, relaxed, part)
        except BudgetExceeded:
            proved = False
            return False

    if not statements_exclude(items):
        return LearningConflict(tuple(Statements(game) for game in games), minimal=False)
    blamed = _smallest(items, statements_exclude) or items
    return LearningConflict(tuple(sorted(blamed, key=_place)), proved)


def _smallest(items: Sequence[Any], excluded: Callable[[Sequence[Any]], bool]) -> tuple[Any, ...]:
    """Return a smallest part of the items that excludes everything, as all of them do."""
    # The search is the same whatever is blamed; its types speak of the gaps of a record.
    search = cast("Callable[..., tuple[Any, ...]]", quick_xplain)
    return search((), items, excluded, new=False)


def _place(item: Statements) -> tuple[int, int]:
    return item.record, item.number or 0


def _teaching(components: ComponentSet, record: Record, game: int) -> Iterator[Statements]:
    """Yield the statements of a game that say something about what is printed."""
    judged = judge_with_unread(record, components)
    for each in judged.statements:
        if each.decision != "legal":
            yield Statements(game, each.number)
