"""The levels of bonuses at which a goods turn comes to what it is."""

from model.best.levels import level_choices
from model.best.table import MoverTable, UsedLevels
from referee.game.canonical import CanonicalGoods
from referee.game.components import DiscountBonus, GoodsCard, UnitBonus
from referee.game.ids import COMPANIES


def goods_levels(table: MoverTable, turn: CanonicalGoods) -> UsedLevels:
    """Return the highest levels at which exactly the steps of a turn are made with its units.

    Where there are none the turn is not legal at any, and the highest that work are returned.
    """
    may_leave = table.state.setting.rulings.may_leave_units or _nothing_can_move(table, turn)
    for levels in level_choices(table, UnitBonus, DiscountBonus):
        left = _units_left(table.at_levels(levels), turn)
        if left is not None and (left == 0 or (left > 0 and may_leave)):
            return levels
    return table.me.levels


def _units_left(table: MoverTable, turn: CanonicalGoods) -> int | None:
    """Return the units that advance no marker; None if the goods may not be used together."""
    cards = [card for card in table.goods_cards if card.id in turn.cards]
    goods = {card.good for card in cards}
    discounts = [b for b in table.working(table.me) if isinstance(b, DiscountBonus)]
    if len(goods) > 1 and (turn.buy is None or not any(d.mixed for d in discounts)):
        return None
    price = 0
    if turn.buy is not None:
        less = sum(d.less for d in discounts if d.good == "any" or d.good in goods)
        price = max(0, table.prices[turn.buy] - less)
    return sum(_units(table, card, turn) for card in cards) - price - sum(turn.steps)


def _units(table: MoverTable, card: GoodsCard, turn: CanonicalGoods) -> int:
    tile = turn.plus_one is not None and turn.plus_one.card == card.id
    return table.units(table.me, card) + (table.tile_units if tile else 0)


def _nothing_can_move(table: MoverTable, turn: CanonicalGoods) -> bool:
    """Return whether every marker ends at the end of its track or before a call unpaid."""
    rows = [(table.ahead[c], made) for c, made in zip(COMPANIES, turn.steps, strict=True)]
    cash = table.me.cash + sum(ahead.net(step) for ahead, made in rows for step in range(made))
    declined = table.state.setting.rulings.may_decline_for_units
    calls = [ahead.calls[made] for ahead, made in rows if made < ahead.room]
    return all(call > cash or (call and declined) for call in calls)
