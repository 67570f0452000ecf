"""What the referee says of a copy of the game that is partly read."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from referee.game.messages.spoken import filled
from referee.game.rule import Fact

CopySentences = dict[str, str]


class CopyWords(Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """Every sentence about partly read copies in one language."""

    places: CopySentences
    """By table and path what stands there; {entry} is the entry, {at} the number within a list."""
    labels: CopySentences
    """What a value is called that is no number and no id."""
    lists: CopySentences
    conditions: CopySentences
    verdicts: CopySentences
    scores: CopySentences
    files: CopySentences
    """What is wrong in the files of a set."""

    def say(self, section: str, key: str, **facts: Fact) -> str:
        """Return a sentence with its facts."""
        sentences: CopySentences = getattr(self, section)
        return filled(sentences[key], facts)

    def label(self, name: str) -> str:
        """Return what a value is called; an id is its own name."""
        return self.labels.get(name, name)

    def any_of(self, items: Sequence[str]) -> str:
        """Return some things of which one holds: a, b or c."""
        return self._joined("or", items)

    def all_of(self, items: Sequence[str]) -> str:
        """Return some things that hold together: a, b and c."""
        return self._joined("and", items)

    def _joined(self, how: str, items: Sequence[str]) -> str:
        if len(items) < 2:  # noqa: PLR2004 - a list begins with two
            return "".join(items)
        return self.say("lists", how, items=", ".join(items[:-1]), last=items[-1])


@cache
def copy_words(code: str = "en") -> CopyWords:
    """Return the sentences of a language by its two-letter code."""
    path = resources.files(__package__) / f"{code}.toml"
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), CopyWords)
