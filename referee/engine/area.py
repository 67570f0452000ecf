"""What lies face up in an action area, and what it adds up to."""

from collections.abc import Iterator

from referee.engine.facts import Facts
from referee.game.components import (
    BonusTile,
    BookkeeperCard,
    BookkeeperTile,
    Card,
    ExpansionBonus,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
    PlusOneTile,
    TrackBonus,
    UnitBonus,
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

    def cards(self) -> Iterator[Card]:
        """Yield the cards that lie face up, in the order of their slots."""
        for card in self.player.slots:
            if card is not None and card not in self.used:
                yield self.facts.cards[card]

    def tiles(self) -> Iterator[BonusTile]:
        """Yield the bonus tiles that lie face up."""
        tiles = self.facts.components.tile
        for tile in sorted(self.player.tiles - self.used):
            yield tiles[tile]

    def bonuses(self) -> Iterator[TrackBonus]:
        """Yield the bonus that works on each track, at its better level."""
        for bonuses, level in zip(self.facts.bonuses, self.player.levels, strict=True):
            if level:
                yield bonuses[level - 1]

    def units(self, card: GoodsCard) -> int:
        """Return the units a goods card counts."""
        units = card.units
        if self.plus_one == card.id:
            units += sum(
                tile.units for tile in self.facts.components.tiles if isinstance(tile, PlusOneTile)
            )
        for bonus in self.bonuses():
            if isinstance(bonus, UnitBonus) and bonus.good == card.good:
                units += bonus.more
        return units

    def goods(self, good: Good) -> int:
        """Return the face-up units of a good."""
        return sum(
            self.units(card)
            for card in self.cards()
            if isinstance(card, GoodsCard) and card.good == good
        )

    def expansion_items(self) -> tuple[ItemId, ...]:
        """Return the expansion cards and tiles that lie face up."""
        cards: list[ItemId] = [card.id for card in self.cards() if isinstance(card, ExpansionCard)]
        cards.extend(tile.id for tile in self.tiles() if isinstance(tile, ExpansionTile))
        return tuple(cards)

    def expansion(self) -> int:
        """Return the total expansion value."""
        points = [card.points for card in self.cards() if isinstance(card, ExpansionCard)]
        points += [tile.points for tile in self.tiles() if isinstance(tile, ExpansionTile)]
        if not points:
            return 0
        bonus = sum(b.points for b in self.bonuses() if isinstance(b, ExpansionBonus))
        return sum(points) + bonus

    def total(self, counts: Majority) -> int:
        """Return the total that a majority space compares."""
        return self.expansion() if counts == "expansion" else self.goods(counts)

    def bookkeepers(self) -> tuple[ItemId, ...]:
        """Return the bookkeepers that lie face up."""
        found: list[ItemId] = [c.id for c in self.cards() if isinstance(c, BookkeeperCard)]
        found.extend(tile.id for tile in self.tiles() if isinstance(tile, BookkeeperTile))
        return tuple(found)

    def merchants(self) -> tuple[ItemId, ...]:
        """Return the diamond merchants that lie face up."""
        found: list[ItemId] = [c.id for c in self.cards() if isinstance(c, MerchantCard)]
        found.extend(tile.id for tile in self.tiles() if isinstance(tile, MerchantTile))
        return tuple(found)
