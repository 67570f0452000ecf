"""What cannot be read, where it stands, and what was probably meant."""

from collections.abc import Iterable
from itertools import islice

from msgspec import Struct

from referee.game.messages.speech import say, spoken
from referee.game.messages.spoken import listed as spoken_list
from referee.notation.record import Place

MOST_PROBLEMS = 20
"""So many are told of a file; after that it is probably no recorded game at all."""

LONGEST_WORD = 40
"""Characters of a word that a message repeats."""

LONGEST_SHOWN = 160
"""Characters of a line that are shown around a problem."""


MOST_COMPARED = 1_000
"""Words that one which means nothing is compared with."""


class Problem(Struct, frozen=True):
    """One thing that could not be read."""

    at: Place
    message: str
    """What was seen and what was expected."""
    guess: tuple[str, ...] = ()
    """What may have been meant."""
    line: str = ""
    """The line it stands in."""

    @property
    def sentence(self) -> str:
        """The message, with the guess as a question."""
        return f"{self.message}{did_you_mean(self.guess)}"


class UnreadableRecordError(Exception):
    """A record cannot be read; every problem found is in it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.sentence for problem in self.problems))


class WordError(Exception):
    """A word that means nothing, or too much, where it stands."""

    def __init__(self, message: str, column: int, guess: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.guess = guess


def did_you_mean(guess: tuple[str, ...]) -> str:
    """Return the guess as a question after a message."""
    return (
        say("records.errors.did-you-mean", guess=tuple(f"`{word}`" for word in guess))
        if guess
        else ""
    )


def near(word: str, known: Iterable[str], cutoff: float = 0.6) -> tuple[str, ...]:
    """Return up to three known words that look like `word` and are not it."""
    # Most records are read without a guess.
    from difflib import get_close_matches  # noqa: PLC0415

    said = word.casefold()
    others = [other for other in islice(known, MOST_COMPARED) if other.casefold() != said]
    return tuple(get_close_matches(said[:LONGEST_WORD], others, n=3, cutoff=cutoff))


def listed(words: Iterable[str], most: int = 8) -> str:
    """Return the words as one says them, cut short if there are many."""
    shown = [*words]
    if len(shown) > most:
        return say(
            "records.errors.or-more", shown=", ".join(shown[:most]), shown2=len(shown) - most
        )
    return spoken_list(shown, spoken(), "or") if shown else ""


def shown(text: str) -> str:
    """Return words of a record cut to a length that a message can bear."""
    return text if len(text) <= LONGEST_WORD else f"{text[: LONGEST_WORD - 1]}…"
