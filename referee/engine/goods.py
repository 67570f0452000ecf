"""Using goods cards: which cards, which purchase, which tracks."""

from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from typing import Any

from referee.core.components import GoodsCard, UnitBonus
from referee.core.ids import COMPANIES, CardId, Company, Good
from referee.core.rule import Violation
from referee.engine.facts import BonusLevels, Working
from referee.engine.levels import UseLevels, distinct_lower_levels
from referee.engine.rewards import affordable, price_in_goods
from referee.engine.stage import Stage, Violations
from referee.engine.tracks import can_step, is_before_call, obstacle, step
from referee.engine.work import COMPANY_INDEX, Work
from referee.rulebook import goods as rules


def goods_cards(work: Work, cards: Iterable[str]) -> list[GoodsCard]:
    """Return those of the cards that are goods cards."""
    goods = work.facts.goods_cards
    return [goods[card] for card in cards if card in goods]


class ChooseGoods(Stage[tuple[CardId, ...]]):
    """Which goods cards are used."""

    certain = True

    def candidates(self, work: Work) -> list[tuple[CardId, ...]]:
        """Return every set of face-up goods cards that may be used together."""
        cards = work.area().goods_cards()
        mixed = len(cards) > 1 and work.working().may_mix
        found: list[tuple[CardId, ...]] = [(card.id,) for card in cards]
        for size in range(2, len(cards) + 1):
            for chosen in combinations(cards, size):
                kinds = frozenset([card.good for card in chosen])
                if len(kinds) == 1 or (mixed and self._can_buy(work, chosen, kinds)):
                    found.append(tuple([card.id for card in chosen]))
        return found

    @staticmethod
    def _can_buy(work: Work, cards: tuple[GoodsCard, ...], kinds: frozenset[Good]) -> bool:
        """Return whether these cards could pay for any card on the display."""
        area = work.area()
        units = sum(area.units(card) for card in cards)
        return bool(affordable(work, units + work.working().discount(kinds)))

    def judge(self, work: Work, answer: tuple[CardId, ...]) -> Violations:
        """Return the rules about the cards in use that are broken."""
        broken: list[Violation] = []
        slots, used = work.me.slots, work.used
        if not answer:
            broken.append(rules.USES_A_GOODS_CARD.broken())
        hidden = [c for c in answer if c not in slots or c in used or answer.count(c) > 1]
        if hidden:
            broken.append(rules.GOODS_FACE_UP.broken(cards=tuple(sorted(set(hidden)))))
        goods = goods_cards(work, answer)
        if len(goods) < len(answer):
            known, all_goods = work.facts.items, work.facts.goods_cards
            others = [c for c in dict.fromkeys(answer) if c in known and c not in all_goods]
            if others:
                broken.append(rules.GOODS_CARDS_ONLY.broken(cards=tuple(others)))
        if len(goods) > 1:
            kinds = {card.good for card in goods}
            if len(kinds) > 1 and not work.working().may_mix:
                broken.append(rules.ONE_KIND_OF_GOOD.broken(goods=tuple(sorted(kinds))))
        return broken

    def take(self, work: Work, answer: tuple[CardId, ...]) -> None:
        """Count the units, and flip the cards with a goods tile on them."""
        area = work.area()
        goods = goods_cards(work, set(answer))
        work.cards = answer
        work.kinds = frozenset([card.good for card in goods])
        work.units = sum([area.units(card) for card in goods])
        work.used = work.used.union(answer)
        if work.plus_one in answer:
            work.used |= work.me.tiles & work.facts.goods_tiles
        if work.notes is not None:
            work.note(rules.USED_GOODS_FLIP)
            work.note(rules.UNITS_OF_A_CARD)
            work.note_bonus(UnitBonus, rules.UNITS_OF_A_CARD)


