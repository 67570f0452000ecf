"""The group of all commands: whatever happens in one of them, a person or a program can read it."""

import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from typing import Any, Final, NoReturn

import click

from referee.api.errors import (
    CompiledModulesError,
    ErrorAnswer,
    ImpossibleTableError,
    MisuseError,
    NoAnswerError,
    RefereeError,
    UnreadableError,
    UnwritableError,
)
from referee.cli.click_words import let_click_speak, translated
from referee.cli.exits import INTERRUPTED, MISUSED, NO, PIPE_CLOSED, UNDECIDED
from referee.cli.interrupts import interruptible
from referee.cli.language_option import chosen_language
from referee.cli.output import fitted, forget_output, printable, remark, show_json
from referee.cli.parameters import NoFileError
from referee.game.messages.speech import say, speaking

DEBUG: Final = "REFEREE_DEBUG"
"""Set to 1 in the environment it shows where in the referee a fault lies."""

REFUSED: Final = "referee.refused"
"""Under which the contexts of a call keep that of the command which had no answer."""

CODES: Final[Mapping[str, int]] = {
    "file": MISUSED,
    "misuse": MISUSED,
    "program": MISUSED,
    "no-turn": NO,
    "not-found": NO,
}
"""With what a command exits that has no answer, by the kind of the error; 3 for any other."""


class CommandGroup(click.Group):
    """Commands that end with an answer, a misuse or a fault, never with a traceback."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as click has it
        """Run as the command of a process, which an interrupt ends within a second."""
        with interruptible():
            return self.main(*args, **kwargs)

    def main(  # type: ignore[override]  # click has two of them, of which one never returns
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *,
        standalone_mode: bool = True,
        **extra: Any,  # noqa: ANN401 - as click has it
    ) -> Any:  # noqa: ANN401
        """Run the command that the arguments name, and exit with its code."""
        if not standalone_mode:
            return super().main(args, prog_name, standalone_mode=False, **extra)
        words = sys.argv[1:] if args is None else args
        as_json = _asks_for_json(words)
        let_click_speak()
        with speaking(chosen_language(words, as_json=as_json)):
            return self._run(args, prog_name, as_json=as_json, **extra)

    def _run(
        self,
        args: Sequence[str] | None,
        prog_name: str | None,
        *,
        as_json: bool,
        **extra: Any,  # noqa: ANN401 - as click has it
    ) -> NoReturn:
        try:
            ended = super().main(args, prog_name, standalone_mode=False, **extra)
        except (KeyboardInterrupt, click.Abort):
            _leave_interrupted(as_json=as_json)
        except CompiledModulesError as error:
            # Nobody else starts another process.
            from referee.cli.plain_restart import can_restart, restart_plain  # noqa: PLC0415

            if not can_restart():
                sys.exit(_refuse(error, as_json=as_json))
            sys.exit(restart_plain(sys.argv[1:] if args is None else args))
        except RefereeError as error:
            sys.exit(_refuse(error, as_json=as_json))
        except click.ClickException as error:
            sys.exit(_refuse_click(error, as_json=as_json))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is our fault
            if isinstance(error.__cause__, KeyboardInterrupt):
                # Modules in C make an error of an interrupt that comes while they are imported.
                _leave_interrupted(as_json=as_json)
            # Only whoever fails waits for what is known about copies that are partly read.
            from referee.api.unread_values import unread_refusal  # noqa: PLC0415

            if (refusal := unread_refusal(error)) is not None:
                sys.exit(_refuse(refusal, as_json=as_json))
            sys.exit(_admit(error, as_json=as_json))
        sys.exit(ended if isinstance(ended, int) else 0)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was named."""
        for stream in (sys.stdout, sys.stderr):
            # A character that the terminal does not have must not cost the whole answer.
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except EOFError as error:
            # For click that is somebody who does not want to answer; nobody is asked anything here.
            raise RuntimeError(f"EOFError: {error}") from error
        except BrokenPipeError:
            forget_output()
            ctx.exit(PIPE_CLOSED)
        except MisuseError as error:
            raise _MisuseInContextError(error, ctx.meta.get(REFUSED, ctx)) from error


class _MisuseInContextError(click.UsageError):
    """A misuse that was found behind the command, told like one that click found."""

    def __init__(self, error: MisuseError, context: click.Context) -> None:
        super().__init__(error.message, context)
        self.error = error


def _asks_for_json(words: Sequence[str]) -> bool:
    """Return whether `--json` is among the options; behind `--` it is another program's."""
    options = words[: words.index("--")] if "--" in words else words
    return "--json" in options


def _leave_interrupted(*, as_json: bool) -> NoReturn:
    if as_json:
        told = ErrorAnswer(
            kind="interrupted", message=say("commands.group.interrupted-before-there-was-an")
        )
        show_json({"error": told.to_dict()})
    remark(say("commands.group.interrupted"))
    sys.exit(INTERRUPTED)


def _refuse(error: RefereeError, *, as_json: bool) -> int:
    """Say why there is no answer, and return the exit code."""
    if as_json:
        show_json({"error": error.to_answer().to_dict()})
    if isinstance(error, UnwritableError) or not as_json:
        _tell(error)
    return NO if isinstance(error, ImpossibleTableError) else CODES.get(error.kind, UNDECIDED)


def _tell(error: RefereeError) -> None:
    """Say it in words: what is wrong with a file is an answer about it, anything else is not."""
    if error.kind in ("misuse", "program", "unwritable", "fault"):
        remark(say("commands.group.error", message=error.message))
        return
    # Only here something is drawn.
    from referee.cli.console import show  # noqa: PLC0415
    from referee.cli.render.problems import error_page  # noqa: PLC0415

    show(error_page(error))


def _refuse_click(error: click.ClickException, *, as_json: bool) -> int:
    """Say what click or a command found wrong, and return the exit code."""
    if isinstance(error, click.BadParameter) and error.param is not None and error.ctx is not None:
        from referee.cli.help_words import with_placeholder  # noqa: PLC0415 - nobody else needs it

        error.param = with_placeholder(error.param, error.ctx)
    # A message may quote a file, and must do nothing to a terminal.
    vars(error)["message"] = printable(error.message)
    if not as_json:
        # Click breaks no lines of its own; what it writes before the message is in the first.
        begin = translated("Error: {message}").format(message="")
        words = fitted(f"{begin}{error.format_message()}").removeprefix(begin)
        vars(error)["format_message"] = lambda: words
        error.show()
        return error.exit_code
    if isinstance(error, _MisuseInContextError):
        told: RefereeError = error.error
    elif isinstance(error, NoFileError):
        told = UnreadableError(error.format_message())
    elif error.exit_code == MISUSED:
        told = MisuseError(error.format_message())
    else:
        told = NoAnswerError(error.format_message())
    show_json({"error": told.to_answer().to_dict()})
    return error.exit_code


def _admit(error: Exception, *, as_json: bool) -> int:
    """Say that something went wrong which no input should be able to bring about."""
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message = say("commands.group.this-is-a-fault-of", said=said)
    debugging = os.environ.get(DEBUG) == "1"
    if debugging:
        remark("".join(traceback.format_exception(error)))
    if as_json:
        show_json({"error": RefereeError(message).to_answer().to_dict()})
    else:
        remark(
            message
            if debugging
            else say("commands.group.1-shows-where", message=message, debug=DEBUG)
        )
    return UNDECIDED
