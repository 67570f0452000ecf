"""What the table in the browser says around its pictures."""

from functools import cache

from msgspec import Struct

from referee.game.messages.catalogue import table
from referee.game.messages.speech import spoken
from referee.game.messages.spoken import filled


class TableWords(Struct, frozen=True, eq=False):
    """Every word of the table's pages in one language, besides those of its pictures."""

    code: str
    pages: dict[str, str]
    """The titles of the pages."""
    buttons: dict[str, str]
    """What the pages show as it stands."""
    told: dict[str, str]
    """Sentences with facts, which the server fills in."""

    def say(self, key: str, **facts: str | int) -> str:
        """Return a sentence with its facts."""
        return filled(self.told[key], facts, (), self.code)


def table_words(code: str = "") -> TableWords:
    """Return the words of a language by its code, or of the one that is spoken."""
    return _table_words(code or spoken())


@cache
def _table_words(code: str) -> TableWords:
    names = [field for field in TableWords.__struct_fields__ if field != "code"]
    return TableWords(code, *(table(code, f"table.{name}") for name in names))
