"""The smallest game that still shows a difference: parts are left out as long as it does."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from itertools import islice
from random import Random
from typing import Any, Final, Self, TypeVar, get_args

import msgspec
from msgspec import Struct, structs

from referee.conformance import protocol
from referee.conformance.difference import Difference, FinalQuestion
from referee.conformance.games import few_turns
from referee.conformance.partner import (
    Engine,
    OutOfTimeError,
    Pair,
    UnableError,
    answer_kind,
    setting_of,
)
from referee.conformance.program import MisbehaviourError
from referee.conformance.slips import wrong_by_little
from referee.core.component_set import ComponentSet
from referee.core.events import (
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    TakeBack,
)
from referee.core.ids import SLOTS, BookId, CardId, Seat
from referee.core.limits import PLAYER_COUNTS
from referee.core.public import deviations
from referee.core.rulings import DEFAULT_RULINGS
from referee.core.state import PHASES, SETUP_PHASES, Phase, Setting, State
from referee.core.turns import EndPhase
from referee.engine import IllegalEventError, check_setting, initial, step
from referee.engine.actions import has_turn, refill_due
from referee.engine.dealer import prepare, refill
from referee.engine.planning import available_slots
from referee.engine.random_turns import ACTIONS, sample_turn
from referee.engine.referee import UnreadableEventError

Size = tuple[int, int, int, int, int]


class DueMoment(Struct, frozen=True):
    """When in a game something comes: the round, what is due in it, and who."""

    round: int
    phase: Phase
    to_move: Seat | None
    refill: bool
    anybody: bool = False
    """It does not matter who is to move."""

    @classmethod
    def of(cls, table: State, *, anybody: bool = False) -> Self:
        """Return the moment at which a table is."""
        late = table.phase in {"actions", "preparation", "over"}
        to_move = None if anybody else table.to_move
        return cls(table.round, table.phase, to_move, late and refill_due(table), anybody)

    def is_at(self, table: State) -> bool:
        """Return whether it has come."""
        return DueMoment.of(table, anybody=self.anybody) == self

    def is_past(self, table: State) -> bool:
        """Return whether it cannot come any more."""
        now = (table.round, PHASES.index(table.phase))
        then = (self.round, PHASES.index(self.phase))
        if now != then:
            return now > then
        if self.anybody or self.to_move == table.to_move:
            # Only a turn makes books due; filling in another event does not.
            return self.refill and not DueMoment.of(table).refill
        due = self.to_move
        return self.phase == "actions" and (due is None or table.players[due].done)


class TimedEvent(Struct, frozen=True):
    """An event and the moment at which it came."""

    event: Event
    at: DueMoment


@dataclass(frozen=True)
class ComparedScene:
    """The events of a game, and what is asked at the table after them."""

    setting: Setting
    events: tuple[TimedEvent, ...]
    at: DueMoment
    """When it is asked, or the last event comes if there is one."""
    asked: FinalQuestion | None = None
    """None where a program fails at the events alone."""
    last: Event | None = None
    """The event after which the table is asked for; it belongs to the question."""

    def keeping(self, events: Iterable[TimedEvent]) -> "ComparedScene":
        """Return the same question after other events."""
        return replace_fields(self, events=tuple(events))

    @property
    def game(self) -> tuple[Event, ...]:
        """All events up to the question."""
        last = () if self.last is None else (self.last,)
        return (*(happened.event for happened in self.events), *last)

    @property
    def size(self) -> Size:
        """How large it is: rounds, players, events, rulings that it names, letters of it all."""
        events = self.game
        rounds = sum(isinstance(event, PrepareRound) for event in events)
        letters = len(msgspec.json.encode((events, self.asked)))
        rulings = len(deviations(self.setting.rulings))
        return rounds, self.setting.players, len(events), rulings, letters


def scene(
    setting: Setting, events: Iterable[Event], asked: FinalQuestion | None = None
) -> ComparedScene:
    """Return the scene of a question after legal events."""
    every = list(events)
    last = every.pop() if isinstance(asked, protocol.AskTable) and every else None
    table = initial(setting)
    happened = []
    for event in every:
        happened.append(TimedEvent(event, DueMoment.of(table)))
        table = step(table, event)
    at = DueMoment.of(table, anybody=isinstance(asked, protocol.AskScore | None))
    return ComparedScene(setting, tuple(happened), at, asked, last)


def scene_of(difference: Difference, components: ComponentSet) -> ComparedScene:
    """Return the scene of a difference in a game with these components."""
    asked = difference.asked if isinstance(difference.asked, FinalQuestion) else None
    return scene(setting_of(difference.game, components), difference.game.events, asked)


class LegalReplay(Struct):
    """A legal game, as far as it has come."""

    table: State
    cards: list[CardId]
    books: list[BookId]
    """The order in which chance gave them out; it does so again."""
    goal: DueMoment
    """When the question is asked: whoever is due then must still be in the round."""
    happened: list[TimedEvent] = []

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far."""
        return tuple(happened.event for happened in self.happened)

    def take(self, event: Event) -> bool:
        """Let an event happen if it is legal, and return whether it was."""
        at = DueMoment.of(self.table)
        try:
            self.table = step(self.table, event)
        except (IllegalEventError, UnreadableEventError):
            return False
        self.happened.append(TimedEvent(event, at))
        return True


