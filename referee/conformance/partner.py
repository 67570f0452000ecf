"""Who can be asked about a game: the engine, the model, a program; and two of them at one table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from time import monotonic
from typing import Final, Literal, Protocol, TypeVar, assert_never, get_args, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.components.audit import check_playable, require_limits
from referee.conformance import protocol
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
from referee.conformance.program import MisbehaviourError, Program
from referee.core.component_set import ComponentSet
from referee.core.events import Event, TakeBack
from referee.core.input_limits import (
    BYTES_OF_A_REQUEST,
    DECODER_ERRORS,
    SECONDS_FOR_AN_ANSWER,
    too_much,
)
from referee.core.public import digest, public
from referee.core.rule import Rule
from referee.core.rulings import RULINGS, Rulings
from referee.core.set_reader import ComponentSetError
from referee.core.state import Setting, State
from referee.engine import IllegalEventError, check, initial, pads, step, winners
from referee.engine.actions import has_turn
from referee.engine.legal_turns import Tick, legal_turns, no_tick
from referee.engine.referee import UnreadableEventError
from referee.engine.setup import check_setting
from referee.engine.turn_counts import count_action
from referee.records.headers import FindSet
from referee.records.roster import statement_excess

NAME: Final = "mombasa-referee"
ABILITIES: Final[tuple[protocol.Ability, ...]] = tuple(
    ability for ability in get_args(protocol.Ability) if ability != "final-score"
)

SHOWN: Final = 3
"""So many contradictions of a component set are shown; the rest is counted."""

MOST_LISTED: Final = 100_000
"""Turns of a list at most: 40 MB of JSON."""

_REQUEST = msgspec.json.Decoder(protocol.AnyRequest)
_NUMBER = msgspec.json.Decoder(protocol.Reply)
_ENCODER = msgspec.json.Encoder()


class UnableError(Exception):
    """A request that makes sense, but not here."""


def setting_of(game: protocol.New, components: ComponentSet) -> Setting:
    """Return the setting of a game that was begun with this set."""
    return Setting(
        components=components,
        players=game.players,
        tracks=game.tracks,
        rulings=msgspec.convert(game.rulings, Rulings),
        first_game_tracks=game.first_game_tracks,
        first_game_tiles=game.first_game_tiles,
    )


class EngineProgram:
    """The engine with one table in front of it."""

    def __init__(
        self, version: str, sets: FindSet, answer_limit: float = SECONDS_FOR_AN_ANSWER
    ) -> None:
        self.version = version
        self.answer_limit = answer_limit
        """Seconds after which the turns of a table are not listed or counted further."""
        self.sets = sets
        self.state: State | None = None

    def lines(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Yield an answer to each line, until one asks to quit."""
        for line in lines:
            if len(line) > BYTES_OF_A_REQUEST:
                error = too_much("bytes of a request", len(line), BYTES_OF_A_REQUEST)
                yield _line(protocol.Unable(id=0, error=error))
                continue
            if not line.strip():
                continue
            try:
                request = _REQUEST.decode(line)
            except DECODER_ERRORS as unreadable:
                error = f"this is no request: {unreadable}"[:400]
                yield _line(protocol.Unable(id=_number(line), error=error))
                continue
            yield _line(self.answer(request))
            if isinstance(request, protocol.Quit):
                return

    def answer(self, request: protocol.AnyRequest) -> protocol.Reply:
        """Return the answer to a request; that it cannot be done is one, too."""
        events: Iterable[Event] = request.events if isinstance(request, protocol.New) else ()
        if isinstance(request, protocol.Apply | protocol.AskVerdict):
            events = (request.event,)
        for excess in (words for event in events for words in statement_excess(event)):
            return protocol.Unable(id=request.id, error=excess)
        try:
            return self._answer(request)
        except (UnableError, UnreadableEventError) as error:
            return protocol.Unable(id=request.id, error=str(error))

    def _answer(self, request: protocol.AnyRequest) -> protocol.Reply:
        match request:
            case protocol.Hello():
                return self._introduction(request)
            case protocol.New():
                # A game that cannot be begun must not be taken for the one before.
                self.state = None
                self.state = self._first_table(request)
                return protocol.Done(id=request.id)
            case protocol.Apply():
                return self._applied(request)
            case protocol.Quit():
                return protocol.Done(id=request.id)
            case _:
                return answer_about(self._table(), request, self._deadline(), MOST_LISTED)

    def _introduction(self, request: protocol.Hello) -> protocol.Introduction:
        reference = self.sets("reference")
        known = () if reference is None else (protocol.NamedSet(reference.name, reference.digest),)
        hints = get_type_hints(Rulings)
        return protocol.Introduction(
            id=request.id,
            protocol=protocol.PROTOCOL,
            name=NAME,
            version=self.version,
            sets=known,
            any_set=True,
            rulings={
                ruling: get_args(hints[name])
                for ruling in RULINGS
                if (name := ruling.replace("-", "_")) in hints
            },
            abilities=ABILITIES,
        )

    def _first_table(self, request: protocol.New) -> State:
        components = self._components(request)
        try:
            check_playable(components)
        except ComponentSetError as error:
            # It has no files to point into.
            shown = [f"{f.entry.strip('[]')}: {f.message}" for f in error.findings[:SHOWN]]
            rest = len(error.findings) - len(shown)
            raise UnableError(
                f"no game can be played with the set {components.name!r:.60}: {'; '.join(shown)}"
                + (f" (and {rest} more)" if rest else "")
            ) from error
        try:
            setting = setting_of(request, components)
        except msgspec.ValidationError as error:
            raise UnableError(f"the rulings cannot be read: {error}") from error
        unknown = [track for track in setting.tracks if track not in components.track]
        if unknown:
            raise UnableError(f"there is no track side {unknown[0]!r:.60}")
        if broken := [violation.rule.id for violation in check_setting(setting)]:
            raise UnableError(f"such a game breaks {', '.join(broken)}")
        state = initial(setting)
        for number, event in enumerate(request.events, 1):
            try:
                state = step(state, event)
            except IllegalEventError as error:
                raise UnableError(f"event {number} breaks {error}") from error
        return state

    def _components(self, request: protocol.New) -> ComponentSet:
        """Return the set of a game: the one that was sent, or else a known one."""
        name, wanted = request.components.name, request.components.digest
        if request.set is None:
            known = self.sets(name)
            if known is None or known.digest != wanted:
                reason = f"the set {name!r:.60} of this digest is not known, nor was it sent"
                raise UnableError(reason)
            return known
        components = protocol.received(name, request.set)
        try:
            require_limits(components)
        except ComponentSetError as error:
            raise UnableError(f"the set is too large: {error.findings[0]}") from error
        if components.digest != wanted:
            digests = f"{components.digest}; the request says {wanted!r:.80}"
            raise UnableError(f"the set that was sent has the digest {digests}")
        return components

    def _applied(self, request: protocol.Apply) -> protocol.VerdictReply:
        try:
            self.state = step(self._table(), request.event)
        except IllegalEventError as error:
            rules = dict.fromkeys(violation.rule.id for violation in error.violations)
            return protocol.VerdictReply(id=request.id, legal=False, rules=tuple(rules))
        return protocol.VerdictReply(id=request.id)

    def _deadline(self) -> Tick:
        """Return what raises an `UnableError` once an answer has been worked on for too long."""
        until = monotonic() + self.answer_limit

        def tick() -> None:
            if monotonic() >= until:
                raise UnableError(f"the turns are not listed or counted in {self.answer_limit:g} s")

        return tick

    def _table(self) -> State:
        if self.state is None:
            raise UnableError("no game has been begun")
        return self.state


