"""The group of all commands: whatever happens in one of them, a person or a program can read it."""

import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from types import TracebackType
from typing import Any, Final, NoReturn

import click
from click.shell_completion import CompletionItem

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
from referee.cli.at_once import INTERRUPTED, MISUSED, NO, PIPE_CLOSED, UNDECIDED, Importing
from referee.cli.click_words import let_click_speak, translated
from referee.cli.interrupts import interruptible
from referee.cli.output import fitted, forget_output, printable, remark, show_json
from referee.cli.parameters import NoFileError
from referee.i18n.catalogue import ENGLISH, offered
from referee.i18n.speech import say, speaking

# In which language the command speaks: `--lang`, else `REFEREE_LANG`, else the locale -------------
VARIABLE: Final = "REFEREE_LANG"
LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
OPTION: Final = "--lang"


language_option: Final = click.Option(
    [OPTION], type=click.Choice(offered(), case_sensitive=False), expose_value=False, is_eager=True
)
"""On every command; the language is found among the words before click looks at any of them."""


def chosen_language(words: Sequence[str], *, as_json: bool) -> str:
    """Return the code of the language to speak.

    A program reads English unless it asks for another language; the locale is no question.
    """
    for asked in (
        _option(words),
        os.environ.get(VARIABLE),
        None if as_json else _locale(os.environ),
    ):
        code = (asked or "").lower()[:2]
        if code and code in offered():
            return code
    return ENGLISH


def _option(words: Sequence[str]) -> str | None:
    """Return what `--lang` says; behind `--` it is another program's."""
    options = words[: words.index("--")] if "--" in words else words
    found: str | None = None
    for number, word in enumerate(options):
        name, equals, value = word.partition("=")
        if name == OPTION:
            found = value if equals else next(iter(options[number + 1 :]), None)
    return found


def _locale(environment: Mapping[str, str]) -> str | None:
    """Return the locale for messages, of which the language is the beginning."""
    return next((environment[name] for name in LOCALES if environment.get(name)), None)


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
    from referee.cli.render.layout import error_page  # noqa: PLC0415

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


# Commands that are imported when they are called, not when they are listed ------------------------
class RefusedContext(click.Context):
    """The context of a command that is remembered if the command has no answer."""

    def get_help(self) -> str:
        """Return the help of the command in the language of whoever asks."""
        # Nobody else needs the words of a help.
        from referee.cli.help_words import in_words, path_of  # noqa: PLC0415

        return in_words(self, path_of(self)).get_help(self)

    def get_usage(self) -> str:
        """Return how the command is called, in the language of whoever is told."""
        from referee.cli.help_words import in_words, path_of  # noqa: PLC0415 - as above

        return in_words(self, path_of(self)).get_usage(self)

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: TracebackType | None,
    ) -> bool | None:
        if isinstance(exc_value, RefereeError):
            self.meta.setdefault(REFUSED, self)
        return super().__exit__(exc_type, exc_value, tb)


class StandIn(click.Command):
    """A command that is not imported yet: its name and its home."""

    def __init__(self, name: str, home: str) -> None:
        super().__init__(name)
        self.home = home

    def loaded(self) -> click.Command:
        """Return the command itself."""
        module, _, attribute = self.home.partition(":")
        with Importing():
            found = getattr(import_module(module), attribute)
        if not isinstance(found, click.Command):
            raise TypeError(f"{self.home} is no command")
        _remember(found)
        return found


def _remember(command: click.Command) -> None:
    """Give a command and those below it what all commands have: the context and the language."""
    command.context_class = RefusedContext
    if isinstance(command, click.Group):
        for each in command.commands.values():
            _remember(each)
    if not any(parameter.name == language_option.name for parameter in command.params):
        command.params.append(language_option)


class LazyGroup(CommandGroup):
    """Commands of which only the one that is called gets imported."""

    context_class = RefusedContext

    def stand_in(self, commands: Mapping[str, str]) -> None:
        """Add commands by name: the module and the attribute they lie in."""
        for name, home in commands.items():
            self.add_command(StandIn(name, home))
        self.params.append(language_option)

    def loaded(self, name: str) -> click.Command:
        """Return a command by its name, imported if it was not."""
        command = self.commands[name]
        return command.loaded() if isinstance(command, StandIn) else command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin with what was typed, with their help."""
        from referee.cli.help_words import ROOT, in_words  # noqa: PLC0415 - only for a shell

        return click.Group.shell_complete(in_words(ctx, ROOT), ctx, incomplete)  # type: ignore[arg-type]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was named, imported now, and what is said to it."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else self.loaded(name), rest


def examples(*commands: str) -> str:
    """Return commands to try, one a line; the help of a command puts them under a title."""
    return "\n".join(commands)
