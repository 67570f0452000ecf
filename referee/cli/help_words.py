"""The help of a command in the language of whoever asks for it, from the area `help`."""

import copy
import textwrap
from typing import Final

import click

from referee.game.messages.catalogue import NoSentenceError
from referee.game.messages.speech import say

KEYS_WIDTH: Final = 76

ROOT: Final = "main"
"""What the group of all commands is called in the message files."""


def path_of(context: click.Context) -> str:
    """Return the names of a command and the groups it lies in, as the message files have them."""
    names: list[str] = []
    while context.parent is not None:
        names.insert(0, str(context.command.name))
        context = context.parent
    return ".".join(names) or ROOT


def in_words(command: click.Command, path: str) -> click.Command:
    """Return a copy of a command with its help."""
    told = copy.copy(command)
    told.help = _words(f"{path}.about")
    told.short_help = _words(f"{path}.short")
    told.epilog = _epilog(command, path)
    told.params = [_in_words(each, path) for each in command.params]
    if isinstance(told, click.Group):
        told.commands = {
            name: _listed(each, name if path == ROOT else f"{path}.{name}")
            for name, each in told.commands.items()
        }
    return told


def _listed(command: click.Command, path: str) -> click.Command:
    """Return a command as lists of commands have it."""
    told = copy.copy(command)
    told.short_help = _words(f"{path}.short")
    return told


def _in_words(parameter: click.Parameter, path: str) -> click.Parameter:
    if not isinstance(parameter, click.Option):
        return parameter
    told = copy.copy(parameter)
    name = parameter.name
    told.help = _words(f"{path}.options.{name}") or _words(f"options.{name}")
    if isinstance(told.show_default, str):
        told.show_default = _words(f"{path}.options.{name}-default")
    return told


def _epilog(command: click.Command, path: str) -> str:
    """Return the end of a help text: commands to try, and the keys of the JSON output."""
    # The sign \b keeps click from running the lines of a paragraph together.
    parts = []
    if command.epilog:
        shown = "\n".join(f"  {line}" for line in command.epilog.splitlines())
        parts.append(f"\b\n{say('help.titles.examples')}\n{shown}")
    if keys := _words(f"{path}.keys"):
        lines = textwrap.fill(keys, KEYS_WIDTH, initial_indent="  ", subsequent_indent="  ")
        parts.append(f"\b\n{say('help.titles.keys')}\n{lines}")
    if path == ROOT:
        parts.append(f"\b\n{say('help.titles.completion')}\n{COMPLETION}")
    return "\n\n".join(parts)


COMPLETION: Final = '  eval "$(_REFEREE_COMPLETE=bash_source referee)"'


def _words(name: str) -> str | None:
    try:
        return say(f"help.{name}")
    except NoSentenceError:
        return None
