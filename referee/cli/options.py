"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from referee.api.errors import MisuseError
from referee.api.games import At, moment_named
from referee.cli.console import show
from referee.cli.render.layout import said
from referee.cli.shell import moments
from referee.core.citations import EDITIONS, Edition
from referee.core.rulings import answers_of
from referee.i18n.speech import say

# The option that names a moment of a recorded game ------------------------------------------------
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


# The option that judges a game by the answers of an edition ---------------------------------------
def rulings_of_option(command: F) -> F:
    """Add the option that names the edition."""
    return click.option("--rulings-of", type=click.Choice(EDITIONS))(command)


def tell_answers(edition: Edition) -> None:
    """Show which answers an edition gives, and that games are judged by them."""
    told = " ".join(f"{ruling}={answer}" for ruling, answer in answers_of(edition).items())
    show(said(say("commands.rulings_of.judged-by", edition=edition, answers=told)))
