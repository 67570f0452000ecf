"""What the table is worth after the last turn, as a number of the model."""

from dataclasses import dataclass, field
from itertools import pairwise

from referee.core.ids import COMPANIES, Company, Seat
from referee_model.best.area import UsedCards
from referee_model.best.bases import Bases
from referee_model.best.bonus import Spaces
from referee_model.best.bookkeeping import JarTimeline
from referee_model.best.diamonds import DiamondSteps
from referee_model.best.goods import Market
from referee_model.best.objective import SHARE_MEASURES, TRACK_MEASURES, Objective
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Draft, Lit, ModelNumber, total, weighted
from referee_model.best.tracks import TrackWalk


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
                return self._of_company(name)

    def _of_company(self, name: str) -> ModelNumber:
        """Return the shares of a company, or the space of its track."""
        if name in TRACK_MEASURES:
            index = TRACK_MEASURES.index(name)
            return self.table.me.tracks[index] + total(self.walk.made[COMPANIES[index]][-1])
        constant, gained = self._shares(COMPANIES[SHARE_MEASURES.index(name)])
        return constant + weighted(gained)

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

    def _shares(self, company: Company) -> tuple[int, list[tuple[int, Lit]]]:
        final = self.walk.made[company][-1][: self.walk.reach(company)]
        icons = zip(self.table.ahead[company].shares, final, strict=False)
        gained = [(more, lit) for more, lit in icons if more]
        gained += [(1, lit) for lit in self._acquired(company)]
        for visit in self.spaces.visits:
            gone = [(self.table.card(card), lit) for card, lit in visit.discards.items()]
            gained += [(-1, lit) for card, lit in gone if card.share == company]
        return self.table.shares[self.table.seat, company], gained

    def _acquired(self, company: Company) -> list[Lit]:
        """Return whether a 1st, 2nd, ... card with a share of a company is acquired.

        Which card and when does not matter for its worth, so that a few yes or no suffice.
        """
        if company not in self._counts:
            bought = self.market.bought.items()
            own = [rows for card, rows in bought if self.table.card(card).share == company]
            cards = [[lit for row in rows for lit in row] for rows in own]
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
        constant, gained = self._shares(company)
        least, most = self.bases.ranges[company]
        if least == most:
            return constant * most + most * weighted(gained)
        value = self.draft.amount(most, f"value[{company}]", least)
        self.draft.model.add(value == self.bases.values[company])
        row: ModelNumber = constant * value
        for more, lit in gained:
            row = row + more * self.draft.where(lit, value, most, least)
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
            worth = worth + table.shares[seat, company] * self.bases.values[company]
            others = table.ahead[company].others[number]
            paid = zip(others, self.walk.made[company][-1], strict=True)
            worth = worth + weighted(paid)
        return worth