def replayed(of: ComparedScene) -> LegalReplay | None:
    """Return a legal game up to the moment of the question, or None if none comes of this.

    Events that are not legal any more are left out; so is what would come too late. What is due
    and missing is filled with the least.
    """
    if any(check_setting(of.setting)):
        return None
    cards: list[CardId] = []
    books: list[BookId] = []
    for happened in of.events:
        match happened.event:
            case DealCards() | PrepareRound():
                cards += happened.event.cards
            case DealBooks() | RefillBooks():
                books += (drawn.book for drawn in happened.event.books)
            case _:
                pass
    replay = LegalReplay(initial(of.setting), cards, books, of.at)
    for happened in of.events:
        # Books are refilled when a turn took some, and at no other moment.
        event = happened.event
        if not isinstance(event, RefillBooks) and not _reach(replay, happened.at):
            continue
        if not replay.take(event) and isinstance(event, Plan):
            hand = replay.table.players[event.seat].hand
            open_slots = available_slots(replay.table, event.seat)
            planned = zip(SLOTS, event.slots, strict=True)
            fitting = tuple(c if slot in open_slots and c in hand else None for slot, c in planned)
            replay.take(structs.replace(event, slots=fitting))
    return replay if _reach(replay, of.at) else None


def settled(of: ComparedScene) -> tuple[ComparedScene, State] | None:
    """Return a scene as it can be played, and the table of its question; None if it cannot."""
    replay = replayed(of)
    if replay is None:
        return None
    played = of.keeping(replay.happened)
    if of.last is not None and not replay.take(of.last):
        return None
    return played, replay.table


def _reach(replay: LegalReplay, moment: DueMoment) -> bool:
    """Fill in what is due until `moment` comes; False if it cannot come any more."""
    while not moment.is_at(replay.table):
        if moment.is_past(replay.table):
            return False
        filler = next(_due(replay), None)
        if filler is None or not replay.take(filler):
            return False
    return True


def _due(replay: LegalReplay) -> Iterator[Event]:
    """Yield the smallest event that is due now, if one can be made up."""
    table = replay.table
    if DueMoment.of(table).refill:
        yield refill(table, replay.books)
        return
    match table.phase:
        case "planning":
            yield Plan(seat=Seat(table.plans.index(None)), slots=(None,) * len(SLOTS))
        case "actions" if table.to_move is not None:
            goal, now = replay.goal, ("actions", table.round, table.to_move)
            if (goal.phase, goal.round, goal.to_move) == now:
                # The question is about his turn: he must not drop out.
                return
            resting = table.players[table.to_move].resting
            decks = (slot for slot, deck in zip(SLOTS, resting, strict=True) if deck)
            yield EndPhase(seat=table.to_move, deck=next(decks, None))
        case "preparation":
            yield prepare(table, replay.cards)
        case _:
            return


# Ways to make a scene smaller, the largest cuts first ---------------------------------------------
T = TypeVar("T")

SceneCut = Callable[[ComparedScene], Iterator[ComparedScene]]
"""Yields scenes with something left out; whether they still show the same is to be tried."""


