"""What a replay says: every event in a sentence, and the words of the page around it."""

import tomllib
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from referee.game.messages.spoken import filled


class ReplayWords(Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """Every word of a replay in one language, besides those of its pictures."""

    events: dict[str, str]
    parts: dict[str, str]
    """What a turn consists of."""
    page: dict[str, str]

    def say(self, section: str, key: str, **facts: str | int) -> str:
        """Return a sentence with its facts."""
        sentences: dict[str, str] = getattr(self, section)
        return filled(sentences[key], facts)


@cache
def replay_words(code: str = "en") -> ReplayWords:
    """Return the words of a language by its two-letter code."""
    path = resources.files(__package__) / f"{code}.toml"
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), ReplayWords)
