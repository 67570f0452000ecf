"""Refilling the book display at the end of a turn."""

from collections.abc import Iterable, Iterator, Mapping

from referee.core.events import BookOnSpace, RefillBooks
from referee.core.ids import BOOK_LETTERS, BookId, BookLetter
from referee.rulebook import bookkeeping as rules
from referee_model.legality.event import EventRelation
from referee_model.legality.setup import Numbering, book_numbers, draw_book
from referee_model.legality.turn import refill_is_due
from referee_model.legality.writes import After
from referee_model.solver import Values
from referee_model.terms import Bit, Num, Truth, all_different, count, either, eq, no, same

UNFILLED = -1000
"""A space that stays empty has a number below this, each one of its own."""


class RefillRelation(EventRelation[RefillBooks]):
    """The books drawn into the empty spaces."""

    def state_rules(self) -> None:
        """Declare the book of each empty space and state what the rules demand of them."""
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
        """Return what a refill says about the variables."""
        return {"books": self._book_facts(event.books)}

    def _book_facts(self, said: tuple[BookOnSpace, ...]) -> Iterator[Truth]:
        codes = self.numbers.codes([entry.book for entry in said])
        filled = dict(zip((entry.space for entry in said), codes, strict=True))
        known = {space.id for space in self.empty.values()}
        for index, space in self.empty.items():
            yield eq(self.books[index], filled.get(space.id, UNFILLED - index))
        yield same(self.uneven, len(filled) < len(said) or not set(filled) <= known)

    def said(self, values: Values) -> RefillBooks:
        """Return the refill of a solution."""
        return RefillBooks(
            books=tuple(
                BookOnSpace(self.empty[index].id, self.numbers.name(number))
                for index, book in self.books.items()
                if (number := values.number(book.text)) > 0
            )
        )

    def state_effects(self, after: After) -> None:
        """State what the table is after the refill."""
        for index, book in self.books.items():
            after.number(rules.REFILL_EMPTY_SPACES, book, draw_book(self.numbers, index))
