"""The model as a partner, and what engine and model say to the same question."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count
from random import Random
from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

import referee_model
from referee.conformance import protocol
from referee.conformance.difference import (
    Difference,
    FinalQuestion,
    Parting,
    from_misbehaviour,
    from_parting,
    game_of,
    verdict_parting,
)
from referee.conformance.games import first_rounds
from referee.conformance.partner import (
    Comparison,
    Engine,
    EngineFailedError,
    Pair,
    UnableError,
    answer_about,
)
from referee.conformance.program import MisbehaviourError
from referee.conformance.report import in_words, text_of
from referee.conformance.shrink import SHORT, shortest
from referee.core.component_set import ComponentSet
from referee.core.events import Claim, Event, TakeBack
from referee.core.limits import PLAYER_COUNTS
from referee.core.rulings import DEFAULT_RULINGS
from referee.core.state import Setting, State
from referee.core.turns import Action, Turn
from referee.engine import IllegalEventError, UnreadableEventError, check_setting, initial
from referee.engine.dealer import draw_setting
from referee.engine.legal_turns import Tick, legal_turns, no_tick
from referee.engine.play import POLICIES
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.judgement import Disagreement, Proof, Step
from referee.records.record import Record
from referee.rulebook.setup import COINS_ON_ROUND_TRACK

A = TypeVar("A", bound=protocol.Reply)
T = TypeVar("T")

LONGEST_REASON = 300
"""Characters that are told of why a reading fails."""


class Model:
    """The model as a partner; whatever goes wrong in it is a misbehaviour like a program's."""

    def __init__(self) -> None:
        self._table: State | None = None
        self._solved: dict[Action, tuple[Turn, ...]] = {}

    @property
    def table(self) -> State:
        """The table."""
        assert self._table is not None, "no game has been begun"  # noqa: S101
        return self._table

    def can(self, *_: protocol.Ability) -> bool:
        """Return that the model can do everything."""
        return True

    def begin(self, setting: Setting, events: Sequence[Event] = ()) -> Event | None:
        """Begin a game, apply events that are all legal, and return the first that is refused."""
        self.lay(_attempted(lambda: referee_model.opening(setting), MisbehaviourError))
        for event in events:
            if not self.ask(protocol.Apply(id=0, event=event), protocol.VerdictReply).legal:
                return event
        return None

    def lay(self, table: State) -> bool:
        """Go on from a table."""
        self._table = table
        self._solved = {}
        return True

    def ask(self, request: FinalQuestion, kind: type[A]) -> A:
        """Return the answer to a question, or what comes of an event that is applied."""
        answer = _attempted(lambda: self._answer(request), MisbehaviourError)
        assert isinstance(answer, kind)  # noqa: S101
        return answer

    def _answer(self, request: FinalQuestion) -> protocol.Reply:
        match request:
            case protocol.Apply(event=event):
                return self._applied(event)
            case protocol.AskVerdict(event=event):
                return self._verdict(event)
            case protocol.AskTable():
                return answer_about(self.table, request)
            case protocol.AskLegal():
                return self._legal(request)
            case protocol.AskScore():
                score = referee_model.score(self.table)
                pads = zip(score.totals, score.rows, strict=True)
                scores = tuple(protocol.ScoreOfSeat(total=total, rows=rows) for total, rows in pads)
                winners = tuple(sorted(score.winners))
                return protocol.ScoresReply(id=0, scores=scores, winners=winners)

    def _applied(self, event: Event) -> protocol.VerdictReply:
        if isinstance(event, TakeBack | Claim):
            return self._verdict(event)
        try:
            # An event with a table after it is legal: nothing else has to be asked.
            self.lay(referee_model.effect(self.table, event))
        except referee_model.IllegalEffectError as error:
            return _ruled(error.verdict)
        return protocol.VerdictReply(id=0)

    def _verdict(self, event: Event) -> protocol.VerdictReply:
        if isinstance(event, Claim):
            return protocol.VerdictReply(id=0)
        return _ruled(referee_model.legal(self.table, event))

    def _legal(self, request: protocol.AskLegal) -> protocol.TurnCounts | protocol.TurnLists:
        turns = {action: self._turns(action) for action in request.actions}
        if request.want == "count":
            counts = {action: len(listed) for action, listed in turns.items()}
            return protocol.TurnCounts(id=0, counts=counts)
        return protocol.TurnLists(id=0, turns=tuple(chain.from_iterable(turns.values())))

    def _turns(self, action: Action) -> tuple[Turn, ...]:
        """Return every legal turn of an action as it might be said."""
        if action not in self._solved:
            said = (turn for _, turn in referee_model.all_turns(self.table, action))
            turns = tuple(turn for turn in said if isinstance(turn, Turn))
            for turn in turns:
                # What it lists in its own words it must judge legal itself.
                if not (ruled := self._verdict(turn)).legal:
                    raise MisbehaviourError("error", f"lists {turn}, and forbids it: {ruled.rules}")
            self._solved[action] = turns
        return self._solved[action]


