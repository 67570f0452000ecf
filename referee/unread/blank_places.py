"""Where a value stands that nobody has read, and what may be printed there."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from referee.game.messages.copies import copy_words
from referee.game.messages.speech import thing
from referee.game.set_tables import BLANK
from referee.game.shipped_files import packaged

NO_BORDER: Final = 0
"""The number of lines where no border is; a call that is not there stands before space 0, too."""


BORDER_LABELS: Final = ("missing", "single", "double")


@cache
def printed() -> Mapping[str, Any]:
    """Return what may be printed: ranges of numbers, and kinds of bonuses."""
    return tomllib.loads(packaged("unread", "printed.toml").read_text(encoding="utf-8"))


class BlankPlace:
    """Where a value stands: table, entry, and the way into the entry."""

    __slots__ = ("entry", "path", "table")

    def __init__(self, table: str, entry: str, path: tuple[str | int, ...] = ()) -> None:
        self.table = table
        self.entry = entry
        self.path = path

    def inner(self, *parts: str | int) -> "BlankPlace":
        """Return a place within this one."""
        return BlankPlace(self.table, self.entry, (*self.path, *parts))

    @property
    def pattern(self) -> str:
        """The place without its entry and the numbers of lists."""
        return ".".join([self.table, *[part for part in self.path if isinstance(part, str)]])

    @property
    def key(self) -> str:
        """The name of the value in its set."""
        return ".".join([self.table, self.entry, *map(str, self.path)])

    def subject(self) -> str:
        """Return what stands there, in words."""
        words = copy_words()
        numbers = [str(part) for part in self.path if isinstance(part, int)]
        names = self.entry.split("~")
        if self.table in {"borders", "bases"}:
            names = [words.label(name) for name in names]
        elif self.table == "card_spaces":
            names = [thing(self.entry)]
        entry = words.all_of(names)
        # A list of which nothing is read, and one of its values, have different names.
        whole = f"{self.pattern}.all"
        name = whole if not numbers and whole in words.places else self.pattern
        if name in words.places:
            return words.say("places", name, entry=entry, at=".".join(numbers))
        path = " ".join(str(part) for part in self.path).replace("_", " ")
        return words.say("places", "other", entry=entry, path=path)


def has_blank(raw: object) -> bool:
    """Return whether there is a question mark in a raw value."""
    if isinstance(raw, dict):
        return any(map(has_blank, raw.values()))
    if isinstance(raw, list | tuple):
        return any(map(has_blank, raw))
    return raw == BLANK
