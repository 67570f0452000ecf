"""The solver at work on the model of one turn: its best, the turns of one value, second checks."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, islice

from msgspec.structs import replace
from ortools.sat.python import cp_model

from referee.core.canonical import (
    CanonicalBookkeeper,
    CanonicalEnd,
    CanonicalExpansion,
    CanonicalGoods,
    CanonicalMarker,
    CanonicalMerchant,
    CanonicalTurn,
    Columns,
    Gains,
)
from referee.core.components import BuySpace, DiscardSpace, MerchantCard
from referee.core.ids import COMPANIES, BookId, BookLetter, Company
from referee.core.limits import BOOK_PRICES, FLIP_POUNDS, POUNDS_AT_TRACK_END
from referee.core.state import Setting
from referee.core.turns import Action, BookStep, Placing
from referee_model.best.books import BookTurn, place_books, steps_for
from referee_model.best.faces import faces
from referee_model.best.formulation import ACTIONS, Formulation, Reader, one_turn
from referee_model.best.limits import SolverFaultError, SolverLimits
from referee_model.best.objective import SHARE_MEASURES, TRACK_MEASURES, Condition, Objective
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Draft, LeanModel, Literal, ModelNumber


# Turns whose books are known, with every way to place these ---------------------------------------
def placed_turns(table: MoverTable, turns: Iterable[CanonicalTurn]) -> Iterator[CanonicalTurn]:
    """Yield turns with steps for their books; the turns come in the order of ties, and so do these.

    Steps on tracks are the last decision of all, after the steps of books: turns that differ only
    in them are told together for each way to place their books.
    """
    for _, group in groupby(turns, _steps_apart):
        alike = list(group)
        if not isinstance(alike[0], BookTurn) or not alike[0].gains.books:
            yield from alike
            continue
        book, taken = table.components.book, alike[0].gains.books
        letters = {name: book[name].letter for name in table.state.book_display if name in taken}
        for placed in placements(table.state.setting, table.visible, letters):
            for turn in alike:
                if isinstance(turn, BookTurn):
                    yield replace(turn, gains=replace(turn.gains, placed=placed))


def _steps_apart(turn: CanonicalTurn) -> CanonicalTurn:
    if not isinstance(turn, BookTurn):
        return turn
    return replace(turn, gains=replace(turn.gains, steps=()))


def placements(
    setting: Setting, visible: Mapping[BookStep, str], books: Mapping[BookId, BookLetter]
) -> Iterator[frozenset[Placing]]:
    """Yield the ways to place books, in the order of ties: that of the books, the last step first.

    The same that `place_books` says, in plain numbers, where the books taken are known.
    """
    crossed = setting.components.book_track.crossed_out
    steps = [steps_for(letter, visible, crossed)[::-1] for letter in books.values()]
    hindered = setting.rulings.cover == "if-necessary"

    def from_book(number: int, laid: tuple[BookStep, ...]) -> Iterator[tuple[BookStep, ...]]:
        if number == len(steps):
            yield laid
            return
        for step in steps[number]:
            if step not in laid:
                yield from from_book(number + 1, (*laid, step))

    for laid in from_book(0, ()):
        needless = hindered and any(
            visible[step] and any(not visible[s] and s not in laid for s in others)
            for step, others in zip(laid, steps, strict=True)
        )
        if not needless:
            yield frozenset(Placing(*pair) for pair in zip(books, laid, strict=True))


# All turns that a model allows, one by one in the order of ties -----------------------------------
REPEATS = 1
"""Solutions in a row that tell nothing new, for each variable of a model, until it is asked again.

The smaller a model, the less it costs to begin anew without what is known.
"""

FEW_VARIABLES = 400
"""With so many a model is gone through sooner than its clauses are made shorter; measured."""


@dataclass(frozen=True, slots=True)
class Equals:
    """Turns of one value, and whether these are all of them."""

    turns: list[CanonicalTurn]
    complete: bool


def the_turn(
    formulation: Formulation, solution: cp_model.CpSolver | cp_model.CpSolverSolutionCallback
) -> CanonicalTurn:
    """Return the one turn of a solution."""
    [(_, turn)] = Reader(formulation, solution.value).turns()
    return turn


class _Collector(cp_model.CpSolverSolutionCallback):
    """Keeps each turn once, until there are enough or too many solutions told nothing new."""

    def __init__(self, formulation: Formulation, limit: int, patience: int) -> None:
        super().__init__()
        self._formulation, self._limit, self._patience = formulation, limit, patience
        self._indices = [decision.index for decision in formulation.draft.decisions]
        self._repeats = 0
        self._known: set[tuple[int, ...]] = set()
        self.turns: dict[CanonicalTurn, tuple[int, ...]] = {}

    def on_solution_callback(self) -> None:
        """Keep a solution's turn with the decisions that make it up."""
        decisions = tuple(map(self.SolutionIntegerValue, self._indices))
        if decisions in self._known:
            self._repeats += 1
        else:
            self._repeats = 0
            self._known.add(decisions)
            self.turns.setdefault(the_turn(self._formulation, self), decisions)
        if len(self.turns) >= self._limit or self._repeats > self._patience:
            self.stop_search()


