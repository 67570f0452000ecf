"""Finds what a person means by an id; what nobody has is a misuse of the command."""

from collections.abc import Mapping
from typing import TypeVar

import click

from referee.api import names
from referee.api.errors import MisuseError

Thing = TypeVar("Thing")


def look_up(what: str, asked: str, known: Mapping[str, Thing], listing: str | None = None) -> Thing:
    """Return the thing that `asked` names, as `referee.api.names` finds it."""
    try:
        return names.look_up(what, asked, known, listing)
    except MisuseError as error:
        raise click.UsageError(error.message) from error
