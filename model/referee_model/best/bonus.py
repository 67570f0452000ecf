"""Bonus markers: which spaces, which rewards, and what they need at that moment."""

from dataclasses import dataclass, field

from referee.core import components as printed
from referee.core.ids import COMPANIES, CardId, Company
from referee.core.limits import MARKERS_BY_PLAYERS
from referee_model.best.area import UsedCards
from referee_model.best.bookkeeping import JarTimeline
from referee_model.best.faces import cotton_pounds
from referee_model.best.goods import Market
from referee_model.best.payment import Purse, StepPart
from referee_model.best.rewards import RewardUse, Treasury
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Activity, Draft, Lit, ModelNumber, Timeline, total, weighted
from referee_model.best.tracks import TrackWalk


def free_markers(table: MoverTable) -> tuple[int, int]:
    """Return the markers still to be placed, and how many more a track can unlock."""
    set_down = sum(seat == table.seat for seat in table.state.markers)
    bonuses = (bonus for company in COMPANIES for bonus in table.bonuses[company])
    unlocked = [bonus.markers for bonus in bonuses if isinstance(bonus, printed.MarkerBonus)]
    return MARKERS_BY_PLAYERS[table.state.setting.players] - set_down, max(unlocked, default=0)


@dataclass(eq=False)
class Visit:
    """A marker on a space: what is chosen there and what comes of it."""

    space: printed.BonusSpace
    activity: Activity
    taken: RewardUse
    options: list[tuple[int | None, printed.Reward, Lit]] = field(default_factory=list)
    buys: list[dict[CardId, Lit]] = field(default_factory=list)
    """By turn, the card bought."""
    discards: dict[CardId, Lit] = field(default_factory=dict)


