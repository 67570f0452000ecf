"""Expansion: the cards, the company, the regions that are entered."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from referee.core.components import ExpansionBonus, Region
from referee.core.ids import COMPANIES, Company, ItemId, RegionId
from referee.core.limits import FOREIGN_POST_POINTS
from referee.core.rule import Violation
from referee.core.turns import CollectRegion, Entering, Ousting, RegionPart, SpendPoints
from referee.engine import books
from referee.engine.diamonds import move_diamond
from referee.engine.stage import Stage, Violations, pairs
from referee.engine.tracks import ALL_OF_IT, counts_to_say, judge_advance, take_advance
from referee.engine.work import COMPANY_INDEX, Work, put
from referee.rulebook import bonus as bonus_rules
from referee.rulebook import bookkeeping as book_rules
from referee.rulebook import expansion as rules
from referee.rulebook import tracks as track_rules


class ChooseExpansionCards(Stage[tuple[ItemId, ...] | None]):
    """Which expansion cards are used: all of them."""

    certain = True

    def candidates(self, work: Work) -> list[tuple[ItemId, ...] | None]:
        """Return the only choice, if there are such cards."""
        return [None] if work.area().expansion_items() else []

    def judge(self, work: Work, answer: tuple[ItemId, ...] | None) -> Violations:
        """Return the rules about the cards in use that are broken."""
        broken: list[Violation] = []
        face_up = work.area().expansion_items()
        if not face_up:
            broken.append(rules.HAS_EXPANSION_CARD.broken())
        if answer is not None:
            odd = set(answer) ^ set(face_up) | {c for c in answer if answer.count(c) > 1}
            if odd:
                broken.append(rules.ALL_EXPANSION_CARDS.broken(missing=tuple(sorted(odd))))
        return broken

    def take(self, work: Work, answer: tuple[ItemId, ...] | None) -> None:
        """Count the total expansion value, and flip the cards."""
        del answer
        area = work.area()
        cards = area.expansion_items()
        work.cards = tuple(cards)
        work.expansion_points = area.expansion_of(cards)
        work.used = work.used.union(work.cards)
        work.note(rules.TOTAL_EXPANSION_VALUE)
        work.note_bonus(ExpansionBonus, track_rules.EXPANSION_BONUS)
        if work.me.tiles.intersection(work.cards):
            work.note(bonus_rules.TILES_ARE_CARDS)
        work.note(rules.EXPANSION_CARDS_FLIP)


def posts_in_base(work: Work, company: Company) -> int:
    """Return how many posts stand in a company's base."""
    return sum([column.posts for column in work.bases[COMPANY_INDEX[company]]])


class ChooseCompany(Stage[Company]):
    """Which company expands."""

    certain = True

    def candidates(self, work: Work) -> list[Company]:
        """Return every company with a post in its base."""
        return [company for company in COMPANIES if posts_in_base(work, company)]

    def judge(self, work: Work, answer: Company) -> Violations:
        """Return a breach if the company's base is empty."""
        if posts_in_base(work, answer):
            return ()
        return [rules.BASE_HAS_POSTS.broken(company=answer)]

    def take(self, work: Work, answer: Company) -> None:
        """Remember the company, and where it stands."""
        work.company = answer
        regions = [
            region
            for region, company in zip(work.facts.region_index, work.state.regions, strict=True)
            if company is not None and company == answer
        ]
        work.stands_in = frozenset([answer, *regions])


def border_points(work: Work, region: str, source: str | None) -> int | None:
    """Return the points of the border into a region, the cheapest if no source is named."""
    held = work.stands_in
    if source is not None:
        return work.facts.borders.get(source, {}).get(region) if source in held else None
    return work.facts.cheapest_entry(region, held)


def foreign_post(work: Work, region: str) -> Company | None:
    """Return the other company whose post stands in a region."""
    owner = work.state.regions[work.facts.region_index[region]]
    return owner if owner != work.company else None


def ousting_points(work: Work, region: str) -> int:
    """Return the points that a foreign post in a region costs."""
    return FOREIGN_POST_POINTS if foreign_post(work, region) else 0


def within_reach(work: Work) -> dict[str, int]:
    """Return the regions over a border that the points left suffice for, with its points."""
    held, borders = work.stands_in, work.facts.borders
    points = work.expansion_points - work.posts_cost
    near: dict[str, int] = {}
    for place in held:
        for region, cost in borders.get(place, NO_BORDERS).items():
            if cost <= points and region not in held and cost < near.get(region, cost + 1):
                near[region] = cost
    return near


NO_BORDERS: Mapping[str, int] = {}


