"""What is stated about how many cards there are, and about their values."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from referee.components.set_invariant import Findings, across, at, needed, stated
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


def is_starting(card: Card) -> bool:
    """Tell whether every player has a copy of `card` from the start."""
    return card.letter is None and card.seat is None


@stated("cards-44", "setup-card-stack", "cards")
def _letters(components: ComponentSet) -> Findings:
    seen = Counter(card.letter for card in components.cards)
    for letter, number in BY_LETTER.items():
        if seen[letter] != number:
            yield across(
                "cards",
                "cards.cards-of-letter-expected",
                seen=seen[letter],
                letter=letter,
                number=number,
            )


@needed("cards-letter-or-seat", "cards")
def _letter_or_seat(components: ComponentSet) -> Findings:
    for card in components.cards:
        if card.letter and card.seat:
            yield at(card, "cards.has-letter-and-seat-a", letter=card.letter, seat=card.seat)


@stated("cards-single-shares", "single-share-cards", "cards")
def _share_cards(components: ComponentSet) -> Findings:
    for card in components.cards:
        if isinstance(card, ShareCard) and card.letter not in SHARE_LETTERS:
            yield at(card, "cards.is-a-single-share-card")
        if card.letter in SHARE_LETTERS and not isinstance(card, ShareCard):
            yield at(card, "cards.has-letter-d-and-e", letter=card.letter)


@stated("cards-share-named", "single-share-cards", "cards")
def _share_named(components: ComponentSet) -> Findings:
    for card in components.cards:
        if isinstance(card, ShareCard) and card.share is None:
            yield at(card, "cards.shows-no-share-a-single")


@stated("cards-shares-acquired", "shares", "cards")
def _shares_acquired(components: ComponentSet) -> Findings:
    for card in components.cards:
        if card.share and not card.letter:
            yield at(card, "cards.shows-a-share-only-cards")


@stated("cards-five-merchants", "merchant", "cards")
def _merchants(components: ComponentSet) -> Findings:
    merchants = [card for card in components.cards if isinstance(card, MerchantCard)]
    seen = Counter(card.company for card in merchants)
    for company in (None, *COMPANIES):
        if seen[company] != 1:
            whom = (
                say("components.cards.of", company=company)
                if company
                else say("components.cards.without-a-company")
            )
            yield across(
                "cards", "cards.diamond-merchants-expected-1", seen=seen[company], whom=whom
            )


@stated("cards-merchant-values", "merchant", "cards")
def _merchant_values(components: ComponentSet) -> Findings:
    for card in components.cards:
        if isinstance(card, MerchantCard):
            expected = COMPANY_MERCHANT if card.company else PLAIN_MERCHANT
            for value, wanted in expected.items():
                if (seen := getattr(card, value)) != wanted:
                    yield at(
                        card,
                        "cards.is-expected",
                        value=value,
                        or_none=_or_none(seen),
                        or_none2=_or_none(wanted),
                    )


def _or_none(value: int | None) -> str:
    return "none" if value is None else str(value)


@stated("cards-merchants-acquired", "merchant", "cards")
def _merchants_acquired(components: ComponentSet) -> Findings:
    for card in components.cards:
        if isinstance(card, MerchantCard) and not card.letter:
            yield at(card, "cards.is-a-diamond-merchant-nobody")


@stated("cards-nine-starting", "components", "cards")
def _starting(components: ComponentSet) -> Findings:
    if (seen := sum(map(is_starting, components.cards))) != STARTING_CARDS:
        yield across(
            "cards", "cards.cards-without-letter-and-seat", seen=seen, starting_cards=STARTING_CARDS
        )


@stated("cards-starting-kinds", "merchant", "cards")
def _starting_kinds(components: ComponentSet) -> Findings:
    hand = [card for card in components.cards if not card.letter]
    for kind, word in (
        (GoodsCard, say("components.cards.goods-card")),
        (ExpansionCard, say("components.cards.expansion-card")),
        (BookkeeperCard, "bookkeeper"),
    ):
        if not any(isinstance(card, kind) for card in hand):
            yield across("cards", "cards.no-starting-card-is-a", word=word)


@stated("cards-numbered", "setup-expansion-card", "cards")
def _numbered(components: ComponentSet) -> Findings:
    seen = Counter(card.seat for card in components.cards)
    for seat in range(1, max(PLAYER_COUNTS) + 1):
        if seen[seat] != 1:
            yield across(
                "cards", "cards.cards-with-the-number-expected", seen=seen[seat], seat=seat
            )
    for card in components.cards:
        if card.seat and not (isinstance(card, ExpansionCard) and card.points == NUMBERED_POINTS):
            yield at(card, "cards.has-a-number-the-numbered")


UNITS: Final = (1, 2, 3, 4)
POINTS: Final = (1, 2, 3)
EXAMPLE_TOTALS: Final[Mapping[Good, int]] = {"coffee": 6, "bananas": 5, "cotton": 6}
EXAMPLE_BOOKKEEPER: Final = 2
EXAMPLE_SHARE_CARDS: Final = 2
EXAMPLE_CRATE: Final = 1


@stated("cards-goods-units", "actions", "cards")
def _units(components: ComponentSet) -> Findings:
    goods = [card for card in components.cards if isinstance(card, GoodsCard)]
    for good in GOODS:
        for units in UNITS:
            if not any(card.good == good and card.units == units for card in goods):
                yield across("cards", "card_values.no-card-of-each-good", units=units, good=good)
    for card in goods:
        if card.units not in UNITS:
            yield at(card, "card_values.has-units-expected-1-2", units=card.units)


@stated("cards-expansion-points", "expansion", "cards")
def _points(components: ComponentSet) -> Findings:
    cards = [card for card in components.cards if isinstance(card, ExpansionCard)]
    for points in POINTS:
        if not any(card.points == points for card in cards):
            yield across("cards", "card_values.no-expansion-card-of-points", points=points)
    for card in cards:
        if card.points not in POINTS:
            yield at(card, "card_values.has-points-expected-1-2", points=card.points)


@stated("cards-bookkeeper", "bookkeeper-points", "cards")
def _bookkeeper(components: ComponentSet) -> Findings:
    points = {card.points for card in components.cards if isinstance(card, BookkeeperCard)}
    if EXAMPLE_BOOKKEEPER not in points:
        yield across("cards", "card_values.no-bookkeeper-gives-2-points")


@stated("cards-expansion-share", "expansion", "cards")
def _expansion_share(components: ComponentSet) -> Findings:
    if not any(isinstance(card, ExpansionCard) and card.share for card in components.cards):
        yield across("cards", "card_values.no-expansion-card-shows-a")


@stated("cards-two-shares", "shares", "cards")
def _two_shares(components: ComponentSet) -> Findings:
    seen = sum(card.share == "cape-town" for card in components.cards)
    if seen < EXAMPLE_SHARE_CARDS:
        yield across("cards", "card_values.cards-show-a-share-of", seen=seen)


@stated("cards-coffee-crate", "space-discard-card", "cards")
def _coffee_crate(components: ComponentSet) -> Findings:
    crates = {
        card.crate
        for card in components.cards
        if isinstance(card, GoodsCard) and card.good == "coffee" and card.units == 1
    }
    if EXAMPLE_CRATE not in crates:
        yield across("cards", "card_values.no-1-unit-coffee-card")


@stated("cards-totals", "icons", "cards")
def _totals(components: ComponentSet) -> Findings:
    for good, wanted in EXAMPLE_TOTALS.items():
        if not _attainable(components, good, wanted):
            yield across(
                "cards",
                "card_values.cannot-lie-in-slots-an",
                wanted=wanted,
                good=good,
                slots=len(SLOTS),
            )


def _attainable(components: ComponentSet, good: Good, wanted: int) -> bool:
    # The fewest cards for each total; a player can hold every goods card of a set.
    fewest = {0: 0}
    for card in components.cards:
        if isinstance(card, GoodsCard) and card.good == good:
            for total, cards in sorted(fewest.items(), reverse=True):
                larger = total + card.units
                if larger <= wanted:
                    fewest[larger] = min(cards + 1, fewest.get(larger, len(SLOTS) + 1))
    return fewest.get(wanted, len(SLOTS) + 1) <= len(SLOTS)
