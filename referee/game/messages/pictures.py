"""What stands in a picture of a table, and what is said of its places."""

from functools import cache, lru_cache

from msgspec import Struct

from referee.game.messages.catalogue import table
from referee.game.messages.speech import spoken
from referee.game.messages.spoken import filled

PictureSentences = dict[str, str]


class PictureWords(Struct, frozen=True, eq=False):
    """Every word of a picture in one language."""

    code: str
    companies: PictureSentences
    initials: PictureSentences
    """Companies as a post names them."""
    colours: PictureSentences
    phases: PictureSentences
    parts: PictureSentences
    """The titles of the parts of a table."""
    notes: PictureSentences
    """What stands in the picture beside a place."""
    places: PictureSentences
    """What is said of a place to whom cannot see it."""
    gives: PictureSentences
    """What a reward, a card or a requirement consists of."""
    marks: PictureSentences
    legend: PictureSentences

    def colour(self, colour: str) -> str:
        """Return what a player is called by his colour."""
        return self.colours.get(colour, colour[:1].upper() + colour[1:])

    def say(self, section: str, key: str, **facts: str | int) -> str:
        """Return a sentence with its facts."""
        return _said(self, section, key, tuple(facts.items()))


@lru_cache(16384)
def _said(
    words: PictureWords, section: str, key: str, facts: tuple[tuple[str, str | int], ...]
) -> str:
    sentences: PictureSentences = getattr(words, section)
    return filled(sentences[key], dict(facts), (), words.code)


def picture_words(code: str = "") -> PictureWords:
    """Return the words of a language by its code, or of the one that is spoken."""
    return _picture_words(code or spoken())


@cache
def _picture_words(code: str) -> PictureWords:
    names = [field for field in PictureWords.__struct_fields__ if field != "code"]
    return PictureWords(code, *(table(code, f"pictures.{name}") for name in names))
