"""What recorded games teach about a copy: the values that remain, or why they contradict."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.copies.faces import class_of, conditions_to_show
from referee.copies.judge import WORK_OF_A_RECORD, JudgedRecord, guard_of, judge_with_unread
from referee.copies.partly_read_set import (
    FRAME,
    BlankPlace,
    PartlyReadSet,
    blanked_row,
    entry_name,
    has_blank,
    partly_read,
    printed,
    read_values,
    rows_in,
)
from referee.copies.solver import (
    Among,
    Condition,
    Guard,
    LinearCondition,
    Mask,
    Variable,
    mask_of,
    shared_by,
    values_of,
)
from referee.core.budget import Budget, BudgetExceeded
from referee.core.component_set import ComponentSet
from referee.core.faces import FACE, SeenFace
from referee.gaps.conflict import quick_xplain
from referee.records.faces import face_of
from referee.records.pieces import DECK_OF_POOL, pieces_of
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
            mask = _possible_under(variable, guards, work.within(WORK_OF_A_VALUE))
        except BudgetExceeded:
            mask, complete = reduce(or_, (guard.mask(variable) for guard in guards)), False
        values[key] = tuple(values_of(mask))
    return Learnt(values=values, complete=complete, taught=tuple(map(tuple, taught)))


WORK_OF_A_VALUE = 50_000
"""How much may be done to find out which values of one variable remain."""


def _possible_under(variable: Variable, guards: Sequence[Guard], work: Budget) -> Mask:
    mask = 0
    for guard in guards:
        if mask != variable.domain:
            mask |= guard.possible(variable, work)
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
            alternatives = [Guard(*shared_by(of_record))]
        joint = [_both(one, other, work) for one in found for other in alternatives]
        found = [guard for guard in joint if guard is not None]
    return found


def _both(one: Guard, other: Guard, work: Budget) -> Guard | None:
    if not one.constraints and not one.domains:
        return other
    conditions: list[Condition] = [Among(v, mask) for v, mask in other.domains.items()]
    conditions += [each for each in other.constraints if isinstance(each, LinearCondition)]
    clauses = [each for each in other.constraints if not isinstance(each, LinearCondition)]
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

    games = quick_xplain((), range(len(records)), games_exclude, new=False)
    # Only statements that are not legal in any case say something about what is printed.
    items = [
        Statements(game, each.number)
        for game in games
        for each in judge_with_unread(records[game], components).statements
        if each.decision != "legal"
    ]

    def statements_exclude(kept: Sequence[Statements]) -> bool:
        nonlocal proved
        part = Budget(WORK_OF_A_RECORD)
        relaxed = []
        try:
            for game in games:
                binding = {item.number for item in kept if item.record == game}
                judged = judge_with_unread(records[game], components, work=part, binding=binding)
                relaxed.append(guards_of(judged))
            return not guards_together(start, relaxed, part)
        except BudgetExceeded:
            proved = False
            return False

    if not statements_exclude(items):
        return LearningConflict(tuple(Statements(game) for game in games), minimal=False)
    blamed = quick_xplain((), items, statements_exclude, new=False) or items
    in_order = sorted(blamed, key=lambda item: (item.record, item.number or 0))
    return LearningConflict(tuple(in_order), proved)


# The single values of a set, each by its place, and the set without some of them ------------------
CHOICES: Final = frozenset({"regions.reward", "cards.good", "cards.share", "book_spaces.letter"})
"""Values that are no numbers and that can be read wrongly by themselves."""


class LeafValue(Struct, frozen=True):
    """One value of a set: where it stands, and what was read there."""

    table: str
    key: str
    what: str
    """What it is, in words."""
    value: int | str


def leaf_values(components: ComponentSet) -> Iterator[LeafValue]:
    """Yield every number that was read, and every kind that can be misread alone."""
    for place, value in read_values(rows_in(components), {"sources", "drawn"}):
        is_number = type(value) is int and place.pattern in printed()["numbers"]
        if is_number or place.pattern in CHOICES:
            yield LeafValue(place.table, place.key, place.subject(), value)


def reblanked(
    components: ComponentSet,
    keys: Collection[str],
    rows: Mapping[str, list[dict[str, Any]]] | None = None,
) -> ComponentSet:
    """Return a set in which the values in some places are unread.

    Whoever asks again and again hands over the rows of the set, of which few change.
    """
    rows = rows_in(components) if rows is None else rows
    tables = {key.partition(".")[0] for key in keys}
    changed = dict(rows)
    for table in tables:
        places = [BlankPlace(table, entry_name(table, row)) for row in rows[table]]
        pairs = zip(rows[table], places, strict=True)
        changed[table] = [blanked_row(row, place, keys.__contains__) for row, place in pairs]
    bordered = components.bordered if isinstance(components, PartlyReadSet) else ()
    return partly_read(changed, {name: getattr(components, name) for name in FRAME}, bordered)


WORK_OF_A_PROOF: Final = 100_000
"""How much may be done to find out which games prove one value."""

WORK_OF_A_SUSPICION: Final = 80_000
"""How much may be done to find out whether games are legal if one value was misread."""

WORK_OF_A_GROUP: Final = 12_000
"""The same for a group of values; what takes longer is sooner known of its halves."""

TESTS: Final = 200
"""So many groups of values are looked into for one that was misread."""


def proving_games(
    components: PartlyReadSet, learnt: Learnt, work: Budget
) -> dict[str, tuple[int, ...]]:
    """Return for each value that games settle the fewest of them that do so together."""
    start = [components.guard(work)]
    alone = [guards_together(start, [taught], work) for taught in learnt.taught]
    found: dict[str, tuple[int, ...]] = {}
    for key in learnt.settled():
        variable = components.variables[key]
        if _possible_under(variable, start, work).bit_count() == 1:
            continue
        found[key] = _proving(variable, start, alone, learnt.taught, work)
    return found


def _proving(
    variable: Variable,
    start: Sequence[Guard],
    alone: Sequence[Sequence[Guard]],
    taught: Sequence[Sequence[Guard]],
    work: Budget,
) -> tuple[int, ...]:
    games = [*range(len(taught))]
    part = work.within(WORK_OF_A_PROOF)
    try:
        for game in games:
            if _possible_under(variable, alone[game], part).bit_count() == 1:
                return (game,)

        def settles(kept: Sequence[int]) -> bool:
            guards = guards_together(start, [taught[game] for game in kept], part)
            return _possible_under(variable, guards, part).bit_count() == 1

        return tuple(sorted(quick_xplain((), games, settles, new=False)))
    except BudgetExceeded:
        return tuple(games)


class Suspect(Struct, frozen=True):
    """A value that was read, and the games would be legal if another were printed there."""

    leaf: LeafValue
    possible: tuple[str, ...]
    """What would have to be printed."""


class Suspects(Struct, frozen=True):
    """The values of which one was probably misread."""

    found: tuple[Suspect, ...]
    complete: bool
    """Every value of the set was looked into, alone or with others."""


def suspects(
    components: ComponentSet, records: Sequence[Record], conflict: LearningConflict
) -> Suspects:
    """Return the values of a set that alone would take a contradiction away if they were misread.

    To free many values at once only allows more, so that a group which does not take the
    contradiction away holds no suspect.
    """
    # Of each game as much as the contradiction needs.
    last: dict[int, int] = {}
    for blamed in conflict.blamed:
        number = len(records[blamed.record].statements) if blamed.number is None else blamed.number
        last[blamed.record] = max(number, last.get(blamed.record, 0))
    involved = [
        replace(records[game], statements=records[game].statements[: number + 1])
        for game, number in last.items()
    ]
    return _Suspicion(components, involved).search()


class _Suspicion:
    """The search for values that were misread."""

    def __init__(self, components: ComponentSet, records: Sequence[Record]) -> None:
        self._components = components
        self._rows = rows_in(components)
        self._records = records
        self._tests = 0
        self._complete = True
        self._found: list[Suspect] = []

    def search(self) -> Suspects:
        leaves = [*leaf_values(self._components)]
        tables = dict.fromkeys(leaf.table for leaf in leaves)
        for table in tables:
            self._look([leaf for leaf in leaves if leaf.table == table])
        return Suspects(tuple(self._found), self._complete)

    def _look(self, group: Sequence[LeafValue]) -> None:
        if self._tests >= TESTS:
            self._complete = False
            return
        self._tests += 1
        try:
            guards, freed = self._guards(group)
        except BudgetExceeded:
            guards, freed = None, None
        if guards is not None and not guards:
            return
        if len(group) > 1:
            middle = len(group) // 2
            self._look(group[:middle])
            self._look(group[middle:])
        elif guards is None or freed is None:
            self._complete = False
        else:
            variable = freed.variables[group[0].key]
            mask = _possible_under(variable, guards, Budget(WORK_OF_A_SUSPICION))
            self._found.append(Suspect(group[0], tuple(map(variable.said, values_of(mask)))))

    def _guards(self, group: Sequence[LeafValue]) -> tuple[Sequence[Guard], PartlyReadSet | None]:
        freed = reblanked(self._components, {leaf.key for leaf in group}, self._rows)
        work = Budget(WORK_OF_A_SUSPICION if len(group) == 1 else WORK_OF_A_GROUP)
        taught = []
        for record in self._records:
            judged = judge_with_unread(record, freed, work=work)
            if any(each.decision == "undecided" and not each.unsaid for each in judged.statements):
                raise BudgetExceeded
            taught.append(guards_of(judged))
        if not isinstance(freed, PartlyReadSet):
            return [], None
        return guards_together([freed.guard(work)], taught, work), freed


def remaining(variable: Variable, values: Sequence[int]) -> bool:
    """Return whether games took some of the values of a variable away."""
    return mask_of(values) != variable.domain


# Whether several games that tell pieces by faces can be learnt from together ----------------------
#
# Of entries that nothing read so far tells apart one is taken for a face, whichever; within a game
# that is no loss. In two games the same entry would stand for different pieces, so that what both
# say of it need not be true of any.
def can_be_joined(components: PartlyReadSet, records: Iterable[Record]) -> bool:
    """Return whether every face of the records can only be entries that are told apart."""
    return all(_is_unambiguous(components, face) for face in {*_faces(components, records)})


def _faces(components: PartlyReadSet, records: Iterable[Record]) -> Iterator[SeenFace]:
    for record in records:
        for statement in record.statements:
            for piece in pieces_of(statement.said):
                if piece.said.startswith(FACE):
                    yield face_of(DECK_OF_POOL[piece.pool], piece.said, components)


def _is_unambiguous(components: PartlyReadSet, face: SeenFace) -> bool:
    if face.deck == "regions":
        # What a region borders on is no part of its entry.
        return not any(map(has_blank, (*components.rows["regions"], *components.rows["borders"])))
    entries: Iterable[Any] = getattr(components, face.deck)
    partly = {row.get("id") for row in components.rows[face.deck] if has_blank(row)}
    seen: set[Hashable] = set()
    for entry in entries:
        if conditions_to_show(entry, face) is None:
            continue
        found = class_of(entry, Guard())
        if found in seen and entry.id in partly:
            return False
        seen.add(found)
    return True
