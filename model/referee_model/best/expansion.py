"""The expansion: at most one in a round, because it uses all expansion cards at once."""

from dataclasses import dataclass, field

from referee.core.components import RewardKind
from referee.core.ids import COMPANIES, Company, RegionId
from referee_model.best.area import UsedCards
from referee_model.best.bases import Bases
from referee_model.best.books import AtEnd
from referee_model.best.payment import FixedPounds, StepPart
from referee_model.best.rewards import RewardUse, Treasury
from referee_model.best.routing import Frontier, enter_regions, frontier
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Draft, Lit, ModelNumber, total, weighted


@dataclass(eq=False)
class Expansion:
    """Which company, which regions, and what they give."""

    draft: Draft
    table: MoverTable
    area: UsedCards
    bases: Bases
    companies: tuple[Company, ...] = COMPANIES
    """Those that can be expanded at all."""
    chosen: dict[Company, Lit] = field(default_factory=dict)
    entered: dict[Company, dict[RegionId, Lit]] = field(default_factory=dict)
    fronts: dict[Company, Frontier] = field(default_factory=dict)
    taken: RewardUse = field(init=False)

    def __post_init__(self) -> None:
        activity, model = self.area.expansion, self.draft.model
        self.taken = RewardUse(activity)
        self.chosen = {c: activity.choice(f"company[{c}]") for c in self.companies}
        model.add(total(self.chosen.values()) == activity.done)
        most = self.area.most_points
        points = most if activity.single else self.area.points + self._bonus()
        for company in self.companies if most else ():
            front = self.fronts[company] = frontier(self.table, company, most)
            start = len(self.draft.decisions)
            self.entered[company] = enter_regions(self.draft, front, points)
            activity.decisions += self.draft.decisions[start:]
            for lit in self.entered[company].values():
                model.add_implication(lit, self.chosen[company])

    def _bonus(self) -> ModelNumber:
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
        """Return the most that one expansion can give of a kind."""
        return max(
            (
                sum(sorted((n for n, _ in self.of(c, kind)), reverse=True)[: self.most_regions])
                for c in self.companies
            ),
            default=0,
        )

    def _all(self, kind: RewardKind) -> list[tuple[int, Lit]]:
        return [pair for company in self.companies for pair in self.of(company, kind)]

    def collect(self, treasury: Treasury, at_end: AtEnd) -> None:
        """Settle the posts, and take the rewards of all regions."""
        self._posts()
        activity, taken = self.area.expansion, self.taken
        treasury.pay(taken, weighted(self._all("pounds")), self._most("pounds"))
        taken.diamonds = treasury.diamonds.move(
            activity, self._all("diamonds"), self._most("diamonds")
        )
        points = weighted(self._all("points"))
        pool = treasury.points.pool(activity, points, self._most("points"), at_end)
        taken.pools = [pool] if pool else []
        for company, chosen in self.chosen.items():
            purse = treasury.purse(taken)
            purse.everything = purse.everything + taken.pounds
            purse.parts += [FixedPounds(*pair) for pair in self.of(company, "pounds")]
            if pool is not None:
                purse.add(pool.pounds, pool.most_pounds, chosen)
            parts = [StepPart(company, amount, lit) for amount, lit in self.of(company, "track")]
            most = min(len(parts), self.most_regions)
            taken.steps |= treasury.walk.reward_steps(activity, parts, most, purse)

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
