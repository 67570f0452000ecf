"""Which pieces a written turn buys, uses and takes."""

from referee.game.events import Plan
from referee.game.ids import BookId, CardId, ItemId
from referee.game.turns import (
    BuyCard,
    Expand,
    PlaceMarker,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.gaps.lines import Content


def purchases(turn: Content) -> list[CardId]:
    """Return the cards that a written turn buys."""
    match turn:
        case UseGoods():
            return [turn.buy] if turn.buy else []
        case UseBookkeeper() | PlaceMarker():
            return [part.card for part in turn.reward if isinstance(part, BuyCard)]
        case _:
            return []


def area_items(content: Content) -> tuple[ItemId, ...]:
    """Return the cards and tiles of a player's area that a written turn uses."""
    match content:
        case UseGoods():
            return content.cards
        case UseBookkeeper() | UseMerchant():
            return (content.card,)
        case Expand(cards=tuple(cards)):
            return cards
        case _:
            return ()


def uses(content: Content) -> tuple[str, ...]:
    """Return the cards that a player must have for what he does in a line."""
    match content:
        case Plan():
            return tuple(card for card in content.slots if card is not None)
        case PlaceMarker(discard=str(card)):
            return (card,)
        case _:
            return area_items(content)


def books_taken(turn: Content) -> frozenset[BookId]:
    """Return the books that a written turn takes."""
    if isinstance(turn, Expand | UseBookkeeper | PlaceMarker) and isinstance(turn.place, tuple):
        return frozenset(placing.book for placing in turn.place)
    return frozenset()
