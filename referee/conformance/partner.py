"""Who can be asked about a game: the engine, the model, a program; and two of them at one table."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.conformance.difference import (
    Difference,
    FinalQuestion,
    Parting,
    from_misbehaviour,
    from_parting,
    game_of,
    parting,
    verdict_parting,
)
from referee.conformance.engine_program import answer_about
from referee.conformance.program import MisbehaviourError, Program
from referee.conformance.protocol import (
    Ability,
    AnyRequest,
    Apply,
    AskLegal,
    AskScore,
    AskTable,
    AskVerdict,
    Done,
    Introduction,
    New,
    Reply,
    ScoresReply,
    TableDigest,
    TableState,
    TurnCounts,
    TurnLists,
    VerdictReply,
    knows,
    sent,
)
from referee.core.events import Event, TakeBack
from referee.core.rule import Rule
from referee.core.state import Setting, State
from referee.engine import IllegalEventError, initial, pads, step
from referee.engine.legal_turns import Tick, no_tick

A = TypeVar("A", bound=Reply)


class Partner(Protocol):
    """Somebody who knows the rules, with a table in front of him."""

    @property
    def table(self) -> State | None:
        """The table, if it can be seen from here."""

    def can(self, *abilities: Ability) -> bool:
        """Return whether he can do one of these."""

    def begin(self, setting: Setting, events: Sequence[Event] = ()) -> Event | None:
        """Begin a game, apply events that are all legal, and return the first that is refused."""

    def lay(self, table: State) -> bool:
        """Go on from this table, if that can be done without a game; whether it can."""

    def ask(self, request: FinalQuestion, kind: type[A]) -> A:
        """Return the answer to a question, or what comes of an event that is applied."""


class EngineFailedError(MisbehaviourError):
    """The engine did not answer, where that is told like a failure of the partner."""


class Engine:
    """The engine as a partner, who also notes the rules at work."""

    def __init__(self, tick: Tick = no_tick) -> None:
        self._tick = tick
        self._table: State | None = None
        self.notes: list[Rule] = []

    @property
    def table(self) -> State:
        """The table."""
        assert self._table is not None, "no game has been begun"  # noqa: S101
        return self._table

    def can(self, *_: Ability) -> bool:
        """Return that the engine can do everything."""
        return True

    def begin(self, setting: Setting, events: Sequence[Event] = ()) -> Event | None:
        """Begin a game and apply legal events; the rules at work in the last of them are noted."""
        self.notes.clear()
        self._table = initial(setting, self.notes)
        for event in events:
            self.notes.clear()
            self.apply(event)
        return None

    def lay(self, table: State) -> bool:
        """Go on from a table."""
        self.notes.clear()
        self._table = table
        return True

    def apply(self, event: Event) -> None:
        """Apply an event, which must be legal."""
        self._table = step(self.table, event, self.notes)

    def ask(self, request: FinalQuestion, kind: type[A]) -> A:
        """Return the answer to a question; an `UnreadableEventError` if it makes no sense."""
        answer = self._answer(request)
        assert isinstance(answer, kind)  # noqa: S101
        return answer

    def _answer(self, request: FinalQuestion) -> Reply:
        if isinstance(request, Apply):
            return self._applied(request.event)
        if isinstance(request, AskScore):
            pads(self.table, self.notes)
        return answer_about(self.table, request, self._tick)

    def _applied(self, event: Event) -> Reply:
        if isinstance(event, TakeBack):
            # Nothing comes of a turn that is taken back, legal or not.
            return answer_about(self.table, AskVerdict(id=0, event=event))
        try:
            self.apply(event)
        except IllegalEventError as error:
            rules = dict.fromkeys(violation.rule.id for violation in error.violations)
            return VerdictReply(id=0, legal=False, rules=tuple(rules))
        return VerdictReply(id=0)


def answer_kind(asked: FinalQuestion) -> type[Reply]:
    """Return the type of the answer to a question."""
    match asked:
        case Apply() | AskVerdict():
            return VerdictReply
        case AskTable():
            return TableDigest if asked.want == "digest" else TableState
        case AskLegal():
            return TurnCounts if asked.want == "count" else TurnLists
        case AskScore():
            return ScoresReply


class Comparison(Struct, frozen=True):
    """What came of asking both about an event."""

    rules: frozenset[str] = frozenset()
    """The rules on which they were compared: those at work, or those that are broken."""
    difference: Difference | None = None


class Pair:
    """The engine and a partner at the same table."""

    def __init__(self, partner: Partner, engine: Engine | None = None) -> None:
        self.partner = partner
        self.engine = Engine() if engine is None else engine
        self.happened: list[Event] = []
        self.pending: FinalQuestion | None = None
        """What is being asked; whoever fails fails at that."""

    @property
    def table(self) -> State:
        """The table, as the engine has it."""
        return self.engine.table

    @property
    def game(self) -> New:
        """The game so far."""
        return game_of(self.table.setting, tuple(self.happened))

    def begin(self, setting: Setting) -> None:
        """Begin a game with both."""
        self.happened = []
        self.pending = None
        self.engine.begin(setting)
        self.partner.begin(setting)

    def lay(self, table: State, happened: Sequence[Event] = ()) -> None:
        """Go on from a table, to which these events led, with a partner who can do that."""
        self.happened = list(happened)
        self.pending = None
        self.engine.lay(table)
        self.partner.lay(table)

    def lead(self, setting: Setting, events: Sequence[Event]) -> Difference | None:
        """Bring both to the table after legal events; return a difference that is on the way."""
        self.engine.begin(setting, events)
        if self.partner.lay(self.table):
            self.happened = list(events)
            return None
        self.begin(setting)
        for event in events:
            self.engine.notes.clear()
            if found := self.apply(event):
                return found
        return None

    def apply(self, event: Event) -> Difference | None:
        """Let both apply an event that is legal for the engine."""
        request = Apply(id=0, event=event)
        if parted := verdict_parting(VerdictReply(id=0), self._given(request, VerdictReply)):
            return self.difference(parted, request)
        self.engine.apply(event)
        self.happened.append(event)
        return None

    def pass_over(self, event: Event) -> Difference | None:
        """Let a legal event happen about which the partner is not asked, if that can be done."""
        if self.partner.table is None:
            return self.apply(event)
        self.engine.apply(event)
        self.happened.append(event)
        self.partner.lay(self.table)
        return None

    def ask(self, asked: FinalQuestion) -> Difference | None:
        """Return in what the partner's answer to a question differs from the engine's."""
        if isinstance(asked, AskTable) and self.partner.table == self.table:
            # Whoever can look need not work out digests.
            return None
        self.pending = asked
        question = AskVerdict(id=0, event=asked.event) if isinstance(asked, Apply) else asked
        return self.hold(asked, self.engine.ask(question, answer_kind(asked)))

    def hold(self, asked: FinalQuestion, expected: Reply) -> Difference | None:
        """Return in what the partner's answer to a question differs from this one."""
        parted = parting(self.table, expected, self._given(asked, answer_kind(asked)))
        return None if parted is None else self.difference(parted, asked)

    def judge(self, event: Event) -> Comparison:
        """Return how both compare on an event, and on the table after a legal one."""
        request = self.pending = Apply(id=0, event=event)
        verdict = self.engine.ask(request, VerdictReply)
        if not verdict.legal:
            found = self.hold(AskVerdict(id=0, event=event), verdict)
            # Of several faults a partner may name one, and the engine may stop at an earlier one.
            return Comparison(frozenset(verdict.rules if len(verdict.rules) == 1 else ()), found)
        if parted := verdict_parting(verdict, self._given(request, VerdictReply)):
            return Comparison(difference=self.difference(parted, request))
        self.happened.append(event)
        rules = frozenset(rule.id for rule in self.engine.notes)
        return Comparison(rules, self.ask(AskTable(id=0, want="digest")))

    def difference(self, parted: Parting, asked: AnyRequest) -> Difference:
        """Return the difference that a parting of answers at this table is."""
        at_work = tuple(self.engine.notes) if isinstance(asked, AskTable | AskScore) else ()
        return from_parting(parted, self.game, asked, at_work)

    def failure(self, error: MisbehaviourError) -> Difference:
        """Return the difference that a partner who fails to answer is."""
        if isinstance(error, EngineFailedError):
            parted = Parting(kind=error.kind, expected=str(error), given="any answer")
            return self.difference(parted, self.pending or self.game)
        return from_misbehaviour(error, self.game, self.pending)

    def _given(self, asked: FinalQuestion, kind: type[A]) -> A:
        self.pending = asked
        answer = self.partner.ask(asked, kind)
        self.pending = None
        return answer