def _ruled(verdict: referee_model.ModelVerdict) -> protocol.VerdictReply:
    if verdict.outcome == "unknown":
        raise MisbehaviourError("error", f"undecided: {verdict.reason}")
    if verdict.outcome == "no" and not verdict.core:
        raise MisbehaviourError("error", "illegal, and no rule says so")
    rules = tuple(sorted(verdict.core))
    return protocol.VerdictReply(id=0, legal=verdict.outcome == "yes", rules=rules)


class GuardedEngine(Engine):
    """The engine as one of two readings of the rules: that it fails is a difference, too."""

    def apply(self, event: Event) -> None:
        """Apply an event, which must be legal."""
        _attempted(lambda: super(GuardedEngine, self).apply(event), EngineFailedError)

    def ask(self, request: FinalQuestion, kind: type[A]) -> A:
        """Return the answer to a question."""
        return _attempted(lambda: super(GuardedEngine, self).ask(request, kind), EngineFailedError)


class EngineAnswer(Struct, frozen=True):
    """What the engine has said to an event already: the rules it breaks, or the table after it."""

    broken: tuple[str, ...]
    after: State


class _EngineWithAnswer(GuardedEngine):
    """The engine with its answer to the one event that it is asked about."""

    def __init__(self, judged: EngineAnswer) -> None:
        super().__init__()
        self._judged = judged

    def _applied(self, event: Event) -> protocol.VerdictReply:
        del event
        rules = tuple(dict.fromkeys(self._judged.broken))
        if not rules:
            self._table = self._judged.after
        return protocol.VerdictReply(id=0, legal=not rules, rules=rules)


def _attempted(question: Callable[[], T], failed: type[MisbehaviourError]) -> T:
    """Return what a reading says; one that fails has parted from the other."""
    try:
        return question()
    except (MisbehaviourError, IllegalEventError, UnreadableEventError, UnableError):
        raise
    except Exception as error:
        reason = f"fails: {type(error).__name__} {error}"[:LONGEST_REASON]
        raise failed("error", reason) from error


def readings() -> Pair:
    """Return the engine and the model side by side."""
    return Pair(Model(), GuardedEngine())


def compare(
    table: State, event: Event, happened: Sequence[Event] = (), judged: EngineAnswer | None = None
) -> Comparison:
    """Return how engine and model compare on an event, and on the table after a legal one.

    `happened` are the events that led to the table; a difference tells them. Who has the engine's
    answer already gives it as `judged`; then the rules at work are told only of a difference.
    """
    if isinstance(event, Claim):
        # Nobody rules on a claim: it is held against the table that others have made.
        return Comparison()
    if judged is not None:
        known = Pair(Model(), _EngineWithAnswer(judged))
        found = _at(table, happened, lambda pair: pair.judge(event), known)
        if found.difference is None:
            return found
    return _at(table, happened, lambda pair: pair.judge(event))


