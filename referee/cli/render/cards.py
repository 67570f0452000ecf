"""The cards, kind by kind."""

from collections.abc import Mapping
from typing import Final, assert_never

from rich.console import Group, RenderableType

from referee.cli.render.layout import columns, number_of, part, row, said
from referee.cli.render.provenance import mark
from referee.game.component_set import ComponentSet
from referee.game.components import (
    BookkeeperCard,
    Card,
    ExpansionCard,
    GoodsCard,
    MerchantCard,
    PrintedCard,
    ShareCard,
)

TITLES: Final[Mapping[type[PrintedCard], str]] = {
    GoodsCard: "Goods cards",
    ExpansionCard: "Expansion cards",
    BookkeeperCard: "Bookkeepers",
    MerchantCard: "Diamond merchants",
    ShareCard: "Single share cards",
}


def cards_part(components: ComponentSet) -> RenderableType:
    """Return a table of the cards of each kind."""
    return Group(
        *(
            _table(title, [card for card in components.cards if isinstance(card, kind)])
            for kind, title in TITLES.items()
        )
    )


def card_words(card: Card) -> str:
    """Return what `card` shows, apart from its crate value and its share."""
    match card:
        case GoodsCard():
            return f"{card.units} {card.good}"
        case ExpansionCard():
            return f"expansion {card.points}"
        case BookkeeperCard():
            return number_of(card.points, "book point")
        case MerchantCard():
            steps = number_of(card.steps, "diamond step")
            return f"{steps}{_mines(card)} + {number_of(card.pounds, 'pound')}"
        case ShareCard():
            return "no action"
        case _:
            assert_never(card)


def _mines(card: MerchantCard) -> str:
    if card.company is None or card.mines_per_step is None:
        return ""
    return f" (+1 per {number_of(card.mines_per_step, 'mine')} of {card.company})"


def _table(title: str, cards: list[Card]) -> RenderableType:
    table = columns(
        "id", "shows", "crate", "letter", "share", "from", wrapped=["shows"], right=["crate"]
    )
    for card in cards:
        row(
            table,
            said(card.id, "bold"),
            card_words(card),
            card.crate,
            card.letter or (f"seat {card.seat}" if card.seat else "start"),
            card.share or "-",
            mark(card),
        )
    return part(f"{title}: {len(cards)}", table)
