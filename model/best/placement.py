"""Optimal book placement: what to take now, where to put it, and when to flip what lies there.

The problem. A player has points to spend now, may hold books that he has just acquired, and
means to take some bookkeeper actions later, each with known face-up cards. He decides

1. now: which books on offer to take (points that buy none become pounds, coins come with their
   books), and the step for every book taken or acquired, under all rules on placing;
2. in each later action, in order: which book to flip, if any, for cash at hand, and how far the
   jar moves over books that the cards of that action meet; the book it stops on gives its reward.

Points gained later, of rewards and of the bookkeepers, are turned into pounds at once: 1 each, 2
each with the jar on the last step. Further books, steps on tracks and all other turns between
are left out of account.

The worth of a plan is the cash in the end, the value of the jar's last step, and a fixed number
of pounds for each diamond step, post removed and step on a track. `furthest` asks for the last
step first and for worth among equals, `value` the other way round.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ortools.sat.python import cp_model

from model.best.areas import BookkeeperArea, areas
from model.best.book_steps import place_books
from model.best.draft import Draft, LeanModel, Lit, ModelNumber, ValueReader, weighted
from model.best.faces import StepFace, faces
from model.best.jar import JarWay
from model.best.limits import NothingFoundError, SolverFaultError, SolverLimits
from model.best.questions import Aim, Status, Weights
from model.best.table import MoverTable
from referee.game.components import Book
from referee.game.ids import BookId, ItemId, Seat
from referee.game.limits import BOOK_PRICES, POUND_PRICE, POUNDS_AT_TRACK_END
from referee.game.messages.speech import say
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import BookStep, Placing

SECOND = 100_000
"""Outweighs any difference in what only breaks ties."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookTask:
    """A book placement problem."""

    setting: Setting
    track: Mapping[BookStep, StepFace]
    """The visible books; steps without one are left out."""
    letters: Mapping[BookStep, str]
    """The letter of the visible book on every step that can take one, "" for none."""
    ink: BookStep
    cash: int
    areas: tuple[BookkeeperArea, ...]
    """The later bookkeeper actions, in order."""
    points: int = 0
    offer: Mapping[BookId, int] = field(default_factory=dict)
    """Books that can be taken now, with the coins beside them."""
    acquired: tuple[BookId, ...] = ()
    weights: Weights = field(default_factory=Weights)


@dataclass(frozen=True, slots=True)
class PlannedJarMove:
    """A later bookkeeper action: the step of a flipped book, and where the jar stands after it."""

    flip: BookStep | None
    to: BookStep


@dataclass(frozen=True, slots=True)
class PlacementPlan:
    """A best plan with its proof status."""

    taken: frozenset[BookId]
    placed: frozenset[Placing]
    for_pounds: int
    moves: tuple[PlannedJarMove, ...]
    step: BookStep
    worth: int
    status: Status
    bound: int | None
    """No plan has a higher step (or worth, as asked for)."""
    seconds: float


def book_task(
    state: State,
    plans: Sequence[Sequence[ItemId]],
    *,
    seat: Seat | None = None,
    points: int = 0,
    acquired: tuple[BookId, ...] = (),
    weights: Weights | None = None,
) -> BookTask:
    """Return the task of a player at a table: `plans` are the cards face up in coming rounds."""
    owner = seat if seat is not None else state.to_move
    if owner is None:
        raise ValueError(say("answers.placement.nobody-is-to-move-a"))
    table = MoverTable(state, owner)
    return BookTask(
        setting=state.setting,
        track=faces(table),
        letters=table.visible,
        ink=table.me.ink,
        cash=table.me.cash,
        areas=tuple(area for plan in plans for area in areas(table, plan)),
        points=points,
        offer={
            book: coins
            for book, coins in zip(state.book_display, state.book_coins, strict=True)
            if book is not None and book not in acquired
        },
        acquired=acquired,
        weights=weights or Weights(),
    )


