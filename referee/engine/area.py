"""What lies face up in an action area, and what it adds up to."""

from referee.engine.facts import Facts
from referee.engine.working import Working
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
    TrackBonus,
)
from referee.game.ids import CardId, Good, ItemId, Majority
from referee.game.state import Player


class Area:
    """One player's action area at one moment."""

    __slots__ = ("facts", "player", "plus_one", "used")

    def __init__(
        self, facts: Facts, player: Player, used: frozenset[ItemId], plus_one: CardId | None
    ) -> None:
        self.facts = facts
        self.player = player
        self.used = used
        self.plus_one = plus_one

    def cards(self) -> list[Card]:
        """Return the cards that lie face up, in the order of their slots."""
        cards, used = self.facts.cards, self.used
        return [cards[c] for c in self.player.slots if c is not None and c not in used]

    def goods_cards(self) -> list[GoodsCard]:
        """Return the goods cards that lie face up."""
        return [card for card in self.cards() if isinstance(card, GoodsCard)]

    def tiles(self) -> list[BonusTile]:
        """Return the bonus tiles that lie face up."""
        if not self.player.tiles:
            return []
        tiles = self.facts.components.tile
        return [tiles[tile] for tile in sorted(self.player.tiles - self.used)]

    def working(self) -> Working:
        """Return the track bonuses that work for the player."""
        return self.facts.working(self.player.levels)

    def bonuses(self) -> tuple[TrackBonus, ...]:
        """Return the bonus that works on each track, at its better level."""
        return self.working().bonuses

    def units(self, card: GoodsCard) -> int:
        """Return the units a goods card counts."""
        units = card.units + self.working().units[card.good]
        return units + self.facts.tile_units if self.plus_one == card.id else units

    def goods(self, good: Good) -> int:
        """Return the face-up units of a good."""
        return sum([self.units(card) for card in self.goods_cards() if card.good == good])

    def expansion_items(self) -> tuple[ItemId, ...]:
        """Return the expansion cards and tiles that lie face up."""
        return tuple([item.id for item in self._expansion()])

    def expansion(self) -> int:
        """Return the total expansion value."""
        items = self._expansion()
        return sum([i.points for i in items]) + self.working().expansion if items else 0

    def _expansion(self) -> list[ExpansionCard | ExpansionTile]:
        return [
            *[card for card in self.cards() if isinstance(card, ExpansionCard)],
            *[tile for tile in self.tiles() if isinstance(tile, ExpansionTile)],
        ]

    def total(self, counts: Majority) -> int:
        """Return the total that a majority space compares."""
        return self.expansion() if counts == "expansion" else self.goods(counts)

    def bookkeepers(self) -> list[ItemId]:
        """Return the bookkeepers that lie face up."""
        found: list[ItemId] = [c.id for c in self.cards() if isinstance(c, BookkeeperCard)]
        found += [tile.id for tile in self.tiles() if isinstance(tile, BookkeeperTile)]
        return found

    def merchants(self) -> list[ItemId]:
        """Return the diamond merchants that lie face up."""
        found: list[ItemId] = [c.id for c in self.cards() if isinstance(c, MerchantCard)]
        found += [tile.id for tile in self.tiles() if isinstance(tile, MerchantTile)]
        return found