def every(formulation: Formulation, model: LeanModel, limit: int, limits: SolverLimits) -> Equals:
    """Return the turns that a model allows, at most `limit`, in the order of ties."""
    draft = formulation.draft
    model.decide_in_order(draft.decisions)
    turns: list[CanonicalTurn] = []
    variables = len(draft.model.proto.variables)
    patience = REPEATS * variables
    while True:
        solver = limits.turn_solver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.search_branching = cp_model.FIXED_SEARCH
        parameters.enumerate_all_solutions = True
        parameters.cp_model_presolve = False
        parameters.linearization_level = 0
        parameters.use_sat_inprocessing = variables > FEW_VARIABLES
        found = _Collector(formulation, limit - len(turns), patience)
        status = solver.solve(model, found)
        turns += found.turns
        if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return Equals(turns, complete=True)
        if len(turns) >= limit or not found.turns:
            return Equals(turns, complete=False)
        # Orders that come to the same turn abound: rule out what is known and go on.
        for values in found.turns.values():
            decided = zip(draft.decisions, values, strict=True)
            model.add_bool_or([differs(model, decision, value) for decision, value in decided])


def differs(model: cp_model.CpModel, number: cp_model.IntVar, value: int) -> Literal:
    """Return a yes or no that only holds where a number is another than `value`."""
    if number.is_boolean:
        return ~number if value else number
    other = model.new_bool_var("")
    model.add(number != value).only_enforce_if(other)
    return other


# What a canonical turn comes to in plain numbers: a second count beside the solver's --------------
class _After:
    """The mover's and the opponents' numbers, changed piece by piece."""

    def __init__(self, table: MoverTable) -> None:
        self.table = table
        self.cash = table.me.cash
        self.diamonds, self.ink = table.me.diamonds, table.me.ink
        self.steps: tuple[int, ...] = (0,) * len(COMPANIES)
        self.cards = dict.fromkeys(COMPANIES, 0)
        self.values = {company: table.share_value(company) for company in COMPANIES}

    def walk(self, steps: tuple[int, ...]) -> None:
        self.steps = steps
        for company, number in zip(COMPANIES, steps, strict=True):
            ahead = self.table.ahead[company]
            self.cash += sum(ahead.gains[:number]) - sum(ahead.calls[:number])

    def shine(self, used: int) -> None:
        last = max(self.diamonds, self.table.components.diamond_track.last)
        made = min(used, last - self.diamonds)
        self.diamonds += made
        self.cash += POUNDS_AT_TRACK_END * (used - made)

    def uncover(self, company: Company, columns: Columns) -> None:
        piles = self.table.piles[company]
        posts = zip(piles, columns, strict=True)
        self.values[company] += sum(sum(pile.uncovers[:n]) for pile, n in posts)

    def cover(self, company: Company, columns: Columns) -> None:
        piles = self.table.piles[company]
        self.values[company] -= sum(sum(p.covers[:n]) for p, n in zip(piles, columns, strict=True))

    def gain(self, gains: Gains) -> None:
        """Take all of the gains, points that turn into a pound each."""
        state = self.table.state
        self.cash += gains.pounds + gains.points_for_pounds
        shown = zip(state.book_display, state.book_coins, strict=True)
        self.cash += sum(coins for book, coins in shown if book in gains.books)
        self.shine(gains.diamonds)
        self.walk(gains.steps)
        for company, columns in zip(COMPANIES, gains.removed, strict=True):
            self.uncover(company, columns)

    def card(self, change: int, company: Company | None) -> None:
        if company is not None:
            self.cards[company] += change


def _after(table: MoverTable, turn: CanonicalTurn) -> _After:
    after = _After(table)
    components = table.components
    at_end = table.me.ink >= components.book_track.last
    dear_points = 0
    match turn:
        case CanonicalGoods(buy=buy, steps=steps):
            after.walk(steps)
            after.card(1, table.card(buy).share if buy else None)
        case CanonicalExpansion(company=company, left=left, returned=returned, gains=gains):
            after.gain(gains)
            dear_points = gains.points_for_pounds if at_end else 0
            after.uncover(company, left)
            for other, columns in zip(COMPANIES, returned, strict=True):
                after.cover(other, columns)
        case CanonicalBookkeeper(flip=flip, to=to, gains=gains):
            after.cash -= FLIP_POUNDS if flip is not None else 0
            after.ink = to
            after.gain(gains)
            dear_points = _points_at_end(table, turn)
        case CanonicalMerchant(card=card):
            _merchant(after, table, str(card))
        case CanonicalMarker(space=space_id, discard=discard, buy=buy, gains=gains):
            space = components.space[space_id]
            after.cash -= space.cost
            after.gain(gains)
            dear_points = gains.points_for_pounds if at_end else 0
            if isinstance(space, DiscardSpace) and discard is not None:
                after.card(-1, table.card(discard).share)
            if isinstance(space, BuySpace) and buy is not None:
                after.cash -= max(0, table.prices[buy] - space.less)
                after.card(1, table.card(buy).share)
        case CanonicalEnd():
            pass
    after.cash += (POUNDS_AT_TRACK_END - 1) * dear_points
    return after


