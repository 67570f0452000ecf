"""Bookkeepers: the flipped book, the steps that the jar enters, and the reward where it stops."""

from dataclasses import dataclass, field
from itertools import pairwise

from referee.core.components import Reward, UnitBonus
from referee.core.ids import BookId
from referee.core.limits import FLIP_POUNDS
from referee.core.turns import BookStep
from referee_model.best.area import Item, UsedCards
from referee_model.best.books import AtEnd, Points, Pool
from referee_model.best.faces import cotton_pounds, faces
from referee_model.best.rewards import RewardUse, Treasury
from referee_model.best.table import Bookkeeper, MoverTable, level_choices
from referee_model.best.timeline import Activity, Draft, Lit, Literal, ModelNumber, total, weighted
from referee_model.best.tracks import TrackWalk


@dataclass(eq=False)
class Keeper:
    """One bookkeeper: the flip, the steps entered and how, and the reward where it stops."""

    item: Item
    activity: Activity
    taken: RewardUse
    flip: dict[BookStep, Lit] = field(default_factory=dict)
    moved: dict[BookStep, Lit] = field(default_factory=dict)
    rewards: list[tuple[Reward, Lit]] = field(default_factory=list)

    @property
    def points(self) -> int:
        """The points that it gives by itself."""
        thing = self.item.thing
        return thing.points if isinstance(thing, Bookkeeper) else 0


@dataclass(frozen=True, slots=True)
class _Sight:
    """The table at some levels of permanent bonuses, and whether these are chosen."""

    table: MoverTable
    chosen: list[Lit]
    """Empty where there is no choice."""


