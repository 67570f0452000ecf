"""Where the texts and icons of a picture lie, read off what has been drawn of it."""

import re
from collections.abc import Iterable
from html import unescape
from typing import Final

from referee.pictures.look import Box
from referee.pictures.metrics import text_width

ABOVE: Final = 0.75
BELOW: Final = 0.22
"""How far letters reach above and below their base line, in parts of their size."""

_PIECE: Final = re.compile(r"<g\b([^>]*)>|(</g>)|<text ([^>]*)>([^<]*)|<use ([^>]*)>")
_MOVED: Final = re.compile(r'transform="translate\((\S+) (\S+)\)"')
_ATTRIBUTE: Final = re.compile(r'([a-z-]+)="([^"]*)"')


def drawn_boxes(drawn: Iterable[str]) -> list[Box]:
    """Return the box of every text and every icon, counted from the corner of the picture."""
    found: list[Box] = []
    origins = [(0.0, 0.0)]
    for group, end, text, words, icon in _PIECE.findall("".join(drawn)):
        x, y = origins[-1]
        if end:
            origins.pop()
        elif text:
            found.append(_text_box(dict(_ATTRIBUTE.findall(text)), unescape(words), x, y))
        elif icon:
            found.append(_icon_box(dict(_ATTRIBUTE.findall(icon)), x, y))
        else:
            moved = _MOVED.search(group)
            origins.append((x + float(moved[1]), y + float(moved[2])) if moved else (x, y))
    return found


def _text_box(attributes: dict[str, str], words: str, x: float, y: float) -> Box:
    size = float(attributes["font-size"])
    wide = text_width(words, size, attributes.get("font-weight") == "700")
    shift = {"middle": wide / 2, "end": wide}.get(attributes.get("text-anchor", ""), 0.0)
    left, base = x + float(attributes["x"]) - shift, y + float(attributes["y"])
    return Box(left, base - ABOVE * size, wide, (ABOVE + BELOW) * size)


def _icon_box(attributes: dict[str, str], x: float, y: float) -> Box:
    left, top, wide, high = (float(attributes[name]) for name in ("x", "y", "width", "height"))
    return Box(x + left, y + top, wide, high)
