"""The group of all commands: whatever happens in one of them, a person or a program can read it."""

import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import click

from referee.api.errors import (
    CompiledModulesError,
    ErrorAnswer,
    ImpossibleTableError,
    InternalError,
    NoAnswerError,
    RefereeError,
    UnknownValueError,
    UnreadableError,
    UsageError,
    WriteError,
)
from referee.cli import help as spoken_help
from referee.cli.help import Option, click_words
from referee.cli.interrupts import (
    INTERRUPTED,
    MISUSED,
    NO,
    PIPE_CLOSED,
    UNDECIDED,
    importing,
    interruptible,
    was_interrupted,
)
from referee.cli.options import Choice, NoFileError
from referee.cli.output import fitted, forget_output, printable, remark, show_json, writing
from referee.i18n.catalogue import ENGLISH, offered
from referee.i18n.speech import say, speak, speaking

if TYPE_CHECKING:
    from rich.console import RenderableType

DEBUG: Final = "REFEREE_DEBUG"
"""Set to 1 in the environment it shows where in the referee a fault lies."""


JSON: Final = "referee.json"
"""Under which they keep whether a program reads the answer."""

CODES: Final[Mapping[str, int]] = {
    "file": MISUSED,
    "misuse": MISUSED,
    "program": MISUSED,
    "no-turn": NO,
    "not-found": NO,
}
"""With what a command exits that has no answer, by the kind of the error; 3 for any other."""

SETTINGS: Final = "referee.toml"
Settings = dict[str, tuple[str, Path]]
"""By name what is set, and in which file."""

VARIABLE: Final = "REFEREE_LANG"
LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")

A = TypeVar("A")


# A command, which returns what is printed ---------------------------------------------------------
class Reply(Generic[A]):
    """What a command prints: an answer as JSON, or a page of it, and the code it exits with.

    A page that is a plain string is printed as it is. Where a page needs less than the whole
    answer, the answer is a function that returns it.
    """

    def __init__(
        self, answer: A, page: "Callable[[A], RenderableType | None]", code: int = 0
    ) -> None:
        self.answer = answer
        self.page = page
        self.code = code

    def print(self, *, as_json: bool) -> None:
        """Print the answer for a program or for a person."""
        answer: Any = self.answer
        if as_json:
            answer = answer() if callable(answer) else answer
            several = isinstance(answer, list | tuple)
            plain = [each.to_dict() for each in answer] if several else answer
            show_json(plain.to_dict() if hasattr(plain, "to_dict") else plain)
            return
        page = self.page(answer)
        if isinstance(page, str):
            with writing():
                click.echo(page)
        elif page is not None:
            # Only here something is drawn.
            from referee.cli.console import show  # noqa: PLC0415

            show(page)


def wants_json() -> bool:
    """Return whether the answer of the command that runs is printed as JSON."""
    return bool(click.get_current_context().meta.get(JSON))


language_option: Final = Option(
    ["--lang"], type=Choice(offered(), case_sensitive=False), expose_value=False, is_eager=True
)
"""On every command; the language is found among the words before click looks at any of them."""

json_option: Final = Option(
    ["--json", "as_json"],
    is_flag=True,
    expose_value=False,
    callback=lambda ctx, _, given: ctx.meta.update({JSON: given}),
)


class Command(spoken_help.Command):
    """A command that prints what its function returns, and exits with the code of that."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command, print its answer, and exit."""
        reply = super().invoke(ctx)
        code = 0
        if isinstance(reply, Reply):
            reply.print(as_json=bool(ctx.meta.get(JSON)))
            code = reply.code
        if was_interrupted():
            click.echo("interrupted", err=True)
            code = INTERRUPTED
        ctx.exit(code)


def command(
    *examples: str, name: str | None = None, group: click.Group | None = None, json: bool = True
) -> Callable[[Callable[..., object]], Command]:
    """Make a command of a function, with examples for its help, by default with `--json`."""

    def made(function: Callable[..., object]) -> Command:
        called = name or function.__name__.replace("_", "-")
        found = click.command(called, cls=Command, epilog="\n".join(examples))(function)
        found.params += [json_option] if json else []
        if not any(parameter.name == language_option.name for parameter in found.params):
            found.params.append(language_option)
        if group is not None:
            group.add_command(found)
        return found

    return made


def command_group(*examples: str) -> Callable[[Callable[..., object]], spoken_help.Group]:
    """Make a group of commands of a function that does nothing."""

    def made(function: Callable[..., object]) -> spoken_help.Group:
        found = click.group(cls=spoken_help.Group, epilog="\n".join(examples))(function)
        found.params.append(language_option)
        return found

    return made


