"""What is stated about the card display and the book display."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Final

from referee.components.set_invariant import across, stated
from referee.game.component_set import ComponentSet
from referee.game.components import GoodsCard
from referee.game.ids import BOOK_LETTERS, CARD_LETTERS
from referee.game.limits import ROUNDS
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

CARD_ROWS: Final = 4
CARD_COLUMNS: Final = 3
FIRST_CARDS: Final = ("AAAA", "AAAA", "ABBB")
"""The letters of the columns from right to left after the first dealing, top to bottom."""

EXAMPLE_PRICE: Final = 3
EXAMPLE_UNITS: Final = 2
BOOK_ROWS: Final = 2
FIRST_COIN_ROUND: Final = 2
BOOK_SPACES_OF_A_LETTER: Final = 4


def _card_spaces(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter((space.row, space.column) for space in components.card_spaces)
    wanted = set(product(range(1, CARD_ROWS + 1), range(1, CARD_COLUMNS + 1)))
    yield from _grid("card_spaces", "column", seen, wanted)


def _book_spaces(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter((space.row, space.round) for space in components.book_spaces)
    wanted = set(product(range(1, BOOK_ROWS + 1), range(FIRST_COIN_ROUND, ROUNDS + 1)))
    yield from _grid("book_spaces", "round", seen, wanted)


def _grid(
    table: str, across_word: str, seen: Counter[tuple[int, int]], wanted: set[tuple[int, int]]
) -> Iterator[EntryFinding]:
    for row, number in sorted(wanted | set(seen)):
        expected = int((row, number) in wanted)
        if seen[row, number] != expected:
            problem = say(
                "components.displays.spaces-in-row",
                seen=seen[row, number],
                row=row,
                across_word=across_word,
                number=number,
            )
            yield across(
                table, say("components.displays.expected", problem=problem, expected=expected)
            )


def _first_cards(components: ComponentSet) -> Iterator[EntryFinding]:
    letters = Counter(card.letter for card in components.cards)
    stack = "".join(letter * letters[letter] for letter in CARD_LETTERS)
    rows = Counter(space.column for space in components.card_spaces)
    for column, expected in zip(sorted(rows, reverse=True), FIRST_CARDS, strict=False):
        dealt, stack = stack[: rows[column]], stack[rows[column] :]
        if dealt != expected:
            problem = say(
                "components.displays.column-is-first-dealt",
                column=column,
                dealt=f"{dealt or 'nothing':.40}",
            )
            yield across(
                "card_spaces",
                say("components.displays.the-setup-expects", problem=problem, expected=expected),
            )


def _price(components: ComponentSet) -> Iterator[EntryFinding]:
    crates = {space.crate for space in components.card_spaces}
    for good in ("bananas", "coffee"):
        if not any(
            EXAMPLE_PRICE - card.crate in crates
            for card in components.cards
            if isinstance(card, GoodsCard)
            and card.letter
            and card.good == good
            and card.units == EXAMPLE_UNITS
        ):
            problem = say("components.displays.no-2-unit-card-can", good=good)
            yield across("card_spaces", problem)


def _letters(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(space.letter for space in components.book_spaces)
    for letter in BOOK_LETTERS:
        if seen[letter] != BOOK_SPACES_OF_A_LETTER:
            problem = say("components.displays.spaces-of-letter", seen=seen[letter], letter=letter)
            yield across(
                "book_spaces",
                say(
                    "components.displays.expected-2",
                    problem=problem,
                    book_spaces_of_a_letter=BOOK_SPACES_OF_A_LETTER,
                ),
            )


STATEMENTS = (
    stated(
        "display-cards",
        "setup-card-display",
        "card_spaces",
        _card_spaces,
    ),
    stated(
        "display-first-cards",
        "setup-card-display",
        "cards card_spaces",
        _first_cards,
    ),
    stated(
        "display-price-3",
        "goods-acquire",
        "cards card_spaces",
        _price,
    ),
    stated(
        "display-books",
        "preparation-coins",
        "book_spaces",
        _book_spaces,
    ),
    stated(
        "display-book-letters",
        "setup-books",
        "book_spaces",
        _letters,
    ),
)
