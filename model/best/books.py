"""Bookkeeping points, the books taken for them, and where the books are placed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.best.draft import Draft, Linear, Lit, Value, total, weighted
from model.best.placing import can_be_placed, place_books
from model.best.table import Table
from referee.game.components import Book
from referee.game.ids import BookId, BookLetter
from referee.game.limits import BOOK_PRICES, POUND_PRICE, POUNDS_AT_TRACK_END
from referee.game.turns import Placing, Step


@dataclass(slots=True)
class Pool:
    """One reward's points: what becomes of them."""

    points: Linear
    most: int
    at_end: Lit | bool = False
    """The jar stands on the last step: each point turns into money."""
    taken: dict[BookId, Lit] = field(default_factory=dict)
    for_pounds: Linear = 0
    pounds: Linear = 0
    """Pounds that come of the pool, coins of the books included."""
    most_pounds: int = 0


class Shelf:
    """The books on display, those taken in a turn, and the steps onto which they are put."""

    def __init__(self, draft: Draft, table: Table, pools: Sequence[Pool]) -> None:
        self._draft, self._table = draft, table
        self.pools = [pool for pool in pools if pool.most > 0]
        self.placed: dict[tuple[BookId, Step], Lit] = {}
        self.for_pounds: Linear = 0
        most = sum(p.most for p in self.pools)
        buying = [pool for pool in self.pools if pool.at_end is not True]
        largest = max((pool.most for pool in buying), default=0)
        self.books = {
            book.id: (book, coins)
            for book, coins in self._offers()
            if BOOK_PRICES[book.letter] <= largest
        }
        for pool in self.pools:
            self._spend(pool, apart=len(buying) > 1)
        for book in self.books:
            # There is one copy of a book, whichever pool pays for it.
            draft.model.add_at_most_one(pool.taken[book] for pool in self.pools if pool.taken)
        if self.pools:
            self.for_pounds = draft.chosen_amount(most, "for-pounds")
            draft.model.add(self.for_pounds == total(pool.for_pounds for pool in self.pools))
            books: dict[BookId, tuple[BookLetter, Linear]] = {
                book: (printed.letter, total(p.taken[book] for p in self.pools if p.taken))
                for book, (printed, _) in self.books.items()
            }
            if table.placing:
                self.placed = place_books(draft, table.state.setting, table.visible, books)
            else:
                can_be_placed(draft, table.state.setting, table.visible, books)

    def _offers(self) -> list[tuple[Book, int]]:
        state = self._table.state
        book = state.setting.components.book
        return [
            (book[there], coins)
            for there, coins in zip(state.book_display, state.book_coins, strict=True)
            if there is not None
        ]

    def _spend(self, pool: Pool, *, apart: bool) -> None:
        draft, model = self._draft, self._draft.model
        partial = self._table.state.setting.rulings.may_leave_parts
        if pool.at_end is not True:
            # Which of two pools paid for a book is no part of the canonical turn.
            make = draft.aside if apart else draft.choice
            pool.taken = {book: make(f"take[{book}]") for book in self.books}
        pool.for_pounds = draft.amount(pool.most, "for-pounds")
        spent = POUND_PRICE * pool.for_pounds + weighted(
            (BOOK_PRICES[self.books[book][0].letter], lit) for book, lit in pool.taken.items()
        )
        model.add(spent <= pool.points) if partial else model.add(spent == pool.points)
        pool.pounds = pool.for_pounds + weighted(
            (self.books[book][1], lit) for book, lit in pool.taken.items()
        )
        pool.most_pounds = pool.most + sum(coins for _, coins in self.books.values())
        if pool.at_end is True:
            pool.pounds = POUNDS_AT_TRACK_END * pool.for_pounds
            pool.most_pounds = POUNDS_AT_TRACK_END * pool.most
        elif pool.at_end is not False:
            for lit in pool.taken.values():
                model.add_implication(pool.at_end, ~lit)
            more = draft.where(pool.at_end, pool.for_pounds, pool.most)
            pool.pounds = pool.pounds + (POUNDS_AT_TRACK_END - 1) * more
            pool.most_pounds += pool.most

    def books_taken(self, value: Value) -> frozenset[BookId]:
        """Return the books that a solution takes."""
        return frozenset(
            book
            for book in self.books
            if any(value(pool.taken[book]) for pool in self.pools if pool.taken)
        )

    def placings(self, value: Value) -> frozenset[Placing]:
        """Return where a solution places them."""
        return frozenset(
            Placing(book, step) for (book, step), lit in self.placed.items() if value(lit)
        )
