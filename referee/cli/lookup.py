"""Finds what a person means by an id, and says what else it might have been."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TypeVar

import click

Thing = TypeVar("Thing")


def look_up(what: str, asked: str, known: Mapping[str, Thing], listing: str | None = None) -> Thing:
    """Return the thing that `asked` names, in any case; a misuse with a guess if none does.

    `listing` is the command that lists all of them, if it is not called after the thing.
    """
    by_name = {name.casefold(): (name, thing) for name, thing in known.items()}
    if found := by_name.get(asked.casefold()):
        return found[1]
    near = get_close_matches(asked.casefold(), by_name, n=3, cutoff=0.6)
    guess = f"did you mean {' or '.join(by_name[name][0] for name in near)}?" if near else ""
    every = f"`referee {listing or f'{what}s'}` lists all of them"
    raise click.UsageError(f"there is no {what} {asked!r:.60}; {guess or every}")
