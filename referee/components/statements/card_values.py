"""What is stated about the values of cards, most of it by examples."""

from collections.abc import Iterator, Mapping
from typing import Final

from referee.components.set_invariant import across, at, stated
from referee.game.component_set import ComponentSet
from referee.game.components import BookkeeperCard, ExpansionCard, GoodsCard
from referee.game.ids import GOODS, SLOTS, Good
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

UNITS: Final = (1, 2, 3, 4)
POINTS: Final = (1, 2, 3)
EXAMPLE_TOTALS: Final[Mapping[Good, int]] = {"coffee": 6, "bananas": 5, "cotton": 6}
EXAMPLE_BOOKKEEPER: Final = 2
EXAMPLE_SHARE_CARDS: Final = 2
EXAMPLE_CRATE: Final = 1


def _units(components: ComponentSet) -> Iterator[EntryFinding]:
    goods = [card for card in components.cards if isinstance(card, GoodsCard)]
    for good in GOODS:
        for units in UNITS:
            if not any(card.good == good and card.units == units for card in goods):
                problem = say("components.card_values.no-card-of-each-good", units=units, good=good)
                yield across("cards", problem)
    for card in goods:
        if card.units not in UNITS:
            yield at(
                "cards",
                card,
                say("components.card_values.has-units-expected-1-2", units=card.units),
            )


def _points(components: ComponentSet) -> Iterator[EntryFinding]:
    cards = [card for card in components.cards if isinstance(card, ExpansionCard)]
    for points in POINTS:
        if not any(card.points == points for card in cards):
            problem = say("components.card_values.no-expansion-card-of-points", points=points)
            yield across("cards", problem)
    for card in cards:
        if card.points not in POINTS:
            yield at(
                "cards",
                card,
                say("components.card_values.has-points-expected-1-2", points=card.points),
            )


def _bookkeeper(components: ComponentSet) -> Iterator[EntryFinding]:
    points = {card.points for card in components.cards if isinstance(card, BookkeeperCard)}
    if EXAMPLE_BOOKKEEPER not in points:
        yield across("cards", say("components.card_values.no-bookkeeper-gives-2-points"))


def _expansion_share(components: ComponentSet) -> Iterator[EntryFinding]:
    if not any(isinstance(card, ExpansionCard) and card.share for card in components.cards):
        yield across("cards", say("components.card_values.no-expansion-card-shows-a"))


def _two_shares(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = sum(card.share == "cape-town" for card in components.cards)
    if seen < EXAMPLE_SHARE_CARDS:
        yield across("cards", say("components.card_values.cards-show-a-share-of", seen=seen))


def _coffee_crate(components: ComponentSet) -> Iterator[EntryFinding]:
    crates = {
        card.crate
        for card in components.cards
        if isinstance(card, GoodsCard) and card.good == "coffee" and card.units == 1
    }
    if EXAMPLE_CRATE not in crates:
        yield across("cards", say("components.card_values.no-1-unit-coffee-card"))


def _totals(components: ComponentSet) -> Iterator[EntryFinding]:
    for good, wanted in EXAMPLE_TOTALS.items():
        if not _attainable(components, good, wanted):
            problem = say(
                "components.card_values.cannot-lie-in-slots-an",
                wanted=wanted,
                good=good,
                slots=len(SLOTS),
            )
            yield across("cards", problem)


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


STATEMENTS = (
    stated(
        "cards-goods-units",
        "actions",
        "cards",
        _units,
    ),
    stated(
        "cards-expansion-points",
        "expansion",
        "cards",
        _points,
    ),
    stated(
        "cards-bookkeeper",
        "bookkeeper-points",
        "cards",
        _bookkeeper,
    ),
    stated(
        "cards-expansion-share",
        "expansion",
        "cards",
        _expansion_share,
    ),
    stated(
        "cards-two-shares",
        "shares",
        "cards",
        _two_shares,
    ),
    stated(
        "cards-coffee-crate",
        "space-discard-card",
        "cards",
        _coffee_crate,
    ),
    stated(
        "cards-totals",
        "icons",
        "cards",
        _totals,
    ),
)