def _without_chunks(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield the items without runs of them: all, halves, quarters, ..., the last ones first."""
    length = len(items)
    while length:
        for end in range(len(items), 0, -length):
            yield (*items[: max(0, end - length)], *items[end:])
        length //= 2


def _without_rounds(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out whole rounds; the later ones come earlier."""
    every = range(1, of.at.round)
    for kept in _without_chunks(every):
        gone = [number for number in every if number not in kept]
        earlier = of.keeping(
            structs.replace(happened, at=_earlier(happened.at, gone))
            for happened in of.events
            if happened.at.round not in gone or happened.at.phase in SETUP_PHASES
        )
        yield replace_fields(earlier, at=_earlier(of.at, gone))


def _earlier(at: DueMoment, gone: Sequence[int]) -> DueMoment:
    return structs.replace(at, round=at.round - sum(at.round > number for number in gone))


def _without_players(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out a player of whom nothing is asked; the others move up."""
    if of.setting.players - 1 in PLAYER_COUNTS:
        asked_of = {of.at.to_move, _seat(of.last)}
        if isinstance(of.asked, protocol.Apply | protocol.AskVerdict):
            asked_of.add(_seat(of.asked.event))
        for seat in map(Seat, range(of.setting.players)):
            if seat not in asked_of:
                yield _Moved(of, seat).scene()


class _Moved:
    """How things are called when a player is gone."""

    def __init__(self, of: ComparedScene, gone: Seat) -> None:
        self._of, self._gone = of, gone
        # Starting cards belong to seats: whoever moves up takes those of his new seat.
        of_seat = {(c.seat - 1): c.id for c in of.setting.components.cards if c.seat is not None}
        later = (seat for seat in of_seat if seat > gone and seat - 1 in of_seat)
        moved = {seat: of_seat[seat] for seat in later}
        self._names: dict[str, str] = {card: of_seat[seat - 1] for seat, card in moved.items()}

    def scene(self) -> ComparedScene:
        of = self._of
        left = [h for h in of.events if self._gone not in {_seat(h.event), h.at.to_move}]
        asked = of.asked
        if isinstance(asked, protocol.Apply | protocol.AskVerdict):
            asked = structs.replace(asked, event=self._event(asked.event))
        # The first game deals tiles by seat; in any other setup they may be anybody's.
        fewer = replace_fields(of.setting, players=of.setting.players - 1, first_game_tiles=False)
        return ComparedScene(
            fewer,
            tuple(TimedEvent(self._event(h.event), self._moment(h.at)) for h in left),
            self._moment(of.at),
            asked,
            None if of.last is None else self._event(of.last),
        )

    def _moment(self, at: DueMoment) -> DueMoment:
        return structs.replace(at, to_move=None if at.to_move is None else self._seat(at.to_move))

    def _seat(self, seat: Seat) -> Seat:
        return Seat(seat - (seat > self._gone))

    def _event(self, event: Event) -> Event:
        return msgspec.convert(self._renamed(msgspec.to_builtins(event)), type(event))

    def _renamed(self, value: Any) -> Any:  # noqa: ANN401
        match value:
            case dict():
                return {
                    key: self._seat(inner) if key == "seat" else self._renamed(inner)
                    for key, inner in value.items()
                }
            case list() | tuple():
                return [self._renamed(inner) for inner in value]
            case str():
                return self._names.get(value, value)
            case _:
                return value


def _without_turns_of_a_round(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out what one player does in one round."""
    for number in range(of.at.round, 0, -1):
        for seat in range(of.setting.players):
            yield of.keeping(
                happened
                for happened in of.events
                if (happened.at.round, _seat(happened.event)) != (number, seat)
                or happened.at.phase in SETUP_PHASES
            )


def _without_events(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out runs of events after the setup."""
    setup = sum(happened.at.phase in SETUP_PHASES for happened in of.events)
    later = of.events[setup:]
    due = sum(not _is_least(happened.event) for happened in later)
    for kept in _without_chunks(later):
        if sum(not _is_least(happened.event) for happened in kept) < due:
            yield of.keeping((*of.events[:setup], *kept))


def _is_least(event: Event) -> bool:
    """Return whether an event would be filled in again if it were left out."""
    match event:
        case EndPhase() | PrepareRound() | RefillBooks():
            return True
        case Plan():
            return not any(event.slots)
        case _:
            return False


def _without_cards(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out runs of cards that were planned."""
    planned = [
        (place, slot)
        for place, happened in enumerate(of.events)
        if isinstance(happened.event, Plan)
        for slot, card in enumerate(happened.event.slots)
        if card is not None
    ]
    for kept in map(set, _without_chunks(planned)):
        events = []
        for place, happened in enumerate(of.events):
            event = happened.event
            if isinstance(event, Plan):
                cards = enumerate(event.slots)
                slots = tuple(card if (place, slot) in kept else None for slot, card in cards)
                event = structs.replace(event, slots=slots)
            events.append(structs.replace(happened, event=event))
        yield of.keeping(events)


def _with_default_rulings(of: ComparedScene) -> Iterator[ComparedScene]:
    for name, answer in structs.asdict(DEFAULT_RULINGS).items():
        if getattr(of.setting.rulings, name) != answer:
            rulings = structs.replace(of.setting.rulings, **{name: answer})
            yield replace_fields(of, setting=replace_fields(of.setting, rulings=rulings))


def _with_simpler_question(of: ComparedScene) -> Iterator[ComparedScene]:
    if isinstance(of.asked, protocol.Apply | protocol.AskVerdict):
        for event in _simpler(of.asked.event):
            yield replace_fields(of, asked=structs.replace(of.asked, event=event))
    if of.last is not None:
        for event in _simpler(of.last):
            yield replace_fields(of, last=event)


def _with_simpler_events(of: ComparedScene) -> Iterator[ComparedScene]:
    for place, happened in enumerate(of.events):
        if happened.at.phase not in SETUP_PHASES and not isinstance(happened.event, Plan):
            for event in _simpler(happened.event):
                simpler = TimedEvent(event, happened.at)
                yield of.keeping((*of.events[:place], simpler, *of.events[place + 1 :]))


def _simpler(said: Any) -> Iterator[Any]:  # noqa: ANN401
    """Yield what was said with one part left out, or with one part of a part left out."""
    for field in structs.fields(said):
        value = getattr(said, field.name)
        may_be_none = type(None) in get_args(field.type)
        if isinstance(said, Plan) and isinstance(value, tuple):
            # A plan has a place for every slot.
            for place in (place for place, card in enumerate(value) if card is not None):
                yield structs.replace(said, slots=(*value[:place], None, *value[place + 1 :]))
            continue
        for other in _simpler_value(value, may_be_none=may_be_none):
            yield structs.replace(said, **{field.name: other})


def _simpler_value(value: Any, *, may_be_none: bool) -> Iterator[Any]:  # noqa: ANN401
    if may_be_none and value is not None:
        yield None
    if isinstance(value, Struct):
        yield from _simpler(value)
    if isinstance(value, tuple):
        yield from _without_chunks(value)
        for place, item in enumerate(value):
            for other in _simpler_value(item, may_be_none=False):
                yield (*value[:place], other, *value[place + 1 :])


def _seat(event: Event | None) -> Seat | None:
    return getattr(event.turn if isinstance(event, TakeBack) else event, "seat", None)


CUTS: Final[tuple[SceneCut, ...]] = (
    _without_rounds,
    _without_players,
    _without_turns_of_a_round,
    _without_events,
    _without_cards,
    _with_default_rulings,
    _with_simpler_question,
    _with_simpler_events,
)


TRIES: Final = 400
"""So often a partner is asked; by then nothing much is left to leave out."""

REPLAYS: Final = 1500
"""So many games are played again with something left out, whether he is asked or not."""

PATIENCE: Final = 25
"""So often a program that hangs is asked."""

SHORT: Final = 3
"""Rounds that a game may have to be easy to follow."""

GAMES: Final = 60
"""So many short games are looked at for one difference."""

Games = Iterable[tuple[Setting, Iterable[Event]]]


class Shrunk(Struct, frozen=True):
    """The smallest game found, how often the partner was asked, and whether he did it again."""

    difference: Difference
    tries: int
    repeated: bool


def tried(pair: Pair, of: ComparedScene) -> Difference | None:
    """Return the first difference that a game and the question at its end show; None if none.

    Where the tables part earlier, what the question shows comes of something else.
    """
    try:
        before = tuple(happened.event for happened in of.events)
        if found := pair.lead(of.setting, before):
            return found
        if before and of.asked is not None and not pair.tables_agree():
            return None
        if of.last is not None:
            pair.engine.notes.clear()
            if found := pair.apply(of.last):
                return found
        return None if of.asked is None else pair.ask(of.asked)
    except MisbehaviourError as error:
        return pair.failure(error)


def expected_answer(table: State, asked: FinalQuestion) -> protocol.Reply | None:
    """Return what the engine answers; None if the question makes no sense at this table."""
    if isinstance(asked, protocol.Apply):
        asked = protocol.AskVerdict(id=0, event=asked.event)
    engine = Engine()
    engine.lay(table)
    try:
        return engine.ask(asked, answer_kind(asked))
    except (UnreadableEventError, UnableError):
        return None


def shortest(
    pair: Pair,
    difference: Difference,
    components: ComponentSet,
    short_games: Games,
    tries: int = TRIES,
    rounds: int = SHORT,
) -> Shrunk:
    """Return a difference shrunk, and if more `rounds` are left the same in a short game."""
    if difference.kind == "hang":
        # Every game that shows it costs the whole time for an answer.
        tries = min(tries, PATIENCE)
    found = shrink(pair, difference, components, tries)
    if found.difference.round <= rounds or not found.repeated or not tries:
        return found
    with suppress(OutOfTimeError):
        example = _soonest(pair, found.difference, short_games)
        if example is not None:
            again = shrink(pair, *example, tries)
            if again.repeated and again.difference.size < found.difference.size:
                return again
    return found


def shrink(
    pair: Pair, difference: Difference, components: ComponentSet, tries: int = TRIES
) -> Shrunk:
    """Return a difference of the same sort in the smallest game that could be found."""
    start = scene_of(difference, components)
    first = tried(pair, start)
    if first is None or not first.is_like(difference):
        return Shrunk(difference, 1, repeated=False)
    return _ShrinkSearch(pair, first, components, tries).run()


class _ShrinkSearch:
    """The smallest scene so far, and what was tried."""

    def __init__(self, pair: Pair, first: Difference, components: ComponentSet, most: int) -> None:
        self._pair, self._components, self._most = pair, components, most
        self._wanted = self._found = first
        self._best = scene_of(first, components)
        self._tries = 1
        self._replays = 0
        self._known: set[bytes] = set()
        asked, played = self._best.asked, settled(self._best)
        self._verdict: protocol.Reply | None = None
        """The engine's verdict, if the question is about one: it has to stay the same."""
        if played is not None and isinstance(asked, protocol.Apply | protocol.AskVerdict):
            self._verdict = expected_answer(played[1], asked)

    def run(self) -> Shrunk:
        # When the time is up, what was found by then is small enough.
        with suppress(OutOfTimeError):
            before = None
            while self._best != before:
                before = self._best
                for cut in CUTS:
                    self._make(cut)
        return Shrunk(self._found, self._tries, repeated=True)

    def _make(self, cut: SceneCut) -> None:
        """Make one kind of cut wherever it can be made."""
        place = 0
        while (smaller := next(islice(cut(self._best), place, None), None)) is not None:
            if self._tries >= self._most or self._replays >= REPLAYS:
                return
            if not self._takes(smaller):
                place += 1

    def _takes(self, smaller: ComparedScene) -> bool:
        """Go on from a smaller scene, if it shows the same."""
        self._replays += 1
        played = settled(smaller)
        if played is None or not self._is_worth_asking(*played):
            return False
        self._tries += 1
        found = tried(self._pair, played[0])
        if found is None or not found.is_like(self._wanted):
            return False
        self._found = found
        setting = played[0].setting
        asked = found.asked if isinstance(found.asked, FinalQuestion) else None
        self._best = scene(setting, found.game.events, asked)
        return True

    def _is_worth_asking(self, of: ComparedScene, table: State) -> bool:
        """Return whether a scene is small and new, and could show it by what the engine says."""
        if of.size >= self._best.size:
            return False
        key = msgspec.json.encode((of.setting.players, of.setting.rulings, of.game, of.asked))
        if key in self._known:
            return False
        self._known.add(key)
        if of.asked is None:
            return True
        expected = expected_answer(table, of.asked)
        if expected is None or not isinstance(expected, protocol.VerdictReply):
            return expected is not None
        return expected == self._verdict


def _soonest(
    pair: Pair, wanted: Difference, games: Games
) -> tuple[Difference, ComponentSet] | None:
    """Return a difference like a long one from the game that shows it soonest, and its set."""
    best: tuple[Difference, ComponentSet] | None = None
    for setting, events in islice(games, GAMES):
        soon = events if best is None else islice(events, len(best[0].game.events))
        found = _in_game(pair, wanted, setting, soon)
        if found is not None:
            best = found, setting.components
            if wanted.kind == "hang":
                break
    return best


def _in_game(
    pair: Pair, wanted: Difference, setting: Setting, events: Iterable[Event]
) -> Difference | None:
    """Return the first difference like another in a game, where the same is asked everywhere."""
    try:
        pair.begin(setting)
        rng = Random(wanted.id)
        for event in events:
            found = _asked_like(pair, event, wanted, rng) or _gone_on(pair, event, wanted)
            if found is not None:
                return found if found.is_like(wanted) else None
            if not pair.tables_agree():
                return None
    except MisbehaviourError as error:
        found = pair.failure(error)
        return found if found.is_like(wanted) else None
    return None


def _asked_like(pair: Pair, event: Event, wanted: Difference, rng: Random) -> Difference | None:
    """Ask at a table what was asked in a difference; another difference is passed over."""
    for question in _questions_like(pair, event, wanted, rng):
        found = pair.ask(question)
        if found is not None and found.is_like(wanted):
            return found
        if found is not None and isinstance(question, protocol.Apply):
            # It applied what is illegal, so its table is worth nothing now.
            pair.partner.begin(pair.table.setting, pair.happened)
    return None


def _gone_on(pair: Pair, event: Event, wanted: Difference) -> Difference | None:
    """Let an event happen; if it is one that the difference might be about, both are asked."""
    pair.engine.notes.clear()
    if str(event.__struct_config__.tag) != wanted.about[0]:
        return pair.pass_over(event)
    found = pair.apply(event)
    if found is None and isinstance(wanted.asked, protocol.AskTable):
        return pair.ask(wanted.asked)
    return found


def _questions_like(
    pair: Pair, event: Event, wanted: Difference, rng: Random
) -> Iterator[FinalQuestion]:
    """Yield questions before an event that the engine answers as the one of a difference."""
    table, asked = pair.table, wanted.asked
    match asked:
        case protocol.AskLegal():
            named = {words.partition(" ")[0] for words in wanted.about}
            few = tuple(few_turns(table, [a for a in ACTIONS if a in named]))
            if few:
                yield structs.replace(asked, actions=few)
        case protocol.AskScore():
            if pair.partner.can("score"):
                yield asked
        case protocol.Apply() | protocol.AskVerdict():
            for other in _events_like(table, event, wanted, rng):
                verdict = expected_answer(table, protocol.AskVerdict(id=0, event=other))
                if isinstance(verdict, protocol.VerdictReply) and _rules_as(verdict, wanted):
                    if pair.partner.can("check"):
                        yield protocol.AskVerdict(id=0, event=other)
                    elif not verdict.legal:
                        yield protocol.Apply(id=0, event=other)
        case _:
            return


def _rules_as(verdict: protocol.VerdictReply, wanted: Difference) -> bool:
    """Return whether the engine rules as in a difference; of a failure only that is known."""
    if not isinstance(wanted.expected, dict):
        return True
    return [verdict.legal, [*verdict.rules]] == [*map(wanted.expected.get, ("legal", "rules"))]


def _events_like(table: State, event: Event, wanted: Difference, rng: Random) -> Iterator[Event]:
    """Yield events of the kind that a difference is about, some legal, most of them not."""
    kind = wanted.about[0]
    yield from wrong_by_little(table, event, kind, rng)
    for action in ACTIONS:
        if action == kind and has_turn(table):
            drawn = sample_turn(table, rng, (action,))
            yield from () if drawn is None else (drawn,)
