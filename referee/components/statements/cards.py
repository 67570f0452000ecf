"""What is stated about how many cards of which kind there are."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from referee.components.set_invariant import across, at, needed, stated
from referee.game.component_set import ComponentSet
from referee.game.components import (
    BookkeeperCard,
    Card,
    ExpansionCard,
    GoodsCard,
    MerchantCard,
    ShareCard,
)
from referee.game.ids import COMPANIES, CardLetter
from referee.game.limits import PLAYER_COUNTS
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

BY_LETTER: Final[Mapping[CardLetter, int]] = {"A": 9, "B": 16, "C": 11, "D": 4, "E": 4}
SHARE_LETTERS: Final = ("D", "E")
STARTING_CARDS: Final = 9
NUMBERED_POINTS: Final = 1
PLAIN_MERCHANT: Final = {"steps": 1, "pounds": 2, "mines_per_step": None}
COMPANY_MERCHANT: Final = {"steps": 2, "pounds": 1, "mines_per_step": 2}


def is_starting(card: Card) -> bool:
    """Tell whether every player has a copy of `card` from the start."""
    return card.letter is None and card.seat is None


def _letters(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(card.letter for card in components.cards)
    for letter, number in BY_LETTER.items():
        if seen[letter] != number:
            yield across(
                "cards",
                say(
                    "components.cards.cards-of-letter-expected",
                    seen=seen[letter],
                    letter=letter,
                    number=number,
                ),
            )


def _letter_or_seat(components: ComponentSet) -> Iterator[EntryFinding]:
    for card in components.cards:
        if card.letter and card.seat:
            problem = say(
                "components.cards.has-letter-and-seat-a", letter=card.letter, seat=card.seat
            )
            yield at("cards", card, problem)


def _share_cards(components: ComponentSet) -> Iterator[EntryFinding]:
    for card in components.cards:
        if isinstance(card, ShareCard) and card.letter not in SHARE_LETTERS:
            yield at("cards", card, say("components.cards.is-a-single-share-card"))
        if card.letter in SHARE_LETTERS and not isinstance(card, ShareCard):
            yield at("cards", card, say("components.cards.has-letter-d-and-e", letter=card.letter))


def _share_named(components: ComponentSet) -> Iterator[EntryFinding]:
    for card in components.cards:
        if isinstance(card, ShareCard) and card.share is None:
            yield at("cards", card, say("components.cards.shows-no-share-a-single"))


def _shares_acquired(components: ComponentSet) -> Iterator[EntryFinding]:
    for card in components.cards:
        if card.share and not card.letter:
            yield at("cards", card, say("components.cards.shows-a-share-only-cards"))


def _merchants(components: ComponentSet) -> Iterator[EntryFinding]:
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
                "cards",
                say("components.cards.diamond-merchants-expected-1", seen=seen[company], whom=whom),
            )


def _merchant_values(components: ComponentSet) -> Iterator[EntryFinding]:
    for card in components.cards:
        if isinstance(card, MerchantCard):
            expected = COMPANY_MERCHANT if card.company else PLAIN_MERCHANT
            for value, wanted in expected.items():
                if (seen := getattr(card, value)) != wanted:
                    problem = say(
                        "components.cards.is-expected",
                        value=value,
                        or_none=_or_none(seen),
                        or_none2=_or_none(wanted),
                    )
                    yield at("cards", card, problem)


def _or_none(value: int | None) -> str:
    return "none" if value is None else str(value)


def _merchants_acquired(components: ComponentSet) -> Iterator[EntryFinding]:
    for card in components.cards:
        if isinstance(card, MerchantCard) and not card.letter:
            yield at("cards", card, say("components.cards.is-a-diamond-merchant-nobody"))


def _starting(components: ComponentSet) -> Iterator[EntryFinding]:
    if (seen := sum(map(is_starting, components.cards))) != STARTING_CARDS:
        problem = say(
            "components.cards.cards-without-letter-and-seat",
            seen=seen,
            starting_cards=STARTING_CARDS,
        )
        yield across("cards", problem)


def _starting_kinds(components: ComponentSet) -> Iterator[EntryFinding]:
    hand = [card for card in components.cards if not card.letter]
    for kind, word in (
        (GoodsCard, say("components.cards.goods-card")),
        (ExpansionCard, say("components.cards.expansion-card")),
        (BookkeeperCard, "bookkeeper"),
    ):
        if not any(isinstance(card, kind) for card in hand):
            problem = say("components.cards.no-starting-card-is-a", word=word)
            yield across("cards", problem)


def _numbered(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(card.seat for card in components.cards)
    for seat in range(1, max(PLAYER_COUNTS) + 1):
        if seen[seat] != 1:
            yield across(
                "cards",
                say("components.cards.cards-with-the-number-expected", seen=seen[seat], seat=seat),
            )
    for card in components.cards:
        if card.seat and not (isinstance(card, ExpansionCard) and card.points == NUMBERED_POINTS):
            yield at("cards", card, say("components.cards.has-a-number-the-numbered"))


STATEMENTS = (
    stated(
        "cards-44",
        "setup-card-stack",
        "cards",
        _letters,
    ),
    needed(
        "cards-letter-or-seat",
        "cards",
        _letter_or_seat,
    ),
    stated(
        "cards-single-shares",
        "single-share-cards",
        "cards",
        _share_cards,
    ),
    stated(
        "cards-share-named",
        "single-share-cards",
        "cards",
        _share_named,
    ),
    stated(
        "cards-shares-acquired",
        "shares",
        "cards",
        _shares_acquired,
    ),
    stated(
        "cards-five-merchants",
        "merchant",
        "cards",
        _merchants,
    ),
    stated(
        "cards-merchant-values",
        "merchant",
        "cards",
        _merchant_values,
    ),
    stated(
        "cards-merchants-acquired",
        "merchant",
        "cards",
        _merchants_acquired,
    ),
    stated(
        "cards-nine-starting",
        "components",
        "cards",
        _starting,
    ),
    stated(
        "cards-starting-kinds",
        "merchant",
        "cards",
        _starting_kinds,
    ),
    stated(
        "cards-numbered",
        "setup-expansion-card",
        "cards",
        _numbered,
    ),
)
