"""Pictures read back: their elements, ids, and where their texts lie."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

from referee.drawing.look import text_width

SVG = "{http://www.w3.org/2000/svg}"
_MOVED = re.compile(r"translate\((\S+) (\S+)\)")


class Text(NamedTuple):
    """A text of a picture, as wide as it is at most, and the places it lies in."""

    words: str
    left: float
    right: float
    base: float
    places: tuple[str, ...]


def parsed(svg: str) -> ET.Element:
    """Return the root of a picture."""
    return ET.fromstring(svg)  # noqa: S314 - our own


def ids(root: ET.Element) -> list[str]:
    """Return all ids of a picture."""
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


def texts(root: ET.Element) -> Iterator[Text]:
    """Yield every text outside definitions."""
    yield from _texts(root, 0, 0, ())


def _texts(element: ET.Element, x: float, y: float, places: tuple[str, ...]) -> Iterator[Text]:
    if element.tag == f"{SVG}defs":
        return
    if moved := _MOVED.match(element.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    if "id" in element.attrib:
        places = (*places, element.attrib["id"])
    if element.tag == f"{SVG}text":
        words = element.text or ""
        bold = element.get("font-weight") == "700"
        wide = text_width(words, float(element.attrib["font-size"]), bold)
        shift = {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0.0)
        left = x + float(element.attrib["x"]) - shift
        yield Text(words, left, left + wide, y + float(element.attrib["y"]), places)
    for child in element:
        yield from _texts(child, x, y, places)
