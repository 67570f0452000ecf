"""What lies face up in an action area, and what it adds up to."""

from collections.abc import Container

from referee.engine.facts import Facts
from referee.game.components import BonusTile, Card, GoodsCard, TrackBonus
from referee.game.ids import CardId, Good, ItemId, Majority
from referee.game.state import Player


class Area:
    """One player's action area at one moment."""

    __slots__ = ("facts", "levels", "player", "plus_one", "used")

    def __init__(
        self,
        facts: Facts,
        player: Player,
        used: frozenset[ItemId],
        plus_one: CardId | None,
        levels: tuple[int, ...] | None = None,
    ) -> None:
        self.facts = facts
        self.player = player
        self.used = used
        self.plus_one = plus_one
        self.levels = player.levels if levels is None else levels
        """The level at which the bonuses of each track count; unsaid the highest that work."""

    def cards(self) -> list[Card]:
        """Return the cards that lie face up, in the order of their slots."""
        cards, used = self.facts.cards, self.used
        return [cards[c] for c in self.player.slots if c is not None and c not in used]

    def goods_cards(self) -> list[GoodsCard]:
        """Return the goods cards that lie face up."""
        goods, used = self.facts.goods_cards, self.used
        return [goods[c] for c in self.player.slots if c and c in goods and c not in used]

    def tiles(self) -> list[BonusTile]:
        """Return the bonus tiles that lie face up."""
        if not self.player.tiles:
            return []
        tiles = self.facts.components.tile
        return [tiles[tile] for tile in sorted(self.player.tiles - self.used)]

    def bonuses(self) -> tuple[TrackBonus, ...]:
        """Return the bonus that counts on each track."""
        return self.facts.working[self.levels].bonuses

    def units(self, card: GoodsCard) -> int:
        """Return the units a goods card counts."""
        units = card.units + self.facts.working[self.levels].units[card.good]
        return units + self.facts.tile_units if self.plus_one == card.id else units

    def goods(self, good: Good) -> int:
        """Return the face-up units of a good."""
        units, used = self.facts.units[good], self.used
        found = [card for card in self.player.slots if card in units and card not in used]
        if not found:
            return 0
        more = self.facts.working[self.levels].units[good]
        tile = self.facts.tile_units if self.plus_one in found else 0
        return sum([units[card] + more for card in found]) + tile

    def expansion_items(self) -> list[ItemId]:
        """Return the expansion cards and tiles that lie face up."""
        return self._among(self.facts.expansion)

    def expansion(self) -> int:
        """Return the total expansion value."""
        return self.expansion_of(self.expansion_items())

    def expansion_of(self, items: list[ItemId]) -> int:
        """Return the expansion value of all the expansion cards and tiles that lie face up."""
        if not items:
            return 0
        points = self.facts.expansion
        return self.facts.working[self.levels].expansion + sum([points[item] for item in items])

    def total(self, counts: Majority) -> int:
        """Return the total that a majority space compares."""
        return self.expansion() if counts == "expansion" else self.goods(counts)

    def bookkeepers(self) -> list[ItemId]:
        """Return the bookkeepers that lie face up."""
        return self._among(self.facts.bookkeepers)

    def merchants(self) -> list[ItemId]:
        """Return the diamond merchants that lie face up."""
        return self._among(self.facts.merchants)

    def _among(self, wanted: Container[str]) -> list[ItemId]:
        """Return the wanted cards and tiles that lie face up, cards in the order of their slots."""
        player, used = self.player, self.used
        found: list[ItemId] = [
            card for card in player.slots if card and card in wanted and card not in used
        ]
        if player.tiles:
            found += [tile for tile in sorted(player.tiles - used) if tile in wanted]
        return found
