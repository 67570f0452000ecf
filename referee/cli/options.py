"""What the commands are given: files, folders, numbers, choices, and the options they share."""

import os
from collections.abc import Callable, Collection, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from referee.api.errors import UsageError
from referee.cli import shell
from referee.cli.help import Argument, Option, click_words
from referee.cli.output import remark
from referee.core.citations import EDITIONS
from referee.core.shipped_files import shipped_path
from referee.i18n.speech import say

option: Final = partial(click.option, cls=Option)
argument: Final = partial(click.argument, cls=Argument)
A = TypeVar("A", bound=Callable[..., Any] | click.Command)
GIVEN: Final = ParameterSource.COMMANDLINE


# Numbers and words, with the errors of the language -----------------------------------------------
class _Number(click.ParamType):  # type: ignore[type-arg]  # only newer versions have one
    """A number, which may have bounds."""

    number: Callable[[Any], float] = int

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401
        """Return the number; refuse what is none, or is out of bounds."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            raise click.BadParameter(self._wrong(value), ctx, param) from error

    def _wrong(self, value: Any) -> str:  # noqa: ANN401 - as above
        try:
            number = type(self).number(value)
        except ValueError:
            kind = click_words(self.name.replace(" ", "-"))
            return click_words("not-a-valid", value=value, number_type=kind)
        return click_words("not-in-range", value=number, range=self._bounds())

    def _bounds(self) -> str:
        if not isinstance(self, click.IntRange | click.FloatRange):
            return ""
        if self.max is None:
            return f"x{'>' if self.min_open else '>='}{self.min}"
        return f"{self.min}{'<' if self.min_open else '<='}x<={self.max}"


class Integer(_Number, click.types.IntParamType):
    """A whole number."""


class IntRange(_Number, click.IntRange):
    """A whole number between bounds."""


class FloatRange(_Number, click.FloatRange):
    """Any number between bounds."""

    number = float


class Choice(click.Choice):  # type: ignore[type-arg]  # only newer versions have one
    """One of some words."""

    def get_missing_message(
        self,
        param: click.Parameter,  # noqa: ARG002 - as click has it
        ctx: click.Context | None,
    ) -> str:
        """Return what could have been given."""
        return click_words("choose-from", choices=",\n\t".join(self._words(ctx)))

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Return what was given, and what could have been."""
        choices = ", ".join(map(repr, self._words(ctx)))
        key = "not-a-choice" if len(self.choices) == 1 else "not-one-of"
        return click_words(key, value=value, choice=choices, choices=choices)

    def _words(self, ctx: click.Context | None) -> list[str]:
        return [self.normalize_choice(choice, ctx) for choice in self.choices]


# Files and folders --------------------------------------------------------------------------------
class NoFileError(click.BadParameter):
    """There is no such file, or it is none."""


class FilePath(click.Path):
    """A file or a folder."""

    def __init__(self, **wanted: bool) -> None:
        super().__init__(path_type=Path, **wanted)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - an address is no path
        """Return the path; refuse one that is not of the kind that is wanted."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            path = Path(value)
            wrong = "not-readable"
            if not path.exists():
                wrong = "does-not-exist"
            elif path.is_dir() and not self.dir_okay:
                wrong = "is-a-directory"
            elif path.is_file() and not self.file_okay:
                wrong = "is-a-file"
            kind = click_words("path")
            if self.file_okay != self.dir_okay:
                kind = click_words("file" if self.file_okay else "directory")
            words = click_words(wrong, name=kind.title(), filename=click.format_filename(value))
            raise NoFileError(words, ctx, param) from error


class Readable(FilePath):
    """A file or folder that is there, or one of those that come with the referee.

    A name such as `games/four-players.mgn` means the shipped file where no other is there.
    """

    def __init__(
        self,
        *,
        file_okay: bool = True,
        dir_okay: bool = True,
        allow_dash: bool = True,
        with_addresses: bool = False,
    ) -> None:
        dash = allow_dash and file_okay
        super().__init__(exists=True, file_okay=file_okay, dir_okay=dir_okay, allow_dash=dash)
        self._with_addresses = with_addresses

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as above
        """Return the path, or that of the shipped file; which of the two is told if it is that."""
        if self._with_addresses and "://" in str(value):
            return value
        path = Path(value)
        found = None if str(path) == "-" else shipped_path(path)
        if found is not None and not (ctx is not None and ctx.resilient_parsing):
            remark(say("commands.parameters.found-elsewhere", path=path, shipped=found))
        return Path(super().convert(found or value, param, ctx))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the shipped games that begin with what was typed, or leave it to the shell."""
        found = shell.shipped_files(incomplete) if self.file_okay else []
        return found or super().shell_complete(ctx, param, incomplete)


class _SetFolder(Readable):
    """The folder of a component set."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the folders with a set that begin with what was typed, or any folder."""
        found = shell.set_folders(incomplete)
        return found or super().shell_complete(ctx, param, incomplete)


