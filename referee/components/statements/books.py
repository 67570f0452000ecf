"""What is stated about the book tiles and the starting tiles."""

from collections.abc import Mapping
from typing import Final

from referee.components.set_invariant import (
    Findings,
    across,
    at,
    counted,
    each,
    holds,
    most_points,
    stated,
)
from referee.components.statements.cards import is_starting
from referee.core import components as printed
from referee.core.component_set import ComponentSet
from referee.core.ids import BOOK_LETTERS, COLOURED_SLOTS
from referee.core.limits import PLAYER_COUNTS
from referee.i18n.speech import say

BOOKS_OF_A_LETTER: Final = 24
REQUIREMENTS: Final = (1, 2)
EXAMPLE_POINTS: Final = 2
COTTON_LESS: Final = 1
MOST_POSTS: Final = 2
ONE_COTTON: Final = printed.NeedsGood("cotton", 1)
SHOWN: Final[Mapping[str, printed.Requirement]] = {
    "4 units of one good": printed.NeedsOneGood(4),
    "1 unit of cotton": ONE_COTTON,
    "a diamond merchant or another bookkeeper": printed.NeedsColleague(),
    "expansion value 2": printed.NeedsExpansion(2),
}
"""Requirements that the rulebooks show, alone or beside another."""

COFFEE_AND_MORE: Final[frozenset[printed.Requirement]] = frozenset(
    {printed.NeedsGood("coffee", 3), printed.NeedsOneGood(3)}
)

counted("books-72", "components", "books", "books.letter-count",
        dict.fromkeys(BOOK_LETTERS, BOOKS_OF_A_LETTER), lambda book: book.letter,
        "letter")  # fmt: skip


@stated("books-requirements", "bookkeeper-move", "books")
def _requirements(components: ComponentSet) -> Findings:
    for book in components.books:
        if (seen := len(book.requires)) not in REQUIREMENTS:
            yield at(book, "books.requirement-count", seen=seen)
    for number in REQUIREMENTS:
        if not any(len(book.requires) == number for book in components.books):
            yield across("books", "books.no-requirement-count", number=number)


@stated("books-shown", "icons", "books")
def _shown(components: ComponentSet) -> Findings:
    seen = {requirement for book in components.books for requirement in book.requires}
    for words, wanted in SHOWN.items():
        if wanted not in seen:
            yield across("books", "books.no-requirement", words=words)


holds("books-coffee-and-more", "icons", "books", "books.no-coffee-and-more",
      lambda components: any(frozenset(book.requires) == COFFEE_AND_MORE
                             for book in components.books))  # fmt: skip


@stated("books-colleague", "icons", "books")
def _colleagues(components: ComponentSet) -> Findings:
    for book in components.books:
        for needs in book.requires:
            if isinstance(needs, printed.NeedsColleague) and needs.count > 1:
                yield at(book, "books.colleague-count", count=needs.count)


holds("books-two-points", "bookkeeper-move", "books", "books.no-two-points",
      lambda components: any(book.reward.points == EXAMPLE_POINTS
                             for book in components.books))  # fmt: skip


@stated("books-cotton", "icons", "books")
def _cotton(components: ComponentSet) -> Findings:
    for book in components.books:
        if book.reward.cotton_less not in {None, COTTON_LESS}:
            yield at(book, "books.cotton-less", cotton_less=book.reward.cotton_less)
    if not any(
        book.reward.cotton_less is not None and ONE_COTTON in book.requires
        for book in components.books
    ):
        yield across("books", "books.no-cotton-book")


each("books-give", "", "books", "books.gives-nothing",
     lambda book: book.reward == printed.Reward())  # fmt: skip
each("books-points-1-to-3", "bookkeeping-points", "books", "amounts.points-range",
     lambda book: most_points(book.reward.points))  # fmt: skip
each("books-posts", "icons", "books", "books.removed-posts",
     lambda book: book.reward.posts > MOST_POSTS and {"posts": book.reward.posts})  # fmt: skip


TILES: Final = 10
BONUS_TRACKS: Final = (1, 2)
SHOWN_BONUSES: Final[Mapping[str, frozenset[printed.BonusSteps]]] = {
    "3 steps of mombasa": frozenset({printed.BonusSteps("mombasa", 3)}),
    "1 diamond step and 1 step of saint-louis": frozenset(
        {printed.BonusSteps("diamonds", 1), printed.BonusSteps("saint-louis", 1)}
    ),
}


@stated("start-ten", "components", "starting_tiles")
def _ten(components: ComponentSet) -> Findings:
    if (seen := len(components.starting_tiles)) != TILES:
        yield across("starting_tiles", "starting_tiles.tile-count", seen=seen, tiles=TILES)


each("start-rest", "setup-start", "starting_tiles",
     "starting_tiles.rest-count",
     lambda tile: (len(tile.rest) != len(COLOURED_SLOTS) or len(set(tile.rest)) != len(tile.rest))
     and {"seen": f"{', '.join(tile.rest) or 'nothing':.90}"})  # fmt: skip


@stated("start-rest-known", "setup-start", "cards starting_tiles")
def _rest_known(components: ComponentSet) -> Findings:
    for tile in components.starting_tiles:
        for card in tile.rest:
            if card not in components.card:
                yield at(tile, "starting_tiles.no-card", card=f"{card:.40}")
            elif not is_starting(components.card[card]):
                yield at(tile, "starting_tiles.not-starting-card", card=card)


@stated("start-book", "setup-starting-tile", "starting_tiles")
def _books(components: ComponentSet) -> Findings:
    for tile in components.starting_tiles:
        if (seen := len(tile.requires)) not in REQUIREMENTS:
            yield at(tile, "starting_tiles.requirement-count", seen=seen)
        if tile.reward == printed.Reward():
            yield at(tile, "starting_tiles.gives-nothing")


each("start-points-1-to-3", "bookkeeping-points", "starting_tiles",
     "amounts.points-range",
     lambda tile: most_points(tile.reward.points))  # fmt: skip


@stated("start-bonus", "setup-start", "starting_tiles")
def _bonus(components: ComponentSet) -> Findings:
    for tile in components.starting_tiles:
        tracks = [steps.track for steps in tile.bonus]
        if len(tracks) not in BONUS_TRACKS or len(set(tracks)) != len(tracks):
            seen = ", ".join(tracks) or say("components.starting_tiles.no-track")
            yield at(tile, "starting_tiles.bonus-tracks", seen=f"{seen:.60}")


@stated("start-bonus-shown", "setup-start", "starting_tiles")
def _shown_bonuses(components: ComponentSet) -> Findings:
    seen = {frozenset(tile.bonus) for tile in components.starting_tiles}
    for words, wanted in SHOWN_BONUSES.items():
        if wanted not in seen:
            yield across("starting_tiles", "starting_tiles.no-bonus", words=words)


counted("start-first-game", "setup-starting-tile", "starting_tiles",
        "starting_tiles.seat-tiles",
        dict.fromkeys(range(1, max(PLAYER_COUNTS) + 1), 1), lambda tile: tile.first_game_seat,
        "seat")  # fmt: skip