# The group of all commands ------------------------------------------------------------------------
class CommandGroup(spoken_help.Group):
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
        words = [*(sys.argv[1:] if args is None else args)]
        # What stands behind `--` is another program's.
        ours = words[: words.index("--")] if "--" in words else words
        as_json = "--json" in ours
        asked = _asked_language(ours)
        locale = next((os.environ[name] for name in LOCALES if os.environ.get(name)), None)
        # A program reads English unless it asks for another language; the locale is no question.
        with speaking(asked or _offered(None if as_json else locale) or ENGLISH):
            try:
                settings = _settings(ours)
                if "language" in settings and not asked and not as_json:
                    speak(settings["language"][0])
                extra["obj"] = settings
                ended = super().main(args, prog_name, standalone_mode=False, **extra)
            except CompiledModulesError as error:
                sys.exit(restarted(words) if _can_restart() else _refuse(error, as_json=as_json))
            except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001 - whatever it is
                sys.exit(_ended(error, as_json=as_json))
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
        except UsageError as error:
            raise _UsageInContextError(error, ctx.meta.get(spoken_help.REFUSED, ctx)) from error


class _StandIn(spoken_help.Command):
    """A command that is not imported yet: its name and its home."""

    def __init__(self, name: str, home: str) -> None:
        super().__init__(name)
        self.home = home

    def loaded(self) -> click.Command:
        """Return the command itself."""
        module, _, attribute = self.home.partition(":")
        with importing():
            found = getattr(import_module(module), attribute)
        if not isinstance(found, click.Command):
            raise TypeError(f"{self.home} is no command")
        return found


class LazyGroup(CommandGroup):
    """Commands of which only the one that is called gets imported, not those that are listed."""

    def stand_in(self, commands: Mapping[str, str]) -> None:
        """Add commands by name: the module and the attribute they lie in."""
        for name, home in commands.items():
            self.add_command(_StandIn(name, home))
        self.params.append(language_option)

    def loaded(self, name: str) -> click.Command:
        """Return a command by its name, imported if it was not."""
        found = self.commands[name]
        return found.loaded() if isinstance(found, _StandIn) else found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was named, imported now, and what is said to it."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else self.loaded(name), rest


def _asked_language(words: Sequence[str]) -> str | None:
    """Return the code of the language that `--lang` or the environment asks for, if one does."""
    option = None
    for number, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name == "--lang":
            option = value if equals else next(iter(words[number + 1 :]), None)
    return _offered(option) or _offered(os.environ.get(VARIABLE))


def _settings(words: Sequence[str]) -> Settings:
    """Return what is set in the user's folder, and beside the first file that is named."""
    named = next((Path(word) for word in words[1:] if os.path.exists(word)), Path())  # noqa: PTH110 - of any length
    beside = named if named.is_dir() else named.parent
    folders = (Path(click.get_app_dir("referee")), beside)
    found = [folder / SETTINGS for folder in folders if (folder / SETTINGS).is_file()]
    if not found:
        return {}
    # Few have any.
    from referee.cli.settings import read_settings  # noqa: PLC0415

    return read_settings(found)


def _offered(language: str | None) -> str | None:
    code = (language or "").lower()[:2]
    return code if code in offered() else None


# The same command once more, by plain modules, where compiled ones cannot judge a set -------------
def _can_restart() -> bool:
    """Return whether what the command read so far can be read again."""
    stream = sys.stdin
    if stream is None or stream.closed or stream.isatty():
        return True
    try:
        return stream.buffer.tell() == 0 or bool(stream.buffer.seek(0) == 0)
    except OSError:
        # A pipe: nobody has looked into it, unless the command was told to.
        return "-" not in sys.argv


def restarted(words: Sequence[str]) -> int:
    """Run the command again in a process with plain modules, and return its exit code."""
    # Nobody else starts another process.
    import subprocess  # noqa: PLC0415

    from referee.own_processes import python_command  # noqa: PLC0415

    code = "from referee.cli.start import main; main(prog_name='referee')"
    return subprocess.call([*python_command(code, plain=True), *words])  # noqa: S603 - ourselves


# Why there is no answer ---------------------------------------------------------------------------
class _UsageInContextError(click.UsageError):
    """A misuse that was found behind the command, told like one that click found."""

    def __init__(self, error: UsageError, context: click.Context) -> None:
        super().__init__(error.message, context)
        self.error = error


