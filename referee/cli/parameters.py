"""What the commands take for a file, a folder or a place to write to."""

import os
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem

from referee.cli.output import remark
from referee.core.shipped_files import shipped_path
from referee.i18n.speech import say


class NoFileError(click.BadParameter):
    """There is no such file, or it is none."""


class Readable(click.Path):
    """A file or folder that is there, or one of those that come with the referee.

    A name such as `games/four-players.mgn` means the shipped file where no other is there.
    """

    def __init__(
        self, *, file_okay: bool = True, dir_okay: bool = True, allow_dash: bool = True
    ) -> None:
        super().__init__(
            exists=True,
            file_okay=file_okay,
            dir_okay=dir_okay,
            allow_dash=allow_dash and file_okay,
            path_type=Path,
        )

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        """Return the path, or that of the shipped file; which of the two is told if it is that."""
        path = Path(value)
        found = None if str(path) == "-" else shipped_path(path)
        if found is not None and not (ctx is not None and ctx.resilient_parsing):
            remark(say("commands.parameters.is-not-here-this-is", path=path, found=found))
        try:
            return Path(os.fsdecode(super().convert(found or value, param, ctx)))
        except click.BadParameter as error:
            raise NoFileError(error.message, ctx, param) from error

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the shipped games that begin with what was typed, or leave it to the shell."""
        from referee.cli.shell import shipped_files  # noqa: PLC0415 - only for a shell

        found = shipped_files(incomplete) if self.file_okay else []
        return found or super().shell_complete(ctx, param, incomplete)


FILE: Final = Readable(dir_okay=False)
"""A file, or - for standard input."""

FILES: Final = Readable()
"""A file, a folder, or - for standard input."""


class Corpus(click.ParamType):  # type: ignore[type-arg]  # only newer versions have one
    """The same, or the address of files in an object store."""

    name = FILES.name

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path | str:
        """Return the path, or an address as it is."""
        if isinstance(value, str) and "://" in value:
            return value
        return FILES.convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return what is completed for a file or a folder."""
        return FILES.shell_complete(ctx, param, incomplete)


CORPUS: Final = Corpus()

NAMED_FILE: Final = Readable(dir_okay=False, allow_dash=False)

FOLDER: Final = Readable(file_okay=False)


class SetFolder(Readable):
    """The folder of a component set."""

    def __init__(self) -> None:
        super().__init__(file_okay=False)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the folders with a set that begin with what was typed, or any folder."""
        from referee.cli.shell import set_folders  # noqa: PLC0415 - only for a shell

        found = set_folders(incomplete)
        return found or super().shell_complete(ctx, param, incomplete)


SET_FOLDER: Final = SetFolder()

OUTPUT: Final = click.Path(path_type=Path, allow_dash=True)
"""Where something is written; whether it can be is found out, and told, when that is tried."""
