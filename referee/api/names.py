"""What a person means by an id, and what else it might have been."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from referee.api.errors import MisuseError
from referee.game.messages.speech import say

Thing = TypeVar("Thing")


def look_up(what: str, asked: str, known: Mapping[str, Thing], listing: str | None = None) -> Thing:
    """Return the thing that `asked` names, in any case; a `MisuseError` with a guess if none does.

    `listing` is the command that lists all of them, if it is not called after the thing.
    """
    by_name = {name.casefold(): thing for name, thing in known.items()}
    if found := by_name.get(asked.casefold()):
        return found
    guesses = near(asked, known)
    guess = say("answers.names.did-you-mean", guesses=tuple(guesses)) if guesses else ""
    every = say("answers.names.referee-lists-all-of-them", listing=listing or f"{what}s")
    raise MisuseError(
        say("answers.names.there-is-no", what=what, asked=f"{asked!r:.60}", guess=guess or every)
    )


def is_known(asked: str, known: Iterable[str]) -> bool:
    """Return whether `asked` names something, in any case."""
    return asked.casefold() in {name.casefold() for name in known}


def near(asked: str, known: Iterable[str]) -> list[str]:
    """Return up to three names that `asked` might have meant."""
    names = {name.casefold(): name for name in known}
    from difflib import get_close_matches  # noqa: PLC0415 - only for a name that nothing has

    found = get_close_matches(asked.casefold(), names, n=3, cutoff=0.6)
    return [names[name] for name in found]
