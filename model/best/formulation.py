"""The turns to come as one model: built from a position, asked by the solver, read as turns."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import get_args

from model.best.area import Item, UsedCards, items_face_up, items_to_plan
from model.best.bases import Bases
from model.best.bonus import Spaces, free_markers
from model.best.bookkeeping import JarTimeline
from model.best.books import Points
from model.best.diamonds import DiamondSteps, sell_diamonds
from model.best.draft import Draft, Lit, ModelNumber, total
from model.best.expansion import Expansion
from model.best.goods import Market, Sales
from model.best.objective import Objective
from model.best.rewards import Treasury
from model.best.round_end import Ending
from model.best.scoring import Worth
from model.best.table import MoverTable
from model.best.timeline import Activity, Timeline
from model.best.tracks import TrackWalk
from referee.game.ids import COMPANIES, CardId, Company
from referee.game.turns import Action

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
        self.expansion = Expansion(draft, table, self.area, self.bases, self._expanding(scope))
        self._collect()
        self.ending: Ending | None = None
        if self.timeline.single and "end" in scope.actions:
            self.ending = Ending(table, self.timeline, self.area)
        self.points.close(placing=scope.placing)
        for part in (self.diamonds, market, self.spaces, self.timeline, self.walk):
            part.close()
        draft.decisions += draft.last_decisions
        worth = Worth(
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
        self.goal: ModelNumber = worth.of(wanted)

    def _expanding(self, scope: AllowedTurns) -> tuple[Company, ...]:
        if self.area.expansion not in self.timeline.activities:
            return ()
        if not self.timeline.single:
            return scope.companies
        return tuple(company for company in scope.companies if self.table.posts(company))

    def _collect(self) -> None:
        """Settle what every activity brings."""
        treasury = Treasury(
            self.draft,
            self.table,
            self.walk,
            self.bases,
            self.diamonds,
            self.points,
        )
        self.spaces.choose()
        if self.timeline.single:
            self.area.lay_tile_after([*self.jar.cotton_stops, *self.spaces.cotton_options])
            self.jar.levels_matter()
        self.spaces.collect(treasury, self.jar)
        self.jar.collect(treasury)
        sell_diamonds(self.table, self.area, self.diamonds, self.expansion.entered)
        self.expansion.collect(treasury, self.jar.at_last_step(self.area.expansion))

    @property
    def plan(self) -> dict[CardId, Lit]:
        """The cards that a plan may place."""
        return self.area.cards_placed()

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


def rule_out(formulation: Formulation, first: Action, then: Action) -> None:
    """Let no turn of one action come before a turn of another."""
    turns = formulation.timeline.turns
    for one in formulation.activities(first):
        for other in formulation.activities(then):
            for early in turns:
                for late in turns[early + 1 :]:
                    formulation.draft.model.add_bool_or(~one.at[early], ~other.at[late])
