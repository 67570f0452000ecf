"""What is stated about the book tiles."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from referee.components.set_invariant import across, at, needed, stated
from referee.components.statements.amounts import is_empty, most_points
from referee.game.component_set import ComponentSet
from referee.game.components import (
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
)
from referee.game.ids import BOOK_LETTERS
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

BOOKS_OF_A_LETTER: Final = 24
REQUIREMENTS: Final = (1, 2)
EXAMPLE_POINTS: Final = 2
COTTON_LESS: Final = 1
MOST_POSTS: Final = 2
ONE_COTTON: Final = NeedsGood("cotton", 1)
SHOWN: Final[Mapping[str, Requirement]] = {
    "4 units of one good": NeedsOneGood(4),
    "1 unit of cotton": ONE_COTTON,
    "a diamond merchant or another bookkeeper": NeedsColleague(),
    "expansion value 2": NeedsExpansion(2),
}
"""Requirements that the rulebooks show, alone or beside another."""

COFFEE_AND_MORE: Final[frozenset[Requirement]] = frozenset(
    {NeedsGood("coffee", 3), NeedsOneGood(3)}
)


def _letters(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(book.letter for book in components.books)
    for letter in BOOK_LETTERS:
        if seen[letter] != BOOKS_OF_A_LETTER:
            problem = say(
                "components.books.books-of-letter-expected",
                seen=seen[letter],
                letter=letter,
                books_of_a_letter=BOOKS_OF_A_LETTER,
            )
            yield across("books", problem)


def _requirements(components: ComponentSet) -> Iterator[EntryFinding]:
    for book in components.books:
        if (seen := len(book.requires)) not in REQUIREMENTS:
            yield at("books", book, say("components.books.has-requirements-a-book-has", seen=seen))
    for number in REQUIREMENTS:
        if not any(len(book.requires) == number for book in components.books):
            yield across(
                "books", say("components.books.no-book-has-requirements-some", number=number)
            )


def _shown(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = {requirement for book in components.books for requirement in book.requires}
    for words, wanted in SHOWN.items():
        if wanted not in seen:
            yield across("books", say("components.books.no-book-requires-one-that", words=words))


def _coffee_and_more(components: ComponentSet) -> Iterator[EntryFinding]:
    if not any(frozenset(book.requires) == COFFEE_AND_MORE for book in components.books):
        problem = say("components.books.no-book-requires-3-coffee")
        yield across("books", say("components.books.one-that-the-rulebook-shows", problem=problem))


def _two_points(components: ComponentSet) -> Iterator[EntryFinding]:
    if not any(book.reward.points == EXAMPLE_POINTS for book in components.books):
        yield across("books", say("components.books.no-book-gives-2-points"))


def _cotton(components: ComponentSet) -> Iterator[EntryFinding]:
    for book in components.books:
        if book.reward.cotton_less not in {None, COTTON_LESS}:
            problem = say(
                "components.books.pays-the-cotton-total-less", cotton_less=book.reward.cotton_less
            )
            yield at("books", book, problem)
    if not any(
        book.reward.cotton_less is not None and ONE_COTTON in book.requires
        for book in components.books
    ):
        problem = say("components.books.no-book-that-requires-1")
        yield across("books", say("components.books.one-that-the-rulebook-shows", problem=problem))


def _given(components: ComponentSet) -> Iterator[EntryFinding]:
    for book in components.books:
        if is_empty(book.reward):
            yield at("books", book, say("components.books.gives-nothing-every-book-shows"))


def _points(components: ComponentSet) -> Iterator[EntryFinding]:
    for book in components.books:
        yield from most_points("books", book, book.reward.points)


def _posts(components: ComponentSet) -> Iterator[EntryFinding]:
    for book in components.books:
        if book.reward.posts > MOST_POSTS:
            problem = say(
                "components.books.removes-posts-the-rulebook-knows", posts=book.reward.posts
            )
            yield at("books", book, problem)


def _colleagues(components: ComponentSet) -> Iterator[EntryFinding]:
    for book in components.books:
        for requirement in book.requires:
            if isinstance(requirement, NeedsColleague) and requirement.count > 1:
                problem = say(
                    "components.books.requires-merchants-or-bookkeepers-expected",
                    count=requirement.count,
                )
                yield at("books", book, problem)


STATEMENTS = (
    stated(
        "books-72",
        "components",
        "books",
        _letters,
    ),
    stated(
        "books-requirements",
        "bookkeeper-move",
        "books",
        _requirements,
    ),
    stated(
        "books-shown",
        "icons",
        "books",
        _shown,
    ),
    stated(
        "books-coffee-and-more",
        "icons",
        "books",
        _coffee_and_more,
    ),
    stated(
        "books-colleague",
        "icons",
        "books",
        _colleagues,
    ),
    stated(
        "books-two-points",
        "bookkeeper-move",
        "books",
        _two_points,
    ),
    stated(
        "books-cotton",
        "icons",
        "books",
        _cotton,
    ),
    needed("books-give", "books", _given),
    stated(
        "books-points-1-to-3",
        "bookkeeping-points",
        "books",
        _points,
    ),
    stated(
        "books-posts",
        "icons",
        "books",
        _posts,
    ),
)
