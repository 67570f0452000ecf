"""The goods tile: placed before or after the action of a turn, on a face-up goods card."""

from collections.abc import Iterator, Mapping

from referee.core.ids import CardId, Good
from referee.core.turns import PlusOne
from referee.rulebook import bonus as rules
from referee_model.legality import writes
from referee_model.legality.table import SeatView
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    both,
    either,
    eq,
    every,
    implies,
    no,
    some,
    when,
)


class GoodsTile:
    """The variables of the goods tile in one turn: the number of its card, and when."""

    def __init__(self, relation: Relation, table: SeatView) -> None:
        self._relation = relation
        self._table = table
        self.card: Num = relation.whole("plus-one")
        self.late: Bit = relation.bit("plus-one-late", "plus-one")
        self.kept: Truth = False
        """Placing it before the action would have changed what came of the turn."""
        relation.shape(implies(eq(self.card, 0), no(self.late)))

    def demand(self, used: Mapping[CardId, Truth], *, late_allowed: bool = True) -> None:
        """State where the tile may be placed in a turn that turns `used` face down."""
        table = self._table
        spots: list[Truth] = []
        if table.goods_tile is not None:
            for number, card in enumerate(table.cards, 1):
                if card not in table.me.used and table.goods_card(card):
                    in_time = either(no(self.late), no(used.get(card, False)))
                    spots.append(both(eq(self.card, number), in_time))
        placed = both(some(spots), late_allowed or no(self.late))
        self._relation.demand(rules.GOODS_TILE_PLACED, either(eq(self.card, 0), placed))

    def more(self, card: CardId) -> Whole:
        """Return the units that the tile adds to a card for the action of this turn."""
        table = self._table
        if table.goods_tile is None or card not in table.cards:
            return 0
        placed = both(eq(self.card, table.cards.index(card) + 1), no(self.late))
        return when(placed, table.goods_tile.units)

    def more_of(self, good: Good) -> Whole:
        """Return the units that the tile adds to a good for the action of this turn."""
        return when(both(self.on(good), no(self.late)), self._units)

    def on(self, good: Good) -> Truth:
        """Say that the tile is placed in this turn on a face-up card of a good."""
        table = self._table
        if table.goods_tile is None:
            return False
        numbers = (
            number
            for number, card in enumerate(table.cards, 1)
            if card not in table.me.used and (c := table.goods_card(card)) and c.good == good
        )
        return some(eq(self.card, number) for number in numbers)

    @property
    def _units(self) -> int:
        tile = self._table.goods_tile
        return tile.units if tile else 0

    def facts(self, said: PlusOne | None) -> Iterator[Truth]:
        """Yield what was said about the tile."""
        if said is None:
            yield eq(self.card, 0)
            return
        cards = self._table.cards
        yield eq(self.card, cards.index(said.card) + 1 if said.card in cards else -1)
        yield self.late if said.when == "after" else no(self.late)

    def said(self, values: Values) -> PlusOne | None:
        """Return what a solution says about the tile."""
        return self._placed(values, late=values.bit(self.late.text))

    def canonical(self, values: Values) -> PlusOne | None:
        """Return what a solution says about the tile, as before wherever that comes to the same."""
        late = values.bit(self.kept.text) if isinstance(self.kept, Bit) else self.kept
        return self._placed(values, late=late)

    def _placed(self, values: Values, *, late: bool) -> PlusOne | None:
        number = values.number(self.card.text)
        if not number:
            return None
        return PlusOne(self._table.cards[number - 1], "after" if late else "before")

    def choices(self) -> Iterator[Whole | Truth]:
        """Yield the variables that tell one canonical turn from another."""
        yield self.card
        yield self.kept

    def keep_late(self, differs: Truth) -> None:
        """State when a tile placed after the action is another turn than one placed before."""
        if differs is False or self._table.goods_tile is None:
            return
        kept = self._relation.bit("plus-one-kept")
        self._relation.shape(
            every(
                [implies(kept, both(self.late, differs)), implies(both(self.late, differs), kept)]
            )
        )
        self.kept = kept

    def after(self, after: After) -> None:
        """State where the tile lies after the turn."""
        table = self._table
        if table.goods_tile is not None:
            after.number(rules.GOODS_TILE_ADDS, self.card, writes.plus_one(table.seat, table.cards))
