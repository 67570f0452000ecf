"""The keywords of the notation, each with the ways in which people spell it."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from referee.core.shipped_files import packaged


def spelled(*keywords: str) -> dict[str, str]:
    """Return keywords by all their spellings: `expand:e` may be cut down to `e`."""
    found: dict[str, str] = {}
    for entry in keywords:
        keyword, *others = entry.split("|")
        word, _, shortest = keyword.partition(":")
        # A verb may be cut short, and a person may put an `s` behind it.
        cut = range(len(shortest) or len(word), len(word) + 1)
        found |= dict.fromkeys([*(word[:size] for size in cut), *others], word)
    return found


START: Final[Mapping[str, str]] = spelled(
    "players|player",
    "set",
    "rulings|ruling",
    "tracks|track",
    "setup",
    "title",
    "display",
    "books|book",
    "refill",
    "prepare",
    "round",
    "takeback|take-back",
    "table",
    "adjust|adjusted",
    "unordered",
    "ordered",
)
"""The keywords with which a line may begin."""

VERBS: Final[Mapping[str, str]] = spelled(
    "tile",
    "rest|rests",
    "bonus",
    "plan:p|plans",
    "goods:g|good",
    "expand:e|expands",
    "clerk:c|bookkeeper|bk",
    "merchant:me",
    "marker:ma",
    "end|ends|ended|pass|passes|passed",
)
"""The keywords that stand behind a player."""

MISPLACED: Final = (
    frozenset(
        spelled("tile|tiles", "rest|rests", "bonus", "plan|plans", "goods|good", "expand|expands")
    )
    | {"clerk", "bookkeeper", "bk", "merchant", "marker"}
    | {word for word, verb in VERBS.items() if verb == "end"}
)
"""Verbs that are known for what they are at the beginning of a line, where a player belongs."""

CLAUSES: Final[Mapping[str, str]] = spelled(
    "buy|buys",
    "plus",
    "level|levels",
    "using",
    "oust|ousts",
    "flip|flips",
    "to",
    "option",
    "discard|discards",
    "spend|spends",
    "books|book",
    "take|takes",
    "for",
    "points|point",
    "after",
    "out",
    "rejected",
)
"""The keywords in the middle of a line."""

FACES: Final[Mapping[str, str]] = spelled(
    "coffee",
    "bananas|banana",
    "cotton",
    "expansion|exp",
    "clerk|bookkeeper|bk|clerks|bookkeepers",
    "merchant|merchants",
    "single",
    "share",
    "crate|crates",
    "colleague|colleagues",
    "one|any",
    "pounds|pound|£",
    "diamonds|diamond",
    "points|point",
    "posts|post",
    "book",
    "track",
    "none",
    "mines|mine",
    "beside|next|near",
    "bonus",
    "->|→|gives",
)
"""The words between brackets, which tell what is seen of a piece."""


# The notation in other languages: words are put into English before a line is read ----------------
#
# A record says in its header which language it is written in, `lang nl`; its words may then be
# those of that language or English ones. Names of players stay what they are, and so does
# everything that is not in the list of the language. A record that names no language is read as it
# always was.
NotationLanguage = Literal["nl", "cs", "fr"]

LANGUAGES: Final[tuple[NotationLanguage, ...]] = ("nl", "cs", "fr")
"""The languages besides English in which a record may be written."""

ENGLISH: Final = "en"

HEADER: Final = re.compile(r"\s*lang(?:uage)?\s*[:=]?\s*(en|nl|cs|fr|de)\s*$", re.IGNORECASE)
"""The line that says in which language a record is written; no other line reads like it."""

_PIECE: Final = re.compile(r'"[^"]*"|“[^”]*”|[^\W\d_][\w\x27\u2019-]*')
_ITEM: Final = re.compile(r"([^\W\d_]+)(\d[\w-]*)")
_LONGEST: Final = 3
"""Words of the longest phrase that stands for one English word."""

_HEADS: Final = {"bananas": "banana", "expansion": "exp"}
"""What the ids of cards begin with, where that is no word of the notation."""

_COLOURS: Final = frozenset({"blue", "green", "red", "yellow", "black", "white", "orange"})
_ROSTER: Final = "players"
_FREE: Final = frozenset({"set", "title", "rulings"})
"""The keywords behind which words stand that are no words of the notation."""


class EnglishLine(Struct, frozen=True):
    """A line in the English words of the notation, and where each piece of it came from."""

    text: str
    starts: tuple[int, ...] = (0,)
    was: tuple[int, ...] = (0,)

    def column(self, column: int) -> int:
        """Return the column of the written line that a column of this one stands for."""
        at = bisect_right(self.starts, max(column - 1, 0)) - 1
        return self.was[at] + max(column - 1, 0) - self.starts[at] + 1


class Tongue:
    """The words of the notation in one language."""

    def __init__(self, words: Mapping[str, list[str]]) -> None:
        self._english = {folded(each): word for word, own in words.items() for each in own}
        self._own = {word: own[0] for word, own in words.items()}
        self.colour_words = tuple(
            (own, colour) for colour in sorted(_COLOURS) for own in words.get(colour, [])
        )
        """The colours of players as the language calls them, with the English word of each."""

    def read(self, line: str, names: Collection[str] = ()) -> EnglishLine:
        """Return a line without its comment in English words; `names` stay as they are."""
        pieces = [*_PIECE.finditer(line)]
        first = self._first(pieces[0][0]) if pieces else ""
        out, starts, was = "", [0], [0]
        end = at = 0
        while at < len(pieces):
            size, word = self._found(line, pieces, at, names)
            if at and (first in _FREE or (first == _ROSTER and word not in _COLOURS)):
                word = None  # whoever plays has any name
            if word is not None:
                begin, last = pieces[at], pieces[at + size - 1]
                out += line[end : begin.start()]
                starts += [len(out), len(out) + len(word)]
                was += [begin.start(), last.end()]
                out, end = out + word, last.end()
            at += size
        return EnglishLine(out + line[end:], tuple(starts), tuple(was))

    def _first(self, word: str) -> str:
        return self._english.get(folded(word), folded(word))

    def _found(
        self, line: str, pieces: list[re.Match[str]], at: int, names: Collection[str]
    ) -> tuple[int, str | None]:
        """Return how many words from here on stand for one English word, and that word."""
        if folded(pieces[at][0]) in names or pieces[at][0][0] in '"“':
            return 1, None
        for size in range(min(_LONGEST, len(pieces) - at), 0, -1):
            phrase = line[pieces[at].start() : pieces[at + size - 1].end()]
            found = self._english.get(folded(" ".join(phrase.split())))
            if found is not None:
                return size, found
        return 1, self._part(pieces[at][0])

    def _part(self, word: str) -> str | None:
        """Return an id in which words are put together with numbers or other words."""
        if (item := _ITEM.fullmatch(word)) is not None:
            head = self._english.get(folded(item[1]))
            return None if head is None else f"{_HEADS.get(head, head)}{item[2]}"
        parts = word.split("-")
        found = [self._english.get(folded(part)) for part in parts]
        if len(parts) == 1 or not any(found):
            return None
        return "-".join(each or part for each, part in zip(found, parts, strict=True))

    def written(self, line: str, names: Collection[str] = ()) -> str:
        """Return a canonical line in the words of the language; quotes and comments stay.

        A word that is also one of these names would be taken for it, and stays English.
        """
        statement, sign, comment = _split_comment(line)
        is_free = statement.partition(" ")[0] in _FREE

        def own(match: re.Match[str]) -> str:
            word = self._own.get(match[0], match[0])
            return match[0] if folded(word) in names else word

        return _PIECE.sub(own, statement, count=int(is_free)) + sign + comment


@cache
def tongue(code: NotationLanguage) -> Tongue:
    """Return the words of a language."""
    return Tongue(words_of_language(code))


@cache
def words_of_language(code: NotationLanguage) -> dict[str, list[str]]:
    """Return by English word those of a language, the canonical one first."""
    import tomllib  # noqa: PLC0415 - few records are written in another language

    return tomllib.loads(packaged("records", "words", f"{code}.toml").read_text("utf-8"))


def words_of_names(names: Iterable[str | None]) -> frozenset[str]:
    """Return the words of players' names as they are looked up, which mean nothing else."""
    return frozenset(folded(word) for name in names for word in (name or "").split())


def folded(word: str) -> str:
    """Return a word as it is looked up: without marks on its letters, in lower case."""
    plain = unicodedata.normalize("NFD", word.replace("\u2019", "'"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


def _split_comment(line: str) -> tuple[str, str, str]:
    quoted = False
    for at, sign in enumerate(line):
        quoted ^= sign == '"'
        if sign == "#" and not quoted:
            return line[:at], sign, line[at + 1 :]
    return line, "", ""
