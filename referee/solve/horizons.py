"""Questions beyond one turn, and their answers: the rest of a round, a plan, the last round."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from referee.core.answer import Answer
from referee.core.events import Event, Plan
from referee.core.ids import SLOTS, BookId, CardId, ItemId, Seat
from referee.core.problem import Place, Problem
from referee.core.rule import Violation
from referee.core.state import Setting, State
from referee.core.turns import Action, BookStep, Turn
from referee.engine import IllegalEventError, pads, step
from referee.engine.actions import refill_due
from referee.engine.round_end import next_seat, with_turn_of
from referee.i18n.speech import say
from referee.records.completed_turn import Missing
from referee.records.completion import complete
from referee.records.judge import setting_of, walk
from referee.records.names import Names, Scope
from referee.records.reader import read_turn
from referee.records.record import NamedPlayer, Record, Statement, UnreadableRecordError
from referee.records.writer import line_of, said_of
from referee_model.best.objective import (
    OPTIMA_LIMIT,
    SHARE_MEASURES,
    TRACK_MEASURES,
    Aim,
    Condition,
    Objective,
    ObjectiveError,
    Status,
)


def measures(state: State, seat: Seat) -> dict[str, int]:
    """Return everything that an objective can weigh, by its name."""
    rows = pads(state)
    own = rows[seat]
    player = state.players[seat]
    return {
        "net-worth": own.total,
        "margin": own.total - max(p.total for other, p in enumerate(rows) if other != seat),
        "cash": own.cash,
        "diamonds": player.diamonds,
        "ink": player.ink,
        **dict(zip(SHARE_MEASURES, own.shares, strict=True)),
        **dict(zip(TRACK_MEASURES, player.tracks, strict=True)),
    }


def worth(state: State, seat: Seat, wanted: Objective) -> int:
    """Return what a table is worth under an objective."""
    return wanted.of(measures(state, seat))


# What is to be best, and at which table; asking it needs a solver, saying it does not -------------
NO_CARDS_PLACED: tuple[CardId | None, ...] = (None,) * len(SLOTS)
NET_WORTH = Objective(((1, "net-worth"),))


class NotDueError(ValueError):
    """A question about a turn of somebody who has none at the table."""


Stop = Callable[[], bool]
"""Is asked while a solver works whether to leave it at what is known."""
LEAST_SECONDS: Final = 0.01
"""The solver is always given so much: a limit of nothing would be none."""


class Question(Struct, frozen=True, kw_only=True):
    """What is to be best, among which turns, and how long it may take."""

    objective: Objective = NET_WORTH
    action: Action | None = None
    where: tuple[Condition, ...] = ()
    """What has to hold after the turn."""
    time_limit: float | None = None
    """Seconds for the whole question; None lets the solver finish."""
    work: float | None = None
    """What the solver may do, as it counts its work: the same on every machine."""
    stop: Stop | None = None
    workers: int = 1
    optima_limit: int = OPTIMA_LIMIT

    def after(self, seconds: float) -> "Question":
        """Return the same question with the time that is left."""
        if self.time_limit is None:
            return self
        return replace(self, time_limit=max(LEAST_SECONDS, self.time_limit - seconds))


def to_move(state: State, seat: Seat | None = None) -> State:
    """Return the table at which a player is to move; without one, whoever is due."""
    if state.phase != "actions" or state.to_move is None:
        raise NotDueError(say("answers.question.nobody-to-move"))
    if refill_due(state):
        raise NotDueError(say("answers.question.books-missing"))
    if seat is None or seat == state.to_move:
        return state
    if state.players[seat].done:
        raise NotDueError(say("answers.question.phase-ended"))
    return replace(state, to_move=seat)


def alone(state: State, seat: Seat) -> State:
    """Return the table at which only one player moves in the rest of the round.

    The others keep their face-up cards, which count for majorities; books that are taken leave
    their spaces empty.
    """
    if state.phase != "actions":
        raise NotDueError(say("answers.question.nobody-to-move"))
    if state.players[seat].done:
        raise NotDueError(say("answers.question.phase-ended"))
    players = tuple(
        replace(player, done=other != seat) for other, player in enumerate(state.players)
    )
    nothing: frozenset[BookId] = frozenset()
    supply = (nothing,) * len(state.unseen_books)
    return with_turn_of(replace(state, players=players, unseen_books=supply), seat)


def turned_up(
    state: State, seat: Seat, others: Mapping[Seat, Plan], slots: tuple[CardId | None, ...]
) -> State:
    """Return the table with all plans turned up, at which only one player moves."""
    state = replace(state, plans=(None,) * len(state.plans))
    for plan in (*others.values(), Plan(seat=seat, slots=slots)):
        state = step(state, plan)
    return alone(state, seat)


Horizon = Literal["turn", "round", "plan", "game"]
"""How far one looks: a turn, the rest of the round, a plan and its round, the last round."""


WORKERS = 8
"""Threads of the solver: on two cores, too, eight that go about it differently beat one by far."""


class HorizonQuestion(Struct, frozen=True, kw_only=True):
    """What is to be best in the end, and how long it may take."""

    objective: Objective = NET_WORTH
    time_limit: float | None = None
    """Seconds until the best so far and a true bound must do; None lets the solver finish."""
    work: float | None = None
    """What the solver may do until then, as it counts its work."""
    stop: Stop | None = None
    workers: int = WORKERS

    def __post_init__(self) -> None:
        if any(weight < 0 for weight, _ in self.objective.terms):
            raise ObjectiveError(say("answers.horizons.negative-weight", objective=self.objective))


class PlayedTurn(Struct, frozen=True):
    """A turn of an answer, the table after it, and what that table is worth."""

    turn: Turn
    after: State
    value: int


class BestRound(Struct, frozen=True, kw_only=True):
    """A best way of playing on; the engine has replayed every turn of it."""

    question: HorizonQuestion
    horizon: Horizon
    seat: Seat
    before: State
    """The table that the turns begin at, the plan of a plan turned up."""
    plan: Plan | None = None
    worth_before: int
    turns: tuple[PlayedTurn, ...]
    """In order, but for the one that ends the phase."""
    value: int
    status: Status
    bound: int | None
    """No way of playing on is worth more; None if the time was too short to say."""
    seconds: float
    assumptions: tuple[str, ...]

    @property
    def gap(self) -> int | None:
        """How far the bound lies above the value."""
        return None if self.bound is None else self.bound - self.value


# A best plan with books: what to take, where to put it, when to flip ------------------------------
class PlacedBook(Answer, frozen=True, kw_only=True):
    """A book and the step that it is put on."""

    book: BookId
    step: BookStep


class JarMove(Answer, frozen=True, kw_only=True):
    """One later bookkeeper action."""

    round: int
    """The number of the plan it belongs to, counted from 1."""
    card: ItemId
    flip: BookStep | None
    start: BookStep = field(name="from")
    to: BookStep
    book: str | None
    """The book whose reward is used."""
    cash: int
    """Pounds after it."""


class BookPlan(Answer, frozen=True, kw_only=True):
    """A best plan for the books of a player, which the engine has replayed."""

    player: str
    aim: Aim
    take: tuple[BookId, ...]
    place: tuple[PlacedBook, ...]
    """In an order in which the books can be placed."""
    for_pounds: int
    """Points turned into pounds."""
    moves: tuple[JarMove, ...]
    step: BookStep
    """Where the jar ends."""
    track: int
    """What that step is worth."""
    cash: int
    """Pounds in the end."""
    worth: int
    """Pounds that the plan is worth in all."""
    status: Status
    bound: int | None
    """No plan reaches more of what it is to be best in."""
    seconds: float


ALONE = "the others take no more turns in this round; their face-up cards count for majorities"
NO_BOOKS = "a book space counts as empty once its book is taken"
NO_CARDS = "cards that are acquired are not replaced in this round"
SLOTS_BY_NAME = (
    "the value does not depend on the slots: the cards stand in them by name, from left to right"
)


# The others as a record has them: their plans of a round, and their turns between one's own -------
Queues = Mapping[Seat, tuple[Turn, ...]]
"""The turns that each player still takes in a round, in order."""


def events_from(record: Record, state: State) -> list[Event]:
    """Return what a record has from a table on to the end of its round, as far as it is legal."""
    found: list[Event] = []
    begun = False
    # The rulings of the table may have been chosen in the middle of the game.
    setting = setting_of(record.header, state.setting.components)
    for judged in () if isinstance(setting, Missing) else walk(record, setting):
        begun = begun or judged.before == state
        if not begun:
            continue
        if judged.before.round > state.round or judged.missing is not None:
            break
        if judged.counts and judged.event is not None and not judged.illegal:
            found.append(judged.event)
    return found


def recorded_plans(events: list[Event]) -> dict[Seat, Plan]:
    """Return the plans among events."""
    return {event.seat: event for event in events if isinstance(event, Plan)}


def recorded_turns(events: list[Event], players: int) -> dict[Seat, tuple[Turn, ...]]:
    """Return the turns among events by player."""
    turns = [event for event in events if isinstance(event, Turn)]
    return {
        Seat(seat): tuple(turn for turn in turns if turn.seat == seat) for seat in range(players)
    }


class RecordedOpponents:
    """The others at the table, each with the turns that he took according to the record.

    A turn that is not legal any more is left out, and nobody takes another in its place.
    """

    def __init__(self, seat: Seat, queues: Queues) -> None:
        self._seat, self._queues = seat, queues

    def start(self, state: State) -> tuple[State, tuple[int, ...]]:
        """Return the table at which the player is due, and how many turns the others took."""
        nothing: frozenset[BookId] = frozenset()
        state = replace(state, unseen_books=(nothing,) * len(state.unseen_books))
        return self.until_due(state, (0,) * len(state.players))

    def until_due(self, state: State, taken: tuple[int, ...]) -> tuple[State, tuple[int, ...]]:
        """Let the others move until the player is due, or the round is over."""
        waiting = {seat: deque(turns[taken[seat] :]) for seat, turns in self._queues.items()}
        counts = list(taken)
        while state.phase == "actions" and state.to_move not in (None, self._seat):
            seat = state.to_move or Seat(0)
            state = self._moved(state, seat, waiting[seat], counts)
        return state, tuple(counts)

    def _moved(self, state: State, seat: Seat, waiting: deque[Turn], counts: list[int]) -> State:
        if waiting:
            counts[seat] += 1
            try:
                return step(state, waiting.popleft())
            except IllegalEventError:
                pass
        else:
            # His record is over: he takes part no more.
            player = replace(state.players[seat], done=True)
            state = state.with_player(seat, player)
        following = next_seat(state.players, seat)
        if following is None:
            return replace(state, phase="preparation", to_move=None)
        return with_turn_of(state, following)


# Turns in the notation of records: said for people, and read from what people say -----------------
class TriedTurn(Struct, frozen=True):
    """A turn that somebody said: played, broken or left open."""

    turn: Turn | None = None
    after: State | None = None
    """The table after it, if it is legal."""
    violations: tuple[Violation, ...] = ()
    missing: Missing | None = None


def turn_text(turn: Turn, setting: Setting, colours: tuple[str, ...]) -> str:
    """Return a turn as a record says it."""
    return line_of(Statement(said=said_of(turn, setting.rulings, setting.components)), colours)


def seat_named(word: str, colours: tuple[str, ...]) -> Seat:
    """Return the seat of the player whose colour a word is or begins; a `WordError` if none."""
    players = Scope("player", {colour: colour for colour in colours})
    return Seat(colours.index(players.find(word)))


def attempt(text: str, state: State, colours: tuple[str, ...]) -> TriedTurn:
    """Return what comes of a turn in notation; an `UnreadableRecordError` if it is none.

    The player who is to move need not be named.
    """
    found = complete(state, _read(text, state, colours))
    if isinstance(found, Missing):
        return TriedTurn(missing=found)
    turn = found.turn
    if found.after is not None or found.violations:
        return TriedTurn(turn, found.after, found.violations)
    try:
        return TriedTurn(turn, step(state, turn))
    except IllegalEventError as error:
        return TriedTurn(turn, violations=error.violations)


def _read(text: str, state: State, colours: tuple[str, ...]) -> Turn:
    """Return the turn that a line says, with or without its player."""
    line = " ".join(text.split())
    mover = colours[state.to_move or 0]
    first, _, _ = line.partition(" ")
    names = Names(state.setting.components, tuple(map(NamedPlayer, colours)))
    prefixes = ("", f"{mover} ") if names.players.has(first) else (f"{mover} ", "")
    errors = []
    for prefix in prefixes:
        try:
            turn = read_turn(f"{prefix}{line}", names, state)
        except UnreadableRecordError as error:
            errors.append(
                UnreadableRecordError(_moved(each, line, len(prefix)) for each in error.problems)
            )
            continue
        if turn is not None:
            return turn
        errors.append(
            UnreadableRecordError([Problem(say("answers.notation.turn-expected"), line=line)])
        )
    raise errors[0]


def _moved(problem: Problem, line: str, prefix: int) -> Problem:
    """Return a problem at its place in the line as it was typed."""
    return replace(problem, at=Place(1, max(1, problem.at.column - prefix)), line=line)
