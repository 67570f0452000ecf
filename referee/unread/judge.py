"""The verdict on a record whose set is partly read: whatever is printed, or on which condition."""

from collections.abc import Container, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from referee.engine import check_setting, initial
from referee.game.component_set import ComponentSet
from referee.game.rule import Violation
from referee.game.setting import Setting
from referee.notation.record import Record, SaidEvent, Statement
from referee.transcript.completed_turn import Missing
from referee.transcript.judge import setting_of
from referee.unread.decisions import (
    NO_SUCH_PIECE,
    JudgedRecord,
    LegalCondition,
    Standing,
    StatementDecision,
    TakenInWorld,
    outcome_of,
    worst_of,
)
from referee.unread.derived_numbers import Deriver, printed_in
from referee.unread.guards import Guard
from referee.unread.partly_read_set import PartlyReadSet, PartlyReadSetting
from referee.unread.paths import PathLimit
from referee.unread.plain_engine import require_plain_engine
from referee.unread.propagation import ALWAYS
from referee.unread.seen_pieces import bound_faces
from referee.unread.settling_values import settling_values
from referee.unread.taken_statements import StatementTaker
from referee.unread.work_left import OutOfWorkError, WorkLeft
from referee.unread.worlds import Branch, GuardedWorld, branches, follow, merged

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


def unread_setting(setting: Setting) -> Setting:
    """Return the frame of a game in the form that a partly read set needs."""
    if not isinstance(setting.components, PartlyReadSet):
        return setting
    return PartlyReadSetting(
        components=setting.components,
        players=setting.players,
        tracks=setting.tracks,
        rulings=setting.rulings,
        first_game_tracks=setting.first_game_tracks,
        first_game_tiles=setting.first_game_tiles,
    )


def judge_with_unread(
    record: Record,
    components: ComponentSet,
    *,
    guard: Guard | None = None,
    work: WorkLeft | None = None,
    binding: Container[int | None] | None = None,
) -> JudgedRecord:
    """Return the verdict on a record for every set that `components` can turn out to be.

    Of statements that are not `binding` neither notes nor conditions count.
    """
    require_plain_engine(components)
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return JudgedRecord(decision="undecided", header_missing=setting)
    setting = unread_setting(setting)
    if broken := tuple(check_setting(setting)):
        return JudgedRecord(decision="illegal", header=broken)
    work = work or WorkLeft(WORK_OF_A_RECORD)
    if guard is None:
        guard = components.guard(work) if isinstance(components, PartlyReadSet) else Guard()
    judging = Judging(record, work, binding)
    layers: list[tuple[GuardedWorld, ...]] = [(GuardedWorld(initial(setting), guard),)]
    judged: list[StatementDecision] = []
    for number in range(len(record.statements)):
        found, layer = judging.take(layers[-1], number)
        judged.append(found)
        if not layer:
            break
        layers.append(layer)
    return JudgedRecord(
        decision=worst_of([each.decision for each in judged]),
        statements=tuple(judged),
        layers=tuple(layers),
        work=work.done,
    )


