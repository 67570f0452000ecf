"""The goods tile, which any turn may put onto a goods card, before or after its action."""

from collections.abc import Sequence

from model.best.draft import Draft, Lit, Value
from model.best.table import Table
from referee.game.ids import GOODS, CardId, Good
from referee.game.turns import PlusOne


class Tile:
    """Where the tile goes in a turn that uses no goods card."""

    def __init__(self, draft: Draft, table: Table) -> None:
        self._draft, self._table = draft, table
        self._after: dict[CardId, Lit] = {}
        self._before = {card.id: draft.choice(f"tile[{card.id}]") for card in table.tile_cards}
        draft.model.add_at_most_one(self._before.values())
        self._on_good: dict[Good, Lit] = {}
        for good in GOODS:
            lits = [self._before[card.id] for card in table.tile_cards if card.good == good]
            if lits:
                self._on_good[good] = draft.either(lits)

    @property
    def goods(self) -> dict[Good, Lit]:
        """Whether the tile lies on a card of a good before the action, for goods it can lie on."""
        return self._on_good

    def afterwards(self, good: Good, changed: Sequence[Lit]) -> None:
        """Allow putting it on a `good` after the action, where before would have `changed` it."""
        cards = [card.id for card in self._table.tile_cards if card.good == good]
        if not cards or not changed:
            return
        draft = self._draft
        self._after = {card: draft.choice(f"tile-after[{card}]") for card in cards}
        draft.model.add_at_most_one([*self._before.values(), *self._after.values()])
        for lit in self._after.values():
            draft.model.add_bool_or(~lit, *changed)

    def read(self, value: Value) -> PlusOne | None:
        """Return where the tile was put."""
        for card, lit in self._before.items():
            if value(lit):
                return PlusOne(card)
        for card, lit in self._after.items():
            if value(lit):
                return PlusOne(card, "after")
        return None
