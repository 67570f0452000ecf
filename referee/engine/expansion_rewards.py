"""Expansion: the rewards of the regions entered, and the posts that were ousted from them."""

from collections.abc import Sequence
from typing import assert_never

from referee.engine import books
from referee.engine.diamonds import move_diamond
from referee.engine.stage import Stage, Violations
from referee.engine.tracks import ALL_OF_IT, counts_to_say, judge_advance, take_advance
from referee.engine.work import COMPANY_INDEX, Work, put
from referee.game.components import Region
from referee.game.ids import Company, RegionId
from referee.game.rule import Violation
from referee.game.rulebook import bookkeeping as book_rules
from referee.game.rulebook import expansion as rules
from referee.game.turns import CollectRegion, Ousting, RegionPart, SpendPoints


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