class Judging:
    """Takes the statements of one record, each in all worlds of a layer."""

    def __init__(
        self, record: Record, work: WorkLeft, binding: Container[int | None] | None = None
    ) -> None:
        self._statements = record.statements
        colours = tuple(player.colour for player in record.header.players)
        self._taker = StatementTaker(record, self._binds)
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
        except OutOfWorkError:
            return StatementDecision(number, statement, "undecided"), ()

    def _branches(self, world: GuardedWorld, number: int) -> Iterator[Branch]:
        """Yield what a statement comes to in one world, whichever pieces it means."""
        said = self._statements[number].said
        ways = bound_faces(world, said, self._work)
        for way in ways:
            yield from self._branches_of(way.world, number, way.said)
        if not ways:
            unseen = TakenInWorld("missing", world.table, missing=NO_SUCH_PIECE)
            yield Branch(world, ALWAYS, None, unseen)

    def _branches_of(self, world: GuardedWorld, number: int, said: SaidEvent) -> Iterator[Branch]:
        """Yield what a statement with known pieces comes to in one world."""
        short = branches(
            world,
            self._work,
            lambda table: outcome_of(self._taker.taken(table, number, said, only_straight=True)),
            WAYS_OF_A_STATEMENT,
        )
        for branch in short:
            if branch.result is None or branch.result.standing != "long":
                yield branch
                continue
            # What is unsaid has to be searched for; where most values are unread that can take
            # more paths than anybody waits for, so the rest of them stays open.
            guard = world.guard.with_clause(branch.cubes, self._work)
            if guard is not None:
                yield from branches(
                    GuardedWorld(world.table, guard),
                    self._work,
                    lambda table: outcome_of(self._taker.taken(table, number, said)),
                    WAYS_OF_A_SEARCH,
                )

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
            broken = self._broken(found[0].world, number) or judged.violations
            return replace(judged, decision="illegal", violations=broken), ()
        if len(good) < len(found):
            kept = {*map(id, good)}
            others = [branch for branch in found if id(branch) not in kept]
            condition = self._condition(layer, good, others)
            judged = replace(judged, decision="conditional", condition=condition)
        elif best == "wrong-note":
            judged = replace(judged, decision="wrong-note")
        if statement.taken_back:
            # It is ruled on and does not count: neither it nor its condition.
            return replace(judged, unsaid=(), open=(), fallen={}), layer
        return replace(judged, misnoted=best == "wrong-note"), self._following(good, number)

    def _broken(self, world: GuardedWorld, number: int) -> tuple[Violation, ...]:
        """Return all rules that an illegal statement breaks: to see that it is, one was enough."""
        for way in bound_faces(world, self._statements[number].said, self._work):
            found = branches(
                way.world,
                self._work,
                lambda table, said=way.said: outcome_of(self._taker.taken(table, number, said)),  # type: ignore[misc]
                WAYS_OF_A_SEARCH,
            )
            taken = [branch.result for branch in found if branch.result is not None]
            return tuple(violation for each in taken for violation in each.violations)
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
            violations=tuple(v for taken in certain for v in taken.violations),
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
        """Return the worlds in which a statement stands."""
        if not self._binds(number):
            good = [branch._replace(cubes=ALWAYS) for branch in good]
        after = [follow(branch, self._work) for branch in good]
        following = merged(world for world in after if world is not None)
        if _is_much(following):
            following = merged(self._deriver.gathered(good, number, self._work))
        if _is_much(following):
            following = self._deriver.loosely_gathered(following, number)
        if len(following) > WORLDS_OF_A_LAYER:
            raise OutOfWorkError
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
        """Return the values for which one of these branches is taken."""
        # Each cube is a path that was found possible, or one that nobody has looked into.
        guards = [
            branch.world.guard.with_clause(branch.cubes, self._work, sifted=False)
            for branch in found
        ]
        return tuple(guard for guard in guards if guard is not None)

    def _condition(
        self, layer: tuple[GuardedWorld, ...], good: list[Branch], others: list[Branch]
    ) -> LegalCondition:
        """Return on what a statement depends, and which single values would settle it."""
        variables = printed_in(cube for branch in (*good, *others) for cube in branch.cubes)
        settling = []
        work = self._work.part(WORK_OF_SETTLING)
        for variable in sorted(variables, key=lambda each: each.order):
            try:
                legal, illegal = settling_values(layer, good, others, variable, work)
            except OutOfWorkError:
                break
            if legal or illegal:
                settling.append((variable, legal, illegal))
        first = good[0].world
        cubes = tuple(cube for branch in good if branch.world is first for cube in branch.cubes)
        return LegalCondition(cubes=cubes, worlds=len(layer), settling=tuple(settling))


def _is_much(worlds: Sequence[GuardedWorld]) -> bool:
    """Return whether so many worlds should not be followed apart."""
    if len(worlds) == 1:
        return False
    heavy = sum([world.guard.weight for world in worlds]) > HEAVY_GUARD
    return heavy or len(worlds) > FEW_WORLDS
