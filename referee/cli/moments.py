"""The option that names a moment of a recorded game."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from referee.api.errors import MisuseError
from referee.api.games import At, moment_named
from referee.cli.shell import moments

F = TypeVar("F", bound=Callable[..., Any])


def _moment(_: click.Context, __: click.Parameter, given: str | None) -> At | None:
    if given is None:
        return None
    try:
        return moment_named(given)
    except MisuseError as error:
        raise click.BadParameter(error.message) from error


def at_option(command: F) -> F:
    """Add the option `--at`."""
    option = click.option("--at", metavar="ADDRESS", callback=_moment, shell_complete=moments)
    return option(command)
