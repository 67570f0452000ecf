"""Diamond steps over a round, those that are paid out at the end of the track among them."""

from collections.abc import Mapping

from model.best.draft import Draft, Linear, total
from model.best.horizon.area import Area
from model.best.horizon.timeline import Activity
from model.best.horizon.walk import Walk
from model.best.table import Table
from referee.game.components import MerchantCard, MerchantTile
from referee.game.ids import Company, RegionId
from referee.game.limits import POUNDS_AT_TRACK_END


class DiamondTrack:
    """The steps that all activities use."""

    def __init__(self, draft: Draft, table: Table, walk: Walk) -> None:
        self._draft, self._table, self._walk = draft, table, walk
        self._moves: list[tuple[Activity, Linear, int]] = []
        self.last = table.state.setting.components.diamond_track.last
        self.steps: Linear = 0
        """All steps used, beyond the end of the track, too."""
        self.most = 0

    def move(self, activity: Activity, steps: Linear, most: int) -> Linear:
        """Use diamond steps; the number used is returned, and less only where that is allowed."""
        if not most:
            return 0
        rulings = self._table.state.setting.rulings
        if rulings.may_leave_parts or rulings.diamond_overflow == "forfeit-overflow":
            given, steps = steps, activity.amount(most, "diamonds")
            self._draft.model.add(steps <= given)
        self._moves.append((activity, steps, most))
        return steps

    @property
    def may_overflow(self) -> bool:
        """More steps can be used than the track has left."""
        return self._table.me.diamonds + self.most > self.last

    def close(self) -> None:
        """Add up the steps, and pay for those beyond the end."""
        self.most = sum(most for *_, most in self._moves)
        self.steps = total(steps for _, steps, _ in self._moves)
        gap = max(0, self.last - self._table.me.diamonds)
        if self.most <= gap:
            return
        turns = len(self._walk.cash) - 1
        by_turn: list[list[Linear]] = [[] for _ in range(turns)]
        for activity, steps, most in self._moves:
            for turn, part in enumerate(activity.spread(steps, 0, most)):
                by_turn[turn].append(part)
        paid: Linear = 0
        used: Linear = 0
        for turn, parts in enumerate(by_turn):
            used = used + total(parts)
            beyond = self._draft.amount(self.most - gap)
            self._draft.model.add_max_equality(beyond, [0, used - gap])
            self._walk.gain(turn, POUNDS_AT_TRACK_END * (beyond - paid))
            paid = beyond


def sell_diamonds(
    draft: Draft,
    table: Table,
    area: Area,
    track: DiamondTrack,
    entered: Mapping[Company, Mapping[RegionId, Linear]],
) -> None:
    """Let every diamond merchant of the area be used."""
    components = table.state.setting.components
    for item, activity in area.merchants:
        merchant = item.thing
        if isinstance(merchant, MerchantTile):
            others = [
                (other, use)
                for other, use in area.merchants
                if isinstance(other.thing, MerchantCard)
            ]
            further = draft.amount(merchant.per_merchant * len(others))
            count = draft.amount(len(others))
            for turn, lit in enumerate(activity.at):
                seen = total(other.present - use.before(turn) for other, use in others)
                draft.model.add(count <= seen).only_enforce_if(lit)
                draft.model.add(count >= seen).only_enforce_if(lit)
            draft.model.add(count <= len(others) * activity.done)
            draft.model.add(further == merchant.per_merchant * count)
            most = merchant.steps + merchant.per_merchant * len(others)
            track.move(activity, merchant.steps * activity.done + further, most)
        elif isinstance(merchant, MerchantCard):
            activity.earn(merchant.pounds * activity.done, 0, merchant.pounds)
            steps: Linear = merchant.steps * activity.done
            most = merchant.steps
            if merchant.company is not None and merchant.mines_per_step is not None:
                owners = dict(
                    zip((r.id for r in components.regions), table.state.regions, strict=True)
                )
                mines = sum(
                    components.region[r].mines for r, o in owners.items() if o == merchant.company
                )
                change, gained = _mines(draft, table, area, activity, merchant.company, entered)
                further = draft.amount((mines + gained) // merchant.mines_per_step)
                draft.model.add(merchant.mines_per_step * further <= mines * activity.done + change)
                draft.model.add(
                    merchant.mines_per_step * (further + 1) - 1 >= mines * activity.done + change
                )
                steps = steps + further
                most += (mines + gained) // merchant.mines_per_step
            track.move(activity, steps, most)


def _mines(
    draft: Draft,
    table: Table,
    area: Area,
    activity: Activity,
    company: Company,
    entered: Mapping[Company, Mapping[RegionId, Linear]],
) -> tuple[Linear, int]:
    """Return how the mines of a company change before a merchant is used, and at most."""
    components = table.state.setting.components
    owners = dict(zip((r.id for r in components.regions), table.state.regions, strict=True))
    changes: list[tuple[int, Linear]] = []
    for expanding, regions in entered.items():
        for region, lit in regions.items():
            mines = components.region[region].mines
            if mines and expanding == company:
                changes.append((mines, lit))
            elif mines and owners[region] == company:
                changes.append((-mines, lit))
    if not changes:
        return 0, 0
    most = sum(mines for mines, _ in changes if mines > 0)
    least = sum(mines for mines, _ in changes if mines < 0)
    later = activity.follows(area.expansion)
    made = total(mines * lit for mines, lit in changes)
    change = draft.amount(most, least=least)
    draft.model.add(change <= most * later)
    draft.model.add(change >= least * later)
    draft.model.add(change <= made - least + least * later)
    draft.model.add(change >= made - most + most * later)
    return change, most
