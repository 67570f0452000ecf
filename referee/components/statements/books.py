"""What is stated about the book tiles and the starting tiles."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from referee.components.set_invariant import Findings, across, at, needed, stated
from referee.components.statements.cards import is_starting
from referee.components.statements.entries import most_points
from referee.core.component_set import ComponentSet
from referee.core.components import (
    BonusSteps,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
    Reward,
)
from referee.core.ids import BOOK_LETTERS, COLOURED_SLOTS
from referee.core.limits import PLAYER_COUNTS
from referee.i18n.speech import say

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


@stated("books-72", "components", "books")
def _letters(components: ComponentSet) -> Findings:
    seen = Counter(book.letter for book in components.books)
    for letter in BOOK_LETTERS:
        if seen[letter] != BOOKS_OF_A_LETTER:
            yield across(
                "books",
                "books.books-of-letter-expected",
                seen=seen[letter],
                letter=letter,
                books_of_a_letter=BOOKS_OF_A_LETTER,
            )


@stated("books-requirements", "bookkeeper-move", "books")
def _requirements(components: ComponentSet) -> Findings:
    for book in components.books:
        if (seen := len(book.requires)) not in REQUIREMENTS:
            yield at(book, "books.has-requirements-a-book-has", seen=seen)
    for number in REQUIREMENTS:
        if not any(len(book.requires) == number for book in components.books):
            yield across("books", "books.no-book-has-requirements-some", number=number)


@stated("books-shown", "icons", "books")
def _shown(components: ComponentSet) -> Findings:
    seen = {requirement for book in components.books for requirement in book.requires}
    for words, wanted in SHOWN.items():
        if wanted not in seen:
            yield across("books", "books.no-book-requires-one-that", words=words)


@stated("books-coffee-and-more", "icons", "books")
def _coffee_and_more(components: ComponentSet) -> Findings:
    if not any(frozenset(book.requires) == COFFEE_AND_MORE for book in components.books):
        yield across(
            "books",
            "books.one-that-the-rulebook-shows",
            problem=say("components.books.no-book-requires-3-coffee"),
        )


@stated("books-colleague", "icons", "books")
def _colleagues(components: ComponentSet) -> Findings:
    for book in components.books:
        for requirement in book.requires:
            if isinstance(requirement, NeedsColleague) and requirement.count > 1:
                yield at(
                    book,
                    "books.requires-merchants-or-bookkeepers-expected",
                    count=requirement.count,
                )


@stated("books-two-points", "bookkeeper-move", "books")
def _two_points(components: ComponentSet) -> Findings:
    if not any(book.reward.points == EXAMPLE_POINTS for book in components.books):
        yield across("books", "books.no-book-gives-2-points")


@stated("books-cotton", "icons", "books")
def _cotton(components: ComponentSet) -> Findings:
    for book in components.books:
        if book.reward.cotton_less not in {None, COTTON_LESS}:
            yield at(book, "books.pays-the-cotton-total-less", cotton_less=book.reward.cotton_less)
    if not any(
        book.reward.cotton_less is not None and ONE_COTTON in book.requires
        for book in components.books
    ):
        yield across(
            "books",
            "books.one-that-the-rulebook-shows",
            problem=say("components.books.no-book-that-requires-1"),
        )


@needed("books-give", "books")
def _given(components: ComponentSet) -> Findings:
    for book in components.books:
        if book.reward == Reward():
            yield at(book, "books.gives-nothing-every-book-shows")


@stated("books-points-1-to-3", "bookkeeping-points", "books")
def _points(components: ComponentSet) -> Findings:
    for book in components.books:
        yield from most_points(book, book.reward.points)


@stated("books-posts", "icons", "books")
def _posts(components: ComponentSet) -> Findings:
    for book in components.books:
        if book.reward.posts > MOST_POSTS:
            yield at(book, "books.removes-posts-the-rulebook-knows", posts=book.reward.posts)


TILES: Final = 10
BONUS_TRACKS: Final = (1, 2)
SHOWN_BONUSES: Final[Mapping[str, frozenset[BonusSteps]]] = {
    "3 steps of mombasa": frozenset({BonusSteps("mombasa", 3)}),
    "1 diamond step and 1 step of saint-louis": frozenset(
        {BonusSteps("diamonds", 1), BonusSteps("saint-louis", 1)}
    ),
}
"""The bonuses that the rulebooks show."""


@stated("start-ten", "components", "starting_tiles")
def _ten(components: ComponentSet) -> Findings:
    if (seen := len(components.starting_tiles)) != TILES:
        yield across(
            "starting_tiles",
            "starting_tiles.there-are-starting-tiles-expected",
            seen=seen,
            tiles=TILES,
        )


@stated("start-rest", "setup-start", "starting_tiles")
def _rest(components: ComponentSet) -> Findings:
    for tile in components.starting_tiles:
        if len(tile.rest) != len(COLOURED_SLOTS) or len(set(tile.rest)) != len(tile.rest):
            seen = ", ".join(tile.rest)
            yield at(
                tile,
                "starting_tiles.rests-expected-three-different-cards",
                seen=f"{seen or 'nothing':.90}",
            )


@stated("start-rest-known", "setup-start", "cards starting_tiles")
def _rest_known(components: ComponentSet) -> Findings:
    for tile in components.starting_tiles:
        for card in tile.rest:
            if card not in components.card:
                yield at(tile, "starting_tiles.there-is-no-card-to", card=f"{card:.40}")
            elif not is_starting(components.card[card]):
                yield at(tile, "starting_tiles.rests-which-is-none-of", card=card)


@stated("start-book", "setup-starting-tile", "starting_tiles")
def _books(components: ComponentSet) -> Findings:
    for tile in components.starting_tiles:
        if (seen := len(tile.requires)) not in REQUIREMENTS:
            yield at(tile, "starting_tiles.has-requirements-a-book-has", seen=seen)
        if tile.reward == Reward():
            yield at(tile, "starting_tiles.its-book-gives-nothing-every")


@stated("start-points-1-to-3", "bookkeeping-points", "starting_tiles")
def _starting_points(components: ComponentSet) -> Findings:
    for tile in components.starting_tiles:
        yield from most_points(tile, tile.reward.points)


@stated("start-bonus", "setup-start", "starting_tiles")
def _bonus(components: ComponentSet) -> Findings:
    for tile in components.starting_tiles:
        tracks = [steps.track for steps in tile.bonus]
        if len(tracks) not in BONUS_TRACKS or len(set(tracks)) != len(tracks):
            seen = ", ".join(tracks)
            yield at(
                tile,
                "starting_tiles.has-a-bonus-on-expected",
                seen=f"{seen or say('components.starting_tiles.no-track'):.60}",
            )


@stated("start-bonus-shown", "setup-start", "starting_tiles")
def _shown_bonuses(components: ComponentSet) -> Findings:
    seen = {frozenset(tile.bonus) for tile in components.starting_tiles}
    for words, wanted in SHOWN_BONUSES.items():
        if wanted not in seen:
            yield across("starting_tiles", "starting_tiles.no-tile-has-the-bonus", words=words)


@stated("start-first-game", "setup-starting-tile", "starting_tiles")
def _seats(components: ComponentSet) -> Findings:
    seen = Counter(tile.first_game_seat for tile in components.starting_tiles)
    for seat in range(1, max(PLAYER_COUNTS) + 1):
        if seen[seat] != 1:
            yield across(
                "starting_tiles", "starting_tiles.tiles-for-seat-of-the", seen=seen[seat], seat=seat
            )