@dataclass(eq=False)
class Spaces:
    """All bonus spaces that are free, or may be later in the round."""

    draft: Draft
    table: MoverTable
    timeline: Timeline
    area: UsedCards
    walk: TrackWalk
    market: Market
    visits: list[Visit] = field(default_factory=list)

    def open(self) -> None:
        """Let markers be placed on the spaces that are free."""
        setting, markers = self.table.state.setting, self.table.state.markers
        spaces = [*zip(setting.spaces, markers, strict=True)]
        mine = {space.id for space, seat in spaces if seat == self.table.seat}
        for space, seat in spaces:
            company = self.table.beside.get(space.id)
            beside: set[str] = set()
            if company is not None:
                bonuses = self.table.bonuses[company]
                beside = {b.space for b in bonuses if isinstance(b, printed.SpaceBonus)}
            if seat is not None or mine & beside:
                continue
            if self.timeline.single:
                # Over several turns whatever is locked or too dear now may still open.
                level = self._level(space)
                locked = level is not None and self.walk.unlocked(*level, 0) is not self.draft.yes
                if locked or space.cost > self.table.me.cash:
                    continue
            activity = self.timeline.once(f"marker[{space.id}]")
            self.visits.append(Visit(space, activity, RewardUse(activity)))
        for visit in self.visits:
            self._open(visit)
        self._markers()
        for company in COMPANIES:
            here = [v for v in self.visits if self.table.beside.get(v.space.id) == company]
            self.draft.at_most_one(lit for v in here if len(here) > 1 for lit in v.activity.at)

    def _level(self, space: printed.BonusSpace) -> tuple[Company, int] | None:
        """Return the track and the bonus of it that a space needs."""
        company = self.table.beside.get(space.id)
        if company is None:
            return None
        return company, self.table.bonuses[company].index(printed.SpaceBonus(space.id)) + 1

    def _markers(self) -> None:
        free, _ = free_markers(self.table)
        model = self.draft.model
        for turn in self.timeline.turns:
            kind = printed.MarkerBonus
            bonuses = ((bonus, lit) for *_, bonus, lit in self.area.bonuses(kind, turn))
            more = sum(
                self.draft.times(b.markers, lit) for b, lit in bonuses if isinstance(b, kind)
            )
            if self.timeline.single and isinstance(more, int) and free + more >= 1:
                continue
            placed = total(lit for visit in self.visits for lit in visit.activity.at[: turn + 1])
            for visit in self.visits:
                model.add(placed <= free + more).only_enforce_if(visit.activity.at[turn])

    def _open(self, visit: Visit) -> None:
        """Demand the cost, the track's bonus, and that the first player waits a turn."""
        model, space, at = self.draft.model, visit.space, visit.activity.at
        level = self._level(space)
        for turn, lit in enumerate(at):
            if space.cost:
                model.add(self.walk.cash[turn] >= space.cost).only_enforce_if(lit)
            if level is not None:
                model.add_implication(lit, self.walk.unlocked(*level, turn))
        if space.cost:
            visit.activity.earn(-space.cost * visit.activity.done, -space.cost, 0)
        state = self.table.state
        # Only the first player of the round can hold the marker on his first turn in it.
        first = state.first_player == self.table.seat and state.turn == 1
        if isinstance(space, printed.FirstPlayerSpace) and first and at:
            model.add(at[0] == 0)

    def choose(self) -> None:
        """Let one of the rewards of a space be chosen."""
        for visit in self.visits:
            match visit.space:
                case printed.FirstPlayerSpace(reward=reward):
                    self._options(visit, [(None, reward)])
                case printed.ChoiceSpace(rewards=rewards):
                    single = len(rewards) == 1
                    numbered = enumerate(rewards, 1)
                    self._options(visit, [(None if single else n, r) for n, r in numbered])
                case printed.MajoritySpace(tiers=tiers):
                    self._options(visit, [(n, tier.reward) for n, tier in enumerate(tiers, 1)])
                    self._majority(visit, visit.space)
                case _:
                    pass

    def _options(self, visit: Visit, options: list[tuple[int | None, printed.Reward]]) -> None:
        visit.options = [
            (number, reward, visit.activity.choice(f"option[{number}]"))
            for number, reward in options
        ]
        self.draft.model.add(total(lit for *_, lit in visit.options) == visit.activity.done)

    @property
    def cotton_options(self) -> list[Lit]:
        """The rewards of the one turn that the goods tile would change."""
        options = (option for visit in self.visits for option in visit.options)
        pounds = ((lit, cotton_pounds(self.table, reward)) for _, reward, lit in options)
        return [lit for lit, (without, with_tile) in pounds if with_tile > without]

    def collect(self, treasury: Treasury, jar: JarTimeline) -> None:
        """Settle what each space gives."""
        for visit in self.visits:
            if visit.options:
                chosen = [(reward, lit) for _, reward, lit in visit.options]
                cost = visit.space.cost
                at_end = jar.at_last_step(visit.activity)
                treasury.take(visit.taken, chosen, self._pounds(visit), (cost, cost), at_end)
            match visit.space:
                case printed.BuySpace():
                    self._buy(visit, visit.space, treasury)
                case printed.DiscardSpace():
                    self._discard(visit, visit.space, treasury)
                case printed.OtherTracksSpace():
                    self._other_tracks(visit, visit.space)
                case _:
                    pass

    def _pounds(self, visit: Visit) -> tuple[ModelNumber, int]:
        """Return the pounds of the reward that is chosen, and the most that can be."""
        chosen = [(reward, lit) for _, reward, lit in visit.options]
        pounds = weighted((reward.pounds, lit) for reward, lit in chosen)
        most = max(reward.pounds for reward, _ in chosen)
        cotton = [(reward, lit) for reward, lit in chosen if reward.cotton_less is not None]
        if cotton and visit.activity.single:
            on_cotton = self.area.tile_on("cotton")
            for reward, lit in cotton:
                paid, with_tile = cotton_pounds(self.table, reward)
                tiled = self.draft.times(with_tile - paid, self.draft.both(lit, on_cotton))
                pounds = pounds + paid * lit + tiled
                most = max(most, reward.pounds + max(paid, with_tile))
        elif cotton:
            # No shipped space pays for cotton: what it could pay at most is allowed for.
            extra = self.area.most_units("cotton")
            allowed = self.draft.amount(extra)
            self.draft.model.add(allowed <= extra * visit.activity.done)
            pounds, most = pounds + allowed, most + extra
        return pounds, most

    def _majority(self, visit: Visit, space: printed.MajoritySpace) -> None:
        others = [self.table.state.players[seat] for seat in self.table.opponents]
        counts = space.counts
        if counts == "expansion":
            most, reachable = max(map(self.table.expansion, others)), self.area.most_points
        else:
            most = max(self.table.total(other, counts) for other in others)
            reachable = self.area.most_units(counts)
        for (_, _, lit), tier in zip(visit.options, space.tiers, strict=True):
            needed = max(most, tier.least)
            if needed > reachable:
                self.draft.model.add(lit == 0)
                continue
            for turn, doing in enumerate(visit.activity.at):
                self.area.demand_total(counts, needed, turn, (lit, doing))

    def _buy(self, visit: Visit, space: printed.BuySpace, treasury: Treasury) -> None:
        activity, model = visit.activity, self.draft.model
        rulings = self.table.rulings
        cost = {card: max(0, price - space.less) for card, price in self.table.prices.items()}
        for turn, doing in enumerate(activity.at):
            row = {card: activity.choice(f"buy[{card}]@{turn + 1}") for card in cost}
            visit.buys.append(row)
            model.add(total(row.values()) <= doing)
            self.walk.gain(turn, -1 * weighted((cost[card], lit) for card, lit in row.items()))
            for card, lit in row.items():
                self.market.offer(card, turn, lit)
        bought = total(lit for row in visit.buys for lit in row.values())
        taken: Lit = self.draft.no
        if space.diamonds:
            taken = activity.choice("take-diamonds")
            model.add(activity.done >= taken)
            moves = [(space.diamonds, taken)]
            visit.taken.diamonds = treasury.diamonds.move(activity, moves, space.diamonds)
        if not rulings.may_leave_rewards:
            needed = bought + (taken if rulings.and_or_space == "and-or" else 0)
            model.add(needed >= activity.done)

    def _discard(self, visit: Visit, space: printed.DiscardSpace, treasury: Treasury) -> None:
        activity, model = visit.activity, self.draft.model
        kept = self.table.rulings.share_cards == "kept"
        placed = {i.name: i.present for i in self.area.items if not isinstance(i.present, int)}
        offered = sorted(self.table.me.hand)
        if not activity.single:
            offered += self.table.prices
        for card in dict.fromkeys(offered):
            thing = self.table.card(card)
            if kept and isinstance(thing, printed.ShareCard):
                continue
            good = thing.good if isinstance(thing, printed.GoodsCard) else None
            if space.good is not None and good != space.good:
                continue
            lit = visit.discards[card] = activity.choice(f"discard[{card}]")
            if card in placed:
                model.add(lit + placed[card] <= 1)
            if card not in self.table.me.hand:
                for turn, doing in enumerate(activity.at):
                    earlier = self.market.before(card, turn)
                    model.add(earlier >= 1).only_enforce_if(lit, doing)
        model.add(total(visit.discards.values()) == activity.done)
        pays = {card: self.table.card(card).crate + space.more for card in visit.discards}
        pounds = weighted((pays[card], lit) for card, lit in visit.discards.items())
        treasury.pay(visit.taken, pounds, max(pays.values(), default=0))

    def close(self) -> None:
        """Let every card be removed once."""
        by_card: dict[CardId, list[Lit]] = {}
        for visit in self.visits:
            for card, lit in visit.discards.items():
                by_card.setdefault(card, []).append(lit)
        for lits in by_card.values():
            self.draft.at_most_one(lits)

    def _other_tracks(self, visit: Visit, space: printed.OtherTracksSpace) -> None:
        others = [company for company in COMPANIES if company != self.table.beside.get(space.id)]
        # Which tracks were named is no part of a canonical turn, only how far each marker went.
        choose = self.draft.aside if visit.activity.single else visit.activity.choice
        named = {company: choose(f"named[{company}]") for company in others}
        number = min(space.tracks, len(others))
        self.draft.model.add(total(named.values()) == number * visit.activity.done)
        parts = [StepPart(company, space.steps, lit) for company, lit in named.items()]
        purse = Purse(self.table.me.cash, space.cost, space.cost)
        visit.taken.steps = self.walk.reward_steps(visit.activity, parts, number, purse)
