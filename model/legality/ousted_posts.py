"""Ousting the posts of other companies from the regions entered."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from model.legality.entered_regions import EnteredRegions
from model.legality.table import SeatView
from model.relation import Relation
from model.solver import Values
from model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    all_different,
    between,
    both,
    eq,
    implies,
    no,
    same,
    total,
    when,
)
from referee.game.ids import COMPANIES
from referee.game.rulebook import expansion as rules
from referee.game.state import BaseColumn
from referee.game.turns import Ousting

NOT_OUSTED = 0
OUT_OF_THE_GAME = 99
NO_COLUMN = -1


class Oustings:
    """Where the post of each region goes: a column, out of the game, or nowhere."""

    def __init__(self, relation: Relation, seen: SeatView, entries: EnteredRegions) -> None:
        self._relation = relation
        self._seen = seen
        self._entries = entries
        self.held = {i: owner for i, owner in enumerate(entries.owners) if owner is not None}
        self.column: dict[int, Num] = {
            i: relation.whole(f"oust-{i + 1}", f"region-{i + 1}") for i in self.held
        }
        self.other: Bit = relation.bit("oust-other")
        """An ousting was said of a region without a post, or twice of one."""
        self._demand()

    @cached_property
    def order(self) -> dict[int, Num]:
        """When each post is returned, where that matters."""
        order = {
            i: self._relation.whole(f"oust-when-{i + 1}", f"region-{i + 1}") for i in self.held
        }
        self._relation.shape(all_different(order.values()))
        return order

    def _of(self, company: int) -> list[int]:
        return [index for index, owner in self.held.items() if owner == company]

    def _demand(self) -> None:
        relation, entries = self._relation, self._entries
        relation.demand(rules.OUSTS_ALL, no(self.other))
        for index, column in self.column.items():
            foreign = no(eq(entries.company, self.held[index]))
            ousted = no(eq(column, NOT_OUSTED))
            relation.demand(rules.OUSTS_ALL, same(ousted, both(entries.entered[index], foreign)))
        self.returned: list[list[Whole]] = []
        self.lost: list[Whole] = []
        for company, base in enumerate(self._seen.state.bases):
            self._demand_base(company, base)

    def _demand_base(self, company: int, base: Sequence[BaseColumn]) -> None:
        relation = self._relation
        lengths = [len(column) for column in self._printed(company)]
        spaces = [_spaces(length, c) for length, c in zip(lengths, base, strict=True)]
        held = self._of(company)
        returned: list[Whole] = []
        for place, free in enumerate(spaces, 1):
            number = total(when(eq(self.column[index], place), 1) for index in held)
            name = f"returned-{COMPANIES[company]}.{place}"
            returned.append(relation.define(rules.REAR_SPACE_FIRST, name, number))
            if len(held) > free:
                relation.demand(rules.OUSTED_TO_FREE_SPACE, returned[-1] <= free)
        gone: list[Truth] = []
        for index in held:
            column = self.column[index]
            known = between(0, column, len(base))
            leaves = eq(column, OUT_OF_THE_GAME)
            gone.append(leaves)
            if len(held) <= sum(spaces):
                relation.demand(rules.OUSTED_TO_FREE_SPACE, known)
                continue
            before = total(
                when(
                    both(self.order[o] < self.order[index], between(1, self.column[o], len(base))),
                    1,
                )
                for o in held
                if o != index
            )
            full = before >= sum(spaces)
            relation.demand(rules.OUSTED_TO_FREE_SPACE, implies(no(known), both(leaves, full)))
        self.returned.append(returned)
        leaving = total(when(leaves, 1) for leaves in gone)
        self.lost.append(
            relation.define(rules.NO_SPACE_NO_POST, f"lost-{COMPANIES[company]}", leaving)
        )

    def _printed(self, company: int) -> tuple[tuple[int, ...], ...]:
        bases = self._seen.components.bases
        return next(base.columns for base in bases if base.company == COMPANIES[company])

    @cached_property
    def _ordered(self) -> bool:
        return "order" in self.__dict__

    def facts(self, said: Sequence[Ousting]) -> Iterator[Truth]:
        """Yield what was said about ousting."""
        first = {ousting.region: n for n, ousting in reversed(list(enumerate(said)))}
        known = 0
        for index, column in self.column.items():
            moment = first.get(self._entries.ids[index])
            if moment is None:
                yield eq(column, NOT_OUSTED)
            else:
                known += 1
                yield eq(column, _place(said[moment], len(self.returned[0])))
            if self._ordered:
                yield eq(self.order[index], -index - 1 if moment is None else moment)
        yield same(self.other, known < len(said))

    def said(self, values: Values) -> tuple[Ousting, ...]:
        """Return the oustings of a solution in an order in which they can be made."""
        found: list[tuple[int, Ousting]] = []
        for index, column in self.column.items():
            place = values.number(column.text)
            if place != NOT_OUSTED:
                moment = values.number(self.order[index].text) if self._ordered else index
                region = self._entries.ids[index]
                gone = place == OUT_OF_THE_GAME
                found.append((moment, Ousting(region, None if gone else place)))
        return tuple(ousting for _, ousting in sorted(found, key=lambda entry: entry[0]))


def _spaces(length: int, column: BaseColumn) -> int:
    return length - column.posts - int(column.opened)


def _place(ousting: Ousting, columns: int) -> int:
    if ousting.column is None:
        return OUT_OF_THE_GAME
    return ousting.column if 1 <= ousting.column <= columns else NO_COLUMN
