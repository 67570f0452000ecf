"""The best turn and the best plan with books: asked of the solver, confirmed by the engine."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from referee.core.canonical import CanonicalTurn
from referee.core.components import BookkeeperCard, BookkeeperTile
from referee.core.ids import BookId, ItemId, Seat
from referee.core.limits import POUNDS_AT_TRACK_END
from referee.core.rule import Violation
from referee.core.state import Setting, State
from referee.core.turns import BookStep, EndPhase, Placing, SpendPoints, Turn
from referee.engine import IllegalEventError, step
from referee.engine.bookkeeping import ChooseBookkeeper, FlipBook, MoveJar
from referee.engine.books import PlaceBooks, at_last_step, can_place, judge_points, take_points
from referee.engine.facts import facts_of
from referee.engine.work import Work
from referee.i18n.speech import say
from referee.solve.horizons import (
    BookPlan,
    JarMove,
    PlacedBook,
    PlayedTurn,
    Question,
    Stop,
    measures,
    worth,
)
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import Aim, Condition, Objective, Status, Weights
from referee_model.best.placement import PlacementPlan, best_placement, book_task
from referee_model.best.search import NoTurnDueError, best_turn, top
from referee_model.best.spoken_turns import UnorderableError, said


# Where a solver's promise and the engine part: a fault of this software, never of a position ------
class UnconfirmedPromise(Struct, frozen=True):
    """A promise that the engine did not confirm, with what it takes to see it again."""

    promised: str
    found: str
    turn: str
    table: State | None = None
    """Where it happened, if the solver came to that."""


class PromiseBrokenError(Exception):
    """An answer of a solver that the engine does not confirm."""

    def __init__(self, fault: UnconfirmedPromise) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return say(
            "answers.solver_answers.promised-found",
            promised=self.fault.promised,
            found=self.fault.found,
        )


def confirmed(
    state: State,
    turn: CanonicalTurn,
    value: int,
    wanted: Objective,
    where: tuple[Condition, ...] = (),
) -> PlayedTurn:
    """Return a promised turn as said and replayed by the engine; an error if it parts."""
    promised = say("answers.faults.legal-turn", value=value)
    try:
        spoken = said(state, turn)
    except UnorderableError as error:
        raise broken_promise(state, turn, promised, str(error)) from error
    try:
        after = step(state, spoken)
    except IllegalEventError as error:
        raise broken_promise(
            state, spoken, promised, say("answers.faults.breaks-rules", rules=error)
        ) from error
    counted = worth(after, turn.seat, wanted)
    if counted != value:
        raise broken_promise(
            state, spoken, promised, say("answers.faults.actual-worth", counted=counted)
        )
    measured = measures(after, turn.seat) if where else {}
    for condition in where:
        if not condition.holds(measured):
            reached = str(condition.sum.of(measured))
            raise broken_promise(state, spoken, str(condition), reached)
    return PlayedTurn(spoken, after, value)


def broken_promise(
    state: State, turn: Turn | CanonicalTurn, promised: str, found: str
) -> PromiseBrokenError:
    """Return the error of a promise about a turn at a table."""
    return PromiseBrokenError(UnconfirmedPromise(promised, found, str(turn), state))


class ConfirmedBest(Struct, frozen=True, kw_only=True):
    """A best turn with its proof status; the engine has replayed it."""

    question: Question
    before: State
    worth_before: int
    best: PlayedTurn
    status: Status
    bound: int | None
    """No turn is worth more; None if the time was too short to say."""
    optima: int
    """Canonical turns known to have the value of this one, itself among them."""
    counted_all: bool
    """There are no further turns of that value."""
    ties_broken: bool
    seconds: float

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.best.turn.seat

    @property
    def value(self) -> int:
        """What the turn is worth."""
        return self.best.value

    @property
    def gap(self) -> int | None:
        """How far the bound lies above the value."""
        return None if self.bound is None else self.bound - self.best.value


class BestFew(Struct, frozen=True):
    """The best turns in falling order, and whether the time sufficed."""

    turns: tuple[PlayedTurn, ...]
    in_time: bool


def ask_best(state: State, question: Question) -> ConfirmedBest:
    """Return the best turn of the player who is to move."""
    answer = best_turn(
        state,
        question.objective,
        question.action,
        where=question.where,
        limits=_limits(question),
        optima_limit=question.optima_limit,
    )
    best = confirmed(state, answer.turn, answer.value, question.objective, question.where)
    return ConfirmedBest(
        question=question,
        before=state,
        worth_before=worth(state, best.turn.seat, question.objective),
        best=best,
        status=answer.status,
        bound=answer.bound,
        optima=max(1, answer.optima),
        counted_all=answer.counted_all,
        ties_broken=answer.ties_broken,
        seconds=answer.seconds,
    )


def _limits(question: Question) -> SolverLimits:
    return SolverLimits.of(question.workers, question.time_limit, question.work, question.stop)


def ask_best_few(state: State, question: Question, number: int) -> BestFew:
    """Return the best so many turns, equals in the order in which ties are broken."""
    ranking = top(
        state,
        question.objective,
        number,
        question.action,
        where=question.where,
        limits=_limits(question),
    )
    turns = (
        confirmed(state, one.turn, one.value, question.objective, question.where)
        for one in ranking.turns
    )
    return BestFew(tuple(turns), ranking.in_time)


# A player who looks one turn ahead only, for comparison with whole rounds -------------------------
def greedy_round(
    state: State, seat: Seat, wanted: Objective, stop: Stop | None = None
) -> tuple[PlayedTurn, ...]:
    """Return the rest of a round in which every turn is the best one by itself.

    The others must not move any more. The player goes on as long as no turn is worse than ending;
    once `stop` says so, no further turn is looked for.
    """
    played: list[PlayedTurn] = []
    while state.phase == "actions" and state.to_move == seat:
        turn = said(state, best_turn(state, wanted, optima_limit=1).turn)
        if isinstance(turn, EndPhase):
            break
        state = step(state, turn)
        played.append(PlayedTurn(turn, state, worth(state, seat, wanted)))
        if stop is not None and stop():
            break
    return tuple(played)


# Book placement: a plan of the solver, replayed with the engine's own rules on books --------------
class BooksQuestion(Struct, frozen=True, kw_only=True):
    """What a player has and means to do."""

    plans: tuple[tuple[ItemId, ...], ...]
    """The cards and tiles face up in each coming round; the bookkeepers among them act."""
    points: int = 0
    acquired: tuple[BookId, ...] = ()
    """Books that were just taken and have to be placed."""
    cash: int | None = None
    """Pounds for flipping; None means what the player has."""
    aim: Aim = "furthest"
    weights: Weights = Weights()
    time_limit: float | None = None
    work: float | None = None
    """What the solver may do, as it counts its work."""
    stop: Stop | None = None


def ask_books(state: State, seat: Seat, question: BooksQuestion, called: str = "") -> BookPlan:
    """Return the best plan of a player, who is called so, for his books."""
    if question.cash is not None:
        player = replace(state.players[seat], cash=question.cash)
        state = state.with_player(seat, player)
    if not can_place(Work.on(state, seat), question.acquired):
        raise NoTurnDueError(say("answers.books.books-not-placed"))
    task = book_task(
        state,
        question.plans,
        seat=seat,
        points=question.points,
        acquired=question.acquired,
        weights=question.weights,
    )
    limits = SolverLimits.of(1, question.time_limit, question.work, question.stop)
    plan = best_placement(task, question.aim, limits)
    return _Replay(state, seat, question, plan).answer(called)


class _Replay:
    """A plan carried out step by step by the engine's stages."""

    def __init__(
        self, state: State, seat: Seat, question: BooksQuestion, plan: PlacementPlan
    ) -> None:
        self._state, self._seat, self._question, self._plan = state, seat, question, plan
        self._extra = 0

    def answer(self, called: str) -> BookPlan:
        placed, after = self._place()
        player = after.players[self._seat]
        moves: list[JarMove] = []
        planned = iter(self._plan.moves)
        for number, items in enumerate(self._question.plans, 1):
            components = after.setting.components
            known = facts_of(after.setting).items
            player = replace(
                player,
                slots=tuple(item for item in items if item in components.card),
                tiles=frozenset(item for item in items if item in components.tile),
                used=frozenset(),
            )
            for item in items:
                if isinstance(known[item], BookkeeperCard | BookkeeperTile):
                    flip_to = next(planned)
                    table = after.with_player(self._seat, player)
                    work, book = self._act(table, item, flip_to.flip, flip_to.to)
                    moves.append(
                        JarMove(
                            round=number,
                            card=item,
                            flip=flip_to.flip,
                            start=player.ink,
                            to=work.ink,
                            book=book,
                            cash=work.my_cash,
                        )
                    )
                    player = work.player_after()
        track = _value(after.setting, player.ink)
        worth = player.cash + self._extra + track
        for key, promised, counted in (
            ("jar-step", self._plan.step, player.ink),
            ("plan-worth", self._plan.worth, worth),
        ):
            if promised != counted:
                told = (say(f"answers.books.{key}", n=number) for number in (promised, counted))
                raise self._broken(*told)
        plan = self._plan
        return BookPlan(
            player=called,
            aim=self._question.aim,
            take=tuple(sorted(plan.taken)),
            place=tuple(PlacedBook(book=each.book, step=each.step) for each in placed),
            for_pounds=plan.for_pounds,
            moves=tuple(moves),
            step=plan.step,
            track=track,
            cash=player.cash,
            worth=plan.worth,
            status=plan.status,
            bound=plan.bound,
            seconds=round(plan.seconds, 4),
        )

    def _place(self) -> tuple[tuple[Placing, ...], State]:
        work = Work.on(self._state, self._seat)
        work.unplaced = work.taken = self._question.acquired
        converts = at_last_step(work)
        spend = SpendPoints(tuple(sorted(self._plan.taken)), self._plan.for_pounds)
        points = self._question.points
        self._allow(judge_points(work, spend, points, converts=converts))
        take_points(work, spend, points, converts=converts)
        stage = PlaceBooks()
        placed: list[Placing] = []
        left = sorted(self._plan.placed, key=lambda placing: (placing.step, placing.book))
        while left:
            # Where covering is for want of empty spaces only, those are filled first.
            fitting = next((p for p in left if not any(stage.judge(work, p))), left[0])
            self._allow(stage.judge(work, fitting))
            stage.take(work, fitting)
            left.remove(fitting)
            placed.append(fitting)
        self._allow(stage.close(work))
        return tuple(placed), replace(
            self._state.with_player(self._seat, work.player_after()),
            book_display=work.book_display,
            book_coins=work.book_coins,
        )

    def _act(
        self, table: State, item: ItemId, flip: BookStep | None, to: BookStep
    ) -> tuple[Work, str | None]:
        work = Work.on(table, self._seat)
        keeper, turning, moving = ChooseBookkeeper(), FlipBook(), MoveJar()
        self._allow(keeper.judge(work, item))
        keeper.take(work, item)
        self._allow(turning.judge(work, flip))
        turning.take(work, flip)
        start = work.ink
        self._allow(moving.judge(work, to))
        moving.take(work, to)
        stops = to > start and to not in work.flipped
        self._gain(work, item)
        return work, _book(work, to) if stops else None

    def _gain(self, work: Work, item: ItemId) -> None:
        """Take what is due in pounds, and count what is not money at its weight."""
        weights = self._question.weights
        known = work.item(item)
        own = known.points if isinstance(known, BookkeeperCard | BookkeeperTile) else 0
        dear = POUNDS_AT_TRACK_END if at_last_step(work) else 1
        every = work.facts.rulings.book_money_convert == "every-point"
        work.pay(-(work.due_pounds + dear * work.due_points + (dear if every else 1) * own))
        self._extra += weights.diamonds * work.due_diamonds + weights.posts * work.due_posts
        self._extra += weights.steps * sum(work.due_steps)

    def _allow(self, violations: Iterable[Violation]) -> None:
        if rules := ", ".join(violation.rule.id for violation in violations):
            raise self._broken(
                say("answers.books.legal-plan"),
                say("answers.faults.breaks-rules", rules=rules),
            )

    def _broken(self, promised: str, found: str) -> PromiseBrokenError:
        return PromiseBrokenError(UnconfirmedPromise(promised, found, str(self._plan), self._state))


def _book(work: Work, step: BookStep) -> str:
    if step == 1:
        return str(work.me.starting_tile)
    return str(work.books[step - work.facts.first_book_step][-1])


def _value(setting: Setting, at: BookStep) -> int:
    passed = at - 1 if setting.rulings.value_passed == "beyond" else at
    reached = [value for value in setting.components.book_track.values if value.at <= passed]
    return max(reached, key=lambda value: value.at).pounds if reached else 0