def answer_about(
    state: State, question: protocol.TableQuestion, tick: Tick = no_tick, most: int | None = None
) -> protocol.Reply:
    """Return the answer to a question about a table, which it leaves as it is.

    An `UnableError` if it is a list with more than so many turns.
    """
    match question:
        case protocol.AskTable(want="digest"):
            return protocol.TableDigest(id=question.id, digest=digest(state))
        case protocol.AskTable():
            return protocol.TableState(id=question.id, state=public(state))
        case protocol.AskLegal():
            if not has_turn(state):
                raise UnableError("nobody has a turn now")
            if question.want == "count":
                counts = {action: count_action(state, action, tick) for action in question.actions}
                return protocol.TurnCounts(id=question.id, counts=counts)
            listed = legal_turns(state, question.actions, tick)
            turns = tuple(turn for _, turn in islice(listed, most))
            if next(listed, None) is not None:
                raise UnableError(f"there are more than {most} turns; ask for their count")
            return protocol.TurnLists(id=question.id, turns=turns)
        case protocol.AskVerdict():
            rules = dict.fromkeys(violation.rule.id for violation in check(state, question.event))
            return protocol.VerdictReply(id=question.id, legal=not rules, rules=tuple(rules))
        case protocol.AskScore():
            scored = ((pad.total, pad.rows) for pad in pads(state))
            scores = tuple(protocol.ScoreOfSeat(total=total, rows=rows) for total, rows in scored)
            return protocol.ScoresReply(id=question.id, scores=scores, winners=winners(state))
        case _:
            assert_never(question)


def _number(line: bytes) -> int:
    """Return the number of a request that cannot be read otherwise; 0 if not even that can."""
    try:
        return _NUMBER.decode(line).id
    except DECODER_ERRORS:
        return 0


def _line(answer: protocol.Reply) -> bytes:
    return _ENCODER.encode(answer) + b"\n"


A = TypeVar("A", bound=protocol.Reply)


