"""Expansions: regions, the columns posts leave, rewards, and where ousted posts return."""

from dataclasses import replace

from model.best.books import Pool, Shelf
from model.best.diamonds import move_diamond
from model.best.draft import Draft, Linear, Lit, Value, total, weighted
from model.best.effects import Branch
from model.best.posts import Unary, columns_of, come_back, covered, leave, uncovered
from model.best.rewards import Taken
from model.best.routing import Frontier, enter_regions, frontier
from model.best.table import Table
from model.best.tile import Tile
from model.best.tracks import FixedPounds, Purse, StepPart
from referee.game.canonical import CanonicalExpansion, Columns
from referee.game.components import RewardKind
from referee.game.ids import COMPANIES, Company, RegionId


def expansion_turns(table: Table, company: Company) -> Branch | None:
    """Return all expansions of a company, or None without expansion cards or posts in its base."""
    if not table.expansion_items(table.me) or not table.posts(company):
        return None
    draft = Draft()
    tile = Tile(draft, table)
    front = frontier(table, company)
    entered = enter_regions(draft, front)
    most = front.most_regions
    left = leave(draft, table, company, total(entered.values()), most)
    returned = _oust(draft, table, front, entered)
    taken = _rewards(draft, table, front, entered)
    effects = taken.effects(table, table.me.cash)
    effects.coins[company] = uncovered(table, company, left)
    for other, columns in returned.items():
        effects.coins[other] = covered(table, other, columns)

    def read(value: Value) -> CanonicalExpansion:
        none: Columns = (0, 0, 0)
        return CanonicalExpansion(
            seat=table.seat,
            plus_one=tile.read(value),
            company=company,
            regions=frozenset(region for region, lit in entered.items() if value(lit)),
            left=columns_of(left, value),
            returned=tuple(
                columns_of(returned[other], value) if other in returned else none
                for other in COMPANIES
            ),
            gains=taken.read(value),
        )

    def full() -> Branch | None:
        return expansion_turns(replace(table, placing=True), company)

    return Branch("expand", draft, effects, read, None if table.placing else full)


def _oust(
    draft: Draft, table: Table, front: Frontier, entered: dict[RegionId, Lit]
) -> dict[Company, Unary]:
    returned = {}
    for company in COMPANIES:
        there = [entered[region] for region, owner in front.owner.items() if owner == company]
        if there:
            most = min(len(there), front.most_regions)
            returned[company] = come_back(draft, table, company, total(there), most)
    return returned


def _rewards(draft: Draft, table: Table, front: Frontier, entered: dict[RegionId, Lit]) -> Taken:
    region = table.state.setting.components.region
    partial = table.state.setting.rulings.may_leave_parts
    book_track = table.state.setting.components.book_track

    def of(kind: RewardKind) -> list[tuple[int, Lit]]:
        return [
            (region[r].amount, lit)
            for r, lit in entered.items()
            if region[r].reward == kind and region[r].amount
        ]

    def at_most(moves: list[tuple[int, Lit]]) -> int:
        return sum(sorted((amount for amount, _ in moves), reverse=True)[: front.most_regions])

    taken = Taken(pounds=weighted(of("pounds")))
    if partial and of("pounds"):
        taken.pounds = draft.chosen_amount(at_most(of("pounds")), "pounds")
        draft.model.add(taken.pounds <= weighted(of("pounds")))
    taken.diamonds = move_diamond(draft, table, of("diamonds"), at_most(of("diamonds")))
    points = of("points")
    pool = Pool(weighted(points), at_most(points), at_end=table.me.ink >= book_track.last)
    taken.shelf = Shelf(draft, table, [pool])

    everything: Linear = taken.pounds + taken.diamonds.pounds + pool.pounds
    purse = Purse(table.me.cash, table.me.cash, everything)
    purse.parts = [FixedPounds(amount, lit) for amount, lit in of("pounds")]
    purse.parts += taken.purse(0, 0, [pool]).parts
    steps = [StepPart(front.company, amount, lit) for amount, lit in of("track")]
    taken.make_steps(draft, table, steps, min(len(steps), front.most_regions), purse)
    return taken
