"""The cards, kind by kind."""

from collections.abc import Mapping
from typing import Final, assert_never

from rich.console import Group, RenderableType

from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, typed
from referee.cli.render.provenance import mark
from referee.cli.render.words import goods_words
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
from referee.game.messages.speech import named, say

TITLES: Final[Mapping[type[PrintedCard], str]] = {
    GoodsCard: "goods",
    ExpansionCard: "expansion",
    BookkeeperCard: "bookkeeper",
    MerchantCard: "merchant",
    ShareCard: "share",
}


def cards_part(components: ComponentSet) -> RenderableType:
    """Return a table of the cards of each kind."""
    return Group(
        *(
            _table(
                say(f"pages.cards.titles.{title}"),
                [card for card in components.cards if isinstance(card, kind)],
            )
            for kind, title in TITLES.items()
        )
    )


def card_words(card: Card) -> str:
    """Return what `card` shows, apart from its crate value and its share."""
    match card:
        case GoodsCard():
            return goods_words(card.good, card.units)
        case ExpansionCard():
            return say("pages.cards.expansion", points=card.points)
        case BookkeeperCard():
            return say("pages.cards.book-points", n=card.points)
        case MerchantCard():
            steps = say("pages.cards.diamond-steps", n=card.steps)
            pounds = say("pages.words.pounds", n=card.pounds)
            return f"{steps}{_mines(card)} + {pounds}"
        case ShareCard():
            return say("pages.cards.no-action")
        case _:
            assert_never(card)


def _mines(card: MerchantCard) -> str:
    if card.company is None or card.mines_per_step is None:
        return ""
    return say("pages.cards.1-per-mines-of", mines=card.mines_per_step, company=card.company)


def _table(title: str, cards: list[Card]) -> RenderableType:
    table = columns(
        say("pages.heads.id"),
        say("pages.heads.shows"),
        say("pages.heads.crate"),
        say("pages.heads.letter"),
        say("pages.heads.share"),
        say("pages.heads.from"),
        wrapped=[say("pages.heads.shows")],
        right=[say("pages.heads.crate")],
    )
    for card in cards:
        row(
            table,
            typed(card.id, "bold"),
            card_words(card),
            card.crate,
            card.letter
            or (say("pages.cards.seat", seat=card.seat) if card.seat else say("pages.cards.start")),
            card.share or "-",
            mark(card),
        )
    return part(named(title, str(len(cards))), table)