# Who can be asked about a game, and two of them at one table --------------------------------------
class Partner(Protocol):
    """Somebody who knows the rules, with a table in front of him."""

    @property
    def table(self) -> State | None:
        """The table, if it can be seen from here."""

    def can(self, *abilities: protocol.Ability) -> bool:
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

    def can(self, *_: protocol.Ability) -> bool:
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

    def _answer(self, request: FinalQuestion) -> protocol.Reply:
        if isinstance(request, protocol.Apply):
            return self._applied(request.event)
        if isinstance(request, protocol.AskScore):
            pads(self.table, self.notes)
        return answer_about(self.table, request, self._tick)

    def _applied(self, event: Event) -> protocol.Reply:
        if isinstance(event, TakeBack):
            # Nothing comes of a turn that is taken back, legal or not.
            return answer_about(self.table, protocol.AskVerdict(id=0, event=event))
        try:
            self.apply(event)
        except IllegalEventError as error:
            rules = dict.fromkeys(violation.rule.id for violation in error.violations)
            return protocol.VerdictReply(id=0, legal=False, rules=tuple(rules))
        return protocol.VerdictReply(id=0)


def answer_kind(asked: FinalQuestion) -> type[protocol.Reply]:
    """Return the type of the answer to a question."""
    match asked:
        case protocol.Apply() | protocol.AskVerdict():
            return protocol.VerdictReply
        case protocol.AskTable():
            return protocol.TableDigest if asked.want == "digest" else protocol.TableState
        case protocol.AskLegal():
            return protocol.TurnCounts if asked.want == "count" else protocol.TurnLists
        case protocol.AskScore():
            return protocol.ScoresReply


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
    def game(self) -> protocol.New:
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
        request = protocol.Apply(id=0, event=event)
        given = self._given(request, protocol.VerdictReply)
        if parted := verdict_parting(protocol.VerdictReply(id=0), given):
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
        if isinstance(asked, protocol.AskTable) and self.partner.table == self.table:
            # Whoever can look need not work out digests.
            return None
        self.pending = question = asked
        if isinstance(asked, protocol.Apply):
            question = protocol.AskVerdict(id=0, event=asked.event)
        return self.hold(asked, self.engine.ask(question, answer_kind(asked)))

    def hold(self, asked: FinalQuestion, expected: protocol.Reply) -> Difference | None:
        """Return in what the partner's answer to a question differs from this one."""
        parted = parting(self.table, expected, self._given(asked, answer_kind(asked)))
        return None if parted is None else self.difference(parted, asked)

    def judge(self, event: Event) -> Comparison:
        """Return how both compare on an event, and on the table after a legal one."""
        request = self.pending = protocol.Apply(id=0, event=event)
        verdict = self.engine.ask(request, protocol.VerdictReply)
        if not verdict.legal:
            found = self.hold(protocol.AskVerdict(id=0, event=event), verdict)
            # Of several faults a partner may name one, and the engine may stop at an earlier one.
            return Comparison(frozenset(verdict.rules if len(verdict.rules) == 1 else ()), found)
        if parted := verdict_parting(verdict, self._given(request, protocol.VerdictReply)):
            return Comparison(difference=self.difference(parted, request))
        self.happened.append(event)
        rules = frozenset(rule.id for rule in self.engine.notes)
        return Comparison(rules, self.ask(protocol.AskTable(id=0, want="digest")))

    def tables_agree(self) -> bool:
        """Return whether the partner, as far as he can tell, has the same table."""
        wants: tuple[Literal["digest", "state"], ...] = ("digest", "state")
        asked = [protocol.AskTable(id=0, want=want) for want in wants if self.partner.can(want)]
        # A state may leave out the key in which the digests differ.
        return not asked or any(self.ask(question) is None for question in asked)

    def difference(self, parted: Parting, asked: protocol.AnyRequest) -> Difference:
        """Return the difference that a parting of answers at this table is."""
        about_table = isinstance(asked, protocol.AskTable | protocol.AskScore)
        at_work = tuple(self.engine.notes) if about_table else ()
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
        self._introduction: protocol.Introduction | None = None

    def introduction(self) -> protocol.Introduction:
        """Return what the program says of itself, asking it if need be."""
        if self._introduction is None or self._program is None:
            program = self._program or Program(self.command, self.answer_limit)
            self._program = program
            self._introduction = self._guarded(program.introduce)
        return self._introduction

    def can(self, *abilities: protocol.Ability) -> bool:
        """Return whether the program has one of these abilities."""
        return not {*abilities}.isdisjoint(self.introduction().abilities)

    def begin(self, setting: Setting, events: Sequence[Event] = ()) -> Event | None:
        """Begin a game, apply events that are all legal, and return the first that is refused."""
        known = protocol.knows(self.introduction(), setting.components)
        whole = None if known else protocol.sent(setting.components)
        self.ask(replace(game_of(setting), set=whole), protocol.Done)
        for event in events:
            if not self.ask(protocol.Apply(id=0, event=event), protocol.VerdictReply).legal:
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

    def ask(self, request: protocol.AnyRequest, kind: type[A]) -> A:
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
