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

from referee.core import components as printed
from referee.core.ids import GOODS, BookId, BookLetter, Good, ItemId, Seat
from referee.core.limits import BOOK_PRICES, FLIP_POUNDS, POUND_PRICE, POUNDS_AT_TRACK_END
from referee.core.state import Setting, State
from referee.core.turns import BookStep, Placing
from referee.i18n.speech import say
from referee_model.best.books import place_books
from referee_model.best.faces import StepFace, are_met, faces
from referee_model.best.limits import NothingFoundError, SolverFaultError, SolverLimits
from referee_model.best.objective import Aim, Status, Weights
from referee_model.best.table import Bookkeeper, Expander, Merchant, MoverTable, counted_values
from referee_model.best.timeline import (
    Draft,
    Lit,
    Literal,
    ModelNumber,
    ValueReader,
    total,
    weighted,
)


# Planned action areas: what the bookkeeper actions of coming rounds can meet ----------------------
@dataclass(frozen=True, slots=True)
class BookkeeperArea:
    """The face-up cards at a bookkeeper action: totals, other helpers, the bookkeeper's points."""

    goods: tuple[tuple[Good, int], ...]
    expansion: int
    colleagues: int
    points: int

    def meets(self, requires: tuple[printed.Requirement, ...]) -> bool:
        """Return whether a book with these requirements can be entered."""
        return are_met(requires, dict(self.goods), self.expansion, self.colleagues)

    @property
    def cotton(self) -> int:
        """The total of cotton."""
        return dict(self.goods)["cotton"]


class PlannedCardError(ValueError):
    """A plan that names something that is no card or tile of the set."""


def areas(table: MoverTable, plan: Sequence[ItemId]) -> tuple[BookkeeperArea, ...]:
    """Return the bookkeeper actions of one planned area, its bookkeepers used in the order given.

    Everything else is taken to lie face up throughout; bonuses count as they work now.
    """
    components = table.components
    known: dict[str, printed.Card | printed.BonusTile] = {c.id: c for c in components.cards}
    known |= {tile.id: tile for tile in components.tiles}
    for item in plan:
        if item not in known:
            raise PlannedCardError(say("answers.areas.no-planned-item", item=f"{item!r}"))
    things = [known[item] for item in plan]
    goods = dict.fromkeys(GOODS, 0)
    for thing in things:
        if isinstance(thing, printed.GoodsCard):
            goods[thing.good] += table.units(table.me, thing)
    points = [thing.points for thing in things if isinstance(thing, Expander)]
    bonuses = [b.points for b in table.working(table.me) if isinstance(b, printed.ExpansionBonus)]
    expansion = sum(points) + (sum(bonuses) if points else 0)
    merchants = sum(isinstance(t, Merchant) for t in things)
    bookkeepers = [t for t in things if isinstance(t, Bookkeeper)]
    return tuple(
        BookkeeperArea(
            tuple(goods.items()), expansion, merchants + len(bookkeepers) - used, keeper.points
        )
        for used, keeper in enumerate(bookkeepers, 1)
    )


# The ink jar over several bookkeeper actions, on a track whose books may change beforehand --------
@dataclass(frozen=True, slots=True)
class BookkeeperAction:
    """What one bookkeeper action comes to."""

    cash: ModelNumber
    diamonds: ModelNumber
    posts: ModelNumber
    steps: ModelNumber


