"""Goods turns: which cards, which card to acquire, and how the units go over the tracks."""

from collections.abc import Mapping

from model.best.draft import Draft, Linear, Lit, Literal, Value, total, weighted
from model.best.effects import Branch, Effects, steps_of, track_money
from model.best.table import Table
from model.best.unit_order import pay_in_some_order
from referee.game.canonical import CanonicalGoods
from referee.game.components import DiscountBonus, GoodsCard
from referee.game.ids import COMPANIES, GOODS, CardId, Company, Good
from referee.game.turns import PlusOne


def goods_turns(table: Table) -> Branch | None:
    """Return all goods turns, or None where no goods card lies face up."""
    cards = table.goods_cards
    if not cards:
        return None
    draft = Draft()
    model = draft.model
    use = {card.id: draft.choice(f"use[{card.id}]") for card in cards}
    buy = {card: draft.choice(f"buy[{card}]") for card in table.state.display if card is not None}
    tile = {card.id: draft.choice(f"tile[{card.id}]") for card in table.tile_cards}
    model.add_bool_or(*use.values())
    model.add_at_most_one(buy.values())
    model.add_at_most_one(tile.values())

    discounts = [b for b in table.working(table.me) if isinstance(b, DiscountBonus)]
    mixed = any(discount.mixed for discount in discounts)
    kinds = _kinds(draft, cards, use)
    if not mixed or not buy:
        model.add_at_most_one(kinds.values())
    else:
        model.add(total(kinds.values()) <= 1 + (len(kinds) - 1) * total(buy.values()))

    units = weighted((table.units(table.me, card), use[card.id]) for card in cards) + weighted(
        (table.tile_units, draft.both(use[card], lit)) for card, lit in tile.items()
    )
    price = _price(draft, table, buy, discounts, kinds)
    most = _most_units(table, mixed=mixed and bool(buy))
    reached = {
        company: draft.rising(min(table.ahead[company].room, most), f"steps[{company}]")
        for company in COMPANIES
    }
    cash = table.me.cash + track_money(table, reached)
    _units_are_used(draft, table, reached, units - price, cash)
    pay_in_some_order(draft, table, reached)

    gained: dict[Company, list[tuple[int, Lit]]] = {}
    for card, lit in buy.items():
        if (share := table.card(card).share) is not None:
            gained.setdefault(share, []).append((1, lit))

    def read(value: Value) -> CanonicalGoods:
        return CanonicalGoods(
            seat=table.seat,
            plus_one=next((PlusOne(card) for card, lit in tile.items() if value(lit)), None),
            cards=frozenset(card for card, lit in use.items() if value(lit)),
            buy=next((card for card, lit in buy.items() if value(lit)), None),
            steps=steps_of(reached, value),
        )

    return Branch("goods", draft, Effects(cash=cash, reached=reached, cards=gained), read)


def _kinds(
    draft: Draft, cards: tuple[GoodsCard, ...], use: Mapping[CardId, Lit]
) -> dict[Good, Lit]:
    by_good = {g: [use[card.id] for card in cards if card.good == g] for g in GOODS}
    return {good: draft.either(lits) for good, lits in by_good.items() if lits}


def _price(
    draft: Draft,
    table: Table,
    buy: Mapping[CardId, Lit],
    discounts: list[DiscountBonus],
    kinds: Mapping[Good, Lit],
) -> Linear:
    crates = prices(table)
    printed = weighted((crates[card], lit) for card, lit in buy.items())
    if not discounts or not buy:
        return printed
    less = sum(d.less for d in discounts if d.good == "any") + weighted(
        (d.less, kinds[d.good]) for d in discounts if d.good != "any" and d.good in kinds
    )
    price = draft.amount(max(crates.values()), "price")
    draft.model.add_max_equality(price, [0, printed - less])
    return price


def prices(table: Table) -> dict[CardId, int]:
    """Return the undiscounted price of every card on display."""
    spaces = table.state.setting.components.filling_order
    return {
        card: table.card(card).crate + space.crate
        for card, space in zip(table.state.display, spaces, strict=True)
        if card is not None
    }


def _most_units(table: Table, *, mixed: bool) -> int:
    totals = table.totals.values()
    return (sum(totals) if mixed else max(totals)) + (table.tile_units if table.tile_cards else 0)


def _units_are_used(
    draft: Draft, table: Table, reached: dict[Company, list[Lit]], units: Linear, cash: Linear
) -> None:
    """Units may only be left where no marker can move any more."""
    model, rulings = draft.model, table.state.setting.rulings
    made = total(lit for lits in reached.values() for lit in lits)
    model.add(made <= units)
    if rulings.may_leave_parts:
        return
    left = draft.aside("left")
    model.add(made >= units).only_enforce_if(~left)
    for company, lits in reached.items():
        ahead = table.ahead[company]
        for step, lit in enumerate(lits):
            call = ahead.calls[step]
            here: list[Literal] = [left, ~lit, *([lits[step - 1]] if step else [])]
            if not call:
                model.add_bool_or(*(~held for held in here))
            elif not rulings.may_decline_calls:
                model.add(cash < call).only_enforce_if(*here)
        if lits and len(lits) < ahead.room:
            model.add_implication(lits[-1], ~left)
