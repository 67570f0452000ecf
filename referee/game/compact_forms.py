"""What is printed, as people write it: `2 coffee + colleague -> 3 pounds`.

The forms are those that `components show` prints. Each reader returns what a file of a set says in
TOML, or raises a `CompactFormError` that says what was seen and what may stand there. A question
mark in place of a number is a number that was not read.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.game.compact_books import book, requirements, reward, starting_bonus, tiers
from referee.game.compact_cards import card, region
from referee.game.compact_words import BLANK, NOTHING, CompactFormError, CompactWords, Raw


def pairs(text: str, names: tuple[str, str]) -> list[Raw]:
    """Return places with numbers: `6:10 9:15`."""
    words = CompactWords(text, "pairs")
    found = []
    while not words.ended:
        first = words.number()
        if not words.skip(":"):
            raise words.refused()
        words.skip("£")
        found.append({names[0]: first, names[1]: words.number()})
        words.skip(",", ";")
    if not found:
        raise words.refused()
    return found


def numbers(text: str) -> list[int | str]:
    """Return some numbers: `1 0 1 0`."""
    words = CompactWords(text, "numbers")
    if words.skip(*NOTHING):
        words.end()
        return []
    found = []
    while not words.ended:
        found.append(words.number())
        words.skip(",", ";")
    return found


def names(text: str) -> list[str]:
    """Return some ids: `coffee1 exp2 clerk1`."""
    return [word for word in re.split(r"[\s,;]+", text.strip()) if word]


FIELDS: Final[Mapping[tuple[str, str], Callable[[str], Any]]] = {
    ("books", "requires"): requirements,
    ("books", "reward"): reward,
    ("starting_tiles", "requires"): requirements,
    ("starting_tiles", "reward"): reward,
    ("starting_tiles", "bonus"): starting_bonus,
    ("starting_tiles", "rest"): names,
    ("spaces", "reward"): reward,
    ("spaces", "tiers"): tiers,
    ("tracks", "shares"): lambda text: pairs(text, ("at", "shares")),
    ("tracks", "calls"): lambda text: pairs(text, ("before", "pounds")),
    ("tracks", "specials"): lambda text: pairs(text, ("at", "pounds")),
    ("diamond_tracks", "values"): lambda text: pairs(text, ("at", "pounds")),
    ("book_tracks", "values"): lambda text: pairs(text, ("at", "pounds")),
    ("book_tracks", "crossed_out"): numbers,
}
"""By table and field how a text in place of a list or table is read."""

WHOLE: Final[Mapping[str, Callable[[str], Raw]]] = {
    "books": book,
    "starting_tiles": book,
    "cards": card,
    "regions": region,
}
"""By table how the value `shows` of an entry is read, which stands for several of its values."""

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "books": ("requires", "reward"),
    "starting_tiles": ("requires", "reward"),
    "cards": ("kind", "crate"),
    "regions": ("reward", "amount", "mines"),
}
"""The values that `shows` stands for."""

SHOWS: Final = "shows"


def expanded(table: str, row: Raw) -> Raw:
    """Return an entry with everything said at length; a `CompactFormError` if a text says nothing.

    Such an error knows its field.
    """
    if SHOWS not in row and not any(
        isinstance(value, str) and (table, field) in FIELDS for field, value in row.items()
    ):
        return row
    found: Raw = {}
    for field, value in row.items():
        try:
            found |= _at_length(table, field, value)
        except CompactFormError as error:
            error.field = (field,)
            raise
    return found


def _at_length(table: str, field: str, value: object) -> Raw:
    if field == SHOWS and table in WHOLE and isinstance(value, str):
        blank = dict.fromkeys(PARTS[table], BLANK)
        return blank if value == BLANK else WHOLE[table](value)
    if isinstance(value, str) and value != BLANK and (table, field) in FIELDS:
        return {field: FIELDS[table, field](value)}
    return {field: value}
