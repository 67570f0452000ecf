"""Diamond steps, what happens at the end of their track, and the diamond merchants."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from model.best.draft import Draft, Linear, Lit, Value, total, weighted
from model.best.effects import Branch, Effects
from model.best.table import Merchant, Table
from model.best.tile import Tile
from model.best.tracks import MoneyPart
from referee.game.canonical import CanonicalMerchant
from referee.game.components import MerchantCard
from referee.game.limits import POUNDS_AT_TRACK_END


@dataclass(slots=True)
class Diamonds(MoneyPart):
    """The diamond steps of a turn: how many are used, and the pounds that come of them."""

    used: Linear = 0
    pounds: Linear = 0
    most: int = 0
    most_pounds: int = 0
    gap: int = 0
    """Steps up to the end of the track."""
    moves: list[tuple[int, Lit]] = field(default_factory=list)
    phases: list[tuple[Lit, Lit, Lit]] = field(default_factory=list)
    """Of each move: whether it comes before the one that gets to the end, is it, or comes after."""

    def before(self, draft: Draft, slots: int) -> list[Linear]:
        """Return the pounds had before each slot, each move at a moment of its own."""
        taken = [[draft.both(lit, draft.aside()) for _ in range(slots)] for _, lit in self.moves]
        for row in taken:
            for earlier, later in itertools.pairwise(row):
                draft.model.add_implication(earlier, later)
        if self.phases:
            return self._before_by_phase(draft, taken, slots)
        had: list[Linear] = []
        for slot in range(slots):
            steps = weighted(
                (amount, row[slot]) for (amount, _), row in zip(self.moves, taken, strict=True)
            )
            beyond = draft.amount(max(0, self.most - self.gap))
            draft.model.add_max_equality(beyond, [0, steps - self.gap])
            had.append(POUNDS_AT_TRACK_END * beyond)
        return had

    def _before_by_phase(self, draft: Draft, taken: list[list[Lit]], slots: int) -> list[Linear]:
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


def move_diamond(
    draft: Draft, table: Table, moves: Sequence[tuple[int, Lit]], most: int
) -> Diamonds:
    """Return what moves of so many steps each, where present, come to; at most `most` in all."""
    rulings = table.state.setting.rulings
    last = table.state.setting.components.diamond_track.last
    result = Diamonds(gap=max(0, last - table.me.diamonds), moves=list(moves))
    result.most = min(most, sum(amount for amount, _ in moves))
    beyond = max(0, result.most - result.gap)
    if beyond and result.gap and rulings.diamond_overflow == "forfeit-overflow":
        _forfeit(draft, result, partial=rulings.may_leave_parts)
        return result
    result.used = weighted(moves)
    if rulings.may_leave_parts and moves:
        result.used = draft.chosen_amount(result.most, "diamonds")
        draft.model.add(result.used <= weighted(moves))
    if beyond:
        extra = draft.amount(beyond)
        draft.model.add_max_equality(extra, [0, result.used - result.gap])
        result.pounds, result.most_pounds = (
            POUNDS_AT_TRACK_END * extra,
            POUNDS_AT_TRACK_END * beyond,
        )
    return result


def _forfeit(draft: Draft, result: Diamonds, *, partial: bool) -> None:
    """Make the move that gets to the end lose what is left of it, and pay out later ones."""
    model, gap = draft.model, result.gap
    result.phases = [(draft.aside(), draft.aside(), draft.aside()) for _ in result.moves]
    early: list[Linear] = []
    paid: list[Linear] = []
    reaches = [reaching for _, reaching, _ in result.phases]
    model.add_at_most_one(reaches)
    for (amount, present), phase in zip(result.moves, result.phases, strict=True):
        model.add(total(phase) == present)
        model.add_bool_or(~phase[2], *reaches)
        for lit, where in ((phase[0], early), (phase[2], paid)):
            steps: Linear = amount * lit
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
    result.used = draft.chosen_amount(result.most, "diamonds")
    model.add(result.used == made + total(paid))
    result.pounds = POUNDS_AT_TRACK_END * total(paid)
    result.most_pounds = POUNDS_AT_TRACK_END * result.most


def merchant_turns(table: Table) -> Branch | None:
    """Return all uses of a diamond merchant, or None where none lies face up."""
    merchants = table.merchants
    if not merchants:
        return None
    draft = Draft()
    tile = Tile(draft, table)
    used = {merchant.id: draft.choice(f"use[{merchant.id}]") for merchant in merchants}
    draft.model.add_exactly_one(used.values())
    last = table.state.setting.components.diamond_track.last
    gap = max(0, last - table.me.diamonds)
    forfeit = table.state.setting.rulings.diamond_overflow == "forfeit-overflow"
    steps = {
        merchant.id: _used(merchant.steps, _further(table, merchant), gap, forfeit=forfeit)
        for merchant in merchants
    }
    gives = {m.id: m.pounds if isinstance(m, MerchantCard) else 0 for m in merchants}
    pounds = weighted(
        (gives[item] + POUNDS_AT_TRACK_END * max(0, steps[item] - gap), lit)
        for item, lit in used.items()
    )
    effects = Effects(
        cash=table.me.cash + pounds,
        diamonds=weighted((steps[item], lit) for item, lit in used.items()),
        diamonds_most=max(steps.values()),
    )

    def read(value: Value) -> CanonicalMerchant:
        card = next(item for item, lit in used.items() if value(lit))
        return CanonicalMerchant(seat=table.seat, plus_one=tile.read(value), card=card)

    return Branch("merchant", draft, effects, read)


def _used(first: int, further: int, gap: int, *, forfeit: bool) -> int:
    """Return the steps that a merchant's two moves use, those that are paid out among them."""
    if not forfeit or not gap:
        return first + further
    # Only the move that gets to the end loses what is left of it.
    return gap + further if first >= gap else min(first + further, gap)


def _further(table: Table, merchant: Merchant) -> int:
    """Return the diamond steps that a merchant gives beyond those it shows."""
    if not isinstance(merchant, MerchantCard):
        others = sum(isinstance(other, MerchantCard) for other in table.merchants)
        return merchant.per_merchant * others
    if merchant.company is None or merchant.mines_per_step is None:
        return 0
    regions = table.state.setting.components.regions
    mines = sum(
        region.mines
        for region, owner in zip(regions, table.state.regions, strict=True)
        if owner == merchant.company
    )
    return mines // merchant.mines_per_step
