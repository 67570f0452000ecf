"""Random player boards and displays, and the coins of the round track."""

from random import Random
from typing import Final

from referee.components.generate.chances import numbered, rising, shuffled
from referee.components.statements.displays import (
    BOOK_ROWS,
    BOOK_SPACES_OF_A_LETTER,
    CARD_COLUMNS,
    CARD_ROWS,
    FIRST_COIN_ROUND,
)
from referee.components.statements.player_board import FIRST_FREE_STEP
from referee.components.statements.rounds import COINS
from referee.game.components import (
    BookSpace,
    BookTrack,
    CardSpace,
    DiamondTrack,
    RoundCoins,
    TrackValue,
)
from referee.game.ids import BOOK_LETTERS, BookSpaceId
from referee.game.limits import ROUNDS
from referee.game.messages.speech import say

SOURCE: Final = "reconstructed"
MOST_CRATE: Final = 3


def random_diamond_track(rng: Random) -> DiamondTrack:
    """Return a diamond track."""
    last = rng.randint(12, 30)
    return DiamondTrack(
        last=last, slot_at=rng.randint(3, last), values=_values(rng, last), source=SOURCE
    )


def random_book_track(rng: Random) -> BookTrack:
    """Return a bookkeeping track."""
    last = rng.randint(8, 18)
    crossed_out = rising(rng, FIRST_FREE_STEP, last, rng.randint(1, last // 2))
    return BookTrack(
        last=last,
        slot_at=rng.randint(2, last),
        values=_values(rng, last),
        crossed_out=tuple(crossed_out),
        source=SOURCE,
    )


def _values(rng: Random, last: int) -> tuple[TrackValue, ...]:
    number = rng.randint(3, 8)
    steps = rising(rng, 1, last, number)
    return tuple(map(TrackValue, steps, (5 * fives for fives in rising(rng, 1, 14, number))))


def random_card_spaces(rng: Random) -> tuple[CardSpace, ...]:
    """Return the spaces of the card display with their crate values."""
    return shuffled(
        rng,
        [
            CardSpace(row=row, column=column, crate=rng.randint(0, MOST_CRATE), source=SOURCE)
            for row in range(1, CARD_ROWS + 1)
            for column in range(1, CARD_COLUMNS + 1)
        ],
    )


def random_book_spaces(rng: Random) -> tuple[BookSpace, ...]:
    """Return the spaces of the book display with their letters."""
    letters = iter(shuffled(rng, BOOK_LETTERS * BOOK_SPACES_OF_A_LETTER))
    ids = iter(numbered(rng, ("shelf", "b", "D"), len(BOOK_LETTERS) * BOOK_SPACES_OF_A_LETTER))
    return shuffled(
        rng,
        [
            BookSpace(
                id=BookSpaceId(next(ids)),
                letter=next(letters),
                row=row,
                round=number,
                source=SOURCE,
            )
            for row in range(1, BOOK_ROWS + 1)
            for number in range(FIRST_COIN_ROUND, ROUNDS + 1)
        ],
    )


def round_coins() -> tuple[RoundCoins, ...]:
    """Return the coins of the round track, which the rulebook tells."""
    return tuple(
        RoundCoins(
            players=players,
            coins=coins,
            source=say("components.board.rulebook-en-setup-round-track"),
        )
        for players, coins in COINS.items()
    )
