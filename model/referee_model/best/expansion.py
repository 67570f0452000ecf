"""The expansion: at most one in a round, because it uses all expansion cards at once."""

from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush

from referee.core.component_set import ComponentSet
from referee.core.components import RewardKind
from referee.core.ids import COMPANIES, Company, RegionId
from referee.core.limits import DOUBLE_BORDER_POINTS, FOREIGN_POST_POINTS, SINGLE_BORDER_POINTS
from referee_model.best.area import UsedCards
from referee_model.best.bases import Bases
from referee_model.best.books import AtEnd
from referee_model.best.payment import Pounds, StepPart
from referee_model.best.rewards import RewardUse, Treasury
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Draft, Lit, Literal, ModelNumber, total, weighted

# Which sets of regions a company can enter for its points: connected, each at its cheapest --------
#
# Borders cost the same both ways, so the cheapest way to enter a set of regions is a tree that
# grows from the base and the regions already held. Regions are entered in layers: one of layer k
# has its source in layer k - 1.
LINE_POINTS = {1: SINGLE_BORDER_POINTS, 2: DOUBLE_BORDER_POINTS}


@dataclass(frozen=True, slots=True)
class Frontier:
    """The regions that a company can reach with its points."""

    company: Company
    points: int
    posts: int
    beyond: dict[RegionId, dict[RegionId, int]]
    """The neighbours of each reachable region among them, with the border's points."""
    landing: dict[RegionId, int]
    """Points for the cheapest border from the base or a region already held."""
    owner: dict[RegionId, Company]
    """Whose post stands in a reachable region."""
    nearest: dict[RegionId, int]
    """Points of the cheapest way to a region."""

    @property
    def most_regions(self) -> int:
        """How many regions can be entered at most."""
        return min(self.points // SINGLE_BORDER_POINTS, self.posts, len(self.nearest))


def frontier(table: MoverTable, company: Company, points: int | None = None) -> Frontier:
    """Return what lies within a company's reach for so many points, or for those of the mover."""
    components = table.components
    owners = table.owners
    points = table.expansion(table.me) if points is None else points
    own = {region for region, owner in owners.items() if owner == company}
    borders: dict[RegionId, dict[RegionId, int]] = {r: {} for r in owners if r not in own}
    landing: dict[RegionId, int] = {}
    for source, region, cost in _crossings(components):
        if region not in borders:
            continue
        if source == company or source in own:
            landing[region] = min(cost, landing.get(region, cost))
        elif source in borders:
            neighbours = borders[region]
            neighbours[RegionId(source)] = min(cost, neighbours.get(RegionId(source), cost))
    surcharge = {r: FOREIGN_POST_POINTS if owners[r] else 0 for r in borders}
    nearest = _nearest(borders, landing, surcharge, points)
    return Frontier(
        company=company,
        points=points,
        posts=table.posts(company),
        beyond={
            region: {other: cost for other, cost in borders[region].items() if other in nearest}
            for region in borders
            if region in nearest
        },
        landing={region: cost for region, cost in landing.items() if region in nearest},
        owner={region: owner for region in nearest if (owner := owners[region]) is not None},
        nearest=nearest,
    )


@lru_cache(8)
def _crossings(components: ComponentSet) -> tuple[tuple[str, RegionId, int], ...]:
    """Return every border once for each direction: from a base or a region, to, points."""
    return tuple(
        (source, RegionId(place), LINE_POINTS[border.lines])
        for border in components.borders
        for source, place in (border.between, border.between[::-1])
    )


def _nearest(
    borders: dict[RegionId, dict[RegionId, int]],
    landing: dict[RegionId, int],
    surcharge: dict[RegionId, int],
    points: int,
) -> dict[RegionId, int]:
    queue = [(cost + surcharge[region], region) for region, cost in landing.items()]
    queue.sort()
    nearest: dict[RegionId, int] = {}
    while queue:
        cost, region = heappop(queue)
        if region in nearest or cost > points:
            continue
        nearest[region] = cost
        for other, border in borders[region].items():
            heappush(queue, (cost + border + surcharge[other], other))
    # In the order of the component set, so that ties are broken alike everywhere.
    return {region: nearest[region] for region in borders if region in nearest}


def enter_regions(
    draft: Draft, front: Frontier, points: ModelNumber | None = None
) -> dict[RegionId, Lit]:
    """Return which regions are entered, under all rules on access and points.

    Where `points` is a number of the model, those of the frontier are the most it can be.
    """
    model = draft.model
    entered = {region: draft.choice(f"enter[{region}]") for region in front.nearest}
    depth = front.most_regions
    if not depth:
        model.add(total(entered.values()) == 0)
        return entered
    layers = _layers(front, depth)
    at: dict[tuple[RegionId, int], Lit] = {}
    for region, possible in layers.items():
        if len(possible) == 1:
            at[region, possible[0]] = entered[region]
            continue
        for layer in possible:
            at[region, layer] = draft.aside()
        model.add(total(at[region, layer] for layer in possible) == entered[region])
    costs: list[tuple[int, ModelNumber]] = [(FOREIGN_POST_POINTS, entered[r]) for r in front.owner]
    for region, possible in layers.items():
        for layer in possible:
            costs += _entering(draft, front, at, region, layer)
    model.add(weighted(costs) <= (front.points if points is None else points))
    model.add(total(entered.values()) <= front.posts)
    return entered


def _layers(front: Frontier, depth: int) -> dict[RegionId, list[int]]:
    """Return the layers in which a region can be entered, by hops and by points left."""
    layers: dict[RegionId, list[int]] = {region: [] for region in front.nearest}
    # Cheapest way with exactly so many hops; walks may only overestimate what is possible.
    foreign = {r: FOREIGN_POST_POINTS if r in front.owner else 0 for r in front.nearest}
    cost = {r: c + foreign[r] for r, c in front.landing.items() if c + foreign[r] <= front.points}
    for layer in range(1, depth + 1):
        for region in cost:
            layers[region].append(layer)
        further: dict[RegionId, int] = {}
        for region, spent in cost.items():
            for other, border in front.beyond[region].items():
                way = spent + border + foreign[other]
                if way <= front.points:
                    further[other] = min(way, further.get(other, way))
        # A region with a cheap landing never gains by a source that costs as much.
        cost = {r: c for r, c in further.items() if front.landing.get(r) != SINGLE_BORDER_POINTS}
    return layers


def _entering(
    draft: Draft, front: Frontier, at: dict[tuple[RegionId, int], Lit], region: RegionId, layer: int
) -> list[tuple[int, ModelNumber]]:
    """Demand a source for a region in a layer, and return what its border costs."""
    lit = at[region, layer]
    if layer == 1:
        return [(front.landing[region], lit)]
    by_points: dict[int, list[Literal]] = {}
    for other, border in front.beyond[region].items():
        source = at.get((other, layer - 1))
        if source is not None:
            by_points.setdefault(border, []).append(source)
        # Whatever has a single border to an earlier layer can hang there at no higher cost.
        if border == SINGLE_BORDER_POINTS:
            for earlier in range(1, layer - 1):
                if (other, earlier) in at:
                    draft.model.add_bool_or(~lit, ~at[other, earlier])
    single = by_points.get(SINGLE_BORDER_POINTS, [])
    # A double border from the base or a region held is as cheap as any other.
    double = by_points.get(DOUBLE_BORDER_POINTS, []) if region not in front.landing else []
    if not single and not double:
        draft.model.add(lit == 0)
        return []
    if not double:
        draft.model.add_bool_or(~lit, *single)
        return [(SINGLE_BORDER_POINTS, lit)]
    draft.model.add_bool_or(~lit, *single, *double)
    if not single:
        return [(DOUBLE_BORDER_POINTS, lit)]
    dear = draft.aside()
    draft.model.add_implication(dear, lit)
    draft.model.add_bool_or(~lit, dear, *single)
    return [(SINGLE_BORDER_POINTS, lit), (DOUBLE_BORDER_POINTS - SINGLE_BORDER_POINTS, dear)]


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
        points: ModelNumber = most
        if not activity.single:
            points = self.area.points
            bonuses = [self.area.expansion_bonus(turn) for turn in range(len(activity.at))]
            if not all(isinstance(bonus, int) and bonus == 0 for bonus in bonuses):
                # What track bonuses add to the total at the moment of the expansion.
                added = self.draft.amount(most)
                for lit, bonus in zip(activity.at, bonuses, strict=True):
                    model.add(added <= bonus).only_enforce_if(lit)
                points = points + added
        for company in self.companies if most else ():
            front = self.fronts[company] = frontier(self.table, company, most)
            start = len(self.draft.decisions)
            self.entered[company] = enter_regions(self.draft, front, points)
            activity.decisions += self.draft.decisions[start:]
            for lit in self.entered[company].values():
                model.add_implication(lit, self.chosen[company])

    @property
    def most_regions(self) -> int:
        """How many regions can be entered at most."""
        return max((front.most_regions for front in self.fronts.values()), default=0)

    def of(self, company: Company, kind: RewardKind) -> list[tuple[int, Lit]]:
        """Return the regions of a company that give a kind of reward, with the amounts."""
        region = self.table.components.region
        entered = ((region[r], lit) for r, lit in self.entered.get(company, {}).items())
        return [(r.amount, lit) for r, lit in entered if r.reward == kind and r.amount]

    def _most(self, kind: RewardKind) -> int:
        """Return the most that one expansion can give of a kind."""
        amounts = (sorted((n for n, _ in self.of(c, kind)), reverse=True) for c in self.companies)
        return max((sum(each[: self.most_regions]) for each in amounts), default=0)

    def _all(self, kind: RewardKind) -> list[tuple[int, Lit]]:
        return [pair for company in self.companies for pair in self.of(company, kind)]

    def collect(self, treasury: Treasury, at_end: AtEnd) -> None:
        """Settle the posts, and take the rewards of all regions."""
        self._posts()
        activity, taken = self.area.expansion, self.taken
        treasury.pay(taken, weighted(self._all("pounds")), self._most("pounds"))
        moves, most = self._all("diamonds"), self._most("diamonds")
        taken.diamonds = treasury.diamonds.move(activity, moves, most)
        points = weighted(self._all("points"))
        pool = treasury.points.pool(activity, points, self._most("points"), at_end)
        taken.pools = [pool] if pool else []
        for company, chosen in self.chosen.items():
            purse = treasury.purse(taken)
            purse.everything = purse.everything + taken.pounds
            purse.parts += [Pounds(n, n, lit) for n, lit in self.of(company, "pounds")]
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
        gone = {company: total(lits) for company, lits in ousted.items()}
        self.bases.close(entering, gone, self.most_regions, most)
        for company, lit in self.chosen.items():
            left = self.table.posts(company) - self.bases.removed_early(company)
            self.draft.model.add(left >= lit)
