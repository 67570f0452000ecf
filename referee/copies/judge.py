"""The verdict on a record whose set is partly read: whatever is printed, or on which condition."""

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.copies.faces import bound_faces, bound_places
from referee.copies.partly_read_set import PartlyReadSet, require_plain_engine
from referee.copies.runs import NotReadError, PathLimit, telling_apart
from referee.copies.solver import ALWAYS, Among, Clause, Guard, Variable, values_of
from referee.copies.worlds import (
    Branch,
    Deriver,
    GuardedWorld,
    RunOutcome,
    branches,
    follow,
    merged,
    printed_in,
    structure,
)
from referee.core.budget import Budget, BudgetExceeded
from referee.core.component_set import ComponentSet
from referee.core.events import Claim as ClaimEvent
from referee.core.events import Event, Plan, PrepareRound, RefillBooks, TakeBack
from referee.core.rule import Violation
from referee.core.state import State
from referee.core.turns import BLANK, Turn, UsesBonuses
from referee.engine import IllegalEventError, check_setting, initial, step
from referee.engine.actions import TURNS
from referee.engine.planning import check_plan
from referee.engine.preparation import check_prepare, check_refill
from referee.engine.referee import table_following
from referee.engine.setup import check_setup
from referee.records.as_it_lies import table_as_agreed
from referee.records.completed_turn import Completed, Missing
from referee.records.completion import ambiguity, complete, straight
from referee.records.judge import AGREED, setting_of
from referee.records.pieces import bound_claims
from referee.records.quantities import TurnEnd, actual
from referee.records.record import (
    AsItLies,
    Mark,
    Record,
    RoundMark,
    SaidClaim,
    SaidEvent,
    Statement,
)
from referee.records.unwritten import Unwritten, filled

# What becomes of a statement whatever is printed, and of a whole record ---------------------------
Standing = Literal["legal", "wrong-note", "illegal", "missing", "long"]
"""How a statement stands in one world; `long` if what is unsaid has to be searched for first."""

Decision = Literal["legal", "conditional", "wrong-note", "illegal", "undecided"]

NO_SUCH_PIECE: Final = Missing(
    ("a piece that the copy can have",), 0, ("nothing that can lie there has such a face",)
)


class TakenInWorld(Struct, frozen=True):
    """A statement taken in one world: how it stands, what it broke, and the table after it."""

    standing: Standing
    after: State
    violations: tuple[Violation, ...] = ()
    missing: Missing | None = None
    unchecked: tuple[SaidClaim, ...] = ()
    """Notes about what is not followed while it is unread, such as the values of a track."""


class LegalCondition(Struct, frozen=True, kw_only=True):
    """When a statement is legal: a choice of cubes, given everything before it."""

    cubes: Clause
    """In the first world, or in the only one."""
    worlds: int = 1
    settling: tuple[tuple[Variable, tuple[int, ...], tuple[int, ...]], ...] = ()
    """Single values that settle it: a variable, the values that make it legal, and illegal."""


