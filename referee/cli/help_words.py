"""The help of a command in the language of whoever asks for it, from the area `help`."""

import copy
import re
import textwrap
from typing import Final, TypeVar

import click

from referee.i18n.catalogue import ENGLISH, NoSentenceError
from referee.i18n.speech import say, speaking

KEYS_WIDTH: Final = 76

PLACEHOLDER: Final = re.compile(r"[A-Z]+(?: RANGE)?")
"""A word in capitals that stands for what is to be typed."""

Told = TypeVar("Told", bound=click.Parameter)

ROOT: Final = "main"
"""What the group of all commands is called in the message files."""


def path_of(context: click.Context) -> str:
    """Return the names of a command and the groups it lies in, as the message files have them."""
    names: list[str] = []
    while context.parent is not None:
        names.insert(0, str(context.command.name))
        context = context.parent
    return ".".join(names) or ROOT


def in_words(context: click.Context, path: str) -> click.Command:
    """Return a copy of the command of a context with its help."""
    command = context.command
    told = copy.copy(command)
    told.help = _words(f"{path}.about")
    told.short_help = _words(f"{path}.short")
    told.epilog = _epilog(command, path)
    told.params = [_in_words(each, context, path) for each in command.params]
    told.options_metavar = placeholders(command.options_metavar or "")
    if isinstance(told, click.Group):
        told.subcommand_metavar = placeholders(told.subcommand_metavar)
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


def placeholders(words: str) -> str:
    """Return a text in which words in capitals stand for something, with those of the language."""
    if "|" in words and " " not in words:
        # One of these is to be typed as it stands.
        return words
    return PLACEHOLDER.sub(lambda found: _placeholder(found[0]), words)


def _placeholder(word: str) -> str:
    return _words(f"placeholders.{word.lower().replace(' ', '-')}") or word


def with_placeholder(parameter: Told, context: click.Context) -> Told:
    """Return a copy of a parameter that is called as the language calls it."""
    told = copy.copy(parameter)
    takes_a_value = not isinstance(parameter, click.Option) or not (
        parameter.is_flag or parameter.count
    )
    if takes_a_value and not isinstance(parameter.type, click.Choice):
        with speaking(ENGLISH):
            english = parameter.make_metavar(context)
        told.metavar = placeholders(english)
    return told


def _in_words(parameter: click.Parameter, context: click.Context, path: str) -> click.Parameter:
    told = with_placeholder(parameter, context)
    if not isinstance(told, click.Option):
        return told
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
