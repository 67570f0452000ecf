"""A reward whose parts come in the player's order: pounds, diamonds, points, posts, steps."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.core.components import Reward
from referee.core.ids import Company
from referee_model.best.bases import Bases
from referee_model.best.books import AtEnd, Points, Pool
from referee_model.best.diamonds import Diamonds, DiamondSteps
from referee_model.best.payment import Purse, StepPart
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Activity, Draft, Lit, ModelNumber, weighted
from referee_model.best.tracks import TrackWalk


@dataclass(eq=False)
class RewardUse:
    """What the rewards of an activity come to."""

    activity: Activity
    pounds: ModelNumber = 0
    diamonds: Diamonds = field(default_factory=Diamonds)
    pools: list[Pool] = field(default_factory=list)
    steps: dict[Company, ModelNumber] = field(default_factory=dict)


@dataclass(eq=False)
class Treasury:
    """All that a reward can give, and where it goes."""

    draft: Draft
    table: MoverTable
    walk: TrackWalk
    bases: Bases
    diamonds: DiamondSteps
    points: Points

    def pay(self, taken: RewardUse, pounds: ModelNumber, most: int) -> None:
        """Pay pounds, or some of them where a player may leave the rest."""
        if not most:
            return
        if self.table.rulings.may_leave_rewards:
            pounds = taken.activity.up_to(pounds, most, "pounds")
        taken.pounds = pounds
        taken.activity.earn(pounds, 0, most)

    def take(
        self,
        taken: RewardUse,
        rewards: Sequence[tuple[Reward, Lit]],
        pounds: tuple[ModelNumber, int],
        cost: tuple[ModelNumber, int],
        at_end: AtEnd,
    ) -> None:
        """Take one of some rewards.

        Pounds come with the most there can be, like the cost that is paid before.
        """
        activity = taken.activity
        self.pay(taken, *pounds)
        moves = [(reward.diamonds, lit) for reward, lit in rewards if reward.diamonds]
        most_steps = max((n for n, _ in moves), default=0)
        taken.diamonds = self.diamonds.move(activity, moves, most_steps)
        posts = [(reward.posts, lit) for reward, lit in rewards if reward.posts]
        if posts:
            self.bases.remove(activity, weighted(posts), max(n for n, _ in posts))
        points = [(reward.points, lit) for reward, lit in rewards if reward.points]
        most = max((n for n, _ in points), default=0)
        pool = self.points.pool(activity, weighted(points), most, at_end)
        taken.pools += [pool] if pool else []
        tracks = [(reward.track, lit) for reward, lit in rewards if reward.track is not None]
        parts = [StepPart(track.company, track.steps, lit) for track, lit in tracks]
        purse = self.purse(taken, *cost)
        present = activity.at[0] if activity.at else self.draft.no
        purse.add(taken.pounds, pounds[1], present)
        if pool is not None:
            purse.add(pool.pounds, pool.most_pounds, present)
        taken.steps = self.walk.reward_steps(activity, parts, 1, purse)

    def purse(self, taken: RewardUse, cost: ModelNumber = 0, most_cost: int = 0) -> Purse:
        """Return a purse for the other parts of a reward, diamonds in it."""
        diamonds = taken.diamonds
        purse = Purse(self.table.me.cash, cost, most_cost)
        if diamonds.most_pounds:
            purse.everything = diamonds.pounds
            purse.parts.append(diamonds)
        return purse