def _points_at_end(table: MoverTable, turn: CanonicalBookkeeper) -> int:
    """Return how many points of a bookkeeper turn are paid at the rate of the last step."""
    components = table.components
    if turn.to < components.book_track.last:
        return 0
    for_pounds = turn.gains.points_for_pounds
    if table.rulings.book_money_convert == "every-point":
        return for_pounds
    # The card's points are used as usual; what they did not pay came of the reward.
    face = faces(table).get(turn.to)
    moved = turn.to > table.me.ink and turn.flip != turn.to and face and not face.flipped
    reward = face.reward.points if moved and face else 0
    if table.rulings.may_leave_units:
        return min(for_pounds, reward)
    points = next(b.points for b in table.bookkeepers if b.id == turn.card)
    spent = sum(BOOK_PRICES[components.book[book].letter] for book in turn.gains.books)
    return for_pounds - (points - spent)


def _merchant(after: _After, table: MoverTable, item: str) -> None:
    merchant = next(m for m in table.merchants if m.id == item)
    further = 0
    components = table.components
    if isinstance(merchant, MerchantCard):
        after.cash += merchant.pounds
        if merchant.company is not None and merchant.mines_per_step is not None:
            further = table.mines(merchant.company) // merchant.mines_per_step
    else:
        cards = [m for m in table.merchants if isinstance(m, MerchantCard)]
        further = merchant.per_merchant * len(cards)
    for steps in (merchant.steps, further):
        gap = components.diamond_track.last - after.diamonds
        forfeit = table.rulings.diamond_overflow == "forfeit-overflow" and gap > 0
        after.shine(min(steps, gap) if forfeit else steps)


def measures_of(table: MoverTable, turn: CanonicalTurn) -> Mapping[str, int]:
    """Return everything that an objective can weigh after a turn, counted without a solver."""
    after = _after(table, turn)
    shares = {
        company: table.shares[table.seat, company]
        + sum(table.ahead[company].shares[:number])
        + after.cards[company]
        for company, number in zip(COMPANIES, after.steps, strict=True)
    }
    own = after.cash + sum(shares[company] * after.values[company] for company in COMPANIES)
    own += table.worth(table.diamond_values, after.diamonds)
    own += table.worth(table.book_values, after.ink)
    tracks = (at + made for at, made in zip(table.me.tracks, after.steps, strict=True))
    return {
        "net-worth": own,
        "margin": own - _best_other(table, after),
        "cash": after.cash,
        "diamonds": after.diamonds,
        "ink": after.ink,
        **dict(zip(SHARE_MEASURES, shares.values(), strict=True)),
        **dict(zip(TRACK_MEASURES, tracks, strict=True)),
    }


def _best_other(table: MoverTable, after: _After) -> int:
    totals = []
    for number, seat in enumerate(table.opponents):
        player = table.state.players[seat]
        worth = player.cash
        worth += table.worth(table.diamond_values, player.diamonds)
        worth += table.worth(table.book_values, player.ink)
        for company, steps in zip(COMPANIES, after.steps, strict=True):
            worth += sum(table.ahead[company].others[number][:steps])
            worth += table.shares[seat, company] * after.values[company]
        totals.append(worth)
    return max(totals)


ROUTING_POINTS = 8
"""With so many expansion points a linear relaxation of the routes pays; measured with 7 to 10."""


@dataclass(frozen=True, slots=True)
class BestKnown:
    """The best turn known, and a bound on all of them."""

    turn: Callable[[], CanonicalTurn] | None
    """Reads it, without the steps on which its books are placed; None if time was too short."""
    value: int | None
    bound: int | None

    @property
    def proved(self) -> bool:
        """Nothing is worth more."""
        return self.value is not None and self.value == self.bound


