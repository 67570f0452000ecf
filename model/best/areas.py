"""Planned action areas: what the bookkeeper actions of coming rounds can meet."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.best.requirements import are_met
from model.best.table import MoverTable
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
    Requirement,
)
from referee.game.ids import GOODS, Good, ItemId
from referee.game.messages.speech import say


@dataclass(frozen=True, slots=True)
class BookkeeperArea:
    """The face-up cards at a bookkeeper action: totals, other helpers, the bookkeeper's points."""

    goods: tuple[tuple[Good, int], ...]
    expansion: int
    colleagues: int
    points: int

    def meets(self, requires: tuple[Requirement, ...]) -> bool:
        """Return whether a book with these requirements can be entered."""
        return are_met(requires, dict(self.goods), self.expansion, self.colleagues)

    @property
    def cotton(self) -> int:
        """The total of cotton."""
        return dict(self.goods)["cotton"]


class PlannedCardError(ValueError):
    """A plan that names something that is no card or tile of the set."""


def areas(table: MoverTable, plan: Sequence[ItemId]) -> tuple[BookkeeperArea, ...]:
    """Return the bookkeeper actions of one planned area, its bookkeepers used in the order given.

    Everything else is taken to lie face up throughout; bonuses count as they work now.
    """
    components = table.state.setting.components
    known: dict[str, Card | BonusTile] = {card.id: card for card in components.cards}
    known |= {tile.id: tile for tile in components.tiles}
    for item in plan:
        if item not in known:
            raise PlannedCardError(say("answers.areas.was-planned-the-set-has", item=f"{item!r}"))
    things = [known[item] for item in plan]
    goods = dict.fromkeys(GOODS, 0)
    for thing in things:
        if isinstance(thing, GoodsCard):
            goods[thing.good] += table.units(table.me, thing)
    points = [t.points for t in things if isinstance(t, ExpansionCard | ExpansionTile)]
    bonuses = [b.points for b in table.working(table.me) if isinstance(b, ExpansionBonus)]
    expansion = sum(points) + (sum(bonuses) if points else 0)
    merchants = sum(isinstance(t, MerchantCard | MerchantTile) for t in things)
    bookkeepers = [t for t in things if isinstance(t, BookkeeperCard | BookkeeperTile)]
    return tuple(
        BookkeeperArea(
            tuple(goods.items()), expansion, merchants + len(bookkeepers) - used, keeper.points
        )
        for used, keeper in enumerate(bookkeepers, 1)
    )
