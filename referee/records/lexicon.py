"""The words in which people write turns, a file a language: what each word or phrase means."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from referee.core.shipped_files import packaged
from referee.records.keywords import folded

SIGNS: Final[Mapping[str, str]] = {
    **dict.fromkeys((",", ";", "&", "+", "/", "|"), "sep"),
    **dict.fromkeys((".", "!", '"', "“", "”", "'", "_", "*"), "filler"),
    **dict.fromkeys(("-", "\u2013", "\u2014"), "dash"),
    **dict.fromkeys(("→", ">", "@"), "to"),
    ":": "colon",
    "(": "open",
    ")": "close",
    "=": "equals",
    "?": "blank",
    "£": "pound",
    "\u00d7": "times",
}
"""What signs mean in every language."""

PIECES: Final = re.compile(
    r"\[[^\[\]]*\]|@(?:left|middle|right|top|low|ink|diamond)\d*\b|[=-]>|\d+"
    r"|\b(?:[cdjlmnst]|qu)['\u2019]|[^\W\d_]+(?:['\u2019][^\W\d_]+)*|\S"
)
"""A face, a place, an arrow, a number, a word or a sign: `coffee2` are a word and a number."""

JOINED: Final = frozenset("-.")
"""Signs within a phrase that it may be written without: `St. Louis`."""

LANGUAGES_READ: Final = ("en", "nl", "cs", "fr", "de")
"""The languages of which there are words here; German is only read."""

Meaning = tuple[str, str]
"""A kind of mention, and what it stands for."""


class Lexicon:
    """The words and phrases of some languages, by the pieces that a line is split into."""

    def __init__(self, files: tuple[Mapping[str, Any], ...]) -> None:
        self._phrases: dict[tuple[str, ...], tuple[Meaning, ...]] = {}
        self._stems: dict[str, tuple[Meaning, ...]] = {}
        for number, file in enumerate(files):
            own = {key for key in self._phrases if number}
            for meaning, spelling in entries(file):
                known: Any = self._stems if spelling.endswith("*") else self._phrases
                key: Any = _key(spelling.rstrip("*"))
                if key in own:
                    # What a word means in the language of the record it does not mean in another.
                    continue
                key = key[0] if spelling.endswith("*") else key
                known[key] = (*(each for each in known.get(key, ()) if each != meaning), meaning)
        self.longest = max(map(len, self._phrases))
        self.words = sorted(key[0] for key in self._phrases if len(key) == 1 and key[0].isalpha())

    def meanings(self, pieces: tuple[str, ...]) -> tuple[Meaning, ...]:
        """Return what a word or a phrase can mean."""
        found = self._phrases.get(pieces, ())
        if len(pieces) > 1:
            return found
        (word,) = pieces
        lengths = range(len(word), 2, -1)
        stem = next((self._stems[word[:n]] for n in lengths if word[:n] in self._stems), ())
        return found + stem


def entries(file: Mapping[str, Any]) -> list[tuple[Meaning, str]]:
    """Return what the words of a file mean, a table for a kind or a list for a single meaning."""
    return [
        ((kind, value), spelling)
        for kind, words in file.items()
        for value, spellings in (words.items() if isinstance(words, Mapping) else [("", words)])
        for spelling in spellings
    ]


def _key(spelling: str) -> tuple[str, ...]:
    return tuple(piece for piece in PIECES.findall(folded(spelling)) if piece not in JOINED)


@cache
def lexicon_file(language: str) -> Mapping[str, Any]:
    """Return the words of a language as they are written down."""
    import tomllib  # noqa: PLC0415 - most records are read without

    return tomllib.loads(packaged("records", "lexicons", f"{language}.toml").read_text("utf-8"))


@cache
def lexicon_of(language: str) -> Lexicon:
    """Return the words of a language, and the English ones."""
    return Lexicon(tuple(map(lexicon_file, dict.fromkeys((language, "en")))))
