"""Using all expansion cards: entering regions, their rewards, ousting."""

from collections.abc import Iterable, Iterator, Mapping

from model.legality import writes
from model.legality.after import After
from model.legality.book_places import BookPlaces
from model.legality.diamonds import diamonds_after
from model.legality.entered_regions import EnteredRegions
from model.legality.gains import read
from model.legality.ousted_posts import Oustings
from model.legality.pools import books_beyond
from model.legality.region_rewards import RegionRewards
from model.legality.tracks import Marches
from model.legality.turn import BonusTurnRelation
from model.solver import Values
from model.terms import Bit, Num, Truth, Whole, between, both, either, eq, no, same, when
from referee.game.canonical import CanonicalExpansion, Gains
from referee.game.components import ExpansionBonus
from referee.game.ids import COMPANIES, ItemId
from referee.game.rulebook import expansion as rules
from referee.game.turns import Expand


class ExpansionRelation(BonusTurnRelation[Expand]):
    """Using all expansion cards for one company."""

    bearing = (ExpansionBonus,)

    def state_rules(self) -> None:
        """Declare the variables of the turn and state what the rules demand of them."""
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
        value = relation.stated(
            rules.TOTAL_EXPANSION_VALUE, "total-value", self.levels.expansion_total()
        )
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
        """Return what each field of a said turn says about the variables, but for the levels."""
        return {
            "company": [eq(self.company, COMPANIES.index(turn.company))],
            "cards": self._card_facts(turn.cards),
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

    def _card_facts(self, cards: tuple[ItemId, ...] | None) -> Iterator[Truth]:
        said = tuple(self.table.expansion_items(self.table.me)) if cards is None else cards
        for item, use in self.use.items():
            yield same(use, item in said)
        known = {item for item in said if item in self.use}
        yield same(self.other, len(known) < len(said))

    def said(self, values: Values) -> Expand:
        """Return the turn of a solution as a player would say it."""
        return Expand(
            seat=self.table.seat,
            plus_one=self.tile.said(values),
            company=COMPANIES[values.number(self.company.text)],
            enter=self.entries.said(values),
            rewards=self.rewards.said(values),
            oust=self.oustings.said(values),
            place=self.places.said(values),
        )

    def canonical(self, values: Values) -> CanonicalExpansion:
        """Return the turn of a solution with all orders erased."""
        placed = frozenset(self.places.said(values))
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
                diamonds=self.rewards.diamonds_of_use(values),
                steps=tuple(steps),
                books=frozenset(placing.book for placing in placed),
                points_for_pounds=values.number(self.rewards.pool.for_pounds.text),
                placed=placed,
            ),
        )

    def choices(self) -> Iterable[Whole | Truth]:
        """Return the variables that tell one canonical turn from another."""
        rewards = self.rewards
        returned = (number for base in self.oustings.returned for number in base)
        return [
            self.company,
            *self.inside,
            *self.entries.taken,
            *returned,
            rewards.pounds,
            rewards.diamonds,
            rewards.beyond,
            rewards.steps,
            rewards.pool.for_pounds,
            *self.places.choices(),
            *self.tile.choices(),
        ]

    def state_effects(self, after: After) -> None:
        """State what the table is after the turn."""
        seen, rewards = self.table, self.rewards
        march = Marches(seen, rewards.paths, rewards.made)
        gain, spaces = march.after(after)
        march.pay_others(after)
        after.sum(seen.me.cash + gain + rewards.gain, writes.cash(seen.seat))
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
                leaves = self.relation.define(
                    rules.POST_LEAVES_BASE, f"left-{company}-{place}", left
                )
                back = self.oustings.returned[company][place]
                after.sum(leaves + back, writes.posts(company, place))
                emptied = both(expands, eq(leaves, 0))
                after.bit(
                    rules.POST_LEAVES_BASE,
                    either(column.opened, emptied),
                    writes.opened(company, place),
                )
            lost = state.lost_posts[company] + self.oustings.lost[company]
            after.number(rules.NO_SPACE_NO_POST, lost, writes.lost(company))
