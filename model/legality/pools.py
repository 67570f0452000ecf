"""One reward's bookkeeping points, spent on books and pounds."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from model.legality.table import SeatView
from model.relation import Relation
from model.solver import Values
from model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    both,
    eq,
    every,
    floor_zero,
    implies,
    no,
    same,
    some,
    times,
    total,
    when,
)
from referee.game.ids import BookId, BookLetter
from referee.game.limits import BOOK_PRICES, POUND_PRICE, POUNDS_AT_TRACK_END
from referee.game.rulebook import bookkeeping as rules
from referee.game.turns import RegionPart, RewardPart, SpendPoints


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
        cost = relation.let(
            total(when(self.take[shown.book], BOOK_PRICES[shown.letter]) for shown in self.shown)
        )
        relation.shape(implies(self.rest, eq(self.for_pounds, floor_zero(points - cost))))
        nothing = every([eq(self.for_pounds, 0), *(no(take) for take in self.take.values())])
        relation.shape(implies(no(said), nothing))
        spent = relation.let(cost + times(POUND_PRICE, self.for_pounds))
        # Where there are no points at all, spending some is a fault of the reward that was taken.
        given = points > 0 if given is None else given
        relation.demand(rules.BOOK_ON_DISPLAY, implies(given, no(self.other)))
        at_the_end = relation.let_bit(
            both(given, converts, some([*self.take.values(), self.other]))
        )
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
        """Yield what was said about the points."""
        books = said.books if said else ()
        for book, take in self.take.items():
            yield same(take, book in books)
        known = [book for book in books if book in self.take]
        yield same(self.other, len(set(known)) < len(books))
        for_pounds = said.for_pounds if said else 0
        yield same(self.rest, for_pounds is None)
        if for_pounds is not None:
            yield eq(self.for_pounds, for_pounds)

    def said(self, values: Values) -> SpendPoints:
        """Return how a solution spends the points."""
        books = tuple(book for book, take in self.take.items() if values.bit(take.text))
        return SpendPoints(books, values.number(self.for_pounds.text))
