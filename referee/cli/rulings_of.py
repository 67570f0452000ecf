"""The option that judges a game by the answers of an edition."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from referee.cli.console import show
from referee.cli.render.layout import said
from referee.game.citations import EDITIONS, Edition
from referee.game.edition_answers import answers_of
from referee.game.messages.speech import say

F = TypeVar("F", bound=Callable[..., Any])


def rulings_of_option(command: F) -> F:
    """Add the option that names the edition."""
    return click.option("--rulings-of", type=click.Choice(EDITIONS))(command)


def tell_answers(edition: Edition) -> None:
    """Show which answers an edition gives, and that games are judged by them."""
    told = " ".join(f"{ruling}={answer}" for ruling, answer in answers_of(edition).items())
    show(said(say("commands.rulings_of.judged-by", edition=edition, answers=told)))
