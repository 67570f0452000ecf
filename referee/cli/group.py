"""The group of all commands: whatever happens in one of them, a person can read it."""

import os
import sys
import traceback
from io import TextIOWrapper
from typing import IO, Any, Final

import click
from msgspec import to_builtins

from referee.api.errors import RefereeError
from referee.api.positions import ImpossibleTableError
from referee.cli.console import forget_output, show, show_json
from referee.cli.exits import INTERRUPTED, MISUSED, NO, PIPE_CLOSED, UNDECIDED
from referee.cli.render.layout import printable
from referee.cli.render.problems import error_page

DEBUG: Final = "REFEREE_DEBUG"
"""Set to 1 in the environment it shows where in the referee a fault lies."""


class FaultError(click.ClickException):
    """Something went wrong that no input should be able to bring about."""

    exit_code = UNDECIDED

    def __init__(self, error: Exception) -> None:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        super().__init__(printable(f"this is a fault of the referee, not of your file: {said}"))
        self.error = error

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message, and the traceback if the environment asks for it."""
        if os.environ.get(DEBUG) == "1":
            click.echo(printable("".join(traceback.format_exception(self.error))), file, err=True)
            click.echo(self.message, file=file, err=True)
        else:
            click.echo(f"{self.message}\n{DEBUG}=1 shows where.", file=file, err=True)


class CommandGroup(click.Group):
    """Commands that end with an answer, a misuse or a fault, never with a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was named."""
        for stream in (sys.stdout, sys.stderr):
            # A character that the terminal does not have must not cost the whole answer.
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            raise _harmless(error) from error.__cause__
        except click.exceptions.Exit:
            raise
        except (KeyboardInterrupt, click.Abort):
            click.echo("\ninterrupted", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            forget_output()
            ctx.exit(PIPE_CLOSED)
        except RefereeError as error:
            ctx.exit(_refused(error))
        except Exception as error:
            raise FaultError(error) from error


def _refused(error: RefereeError) -> int:
    """Say why there is no answer, and return the exit code."""
    if "--json" in sys.argv or click.get_current_context().params.get("as_json"):
        show_json({"error": to_builtins(error.to_answer())})
    elif error.kind in ("file", "no-answer"):
        show(error_page(error))
    else:
        raise _harmless(click.UsageError(error.message)) from error
    if isinstance(error, ImpossibleTableError):
        return NO
    return MISUSED if error.kind in ("file", "misuse", "program") else UNDECIDED


def _harmless(error: click.ClickException) -> click.ClickException:
    """Return an error whose message, which may quote a file, does nothing to a terminal."""
    vars(error)["message"] = printable(error.message)
    return error
