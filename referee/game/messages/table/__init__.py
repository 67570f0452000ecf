"""What the table in the browser says around its pictures."""

import tomllib
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from referee.game.messages.spoken import filled


class TableWords(Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """Every word of the table's pages in one language, besides those of its pictures."""

    pages: dict[str, str]
    """The titles of the pages."""
    buttons: dict[str, str]
    """What the pages show as it stands."""
    told: dict[str, str]
    """Sentences with facts, which the server fills in."""

    def say(self, key: str, **facts: str | int) -> str:
        """Return a sentence with its facts."""
        return filled(self.told[key], facts)


@cache
def table_words(code: str = "en") -> TableWords:
    """Return the words of a language by its two-letter code."""
    path = resources.files(__package__) / f"{code}.toml"
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), TableWords)
