"""Runs commands and renders as a console of a given width does."""

from io import StringIO

from click.testing import CliRunner, Result
from rich.console import Console, RenderableType

from referee.cli.main import main


def run(*arguments: str, env: dict[str, str] | None = None, given: bytes | None = None) -> Result:
    """Return what `referee` with these arguments prints and exits with, `given` this to read."""
    return CliRunner().invoke(main, arguments, prog_name="referee", env=env, input=given)


def shown(renderable: RenderableType, width: int) -> list[str]:
    """Return the lines that a console of this width shows, without the room at their ends."""
    console = Console(file=StringIO(), width=width, markup=False, emoji=False, highlight=False)
    with console.capture() as captured:
        console.print(renderable)
    return [line.rstrip() for line in captured.get().splitlines()]
