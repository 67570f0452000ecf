"""The option that draws what a command shows into a file."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from referee.api.tables import PossibleTables, Table
from referee.cli.output import remark
from referee.cli.sources import put
from referee.core.answer import Answer
from referee.i18n.speech import say

F = TypeVar("F", bound=Callable[..., Any])

ENDINGS: Final = (".svg", ".png", ".html")


class PictureFile(click.Path):
    """A file to draw into, of a kind that its ending names."""

    def __init__(self, *endings: str) -> None:
        super().__init__(path_type=Path)
        self._endings = endings or ENDINGS

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        """Return the path; refuse it if its ending is none of a picture."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if path.suffix.lower() not in self._endings:
            self.fail(
                say("commands.picture.does-not-end-in", path=path, endings=tuple(self._endings)),
                param,
                ctx,
            )
        return path


def picture_option(command: F) -> F:
    """Add the option that names the file of a picture."""
    return click.option(
        "--picture",
        metavar="FILE",
        type=PictureFile(),
    )(command)


def draw_into(file: Path | None, drawn: Table | PossibleTables | Answer) -> None:
    """Draw a table or an answer into a file, if one is named."""
    if file is None:
        return
    from referee.api.scenes import draw  # noqa: PLC0415 - most commands draw nothing

    put(file, draw(drawn).to_file(file.suffix))
    remark(say("commands.picture.drawn", file=file))
