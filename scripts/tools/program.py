"""Programs with subcommands, each of them a module of the program's package."""

import os
import sys
from importlib import import_module
from typing import NoReturn

import click


class ToolGroup(click.Group):
    """A program that imports the module of a subcommand when it is named."""

    def __init__(self, name: str, *subcommands: str, about: str) -> None:
        super().__init__(f"scripts/{name}", help=about, context_settings={"max_content_width": 100})
        self._package = f"scripts.tools.{name}"
        self._subcommands = subcommands

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click has it
        """Return the names of all subcommands."""
        return [*self._subcommands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return what the module of a subcommand calls `command`."""
        if cmd_name not in self._subcommands:
            return None
        found = import_module(f"{self._package}.{cmd_name.replace('-', '_')}").command
        if not isinstance(found, click.Command):
            raise TypeError(f"{self._package} has no command {cmd_name}")
        found.name = cmd_name
        return found

    def invoke(self, ctx: click.Context) -> NoReturn:
        """Run the subcommand, and exit with the code that it returns."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader, `head` perhaps, has seen enough; the rest must not fail at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        ctx.exit(code or 0)
