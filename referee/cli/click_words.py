"""What click says by itself, in other languages than English.

Click asks gettext for its words in each of its modules, and comes without translations. The area
`click` has all that a person may see of them; what is not there stays English.
"""

import importlib
import re
from collections.abc import Iterable
from functools import cache
from typing import Final

import click

from referee.i18n.catalogue import ENGLISH, area, sentence
from referee.i18n.speech import spoken

# Where no line breaks: inside `2 pounds` and `501.7 ms`, and behind a Czech preposition -----------
HARD_SPACE: Final = "\xa0"
_HARD: Final = "\ue000"
_SOFT: Final = "\ue001"
"""Stand for spaces while lines are broken, since whoever breaks them does so at every space."""

_AMOUNT: Final = re.compile(
    r"(?:(?P<before>[^\W\d_]+) )?(?<![\w.:@-])(?P<number>[+-]?\d+(?:[.,]\d+)?)"
    r" (?=(?P<after>[^\W\d_]+))| (?=£)"
)
_LEGEND: Final = re.compile(r"(?<=  )\S (?=\w)")
"""A sign and what it means, behind others."""

_BY_LANGUAGE: Final = {"cs": re.compile(r"(?<!\w)[ksvzouaiKSVZOUAI] (?=\S)")}
"""Spaces, by language, at whose left a line must not end; in Czech behind words of one letter."""


def held(words: str, width: int) -> str:
    """Return words with signs in place of the spaces at which no line may break.

    Where what is held together is wider than a line, only hard spaces are held.
    """
    hard = words.replace(HARD_SPACE, _HARD)
    soft = _AMOUNT.sub(_together, hard)
    for pattern in filter(None, (_LEGEND, _BY_LANGUAGE.get(spoken()))):
        soft = pattern.sub(lambda found: found[0].replace(" ", _SOFT), soft)
    return soft if max(map(len, soft.split(" "))) <= width else hard


def _together(found: re.Match[str]) -> str:
    """Return a number held together with what it counts, or with what it is the number of."""
    before, number = found["before"], found["number"]
    if number is None:
        return _SOFT
    is_numbered = (before or "").lower() in _words("numbered", spoken())
    counts = not is_numbered and found["after"] not in _words("joining", spoken())
    beginning = f"{before}{_SOFT if is_numbered else ' '}" if before else ""
    return f"{beginning}{number}{_SOFT if counts else ' '}"


@cache
def _words(kind: str, code: str) -> frozenset[str]:
    """Return words of a language beside which a number does not count what follows."""
    return frozenset(sentence(code, f"language.{kind}").split())


def released(words: str) -> str:
    """Return words whose lines are broken with their spaces."""
    return words.replace(_HARD, HARD_SPACE).replace(_SOFT, " ")


def broken(words: str, width: int) -> str:
    """Return words of which no line is wider than `width`, unless a single word is."""
    return "\n".join(
        line if len(line) <= width else _broken(line, width) for line in words.split("\n")
    )


def _broken(line: str, width: int) -> str:
    import textwrap  # noqa: PLC0415 - only what is too long needs it

    return released(
        textwrap.fill(
            held(line, width),
            width,
            subsequent_indent=" " * (len(line) - len(line.lstrip(" "))),
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


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