def compare_scoring(table: State, happened: Sequence[Event] = ()) -> Comparison:
    """Return how they compare on the scoring of a table, as if the game ended there."""
    return _at(table, happened, lambda pair: _asked(pair, protocol.AskScore(id=0)))


def compare_turns(
    table: State, action: Action, happened: Sequence[Event] = (), tick: Tick = no_tick
) -> Comparison:
    """Return how they compare on the whole set of legal turns of an action."""

    def asked(pair: Pair) -> Comparison:
        turns = tuple(turn for _, turn in legal_turns(table, (action,), tick))
        every = protocol.AskLegal(id=0, want="turns", actions=(action,))
        number = protocol.AskLegal(id=0, want="count", actions=(action,))
        found = pair.hold(every, protocol.TurnLists(id=0, turns=turns))
        # A turn that the engine does not list, or the model takes for two, shows in the number.
        counts = protocol.TurnCounts(id=0, counts={action: len(turns)})
        return Comparison(difference=found or pair.hold(number, counts))

    return _at(table, happened, asked)


def compare_opening(setting: Setting) -> Comparison:
    """Return how they compare on the table before anything is dealt."""

    def opened(pair: Pair) -> Comparison:
        notes = pair.engine.notes
        initial(setting, notes)
        # The coins of the round track come onto the table later, and are compared there.
        notes.remove(COINS_ON_ROUND_TRACK)
        pair.partner.begin(setting)
        return _asked(pair, protocol.AskTable(id=0, want="digest"))

    return _at(initial(setting), (), opened)


def compare_setting(setting: Setting) -> Comparison:
    """Return how they compare on the number of players and the tracks at the edges."""
    broken = tuple(dict.fromkeys(violation.rule.id for violation in check_setting(setting)))
    game = game_of(setting)
    try:
        given = _attempted(lambda: _ruled(referee_model.legal_setting(setting)), MisbehaviourError)
    except MisbehaviourError as error:
        return Comparison(difference=from_misbehaviour(error, game, game))
    parted = verdict_parting(protocol.VerdictReply(id=0, legal=not broken, rules=broken), given)
    if parted is None and broken and {*broken}.isdisjoint(given.rules):
        # Both see a whole setting: one of several broken rules is the least that is named.
        parted = Parting(kind="rules", about=broken, expected=list(broken), given=given.rules)
    if parted is not None:
        return Comparison(difference=from_parting(parted, game, game))
    return Comparison(frozenset(broken if len(broken) == 1 else ()))


def _at(
    table: State,
    happened: Sequence[Event],
    question: Callable[[Pair], Comparison],
    known: Pair | None = None,
) -> Comparison:
    pair = known or readings()
    pair.lay(table, happened)
    try:
        return question(pair)
    except MisbehaviourError as error:
        return Comparison(difference=pair.failure(error))


def _asked(pair: Pair, asked: FinalQuestion) -> Comparison:
    found = pair.ask(asked)
    return Comparison(frozenset(rule.id for rule in pair.engine.notes), found)


def shortest_example(difference: Difference, setting: Setting) -> Difference:
    """Return a difference between engine and model in the shortest game found for it."""

    def short_game(seed: int) -> tuple[Setting, Iterator[Event]]:
        """Return the beginning of a game for two, every second time under the default rulings."""
        rng = Random(seed)
        rulings = setting.rulings if seed % 2 else DEFAULT_RULINGS
        drawn = draw_setting(setting.components, PLAYER_COUNTS[0], rng, rulings=rulings)
        return drawn, first_rounds(drawn, rng, (POLICIES["random"],) * drawn.players, SHORT)

    games = map(short_game, count())
    return shortest(readings(), difference, setting.components, games, rounds=1).difference


