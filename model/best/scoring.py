"""What the table is worth after the last turn, as a number of the model."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from model.best.area import UsedCards
from model.best.bases import Bases
from model.best.bonus import Spaces
from model.best.bookkeeping import JarTimeline
from model.best.diamonds import DiamondSteps
from model.best.draft import Draft, Lit, ModelNumber, total, weighted
from model.best.goods import Market
from model.best.objective import SHARE_MEASURES, Objective
from model.best.table import MoverTable
from model.best.timeline import Activity
from model.best.tracks import TrackWalk
from referee.game.ids import COMPANIES, Company, Seat


class ShareGain(NamedTuple):
    """Shares that a player gets, or gives up if below zero."""

    shares: int
    lit: Lit
    """Whether that happens."""
    apart: bool
    """It never happens together with a post that leaves or comes back."""


@dataclass(eq=False)
class Worth:
    """The measures of the table that the turns leave."""

    draft: Draft
    table: MoverTable
    walk: TrackWalk
    bases: Bases
    diamonds: DiamondSteps
    jar: JarTimeline
    market: Market
    spaces: Spaces
    area: UsedCards
    _counts: dict[Company, list[Lit]] = field(default_factory=dict)

    def of(self, wanted: Objective) -> ModelNumber:
        """Return the value of the objective."""
        return weighted((weight, self._named(name)) for weight, name in wanted.terms)

    def _named(self, name: str) -> ModelNumber:
        match name:
            case "net-worth":
                return self._own()
            case "margin":
                return self._own() - self._best_other()
            case "cash":
                return self.walk.cash[-1]
            case "diamonds":
                return self._diamonds()[0]
            case "ink":
                return self.table.me.ink + total(self._ink().values())
            case _:
                company = COMPANIES[SHARE_MEASURES.index(name)]
                gained = self._gained(company)
                return self._owned(company) + weighted((gain.shares, gain.lit) for gain in gained)

    def _ink(self) -> dict[int, ModelNumber]:
        steps: dict[int, list[Lit]] = {}
        for keeper in self.jar.keepers:
            for step, lit in keeper.moved.items():
                steps.setdefault(step, []).append(lit)
        return {step: total(lits) for step, lits in steps.items()}

    def _own(self) -> ModelNumber:
        values, reached = self.table.book_values, self._ink()
        worth: ModelNumber = self.walk.cash[-1] + self._diamonds()[1]
        worth = worth + self.table.worth(values, self.table.me.ink)
        for value in values:
            if value.at in reached:
                before = self.table.worth(values, value.at - 1)
                worth = worth + (value.pounds - before) * reached[value.at]
        for company in COMPANIES:
            worth = worth + self._row(company)
        return worth

    def _owned(self, company: Company) -> int:
        return self.table.shares(self.table.seat, company)

    def _gained(self, company: Company) -> list[ShareGain]:
        final = self.walk.made[company][-1][: self.walk.reach(company)]
        moving = self._moving_posts()
        alike = len(final) if moving is None else self.walk.reach(company, moving)
        steps = enumerate(zip(self.walk.ahead(company).shares, final, strict=False))
        gained = [ShareGain(more, lit, step >= alike) for step, (more, lit) in steps if more]
        apart = moving is not None and not any(
            visit.activity in moving for visit in self.spaces.visits if visit.buys
        )
        gained += [ShareGain(1, lit, apart) for lit in self._acquired(company)]
        for visit in self.spaces.visits:
            apart = moving is not None and visit.activity not in moving
            gained += [
                ShareGain(-1, lit, apart)
                for card, lit in visit.discards.items()
                if self.table.card(card).share == company
            ]
        return gained

    def _moving_posts(self) -> set[Activity] | None:
        """Return what can change the value of a share in the one turn; None for several turns."""
        if not self.market.timeline.single:
            return None
        return {self.area.expansion, *(removal.activity for removal in self.bases.removals)}

    def _acquired(self, company: Company) -> list[Lit]:
        """Return whether a 1st, 2nd, ... card with a share of a company is acquired.

        Which card and when does not matter for its worth, so that a few yes or no suffice.
        """
        if company not in self._counts:
            cards = [
                [lit for row in rows for lit in row]
                for card, rows in self.market.bought.items()
                if self.table.card(card).share == company
            ]
            offered = [lits for lits in cards if lits]
            # Every goods turn uses up a card, and gets one at most.
            sales = min(len(self.market.timeline.turns), len(self.area.goods))
            ways = sales + sum(bool(visit.buys) for visit in self.spaces.visits)
            ways = min(ways, len(self.market.timeline.turns))
            counts = [self.draft.aside() for _ in range(min(len(offered), ways))]
            for fewer, more in pairwise(counts):
                self.draft.model.add_implication(more, fewer)
            if offered:
                acquired = total(lit for lits in offered for lit in lits)
                self.draft.model.add(total(counts) == acquired)
            self._counts[company] = counts
        return self._counts[company]

    def _row(self, company: Company) -> ModelNumber:
        """Return shares owned times the value of a share."""
        owned, gained = self._owned(company), self._gained(company)
        least, most = self.bases.ranges[company]
        if least == most:
            return owned * most + most * weighted((gain.shares, gain.lit) for gain in gained)
        value = self.draft.amount(most, f"value[{company}]", least)
        self.draft.model.add(value == self.bases.values[company])
        now = self.table.share_value(company)
        row = owned * value + weighted((now * g.shares, g.lit) for g in gained if g.apart)
        for gain in gained:
            if not gain.apart:
                row = row + gain.shares * self.draft.where(gain.lit, value, most, least)
        return row

    def _diamonds(self) -> tuple[ModelNumber, ModelNumber]:
        model, at = self.draft.model, self.table.me.diamonds
        values, last = self.table.diamond_values, self.diamonds.last
        used, most = self.diamonds.steps, self.diamonds.most
        worth: ModelNumber = self.table.worth(values, at)
        if not most:
            return at, worth
        step: ModelNumber = at + used
        if at + most > last:
            step = self.draft.amount(last, least=min(at, last))
            model.add_min_equality(step, [at + used, last])
        for value in values:
            needed = value.at - at
            if 0 < needed <= min(most, last - at):
                passed = self.draft.aside()
                model.add(used >= needed * passed)
                model.add(used <= needed - 1 + (most - needed + 1) * passed)
                before = self.table.worth(values, value.at - 1)
                worth = worth + (value.pounds - before) * passed
        return step, worth

    def _best_other(self) -> ModelNumber:
        totals = [self._other(n, seat) for n, seat in enumerate(self.table.opponents)]
        if len(totals) == 1:
            return totals[0]
        best = self.draft.amount(100_000, least=-100_000)
        self.draft.model.add_max_equality(best, totals)
        return best

    def _other(self, number: int, seat: Seat) -> ModelNumber:
        table = self.table
        player = table.state.players[seat]
        worth: ModelNumber = player.cash + table.worth(table.diamond_values, player.diamonds)
        worth = worth + table.worth(table.book_values, player.ink)
        for company in COMPANIES:
            worth = worth + table.shares(seat, company) * self.bases.values[company]
            paid = zip(
                table.ahead[company].others[number], self.walk.made[company][-1], strict=True
            )
            worth = worth + weighted(paid)
        return worth
