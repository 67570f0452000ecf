"""Commands, options and arguments whose help and errors are in the language of the user.

Click comes without translations. The area `help` has what we say of our commands, and the area
`click` what click says by itself.
"""

import re
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import click

from referee.api.errors import RefereeError
from referee.cli.output import held, released
from referee.i18n.catalogue import area
from referee.i18n.speech import one_by_one, say, say_or, spoken

if TYPE_CHECKING:
    from click.types import OptionHelpExtra

REFUSED: Final = "referee.refused"
"""Under which the contexts of a call keep that of the command which had no answer."""
ROOT: Final = "main"
"""What the group of all commands is called in the message files."""

KEYS_WIDTH: Final = 76

COMPLETION: Final = '  eval "$(_REFEREE_COMPLETE=bash_source referee)"'

PLACEHOLDER: Final = re.compile(r"[A-Z]+(?: RANGE)?")
"""A word in capitals that stands for what is to be typed."""

HYPHEN: Final = "\ue002"
"""Stands for a hyphen while lines are broken: options and ids that are to be typed stay whole."""


def click_words(key: str, **facts: object) -> str:
    """Return what click says by itself."""
    return area(spoken(), "click")[key].format(**facts)


def placeholders(words: str) -> str:
    """Return a text in which words in capitals stand for something, with those of the language."""
    if "|" in words and " " not in words:
        # One of these is to be typed as it stands.
        return words
    return PLACEHOLDER.sub(
        lambda found: say_or(found[0], f"help.placeholders.{found[0].lower().replace(' ', '-')}"),
        words,
    )


class HelpFormatter(click.HelpFormatter):
    """A help page with the signs of the language; click has a colon and semicolons of its own."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called."""
        super().write_usage(prog, args.replace("-", HYPHEN), prefix or f"{click_words('usage')} ")

    def write_heading(self, heading: str) -> None:
        """Write the heading of a list."""
        words = click_words("heading", heading=click_words(heading.lower()))
        self.write(f"{'':>{self.current_indent}}{words}\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of names and what is said of each."""
        told = [(name, self._held(words)) for name, words in rows]
        super().write_dl(told, col_max, col_spacing)

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        super().write_text(self._held(text))

    def getvalue(self) -> str:
        """Return the page."""
        return released(super().getvalue()).replace(HYPHEN, "-")

    def _held(self, words: str) -> str:
        return held(words, self.width // 2).replace("-", HYPHEN)


class Context(click.Context):
    """The context of a command, remembered if the command has no answer."""

    formatter_class = HelpFormatter

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: TracebackType | None,
    ) -> bool | None:
        if isinstance(exc_value, RefereeError):
            self.meta.setdefault(REFUSED, self)
        return super().__exit__(exc_type, exc_value, tb)


class Argument(click.Argument):
    """What a command is given without a name."""

    def make_metavar(self, ctx: click.Context) -> str:
        """Return what the language calls it."""
        return placeholders(super().make_metavar(ctx))


class Option(click.Option):
    """What a command is given by name."""

    def make_metavar(self, ctx: click.Context) -> str:
        """Return what the language calls its value; a choice is to be typed as it stands."""
        metavar = super().make_metavar(ctx)
        return metavar if isinstance(self.type, click.Choice) else placeholders(metavar)

    def get_help_extra(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click has it
    ) -> "OptionHelpExtra":
        """Return nothing for click to add: `get_help_record` says it in the language."""
        return {}

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help, with its default and its bounds."""
        path = ctx.command.path if isinstance(ctx.command, Command) else ROOT
        name = f"{path}.options.{self.name}"
        self.help = say_or(say_or("", f"help.options.{self.name}"), f"help.{name}")
        if isinstance(self.show_default, str):
            self.show_default = say(f"help.{name}-default")
        record = super().get_help_record(ctx)
        extra = super().get_help_extra(ctx)
        more = []
        if "default" in extra:
            more.append(click_words("default", default=extra["default"]))
        if "range" in extra:
            more.append(extra["range"])
        if "required" in extra:
            more.append(click_words("required"))
        if record is None or not more:
            return record
        return record[0], f"{record[1]}  [{one_by_one(more)}]".lstrip(" ")


class Command(click.Command):
    """A command whose help is in the message files; its epilog are examples, one a line."""

    context_class = Context

    def __init__(self, name: str | None, **attributes: Any) -> None:  # noqa: ANN401 - as click has it
        super().__init__(name, **attributes)
        self.path = str(name)
        self.examples = self.epilog or ""

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002 - as click has it
        """Return what lists of commands say of it."""
        return say_or("", f"help.{self.path}.short")

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return what may stand behind its name."""
        ours = {self.options_metavar, getattr(self, "subcommand_metavar", None)}
        pieces = super().collect_usage_pieces(ctx)
        return [placeholders(piece) if piece in ours else piece for piece in pieces]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that shows the help."""
        if option := super().get_help_option(ctx):
            option.help = click_words("show-help")
        return option

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does."""
        self.help = say_or("", f"help.{self.path}.about")
        super().format_help_text(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write commands to try, and the keys of the JSON output."""
        import textwrap  # noqa: PLC0415 - nothing else needs it

        # The sign \b keeps click from running the lines of a paragraph together.
        parts = []
        if self.examples:
            shown = textwrap.indent(self.examples, "  ")
            parts.append(f"\b\n{say('help.titles.examples')}\n{shown}")
        if keys := say_or("", f"help.{self.path}.keys"):
            lines = textwrap.fill(keys, KEYS_WIDTH, initial_indent="  ", subsequent_indent="  ")
            parts.append(f"\b\n{say('help.titles.keys')}\n{lines}")
        if self.path == ROOT:
            parts.append(f"\b\n{say('help.titles.completion')}\n{COMPLETION}")
        self.epilog = "\n\n".join(parts)
        super().format_epilog(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what the command is given, and refuse what is too much."""
        allowed, ctx.allow_extra_args = ctx.allow_extra_args, True
        try:
            rest = super().parse_args(ctx, args)
        except click.BadOptionUsage as error:
            named = (each for each in self.get_params(ctx) if error.option_name in each.opts)
            is_flag = any(isinstance(each, click.Option) and each.is_flag for each in named)
            key = "takes-no-value" if is_flag else "requires-argument"
            words = click_words(key, name=error.option_name)
            raise click.BadOptionUsage(error.option_name, words, error.ctx) from error
        ctx.allow_extra_args = allowed
        if rest and not allowed and not ctx.resilient_parsing:
            key = "extra-argument" if len(rest) == 1 else "extra-arguments"
            ctx.fail(click_words(key, args=" ".join(rest)))
        return rest


class Group(Command, click.Group):
    """Commands under one name."""

    command_class = Command

    def __init__(self, name: str | None, **attributes: Any) -> None:  # noqa: ANN401 - as click has it
        super().__init__(
            name,
            invoke_without_command=True,
            no_args_is_help=True,
            subcommand_metavar="COMMAND [ARGS]...",
            **attributes,
        )

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, which is found in the message files under the names of both."""
        super().add_command(cmd, name)
        if isinstance(cmd, Command) and self.path != ROOT:
            cmd.path = f"{self.path}.{name or cmd.name}"

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was named."""
        ended: object = super().invoke(ctx)
        if ctx.invoked_subcommand is None:
            ctx.fail(click_words("missing-command"))
        return ended
