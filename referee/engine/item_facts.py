"""What follows from the cards and tiles of a component set alone."""

from collections.abc import Mapping

from referee.game.component_set import ComponentSet
from referee.game.components import (
    BonusTile,
    BookkeeperCard,
    BookkeeperTile,
    Card,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
    PlusOneTile,
    ShareCard,
)
from referee.game.ids import GOODS, Good
from referee.game.turns import Action


class ItemFacts:
    """Lookups by card or tile."""

    def __init__(self, components: ComponentSet) -> None:
        self.cards: dict[str, Card] = {card.id: card for card in components.cards}
        self.crate: dict[str, int] = {card.id: card.crate for card in components.cards}
        """By card its crate value."""
        self.items: dict[str, Card | BonusTile] = {
            item.id: item for item in (*components.tiles, *components.cards)
        }
        self.goods_cards: dict[str, GoodsCard] = {
            card.id: card for card in components.cards if isinstance(card, GoodsCard)
        }
        self.share_cards = frozenset(
            card.id for card in components.cards if isinstance(card, ShareCard)
        )
        self.units: dict[Good, Mapping[str | None, int]] = {
            good: {card.id: card.units for card in self.goods_cards.values() if card.good == good}
            for good in GOODS
        }
        """By good the units that its cards show."""
        self.expansion: dict[str, int] = {
            item.id: item.points
            for item in self.items.values()
            if isinstance(item, ExpansionCard | ExpansionTile)
        }
        """By expansion card or tile its points."""
        self.bookkeepers: dict[str, int] = {
            item.id: item.points
            for item in self.items.values()
            if isinstance(item, BookkeeperCard | BookkeeperTile)
        }
        """By bookkeeper or his tile the points he has to spend."""
        self.merchants = frozenset(
            item.id for item in self.items.values() if isinstance(item, MerchantCard | MerchantTile)
        )
        self.serves: dict[str, Action] = {
            **dict.fromkeys(self.goods_cards, "goods"),
            **dict.fromkeys(self.expansion, "expand"),
            **dict.fromkeys(self.bookkeepers, "bookkeeper"),
            **dict.fromkeys(self.merchants, "merchant"),
        }
        """By card or tile the action for which it can be used."""
        self.goods_tiles = frozenset(
            tile.id for tile in components.tiles if isinstance(tile, PlusOneTile)
        )
        self.tile_units = sum(
            tile.units for tile in components.tiles if isinstance(tile, PlusOneTile)
        )
        """What goods tiles add to the card on which they lie."""