class TurnQuestion:
    """The turns of some actions, and what the solver finds out about them.

    A model is asked for its best value without naming the steps on which books are placed, because
    no measure depends on them and counting tells whether all books fit.
    """

    def __init__(
        self,
        table: MoverTable,
        wanted: Objective,
        actions: Collection[Action] = ACTIONS,
        companies: tuple[Company, ...] = COMPANIES,
        where: tuple[Condition, ...] = (),
    ) -> None:
        self._table, self._wanted, self._where = table, wanted, where
        self._actions, self._companies = actions, companies
        self._lean = self._model(actions, placing=False)

    def _model(self, actions: Collection[Action], *, placing: bool) -> Formulation | None:
        made = one_turn(self._table, self._wanted, actions, self._companies, placing=placing)
        if made is not None:
            for condition in self._where:
                made.demand(condition)
        return made

    def best(
        self, limits: SolverLimits, below: int | None = None, *, equals_follow: bool = False
    ) -> BestKnown | None:
        """Return the best turn worth less than `below`; None if there is none.

        Where its equals are asked for next, any turn will do, and the quickest way is taken.
        """
        if self._lean is None:
            return None
        formulation = self._lean
        model = formulation.draft.model
        if below is not None:
            model = model.clone()
            model.add(formulation.goal < below)
        model.maximize(formulation.goal)
        solver = limits.turn_solver()
        # Measured: what presolve and work on clauses take they do not give back. Without the latter
        # other turns of the same value are found; a turn that is told is to stay what it is.
        solver.parameters.cp_model_presolve = False
        solver.parameters.use_sat_inprocessing = not equals_follow
        if formulation.area.most_points < ROUTING_POINTS:
            solver.parameters.linearization_level = 0
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            # Solvers have been seen to call feasible models infeasible: ask in another way, too.
            solver = limits.turn_solver()
            solver.parameters.cp_model_presolve = True
            status = solver.solve(model)
            if status not in (cp_model.UNKNOWN, cp_model.INFEASIBLE):
                reason = "a model is infeasible without presolve and feasible with it"
                raise SolverFaultError(reason)
            return BestKnown(None, None, None) if status == cp_model.UNKNOWN else None
        if status == cp_model.UNKNOWN:
            return BestKnown(None, None, solver.known_bound)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFaultError(f"the solver calls a model {solver.status_name(status)}")
        value = solver.value(formulation.goal)

        def turn() -> CanonicalTurn:
            found = the_turn(formulation, solver)
            self._recount(found, value)
            return found

        return BestKnown(turn, value, value if status == cp_model.OPTIMAL else solver.known_bound)

    def _recount(self, turn: CanonicalTurn, value: int) -> None:
        measured = measures_of(self._table, turn)
        if (counted := self._wanted.of(measured)) != value:
            raise SolverFaultError(f"{turn} is worth {counted}; the solver said {value}")
        if not all(condition.holds(measured) for condition in self._where):
            raise SolverFaultError(f"{turn} does not come to what was demanded")

    def equals(
        self,
        value: int,
        limit: int,
        limits: SolverLimits,
        *,
        placing: bool = True,
        is_last: bool = False,
    ) -> Equals:
        """Return the turns worth `value`, the first in the order of ties first.

        They are listed without the steps of books, which are put in afterwards. Nothing more can be
        asked after the last question.
        """
        if self._lean is None:
            return Equals([], complete=True)
        model = self._lean.draft.model
        if not is_last:
            model = model.clone()
        model.proto.clear_objective()
        model.add(self._lean.goal == value)
        listed = every(self._lean, model, limit, limits)
        if listed.complete and not listed.turns:
            raise SolverFaultError(f"a model has no turn worth {value}, which was found before")
        for turn in listed.turns:
            self._recount(turn, value)
        if not placing:
            return listed
        placed = list(islice(placed_turns(self._table, listed.turns), limit))
        return Equals(placed, listed.complete and len(placed) < limit)

    def completed(self, best: BestKnown) -> CanonicalTurn:
        """Return the best turn with steps for its books, any that the rules allow."""
        if best.turn is None:
            raise SolverFaultError("a value is known, and no turn that has it")
        turn = best.turn()
        if not isinstance(turn, BookTurn):
            return turn
        setting, draft = self._table.state.setting, Draft()
        printed = setting.components.book
        books: dict[BookId, tuple[BookLetter, ModelNumber]] = {
            book: (printed[book].letter, 1) for book in sorted(turn.gains.books)
        }
        placed = place_books(draft, setting, self._table.visible, books)
        solver = SolverLimits().turn_solver()
        if books and solver.solve(draft.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFaultError(f"the books of {turn} cannot be placed")
        steps = {key for key, lit in placed.items() if solver.value(lit)}
        placings = frozenset(Placing(*key) for key in steps)
        return replace(turn, gains=replace(turn.gains, placed=placings))

    def every_turn(self, limit: int, limits: SolverLimits) -> Equals:
        """Return all turns, at most `limit`, whatever they are worth."""
        formulation = self._model(self._actions, placing=True)
        if formulation is None:
            return Equals([], complete=True)
        return every(formulation, formulation.draft.model.clone(), limit, limits)
