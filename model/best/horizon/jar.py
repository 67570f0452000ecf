"""Bookkeepers over a round: which enters which steps, over which books, and where each stops."""

from dataclasses import dataclass, field
from itertools import pairwise

from model.best.bookkeeping import Face, faces
from model.best.draft import Draft, Linear, Lit, Literal, total, weighted
from model.best.horizon.area import Area, Item
from model.best.horizon.bases import Bases
from model.best.horizon.diamonds import DiamondTrack
from model.best.horizon.points import Points, Pool
from model.best.horizon.timeline import Activity
from model.best.horizon.walk import Walk
from model.best.table import Table
from referee.game.components import BookkeeperCard, BookkeeperTile, Reward
from referee.game.ids import COMPANIES, BookId
from referee.game.limits import FLIP_POUNDS
from referee.game.turns import Step


@dataclass(eq=False)
class Keeper:
    """One bookkeeper: the flip, the steps entered and how, and the reward where it stops."""

    item: Item
    activity: Activity
    flip: dict[Step, Lit] = field(default_factory=dict)
    moved: dict[Step, Lit] = field(default_factory=dict)
    rewards: list[tuple[Reward, Lit]] = field(default_factory=list)
    pounds: Linear = 0
    diamonds: Linear = 0
    pools: list[Pool] = field(default_factory=list)


