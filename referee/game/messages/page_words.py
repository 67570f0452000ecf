"""What some pages of the table say, each kind of page in a file of its own."""

from functools import cache

from msgspec import Struct

from referee.game.messages.catalogue import table
from referee.game.messages.speech import spoken
from referee.game.messages.spoken import Said, filled


class PageWords(Struct, frozen=True, eq=False):
    """Every word of some pages in one language."""

    code: str
    shown: dict[str, str]
    """By their names, with facts in braces."""

    def say(self, key: str, **facts: Said) -> str:
        """Return a sentence with its facts."""
        return filled(self.shown[key], facts, (), self.code)


def page_words(area: str, code: str = "") -> PageWords:
    """Return the words of the pages about something, in a language or the one that is spoken."""
    return _page_words(area, code or spoken())


@cache
def _page_words(area: str, code: str) -> PageWords:
    return PageWords(code, table(code, f"{area}.page"))
