"""What click says by itself, in other languages than English.

Click asks gettext for its words in each of its modules, and comes without translations. The area
`click` has all that a person may see of them; what is not there stays English.
"""

import importlib
import re
from collections.abc import Iterable
from typing import Final

import click

from referee.cli.line_breaks import held, released
from referee.game.messages.catalogue import ENGLISH, area
from referee.game.messages.speech import spoken

MODULES: Final = ("core", "decorators", "exceptions", "formatting", "parser", "types")


NUMBERS: Final = ("IntParamType", "IntRange", "FloatParamType", "FloatRange")

BETWEEN_LIMITS: Final = re.compile(r"; (?=[^\[\]]*\]$)")
"""What click sets between the default of an option and its bounds."""


class AlwaysOff:
    """A setting that stays off, whatever it is set to."""

    def __get__(self, owner: object, kind: type | None = None) -> bool:
        return False

    def __set__(self, owner: object, value: object) -> None:
        pass


class SpokenName:
    """The name of a kind of values in the language that is spoken."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __get__(self, owner: object, kind: type | None = None) -> str:
        return translated(self._words)


class SpokenHelp(click.HelpFormatter):
    """A help page with the signs of the language; click has a colon and semicolons of its own."""

    def write_heading(self, heading: str) -> None:
        """Write the heading of a list."""
        words = area(spoken(), "click")["heading"].format(heading=heading)
        self.write(f"{'':>{self.current_indent}}{words}\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of names and what is said of each."""
        between = area(spoken(), "language")["then"].format(one="", other="")
        told = [(name, self._held(BETWEEN_LIMITS.sub(between, words))) for name, words in rows]
        super().write_dl(told, col_max, col_spacing)

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        super().write_text(self._held(text))

    def getvalue(self) -> str:
        """Return the page."""
        return released(super().getvalue())

    def _held(self, words: str) -> str:
        return held(words, self.width // 2)


def translated(words: str) -> str:
    """Return words of click in the language that is spoken."""
    code = spoken()
    if code == ENGLISH:
        return words
    names = {text: name for name, text in area(ENGLISH, "click").items()}
    return area(code, "click").get(names.get(words, ""), words)


def _counted(one: str, many: str, number: int) -> str:
    return translated(one if number == 1 else many)


def let_click_speak() -> None:
    """Let click ask here for its words."""
    for name in MODULES:
        module = importlib.import_module(f"click.{name}")
        for function, ours in (("_", translated), ("ngettext", _counted)):
            if hasattr(module, function):
                setattr(module, function, ours)
    for name in NUMBERS:
        kind = getattr(click.types, name)
        if isinstance(kind.name, str) and not isinstance(vars(kind).get("name"), SpokenName):
            kind.name = SpokenName(vars(kind)["name"])
    click.Context.formatter_class = SpokenHelp
    # Else lines break at the hyphen of an option or an id that is to be typed.
    wrapper = importlib.import_module("click._textwrap").TextWrapper
    wrapper.break_on_hyphens = AlwaysOff()
