"""Takes out of the output what differs between two runs of the same program: times and places.

Each pattern is as narrow as the one sentence of the product that it is meant for. Everything that
it does not cover is compared, so a new accidental value shows as a difference and is added here.
"""

import re
from collections.abc import Mapping
from typing import Final

SECONDS: Final = "<seconds>"

_ACCIDENTS: Final = (
    # The last line of an answer of a solver.
    (re.compile(r"^\d+\.\d\d s$", re.MULTILINE), f"{SECONDS} s"),
    (re.compile(r'("seconds": )\d+(?:\.\d+)?(?=,?$)', re.MULTILINE), rf"\g<1>{SECONDS}"),
    # The table of `puzzle check`, whose last column is as wide as its widest number, and its sum.
    (re.compile(r"^([a-z-]+ +-?\d+  optimal) +\d+\.\d\d$", re.MULTILINE), rf"\g<1>  {SECONDS}"),
    (re.compile(r"(\d puzzles? proved in )\d+\.\d s,"), rf"\g<1>{SECONDS} s,"),
)

_NOT_TEXT: Final = re.compile(r"[^\n\x20-\U0010ffff]|[\x7f-\x9f\\\u2028\u2029\ud800-\udfff]")


def normal(data: bytes, places: Mapping[str, str]) -> str:
    """Return output as text without accidental values; `places` are folders and their names.

    Bytes that are no text and characters that a terminal or an editor would obey are written as
    escapes, and a backslash as two, so that different output never becomes the same text.
    """
    text = data.decode("utf-8", "surrogateescape")
    # The longest first: one folder may lie in another.
    for place in sorted(places, key=len, reverse=True):
        text = text.replace(place, places[place])
    for accident, name in _ACCIDENTS:
        text = accident.sub(name, text)
    return _NOT_TEXT.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    if character == "\\":
        return r"\\"
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