# The program under test, started anew whenever it had to be ended ---------------------------------
def is_over(until: float | None) -> bool:
    """Return whether the time of a run is up, if it has one."""
    return until is not None and monotonic() >= until


class OutOfTimeError(Exception):
    """The time for all questions of a run is over, which is nobody's fault."""


class ForeignProgram:
    """A program by its command; a misbehaviour ends the process and the next game begins one."""

    def __init__(
        self,
        command: Sequence[str],
        answer_limit: float,
        *,
        tick: Tick = no_tick,
        until: float | None = None,
    ) -> None:
        self.command = tuple(command)
        self.answer_limit = answer_limit
        self._tick = tick
        self.until = until
        """When the last question may be asked, by the clock of `time.monotonic`."""
        self._program: Program | None = None
        self._introduction: Introduction | None = None

    def introduction(self) -> Introduction:
        """Return what the program says of itself, asking it if need be."""
        if self._introduction is None or self._program is None:
            program = self._program or Program(self.command, self.answer_limit)
            self._program = program
            self._introduction = self._guarded(program.introduce)
        return self._introduction

    def can(self, *abilities: Ability) -> bool:
        """Return whether the program has one of these abilities."""
        return not {*abilities}.isdisjoint(self.introduction().abilities)

    def begin(self, setting: Setting, events: Sequence[Event] = ()) -> Event | None:
        """Begin a game, apply events that are all legal, and return the first that is refused."""
        known = knows(self.introduction(), setting.components)
        whole = None if known else sent(setting.components)
        self.ask(replace(game_of(setting), set=whole), Done)
        for event in events:
            if not self.ask(Apply(id=0, event=event), VerdictReply).legal:
                return event
        return None

    @property
    def table(self) -> None:
        """Return that its table cannot be seen from here."""
        return

    def lay(self, _: State) -> bool:
        """Return that it has to be led to a table by the events of a game."""
        return False

    def go_on(self) -> None:
        """Raise an error where nothing more is to be asked of anybody."""
        self._tick()
        if is_over(self.until):
            raise OutOfTimeError

    def ask(self, request: AnyRequest, kind: type[A]) -> A:
        """Return the answer to a request."""
        self.go_on()
        self.introduction()
        program = self._program
        assert program is not None  # noqa: S101
        return self._guarded(lambda: program.ask(request, kind))

    def quit(self) -> None:
        """Ask the program to end, if it runs."""
        program, self._program = self._program, None
        if program is not None:
            program.quit()

    def kill(self) -> None:
        """End the program, if it runs."""
        program, self._program = self._program, None
        if program is not None:
            program.kill()

    def _guarded(self, asking: Callable[[], A]) -> A:
        try:
            return asking()
        except MisbehaviourError:
            # Whatever it still has to say belongs to a question that is over.
            self.kill()
            raise