def best_placement(
    task: BookTask,
    aim: Aim = "furthest",
    limits: SolverLimits | None = None,
) -> PlacementPlan:
    """Return a best plan; of equal ones the first in the order of decisions."""
    started = time.monotonic()
    limits = limits or SolverLimits()
    plan = _Plan(task)
    first, second = (plan.step, plan.worth) if aim == "furthest" else (plan.worth, plan.step)
    goal = SECOND * first + second
    unaimed = plan.draft.model.clone()
    model = plan.draft.model
    model.maximize(goal)
    solver = limits.turn_solver()
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        solver.parameters.cp_model_presolve = False
        status = solver.solve(model)
    if status == cp_model.UNKNOWN:
        raise NothingFoundError(say("answers.placement.no-plan-was-found-in"))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise SolverFaultError(f"book placement is {solver.status_name(status)}")
    value: ValueReader = solver.value
    bound = None if solver.known_bound is None else solver.known_bound // SECOND
    if status == cp_model.OPTIMAL:
        bound = value(first)
        unaimed.add(goal == value(goal))
        value = _first(plan.draft, unaimed, limits) or value
    return plan.read(
        value,
        status="optimal" if status == cp_model.OPTIMAL else "bound",
        bound=bound,
        seconds=time.monotonic() - started,
    )


def _first(draft: Draft, model: LeanModel, limits: SolverLimits) -> ValueReader | None:
    """Return the solution that comes first in the order of decisions, if time allows."""
    model.decide_in_order(draft.decisions)
    solver = limits.turn_solver()
    solver.parameters.num_workers = 1
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    solver.parameters.keep_all_feasible_solutions_in_presolve = True
    found = solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return solver.value if found else None


class _Plan:
    """The model of a task."""

    def __init__(self, task: BookTask) -> None:
        self.draft = Draft()
        self._task = task
        printed = task.setting.components.book
        offered = {book: printed[book] for book in task.offer}
        self._taken = {
            book: self.draft.choice(f"take[{book}]")
            for book, face in offered.items()
            if BOOK_PRICES[face.letter] <= task.points and task.ink < self._last
        }
        spent = weighted((BOOK_PRICES[printed[b].letter], lit) for b, lit in self._taken.items())
        self._for_pounds = self.draft.amount(task.points)
        self.draft.model.add(spent + POUND_PRICE * self._for_pounds == task.points)
        books: dict[BookId, tuple[Book, ModelNumber]] = {b: (printed[b], 1) for b in task.acquired}
        books |= {book: (printed[book], lit) for book, lit in self._taken.items()}
        self._placed = place_books(
            self.draft,
            task.setting,
            task.letters,
            {book: (face.letter, taken) for book, (face, taken) in books.items()},
        )
        rate = POUNDS_AT_TRACK_END if task.ink >= self._last else 1
        start = task.cash + rate * self._for_pounds
        start = start + weighted((task.offer[book], lit) for book, lit in self._taken.items())
        jar = JarWay(self.draft, task.setting, task.track, task.ink, self._upon(books))
        cash: ModelNumber = start
        worth: ModelNumber = 0
        for area in task.areas:
            action = jar.act(area, cash)
            cash = action.cash
            weights = task.weights
            worth = worth + weights.diamonds * action.diamonds + weights.posts * action.posts
            worth = worth + weights.steps * action.steps
        self.step: ModelNumber = jar.step
        self.worth: ModelNumber = cash + worth + jar.track_value
        self._jar = jar

    @property
    def _last(self) -> BookStep:
        return self._task.setting.components.book_track.last

    def _upon(
        self, books: Mapping[BookId, tuple[Book, ModelNumber]]
    ) -> dict[BookStep, list[tuple[StepFace, Lit]]]:
        """Return the books that may come to lie on each step."""
        upon: dict[BookStep, list[tuple[StepFace, Lit]]] = {}
        for (book, step), lit in self._placed.items():
            face = StepFace(books[book][0].requires, books[book][0].reward, flipped=False)
            upon.setdefault(step, []).append((face, lit))
        return upon

    def read(
        self, value: ValueReader, status: Status, bound: int | None, seconds: float
    ) -> PlacementPlan:
        """Return the plan of a solution."""
        return PlacementPlan(
            taken=frozenset(book for book, lit in self._taken.items() if value(lit)),
            placed=frozenset(Placing(b, s) for (b, s), lit in self._placed.items() if value(lit)),
            for_pounds=value(self._for_pounds),
            moves=tuple(PlannedJarMove(*move) for move in self._jar.read(value)),
            step=value(self.step),
            worth=value(self.worth),
            status=status,
            bound=bound,
            seconds=seconds,
        )
