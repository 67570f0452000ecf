"""Bookkeeping points, books on the track, and refills of the book display."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import cast

from referee.core.ids import BookId
from referee.core.limits import POUND_PRICE, POUNDS_AT_TRACK_END
from referee.core.rule import Violation
from referee.core.turns import Placing, SpendPoints
from referee.engine.stage import Stage, Violations, pairs
from referee.engine.work import Work, put
from referee.rulebook import bookkeeping as rules


def at_last_step(work: Work) -> bool:
    """Return whether the ink jar stands on the last step of its track."""
    return work.ink >= work.facts.last_book_step


def may_leave_points(work: Work, *, of_bookkeeper: bool) -> bool:
    """Return whether points may be left unspent: those of a reward, or a bookkeeper's own."""
    return work.facts.may_leave_units if of_bookkeeper else work.facts.may_leave_rewards


def judge_points(
    work: Work, spend: SpendPoints, points: int, *, converts: bool, of_bookkeeper: bool = False
) -> Violations:
    """Return the rules that spending `points` like this breaks."""
    broken: list[Violation] = []
    on_display: list[BookId] = []
    if spend.books:
        on_display = [book for book in spend.books if book in work.book_display]
        broken += [
            rules.BOOK_ON_DISPLAY.broken(book=book)
            for book in sorted(set(spend.books))
            if book not in on_display or spend.books.count(book) > 1
        ]
        if converts:
            return [*broken, rules.NO_BOOKS_AT_THE_END.broken(books=spend.books)]
    for_pounds = spend.for_pounds or 0
    cost = sum([work.facts.book_price[book] for book in on_display]) + POUND_PRICE * max(
        for_pounds, 0
    )
    if cost > points or for_pounds < 0:
        broken.append(rules.POINTS_COVER_PRICE.broken(cost=cost, points=points))
    elif (
        spend.for_pounds is not None
        and cost < points
        and not may_leave_points(work, of_bookkeeper=of_bookkeeper)
    ):
        broken.append(rules.ALL_POINTS_USED.broken(left=points - cost))
    if not can_place(work, (*work.taken, *on_display)):
        broken.append(rules.TAKEN_BOOKS_PLACED.broken(books=tuple(on_display)))
    return broken


def take_points(work: Work, spend: SpendPoints, points: int, *, converts: bool) -> None:
    """Take the books with their coins, and turn the rest into pounds."""
    for_books = 0
    for book in spend.books:
        if book in work.book_display:
            for_books += work.facts.book_price[book]
            index = work.book_display.index(book)
            work.book_display = put(work.book_display, index, None)
            work.taken += (book,)
            work.unplaced += (book,)
            if coins := work.book_coins[index]:
                work.note(rules.BOOK_WITH_COIN)
                work.pay(-coins)
                work.book_coins = put(work.book_coins, index, 0)
    rest = points - for_books if spend.for_pounds is None else spend.for_pounds
    rest = max(rest, 0)
    work.points_for_pounds += rest
    if work.notes is not None and rest:
        work.note(rules.TWO_POUNDS_A_POINT if converts else rules.POUND_A_POINT)
    work.pay(-rest * (POUNDS_AT_TRACK_END if converts else 1))


class _Purchases:
    """Ways of spending points on sets of books, the rest for pounds, each made when asked for."""

    __slots__ = ("books", "sets")

    def __init__(self, books: Sequence[BookId], sets: Sequence[tuple[int, ...]]) -> None:
        self.books = books
        self.sets = sets

    def __len__(self) -> int:
        return len(self.sets)

    def __iter__(self) -> Iterator[SpendPoints]:
        books = self.books
        return iter([SpendPoints(tuple([books[p] for p in chosen])) for chosen in self.sets])

    def __getitem__(self, at: int) -> SpendPoints:
        books = self.books
        return SpendPoints(tuple([books[place] for place in self.sets[at]]))


