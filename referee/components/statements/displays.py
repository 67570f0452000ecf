"""What is stated about the card display, the book display and the round track."""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Final

from referee.components.set_invariant import Findings, across, at, stated
from referee.core.component_set import ComponentSet
from referee.core.components import GoodsCard
from referee.core.ids import BOOK_LETTERS, CARD_LETTERS
from referee.core.limits import PLAYER_COUNTS, ROUNDS
from referee.i18n.speech import say

CARD_ROWS: Final = 4
CARD_COLUMNS: Final = 3
FIRST_CARDS: Final = ("AAAA", "AAAA", "ABBB")
"""The letters of the columns from right to left after the first dealing, top to bottom."""

EXAMPLE_PRICE: Final = 3
EXAMPLE_UNITS: Final = 2
BOOK_ROWS: Final = 2
FIRST_COIN_ROUND: Final = 2
BOOK_SPACES_OF_A_LETTER: Final = 4


@stated("display-cards", "setup-card-display", "card_spaces")
def _card_spaces(components: ComponentSet) -> Findings:
    seen = Counter((space.row, space.column) for space in components.card_spaces)
    wanted = set(product(range(1, CARD_ROWS + 1), range(1, CARD_COLUMNS + 1)))
    yield from _grid("card_spaces", "column", seen, wanted)


@stated("display-first-cards", "setup-card-display", "cards card_spaces")
def _first_cards(components: ComponentSet) -> Findings:
    letters = Counter(card.letter for card in components.cards)
    stack = "".join(letter * letters[letter] for letter in CARD_LETTERS)
    rows = Counter(space.column for space in components.card_spaces)
    for column, expected in zip(sorted(rows, reverse=True), FIRST_CARDS, strict=False):
        dealt, stack = stack[: rows[column]], stack[rows[column] :]
        if dealt != expected:
            yield across(
                "card_spaces",
                "displays.the-setup-expects",
                problem=say(
                    "components.displays.column-is-first-dealt",
                    column=column,
                    dealt=f"{dealt or 'nothing':.40}",
                ),
                expected=expected,
            )


def _grid(
    table: str, across_word: str, seen: Counter[tuple[int, int]], wanted: set[tuple[int, int]]
) -> Findings:
    for row, number in sorted(wanted | set(seen)):
        expected = int((row, number) in wanted)
        if seen[row, number] != expected:
            yield across(
                table,
                "displays.expected",
                problem=say(
                    "components.displays.spaces-in-row",
                    seen=seen[row, number],
                    row=row,
                    across_word=across_word,
                    number=number,
                ),
                expected=expected,
            )


@stated("display-price-3", "goods-acquire", "cards card_spaces")
def _price(components: ComponentSet) -> Findings:
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
            yield across("card_spaces", "displays.no-2-unit-card-can", good=good)


@stated("display-books", "preparation-coins", "book_spaces")
def _book_spaces(components: ComponentSet) -> Findings:
    seen = Counter((space.row, space.round) for space in components.book_spaces)
    wanted = set(product(range(1, BOOK_ROWS + 1), range(FIRST_COIN_ROUND, ROUNDS + 1)))
    yield from _grid("book_spaces", "round", seen, wanted)


@stated("display-book-letters", "setup-books", "book_spaces")
def _letters(components: ComponentSet) -> Findings:
    seen = Counter(space.letter for space in components.book_spaces)
    for letter in BOOK_LETTERS:
        if seen[letter] != BOOK_SPACES_OF_A_LETTER:
            yield across(
                "book_spaces",
                "displays.expected-2",
                problem=say(
                    "components.displays.spaces-of-letter", seen=seen[letter], letter=letter
                ),
                book_spaces_of_a_letter=BOOK_SPACES_OF_A_LETTER,
            )


COINS: Final[Mapping[int, tuple[int, ...]]] = {
    2: (1, 1, 1, 1, 1, 1),
    3: (2, 1, 2, 1, 2, 1),
    4: (2, 2, 2, 2, 2, 2),
}
"""The coins on the spaces 2 to 7, by number of players."""


@stated("rounds-players", "setup-round-track", "round_coins")
def _counts(components: ComponentSet) -> Findings:
    seen = Counter(row.players for row in components.round_coins)
    for players in PLAYER_COUNTS:
        if seen[players] != 1:
            yield across(
                "round_coins",
                "rounds.rows-of-coins-for-players",
                seen=seen[players],
                players=players,
            )


@stated("rounds-coins", "setup-round-track", "round_coins")
def _coins(components: ComponentSet) -> Findings:
    for row in components.round_coins:
        if row.coins != (expected := COINS[row.players]):
            seen, wanted = " ".join(map(str, row.coins)), " ".join(map(str, expected))
            yield at(
                row, "rounds.the-coins-are-expected", seen=f"{seen or 'none':.40}", wanted=wanted
            )