class EnterRegions(Stage[Entering]):
    """Which regions are entered, over which border, with posts of which column."""

    repeated = True

    def idle(self, work: Work) -> bool:
        """Return whether no points are left."""
        return work.posts_cost == work.expansion_points

    def candidates(self, work: Work) -> Sequence[Entering]:
        """Return every region within reach with every column that has a post."""
        return self._entering(work, within_reach(work))

    def known_legal(self, work: Work) -> Sequence[Entering]:
        """Return the candidates for which the points suffice when foreign posts are ousted."""
        points = work.expansion_points - work.posts_cost
        return self._entering(
            work,
            {
                region: cost
                for region, cost in within_reach(work).items()
                if cost + FOREIGN_POST_POINTS <= points
                or cost + ousting_points(work, region) <= points
            },
        )

    def _entering(self, work: Work, regions: dict[str, int]) -> Sequence[Entering]:
        in_order = [region for region in work.facts.region_index if region in regions]
        return pairs(Entering, in_order, self._columns(work))

    @staticmethod
    def _columns(work: Work) -> list[int]:
        """Return the columns of the company's base with a post."""
        columns = work.bases[COMPANY_INDEX[work.company or ""]]
        return [number for number, column in enumerate(columns, 1) if column.posts]

    def judge(self, work: Work, answer: Entering) -> Violations:
        """Return the rules that entering this region breaks."""
        broken: list[Violation] = []
        region = answer.region
        if region not in work.facts.region_index:
            return [rules.ENTERS_REGIONS.broken(region=region)]
        if region in work.stands_in:
            broken.append(rules.NOT_ALREADY_THERE.broken(region=region))
        else:
            points = border_points(work, region, answer.source)
            if points is None:
                source = answer.source or "anywhere"
                broken.append(rules.ACCESSIBLE.broken(region=region, source=source))
            else:
                cost = work.posts_cost + points
                cost += ousting_points(work, region)
                total = work.expansion_points
                if cost > total:
                    broken.append(rules.POINTS_SUFFICE.broken(cost=cost, total=total))
        columns = work.bases[COMPANY_INDEX[work.company or ""]]
        if not 1 <= answer.column <= len(columns) or not columns[answer.column - 1].posts:
            broken.append(rules.FOREMOST_POST.broken(column=answer.column))
        return broken

    def take(self, work: Work, answer: Entering) -> None:
        """Put a post into the region, and note its reward and the post it ousts."""
        index = work.facts.region_index.get(answer.region)
        if index is None or work.company is None or answer.region in work.entered:
            return
        foreign = foreign_post(work, answer.region)
        points = border_points(work, answer.region, answer.source) or 0
        work.note(rules.COST_OF_ENTERING)
        work.posts_cost += points + ousting_points(work, answer.region)
        if work.take_post(work.company, answer.column):
            work.note(rules.POST_LEAVES_BASE)
            column = answer.column - 1
            work.left = put(work.left, column, work.left[column] + 1)
        work.entered += (answer.region,)
        work.stands_in |= {answer.region}
        region = work.facts.components.regions[index]
        if region.reward == "points":
            work.due_points += region.amount
        elif region.reward != "none":
            work.due_regions += (region.id,)
        if foreign:
            work.to_oust += ((region.id, foreign),)


# Expansion: the rewards of the regions entered, and the posts that were ousted from them ----------
def points_of_regions(work: Work) -> int:
    """Return the bookkeeping points that the regions entered give in all."""
    regions = (work.facts.components.region[region] for region in work.entered)
    return sum(region.amount for region in regions if region.reward == "points")