class JarWay:
    """The way of the jar; each action goes on from where the one before it ended."""

    def __init__(
        self,
        draft: Draft,
        setting: Setting,
        track: Mapping[BookStep, StepFace],
        ink: BookStep,
        upon: Mapping[BookStep, list[tuple[StepFace, Lit]]],
    ) -> None:
        self._draft, self._setting, self._ink = draft, setting, ink
        self._last = setting.components.book_track.last
        self._faces: dict[BookStep, list[tuple[StepFace, Literal]]] = {}
        """What can lie visible on a step, each with whether it does."""
        always = draft.model.new_constant(1)
        for step in range(1, self._last + 1):
            faces: list[tuple[StepFace, Literal]] = list(upon.get(step, []))
            if step in track:
                covered = [lit for _, lit in upon.get(step, [])]
                kept = ~draft.either(covered) if covered else always
                faces.append((track[step], kept))
            self._faces[step] = faces
        never = draft.model.new_constant(0)
        self._at: dict[BookStep, Lit] = {s: always if s <= ink else never for s in self._faces}
        """Whether the jar stands on a step or beyond it."""
        self._flips: list[dict[BookStep, Lit]] = []
        self._ways: list[dict[BookStep, Lit]] = []

    def act(self, area: BookkeeperArea, cash: ModelNumber) -> BookkeeperAction:
        """Add an action: perhaps a flip for the cash at hand, a move, the reward, the points."""
        draft, model = self._draft, self._draft.model
        flips = self._flip(cash)
        before = self._at
        after = {
            step: draft.choice(f"to[{len(self._ways)},{step}]") if step > self._ink else lit
            for step, lit in before.items()
        }
        stops: list[tuple[printed.Reward, Lit]] = []
        for step, lit in after.items():
            if step <= self._ink:
                continue
            model.add_implication(before[step], lit)
            if step - 1 in after:
                model.add_implication(lit, after[step - 1])
            flipped = self._flipped(step)
            faces_here = self._faces[step]
            open_now = [shown for f, shown in faces_here if f.flipped or area.meets(f.requires)]
            model.add_bool_or(~lit, before[step], *flipped, *open_now)
            here: list[Literal] = [lit, ~before[step], *(~f for f in flipped)]
            if step + 1 in after:
                here.append(~after[step + 1])
            for face, shown in self._faces[step]:
                if not face.flipped:
                    stops.append((face.reward, draft.both(*here, shown)))
        self._at = after
        self._ways.append(after)
        return self._gain(area, stops, cash - FLIP_POUNDS * total(flips.values()))

    def _flip(self, cash: ModelNumber) -> dict[BookStep, Lit]:
        """Let one face-up book be flipped, if it can be paid."""
        draft, model = self._draft, self._draft.model
        flips = {}
        for step, lying in self._faces.items():
            there = [shown for face, shown in lying if not face.flipped]
            if there:
                lit = flips[step] = draft.choice(f"flip[{len(self._flips)},{step}]")
                model.add_bool_or(~lit, *there)
                model.add_at_most_one(lit, *self._flipped(step))
                model.add(cash >= FLIP_POUNDS).only_enforce_if(lit)
        model.add_at_most_one(flips.values())
        self._flips.append(flips)
        return flips

    def _flipped(self, step: BookStep) -> list[Lit]:
        return [flips[step] for flips in self._flips if step in flips]

    def _gain(
        self, area: BookkeeperArea, stops: list[tuple[printed.Reward, Lit]], cash: ModelNumber
    ) -> BookkeeperAction:
        draft = self._draft
        at_end = self._at[self._last]
        pounds = [(r.pounds + _cotton(area, r), lit) for r, lit in stops]
        points = weighted((reward.points, lit) for reward, lit in stops)
        dear = points
        most_points = max((reward.points for reward, _ in stops), default=0)
        if self._setting.rulings.book_money_convert == "every-point":
            dear = points + area.points
            most_points += area.points
        extra = draft.where(at_end, dear, most_points)
        money = weighted(pounds) + points + area.points + (POUNDS_AT_TRACK_END - 1) * extra
        return BookkeeperAction(
            cash=cash + money,
            diamonds=weighted((reward.diamonds, lit) for reward, lit in stops),
            posts=weighted((reward.posts, lit) for reward, lit in stops),
            steps=weighted((r.track.steps, lit) for r, lit in stops if r.track is not None),
        )

    @property
    def step(self) -> ModelNumber:
        """The step on which the jar ends."""
        return total(self._at.values())

    @property
    def track_value(self) -> ModelNumber:
        """What the track is worth for the jar's last step."""
        worth: list[tuple[int, ModelNumber]] = []
        before = 0
        values = counted_values(self._setting, self._setting.components.book_track.values)
        for value in sorted(values, key=lambda v: v.at):
            if value.at in self._at:
                worth.append((value.pounds - before, self._at[value.at]))
                before = value.pounds
        return weighted(worth)

    def read(self, value: ValueReader) -> list[tuple[BookStep | None, BookStep]]:
        """Return the flip and the place of the jar after each action."""
        return [
            (
                next((step for step, lit in flips.items() if value(lit)), None),
                value(total(way.values())),
            )
            for flips, way in zip(self._flips, self._ways, strict=True)
        ]


def _cotton(area: BookkeeperArea, reward: printed.Reward) -> int:
    return 0 if reward.cotton_less is None else max(0, area.cotton - reward.cotton_less)


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
        raise ValueError(say("answers.placement.seat-needed"))
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
    task: BookTask, aim: Aim = "furthest", limits: SolverLimits | None = None
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
        raise NothingFoundError(say("answers.placement.out-of-time"))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise SolverFaultError(f"book placement is {solver.status_name(status)}")
    value: ValueReader = solver.value
    bound = None if solver.known_bound is None else solver.known_bound // SECOND
    if status == cp_model.OPTIMAL:
        bound = value(first)
        # The solution that comes first in the order of decisions, if time allows.
        unaimed.add(goal == value(goal))
        unaimed.decide_in_order(plan.draft.decisions)
        ordered = limits.turn_solver()
        ordered.parameters.num_workers = 1
        ordered.parameters.search_branching = cp_model.FIXED_SEARCH
        ordered.parameters.keep_all_feasible_solutions_in_presolve = True
        if ordered.solve(unaimed) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            value = ordered.value
    proved: Status = "optimal" if status == cp_model.OPTIMAL else "bound"
    return plan.read(value, proved, bound, time.monotonic() - started)


class _Plan:
    """The model of a task."""

    def __init__(self, task: BookTask) -> None:
        self.draft = Draft()
        book, last = task.setting.components.book, task.setting.components.book_track.last
        self._taken = {
            name: self.draft.choice(f"take[{name}]")
            for name in task.offer
            if BOOK_PRICES[book[name].letter] <= task.points and task.ink < last
        }
        spent = weighted((BOOK_PRICES[book[b].letter], lit) for b, lit in self._taken.items())
        self._for_pounds = self.draft.amount(task.points)
        self.draft.model.add(spent + POUND_PRICE * self._for_pounds == task.points)
        books: dict[BookId, tuple[BookLetter, ModelNumber]] = {
            name: (book[name].letter, 1) for name in task.acquired
        }
        books |= {name: (book[name].letter, lit) for name, lit in self._taken.items()}
        self._placed = place_books(self.draft, task.setting, task.letters, books)
        upon: dict[BookStep, list[tuple[StepFace, Lit]]] = {}
        for (name, step), lit in self._placed.items():
            face = StepFace(book[name].requires, book[name].reward, flipped=False)
            upon.setdefault(step, []).append((face, lit))
        rate = POUNDS_AT_TRACK_END if task.ink >= last else 1
        cash: ModelNumber = task.cash + rate * self._for_pounds
        cash = cash + weighted((task.offer[name], lit) for name, lit in self._taken.items())
        jar = JarWay(self.draft, task.setting, task.track, task.ink, upon)
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
