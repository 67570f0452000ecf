"""Bonus markers over a round: which spaces, which rewards, and what they need at that moment."""

from dataclasses import dataclass, field

from model.best.bonus import owner
from model.best.draft import Draft, Linear, Lit, total, weighted
from model.best.goods import prices
from model.best.horizon.area import Area
from model.best.horizon.bases import Bases
from model.best.horizon.diamonds import DiamondTrack
from model.best.horizon.goods import Market
from model.best.horizon.points import Points, Pool
from model.best.horizon.timeline import Activity, Timeline
from model.best.horizon.walk import Walk
from model.best.table import Table
from referee.game.components import (
    BonusSpace,
    BuySpace,
    ChoiceSpace,
    DiscardSpace,
    FirstPlayerSpace,
    GoodsCard,
    MajoritySpace,
    MarkerBonus,
    OtherTracksSpace,
    Reward,
    ShareCard,
    SpaceBonus,
    TileSpace,
)
from referee.game.ids import COMPANIES, CardId
from referee.game.limits import MARKERS_BY_PLAYERS


def free_markers(table: Table) -> tuple[int, int]:
    """Return the markers still to be placed, and how many more a track can unlock."""
    set_down = sum(seat == table.seat for seat in table.state.markers)
    unlocked = [
        bonus.markers
        for company in COMPANIES
        for bonus in table.bonuses(company)
        if isinstance(bonus, MarkerBonus)
    ]
    return MARKERS_BY_PLAYERS[table.state.setting.players] - set_down, max(unlocked, default=0)


@dataclass(eq=False)
class Visit:
    """A marker on a space: what is chosen there and what comes of it."""

    space: BonusSpace
    activity: Activity
    options: list[tuple[int | None, Reward, Lit]] = field(default_factory=list)
    buys: list[dict[CardId, Lit]] = field(default_factory=list)
    """By turn, the card bought."""
    discards: dict[CardId, Lit] = field(default_factory=dict)
    pounds: Linear = 0
    diamonds: Linear = 0
    pool: Pool | None = None


