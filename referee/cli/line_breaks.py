"""Where no line breaks: inside `2 pounds` and `501.7 ms`, and behind a Czech preposition."""

import re
from functools import cache
from typing import Final

from referee.game.messages.catalogue import sentence
from referee.game.messages.speech import spoken

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
