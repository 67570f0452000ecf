"""The starting bonus of a player's tile."""

from collections.abc import Iterable, Mapping

from model.legality import writes
from model.legality.after import After
from model.legality.diamonds import diamonds_after
from model.legality.draft import TableDraft
from model.legality.event import EventRelation
from model.legality.reward_parts import Amounts
from model.legality.rewards import RewardParts
from model.legality.table import SeatView
from model.legality.tracks import Marches
from model.relation import Relation
from model.solver import Values
from model.terms import Truth, no, some
from referee.game.components import BonusSteps
from referee.game.events import TakeStartingBonus
from referee.game.ids import COMPANIES, Seat
from referee.game.rulebook import setup as rules
from referee.game.state import State
from referee.game.turns import Advance, MoveDiamond


class StartingBonusRelation(EventRelation[TakeStartingBonus]):
    """The steps of a starting bonus, with calls and special spaces."""

    def __init__(self, state: State, seat: Seat, relation: Relation | None = None) -> None:
        self.table = SeatView(state, seat)
        super().__init__(state, relation)

    def state_rules(self) -> None:
        """Declare the parts of the bonus and state what the rules demand of them."""
        relation, seen = self.relation, self.table
        relation.demand(rules.SETUP_ORDER, self.state.phase == "starting-bonus")
        in_order = self.state.phase != "starting-bonus" or self.state.to_move == seen.seat
        relation.demand(rules.STARTING_BONUS_ORDER, in_order)
        tile = seen.me.starting_tile
        bonus = seen.components.starting_tile[tile].bonus if tile is not None else ()
        tracks = tuple(_steps(bonus, company) for company in COMPANIES)
        amounts = Amounts(diamonds=_steps(bonus, "diamonds"), tracks=tracks, most_steps=max(tracks))
        cash = relation.have("pounds", seen.me.cash)
        self.parts = RewardParts(relation, seen, amounts, cash=cash, converts=False)
        self.parts.demand_order()
        relation.demand(rules.STARTING_BONUS_PARTS, no(self.parts.twice))
        relation.demand(rules.STARTING_BONUS_PARTS, self.parts.fits())
        relation.demand(rules.STARTING_BONUS_PARTS, no(some(self.parts.missing())))

    def facts(self, event: TakeStartingBonus) -> Mapping[str, Iterable[Truth]]:
        """Return what the parts say about the variables."""
        return {"reward": self.parts.facts(event.reward)}

    def said(self, values: Values) -> TakeStartingBonus:
        """Return the bonus of a solution."""
        parts = self.parts.said(values)
        steps = tuple(part for part in parts if isinstance(part, Advance | MoveDiamond))
        return TakeStartingBonus(seat=self.table.seat, reward=steps)

    def state_effects(self, after: After) -> None:
        """State what the table is after the bonus."""
        seen = self.table
        march = Marches(seen, self.parts.paths, self.parts.steps())
        march.after(after)
        march.pay_others(after)
        after.sum(seen.me.cash + self.parts.gain, writes.cash(seen.seat))
        if self.parts.diamonds:
            diamonds_after(after, seen, self.parts.diamonds.count)
        players = len(self.state.players)
        following = (seen.seat + 1) % players
        last = following == self.state.first_player
        after.number(rules.STARTING_BONUS_MOVES, -1 if last else following, writes.to_move)
        after.bit(rules.SETUP_ORDER, last, _begin)


def _begin(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
    if value:
        draft.phase = "planning"


def _steps(bonus: Iterable[BonusSteps], track: str) -> int:
    return sum(steps.steps for steps in bonus if steps.track == track)