class PictureFile(FilePath):
    """A file to draw into, of a kind that its ending names."""

    def __init__(self, *endings: str) -> None:
        super().__init__()
        self._endings = endings

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        """Return the path; refuse it if its ending is none of a picture."""
        path = Path(super().convert(value, param, ctx))
        if path.suffix.lower() not in self._endings:
            words = say("commands.picture.ending", path=path, endings=self._endings)
            self.fail(words, param, ctx)
        return path


FILE: Final = Readable(dir_okay=False)
"""A file, or - for standard input."""

FILES: Final = Readable()
"""A file, a folder, or - for standard input."""

CORPUS: Final = Readable(with_addresses=True)
"""The same, or the address of files in an object store."""

NAMED_FILE: Final = Readable(dir_okay=False, allow_dash=False)
FOLDER: Final = Readable(file_okay=False)
SET_FOLDER: Final = _SetFolder(file_okay=False)

OUTPUT: Final = FilePath(allow_dash=True)
"""Where something is written; whether it can be is found out, and told, when that is tried."""


def listed_files(paths: Iterable[Path | str], suffixes: Collection[str] = ()) -> tuple[Any, ...]:
    """Return the files and addresses that are named, and tell how many of folders were left out."""
    # Whoever names one file waits for no list.
    from referee.api.record_forms import RECORDS, list_files  # noqa: PLC0415

    listing = list_files(paths, suffixes or RECORDS)
    for left_out in listing.left_out:
        if left_out.special:
            n = left_out.special
            remark(say("commands.sources.left-out-special", folder=left_out.folder, n=n))
        if left_out.other_json:
            n = left_out.other_json
            remark(say("commands.sources.left-out-json", folder=left_out.folder, n=n))
    return listing.everything


def refuse(why: str, other: str, *names: str) -> None:
    """Refuse the first of some options that was given: it needs another one, or clashes with it."""
    context = click.get_current_context()
    for parameter in context.command.params:
        if parameter.name in names and context.get_parameter_source(parameter.name) is GIVEN:
            words = say(f"commands.options.{why}", option=parameter.opts[-1], other=other)
            raise click.UsageError(words)


# The options that commands share ------------------------------------------------------------------
def _moment(_: click.Context, __: click.Parameter, given: str | None) -> object:
    if given is None:
        return None
    # A command with this option has imported it.
    from referee.api.games import moment_named  # noqa: PLC0415

    try:
        return moment_named(given)
    except UsageError as error:
        raise click.BadParameter(error.message) from error


def _objective(_: click.Context, __: click.Parameter, given: str) -> str:
    from referee.api.optima import read_objective  # noqa: PLC0415 - as above

    try:
        read_objective(given)
    except UsageError as error:
        raise click.BadParameter(error.message) from error
    return given


def setting(name: str, otherwise: object = None) -> Callable[[], object]:
    """Return the default of an option that the settings of a reader may have."""

    def default() -> object:
        found = (click.get_current_context().obj or {}).get(name)
        return otherwise if found is None else found[0]

    return default


file: Final = argument("file", metavar="FILE", type=FILE)
at: Final = option("--at", metavar="ADDRESS", callback=_moment, shell_complete=shell.moments)
books: Final = option("--books", "with_books", is_flag=True)
components: Final = option("--set", "components", type=SET_FOLDER, default=setting("set"))
output: Final = option("-o", "--output", type=OUTPUT)
picture: Final = option("--picture", metavar="FILE", type=PictureFile(".svg", ".png", ".html"))
rulings_of: Final = option("--rulings-of", type=Choice(EDITIONS))

# Of whoever asks for something best, and of those who share their work among processes.
objective: Final = option(
    "--objective",
    metavar="OBJECTIVE",
    default="net-worth",
    show_default=True,
    callback=_objective,
    shell_complete=shell.objectives,
)
jobs: Final = option("-j", "--jobs", type=IntRange(1, 64), default=1)
cores: Final = option(
    "-j",
    "--jobs",
    type=IntRange(1, 64),
    default=lambda: os.cpu_count() or 1,
    show_default="one per core",
)


def seed(**bounds: Any) -> Callable[[A], A]:  # noqa: ANN401 - as click has it
    """Return the option of the number from which everything random follows."""
    return option("--seed", type=Integer(), **bounds)


# Limits of time, in seconds, and of what is listed, each with the bounds of its command -----------
def timeout(per: str = "", **bounds: Any) -> Callable[[A], A]:  # noqa: ANN401 - as click has it
    """Return the option that ends the work of a command, or that on each part of it."""
    bounds = {"type": FloatRange(0, min_open=True), "metavar": "SECONDS", **bounds}
    return option(f"--timeout-per-{per}" if per else "--timeout", **bounds)


def max_items(least: int = 1, **bounds: Any) -> Callable[[A], A]:  # noqa: ANN401 - as above
    """Return the option that says how many to list."""
    return option("-n", "--max", "max_items", type=IntRange(least), metavar="N", **bounds)
