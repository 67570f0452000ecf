"""What is wrong in a file that somebody wrote: where it stands, and what was probably meant."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee.i18n.speech import named, one_by_one, say

KeyPath = tuple[str | int, ...]
"""The keys of TOML, and numbers from 0 within lists, that lead to a value."""

ProblemKind = Literal["unreadable", "impossible"]
"""A word that means nothing, or a table that no game can show."""


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Where in its file something stands, both counted from 1; 0 is nowhere."""

    line: int = 0
    column: int = 0


NOWHERE = Place()


class Problem(Struct, frozen=True):
    """One thing that is wrong in a record, a position, or a component set."""

    message: str
    """What was seen and what was expected."""
    at: Place = NOWHERE
    guess: tuple[str, ...] = ()
    """What may have been meant."""
    line: str = ""
    """The line it stands in."""
    path: KeyPath = ()
    """The keys that lead to the value, if the file has keys."""
    kind: ProblemKind = "unreadable"

    @property
    def sentence(self) -> str:
        """The message, with the guess as a question."""
        return with_guess(self.keyed, self.guess)

    @property
    def keyed(self) -> str:
        """The message behind the key of the value."""
        return named(".".join(map(str, self.path)), self.message) if self.path else self.message


def with_guess(message: str, guess: Iterable[str]) -> str:
    """Return a message and, behind it, the question whether one of the guesses was meant."""
    if not (words := tuple(f"`{word}`" for word in guess)):
        return message
    return one_by_one((message, say("records.errors.did-you-mean", guess=words)))
