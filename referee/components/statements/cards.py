"""What is stated about how many cards there are, and about their values."""

from collections.abc import Mapping
from typing import Final

from referee.components.set_invariant import Findings, across, at, counted, each, holds, stated
from referee.core.component_set import ComponentSet
from referee.core.components import (
    BookkeeperCard,
    Card,
    ExpansionCard,
    GoodsCard,
    MerchantCard,
    ShareCard,
)
from referee.core.ids import COMPANIES, GOODS, SLOTS, CardLetter, Good
from referee.core.limits import PLAYER_COUNTS
from referee.i18n.speech import say

BY_LETTER: Final[Mapping[CardLetter, int]] = {"A": 9, "B": 16, "C": 11, "D": 4, "E": 4}
SHARE_LETTERS: Final = ("D", "E")
STARTING_CARDS: Final = 9
NUMBERED_POINTS: Final = 1
PLAIN_MERCHANT: Final = {"steps": 1, "pounds": 2, "mines_per_step": None}
COMPANY_MERCHANT: Final = {"steps": 2, "pounds": 1, "mines_per_step": 2}
UNITS: Final = (1, 2, 3, 4)
POINTS: Final = (1, 2, 3)
EXAMPLE_TOTALS: Final[Mapping[Good, int]] = {"coffee": 6, "bananas": 5, "cotton": 6}
EXAMPLE_BOOKKEEPER: Final = 2
EXAMPLE_SHARE_CARDS: Final = 2
EXAMPLE_CRATE: Final = 1


def is_starting(card: Card) -> bool:
    """Tell whether every player has a copy of `card` from the start."""
    return card.letter is None and card.seat is None


counted("cards-44", "setup-card-stack", "cards", "cards.letter-count",
        BY_LETTER, lambda card: card.letter, "letter")  # fmt: skip
each("cards-letter-or-seat", "", "cards", "cards.letter-and-seat",
     lambda card: card.letter and card.seat)  # fmt: skip


@stated("cards-single-shares", "single-share-cards", "cards")
def _share_cards(components: ComponentSet) -> Findings:
    for card in components.cards:
        if isinstance(card, ShareCard) and card.letter not in SHARE_LETTERS:
            yield at(card, "cards.single-share-letter")
        if card.letter in SHARE_LETTERS and not isinstance(card, ShareCard):
            yield at(card, "cards.single-share-only", letter=card.letter)


each("cards-share-named", "single-share-cards", "cards", "cards.no-share",
     lambda card: isinstance(card, ShareCard) and card.share is None)  # fmt: skip
each("cards-shares-acquired", "shares", "cards", "cards.share-shown",
     lambda card: card.share and not card.letter)  # fmt: skip


@stated("cards-five-merchants", "merchant", "cards")
def _merchants(components: ComponentSet) -> Findings:
    merchants = [card for card in components.cards if isinstance(card, MerchantCard)]
    for company in (None, *COMPANIES):
        if (seen := sum(card.company == company for card in merchants)) != 1:
            yield across(
                "cards",
                "cards.merchant-count" if company else "cards.plain-merchant-count",
                seen=seen,
                company=company or "",
            )


@stated("cards-merchant-values", "merchant", "cards")
def _merchant_values(components: ComponentSet) -> Findings:
    for card in components.cards:
        if isinstance(card, MerchantCard):
            expected = COMPANY_MERCHANT if card.company else PLAIN_MERCHANT
            for value, wanted in expected.items():
                if (seen := getattr(card, value)) != wanted:
                    told, other = ("none" if n is None else str(n) for n in (seen, wanted))
                    yield at(card, "cards.merchant-value", value=value, seen=told, expected=other)


each("cards-merchants-acquired", "merchant", "cards", "cards.starting-merchant",
     lambda card: isinstance(card, MerchantCard) and not card.letter)  # fmt: skip


