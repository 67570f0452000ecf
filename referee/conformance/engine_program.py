"""The reference engine as a program that speaks the protocol."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from time import monotonic
from typing import Final, assert_never, get_args, get_type_hints

import msgspec

from referee.components.audit import check_playable, require_limits
from referee.conformance.protocol import (
    PROTOCOL,
    Ability,
    AnyRequest,
    Apply,
    AskLegal,
    AskScore,
    AskTable,
    AskVerdict,
    Done,
    Hello,
    Introduction,
    NamedSet,
    New,
    Quit,
    Reply,
    ScoreOfSeat,
    ScoresReply,
    TableDigest,
    TableQuestion,
    TableState,
    TurnCounts,
    TurnLists,
    Unable,
    VerdictReply,
    received,
)
from referee.core.component_set import ComponentSet
from referee.core.input_limits import BYTES_OF_A_REQUEST, SECONDS_FOR_AN_ANSWER, too_much
from referee.core.public import digest, public
from referee.core.rulings import RULINGS, Rulings
from referee.core.set_reader import ComponentSetError, EntryFinding
from referee.core.state import Setting, State
from referee.engine import check, initial, pads, step, winners
from referee.engine.actions import has_turn
from referee.engine.legal_turns import Tick, legal_turns, no_tick
from referee.engine.referee import IllegalEventError, UnreadableEventError
from referee.engine.setup import check_setting
from referee.engine.turn_counts import count_action
from referee.records.headers import FindSet
from referee.records.roster import statement_excess

NAME: Final = "mombasa-referee"
ABILITIES: Final[tuple[Ability, ...]] = tuple(
    ability for ability in get_args(Ability) if ability != "final-score"
)

TOLD: Final = 3
"""So many contradictions of a component set are told; the rest is counted."""

MOST_LISTED: Final = 100_000
"""Turns of a list at most: 40 MB of JSON."""

_REQUEST = msgspec.json.Decoder(AnyRequest)
_NUMBER = msgspec.json.Decoder(Reply)
_ENCODER = msgspec.json.Encoder()


class UnableError(Exception):
    """A request that makes sense, but not here."""


def every_answer() -> dict[str, tuple[str, ...]]:
    """Return by ruling all answers that a game may choose."""
    hints = get_type_hints(Rulings)
    return {
        ruling: get_args(hints[name])
        for ruling in RULINGS
        if (name := ruling.replace("-", "_")) in hints
    }


def setting_of(game: New, components: ComponentSet) -> Setting:
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
                told = too_much("bytes of a request", len(line), BYTES_OF_A_REQUEST)
                yield _line(Unable(id=0, error=told))
                continue
            if not line.strip():
                continue
            try:
                request = _REQUEST.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                yield _line(Unable(id=_number(line), error=f"this is no request: {error}"[:400]))
                continue
            yield _line(self.answer(request))
            if isinstance(request, Quit):
                return

    def answer(self, request: AnyRequest) -> Reply:
        """Return the answer to a request; that it cannot be done is one, too."""
        if excess := next(_excess(request), None):
            return Unable(id=request.id, error=excess)
        try:
            return self._answer(request)
        except (UnableError, UnreadableEventError) as error:
            return Unable(id=request.id, error=str(error))

    def _answer(self, request: AnyRequest) -> Reply:
        match request:
            case Hello():
                return self._introduction(request)
            case New():
                # A game that cannot be begun must not be taken for the one before.
                self.state = None
                self.state = self._begun(request)
                return Done(id=request.id)
            case Apply():
                return self._applied(request)
            case Quit():
                return Done(id=request.id)
            case _:
                until = _Until(self.answer_limit)
                return answer_about(self._table(), request, until.tick, MOST_LISTED)

    def _introduction(self, request: Hello) -> Introduction:
        reference = self.sets("reference")
        known = () if reference is None else (NamedSet(reference.name, reference.digest),)
        return Introduction(
            id=request.id,
            protocol=PROTOCOL,
            name=NAME,
            version=self.version,
            sets=known,
            any_set=True,
            rulings=every_answer(),
            abilities=ABILITIES,
        )

    def _begun(self, request: New) -> State:
        components = self._components(request)
        try:
            check_playable(components)
        except ComponentSetError as error:
            raise UnableError(_contradictions(components, error.findings)) from error
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

    def _components(self, request: New) -> ComponentSet:
        """Return the set of a game: the one that was sent, or else a known one."""
        name, wanted = request.components.name, request.components.digest
        if request.set is None:
            known = self.sets(name)
            if known is None or known.digest != wanted:
                raise UnableError(
                    f"the set {name!r:.60} of this digest is not known, nor was it sent"
                )
            return known
        components = received(name, request.set)
        try:
            require_limits(components)
        except ComponentSetError as error:
            raise UnableError(f"the set is too large: {error.findings[0]}") from error
        if components.digest != wanted:
            raise UnableError(
                f"the set that was sent has the digest {components.digest}; "
                f"the request says {wanted!r:.80}"
            )
        return components

    def _applied(self, request: Apply) -> VerdictReply:
        try:
            self.state = step(self._table(), request.event)
        except IllegalEventError as error:
            rules = dict.fromkeys(violation.rule.id for violation in error.violations)
            return VerdictReply(id=request.id, legal=False, rules=tuple(rules))
        return VerdictReply(id=request.id)

    def _table(self) -> State:
        if self.state is None:
            raise UnableError("no game has been begun")
        return self.state


class _Until:
    """The moment until which an answer is worked on."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = monotonic() + seconds

    def tick(self) -> None:
        """Raise an `UnableError` when the moment is there."""
        if monotonic() >= self._until:
            raise UnableError(f"the turns are not listed or counted in {self._seconds:g} s")


