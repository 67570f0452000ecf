"""Pieces of markup written shorter: what occurs often becomes one character.

The characters are of the private use area, which no text of a picture has; whoever reads the pieces
puts back what each of them stands for.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

FIRST: Final = 0xE000
MOST: Final = 1500
LEAST_SAVING: Final = 60
"""Bytes that an entry of the table has to save."""
COST: Final = 3
"""Bytes of one such character."""

_TOKEN: Final = re.compile(r'<[^\s>]+>?| [\w:-]+="[^"]*"/?>?|[^<" ]+|.', re.DOTALL)
_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")


class Abbreviated(Struct, frozen=True):
    """Pieces in which characters stand for the entries of a table, in its order."""

    table: tuple[str, ...]
    pieces: tuple[str, ...]


def abbreviated(pieces: Sequence[str]) -> Abbreviated:
    """Return pieces of markup with a table of what occurs often in them."""
    clean = [_PRIVATE.sub("\N{REPLACEMENT CHARACTER}", piece) for piece in pieces]
    split = [_TOKEN.findall(piece) for piece in clean]
    counted = Counter(token for tokens in split for token in tokens)
    saved = {
        token: count * (len(token) - COST) - len(token) - COST
        for token, count in counted.items()
        if len(token) > COST
    }
    worth = [token for token, saving in saved.items() if saving >= LEAST_SAVING]
    table = tuple(sorted(worth, key=lambda token: (-saved[token], token))[:MOST])
    short = {token: chr(FIRST + number) for number, token in enumerate(table)}
    return Abbreviated(
        table, tuple("".join([short.get(token, token) for token in tokens]) for tokens in split)
    )
