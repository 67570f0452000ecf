"""In which language the command speaks: `--lang`, else `REFEREE_LANG`, else the locale."""

import os
from collections.abc import Mapping, Sequence
from typing import Final

import click

from referee.game.messages.catalogue import ENGLISH, offered

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
