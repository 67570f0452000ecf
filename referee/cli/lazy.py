"""Commands that are imported when they are called, not when they are listed."""

from collections.abc import Mapping
from importlib import import_module
from types import TracebackType

import click

from referee.api.errors import RefereeError
from referee.cli.at_once import Importing
from referee.cli.group import REFUSED, CommandGroup


class RefusedContext(click.Context):
    """The context of a command that is remembered if the command has no answer."""

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
    """A command that is not imported yet: its name, what its help begins with, and its home."""

    def __init__(self, name: str, home: str, short_help: str) -> None:
        super().__init__(name, short_help=short_help)
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
    """Let a command and those below it be known by their contexts when they refuse."""
    command.context_class = RefusedContext
    if isinstance(command, click.Group):
        for each in command.commands.values():
            _remember(each)


class LazyGroup(CommandGroup):
    """Commands of which only the one that is called gets imported."""

    def stand_in(self, commands: Mapping[str, tuple[str, str]]) -> None:
        """Add commands by name: the module and the attribute they lie in, and their short help."""
        for name, (home, short_help) in commands.items():
            self.add_command(StandIn(name, home, short_help))

    def loaded(self, name: str) -> click.Command:
        """Return a command by its name, imported if it was not."""
        command = self.commands[name]
        return command.loaded() if isinstance(command, StandIn) else command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was named, imported now, and what is said to it."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else self.loaded(name), rest
