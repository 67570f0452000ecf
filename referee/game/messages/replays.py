"""What a replay says: every event in a sentence, and the words of the page around it."""

from functools import cache

from msgspec import Struct

from referee.game.messages.catalogue import table
from referee.game.messages.speech import spoken
from referee.game.messages.spoken import filled


class ReplayWords(Struct, frozen=True, eq=False):
    """Every word of a replay in one language, besides those of its pictures."""

    code: str
    events: dict[str, str]
    parts: dict[str, str]
    """What a turn consists of."""
    page: dict[str, str]

    def say(self, section: str, key: str, **facts: str | int | tuple[str, ...]) -> str:
        """Return a sentence with its facts."""
        sentences: dict[str, str] = getattr(self, section)
        return filled(sentences[key], facts, (), self.code)


def replay_words(code: str = "") -> ReplayWords:
    """Return the words of a language by its code, or of the one that is spoken."""
    return _replay_words(code or spoken())


@cache
def _replay_words(code: str) -> ReplayWords:
    names = [field for field in ReplayWords.__struct_fields__ if field != "code"]
    return ReplayWords(code, *(table(code, f"replays.{name}") for name in names))