@lru_cache(maxsize=128)
def sets_within(prices: tuple[int, ...], points: int) -> tuple[tuple[int, ...], ...]:
    """Return the places of each set of books that so many points pay for, small sets first."""
    cheapest = min(prices, default=points + 1)
    sets: list[tuple[int, ...]] = []
    for size in range(points // cheapest + 1):
        most = points - (size - 1) * cheapest
        places = [place for place, price in enumerate(prices) if price <= most]
        sets += [
            chosen
            for chosen in combinations(places, size)
            if sum([prices[place] for place in chosen]) <= points
        ]
    return tuple(sets)


def purchases(
    work: Work, points: int, *, converts: bool, of_bookkeeper: bool = False
) -> Sequence[SpendPoints]:
    """Return the ways of spending points: each set of books, the rest for pounds."""
    books: list[BookId] = [] if converts else sorted([book for book in work.book_display if book])
    sets: Sequence[tuple[int, ...]]
    prices = work.facts.book_price
    sets = sets_within(tuple([prices[book] for book in books]), int(points))
    # Where all books find a space, fewer of them do.
    if not can_place(work, (*work.taken, *books)):
        sets = [
            chosen
            for chosen in sets
            if can_place(work, (*work.taken, *[books[place] for place in chosen]))
        ]
    # No subclass of `Sequence`: compiled, it would share the answers of `isinstance` with it.
    found = cast("Sequence[SpendPoints]", _Purchases(books, sets))
    if not may_leave_points(work, of_bookkeeper=of_bookkeeper):
        return found
    every: list[SpendPoints] = []
    for spend in found:
        left = points - sum([prices[book] for book in spend.books])
        every += [spend, *[SpendPoints(spend.books, fewer) for fewer in range(left)]]
    return every


# Placing ------------------------------------------------------------------------------------
def visible(work: Work, step: int) -> BookId | None:
    """Return the book that lay visible on a step for acquired books when the turn began."""
    pile = work.me.books[step - work.facts.first_book_step]
    return pile[-1] if pile else None


def steps_for(work: Work, letter: str, taken_now: tuple[int, ...] = ()) -> list[int]:
    """Return the steps on which a book of that letter may lie, but for those just used."""
    if letter != "A":
        steps = list(work.facts.book_steps)
        return [step for step in steps if step not in taken_now] if taken_now else steps
    a_books, free = work.facts.a_books, work.facts.free_for_a
    return [
        step
        for step, pile in zip(work.facts.book_steps, work.books, strict=True)
        if (pile[-1] in a_books if pile else step in free) and step not in taken_now
    ]


def can_place(work: Work, books: tuple[BookId, ...]) -> bool:
    """Return whether all these books find a space of their own."""
    if not books:
        return True
    facts = work.facts
    if len(books) > len(facts.book_steps):
        return False
    a_books = len([book for book in books if book in facts.a_books])
    # Mostly there are more empty steps than could be asked for.
    if a_books <= work.books.count(()) - len(facts.crossed_out):
        return True
    if work.spaces_for_a is None:
        work.spaces_for_a = len(steps_for(work, "A"))
    return a_books <= work.spaces_for_a


class PlaceBooks(Stage[Placing]):
    """Where the books taken in this turn are put.

    They are judged beside the books that lay there before, so that their order decides only which
    of them finds no empty space any more.
    """

    repeated = True

    def idle(self, work: Work) -> bool:
        """Return whether all books are placed."""
        return not work.unplaced

    def candidates(self, work: Work) -> Sequence[Placing]:
        """Return the steps for the next book."""
        if not work.unplaced:
            return []
        letters, placed = work.facts.book_letter, work.placed_steps()
        # A-books fit on fewer steps, so they choose first and always find one.
        in_order = sorted([(letters[book], book) for book in work.unplaced])
        if work.facts.rulings.cover != "if-necessary":
            letter, book = in_order[0]
            return pairs(Placing, [book], steps_for(work, letter, placed))
        # Where a book may cover only when nothing is free, it matters which comes first.
        return [
            Placing(book, step)
            for letter, book in in_order
            for step in steps_for(work, letter, placed)
        ]

    def known_legal(self, work: Work) -> Sequence[Placing] | None:
        """Return all candidates, unless it has to be judged which books may cover others."""
        return None if work.facts.rulings.cover == "if-necessary" else self.candidates(work)

    def judge(self, work: Work, answer: Placing) -> Violations:
        """Return the rules about where a book may lie that are broken."""
        facts = work.facts
        broken: list[Violation] = []
        book, step = answer.book, answer.step
        if book not in work.unplaced:
            broken.append(rules.TAKEN_BOOKS_PLACED.broken(books=(book,)))
            if book not in facts.book_letter:
                return broken
        if not facts.first_book_step <= step <= facts.last_book_step:
            broken.append(rules.PLACED_ON_TRACK.broken(book=book, step=step))
            return broken
        if book in work.taken and any(at == step and book != other for other, at in work.placed):
            broken.append(rules.ONE_BOOK_A_SPACE.broken(step=step))
        covered = visible(work, step)
        if covered is not None:
            broken += self._judge_covering(work, answer, covered)
        elif facts.book_letter[book] == "A" and step in facts.crossed_out:
            broken.append(rules.NO_A_ON_CROSSED_OUT.broken(book=book, step=step))
        return broken

    @staticmethod
    def _judge_covering(work: Work, answer: Placing, covered: BookId) -> list[Violation]:
        letters = work.facts.book_letter
        book, step = answer.book, answer.step
        broken: list[Violation] = []
        if letters[book] == "A" and letters[covered] != "A":
            broken.append(rules.NO_A_OVER_B_OR_C.broken(book=book, step=step, covered=covered))
        if work.facts.rulings.cover == "if-necessary":
            fitting = steps_for(work, letters[book], work.placed_steps())
            empty = [free for free in fitting if visible(work, free) is None]
            if empty:
                broken.append(rules.COVER_IF_NECESSARY.broken(book=book, step=step, empty=empty[0]))
        return broken

    def take(self, work: Work, answer: Placing) -> None:
        """Put the book on top of its step, face up."""
        facts = work.facts
        if answer.book in work.taken:
            work.placed += ((answer.book, answer.step),)
        if answer.book not in work.unplaced:
            return
        work.unplaced = tuple([book for book in work.unplaced if book != answer.book])
        index = answer.step - facts.first_book_step
        if 0 <= index < len(work.books):
            work.books = put(work.books, index, (*work.books[index], answer.book))
            work.flipped -= {answer.step}
            work.note(rules.BOOKS_LIE_ON_TOP)

    def close(self, work: Work) -> Violations:
        """Return a breach if a book was not placed."""
        return [rules.TAKEN_BOOKS_PLACED.broken(books=work.unplaced)] if work.unplaced else ()