# The model beside the engine: every event of a record judged by both ------------------------------
SHRUNK = 3
"""So many differences of a record get the shortest game; more would only take time."""


def proven(
    record: Record,
    components: ComponentSet,
    goes_on: Callable[[int], bool] = lambda _: True,
    steps: Iterable[Step] | None = None,
) -> Proof:
    """Return what the model says to the header, to every event judged, and to the final score.

    `goes_on` is asked after each statement, with its number, whether to look at the next. Who has
    judged the whole record already gives the `steps`.
    """
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return Proof(events=0, disagreements=())
    proving = _Proving(record, setting)
    if not proving.begin():
        return Proof(events=0, disagreements=tuple(proving.found))
    judged = walk(record, setting, keep_going=True) if steps is None else steps
    complete: UnsetType | bool = UNSET
    for number, step in enumerate(judged, 1):
        proving.take(number, step)
        if not goes_on(number):
            complete = UNSET if number == len(record.statements) else False
            break
    found = tuple(proving.found)
    return Proof(events=proving.events, disagreements=found, complete=complete)


def agreed_events(
    record: Record,
    components: ComponentSet,
    known: set[tuple[State, Event]],
    goes_on: Callable[[], bool],
) -> bool | None:
    """Return whether both readings agree on every event of a legal record; None if stopped.

    What was agreed on before is `known`, and what is agreed on now is added to it.
    """
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return None
    for step in walk(record, setting):
        if step.event is None or isinstance(step.event, Claim) or not step.counts:
            continue
        asked = (step.before, step.event)
        if asked in known:
            continue
        if not goes_on():
            return None
        if compare(*asked).difference is not None:
            return False
        known.add(asked)
    return True


class _Proving:
    """A record on its way through both readings."""

    def __init__(self, record: Record, setting: Setting) -> None:
        self._record = record
        self._setting = setting
        self._carried_out: list[Event] = []
        self.events = 0
        self.found: list[Disagreement] = []

    def begin(self) -> bool:
        """Ask both about the header, and return whether a game can be set up like this."""
        header = [compare_setting(self._setting)]
        legal = not any(check_setting(self._setting))
        if legal:
            header.append(compare_opening(self._setting))
        for difference in filter(None, (compared.difference for compared in header)):
            self._note(1, difference, self._so_far(0))
        return legal

    def take(self, number: int, step: Step) -> None:
        """Ask the model about the statement of a record that the engine has judged."""
        self._carried_out += step.inserted
        event = step.event
        if event is None or isinstance(event, Claim):
            return
        self.events += 1
        asked: Event = event
        if isinstance(event, Turn) and not step.counts:
            asked = TakeBack(turn=event)
        broken = tuple(violation.rule.id for violation in step.violations) if step.illegal else ()
        after = step.after if step.counts else step.before
        line, judged = step.statement.at.line or number, EngineAnswer(broken, after)
        if difference := compare(step.before, asked, self._carried_out, judged).difference:
            self._note(line, difference, self._shortest(number, difference))
        if step.counts:
            self._carried_out.append(event)
        if step.after.phase == "over" and (difference := compare_scoring(step.after).difference):
            self._note(line, difference, self._so_far(number))

    def _note(self, line: int, difference: Difference, game: str) -> None:
        engine, model = difference.sides
        self.found.append(Disagreement(line=line, engine=engine, model=model, reproduced_by=game))

    def _shortest(self, number: int, difference: Difference) -> str:
        """Return the shortest game that shows the difference, if one can be made of this record."""
        if len(self.found) >= SHRUNK:
            return self._so_far(number)
        try:
            found = shortest_example(difference, self._setting)
        except IllegalEventError:
            # Judging went on behind an illegal event: no legal game comes to this table.
            return self._so_far(number)
        return text_of(found, self._setting.components)

    def _so_far(self, number: int) -> str:
        so_far = replace(self._record, statements=self._record.statements[:number])
        return in_words(so_far, self._setting.components)