class StatementDecision(Struct, frozen=True):
    """One statement: the verdict, and its condition if it has one."""

    number: int
    statement: Statement
    decision: Decision
    broken: tuple[Branch, ...] = ()
    """Where it stands otherwise than best, with the rules that it breaks there."""
    condition: LegalCondition | None = None
    missing: Missing | None = None
    """What the record would have to say if other values were printed."""
    unsaid: tuple[Guard, ...] = ()
    """The values for which the record would have to say more; the judging goes on without them."""
    open: tuple[Guard, ...] = ()
    """The values that were not looked into; the judging goes on without them."""
    unchecked: tuple[SaidClaim, ...] = ()
    misnoted: bool = False
    """A note is wrong wherever the statement is legal."""
    fallen: Mapping[Standing, tuple[Guard, ...]] = {}
    """By standing the values for which the statement stands so, where that ends the judging."""

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The rules that are broken, in terms of what nobody has read."""
        return tuple(each for branch in self.broken for each in branch.result.violations)


class JudgedRecord(Struct, frozen=True, kw_only=True):
    """The verdict on a whole record for all unknown values."""

    decision: Decision
    statements: tuple[StatementDecision, ...] = ()
    layers: tuple[tuple[GuardedWorld, ...], ...] = ()
    """The worlds before each statement that was taken, and after the last."""
    work: int = 0
    header: tuple[Violation, ...] = ()
    header_missing: Missing | None = None

    @property
    def open(self) -> tuple[Guard, ...]:
        """The values for which it was not looked into whether the record is legal."""
        return tuple(guard for each in self.statements for guard in each.open)

    @property
    def unsaid(self) -> tuple[Guard, ...]:
        """The values for which the record would have to say more than it does."""
        return tuple(guard for each in self.statements for guard in each.unsaid)

    @property
    def worlds(self) -> tuple[GuardedWorld, ...]:
        """The worlds in which everything so far was legal and every note right."""
        return self.layers[-1] if self.layers else ()


# Events taken at a table with unread values: no more is asked than decides them -------------------
def completed_turn(table: State, said: Turn, *, only_straight: bool) -> Completed | Missing | None:
    """Return the turn that is meant, or None if that would have to be searched for."""
    levels = said.levels if isinstance(said, UsesBonuses) else ()
    if only_straight and all(level.company != BLANK for level in levels):
        return straight(table, said)
    with telling_apart():
        # To see that the record says too little two ways suffice, and each asks for more.
        return ambiguity(table, said) or complete(table, said)


def taken_event(table: State, event: Event) -> tuple[tuple[Violation, ...], State | None]:
    """Return the first rule that an event breaks, all of them for a turn, or the table after it.

    One is enough to refuse an event; each further one would ask about values that do not matter.
    """
    match event:
        case Plan():
            broken = check_plan(table, event)
        case RefillBooks():
            broken = check_refill(table, event)
        case PrepareRound():
            broken = check_prepare(table, event)
        case TakeBack() | ClaimEvent():
            return (), table
        case _ if isinstance(event, TURNS):
            try:
                return (), step(table, event)
            except IllegalEventError as error:
                return error.violations, None
        case _:
            broken = check_setup(table, event)
    first = tuple(islice(broken, 1))
    return first, None if first else table_following(table, event)


# Single values that would settle whether a statement is legal -------------------------------------
def _settling_values(
    layer: tuple[GuardedWorld, ...],
    good: list[Branch],
    others: list[Branch],
    variable: Variable,
    work: Budget,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    mask = 0
    for world in layer:
        mask |= world.guard.possible(variable, work)
    legal: list[int] = []
    illegal: list[int] = []
    for value in values_of(mask):
        given = Among(variable, 1 << value)
        can, cannot = (
            any(b.world.guard.allows((*cube, given), work) for b in found for cube in b.cubes)
            for found in (good, others)
        )
        if can != cannot:
            (legal if can else illegal).append(value)
    return tuple(legal), tuple(illegal)


WORK_OF_A_RECORD = 5_000_000
"""Steps of propagation and questions that a record may take before it is left undecided."""

WORLDS_OF_A_LAYER = 256
"""So many different tables may be possible before a record is left undecided."""

FEW_WORLDS = 8
"""So many tables are followed apart; of more, those that differ in numbers only are one."""

HEAVY_GUARD = 80
"""With so many conditions a guard is reasoned with; one with more of them is loosened."""

WAYS_OF_A_STATEMENT = PathLimit(400, 60_000, in_vain=5)
"""So many ways through a statement are looked into on one table; the others are left open."""

WAYS_OF_A_SEARCH = PathLimit(16, 20_000, in_vain=5)
"""So many ways of finding out what is unsaid are looked into on one table."""

WORK_OF_AN_EXAMPLE: Final = 2_000
"""How much may be done to find values for which a table is possible."""

WORK_OF_SETTLING: Final = 8_000
"""How much may be done to find single values that would settle a statement."""


def guard_of(components: ComponentSet, work: Budget) -> Guard:
    """Return what is certain of a copy before anything was played with it."""
    return components.guard(work) if isinstance(components, PartlyReadSet) else Guard()


def judge_with_unread(
    record: Record,
    components: ComponentSet,
    *,
    guard: Guard | None = None,
    work: Budget | None = None,
    binding: Container[int | None] | None = None,
) -> JudgedRecord:
    """Return the verdict on a record for every set that `components` can turn out to be.

    Of statements that are not `binding` neither notes nor conditions count.
    """
    require_plain_engine(components)
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return JudgedRecord(decision="undecided", header_missing=setting)
    if broken := tuple(check_setting(setting)):
        return JudgedRecord(decision="illegal", header=broken)
    work = work or Budget(WORK_OF_A_RECORD)
    guard = guard or guard_of(components, work)
    judging = Judging(record, work, binding)
    layers: list[tuple[GuardedWorld, ...]] = [(GuardedWorld(initial(setting), guard),)]
    judged: list[StatementDecision] = []
    for number in range(len(record.statements)):
        found, layer = judging.take(layers[-1], number)
        judged.append(found)
        if not layer:
            break
        layers.append(layer)
    decisions = {each.decision for each in judged}
    worst: tuple[Decision, ...] = ("illegal", "undecided", "conditional", "wrong-note")
    return JudgedRecord(
        decision=next((each for each in worst if each in decisions), "legal"),
        statements=tuple(judged),
        layers=tuple(layers),
        work=work.done,
    )


class Judging:
    """Takes the statements of one record, each in all worlds of a layer."""

    def __init__(
        self, record: Record, work: Budget, binding: Container[int | None] | None = None
    ) -> None:
        self._statements = record.statements
        colours = tuple(player.colour for player in record.header.players)
        self._unwritten = Unwritten(record.statements, colours)
        self._work = work
        self._binding = binding
        self._deriver = Deriver(colours)

    def take(
        self, layer: tuple[GuardedWorld, ...], number: int
    ) -> tuple[StatementDecision, tuple[GuardedWorld, ...]]:
        """Return the verdict on a statement, and the worlds in which it stands."""
        statement = self._statements[number]
        try:
            found = [branch for world in layer for branch in self._branches(world, number)]
            return self._judged(layer, statement, number, found)
        except BudgetExceeded:
            return StatementDecision(number, statement, "undecided"), ()

    def _branches(self, world: GuardedWorld, number: int) -> Iterator[Branch]:
        said = self._statements[number].said
        ways = bound_faces(world, said, self._work)
        for way in ways:
            yield from self._branches_of(way.world, number, way.said)
        if not ways:
            unseen = TakenInWorld("missing", world.table, missing=NO_SUCH_PIECE)
            yield Branch(world, ALWAYS, None, unseen)

    def _branches_of(self, world: GuardedWorld, number: int, said: SaidEvent) -> Iterator[Branch]:

        def straight_outcome(table: State) -> RunOutcome:
            return self._outcome(table, number, said, only_straight=True)

        for branch in branches(world, self._work, straight_outcome, WAYS_OF_A_STATEMENT):
            if branch.result is None or branch.result.standing != "long":
                yield branch
                continue
            # What is unsaid has to be searched for; where most values are unread that can take
            # more paths than anybody waits for, so the rest of them stays open.
            guard = world.guard.with_clause(branch.cubes, self._work)
            if guard is not None:
                narrowed = GuardedWorld(world.table, guard)
                outcome = partial(self._outcome, number=number, said=said)
                yield from branches(narrowed, self._work, outcome, WAYS_OF_A_SEARCH)

    def _outcome(
        self, table: State, number: int, said: SaidEvent, *, only_straight: bool = False
    ) -> RunOutcome:
        taken = self._agreed(table, number) if type(said) in AGREED else None
        taken = taken or self._taken(table, number, said, only_straight=only_straight)
        if taken.standing == "illegal":
            broken = tuple([violation.rule.id for violation in taken.violations])
            return RunOutcome((taken.standing, broken), None, taken)
        if taken.standing in {"missing", "long"}:
            return RunOutcome(taken.standing, None, taken)
        return RunOutcome((taken.standing, len(taken.unchecked)), taken.after, taken)

    def _broken_outcome(self, table: State, number: int, said: SaidEvent) -> RunOutcome:
        """Return the same, telling apart rules that are broken by different numbers."""
        taken = self._outcome(table, number, said).result
        told = [(each.rule.id, structure(tuple(each.facts.values()))) for each in taken.violations]
        return RunOutcome((taken.standing, *told), None, taken)

    def _agreed(self, table: State, number: int) -> TakenInWorld | None:
        """Return the table that people agreed on; None if that does not leave a certain one."""
        statement = self._statements[number]
        after = table_as_agreed(table, statement)
        if after is None:
            return None
        noted = self._noted(number, after, after, None)
        # What makes a count differ from the table as it lies is not known.
        is_unclear = isinstance(statement.said, AsItLies) and noted.standing != "legal"
        return None if is_unclear else noted

    def _taken(
        self, table: State, number: int, said: SaidEvent, *, only_straight: bool
    ) -> TakenInWorld:
        statement = self._statements[number]
        while (due := self._unwritten.before(table, number)) is not None:
            if isinstance(due, Missing):
                return TakenInWorld("missing", table, missing=due)
            table = step(table, due)
        meant = bound_places(table, said)
        if isinstance(meant, Missing):
            return TakenInWorld("missing", table, missing=meant)
        found = self._happened(table, meant, only_straight=only_straight)
        if isinstance(found, TakenInWorld):
            return found
        event, after = found
        if after is None and event is not None:
            broken, after = taken_event(table, event)
            if broken:
                return TakenInWorld("illegal", table, violations=broken)
        if statement.taken_back:
            return TakenInWorld("legal", table)
        after = table if after is None else after
        return self._noted(number, table, after, event)

    def _happened(
        self, table: State, said: SaidEvent, *, only_straight: bool
    ) -> tuple[Event | None, State | None] | TakenInWorld:
        if isinstance(said, Mark):
            return None, None
        if not isinstance(said, Turn):
            happened = filled(table, said)
            if isinstance(happened, Missing):
                return TakenInWorld("missing", table, missing=happened)
            return happened, None
        found = completed_turn(table, said, only_straight=only_straight)
        if isinstance(found, Completed) and not found.violations:
            return found.turn, found.after
        if found is None or isinstance(found, Missing):
            return TakenInWorld("missing" if found else "long", table, missing=found)
        return TakenInWorld("illegal", table, violations=found.violations)

    def _noted(self, number: int, before: State, after: State, event: Event | None) -> TakenInWorld:
        """Return how the notes of a statement stand, the first wrong one deciding."""
        statement = self._statements[number]
        if isinstance(statement.said, RoundMark):
            planning = after.phase == "planning" and not any(after.plans)
            if not planning or statement.said.number != after.round:
                return TakenInWorld("wrong-note", after)
        moment = TurnEnd(before, after, event if isinstance(event, TURNS) else None)
        unchecked = []
        for claim in bound_claims(after, statement.claims) if self._binds(number) else ():
            if claim.doubtful:
                continue
            try:
                right = actual(moment, claim) == claim.value
            except NotReadError:
                unchecked.append(claim)
                continue
            if not right:
                return TakenInWorld("wrong-note", after, unchecked=tuple(unchecked))
        return TakenInWorld("legal", after, unchecked=tuple(unchecked))

    def _judged(
        self,
        layer: tuple[GuardedWorld, ...],
        statement: Statement,
        number: int,
        found: list[Branch],
    ) -> tuple[StatementDecision, tuple[GuardedWorld, ...]]:
        certain = [branch for branch in found if branch.result is not None]
        standings = [branch.result.standing for branch in certain]
        best: Standing = "legal" if "legal" in standings else "wrong-note"
        good = [branch for branch in certain if branch.result.standing == best]
        judged = self._summed_up(statement, number, found, best)
        if not good:
            # Without any branch it was found only now that nothing printed allows what was before.
            if judged.unsaid or judged.open or not found:
                return replace(judged, decision="undecided"), ()
            broken = self._broken(found[0].world, number) or judged.broken
            return replace(judged, decision="illegal", broken=broken), ()
        if len(good) < len(found):
            kept = {*map(id, good)}
            others = [branch for branch in found if id(branch) not in kept]
            variables = printed_in(cube for branch in (*good, *others) for cube in branch.cubes)
            settling = []
            work = self._work.within(WORK_OF_SETTLING)
            for variable in sorted(variables, key=lambda each: each.order):
                try:
                    legal, illegal = _settling_values(layer, good, others, variable, work)
                except BudgetExceeded:
                    break
                if legal or illegal:
                    settling.append((variable, legal, illegal))
            first = good[0].world
            cubes = tuple(cube for branch in good if branch.world is first for cube in branch.cubes)
            condition = LegalCondition(cubes=cubes, worlds=len(layer), settling=tuple(settling))
            judged = replace(judged, decision="conditional", condition=condition)
        elif best == "wrong-note":
            judged = replace(judged, decision="wrong-note")
        if statement.taken_back:
            # It is ruled on and does not count: neither it nor its condition.
            return replace(judged, unsaid=(), open=(), fallen={}), layer
        return replace(judged, misnoted=best == "wrong-note"), self._following(good, number)

    def _broken(self, world: GuardedWorld, number: int) -> tuple[Branch, ...]:
        """Return where an illegal statement breaks what: to see that it is, one was enough."""
        plausible = world.without_debts(self._work)
        for way in bound_faces(plausible, self._statements[number].said, self._work):
            outcome = partial(self._broken_outcome, number=number, said=way.said)
            found = branches(way.world, self._work, outcome, WAYS_OF_A_SEARCH)
            return tuple(branch for branch in found if branch.result and branch.result.violations)
        return ()

    def _summed_up(
        self, statement: Statement, number: int, found: list[Branch], best: Standing
    ) -> StatementDecision:
        """Return a statement with all that it comes to where it does not stand best."""
        by_standing: dict[Standing | None, list[Branch]] = {}
        for branch in found:
            standing = None if branch.result is None else branch.result.standing
            by_standing.setdefault(standing, []).append(branch)
        unsaid = by_standing.pop("missing", [])
        not_looked_into = by_standing.pop(None, [])
        certain = [branch.result for branch in found if branch.result is not None]
        return StatementDecision(
            number,
            statement,
            "legal",
            broken=tuple(each for each in found if each.result and each.result.violations),
            missing=unsaid[0].result.missing if unsaid else None,
            unsaid=self._guards(unsaid),
            open=self._guards(not_looked_into),
            unchecked=certain[0].unchecked if certain else (),
            fallen={
                standing: self._guards(same)
                for standing, same in by_standing.items()
                if standing is not None and standing != best
            },
        )

    def _following(self, good: list[Branch], number: int) -> tuple[GuardedWorld, ...]:
        if not self._binds(number):
            good = [branch._replace(cubes=ALWAYS) for branch in good]
        after = [follow(branch, self._work) for branch in good]
        following = merged(world for world in after if world is not None)
        if _is_much(following):
            following = merged(self._deriver.gathered(good, number, self._work))
        if _is_much(following):
            following = self._deriver.loosely_gathered(following, number)
        if len(following) > WORLDS_OF_A_LAYER:
            raise BudgetExceeded
        lasting = []
        for world in following:
            # What follows is asked of this guard, so that an example for it pays.
            guard = world.guard.loosened(HEAVY_GUARD).exemplified(WORK_OF_AN_EXAMPLE, self._work)
            if guard is not None:
                lasting.append(world._replace(guard=guard))
        return tuple(lasting)

    def _binds(self, number: int) -> bool:
        return self._binding is None or number in self._binding

    def _guards(self, found: list[Branch]) -> tuple[Guard, ...]:
        # Each cube is a path that was found possible, or one that nobody has looked into.
        guards = [
            branch.world.guard.with_clause(branch.cubes, self._work, sifted=False)
            for branch in found
        ]
        return tuple(guard for guard in guards if guard is not None)


def _is_much(worlds: Sequence[GuardedWorld]) -> bool:
    if len(worlds) == 1:
        return False
    heavy = sum([world.guard.weight for world in worlds]) > HEAVY_GUARD
    return heavy or len(worlds) > FEW_WORLDS
