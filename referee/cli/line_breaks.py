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
    r"(?:(?P<before>[^\W\d_]+) )?(?<![\w.:@-])(?P<number>[+-]?\d+(?:[.,]\d+)?) (?=[^\W\d_])| (?=£)"
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
    if before is None:
        return f"{number}{_SOFT}"
    if before.lower() in _numbered(spoken()):
        return f"{before}{_SOFT}{number} "
    return f"{before} {number}{_SOFT}"


@cache
def _numbered(code: str) -> frozenset[str]:
    """Return words that have a number behind them, which then is not one of what follows."""
    return frozenset(sentence(code, "language.numbered").split())


def released(words: str) -> str:
    """Return words whose lines are broken with their spaces."""
    return words.replace(_HARD, HARD_SPACE).replace(_SOFT, " ")