class JarTimeline:
    """The ink jar's way in the turns to come."""

    def __init__(
        self, draft: Draft, table: MoverTable, area: UsedCards, walk: TrackWalk, points: Points
    ) -> None:
        self._draft, self._table, self._area = draft, table, area
        self._walk, self._points = walk, points
        self._faces = faces(table)
        self._last = table.components.book_track.last
        self.keepers = [Keeper(item, act, RewardUse(act)) for item, act in area.bookkeepers]
        self._single = all(keeper.activity.single for keeper in self.keepers)
        # In the one turn that is asked about the jar has moved before any book comes.
        self._new_books = () if self._single else tuple(points.books)
        self._sights = self._levels() if self._single else [_Sight(table, [])]
        self._move()

    def _levels(self) -> list[_Sight]:
        """Return the levels between which the player may choose, as far as it matters.

        Elsewhere the highest are right: less of a good meets no further requirement.
        """
        table = self._table
        counts = [face.reward.cotton_less is not None for face in self._faces.values()]
        if table.rulings.may_leave_rewards or not any(counts) or not self.keepers:
            return [_Sight(table, [])]
        different: dict[tuple[int, ...], MoverTable] = {}
        for levels in level_choices(table, UnitBonus):
            seen = table.at_levels(levels)
            different.setdefault((*seen.totals.values(), seen.expansion(seen.me)), seen)
        if len(different) == 1:
            return [_Sight(table, [])]
        sights = [_Sight(seen, [self._draft.aside()]) for seen in different.values()]
        self._draft.model.add_exactly_one(lit for sight in sights for lit in sight.chosen)
        return sights

    # The way of the jar -----------------------------------------------------------------------

    def _move(self) -> None:
        """Let the bookkeepers move the jar one after the other."""
        ahead = range(self._table.me.ink + 1, self._last + 1)
        empty = [step for step in ahead if step not in self._faces]
        # Each new book can fill one of the empty steps on the way.
        barriers = [*empty[len(self._new_books) :], self._last + 1]
        steps = [step for step in ahead if step < barriers[0]]
        for keeper in self.keepers:
            self._flips(keeper, steps)
        via: dict[tuple[str, BookStep], dict[BookId | None, Lit]] = {}
        for keeper in self.keepers:
            met = self._met(keeper, steps)
            for step in steps:
                ways = via[keeper.item.name, step] = self._ways(keeper, step, met)
                moved = keeper.moved[step] = keeper.activity.choice(f"to[{step}]")
                over = [] if step not in keeper.flip else [self._over_flipped(keeper, step)]
                self._draft.model.add(total((*ways.values(), *over)) == moved)
        self._in_order(steps)
        for keeper in self.keepers:
            self._stop(keeper, steps, via)

    def _flips(self, keeper: Keeper, steps: list[BookStep]) -> None:
        face_up = [step for step, face in self._faces.items() if not face.flipped]
        idle = [step for step in face_up if step not in steps]
        if self._single:
            open_steps = face_up if self._table.me.cash >= FLIP_POUNDS else []
        else:
            # A flip that leads nowhere still costs money, which may keep a call from being paid;
            # any one of them tells that.
            further = [step for step in steps if step not in self._faces or step in face_up]
            open_steps = [*idle[:1], *further]
        keeper.flip = {step: keeper.activity.choice(f"flip[{step}]") for step in open_steps}
        flips = total(keeper.flip.values())
        self._draft.model.add(flips <= keeper.activity.done)
        if not keeper.flip:
            return
        keeper.activity.earn(-FLIP_POUNDS * flips, -FLIP_POUNDS, 0)
        for turn, lit in enumerate(keeper.activity.at if not self._single else ()):
            self._draft.model.add(self._walk.cash[turn] >= FLIP_POUNDS * flips).only_enforce_if(lit)

    def _met(self, keeper: Keeper, steps: list[BookStep]) -> dict[BookId | BookStep, Lit]:
        met: dict[BookId | BookStep, Lit] = {}
        for step in steps:
            face = self._faces.get(step)
            if face is not None and not face.flipped:
                if not self._single:
                    met[step] = self._area.meets(keeper.activity, face.requires)
                    continue
                ways = [
                    self._draft.both(self._area.meets_now(each.table, face.requires), *each.chosen)
                    for each in self._sights
                ]
                met[step] = self._draft.either(ways)
        for book in self._new_books:
            met[book] = self._area.meets(keeper.activity, self._points.books[book][0].requires)
        return met

    def _ways(
        self, keeper: Keeper, step: BookStep, met: dict[BookId | BookStep, Lit]
    ) -> dict[BookId | None, Lit]:
        """Return how a step is entered: over the book that lies there now, or over a new one."""
        model = self._draft.model
        ways: dict[BookId | None, Lit] = {}
        face = self._faces.get(step)
        if face is not None:
            way = ways[None] = self._draft.aside()
            if not face.flipped:
                model.add_implication(way, met[step])
        for book in self._new_books:
            if self._points.may_lie(book, step):
                way = ways[book] = self._draft.aside()
                model.add_implication(way, met[book])
                model.add_implication(way, self._points.on_step(book, step))
                model.add_implication(way, self._points.had_by(book, keeper.activity))
                if None in ways:
                    # Whatever is laid where it matters covers the book that lies there now.
                    model.add_bool_or(~ways[None], ~self._points.on_step(book, step))
        return ways

    def _over_flipped(self, keeper: Keeper, step: BookStep) -> Lit:
        """Return whether a bookkeeper enters a step whose book was flipped for pounds."""
        model, way = self._draft.model, self._draft.aside()
        flips: list[Literal] = [keeper.flip[step]]
        for other in self.keepers if not self._single else ():
            if other is not keeper and step in other.flip:
                follows = keeper.activity.follows(other.activity)
                flips.append(self._draft.both(other.flip[step], follows))
        model.add_bool_or(~way, *flips)
        if step not in self._faces:
            lying: list[Literal] = []
            for book in self._new_books:
                if self._points.may_lie(book, step):
                    lies = self._draft.aside()
                    model.add_implication(lies, self._points.on_step(book, step))
                    model.add_implication(lies, self._points.had_by(book, keeper.activity))
                    lying.append(lies)
            model.add_bool_or(~way, *lying)
        return way

    def _in_order(self, steps: list[BookStep]) -> None:
        """Let every step be entered once, after the one before it."""
        model = self._draft.model
        for step in steps:
            model.add_at_most_one(keeper.moved[step] for keeper in self.keepers)
        for before, step in pairwise(steps):
            for keeper in self.keepers:
                ways: list[Literal] = [keeper.moved[before]]
                for other in self.keepers if not self._single else ():
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
        steps: list[BookStep],
        via: dict[tuple[str, BookStep], dict[BookId | None, Lit]],
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

    # Rewards ----------------------------------------------------------------------------------

    @property
    def cotton_stops(self) -> list[Lit]:
        """The stops of the one turn whose reward the goods tile would change."""
        rewards = (reward for keeper in self.keepers for reward in keeper.rewards)
        paid = (amounts for reward in rewards for amounts in self._cotton(*reward))
        return [lit for lit, pounds, with_tile in paid if with_tile > pounds]

    def _cotton(self, reward: Reward, stops: Lit) -> list[tuple[Lit, int, int]]:
        """Return what a reward pays for cotton, without and with the tile, at any levels."""
        if reward.cotton_less is None:
            return []
        return [
            (self._draft.both(stops, *sight.chosen), *cotton_pounds(sight.table, reward))
            for sight in self._sights
        ]

    def collect(self, treasury: Treasury) -> None:
        """Take the rewards, and spend the bookkeepers' own points."""
        for keeper in self.keepers:
            flips = FLIP_POUNDS * total(keeper.flip.values())
            cost = (flips, FLIP_POUNDS if keeper.flip else 0)
            every = self._table.rulings.book_money_convert == "every-point"
            at_end = self.at_last_step(keeper.activity)
            pounds = self._pounds_now(keeper) if self._single else self._pounds(keeper)
            treasury.take(keeper.taken, keeper.rewards, pounds, cost, at_end)
            number = keeper.points * keeper.activity.done
            ended = at_end if every else False
            own = self._points.pool(keeper.activity, number, keeper.points, ended, own=True)
            if own is not None:
                if self._single and not every and keeper.taken.pools:
                    self._dearer_points_first(keeper.taken.pools[0], own)
                keeper.taken.pools.append(own)

    def _dearer_points_first(self, reward: Pool, own: Pool) -> None:
        """Where pools pay differently and may be left, money comes of the dearer one first.

        A canonical turn tells only the sum of the points turned into money; this reading makes its
        result unique, and never worse than another.
        """
        partial = self._table.rulings.may_leave_units
        if partial and not isinstance(reward.at_end, bool):
            model, some = self._draft.model, self._draft.aside()
            model.add(own.for_pounds == 0).only_enforce_if(~some)
            model.add(own.for_pounds >= 1).only_enforce_if(some)
            model.add(reward.for_pounds == reward.points).only_enforce_if(some, reward.at_end)

    def _pounds_now(self, keeper: Keeper) -> tuple[ModelNumber, int]:
        """Return exactly what the one turn pays, and the most it can."""
        draft = self._draft
        pairs: list[tuple[int, Lit]] = []
        most = 0
        for reward, stops in keeper.rewards:
            pairs.append((reward.pounds, stops))
            cotton = self._cotton(reward, stops)
            for lit, pounds, with_tile in cotton:
                pairs.append((pounds, lit))
                tiled = draft.both(lit, self._area.tile_on("cotton"))
                pairs.append((with_tile - pounds, tiled))
            paid = max((max(a, b) for _, a, b in cotton), default=0)
            most = max(most, reward.pounds + paid)
        pounds_paid = weighted((n, lit) for n, lit in pairs if lit is not draft.no)
        if len(self._sights) > 1:
            # No other decision tells which of several amounts was taken.
            amount = keeper.activity.amount(most, "pounds-paid")
            draft.model.add(amount == pounds_paid)
            pounds_paid = amount
        return pounds_paid, most

    def levels_matter(self) -> None:
        """Let only the first levels be chosen where no reward counts cotton."""
        if len(self._sights) > 1:
            rewards = (reward for keeper in self.keepers for reward in keeper.rewards)
            counting = [stops for reward, stops in rewards if reward.cotton_less is not None]
            self._draft.model.add_bool_or(*self._sights[0].chosen, *counting)

    def _pounds(self, keeper: Keeper) -> tuple[ModelNumber, int]:
        """Return what a bookkeeper's reward can pay at that moment, and the most it can."""
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
        return pounds, most

    def at_last_step(self, activity: Activity) -> AtEnd:
        """Return whether the jar stands on the last step when an activity spends points."""
        if self._table.me.ink >= self._last:
            return True
        ways: list[Literal] = []
        for keeper in self.keepers:
            if self._last in keeper.moved:
                moved = keeper.moved[self._last]
                if keeper.activity is activity:
                    ways.append(moved)
                elif not self._single:
                    ways.append(self._draft.both(moved, activity.follows(keeper.activity)))
        return self._draft.either(ways) if ways else False
