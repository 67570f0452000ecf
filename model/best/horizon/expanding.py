"""The expansion of a round: at most one, because it uses all expansion cards at once."""

from dataclasses import dataclass, field

from model.best.draft import Draft, Linear, Lit, total, weighted
from model.best.horizon.area import Area
from model.best.horizon.bases import Bases
from model.best.horizon.diamonds import DiamondTrack
from model.best.horizon.points import Points, Pool
from model.best.horizon.walk import Walk
from model.best.routing import Frontier, enter_regions, frontier
from model.best.table import Table
from referee.game.components import RewardKind
from referee.game.ids import COMPANIES, Company, RegionId


@dataclass(eq=False)
class Expansion:
    """Which company, which regions, and what they give."""

    draft: Draft
    table: Table
    area: Area
    walk: Walk
    bases: Bases
    chosen: dict[Company, Lit] = field(default_factory=dict)
    entered: dict[Company, dict[RegionId, Lit]] = field(default_factory=dict)
    fronts: dict[Company, Frontier] = field(default_factory=dict)
    pool: Pool | None = None
    pounds: Linear = 0
    diamonds: Linear = 0

    def __post_init__(self) -> None:
        activity, model = self.area.expansion, self.draft.model
        self.chosen = {company: activity.choice(f"company[{company}]") for company in COMPANIES}
        model.add(total(self.chosen.values()) == activity.done)
        most = self.area.most_points
        points = self.area.points + self._bonus()
        for company in COMPANIES if most else ():
            front = self.fronts[company] = frontier(self.table, company, most)
            start = len(self.draft.decisions)
            self.entered[company] = enter_regions(self.draft, front, points)
            activity.decisions += self.draft.decisions[start:]
            for lit in self.entered[company].values():
                model.add_implication(lit, self.chosen[company])

    def _bonus(self) -> Linear:
        """Return what track bonuses add to the total at the moment of the expansion."""
        rows = [self.area.expansion_bonus(t) for t in range(len(self.area.expansion.at))]
        if all(isinstance(row, int) and row == 0 for row in rows):
            return 0
        most = self.area.most_points
        added = self.draft.amount(most)
        for lit, row in zip(self.area.expansion.at, rows, strict=True):
            self.draft.model.add(added <= row).only_enforce_if(lit)
        return added

    @property
    def most_regions(self) -> int:
        """How many regions can be entered at most."""
        return max((front.most_regions for front in self.fronts.values()), default=0)

    def of(self, company: Company, kind: RewardKind) -> list[tuple[int, Lit]]:
        """Return the regions of a company that give a kind of reward, with the amounts."""
        region = self.table.state.setting.components.region
        return [
            (region[r].amount, lit)
            for r, lit in self.entered.get(company, {}).items()
            if region[r].reward == kind and region[r].amount
        ]

    def _most(self, kind: RewardKind) -> int:
        return max(
            sum(sorted((n for n, _ in self.of(c, kind)), reverse=True)[: self.most_regions])
            for c in COMPANIES
        )

    def _all(self, kind: RewardKind) -> Linear:
        return weighted(pair for company in COMPANIES for pair in self.of(company, kind))

    def collect(self, points: Points, diamonds: DiamondTrack) -> None:
        """Take the rewards of all regions, and settle the posts."""
        activity, model = self.area.expansion, self.draft.model
        partial = self.table.state.setting.rulings.may_leave_parts
        most = self._most("pounds")
        self.pounds = self._all("pounds")
        if partial and most:
            limit, self.pounds = self.pounds, activity.amount(most, "pounds")
            model.add(self.pounds <= limit)
        activity.earn(self.pounds, 0, most)
        self.diamonds = diamonds.move(activity, self._all("diamonds"), self._most("diamonds"))
        self.pool = points.pool(activity, self._all("points"), self._most("points"))
        for company in COMPANIES:
            parts = self.of(company, "track")
            if parts:
                most = sum(sorted((n for n, _ in parts), reverse=True)[: self.most_regions])
                self.walk.reward_steps(activity, company, weighted(parts), most, in_parts=True)
        self._posts()

    def _posts(self) -> None:
        entering = {c: total(lits.values()) for c, lits in self.entered.items()}
        ousted: dict[Company, list[Lit]] = {company: [] for company in COMPANIES}
        most = dict.fromkeys(COMPANIES, 0)
        for company, front in self.fronts.items():
            here = dict.fromkeys(COMPANIES, 0)
            for region, owner in front.owner.items():
                ousted[owner].append(self.entered[company][region])
                here[owner] += 1
            for owner, number in here.items():
                most[owner] = max(most[owner], min(number, front.most_regions))
        self.bases.close(
            entering,
            {company: total(lits) for company, lits in ousted.items()},
            self.most_regions,
            most,
        )
        for company, lit in self.chosen.items():
            left = self.table.posts(company) - self.bases.removed_early(company)
            self.draft.model.add(left >= lit)