@stated("cards-nine-starting", "components", "cards")
def _starting(components: ComponentSet) -> Findings:
    if (seen := sum(map(is_starting, components.cards))) != STARTING_CARDS:
        yield across("cards", "cards.starting-count", seen=seen, starting_cards=STARTING_CARDS)


@stated("cards-starting-kinds", "merchant", "cards")
def _starting_kinds(components: ComponentSet) -> Findings:
    hand = [card for card in components.cards if not card.letter]
    for kind, word in (
        (GoodsCard, say("components.cards.goods-card")),
        (ExpansionCard, say("components.cards.expansion-card")),
        (BookkeeperCard, "bookkeeper"),
    ):
        if not any(isinstance(card, kind) for card in hand):
            yield across("cards", "cards.no-starting-kind", word=word)


@stated("cards-numbered", "setup-expansion-card", "cards")
def _numbered(components: ComponentSet) -> Findings:
    for seat in range(1, max(PLAYER_COUNTS) + 1):
        if (seen := sum(card.seat == seat for card in components.cards)) != 1:
            yield across("cards", "cards.seat-count", seen=seen, seat=seat)
    for card in components.cards:
        if card.seat and not (isinstance(card, ExpansionCard) and card.points == NUMBERED_POINTS):
            yield at(card, "cards.numbered-kind")


@stated("cards-goods-units", "actions", "cards")
def _units(components: ComponentSet) -> Findings:
    goods = [card for card in components.cards if isinstance(card, GoodsCard)]
    for good in GOODS:
        for units in UNITS:
            if not any(card.good == good and card.units == units for card in goods):
                yield across("cards", "card_values.no-goods-card", units=units, good=good)
    for card in goods:
        if card.units not in UNITS:
            yield at(card, "card_values.units-range", units=card.units)


@stated("cards-expansion-points", "expansion", "cards")
def _points(components: ComponentSet) -> Findings:
    cards = [card for card in components.cards if isinstance(card, ExpansionCard)]
    for points in POINTS:
        if not any(card.points == points for card in cards):
            yield across("cards", "card_values.no-expansion-card", points=points)
    for card in cards:
        if card.points not in POINTS:
            yield at(card, "card_values.points-range", points=card.points)


holds("cards-bookkeeper", "bookkeeper-points", "cards", "card_values.no-bookkeeper",
      lambda components: any(isinstance(card, BookkeeperCard) and card.points == EXAMPLE_BOOKKEEPER
                             for card in components.cards))  # fmt: skip
holds("cards-expansion-share", "expansion", "cards", "card_values.no-expansion-share",
      lambda components: any(isinstance(card, ExpansionCard) and card.share
                             for card in components.cards))  # fmt: skip


@stated("cards-two-shares", "shares", "cards")
def _two_shares(components: ComponentSet) -> Findings:
    seen = sum(card.share == "cape-town" for card in components.cards)
    if seen < EXAMPLE_SHARE_CARDS:
        yield across("cards", "card_values.share-count", seen=seen)


holds("cards-coffee-crate", "space-discard-card", "cards", "card_values.no-coffee-crate",
      lambda components: any(isinstance(card, GoodsCard) and card.good == "coffee"
                             and card.units == 1 and card.crate == EXAMPLE_CRATE
                             for card in components.cards))  # fmt: skip


@stated("cards-totals", "icons", "cards")
def _totals(components: ComponentSet) -> Findings:
    for good, wanted in EXAMPLE_TOTALS.items():
        # The fewest cards for each total; a player can hold every goods card of a set.
        fewest = {0: 0}
        for card in components.cards:
            if isinstance(card, GoodsCard) and card.good == good:
                for total, cards in sorted(fewest.items(), reverse=True):
                    larger = total + card.units
                    if larger <= wanted:
                        fewest[larger] = min(cards + 1, fewest.get(larger, len(SLOTS) + 1))
        if fewest.get(wanted, len(SLOTS) + 1) > len(SLOTS):
            facts = {"wanted": wanted, "good": good, "slots": len(SLOTS)}
            yield across("cards", "card_values.no-example-total", **facts)
