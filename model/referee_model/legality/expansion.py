"""Using all expansion cards: entering regions, their rewards, ousting."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from referee.core.canonical import CanonicalExpansion, Gains
from referee.core.components import ExpansionBonus
from referee.core.ids import COMPANIES, ItemId
from referee.core.state import BaseColumn
from referee.core.turns import Expand, Ousting
from referee.rulebook import expansion as rules
from referee_model.legality import writes
from referee_model.legality.diamonds import diamonds_after
from referee_model.legality.pools import BookPlaces, books_beyond
from referee_model.legality.region_rewards import EnteredRegions, RegionRewards
from referee_model.legality.rewards import read
from referee_model.legality.table import SeatView
from referee_model.legality.tracks import march
from referee_model.legality.turn import BonusTurnRelation
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    all_different,
    between,
    both,
    count,
    either,
    eq,
    implies,
    no,
    same,
    when,
)

# Ousting the posts of other companies from the regions entered ------------------------------------
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
        relation.demand(rules.OUSTS_ALL, no(self.other))
        for index, column in self.column.items():
            foreign = no(eq(entries.company, self.held[index]))
            ousted = no(eq(column, NOT_OUSTED))
            relation.demand(rules.OUSTS_ALL, same(ousted, both(entries.entered[index], foreign)))
        self.returned: list[list[Whole]] = []
        self.lost: list[Whole] = []
        for company, base in enumerate(seen.state.bases):
            self._demand_base(company, base)

    @cached_property
    def order(self) -> dict[int, Num]:
        """When each post is returned, where that matters."""
        order = {
            i: self._relation.whole(f"oust-when-{i + 1}", f"region-{i + 1}") for i in self.held
        }
        self._relation.shape(all_different(order.values()))
        return order

    def _demand_base(self, company: int, base: Sequence[BaseColumn]) -> None:
        relation = self._relation
        lengths = [len(column) for column in self._seen.base(company)]
        spaces = [length - c.posts - c.opened for length, c in zip(lengths, base, strict=True)]
        held = [index for index, owner in self.held.items() if owner == company]
        returned: list[Whole] = []
        for place, free in enumerate(spaces, 1):
            number = count(eq(self.column[index], place) for index in held)
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
            others = [other for other in held if other != index]
            stay = {o: between(1, self.column[o], len(base)) for o in others}
            before = count(both(self.order[o] < self.order[index], stay[o]) for o in others)
            full = before >= sum(spaces)
            relation.demand(rules.OUSTED_TO_FREE_SPACE, implies(no(known), both(leaves, full)))
        self.returned.append(returned)
        name = f"lost-{COMPANIES[company]}"
        self.lost.append(relation.define(rules.NO_SPACE_NO_POST, name, count(gone)))

    @cached_property
    def _ordered(self) -> bool:
        return "order" in self.__dict__

    def facts(self, said: Sequence[Ousting]) -> Iterator[Truth]:
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

    def read(self, values: Values) -> tuple[Ousting, ...]:
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


def _place(ousting: Ousting, columns: int) -> int:
    if ousting.column is None:
        return OUT_OF_THE_GAME
    return ousting.column if 1 <= ousting.column <= columns else NO_COLUMN


class ExpansionRelation(BonusTurnRelation[Expand]):
    """Using all expansion cards for one company."""

    bearing = (ExpansionBonus,)

    def state_rules(self) -> None:
        relation, seen = self.relation, self.table
        self.company: Num = relation.whole("company")
        relation.shape(between(0, self.company, len(COMPANIES) - 1))
        self.use: dict[ItemId, Bit] = {
            item: relation.bit(f"use-{number}") for number, item in enumerate(seen.items)
        }
        self.other: Bit = relation.bit("other-cards")
        expanding = seen.expansion_items(seen.me)
        has_card = relation.have("expansion-card", len(expanding)) > 0
        relation.demand(rules.HAS_EXPANSION_CARD, has_card)
        relation.demand(rules.ALL_EXPANSION_CARDS, no(self.other))
        for item, use in self.use.items():
            relation.demand(rules.ALL_EXPANSION_CARDS, same(use, item in expanding))
        in_all = self.levels.expansion_total()
        value = relation.stated(rules.TOTAL_EXPANSION_VALUE, "total-value", in_all)
        points = relation.have("expansion-points", value)
        self.entries = EnteredRegions(relation, seen, self.company, points)
        self.rewards = RegionRewards(relation, seen, self.entries)
        self.oustings = Oustings(relation, seen, self.entries)
        self.places = BookPlaces(relation, seen, [self.rewards.pool])
        self.tile.demand({})
        self.inside = []
        for number, entered in enumerate(self.entries.entered, 1):
            inside = relation.bit(f"inside-{number}")
            relation.shape(same(inside, entered))
            self.inside.append(inside)

    def other_facts(self, turn: Expand) -> Mapping[str, Iterable[Truth]]:
        every = tuple(self.table.expansion_items(self.table.me))
        cards = every if turn.cards is None else turn.cards
        return {
            "company": [eq(self.company, COMPANIES.index(turn.company))],
            "cards": [
                *(same(use, item in cards) for item, use in self.use.items()),
                same(self.other, len({*cards} & self.use.keys()) < len(cards)),
            ],
            "enter": self.entries.facts(turn.enter),
            "rewards": self.rewards.facts(
                turn.rewards, {entering.region for entering in turn.enter}
            ),
            "oust": self.oustings.facts(turn.oust),
            "place": self.places.facts(turn.place, books_beyond(turn.rewards, pools=1)),
            "plus_one": self.tile.facts(turn.plus_one),
        }

    def wishes(self, turn: Expand) -> Mapping[str, Truth]:
        """Return what an expansion is after: its regions and its books."""
        return {**self.entries.wishes(turn.enter), **self.places.wishes(turn.place)}

    def read(self, values: Values) -> Expand:
        return Expand(
            seat=self.table.seat,
            plus_one=self.tile.read(values),
            company=COMPANIES[values.number(self.company.text)],
            enter=self.entries.read(values),
            rewards=self.rewards.read(values),
            oust=self.oustings.read(values),
            place=self.places.read(values),
        )

    def canonical(self, values: Values) -> CanonicalExpansion:
        placed = frozenset(self.places.read(values))
        company = values.number(self.company.text)
        steps = [0] * len(COMPANIES)
        steps[company] = read(values, self.rewards.steps)
        inside = zip(self.entries.ids, self.inside, strict=True)
        return CanonicalExpansion(
            seat=self.table.seat,
            plus_one=self.tile.canonical(values),
            company=COMPANIES[company],
            regions=frozenset(region for region, bit in inside if values.bit(bit.text)),
            left=tuple(read(values, taken) for taken in self.entries.taken),
            returned=tuple(
                tuple(read(values, number) for number in returned)
                for returned in self.oustings.returned
            ),
            gains=Gains(
                pounds=read(values, self.rewards.pounds),
                diamonds=self.rewards.diamonds_used(values),
                steps=tuple(steps),
                books=frozenset(placing.book for placing in placed),
                points_for_pounds=values.number(self.rewards.pool.for_pounds.text),
                placed=placed,
            ),
        )

    def choices(self) -> Iterable[Whole | Truth]:
        rewards = self.rewards
        returned = (number for base in self.oustings.returned for number in base)
        entered = [self.company, *self.inside, *self.entries.taken, *returned]
        taken = [rewards.pounds, rewards.diamonds_made, rewards.beyond, rewards.steps]
        books = [rewards.pool.for_pounds, *self.places.choices()]
        return [*entered, *taken, *books, *self.tile.choices()]

    def state_effects(self, after: After) -> None:
        seen, rewards = self.table, self.rewards
        gain, spaces = march(after, seen, rewards.paths, rewards.made)
        after.sum(seen.me.cash + gain + rewards.gain, writes.at("players", seen.seat, "cash"))
        diamonds_after(after, seen, rewards.diamonds)
        self._bases_after(after)
        for index, owner in enumerate(self.entries.owners):
            before = 0 if owner is None else owner + 1
            stands = when(self.entries.entered[index], self.company + 1, before)
            after.number(rules.POSTS_STAND, stands, writes.region(index))
        self.places.after(after)
        self.turn_down(after, rules.EXPANSION_CARDS_FLIP, dict(self.use))
        self.end_turn(after, spaces)

    def _bases_after(self, after: After) -> None:
        state = self.table.state
        for company, base in enumerate(state.bases):
            expands = eq(self.company, company)
            for place, column in enumerate(base):
                left = column.posts - when(expands, self.entries.taken[place])
                name = f"left-{company}-{place}"
                leaves = self.relation.define(rules.POST_LEAVES_BASE, name, left)
                back = self.oustings.returned[company][place]
                after.sum(leaves + back, writes.at("bases", company, place, "posts"))
                emptied = both(expands, eq(leaves, 0))
                write = writes.at("bases", company, place, "opened")
                after.bit(rules.POST_LEAVES_BASE, either(column.opened, emptied), write)
            lost = state.lost_posts[company] + self.oustings.lost[company]
            after.number(rules.NO_SPACE_NO_POST, lost, writes.at("lost_posts", company))
