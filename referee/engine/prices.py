"""What a card on the display costs, in goods or in pounds."""

from referee.engine.work import Work
from referee.game.components import DiscountBonus
from referee.game.ids import CardId, Good
from referee.game.rulebook import goods as rules


def full_price(work: Work, card: CardId) -> int:
    """Return the crate value of a card on the display plus that of its space."""
    return work.facts.cards[card].crate + work.facts.crates[work.state.display.index(card)]


def affordable(work: Work, most: int) -> list[CardId]:
    """Return the cards on the display with a full price of at most so much."""
    facts = work.facts
    crate = facts.crate
    return [
        card
        for card, of_space in zip(work.state.display, facts.crates, strict=True)
        if card is not None and crate[card] + of_space <= most
    ]


def price_in_goods(work: Work, card: CardId, paid_with: frozenset[Good]) -> int:
    """Return the price of a card paid with goods cards of these kinds."""
    discount = work.working().discount(paid_with)
    if discount:
        work.note_bonus(DiscountBonus, rules.GOODS_DISCOUNTS)
    # In this order nobody has to know whether a price that was not read is 0.
    return max(full_price(work, card) - discount, 0)


def price_in_pounds(work: Work, card: CardId, less: int) -> int:
    """Return the price of a card bought with a bonus marker."""
    return max(full_price(work, card) - less, 0)
