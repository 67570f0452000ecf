"""Random cards."""

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from referee.components.generate.chances import numbered, shuffled
from referee.components.statements.card_values import EXAMPLE_BOOKKEEPER, POINTS, UNITS
from referee.components.statements.cards import (
    BY_LETTER,
    COMPANY_MERCHANT,
    NUMBERED_POINTS,
    PLAIN_MERCHANT,
    SHARE_LETTERS,
    STARTING_CARDS,
)
from referee.components.statements.displays import EXAMPLE_PRICE, EXAMPLE_UNITS
from referee.game.components import (
    BookkeeperCard,
    Card,
    ExpansionCard,
    GoodsCard,
    MerchantCard,
    ShareCard,
)
from referee.game.ids import COMPANIES, GOODS, CardId, Company, Good
from referee.game.limits import PLAYER_COUNTS

SOURCE: Final = "reconstructed"
MOST_CRATE: Final = 6
MOST_POINTS: Final = 4
NO_ID: Final = CardId("")
EXAMPLES: Final[tuple[Good, ...]] = ("bananas", "coffee")
"""Goods of which an example buys a card."""


def random_cards(rng: Random, display_crates: Sequence[int]) -> tuple[Card, ...]:
    """Return all cards; the examples' prices come about with one of `display_crates`."""
    starting = [_goods(rng), _expansion(rng), _bookkeeper(rng)]
    acquired = [*_merchants(rng), *_bought(rng, display_crates), _shared(rng, _expansion(rng))]
    stack_size = sum(n for letter, n in BY_LETTER.items() if letter not in SHARE_LETTERS)
    free = STARTING_CARDS + stack_size - len(starting) - len(acquired)
    somewhere = _shown_somewhere(rng)
    somewhere += [_any(rng) for _ in range(free - len(somewhere))]
    rng.shuffle(somewhere)
    split = STARTING_CARDS - len(starting)
    starting += somewhere[:split]
    acquired += [_shared(rng, c) if rng.random() < 1 / 3 else c for c in somewhere[split:]]

    cards = [*starting, *_numbered_cards(rng), *_lettered(rng, acquired)]
    ids = shuffled(rng, numbered(rng, ("card", "c", "K"), len(cards)))
    named = (replace(card, id=CardId(id_)) for card, id_ in zip(cards, ids, strict=True))
    return shuffled(rng, named)


def _lettered(rng: Random, acquired: Sequence[Card]) -> list[Card]:
    number = sum(BY_LETTER[letter] for letter in SHARE_LETTERS)
    # An example has two share cards of one company.
    companies = ("cape-town", "cape-town", *rng.choices(COMPANIES, k=number - 2))
    single = [_share_card(rng, company) for company in companies]
    stack = [*shuffled(rng, acquired), *shuffled(rng, single)]
    letters = [letter for letter, number in BY_LETTER.items() for _ in range(number)]
    return [replace(card, letter=letter) for card, letter in zip(stack, letters, strict=True)]


def _shown_somewhere(rng: Random) -> list[Card]:
    """Return cards that exist, whether players start with them or acquire them."""
    cards: list[Card] = [_goods(rng, good, units) for good in GOODS for units in UNITS]
    cards[0] = replace(cards[0], crate=1)
    cards += [_expansion(rng, points) for points in POINTS]
    return [*cards, _bookkeeper(rng, EXAMPLE_BOOKKEEPER)]


def _bought(rng: Random, display_crates: Sequence[int]) -> list[Card]:
    beside = [crate for crate in display_crates if crate <= EXAMPLE_PRICE]
    return [
        replace(_goods(rng, good, EXAMPLE_UNITS), crate=EXAMPLE_PRICE - rng.choice(beside))
        for good in EXAMPLES
    ]


def _merchants(rng: Random) -> list[Card]:
    return [
        MerchantCard(
            id=NO_ID,
            crate=rng.randint(0, MOST_CRATE),
            company=company,
            source=SOURCE,
            **(COMPANY_MERCHANT if company else PLAIN_MERCHANT),
        )
        for company in (None, *COMPANIES)
    ]


def _numbered_cards(rng: Random) -> list[Card]:
    return [
        replace(_expansion(rng, NUMBERED_POINTS), seat=seat)
        for seat in range(1, max(PLAYER_COUNTS) + 1)
    ]


def _any(rng: Random) -> Card:
    return rng.choice((_goods, _goods, _goods, _expansion, _bookkeeper))(rng)


def _goods(rng: Random, good: Good | None = None, units: int = 0) -> Card:
    return GoodsCard(
        id=NO_ID,
        crate=rng.randint(0, MOST_CRATE),
        good=rng.choice(GOODS) if good is None else good,
        units=units or rng.choice(UNITS),
        source=SOURCE,
    )


def _expansion(rng: Random, points: int = 0) -> Card:
    return ExpansionCard(
        id=NO_ID,
        crate=rng.randint(0, MOST_CRATE),
        points=points or rng.choice(POINTS),
        source=SOURCE,
    )


def _bookkeeper(rng: Random, points: int = 0) -> Card:
    return BookkeeperCard(
        id=NO_ID,
        crate=rng.randint(0, MOST_CRATE),
        points=points or rng.randint(1, MOST_POINTS),
        source=SOURCE,
    )


def _shared(rng: Random, card: Card) -> Card:
    return replace(card, share=rng.choice(COMPANIES))


def _share_card(rng: Random, company: Company) -> Card:
    crate = rng.randint(0, MOST_CRATE)
    return ShareCard(id=NO_ID, crate=crate, share=company, source=SOURCE)
