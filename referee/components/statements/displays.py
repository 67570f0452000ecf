"""What is stated about the card display, the book display and the round track."""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Final

from referee.components.set_invariant import Findings, across, counted, each, stated
from referee.core.component_set import ComponentSet
from referee.core.components import GoodsCard
from referee.core.ids import BOOK_LETTERS, CARD_LETTERS
from referee.core.limits import PLAYER_COUNTS, ROUNDS

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
            facts = {"column": column, "dealt": f"{dealt or 'nothing':.40}", "expected": expected}
            yield across("card_spaces", "displays.first-deal", **facts)


def _grid(
    table: str, across_word: str, seen: Counter[tuple[int, int]], wanted: set[tuple[int, int]]
) -> Findings:
    for row, number in sorted(wanted | set(seen)):
        expected = int((row, number) in wanted)
        if (there := seen[row, number]) != expected:
            facts = {"seen": there, "row": row, "number": number, "expected": expected}
            yield across(table, "displays.row-spaces", across=across_word, **facts)


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
            yield across("card_spaces", "displays.no-price-3", good=good)


@stated("display-books", "preparation-coins", "book_spaces")
def _book_spaces(components: ComponentSet) -> Findings:
    seen = Counter((space.row, space.round) for space in components.book_spaces)
    wanted = set(product(range(1, BOOK_ROWS + 1), range(FIRST_COIN_ROUND, ROUNDS + 1)))
    yield from _grid("book_spaces", "round", seen, wanted)


counted("display-book-letters", "setup-books", "book_spaces", "displays.letter-spaces",
        dict.fromkeys(BOOK_LETTERS, BOOK_SPACES_OF_A_LETTER), lambda space: space.letter,
        "letter")  # fmt: skip

COINS: Final[Mapping[int, tuple[int, ...]]] = {
    2: (1, 1, 1, 1, 1, 1),
    3: (2, 1, 2, 1, 2, 1),
    4: (2, 2, 2, 2, 2, 2),
}
"""The coins on the spaces 2 to 7, by number of players."""

counted("rounds-players", "setup-round-track", "round_coins", "rounds.row-count",
        dict.fromkeys(PLAYER_COUNTS, 1), lambda row: row.players, "players")  # fmt: skip
each("rounds-coins", "setup-round-track", "round_coins", "rounds.coins",
     lambda row: row.coins != COINS[row.players]
     and {"seen": f"{' '.join(map(str, row.coins)) or 'none':.40}",
          "wanted": " ".join(map(str, COINS[row.players]))})  # fmt: skip
