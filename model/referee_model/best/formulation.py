"""The turns to come as one model: built from a position, asked by the solver, read as turns."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import get_args

from referee.core import canonical
from referee.core.ids import COMPANIES, CardId, Company
from referee.core.turns import Action, Placing, PlusOne
from referee_model.best.area import Item, UsedCards, items_face_up, items_to_plan
from referee_model.best.bases import Bases, Removal
from referee_model.best.bonus import Spaces, Visit, free_markers
from referee_model.best.bookkeeping import JarTimeline, Keeper
from referee_model.best.books import Points
from referee_model.best.diamonds import DiamondSteps, sell_diamonds
from referee_model.best.expansion import Expansion
from referee_model.best.goods import Market, Sales
from referee_model.best.objective import Condition, Objective
from referee_model.best.rewards import RewardUse, Treasury
from referee_model.best.round_end import Ending
from referee_model.best.scoring import Worth
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Activity, Draft, ModelNumber, Timeline, ValueReader, total
from referee_model.best.tracks import TrackWalk

ACTIONS: tuple[Action, ...] = get_args(Action)


@dataclass(frozen=True, slots=True)
class AllowedTurns:
    """Which turns a model allows."""

    turns: int
    actions: Collection[Action] = ACTIONS
    companies: tuple[Company, ...] = COMPANIES
    """Those that may be expanded."""
    placing: bool = False
    """A single turn says where books are placed; else only that all of them can be."""


class Formulation:
    """The model, with everything that is needed to read its solutions."""

    def __init__(
        self,
        draft: Draft,
        table: MoverTable,
        wanted: Objective,
        items: list[Item],
        scope: AllowedTurns,
    ) -> None:
        self.draft, self.table, self.wanted = draft, table, wanted
        self.timeline = Timeline(draft, scope.turns)
        self.walk = TrackWalk(draft, table, self.timeline)
        self.area = UsedCards(draft, table, self.timeline, self.walk, items, scope.actions)
        market = Market(draft, table, self.timeline)
        # Of equally good turns the first is told, so that the order of decisions matters.
        self.sales = Sales(draft, table, self.area, self.walk, market)
        self.area.lay_tile()
        self.sales.sell()
        if self.timeline.single:
            draft.decisions += [act.at[0] for _, act in self.area.bookkeepers]
            draft.decisions += [act.at[0] for _, act in self.area.merchants]
        self.bases = Bases(draft, table, self.area.expansion)
        self.diamonds = DiamondSteps(draft, table, self.walk)
        timed = bool(self.area.bookkeepers) and not self.timeline.single
        self.points = Points(draft, table, self.timeline, timed=timed)
        self.jar = JarTimeline(draft, table, self.area, self.walk, self.points)
        self.spaces = Spaces(draft, table, self.timeline, self.area, self.walk, market)
        if "marker" in scope.actions:
            self.spaces.open()
        expanding: tuple[Company, ...] = ()
        if self.area.expansion in self.timeline.activities:
            expanding = scope.companies
            if self.timeline.single:
                expanding = tuple(company for company in expanding if table.posts(company))
        self.expansion = Expansion(draft, table, self.area, self.bases, expanding)
        self._collect()
        self.plan = self.area.cards_placed()
        self.ending: Ending | None = None
        if self.timeline.single and "end" in scope.actions:
            self.ending = Ending(table, self.timeline, self.area)
        self.points.close(placing=scope.placing)
        for part in (self.diamonds, market, self.spaces, self.timeline, self.walk):
            part.close()
        draft.decisions += draft.last_decisions
        self.worth = Worth(
            draft,
            table,
            self.walk,
            self.bases,
            self.diamonds,
            self.jar,
            market,
            self.spaces,
            self.area,
        )
        self.goal: ModelNumber = self.worth.of(wanted)

    def demand(self, condition: Condition) -> None:
        """Allow only turns after which something holds."""
        reached, bound = self.worth.of(condition.sum), condition.bound
        if condition.sign != "<=":
            self.draft.model.add(reached >= bound)
        if condition.sign != ">=":
            self.draft.model.add(reached <= bound)

    def _collect(self) -> None:
        """Settle what every activity brings."""
        treasury = Treasury(
            self.draft, self.table, self.walk, self.bases, self.diamonds, self.points
        )
        self.spaces.choose()
        if self.timeline.single:
            self.area.lay_tile_after([*self.jar.cotton_stops, *self.spaces.cotton_options])
            self.jar.levels_matter()
        self.spaces.collect(treasury, self.jar)
        self.jar.collect(treasury)
        sell_diamonds(self.table, self.area, self.diamonds, self.expansion.entered)
        self.expansion.collect(treasury, self.jar.at_last_step(self.area.expansion))

    def activities(self, action: Action) -> list[Activity]:
        """Return what can be done in a turn of an action."""
        match action:
            case "goods":
                return [self.area.sale]
            case "expand":
                return [self.area.expansion]
            case "bookkeeper":
                return [activity for _, activity in self.area.bookkeepers]
            case "merchant":
                return [activity for _, activity in self.area.merchants]
            case "marker":
                return [visit.activity for visit in self.spaces.visits]
            case "end":
                return [self.ending.activity] if self.ending else []

    def take_one_turn(self) -> bool:
        """Demand the one turn that is asked about; return False where there is none.

        The first decision is which: actions in their order, companies as on the scoring pad, bonus
        spaces and their rewards as in the component set.
        """
        if not self.timeline.activities:
            return False
        model = self.draft.model
        model.add_exactly_one(activity.at[0] for activity in self.timeline.activities)
        kinds: list[ModelNumber] = []
        for action in ACTIONS:
            if action == "expand":
                kinds += self.expansion.chosen.values()
            elif action == "marker":
                for visit in self.spaces.visits:
                    options = [lit for *_, lit in visit.options]
                    kinds += options or visit.activity.at
            else:
                kinds.append(total(activity.at[0] for activity in self.activities(action)))
        kind = self.draft.amount(len(kinds) - 1, "kind")
        model.add(kind == total(number * one for number, one in enumerate(kinds)))
        self.draft.decisions.insert(0, kind)
        return True


def one_turn(
    table: MoverTable,
    wanted: Objective,
    actions: Collection[Action] = ACTIONS,
    companies: tuple[Company, ...] = COMPANIES,
    *,
    placing: bool,
) -> Formulation | None:
    """Return the model of exactly the legal turns of some actions; None if there are none."""
    scope = AllowedTurns(1, actions, companies, placing)
    formulation = Formulation(Draft(), table, wanted, items_face_up(table), scope)
    return formulation if formulation.take_one_turn() else None


def rest_of_round(table: MoverTable, wanted: Objective) -> Formulation:
    """Return the model of the turns that the mover has left in this round."""
    items = items_face_up(table)
    expansions = sum(item.thing.id in table.expansion_items(table.me) for item in items)
    uses = len(items) - expansions + min(1, expansions)
    return Formulation(Draft(), table, wanted, items, _whole(table, uses))


def whole_round(table: MoverTable, wanted: Objective, slots: int) -> Formulation:
    """Return the model of a round that begins with placing cards in so many slots."""
    draft = Draft()
    items = items_to_plan(draft, table, slots)
    hand = sum(not isinstance(item.present, int) for item in items)
    uses = min(slots, hand) + len(items) - hand
    # What a single turn is made of is taken from the table, which does not show the plan.
    return Formulation(draft, table, wanted, items, _whole(table, max(2, uses)))


def _whole(table: MoverTable, uses: int) -> AllowedTurns:
    free, more = free_markers(table)
    actions = [action for action in ACTIONS if action != "end"]
    return AllowedTurns(uses + max(0, free) + more, actions)


# Reads a solution as canonical turns, one after the other -----------------------------------------
class Reader:
    """Tells the turns of one solution."""

    def __init__(self, formulation: Formulation, value: ValueReader) -> None:
        self._formulation, self._value = formulation, value
        self._seat = formulation.table.seat
        placed = formulation.points.placed.items()
        self.laid = {book: step for (book, step), lit in placed if value(lit)}
        """Where a book comes to lie; over several turns, because the jar enters it later."""

    def cards(self) -> tuple[CardId, ...]:
        """Return the cards that a plan places."""
        return tuple(card for card, lit in self._formulation.plan.items() if self._value(lit))

    def turns(self) -> list[tuple[Activity, canonical.CanonicalTurn]]:
        """Return the turns in order, without the placings of books that do not matter."""
        found = []
        for turn in self._formulation.timeline.turns:
            activities = self._formulation.timeline.activities
            doing = next((a for a in activities if self._value(a.at[turn])), None)
            if doing is None:
                break
            found.append((doing, self._turn(doing, turn)))
        return found

    def _turn(self, doing: Activity, turn: int) -> canonical.CanonicalTurn:
        formulation = self._formulation
        if doing is formulation.area.sale:
            return self._goods(turn)
        if doing is formulation.area.expansion:
            return self._expand(turn)
        for keeper in formulation.jar.keepers:
            if keeper.activity is doing:
                return self._bookkeeper(keeper, turn)
        for item, activity in formulation.area.merchants:
            if activity is doing:
                return canonical.CanonicalMerchant(
                    seat=self._seat, plus_one=self._tile(turn), card=item.name
                )
        if formulation.ending is not None and formulation.ending.activity is doing:
            decks = formulation.ending.decks.items()
            deck = next((slot for slot, lit in decks if self._value(lit)), None)
            return canonical.CanonicalEnd(seat=self._seat, deck=deck)
        visit = next(v for v in formulation.spaces.visits if v.activity is doing)
        return self._marker(visit, turn)

    def _tile(self, turn: int) -> PlusOne | None:
        if self._formulation.table.me.plus_one is not None:
            return None
        for card, row in self._formulation.area.tile.items():
            earlier = turn and self._value(row[turn - 1])
            if self._value(row[turn]) and not earlier:
                return PlusOne(CardId(card))
        for name, lit in self._formulation.area.tile_after.items():
            if self._value(lit):
                return PlusOne(name, "after")
        return None

    def _goods(self, turn: int) -> canonical.CanonicalGoods:
        formulation, value = self._formulation, self._value
        steps = formulation.sales.steps[turn]
        return canonical.CanonicalGoods(
            seat=self._seat,
            plus_one=self._tile(turn),
            cards=frozenset(
                CardId(c) for c, row in formulation.area.used.items() if value(row[turn])
            ),
            buy=next((c for c, lit in formulation.sales.buys[turn].items() if value(lit)), None),
            steps=tuple(value(steps[company]) for company in COMPANIES),
        )

    def _gains(self, taken: RewardUse) -> canonical.Gains:
        value = self._value
        books = frozenset(b for pool in taken.pools for b, lit in pool.taken.items() if value(lit))
        removals = self._formulation.bases.removals
        nothing = Removal(taken.activity, 0)
        removal = next((r for r in removals if r.activity is taken.activity), nothing)
        return canonical.Gains(
            pounds=value(taken.pounds),
            diamonds=value(taken.diamonds.used),
            steps=tuple(value(taken.steps.get(company, 0)) for company in COMPANIES),
            books=books,
            points_for_pounds=sum(value(pool.for_pounds) for pool in taken.pools),
            removed=tuple(self._columns(company, removal.number) for company in COMPANIES),
            placed=frozenset(Placing(b, self.laid[b]) for b in books if b in self.laid),
        )

    def _columns(
        self, company: Company, number: Callable[[Company, int], ModelNumber]
    ) -> canonical.Columns:
        columns = range(len(self._formulation.table.piles[company]))
        return tuple(self._value(number(company, column)) for column in columns)

    def _expand(self, turn: int) -> canonical.CanonicalExpansion:
        value, bases, expansion = self._value, self._formulation.bases, self._formulation.expansion
        company = next(c for c, lit in expansion.chosen.items() if value(lit))
        regions = expansion.entered.get(company, {})
        return canonical.CanonicalExpansion(
            seat=self._seat,
            plus_one=self._tile(turn),
            company=company,
            regions=frozenset(r for r, lit in regions.items() if value(lit)),
            left=self._columns(company, lambda c, j: bases.left[c, j]),
            returned=tuple(
                self._columns(other, lambda c, j: bases.returned[c, j]) for other in COMPANIES
            ),
            gains=self._gains(expansion.taken),
        )

    def _bookkeeper(self, keeper: Keeper, turn: int) -> canonical.CanonicalBookkeeper:
        value, table = self._value, self._formulation.table
        reached = [
            step
            for k in self._formulation.jar.keepers
            for step, lit in k.moved.items()
            if value(lit) and value(k.activity.before(turn + 1))
        ]
        return canonical.CanonicalBookkeeper(
            seat=self._seat,
            plus_one=self._tile(turn),
            card=keeper.item.name,
            flip=next((step for step, lit in keeper.flip.items() if value(lit)), None),
            to=max(reached, default=table.me.ink),
            gains=self._gains(keeper.taken),
        )

    def _marker(self, visit: Visit, turn: int) -> canonical.CanonicalMarker:
        value = self._value
        bought = visit.buys[turn] if visit.buys else {}
        return canonical.CanonicalMarker(
            seat=self._seat,
            plus_one=self._tile(turn),
            space=visit.space.id,
            option=next((number for number, _, lit in visit.options if value(lit)), None),
            discard=next((c for c, lit in visit.discards.items() if value(lit)), None),
            buy=next((c for c, lit in bought.items() if value(lit)), None),
            gains=self._gains(visit.taken),
        )