class ChoosePurchase(Stage[CardId | None]):
    """Which card is acquired, if any."""

    def candidates(self, work: Work) -> list[CardId | None]:
        """Return nothing bought, and every card on the display."""
        return [None, *[card for card in work.state.display if card is not None]]

    def known_legal(self, work: Work) -> list[CardId | None]:
        """Return the cards that can be paid, and nothing unless goods are mixed to buy."""
        nothing = [] if self._mixes(work) else [None]
        most = work.units + work.working().discount(work.kinds)
        return [*nothing, *affordable(work, most)]

    @staticmethod
    def _mixes(work: Work) -> bool:
        """Return whether kinds of good are mixed that only a purchase may mix."""
        return len(work.kinds) > 1 and work.working().may_mix

    def judge(self, work: Work, answer: CardId | None) -> Violations:
        """Return the rules about the card acquired that are broken."""
        if answer is None:
            if self._mixes(work):
                return [rules.ONE_KIND_OF_GOOD.broken(goods=tuple(sorted(work.kinds)))]
            return ()
        if answer not in work.state.display:
            return [rules.BOUGHT_CARD_ON_DISPLAY.broken(card=answer)]
        price = price_in_goods(work, answer, work.kinds)
        if work.units < price:
            return [rules.UNITS_COVER_PRICE.broken(units=work.units, price=price)]
        return ()

    def take(self, work: Work, answer: CardId | None) -> None:
        """Spend the price in units, and take the card."""
        if answer is not None and answer in work.state.display:
            work.note(rules.PRICE)
            work.note(rules.BOUGHT_CARD_TO_HAND)
            work.units = max(work.units - price_in_goods(work, answer, work.kinds), 0)
            work.bought = answer
        work.units_for_steps = work.units


class AdvanceByUnits(Stage[Company]):
    """The track that each unit goes to."""

    repeated = True

    def idle(self, work: Work) -> bool:
        """Return whether no unit is left."""
        return not work.units

    def known_legal(self, work: Work) -> list[Company]:
        """Return the tracks on which a step can be made."""
        if work.units <= 0:
            return []
        return [company for index, company in enumerate(COMPANIES) if can_step(work, index)]

    def candidates(self, work: Work) -> tuple[Company, ...]:
        """Return the tracks for the next unit."""
        return COMPANIES if work.units > 0 else ()

    def judge(self, work: Work, answer: Company) -> Violations:
        """Return the rules that a step on this track breaks."""
        stop = obstacle(work, COMPANY_INDEX[answer])
        return () if stop is None else (stop,)

    def take(self, work: Work, answer: Company) -> None:
        """Make the step."""
        work.units -= 1
        index = COMPANY_INDEX[answer]
        if work.tracks[index] < work.facts.tracks[index].last:
            step(work, index)

    def close(self, work: Work) -> Violations:
        """Return a breach for steps without a unit, and for units that had to be used."""
        if not work.units:
            return ()
        if work.units < 0:
            had = work.units_for_steps
            return [rules.NO_MORE_STEPS_THAN_UNITS.broken(steps=had - work.units, units=had)]
        if work.facts.may_leave_units:
            return ()
        movable = [index for index in range(len(COMPANIES)) if can_step(work, index)]
        declined = work.facts.may_decline_for_units and all(
            is_before_call(work, index) for index in movable
        )
        if movable and not declined:
            return [rules.ALL_UNITS_USED.broken(left=work.units)]
        return ()


class UseGoodsLevels(UseLevels):
    """At which levels units, discounts and mixed goods count."""

    bears_until: type[Stage[Any]] | None = AdvanceByUnits

    def lower(self, work: Work) -> Sequence[BonusLevels]:
        """Return the lower levels that come to less with the goods that lie face up."""
        levels = work.me.levels
        tracks = work.facts.permanent.lowered["goods"]
        if not any(levels[index] for index in tracks):
            return ()
        kinds = frozenset([card.good for card in work.area().goods_cards()])
        known = work.facts.permanent.goods_levels
        if (levels, kinds) not in known:
            known[levels, kinds] = distinct_lower_levels(
                work, "goods", lambda working: self._effect(working, kinds)
            )
        return known[levels, kinds]

    @staticmethod
    def _effect(working: Working, kinds: frozenset[Good]) -> Hashable:
        """Return all that bonuses do where only goods of these kinds can be used."""
        discounts = [each for each in working.discounts if each[0] == "any" or each[0] in kinds]
        units = [working.units[good] for good in kinds]
        return tuple(units), tuple(discounts), working.may_mix and len(kinds) > 1

    def result(self, work: Work) -> Hashable:
        """Return the cards, the purchase and the steps."""
        return work.cards, work.bought, work.steps
