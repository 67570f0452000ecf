"""What the referee says of a copy of the game that is partly read."""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from referee.game.messages.catalogue import table
from referee.game.messages.speech import spoken
from referee.game.messages.spoken import filled, listed
from referee.game.rule import Fact

CopySentences = dict[str, str]


class CopyWords(Struct, frozen=True, eq=False):
    """Every sentence about partly read copies in one language."""

    code: str
    places: CopySentences
    """By table and path what stands there; {entry} is the entry, {at} the number within a list."""
    labels: CopySentences
    """What a value is called that is no number and no id."""
    lists: CopySentences
    conditions: CopySentences
    derived: CopySentences
    """What a number of a player is called that several things decide."""
    verdicts: CopySentences
    scores: CopySentences
    lessons: CopySentences
    """What games teach about a copy."""
    versions: CopySentences
    forms: CopySentences
    """What may be written in a place, and what is said of anything else."""
    asking: CopySentences
    """A conversation about a copy."""
    questions: CopySentences
    printed: CopySentences
    """Where things are printed."""
    advice: CopySentences
    reading: CopySentences
    """How much of a set has been read."""
    files: CopySentences
    """What is wrong in the files of a set."""

    def say(self, section: str, key: str, **facts: Fact) -> str:
        """Return a sentence with its facts."""
        sentences: CopySentences = getattr(self, section)
        return filled(sentences[key], facts, (), self.code)

    def label(self, name: str) -> str:
        """Return what a value is called; an id is its own name."""
        return self.labels.get(name, name)

    def any_of(self, items: Sequence[str]) -> str:
        """Return some things of which one holds: a, b or c."""
        return listed(items, self.code, "or") if items else ""

    def all_of(self, items: Sequence[str]) -> str:
        """Return some things that hold together: a, b and c."""
        return listed(items, self.code) if items else ""


def copy_words(code: str = "") -> CopyWords:
    """Return the sentences of a language by its code, or of the one that is spoken."""
    return _copy_words(code or spoken())


@cache
def _copy_words(code: str) -> CopyWords:
    names = [field for field in CopyWords.__struct_fields__ if field != "code"]
    return CopyWords(code, *(table(code, f"copies.{name}") for name in names))