class Jar:
    """The ink jar's way in the rest of a round."""

    def __init__(
        self, draft: Draft, table: Table, area: Area, walk: Walk, points: Points, *, last: int
    ) -> None:
        self._draft, self._table, self._area = draft, table, area
        self._walk, self._points = walk, points
        self._faces = faces(table)
        self.last = last
        self.keepers = [Keeper(item, activity) for item, activity in area.bookkeepers]

    def spend_points(self) -> None:
        """Make the pools of the bookkeepers' own points, before anything is known of rewards."""
        for keeper in self.keepers:
            thing = keeper.item.thing
            if isinstance(thing, BookkeeperCard | BookkeeperTile):
                number = thing.points * keeper.activity.done
                pool = self._points.pool(keeper.activity, number, thing.points, own_points=True)
                keeper.pools += [pool] if pool else []

    def _steps(self, most_books: int) -> list[Step]:
        """Return the steps that the jar may come to."""
        steps: list[Step] = []
        for step in range(self._table.me.ink + 1, self.last + 1):
            if step not in self._faces:
                most_books -= 1
            if most_books < 0:
                break
            steps.append(step)
        return steps

    def move(self, bases: Bases, diamonds: DiamondTrack) -> None:
        """Let the bookkeepers move the jar one after the other, and take rewards."""
        steps = self._steps(len(self._points.books))
        for keeper in self.keepers:
            self._flips(keeper, steps)
        via: dict[tuple[str, Step], dict[BookId | None, Lit]] = {}
        for keeper in self.keepers:
            met = self._met(keeper, steps)
            for step in steps:
                ways = via[keeper.item.name, step] = self._ways(keeper, step, met)
                moved = keeper.moved[step] = keeper.activity.choice(f"to[{step}]")
                over = [] if step not in keeper.flip else [self._over_flipped(keeper, step)]
                self._draft.model.add(total((*ways.values(), *over)) == moved)
        self._in_order(steps)
        for keeper in self.keepers:
            self._stop(keeper, steps, via, bases, diamonds)
        self._points.close_placings()

    def _flips(self, keeper: Keeper, steps: list[Step]) -> None:
        face_up = [step for step, face in self._faces.items() if not face.flipped]
        # A flip that leads nowhere still costs money, which may keep a call from being paid.
        idle = [step for step in face_up if step not in steps][:1]
        keeper.flip = {
            step: keeper.activity.choice(f"flip[{step}]")
            for step in (*idle, *steps)
            if step not in self._faces or step in face_up
        }
        flips = total(keeper.flip.values())
        self._draft.model.add(flips <= keeper.activity.done)
        keeper.activity.earn(-FLIP_POUNDS * flips, -FLIP_POUNDS, 0)
        for turn, lit in enumerate(keeper.activity.at):
            self._draft.model.add(self._walk.cash[turn] >= FLIP_POUNDS * flips).only_enforce_if(lit)

    def _met(self, keeper: Keeper, steps: list[Step]) -> dict[BookId | Step, Lit]:
        met: dict[BookId | Step, Lit] = {}
        for step in steps:
            face = self._faces.get(step)
            if face is not None and not face.flipped:
                met[step] = self._area.meets(keeper.activity, face.requires)
        for book, (printed, _) in self._points.books.items():
            met[book] = self._area.meets(keeper.activity, printed.requires)
        return met

    def _ways(
        self, keeper: Keeper, step: Step, met: dict[BookId | Step, Lit]
    ) -> dict[BookId | None, Lit]:
        """Return how a step is entered: over the book that lies there now, or over a new one."""
        model = self._draft.model
        ways: dict[BookId | None, Lit] = {}
        face = self._faces.get(step)
        if face is not None:
            way = ways[None] = self._draft.aside()
            if not face.flipped:
                model.add_implication(way, met[step])
        for book in self._points.books:
            if self._points.may_lie(book, step):
                way = ways[book] = self._draft.aside()
                model.add_implication(way, met[book])
                model.add_implication(way, self._points.on_step(book, step))
                model.add_implication(way, self._points.had_by(book, keeper.activity))
                if None in ways:
                    # Whatever is laid where it matters covers the book that lies there now.
                    model.add_bool_or(~ways[None], ~self._points.on_step(book, step))
        return ways

    def _over_flipped(self, keeper: Keeper, step: Step) -> Lit:
        """Return whether a bookkeeper enters a step whose book was flipped for pounds."""
        model, way = self._draft.model, self._draft.aside()
        flips: list[Literal] = [keeper.flip[step]]
        for other in self.keepers:
            if other is not keeper and step in other.flip:
                follows = keeper.activity.follows(other.activity)
                flips.append(self._draft.both(other.flip[step], follows))
        model.add_bool_or(~way, *flips)
        if step not in self._faces:
            lying: list[Literal] = []
            for book in self._points.books:
                if self._points.may_lie(book, step):
                    lies = self._draft.aside()
                    model.add_implication(lies, self._points.on_step(book, step))
                    model.add_implication(lies, self._points.had_by(book, keeper.activity))
                    lying.append(lies)
            model.add_bool_or(~way, *lying)
        return way

    def _in_order(self, steps: list[Step]) -> None:
        """Let every step be entered once, after the one before it."""
        model = self._draft.model
        for step in steps:
            model.add_at_most_one(keeper.moved[step] for keeper in self.keepers)
        for before, step in pairwise(steps):
            for keeper in self.keepers:
                ways: list[Literal] = [keeper.moved[before]]
                for other in self.keepers:
                    if other is not keeper:
                        follows = keeper.activity.follows(other.activity)
                        ways.append(self._draft.both(other.moved[before], follows))
                model.add_bool_or(~keeper.moved[step], *ways)
        for keeper in self.keepers:
            for lit in keeper.moved.values():
                model.add(keeper.activity.done >= lit)

    def _stop(
        self,
        keeper: Keeper,
        steps: list[Step],
        via: dict[tuple[str, Step], dict[BookId | None, Lit]],
        bases: Bases,
        diamonds: DiamondTrack,
    ) -> None:
        for step in steps:
            further = keeper.moved.get(step + 1)
            for book, way in via[keeper.item.name, step].items():
                face = self._faces.get(step)
                reward = (
                    self._points.books[book][0].reward if book else face.reward if face else None
                )
                if reward is None or (book is None and face is not None and face.flipped):
                    continue
                stops = way if further is None else self._draft.both(way, ~further)
                if step in keeper.flip:
                    self._draft.model.add_bool_or(~way, ~keeper.flip[step])
                keeper.rewards.append((reward, stops))
        self._take(keeper, bases, diamonds)

    def _take(self, keeper: Keeper, bases: Bases, diamonds: DiamondTrack) -> None:
        activity, rewards = keeper.activity, keeper.rewards
        keeper.pounds, most = self._pounds(keeper)
        activity.earn(keeper.pounds, 0, most)
        moves = [(reward.diamonds, lit) for reward, lit in rewards]
        most_moves = max((n for n, _ in moves), default=0)
        keeper.diamonds = diamonds.move(activity, weighted(moves), most_moves)
        points = [(reward.points, lit) for reward, lit in rewards]
        pool = self._points.pool(activity, weighted(points), max((n for n, _ in points), default=0))
        keeper.pools += [pool] if pool else []
        posts = [(reward.posts, lit) for reward, lit in rewards]
        if any(n for n, _ in posts):
            bases.remove(activity, weighted(posts), max(n for n, _ in posts))
        flips = FLIP_POUNDS * total(keeper.flip.values())
        for company in COMPANIES:
            steps = [
                (reward.track.steps, lit)
                for reward, lit in rewards
                if reward.track is not None and reward.track.company == company
            ]
            if steps:
                self._walk.reward_steps(
                    activity, company, weighted(steps), max(n for n, _ in steps), flips
                )

    def _pounds(self, keeper: Keeper) -> tuple[Linear, int]:
        fixed = [(reward.pounds, lit) for reward, lit in keeper.rewards]
        pounds, most = weighted(fixed), max((n for n, _ in fixed), default=0)
        cotton_most = self._area.most_units("cotton")
        for reward, lit in keeper.rewards:
            if reward.cotton_less is None or cotton_most <= reward.cotton_less:
                continue
            paid = self._draft.amount(cotton_most - reward.cotton_less)
            self._draft.model.add(paid <= (cotton_most - reward.cotton_less) * lit)
            for turn, doing in enumerate(keeper.activity.at):
                cotton = self._area.total("cotton", turn) - reward.cotton_less
                counts = self._draft.aside()
                self._draft.model.add(paid <= cotton).only_enforce_if(doing, counts)
                self._draft.model.add(paid == 0).only_enforce_if(doing, ~counts)
            pounds = pounds + paid
            most = max(most, reward.pounds + cotton_most - reward.cotton_less)
        if self._table.state.setting.rulings.may_leave_parts and most:
            limit, pounds = pounds, keeper.activity.amount(most, "pounds")
            self._draft.model.add(pounds <= limit)
        return pounds, most

    def face(self, step: Step) -> Face | None:
        """Return the book that lies on a step now."""
        return self._faces.get(step)

    def at_last_step(self, activity: Activity) -> Lit | bool:
        """Return whether the jar stands on the last step when an activity spends points."""
        if self._table.me.ink >= self.last:
            return True
        ways: list[Literal] = []
        for keeper in self.keepers:
            if self.last in keeper.moved:
                moved = keeper.moved[self.last]
                if keeper.activity is activity:
                    ways.append(moved)
                else:
                    ways.append(self._draft.both(moved, activity.follows(keeper.activity)))
        return self._draft.either(ways) if ways else False
