"""What lies face up in an action area, and what it adds up to."""

from collections.abc import Container
from itertools import product
from typing import assert_never

from referee.core.components import (
    BonusTile,
    Card,
    GoodsCard,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
    TrackBonus,
)
from referee.core.ids import GOODS, CardId, Good, ItemId, Majority
from referee.core.rule import Phrase
from referee.core.state import Player
from referee.engine.facts import Facts


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


# Whether face-up cards meet the requirements of a book --------------------------------------------
def meets(area: Area, requires: tuple[Requirement, ...]) -> bool:
    """Return whether the area meets all requirements together."""
    needed: dict[Good, int] = dict.fromkeys(GOODS, 0)
    free: list[int] = []
    points = colleagues = 0
    for requirement in requires:
        match requirement:
            case NeedsGood():
                needed[requirement.good] += requirement.units
            case NeedsOneGood():
                free.append(requirement.units)
            case NeedsExpansion():
                points += requirement.points
            case NeedsColleague():
                colleagues += requirement.count
            case _:
                assert_never(requirement)
    if points and area.expansion() < points:
        return False
    # The bookkeeper in use is turned down already and does not count.
    if colleagues and len(area.merchants()) + len(area.bookkeepers()) < colleagues:
        return False
    if not free:
        return all(not units or area.goods(good) >= units for good, units in needed.items())
    have = {good: area.goods(good) for good in GOODS}
    # Each "one good" falls on some good; what falls on the same good adds up.
    return any(
        all(
            have[good]
            >= needed[good] + sum(u for u, on in zip(free, falls, strict=True) if on == good)
            for good in GOODS
        )
        for falls in product(GOODS, repeat=len(free))
    )


def said(requirement: Requirement) -> Phrase:
    """Return a requirement in words."""
    match requirement:
        case NeedsGood():
            units = requirement.units
            return Phrase(f"{units} {requirement.good}", requirement.good, n=units)
        case NeedsOneGood():
            return Phrase(f"{requirement.units} of one good", "of-one-good", n=requirement.units)
        case NeedsExpansion():
            return Phrase(f"expansion {requirement.points}", "expansion", n=requirement.points)
        case NeedsColleague():
            words = f"{requirement.count} diamond merchant or other bookkeeper"
            return Phrase(words, "colleague", n=requirement.count)
        case _:
            assert_never(requirement)
