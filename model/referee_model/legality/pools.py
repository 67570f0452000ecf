"""One reward's bookkeeping points, spent on books and pounds."""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from referee.core.ids import BookId, BookLetter
from referee.core.limits import BOOK_PRICES, POUND_PRICE, POUNDS_AT_TRACK_END
from referee.core.turns import Placing, RegionPart, RewardPart, SpendPoints
from referee.rulebook import bookkeeping as rules
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
    all_different,
    between,
    both,
    either,
    eq,
    every,
    floor_zero,
    implies,
    is_among,
    no,
    same,
    some,
    times,
    total,
    when,
)


class ShownBook(NamedTuple):
    """A book on the display."""

    space: int
    book: BookId
    letter: BookLetter
    coins: int


def shown_books(table: SeatView) -> tuple[ShownBook, ...]:
    """Return the books that lie on the display."""
    state = table.state
    return tuple(
        ShownBook(space, book, table.components.book[book].letter, state.book_coins[space])
        for space, book in enumerate(state.book_display)
        if book is not None
    )


def books_beyond(said: Iterable[RewardPart | RegionPart], pools: int) -> frozenset[BookId]:
    """Return the books of points that were spent beyond so many pools, and not within them."""
    spent = [frozenset(part.books) for part in said if isinstance(part, SpendPoints)]
    within = frozenset[BookId]().union(*spent[:pools])
    return frozenset[BookId]().union(*spent[pools:]) - within


class PointPool:
    """Points that are spent at one moment.

    Of the points of a reward `said` tells whether they are spent at all; they may be left where
    rewards may be. Without it the card in use gives the points itself, and they are always spent.
    """

    def __init__(
        self,
        relation: Relation,
        table: SeatView,
        name: str,
        *,
        points: Whole,
        converts: Truth,
        given: Truth | None = None,
        said: Truth | None = None,
    ) -> None:
        rulings = table.rulings
        may_leave = rulings.may_leave_units if said is None else rulings.may_leave_rewards
        said = True if said is None else said
        points = relation.have(f"{name}-points", points)
        self.shown = shown_books(table)
        self.take = {
            shown.book: relation.bit(f"{name}-take-{shown.space}", f"book-{shown.space}")
            for shown in self.shown
        }
        self.other: Bit = relation.bit(f"{name}-other")
        """A book was named that does not lie on the display, or one was named twice."""
        self.for_pounds: Num = relation.amount(f"{name}-for-pounds", f"{name}-points")
        self.rest: Bit = relation.bit(f"{name}-rest", f"{name}-points")
        """The points for pounds were left unsaid: every point that buys no book."""
        costs = [when(self.take[each.book], BOOK_PRICES[each.letter]) for each in self.shown]
        cost = relation.let(total(costs))
        relation.shape(implies(self.rest, eq(self.for_pounds, floor_zero(points - cost))))
        nothing = every([eq(self.for_pounds, 0), *(no(take) for take in self.take.values())])
        relation.shape(implies(no(said), nothing))
        spent = relation.let(cost + times(POUND_PRICE, self.for_pounds))
        # Where there are no points at all, spending some is a fault of the reward that was taken.
        given = points > 0 if given is None else given
        relation.demand(rules.BOOK_ON_DISPLAY, implies(given, no(self.other)))
        books = some([*self.take.values(), self.other])
        at_the_end = relation.let_bit(both(given, converts, books))
        relation.demand(rules.NO_BOOKS_AT_THE_END, no(at_the_end))
        # What a book costs that cannot be had, and what less than nothing buys, is no matter.
        judged = both(given, no(at_the_end))
        within = both(spent <= points, self.for_pounds >= 0)
        relation.demand(rules.POINTS_COVER_PRICE, implies(judged, within))
        if not may_leave:
            used = implies(self.for_pounds >= 0, spent >= points)
            relation.demand(rules.ALL_POINTS_USED, implies(both(judged, said), used))
        self.pounds = total(
            (
                relation.define(
                    rules.POUND_A_POINT, f"{name}-single", when(converts, 0, self.for_pounds)
                ),
                relation.define(
                    rules.TWO_POUNDS_A_POINT,
                    f"{name}-double",
                    when(converts, times(POUNDS_AT_TRACK_END, self.for_pounds)),
                ),
                relation.define(
                    rules.BOOK_WITH_COIN,
                    f"{name}-coins",
                    total(when(self.take[shown.book], shown.coins) for shown in self.shown),
                ),
            )
        )

    def facts(self, said: SpendPoints | None) -> Iterator[Truth]:
        books = said.books if said else ()
        for book, take in self.take.items():
            yield same(take, book in books)
        known = [book for book in books if book in self.take]
        yield same(self.other, len(set(known)) < len(books))
        for_pounds = said.for_pounds if said else 0
        yield same(self.rest, for_pounds is None)
        if for_pounds is not None:
            yield eq(self.for_pounds, for_pounds)

    def read(self, values: Values) -> SpendPoints:
        books = tuple(book for book, take in self.take.items() if values.bit(take.text))
        return SpendPoints(books, values.number(self.for_pounds.text))


# Placing the books taken in a turn onto one's own track -------------------------------------------
NOT_PLACED = -1000
"""A book that is not placed lies on a step below this number, each on one of its own."""


