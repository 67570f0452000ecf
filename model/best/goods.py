"""Goods turns: which cards, which card to acquire, and how the units go over the tracks."""

from collections.abc import Mapping

from model.best.draft import Draft, Linear, Lit, Literal, Value, total, weighted
from model.best.effects import Branch, Effects, steps_of, track_money
from model.best.levels import level_choices, usable
from model.best.table import Table
from model.best.unit_order import pay_in_some_order
from referee.game.canonical import CanonicalGoods
from referee.game.components import DiscountBonus, GoodsCard, UnitBonus
from referee.game.ids import COMPANIES, GOODS, CardId, Company, Good
from referee.game.turns import PlusOne

GoodsBonus = UnitBonus | DiscountBonus
"""The permanent bonuses that bear on goods turns."""


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

    kinds = _kinds(draft, cards, use)
    bonuses = _bonuses(draft, table, kinds, buy)
    mixing = [lit for bonus, lit in bonuses if isinstance(bonus, DiscountBonus) and bonus.mixed]
    if mixing:
        model.add(total(kinds.values()) <= 1 + (len(kinds) - 1) * total(mixing))
    else:
        model.add_at_most_one(kinds.values())

    units = _units(draft, table, use, tile, bonuses)
    price = _price(draft, table, buy, kinds, bonuses)
    most = _most_units(table, mixed=bool(mixing))
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


def _bonuses(
    draft: Draft, table: Table, kinds: Mapping[Good, Lit], buy: Mapping[CardId, Lit]
) -> list[tuple[GoodsBonus, Lit]]:
    """Return the bonuses that can bear on the turn, each with whether it is used."""
    always = table.state.setting.rulings.bonus_use == "always"
    found: list[tuple[GoodsBonus, Lit]] = []
    for company in COMPANIES:
        levels: list[Lit] = []
        for bonus in usable(table, company):
            if not isinstance(bonus, GoodsBonus):
                continue
            needs = _needs(bonus, kinds, buy)
            if all(needs):
                lit = draft.both(*map(draft.either, needs)) if always else draft.aside()
                for one_of in needs:
                    draft.model.add_bool_or(~lit, *one_of)
                levels.append(lit)
                found.append((bonus, lit))
        draft.model.add_at_most_one(levels)
    return found


def _needs(
    bonus: GoodsBonus, kinds: Mapping[Good, Lit], buy: Mapping[CardId, Lit]
) -> list[list[Lit]]:
    """Return choices, one of each list, without which it does not matter if a bonus is used."""
    good = [lit for kind, lit in kinds.items() if kind == bonus.good]
    if isinstance(bonus, UnitBonus):
        return [good]
    anything = bonus.mixed or bonus.good == "any"
    return [[*buy.values()]] if anything else [[*buy.values()], good]


def _units(
    draft: Draft,
    table: Table,
    use: Mapping[CardId, Lit],
    tile: Mapping[CardId, Lit],
    bonuses: list[tuple[GoodsBonus, Lit]],
) -> Linear:
    plain = table.at_levels((0,) * len(COMPANIES))
    pairs = [(plain.units(plain.me, card), use[card.id]) for card in table.goods_cards]
    pairs += [(table.tile_units, draft.both(use[card], lit)) for card, lit in tile.items()]
    pairs += [
        (bonus.more, draft.both(use[card.id], lit))
        for bonus, lit in bonuses
        for card in table.goods_cards
        if isinstance(bonus, UnitBonus) and card.good == bonus.good
    ]
    return weighted(pairs)


def _price(
    draft: Draft,
    table: Table,
    buy: Mapping[CardId, Lit],
    kinds: Mapping[Good, Lit],
    bonuses: list[tuple[GoodsBonus, Lit]],
) -> Linear:
    crates = prices(table)
    printed = weighted((crates[card], lit) for card, lit in buy.items())
    less: list[tuple[int, Lit]] = []
    for bonus, lit in bonuses:
        if isinstance(bonus, DiscountBonus):
            if bonus.good == "any":
                less.append((bonus.less, lit))
            elif bonus.good in kinds:
                less.append((bonus.less, draft.both(lit, kinds[bonus.good])))
    if not less:
        return printed
    price = draft.amount(max(crates.values()), "price")
    draft.model.add_max_equality(price, [0, printed - weighted(less)])
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
    choices = [table.at_levels(levels).totals for levels in level_choices(table, UnitBonus)]
    most = max(sum(t.values()) if mixed else max(t.values()) for t in choices)
    return most + (table.tile_units if table.tile_cards else 0)


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
