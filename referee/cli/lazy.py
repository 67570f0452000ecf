"""Commands that are imported when they are called, not when they are listed."""

from collections.abc import Mapping
from importlib import import_module
from types import TracebackType

import click
from click.shell_completion import CompletionItem

from referee.api.errors import RefereeError
from referee.cli.at_once import Importing
from referee.cli.group import REFUSED, CommandGroup
from referee.cli.language_option import language_option


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
