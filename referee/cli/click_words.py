"""What click says by itself, in other languages than English.

Click asks gettext for its words in each of its modules, and comes without translations. The area
`click` has all that a person may see of them; what is not there stays English.
"""

import importlib
from typing import Final

import click

from referee.game.messages.catalogue import ENGLISH, area
from referee.game.messages.speech import spoken

MODULES: Final = ("core", "decorators", "exceptions", "formatting", "parser", "types")


class AlwaysOff:
    """A setting that stays off, whatever it is set to."""

    def __get__(self, owner: object, kind: type | None = None) -> bool:
        return False

    def __set__(self, owner: object, value: object) -> None:
        pass


class SpokenHelp(click.HelpFormatter):
    """A help page whose headings end as those of the language do; click glues a colon to them."""

    def write_heading(self, heading: str) -> None:
        """Write the heading of a list."""
        words = area(spoken(), "click")["heading"].format(heading=heading)
        self.write(f"{'':>{self.current_indent}}{words}\n")


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
    click.Context.formatter_class = SpokenHelp
    # Else lines break at the hyphen of an option or an id that is to be typed.
    wrapper = importlib.import_module("click._textwrap").TextWrapper
    wrapper.break_on_hyphens = AlwaysOff()
