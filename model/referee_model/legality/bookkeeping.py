"""Using a bookkeeper: flipping a book, moving the ink jar book by book, reward, points."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import product, takewhile
from typing import NamedTuple

from referee.core import components as printed
from referee.core.canonical import CanonicalBookkeeper
from referee.core.events import BookOnSpace, RefillBooks
from referee.core.ids import BOOK_LETTERS, COMPANIES, GOODS, BookId, BookLetter, Good
from referee.core.limits import FLIP_POUNDS
from referee.core.turns import BookStep, UseBookkeeper
from referee.rulebook import bookkeeping as rules
from referee_model.legality import writes
from referee_model.legality.pools import BookPlaces, PointPool
from referee_model.legality.rewards import Amounts, RewardParts, gains
from referee_model.legality.setup import Numbering, book_numbers, draw
from referee_model.legality.table import SeatView
from referee_model.legality.turn import BonusTurnRelation, EventRelation, refill_is_due
from referee_model.legality.writes import After
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
    every,
    floor_zero,
    implies,
    is_among,
    no,
    same,
    some,
    table,
    total,
    when,
)


# What books require of the face-up cards and tiles ------------------------------------------------
class Totals(NamedTuple):
    """What lies face up while the ink jar moves."""

    goods: dict[Good, Whole]
    expansion: Whole
    colleagues: Whole
    """Diamond merchants and bookkeepers besides the one in use."""


def met(requires: Iterable[printed.Requirement], totals: Totals) -> Truth:
    """Say that all requirements are met; those that fall on the same thing add up."""
    needs = tuple(requires)
    expansion = sum(n.points for n in needs if isinstance(n, printed.NeedsExpansion))
    colleagues = sum(n.count for n in needs if isinstance(n, printed.NeedsColleague))
    fixed = {
        good: sum(n.units for n in needs if isinstance(n, printed.NeedsGood) and n.good == good)
        for good in GOODS
    }
    of_one = [need.units for need in needs if isinstance(need, printed.NeedsOneGood)]
    ways: list[Truth] = []
    for chosen in product(GOODS, repeat=len(of_one)):
        sums = dict(fixed)
        for good, units in zip(chosen, of_one, strict=True):
            sums[good] += units
        ways.append(every(totals.goods[good] >= units for good, units in sums.items() if units))
    others = colleagues == 0 or totals.colleagues >= colleagues
    return both(some(ways), totals.expansion >= expansion, others)


def bookkeeper_outline(seen: SeatView, turn: UseBookkeeper) -> Mapping[str, int]:
    """Return what decides which variables the use of a bookkeeper has: their values by name."""
    # A flip said as step 0 is no way of saying that none was made.
    return {
        "card": seen.items.index(turn.card) + 1 if turn.card in seen.items else -1,
        "flip": 0 if turn.flip is None else turn.flip or -1,
        "to": seen.me.ink if turn.to is None else turn.to,
    }


class BookkeeperRelation(BonusTurnRelation[UseBookkeeper]):
    """Using a bookkeeper."""

    bearing = (printed.ExpansionBonus, printed.UnitBonus)
    lower_levels_help = True

    def state_rules(self) -> None:
        relation = self.relation
        self.card: Num = relation.whole("card")
        self.flip: Num = relation.whole("flip")
        self.to: Num = relation.amount("to")
        self._demand_bookkeeper()
        self._demand_flip()
        self._demand_jar()
        self._demand_reward()
        self._demand_points()
        self.tile.demand({})

    # The books on the track

    @cached_property
    def track(self) -> dict[BookStep, printed.Book | printed.StartingTile]:
        """The visible book of each step, whichever side is up."""
        components, me = self.table.components, self.table.me
        first = components.book_track.last - len(me.books) + 1
        found: dict[BookStep, printed.Book | printed.StartingTile] = {}
        if me.starting_tile is not None:
            found[first - 1] = components.starting_tile[me.starting_tile]
        for step, pile in enumerate(me.books, first):
            if pile:
                found[step] = components.book[pile[-1]]
        return found

    @property
    def last(self) -> BookStep:
        """The last step of the track."""
        return self.table.components.book_track.last

    def _flipped(self, step: BookStep) -> Truth:
        return either(step in self.table.me.flipped, eq(self.flip, step))

    # Bookkeeper and flip

    def _demand_bookkeeper(self) -> None:
        clerks = self.table.bookkeepers(self.table.me)
        numbered = enumerate(self.table.items, 1)
        self.points = {number: clerks[item] for number, item in numbered if item in clerks}
        in_use = is_among(self.card, self.points)
        self.relation.demand(rules.BOOKKEEPER_FACE_UP, in_use)
        colleagues = len(clerks) + len(self.table.merchants(self.table.me))
        have = self.relation.have
        self.goods = {
            good: self.relation.let(self.levels.good_total(good) + self.tile.more_of(good))
            for good in GOODS
        }
        self.totals = Totals(
            {good: have(good, total) for good, total in self.goods.items()},
            have("expansion", self.levels.expansion_total()),
            have("colleagues", colleagues - when(in_use, 1)),
        )

    def _demand_flip(self) -> None:
        flips = no(eq(self.flip, 0))
        cash = self.relation.have("pounds", self.table.me.cash)
        self.relation.demand(rules.FLIP_IS_PAID, implies(flips, cash >= FLIP_POUNDS))
        face_up = [step for step in self.track if step not in self.table.me.flipped]
        self.relation.demand(rules.FLIPS_FACE_UP_BOOK, is_among(self.flip, [0, *face_up]))
        self.cash = self.relation.let(cash - when(flips, FLIP_POUNDS))

    # The ink jar

    def _demand_jar(self) -> None:
        ink = self.table.me.ink
        self.relation.demand(rules.JAR_MOVES_FORWARD, between(ink, self.to, self.last))
        for step in range(ink + 1, self.last + 1):
            # A jar beyond its track is a fault of its own and enters nothing.
            enters = both(self.to >= step, self.to <= self.last)
            if step not in self.track:
                self.relation.demand(rules.NO_EMPTY_SPACES, no(enters))
                break
            free = either(self._flipped(step), met(self.track[step].requires, self.totals))
            self.relation.demand(rules.REQUIREMENTS_MET, implies(enters, free))

    # The reward of the book where it stops

    def _demand_reward(self) -> None:
        relation, ink = self.relation, self.table.me.ink
        stops = {
            step: relation.let_bit(both(eq(self.to, step), no(self._flipped(step))))
            for step in takewhile(self.track.__contains__, range(ink + 1, self.last + 1))
        }
        books = {step: self.track[step].reward for step in stops}
        pounds = total(when(at, self._pounds(step, books[step])) for step, at in stops.items())
        steps = [reward.track.steps for reward in books.values() if reward.track]
        amounts = Amounts(
            pounds=relation.define(rules.REWARD_WHERE_JAR_STOPS, "book-pounds", pounds),
            has_pounds=some(
                both(at, books[step].pounds > 0 or books[step].cotton_less is not None)
                for step, at in stops.items()
            ),
            diamonds=self._amount("diamonds", {stops[s]: r.diamonds for s, r in books.items()}),
            points=self._amount("points", {stops[s]: r.points for s, r in books.items()}),
            has_points=some(both(at, books[step].points > 0) for step, at in stops.items()),
            posts=self._amount("posts", {stops[s]: r.posts for s, r in books.items()}),
            tracks=tuple(
                self._amount(
                    f"steps-{company}",
                    {
                        stops[s]: r.track.steps
                        for s, r in books.items()
                        if r.track and r.track.company == company
                    },
                )
                for company in COMPANIES
            ),
            most_steps=max(steps, default=0),
        )
        at_end = eq(self.to, self.last)
        self.parts = RewardParts(relation, self.table, amounts, cash=self.cash, converts=at_end)
        self.parts.demand_order()
        # On a step where the jar cannot be there is no reward to judge.
        known = is_among(self.to, [ink, *stops])
        fits = both(no(self.parts.twice), self.parts.fits(), no(some(self.parts.missing())))
        relation.demand(rules.BOOK_REWARD_TAKEN, implies(known, fits))
        cotton = {s: r.cotton_less for s, r in books.items() if r.cotton_less is not None}
        if cotton and not self.table.rulings.may_leave_rewards:
            raised = self.tile.on("cotton")
            without = self.levels.good_total("cotton")
            counted = some(both(stops[s], without >= less) for s, less in cotton.items())
            self.tile.keep_late(both(raised, counted))

    def _amount(self, name: str, amounts: Mapping[Truth, int]) -> Whole:
        known = total(when(stop, amount) for stop, amount in amounts.items())
        return self.relation.define(rules.REWARD_WHERE_JAR_STOPS, f"book-{name}", known)

    def _pounds(self, step: BookStep, reward: printed.Reward) -> Whole:
        if reward.cotton_less is None:
            return reward.pounds
        paid = floor_zero(self.goods["cotton"] - reward.cotton_less)
        return reward.pounds + self.relation.define(rules.COTTON_REWARD, f"cotton-{step}", paid)

    # The bookkeeper's own points

    def _demand_points(self) -> None:
        relation = self.relation
        usual = self.table.rulings.book_money_convert == "rewards-only"
        self.pool = PointPool(
            relation,
            self.table,
            "clerk",
            points=relation.define(
                rules.POINTS_OF_BOOKKEEPER, "clerk-points", table(self.card, self.points)
            ),
            converts=both(not usual, eq(self.to, self.last)),
        )
        pools = [self.pool, *([self.parts.pool] if self.parts.pool else [])]
        self.places = BookPlaces(relation, self.table, pools)
        for_pounds = total(pool.for_pounds for pool in pools)
        self.for_pounds = relation.noted("points-for-pounds", for_pounds)

    # Reading turns

    def other_facts(self, turn: UseBookkeeper) -> Mapping[str, Iterable[Truth]]:
        outline = bookkeeper_outline(self.table, turn)
        return {
            "card": [eq(self.card, outline["card"])],
            "flip": [eq(self.flip, outline["flip"])],
            "to": [eq(self.to, outline["to"])],
            "reward": self.parts.facts(turn.reward),
            "points": self.pool.facts(turn.points),
            "place": self.places.facts(
                turn.place, self.parts.unjudged_books(turn.reward) - {*turn.points.books}
            ),
            "plus_one": self.tile.facts(turn.plus_one),
        }

    def wishes(self, turn: UseBookkeeper) -> Mapping[str, Truth]:
        """Return what a bookkeeper is used for: the books."""
        return self.places.wishes(turn.place)

    def read(self, values: Values) -> UseBookkeeper:
        to = values.number(self.to.text)
        return UseBookkeeper(
            seat=self.table.seat,
            plus_one=self.tile.read(values),
            card=self.table.items[values.number(self.card.text) - 1],
            flip=values.number(self.flip.text) or None,
            to=to if to != self.table.me.ink else None,
            reward=self.parts.read(values),
            points=self.pool.read(values),
            place=self.places.read(values),
        )

    def canonical(self, values: Values) -> CanonicalBookkeeper:
        return CanonicalBookkeeper(
            seat=self.table.seat,
            plus_one=self.tile.canonical(values),
            card=self.table.items[values.number(self.card.text) - 1],
            flip=values.number(self.flip.text) or None,
            to=values.number(self.to.text),
            gains=gains(values, self.parts, self.places, self.for_pounds),
        )

    def choices(self) -> Iterable[Whole | Truth]:
        own = [self.card, self.flip, self.to, self.for_pounds]
        return [*own, *self.parts.choices(), *self.places.choices(), *self.tile.choices()]

    # Effects

    def state_effects(self, after: After) -> None:
        seen = self.table
        spaces = self.parts.after(after)
        cash = self.cash + self.parts.gain + self.pool.pounds
        after.sum(cash, writes.at("players", seen.seat, "cash"))
        after.number(rules.JAR_STAYS, self.to, writes.at("players", seen.seat, "ink"))
        self.places.after(after, self.flip)
        flips = {item: eq(self.card, number) for number, item in enumerate(seen.items, 1)}
        self.turn_down(after, rules.BOOKKEEPER_FLIPS, flips)
        self.end_turn(after, spaces)


# Refilling the book display at the end of a turn --------------------------------------------------
UNFILLED = -1000
"""A space that stays empty has a number below this, each one of its own."""


class RefillRelation(EventRelation[RefillBooks]):
    """The books drawn into the empty spaces."""

    def state_rules(self) -> None:
        relation, state = self.relation, self.state
        self.numbers: Numbering[BookId, BookLetter] = book_numbers(state)
        spaces = zip(state.setting.components.book_spaces, state.book_display, strict=True)
        self.empty = {index: space for index, (space, book) in enumerate(spaces) if book is None}
        self.books: dict[int, Num] = {i: relation.whole(f"book-{i}") for i in self.empty}
        self.uneven: Bit = relation.bit("uneven")
        """A space was named that is not empty, or one was named twice."""
        relation.demand(rules.REFILL_WHEN_DUE, refill_is_due(state))
        relation.demand(rules.REFILL_EMPTY_SPACES, no(self.uneven))
        for letter, hidden in zip(BOOK_LETTERS, state.unseen_books, strict=True):
            of_letter = [i for i, space in self.empty.items() if space.letter == letter]
            filled = count(no(eq(self.books[i], UNFILLED - i)) for i in of_letter)
            wanted = min(len(of_letter), len(hidden))
            relation.demand(rules.REFILL_EMPTY_SPACES, filled >= wanted)
        for index, book in self.books.items():
            stays = eq(book, UNFILLED - index)
            letter = self.empty[index].letter
            relation.demand(rules.REFILL_BY_LETTER, self.numbers.has_letter(book, letter))
            relation.demand(rules.REFILL_UNSEEN, either(stays, self.numbers.is_unseen(book)))
        relation.demand(rules.REFILL_UNSEEN, all_different(self.books.values()))

    def facts(self, event: RefillBooks) -> Mapping[str, Iterable[Truth]]:
        codes = self.numbers.codes([entry.book for entry in event.books])
        filled = dict(zip((entry.space for entry in event.books), codes, strict=True))
        known = {space.id for space in self.empty.values()}
        books = (
            eq(self.books[index], filled.get(space.id, UNFILLED - index))
            for index, space in self.empty.items()
        )
        uneven = len(filled) < len(event.books) or not set(filled) <= known
        return {"books": [*books, same(self.uneven, uneven)]}

    def read(self, values: Values) -> RefillBooks:
        return RefillBooks(
            books=tuple(
                BookOnSpace(self.empty[index].id, self.numbers.name(number))
                for index, book in self.books.items()
                if (number := values.number(book.text)) > 0
            )
        )

    def state_effects(self, after: After) -> None:
        for index, book in self.books.items():
            write = draw(self.numbers, "book_display", "unseen_books", index)
            after.number(rules.REFILL_EMPTY_SPACES, book, write)