@dataclass(eq=False)
class Spaces:
    """All bonus spaces that are free, or may be later in the round."""

    draft: Draft
    table: Table
    timeline: Timeline
    area: Area
    walk: Walk
    market: Market
    visits: list[Visit] = field(default_factory=list)

    def __post_init__(self) -> None:
        setting, markers = self.table.state.setting, self.table.state.markers
        mine = {
            s.id for s, seat in zip(setting.spaces, markers, strict=True) if seat == self.table.seat
        }
        for space, seat in zip(setting.spaces, markers, strict=True):
            company = owner(self.table, space)
            beside: set[str] = set()
            if company is not None:
                bonuses = self.table.bonuses(company)
                beside = {b.space for b in bonuses if isinstance(b, SpaceBonus)}
            if seat is None and not mine & beside:
                self.visits.append(Visit(space, self.timeline.once(f"marker[{space.id}]")))
        for visit in self.visits:
            self._open(visit)
        self._markers()
        self._one_of_a_track()

    def _markers(self) -> None:
        free, _ = free_markers(self.table)
        model = self.draft.model
        for turn in self.timeline.turns:
            bonuses = self.area.bonuses(MarkerBonus, turn)
            more = weighted(
                (b.markers, lit) for *_, b, lit in bonuses if isinstance(b, MarkerBonus)
            )
            placed = total(lit for visit in self.visits for lit in visit.activity.at[: turn + 1])
            for visit in self.visits:
                model.add(placed <= free + more).only_enforce_if(visit.activity.at[turn])

    def _one_of_a_track(self) -> None:
        for company in COMPANIES:
            here = [v for v in self.visits if owner(self.table, v.space) == company]
            if len(here) > 1:
                self.draft.model.add_at_most_one(lit for v in here for lit in v.activity.at)

    def _open(self, visit: Visit) -> None:
        """Demand the cost, the track's bonus, and that the first player waits a turn."""
        model, space, at = self.draft.model, visit.space, visit.activity.at
        company = owner(self.table, space)
        for turn, lit in enumerate(at):
            if space.cost:
                model.add(self.walk.cash[turn] >= space.cost).only_enforce_if(lit)
            if company is not None:
                level = self.table.bonuses(company).index(SpaceBonus(space.id)) + 1
                track = self.table.state.setting.track[company]
                where = sorted(special.at for special in track.specials)[level - 1]
                model.add_implication(lit, self.walk.stands_at(company, where, turn))
        if space.cost:
            visit.activity.earn(-space.cost * visit.activity.done, -space.cost, 0)
        state = self.table.state
        first = state.first_player == self.table.seat and state.turn == 1
        if isinstance(space, FirstPlayerSpace) and first and at:
            model.add(at[0] == 0)

    def collect(self, points: Points, diamonds: DiamondTrack, bases: Bases) -> None:
        """Settle what each space gives."""
        for visit in self.visits:
            match visit.space:
                case FirstPlayerSpace(reward=reward):
                    self._rewards(visit, [(None, reward)], points, diamonds, bases)
                case ChoiceSpace(rewards=rewards):
                    single = len(rewards) == 1
                    options = [(None if single else n, r) for n, r in enumerate(rewards, 1)]
                    self._rewards(visit, options, points, diamonds, bases)
                case MajoritySpace(tiers=tiers):
                    tiered = [(n, tier.reward) for n, tier in enumerate(tiers, 1)]
                    self._rewards(visit, [*tiered], points, diamonds, bases)
                    self._majority(visit, visit.space)
                case BuySpace():
                    self._buy(visit, visit.space, diamonds)
                case DiscardSpace():
                    self._discard(visit, visit.space)
                case OtherTracksSpace():
                    self._other_tracks(visit, visit.space)
                case TileSpace():
                    pass

    def _rewards(
        self,
        visit: Visit,
        options: "list[tuple[int | None, Reward]]",
        points: Points,
        diamonds: DiamondTrack,
        bases: Bases,
    ) -> None:
        activity, model = visit.activity, self.draft.model
        visit.options = [
            (number, reward, activity.choice(f"option[{number}]")) for number, reward in options
        ]
        chosen = [(reward, lit) for _, reward, lit in visit.options]
        model.add(total(lit for _, lit in chosen) == activity.done)
        visit.pounds = weighted((reward.pounds, lit) for reward, lit in chosen)
        most = max(reward.pounds for reward, _ in chosen)
        cotton = [r for r, _ in chosen if r.cotton_less is not None]
        if cotton:
            # No shipped space pays for cotton: what it could pay at most is allowed for.
            extra = self.area.most_units("cotton")
            paid = self.draft.amount(extra)
            model.add(paid <= extra * activity.done)
            visit.pounds, most = visit.pounds + paid, most + extra
        if self.table.state.setting.rulings.may_leave_parts and most:
            limit, visit.pounds = visit.pounds, activity.amount(most, "pounds")
            model.add(visit.pounds <= limit)
        activity.earn(visit.pounds, 0, most)
        steps = [(reward.diamonds, lit) for reward, lit in chosen]
        visit.diamonds = diamonds.move(activity, weighted(steps), max(n for n, _ in steps))
        given = [(reward.points, lit) for reward, lit in chosen]
        visit.pool = points.pool(activity, weighted(given), max(n for n, _ in given))
        posts = [(reward.posts, lit) for reward, lit in chosen]
        if any(n for n, _ in posts):
            bases.remove(activity, weighted(posts), max(n for n, _ in posts))
        for company in COMPANIES:
            track = [
                (reward.track.steps, lit)
                for reward, lit in chosen
                if reward.track is not None and reward.track.company == company
            ]
            if track:
                most_steps = max(n for n, _ in track)
                self.walk.reward_steps(
                    activity, company, weighted(track), most_steps, visit.space.cost
                )

    def _majority(self, visit: Visit, space: MajoritySpace) -> None:
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

    def _buy(self, visit: Visit, space: BuySpace, diamonds: DiamondTrack) -> None:
        activity, model, rulings = (
            visit.activity,
            self.draft.model,
            self.table.state.setting.rulings,
        )
        cost = {card: max(0, price - space.less) for card, price in prices(self.table).items()}
        for turn, doing in enumerate(activity.at):
            row = {card: activity.choice(f"buy[{card}]@{turn + 1}") for card in cost}
            visit.buys.append(row)
            model.add(total(row.values()) <= doing)
            self.walk.gain(turn, -1 * weighted((cost[card], lit) for card, lit in row.items()))
            for card, lit in row.items():
                self.market.offer(card, turn, lit)
        bought = total(lit for row in visit.buys for lit in row.values())
        taken: Linear = 0
        if space.diamonds:
            taken = activity.choice("take-diamonds")
            model.add(activity.done >= taken)
            visit.diamonds = diamonds.move(activity, space.diamonds * taken, space.diamonds)
        if not rulings.may_leave_parts:
            needed = bought + (taken if rulings.and_or_space == "and-or" else 0)
            model.add(needed >= activity.done)

    def _discard(self, visit: Visit, space: DiscardSpace) -> None:
        activity, model = visit.activity, self.draft.model
        kept = self.table.state.setting.rulings.share_cards == "kept"
        placed = {i.name: i.present for i in self.area.items if not isinstance(i.present, int)}
        offered = [*sorted(self.table.me.hand), *prices(self.table)]
        for card in dict.fromkeys(offered):
            printed = self.table.card(card)
            if kept and isinstance(printed, ShareCard):
                continue
            good = printed.good if isinstance(printed, GoodsCard) else None
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
        most = max(pays.values(), default=0)
        visit.pounds = weighted((pays[card], lit) for card, lit in visit.discards.items())
        if self.table.state.setting.rulings.may_leave_parts and most:
            limit, visit.pounds = visit.pounds, activity.amount(most, "pounds")
            model.add(visit.pounds <= limit)
        activity.earn(visit.pounds, 0, most)

    def close(self) -> None:
        """Let every card be removed once."""
        by_card: dict[CardId, list[Lit]] = {}
        for visit in self.visits:
            for card, lit in visit.discards.items():
                by_card.setdefault(card, []).append(lit)
        for lits in by_card.values():
            self.draft.model.add_at_most_one(lits)

    def _other_tracks(self, visit: Visit, space: OtherTracksSpace) -> None:
        others = [company for company in COMPANIES if company != owner(self.table, space)]
        named = {company: visit.activity.choice(f"named[{company}]") for company in others}
        number = min(space.tracks, len(others))
        self.draft.model.add(total(named.values()) == number * visit.activity.done)
        for company, lit in named.items():
            self.walk.reward_steps(
                visit.activity, company, space.steps * lit, space.steps, space.cost
            )