class BookPlaces:
    """Where each book of the display comes to lie."""

    def __init__(self, relation: Relation, table: SeatView, pools: Sequence[PointPool]) -> None:
        self._relation = relation
        self._table = table
        self.shown = shown_books(table)
        self.pools = pools
        self.step: dict[BookId, Num] = {
            shown.book: relation.whole(f"place-{shown.space}", f"book-{shown.space}")
            for shown in self.shown
        }
        self.other: Bit = relation.bit("place-other")
        """A book was placed that does not lie on the display, or one was placed twice."""
        self._demand()

    @cached_property
    def first(self) -> int:
        """The first step on which books are placed."""
        return self.last - len(self._table.me.books) + 1

    @property
    def last(self) -> int:
        """The last step of the track."""
        return self._table.components.book_track.last

    def taken(self, book: BookId) -> Truth:
        """Say that a book of the display is taken."""
        return some(pool.take[book] for pool in self.pools)

    def _demand(self) -> None:
        relation = self._relation
        crossed = set(self._table.components.book_track.crossed_out)
        piles = enumerate(self._table.me.books, self.first)
        tops = {step: pile[-1] for step, pile in piles if pile}
        empty = [step for step in range(self.first, self.last + 1) if step not in tops]
        letters = {step: self._table.components.book[book].letter for step, book in tops.items()}
        heavy = [step for step, letter in letters.items() if letter != "A"]
        relation.demand(rules.TAKEN_BOOKS_PLACED, no(self.other))
        lies: dict[BookId, Whole] = {}
        for shown in self.shown:
            said = self.step[shown.book]
            takes = [pool.take[shown.book] for pool in self.pools]
            if len(takes) > 1:
                relation.demand(rules.BOOK_ON_DISPLAY, no(both(*takes)))
            unplaced = _unplaced(shown)
            relation.demand(rules.TAKEN_BOOKS_PLACED, same(eq(said, unplaced), no(some(takes))))
            # Where a book was put that nobody took is judged no further.
            step = lies[shown.book] = relation.let(when(some(takes), said, unplaced))
            on_track = between(self.first, said, self.last)
            placed = either(eq(said, unplaced), no(some(takes)), on_track)
            relation.demand(rules.PLACED_ON_TRACK, placed)
            if shown.letter == "A":
                barred = [s for s in empty if s in crossed]
                relation.demand(rules.NO_A_ON_CROSSED_OUT, no(is_among(step, barred)))
                relation.demand(rules.NO_A_OVER_B_OR_C, no(is_among(step, heavy)))
            if self._table.rulings.cover == "if-necessary":
                fits = [s for s in empty if shown.letter != "A" or s not in crossed]
                covers = is_among(step, tops)
                filled = some([not fits, self._all_filled(shown.book, fits)])
                relation.demand(rules.COVER_IF_NECESSARY, implies(covers, filled))
        relation.demand(rules.ONE_BOOK_A_SPACE, all_different(lies.values()))

    @cached_property
    def order(self) -> dict[BookId, Num]:
        """When each book is placed, where that matters."""
        order = {
            s.book: self._relation.whole(f"when-{s.space}", f"book-{s.space}") for s in self.shown
        }
        self._relation.shape(all_different(order.values()))
        return order

    def _all_filled(self, book: BookId, steps: Sequence[int]) -> Truth:
        order = self.order
        filled = [
            some(
                both(eq(self.step[other], step), order[other] < order[book])
                for other in self.step
                if other != book
            )
            for step in steps
        ]
        return both(*filled)

    def wishes(self, placings: Sequence[Placing]) -> dict[str, Truth]:
        """Return that each book that was placed is taken, if it can be."""
        named = {placing.book for placing in placings}
        wanted = [shown for shown in self.shown if shown.book in named and self.pools]
        return {f"book-{shown.space}": self.taken(shown.book) for shown in wanted}

    def facts(
        self, placings: Sequence[Placing], unjudged: Container[BookId] = ()
    ) -> Iterator[Truth]:
        """Yield what was said about the places; books `unjudged` may be placed or not."""
        placed = [placing for placing in placings if placing.book not in unjudged]
        said = {placing.book: placing.step for placing in reversed(placed)}
        for shown in self.shown:
            yield eq(self.step[shown.book], said.get(shown.book, _unplaced(shown)))
        known = {placing.book for placing in placed if placing.book in self.step}
        yield same(self.other, len(known) < len(placed))
        if self._table.rulings.cover == "if-necessary":
            moments = {placing.book: moment for moment, placing in enumerate(placed, 1)}
            for shown in self.shown:
                moment = moments.get(shown.book, _unplaced(shown))
                yield eq(self.order[shown.book], moment)

    def read(self, values: Values) -> tuple[Placing, ...]:
        """Return the placings of a solution, in an order in which they may be made."""
        steps = ((book, values.number(step.text)) for book, step in self.step.items())
        placings = [Placing(book, number) for book, number in steps if number >= self.first]
        if self._table.rulings.cover == "if-necessary":
            placings.sort(key=lambda placing: values.number(self.order[placing.book].text))
        return tuple(placings)

    def choices(self) -> Iterator[Whole | Truth]:
        yield from self.step.values()

    def after(self, after: After, flip: Whole = 0) -> None:
        """State which books lie where after the turn; `flip` is the step of a book flipped."""
        table = self._table
        for shown in self.shown:
            step = self.step[shown.book]
            write = writes.book(table.seat, shown.space, shown.book, self.first)
            after.number(rules.BOOKS_LIE_ON_TOP, step, write)
            if shown.coins:
                left = when(self.taken(shown.book), 0, shown.coins)
                after.number(rules.BOOK_WITH_COIN, left, writes.at("book_coins", shown.space))
        steps = sorted(table.me.flipped) if flip == 0 else range(1, self.last + 1)
        for number in steps:
            turned = either(number in table.me.flipped, eq(flip, number))
            covered = some(eq(step, number) for step in self.step.values())
            flip_over = writes.flipped(table.seat, number)
            after.bit(rules.FLIPPED_BOOK, both(turned, no(covered)), flip_over)


def _unplaced(shown: ShownBook) -> int:
    return NOT_PLACED - shown.space
