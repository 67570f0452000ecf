"""How wide a text is, at most, in the faces that a picture may meet.

The measures are those of DejaVu Sans, the widest of them: what fits by these fits everywhere.
"""

from functools import lru_cache
from typing import Final
from unicodedata import normalize

_FIRST, _LAST = 32, 126
_PLAIN: Final = (
    *(32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64),
    *(64, 64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86),
    *(75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63),
    *(62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64),
    *(34, 64, 84),
)
"""Hundredths of the size, from the space to the tilde."""
_BOLD: Final = (
    *(35, 46, 52, 84, 70, 100, 87, 31, 46, 46, 52, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70),
    *(70, 70, 70, 40, 40, 84, 84, 84, 58, 100, 77, 76, 73, 83, 68, 68, 82, 84, 37, 37, 77, 64, 100),
    *(84, 85, 73, 85, 77, 72, 68, 81, 77, 110, 77, 72, 73, 46, 37, 46, 84, 50, 50, 67, 72, 59, 72),
    *(68, 44, 72, 71, 34, 34, 67, 34, 104, 71, 69, 72, 72, 49, 60, 48, 71, 65, 92, 65, 65, 58, 71),
    *(37, 71, 84),
)
_OTHERS: Final = {
    "£": 70,
    "·": 38,
    "…": 100,
    "→": 84,
    "\N{EN DASH}": 50,
    "\N{MINUS SIGN}": 84,
    "\N{MULTIPLICATION SIGN}": 84,
}
_WIDEST: Final = 117
"""Of what is neither here nor there; no letter of a European alphabet is wider."""

SMALLER: Final = 0.82
"""How much smaller a text may become before it is cut off."""

ELLIPSIS: Final = "…"


@lru_cache(8192)
def text_width(text: str, size: float, bold: bool = False) -> float:  # noqa: FBT001, FBT002
    """Return how wide a text is at most."""
    table = _BOLD if bold else _PLAIN
    # A letter is as wide with an accent as without it.
    return (size / 100) * sum(
        table[ord(letter) - _FIRST]
        if _FIRST <= ord(letter) <= _LAST
        else _OTHERS.get(letter, _WIDEST)
        for letter in (each if each.isascii() else normalize("NFD", each)[0] for each in text)
    )


@lru_cache(8192)
def fitted(
    text: str,
    size: float,
    room: float,
    bold: bool = False,  # noqa: FBT001, FBT002
) -> tuple[str, float]:
    """Return a text and its size such that it fits: a little smaller first, then cut off."""
    width = text_width(text, size, bold)
    if width <= room:
        return text, size
    if width * SMALLER <= room:
        return text, round(size * room / width - 0.05, 1)
    size = round(size * SMALLER, 1)
    while text and text_width(text + ELLIPSIS, size, bold) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS, size


@lru_cache(8192)
def ending(text: str, size: float, room: float) -> str:
    """Return a text, or as much of its end as fits: there the ids of a set differ."""
    if text_width(text, size) * SMALLER <= room:
        return text
    while text and text_width(ELLIPSIS + text, size) * SMALLER > room:
        text = text[1:]
    return ELLIPSIS + text
