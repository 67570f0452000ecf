"""No answer: said in words, or as JSON where that was asked for, and an exit code."""

from collections.abc import Mapping
from typing import NoReturn

import click
from rich.console import RenderableType

from referee.cli.console import show, show_json


def refuse(kind: str, message: str, code: int, *, page: RenderableType) -> NoReturn:
    """Say why there is no answer, and exit; `page` is how a person reads it."""
    _refuse({"kind": kind, "message": message}, page, code)


def _refuse(error: Mapping[str, object], page: RenderableType, code: int) -> NoReturn:
    if click.get_current_context().params.get("as_json"):
        show_json({"error": error})
    else:
        show(page)
    raise click.exceptions.Exit(code)