def _ended(error: BaseException, *, as_json: bool) -> int:
    """Say why there is no answer, and return the exit code."""
    was_interrupted()
    # Modules in C make an error of an interrupt that comes while they are imported.
    interrupts = (KeyboardInterrupt, click.Abort)
    if isinstance(error, interrupts) or isinstance(error.__cause__, KeyboardInterrupt):
        if as_json:
            words = say("commands.group.interrupted-early")
            show_json({"error": ErrorAnswer(kind="interrupted", message=words).to_dict()})
        remark(say("commands.group.interrupted"))
        return INTERRUPTED
    if isinstance(error, click.ClickException):
        return _refuse_click(error, as_json=as_json)
    if not isinstance(error, RefereeError):
        refusal = UnknownValueError.behind(error)
        if refusal is None:
            return _admit(error, as_json=as_json)
        error = refusal
    return _refuse(error, as_json=as_json)


def _refuse(error: RefereeError, *, as_json: bool) -> int:
    """Say why the referee has no answer, and return the exit code."""
    if as_json:
        show_json({"error": error.to_answer().to_dict()})
    if isinstance(error, WriteError) or not as_json:
        reported = isinstance(error, InternalError) and error.report
        if error.kind in ("misuse", "program", "unwritable", "fault") and not reported:
            remark(say("commands.group.error", message=error.message))
        else:
            # What is wrong with a file is an answer about it; only here something is drawn.
            from referee.cli.console import show  # noqa: PLC0415
            from referee.cli.render.layout import error_page  # noqa: PLC0415

            show(error_page(error))
    return NO if isinstance(error, ImpossibleTableError) else CODES.get(error.kind, UNDECIDED)


def _refuse_click(error: click.ClickException, *, as_json: bool) -> int:
    """Say what click or a command found wrong, and return the exit code."""
    if as_json:
        told: RefereeError
        if isinstance(error, _UsageInContextError):
            told = error.error
        elif error.exit_code == MISUSED:
            kind = UnreadableError if isinstance(error, NoFileError) else UsageError
            told = kind(_message(error))
        else:
            told = NoAnswerError(_message(error))
        show_json({"error": told.to_answer().to_dict()})
    elif isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
    else:
        if isinstance(error, click.UsageError) and error.ctx is not None:
            ctx = error.ctx
            option = max(ctx.command.get_help_option_names(ctx), key=len)
            hint = click_words("try-help", command=ctx.command_path, option=option)
            click.echo(f"{ctx.get_usage()}\n{hint}\n", err=True)
        click.echo(fitted(click_words("error", message=_message(error))), err=True)
    return error.exit_code


def _message(error: click.ClickException) -> str:
    """Return what click or a command found wrong; it may quote a file, and is printable."""
    words = printable(error.message)
    match error:
        case click.MissingParameter(param=click.Parameter() as param):
            kind = click_words(f"missing-{param.param_type_name}")
            more = param.type.get_missing_message(param=param, ctx=error.ctx)
            hint = param.get_error_hint(error.ctx)
            return f"{kind} {hint}.{f' {more}' if more else ''}"
        case click.BadParameter(param=click.Parameter() as param):
            hint = param.get_error_hint(error.ctx)
            return click_words("invalid-value-for", param_hint=hint, message=words)
        case click.BadParameter():
            return click_words("invalid-value", message=words)
        case click.NoSuchOption():
            return _no_such("option", error.option_name, error.possibilities)
        case _:
            pass
    if name := getattr(error, "command_name", None):
        return _no_such("command", name, getattr(error, "possibilities", None))
    return words


def _no_such(what: str, name: str, possible: Sequence[str] | None) -> str:
    """Return that there is no option or command of that name, and which may have been meant."""
    words = click_words(f"no-such-{what}", name=printable(name))
    if not possible:
        return words
    near = ", ".join(map(repr, sorted(possible)))
    key = "did-you-mean" if len(possible) == 1 else "did-you-mean-one-of"
    return f"{words} {click_words(key, possibility=near, possibilities=near)}"


def _admit(error: BaseException, *, as_json: bool) -> int:
    """Say that something went wrong which no input should be able to bring about."""
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message = say("commands.group.own-fault", error=said)
    debugging = os.environ.get(DEBUG) == "1"
    if debugging:
        remark("".join(traceback.format_exception(error)))
    if as_json:
        show_json({"error": RefereeError(message).to_answer().to_dict()})
    elif debugging:
        remark(message)
    else:
        remark(say("commands.group.see-debug", message=message, debug=DEBUG))
    return UNDECIDED