def answer_about(
    state: State, question: TableQuestion, tick: Tick = no_tick, most: int | None = None
) -> Reply:
    """Return the answer to a question about a table, which it leaves as it is.

    An `UnableError` if it is a list with more than so many turns.
    """
    match question:
        case AskTable(want="digest"):
            return TableDigest(id=question.id, digest=digest(state))
        case AskTable():
            return TableState(id=question.id, state=public(state))
        case AskLegal():
            return _legal(state, question, tick, most)
        case AskVerdict():
            rules = dict.fromkeys(violation.rule.id for violation in check(state, question.event))
            return VerdictReply(id=question.id, legal=not rules, rules=tuple(rules))
        case AskScore():
            scores = tuple(ScoreOfSeat(total=pad.total, rows=pad.rows) for pad in pads(state))
            return ScoresReply(id=question.id, scores=scores, winners=winners(state))
        case _:
            assert_never(question)


def _legal(state: State, request: AskLegal, tick: Tick, most: int | None) -> TurnCounts | TurnLists:
    if not has_turn(state):
        raise UnableError("nobody has a turn now")
    if request.want == "count":
        counts = {action: count_action(state, action, tick) for action in request.actions}
        return TurnCounts(id=request.id, counts=counts)
    listed = legal_turns(state, request.actions, tick)
    turns = tuple(turn for _, turn in islice(listed, most))
    if next(listed, None) is not None:
        raise UnableError(f"there are more than {most} turns; ask for their count")
    return TurnLists(id=request.id, turns=turns)


def _contradictions(components: ComponentSet, findings: Sequence[EntryFinding]) -> str:
    """Return what is wrong with a set in one line; it has no files to point into."""
    told = [f"{found.entry.strip('[]')}: {found.problem}" for found in findings[:TOLD]]
    more = f" (and {len(findings) - TOLD} more)" if len(findings) > TOLD else ""
    return f"no game can be played with the set {components.name!r:.60}: {'; '.join(told)}{more}"


def _excess(request: AnyRequest) -> Iterator[str]:
    """Yield which lists of the events in a request are too long, in words."""
    if isinstance(request, New):
        yield from (words for event in request.events for words in statement_excess(event))
    elif isinstance(request, Apply | AskVerdict):
        yield from statement_excess(request.event)


def _number(line: bytes) -> int:
    """Return the number of a request that cannot be read otherwise; 0 if not even that can."""
    try:
        return _NUMBER.decode(line).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0


def _line(answer: Reply) -> bytes:
    return _ENCODER.encode(answer) + b"\n"