class CollectRewards(Stage[RegionPart]):
    """The rewards of the regions, one by one, and the pool of their points at one moment."""

    repeated = True

    def idle(self, work: Work) -> bool:
        """Return whether nothing is due."""
        return not (work.due_regions or work.due_points)

    def known_legal(self, work: Work) -> Sequence[RegionPart] | None:
        """Return all candidates, unless it has to be judged how many steps may be left."""
        return None if work.facts.may_decline_calls else self.candidates(work)

    def candidates(self, work: Work) -> Sequence[RegionPart]:
        """Return every reward that can be collected next, in every way."""
        parts: list[RegionPart] = []
        for region_id in work.due_regions:
            region = work.facts.components.region[region_id]
            counts: tuple[int | None, ...] = ALL_OF_IT
            if region.reward == "track":
                index = COMPANY_INDEX[work.company or ""]
                counts = counts_to_say(work, index, region.amount)
            elif work.facts.may_leave_rewards:
                counts = (None, *range(region.amount))
            parts += [CollectRegion(region_id, count) for count in counts]
        if work.due_points:
            converts = books.at_last_step(work)
            purchases = books.purchases(work, work.due_points, converts=converts)
            if not parts:
                return purchases
            parts += purchases
        return parts

    def judge(self, work: Work, answer: RegionPart) -> Violations:
        """Return the rules that collecting this breaks."""
        match answer:
            case CollectRegion():
                if answer.region not in work.due_regions:
                    return [rules.EACH_REWARD_ONCE.broken(regions=(answer.region,))]
                region = work.facts.components.region[answer.region]
                return self._judge_region(work, answer, region)
            case SpendPoints():
                if work.due_points:
                    converts = books.at_last_step(work)
                    return books.judge_points(work, answer, work.due_points, converts=converts)
                times = 2 if work.spent else 1
                points = points_of_regions(work)
                return [rules.POINTS_ARE_ONE_POOL.broken(times=times, points=points)]
            case _:
                assert_never(answer)

    @staticmethod
    def _judge_region(work: Work, answer: CollectRegion, region: Region) -> Violations:
        count = answer.count
        if count is None:
            return ()
        fewest = 0 if region.reward == "track" or work.facts.may_leave_rewards else None
        if count != region.amount and not (fewest is not None and fewest <= count <= region.amount):
            amount = region.amount
            return [rules.REWARD_AS_SHOWN.broken(region=region.id, count=count, amount=amount)]
        if region.reward == "track" and work.company is not None:
            return judge_advance(work, work.company, count, region.amount)
        return ()

    def take(self, work: Work, answer: RegionPart) -> None:
        """Take the reward."""
        match answer:
            case CollectRegion():
                if answer.region in work.due_regions:
                    work.due_regions = tuple([r for r in work.due_regions if r != answer.region])
                    work.note(rules.REWARDS_OF_REGIONS)
                    self._take_region(work, answer, work.facts.components.region[answer.region])
            case SpendPoints():
                books.take_points(work, answer, work.due_points, converts=books.at_last_step(work))
                work.due_points = 0
                work.spent = True

    @staticmethod
    def _take_region(work: Work, answer: CollectRegion, region: Region) -> None:
        amount = region.amount if answer.count is None else max(0, min(answer.count, region.amount))
        if region.reward == "pounds":
            work.gained_pounds += amount
            work.pay(-amount)
        elif region.reward == "diamonds":
            work.gained_diamonds += move_diamond(work, amount)
        elif region.reward == "track" and work.company is not None:
            take_advance(work, work.company, answer.count, region.amount)

    def close(self, work: Work) -> Violations:
        """Return breaches for rewards that were not collected, and for points not spent."""
        if work.facts.may_leave_rewards:
            return ()
        broken: list[Violation] = []
        if missing := tuple([r for r in work.due_regions if self._is_of_use(work, r)]):
            broken.append(rules.EACH_REWARD_ONCE.broken(regions=missing))
        if work.due_points:
            broken.append(book_rules.ALL_POINTS_USED.broken(left=work.due_points))
        return broken

    @staticmethod
    def _is_of_use(work: Work, region_id: RegionId) -> bool:
        """Return whether a reward has to be collected: steps that cannot be made have not."""
        region = work.facts.components.region[region_id]
        if region.reward != "track" or work.company is None:
            return True
        return bool(judge_advance(work, work.company, 0, region.amount))


class OustPosts(Stage[Ousting]):
    """The column to which each ousted post returns; said in any order."""

    certain = True
    repeated = True

    def idle(self, work: Work) -> bool:
        """Return whether no post is to be ousted."""
        return not work.to_oust

    def candidates(self, work: Work) -> list[Ousting]:
        """Return the columns for the next ousted post, or the box if it fits on none."""
        if not work.to_oust:
            return []
        region, company = work.to_oust[0]
        columns = range(1, len(work.bases[COMPANY_INDEX[company]]) + 1)
        fitting = [Ousting(region, c) for c in columns if work.has_space(company, c)]
        return fitting or [Ousting(region)]

    def judge(self, work: Work, answer: Ousting) -> Violations:
        """Return the rules that returning a post there breaks."""
        company = dict(work.to_oust).get(answer.region)
        if company is not None:
            return self._judge_column(work, company, answer.column)
        index = work.facts.region_index.get(answer.region)
        owner = None if index is None else work.state.regions[index]
        wrong = () if owner is None else self._judge_column(work, owner, answer.column)
        return [rules.OUSTS_ALL.broken(regions=(answer.region,)), *wrong]

    @staticmethod
    def _judge_column(work: Work, company: Company, column: int | None) -> Violations:
        if column is None:
            columns = range(1, len(work.bases[COMPANY_INDEX[company]]) + 1)
            if any(work.has_space(company, free) for free in columns):
                return [rules.OUSTED_TO_FREE_SPACE.broken(company=company, column="none")]
        elif not work.has_space(company, column):
            return [rules.OUSTED_TO_FREE_SPACE.broken(company=company, column=column)]
        return ()

    def take(self, work: Work, answer: Ousting) -> None:
        """Return the post, or take it out of the game."""
        company = dict(work.to_oust).get(answer.region)
        if company is None:
            return
        work.to_oust = tuple(pair for pair in work.to_oust if pair[0] != answer.region)
        index = COMPANY_INDEX[company]
        if answer.column is not None and work.return_post(company, answer.column):
            work.note(rules.REAR_SPACE_FIRST)
            columns = work.returned[index]
            columns = put(columns, answer.column - 1, columns[answer.column - 1] + 1)
            work.returned = (*work.returned[:index], columns, *work.returned[index + 1 :])
        else:
            work.note(rules.NO_SPACE_NO_POST)
            work.lost_posts = put(work.lost_posts, index, work.lost_posts[index] + 1)

    def close(self, work: Work) -> Violations:
        """Return a breach for a foreign post that was not ousted."""
        if not work.to_oust:
            return ()
        return [rules.OUSTS_ALL.broken(regions=tuple(region for region, _ in work.to_oust))]
