"""Diamond steps, what happens at the end of their track, and the diamond merchants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.core.components import MerchantCard, MerchantTile
from referee.core.ids import Company, RegionId
from referee.core.limits import POUNDS_AT_TRACK_END
from referee_model.best.area import UsedCards
from referee_model.best.payment import MoneyPart, taken_before
from referee_model.best.table import Merchant, MoverTable
from referee_model.best.timeline import Activity, Draft, Lit, ModelNumber, total, weighted
from referee_model.best.tracks import TrackWalk


@dataclass(slots=True)
class Diamonds(MoneyPart):
    """The diamond steps of a turn: how many are used, and the pounds that come of them."""

    used: ModelNumber = 0
    pounds: ModelNumber = 0
    most: int = 0
    most_pounds: int = 0
    gap: int = 0
    """Steps up to the end of the track."""
    moves: list[tuple[int, Lit]] = field(default_factory=list)
    phases: list[tuple[Lit, Lit, Lit]] = field(default_factory=list)
    """Of each move: whether it comes before the one that gets to the end, is it, or comes after."""

    def before(self, draft: Draft, filled: Sequence[ModelNumber]) -> list[ModelNumber]:
        """Return the pounds had before each slot, each move at a moment of its own."""
        taken = [taken_before(draft, filled, lit) for _, lit in self.moves]
        if self.phases:
            return self._before_by_phase(draft, taken, len(filled))
        had: list[ModelNumber] = []
        for slot in range(len(filled)):
            rows = zip(self.moves, taken, strict=True)
            steps = weighted((amount, row[slot]) for (amount, _), row in rows)
            beyond = draft.amount(max(0, self.most - self.gap))
            draft.model.add_max_equality(beyond, [0, steps - self.gap])
            had.append(POUNDS_AT_TRACK_END * beyond)
        return had

    def _before_by_phase(
        self, draft: Draft, taken: list[list[Lit]], slots: int
    ) -> list[ModelNumber]:
        rows = list(zip(self.phases, taken, strict=True))
        for (_, reaching, _), row in rows:
            for (early, _, late), other in rows:
                if other is row:
                    continue
                for slot in range(slots):
                    draft.model.add_bool_or(~early, ~reaching, ~row[slot], other[slot])
                    draft.model.add_bool_or(~late, ~reaching, ~other[slot], row[slot])
        return [
            weighted(
                (POUNDS_AT_TRACK_END * amount, draft.both(late, row[slot]))
                for (amount, _), ((_, _, late), row) in zip(self.moves, rows, strict=True)
            )
            for slot in range(slots)
        ]


class DiamondSteps:
    """The steps that all activities use."""

    def __init__(self, draft: Draft, table: MoverTable, walk: TrackWalk) -> None:
        self._draft, self._table, self._walk = draft, table, walk
        self._moves: list[tuple[Activity, ModelNumber, int]] = []
        self.last = table.components.diamond_track.last
        self._gap = max(0, self.last - table.me.diamonds)
        self.steps: ModelNumber = 0
        """All steps used, beyond the end of the track, too."""
        self.most = 0

    def move(self, activity: Activity, moves: Sequence[tuple[int, Lit]], most: int) -> Diamonds:
        """Move by the steps of those parts of a reward that are present, `most` in all.

        In the one turn that is asked about, parts are paid out or forfeited one by one. Over
        several turns they may count for a little more than that.
        """
        if not most:
            return Diamonds()
        if not activity.single:
            return Diamonds(used=self.use(activity, weighted(moves), most), most=most)
        result = self._now(activity, moves, most)
        self._moves.append((activity, result.used, most))
        activity.earn(result.pounds, 0, result.most_pounds)
        return result

    def use(self, activity: Activity, steps: ModelNumber, most: int) -> ModelNumber:
        """Use diamond steps; the number used is returned, and less only where that is allowed."""
        rulings = self._table.rulings
        if rulings.may_leave_rewards or rulings.diamond_overflow == "forfeit-overflow":
            steps = activity.up_to(steps, most, "diamonds")
        self._moves.append((activity, steps, most))
        return steps

    def _now(self, activity: Activity, moves: Sequence[tuple[int, Lit]], most: int) -> Diamonds:
        rulings, draft = self._table.rulings, self._draft
        result = Diamonds(gap=self._gap, moves=list(moves), most=most)
        beyond = max(0, most - self._gap)
        if beyond and self._gap and rulings.diamond_overflow == "forfeit-overflow":
            _forfeit(activity, result, partial=rulings.may_leave_rewards)
            return result
        result.used = weighted(moves)
        if rulings.may_leave_rewards:
            result.used = activity.up_to(result.used, most, "diamonds")
        if beyond:
            extra = draft.amount(beyond)
            draft.model.add_max_equality(extra, [0, result.used - self._gap])
            result.pounds = POUNDS_AT_TRACK_END * extra
            result.most_pounds = POUNDS_AT_TRACK_END * beyond
        return result

    def use_now(self, activity: Activity, first: int, further: int) -> None:
        """Use the steps of the two moves of a merchant in the one turn that is asked about."""
        rulings = self._table.rulings
        used = first + further
        if rulings.diamond_overflow == "forfeit-overflow" and self._gap:
            # Only the move that gets to the end loses what is left of it.
            used = self._gap + further if first >= self._gap else min(used, self._gap)
        self._moves.append((activity, used * activity.done, used))
        pounds = POUNDS_AT_TRACK_END * max(0, used - self._gap)
        activity.earn(pounds * activity.done, 0, pounds)

    @property
    def may_overflow(self) -> bool:
        """More steps can be used than the track has left."""
        return self.most > self._gap

    def close(self) -> None:
        """Add up the steps, and pay for those beyond the end."""
        turns = len(self._walk.cash) - 1
        mosts = [most for *_, most in self._moves]
        # A single turn has one activity.
        self.most = max(mosts, default=0) if turns == 1 else sum(mosts)
        self.steps = total(steps for _, steps, _ in self._moves)
        if turns == 1 or not self.may_overflow:
            return
        by_turn: list[list[ModelNumber]] = [[] for _ in range(turns)]
        for activity, steps, most in self._moves:
            for turn, part in enumerate(activity.spread(steps, 0, most)):
                by_turn[turn].append(part)
        paid: ModelNumber = 0
        used: ModelNumber = 0
        for turn, parts in enumerate(by_turn):
            used = used + total(parts)
            beyond = self._draft.amount(self.most - self._gap)
            self._draft.model.add_max_equality(beyond, [0, used - self._gap])
            self._walk.gain(turn, POUNDS_AT_TRACK_END * (beyond - paid))
            paid = beyond


def _forfeit(activity: Activity, result: Diamonds, *, partial: bool) -> None:
    """Make the move that gets to the end lose what is left of it, and pay out later ones."""
    draft, gap = activity.draft, result.gap
    model = draft.model
    result.phases = [(draft.aside(), draft.aside(), draft.aside()) for _ in result.moves]
    early: list[ModelNumber] = []
    paid: list[ModelNumber] = []
    reaches = [reaching for _, reaching, _ in result.phases]
    model.add_at_most_one(reaches)
    for (amount, present), phase in zip(result.moves, result.phases, strict=True):
        model.add(total(phase) == present)
        model.add_bool_or(~phase[2], *reaches)
        for lit, where in ((phase[0], early), (phase[2], paid)):
            steps: ModelNumber = amount * lit
            if partial:
                steps = draft.amount(amount)
                model.add(steps <= amount * lit)
            where.append(steps)
    model.add(total(early) <= gap - 1)
    for (amount, _), reaching in zip(result.moves, reaches, strict=True):
        model.add(total(early) + amount >= gap).only_enforce_if(reaching)
    made = draft.amount(gap)
    at_end = draft.either(reaches)
    model.add(made == gap).only_enforce_if(at_end)
    model.add(made == total(early)).only_enforce_if(~at_end)
    result.used = activity.amount(result.most, "diamonds")
    model.add(result.used == made + total(paid))
    result.pounds = POUNDS_AT_TRACK_END * total(paid)
    result.most_pounds = POUNDS_AT_TRACK_END * result.most


Entered = Mapping[Company, Mapping[RegionId, ModelNumber]]
"""By company that expands, whether it enters a region."""


def sell_diamonds(
    table: MoverTable, area: UsedCards, track: DiamondSteps, entered: Entered
) -> None:
    """Let every diamond merchant of the area be used."""
    for item, activity in area.merchants:
        merchant = item.thing
        if not isinstance(merchant, Merchant):
            continue
        pounds = merchant.pounds if isinstance(merchant, MerchantCard) else 0
        activity.earn(pounds * activity.done, 0, pounds)
        if activity.single:
            track.use_now(activity, merchant.steps, _further_now(table, merchant))
            continue
        further: tuple[ModelNumber, int] = (0, 0)
        if isinstance(merchant, MerchantTile):
            further = _for_merchants(area, activity, merchant)
        elif merchant.company is not None and merchant.mines_per_step is not None:
            mines, most = _mines(table, area, activity, merchant.company, entered)
            each = merchant.mines_per_step
            dug = activity.draft.amount(most // each)
            activity.draft.model.add(each * dug <= mines)
            activity.draft.model.add(each * (dug + 1) - 1 >= mines)
            further = dug, most // each
        steps = merchant.steps * activity.done + further[0]
        track.use(activity, steps, merchant.steps + further[1])


def _further_now(table: MoverTable, merchant: Merchant) -> int:
    """Return the diamond steps that a merchant gives now beyond those it shows."""
    if isinstance(merchant, MerchantTile):
        others = sum(isinstance(other, MerchantCard) for other in table.merchants)
        return merchant.per_merchant * others
    if merchant.company is None or merchant.mines_per_step is None:
        return 0
    return table.mines(merchant.company) // merchant.mines_per_step


def _for_merchants(
    area: UsedCards, activity: Activity, tile: MerchantTile
) -> tuple[ModelNumber, int]:
    """Return the steps that a tile gives for other merchants face up, and at most."""
    draft = activity.draft
    others = [each for each in area.merchants if isinstance(each[0].thing, MerchantCard)]
    count = draft.amount(len(others))
    for turn, lit in enumerate(activity.at):
        seen = total(one.present - use.before(turn) for one, use in others)
        draft.model.add(count == seen).only_enforce_if(lit)
    draft.model.add(count <= len(others) * activity.done)
    return tile.per_merchant * count, tile.per_merchant * len(others)


def _mines(
    table: MoverTable, area: UsedCards, activity: Activity, company: Company, entered: Entered
) -> tuple[ModelNumber, int]:
    """Return the mines of a company when a merchant is used, and at most."""
    draft, region = activity.draft, table.components.region
    now: ModelNumber = table.mines(company) * activity.done
    changes: list[tuple[int, ModelNumber]] = []
    for expanding, regions in entered.items():
        for name, lit in regions.items():
            mines = region[name].mines
            if mines and expanding == company:
                changes.append((mines, lit))
            elif mines and table.owners[name] == company:
                changes.append((-mines, lit))
    if not changes:
        return now, table.mines(company)
    most = sum(mines for mines, _ in changes if mines > 0)
    least = sum(mines for mines, _ in changes if mines < 0)
    later = activity.follows(area.expansion)
    made = total(mines * lit for mines, lit in changes)
    change = draft.amount(most, least=least)
    draft.model.add(change <= most * later)
    draft.model.add(change >= least * later)
    draft.model.add(change <= made - least + least * later)
    draft.model.add(change >= made - most + most * later)
    return now + change, table.mines(company) + most
