"""What pages, pictures, replays, explanations and copies say, each in an area of its own."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, TypeVar

from msgspec import Struct

from referee.core.citations import Citation
from referee.i18n.catalogue import table
from referee.i18n.speech import say, spoken, thing
from referee.i18n.spoken import Said, filled, listed


class _Words(Struct, frozen=True, eq=False):
    """The sentences of an area in one language: a field for each of its tables."""

    code: str

    def say(self, section: str, key: str, **facts: Said) -> str:
        """Return a sentence with its facts."""
        sentences: dict[str, str] = getattr(self, section)
        return filled(sentences[key], facts, (), self.code)


_Kind = TypeVar("_Kind", bound=Struct)


def _words(kind: type[_Kind], area: str, code: str) -> _Kind:
    found: _Kind = _read(kind, area, code or spoken())
    return found


@cache
def _read(kind: type[_Kind], area: str, code: str) -> _Kind:
    names = kind.__struct_fields__[1:]
    return kind(code, *(table(code, f"{area}.{name}") for name in names))


# What stands in a picture of a table, and what is said of its places ------------------------------
class PictureWords(_Words, frozen=True, eq=False):
    """Every word of a picture in one language."""

    companies: dict[str, str]
    initials: dict[str, str]
    """Companies as a post names them."""
    colours: dict[str, str]
    phases: dict[str, str]
    parts: dict[str, str]
    """The titles of the parts of a table."""
    notes: dict[str, str]
    """What stands in the picture beside a place."""
    places: dict[str, str]
    """What is said of a place to whom cannot see it."""
    gives: dict[str, str]
    """What a reward, a card or a requirement consists of."""
    marks: dict[str, str]
    legend: dict[str, str]

    def colour(self, colour: str) -> str:
        """Return what a player is called by his colour."""
        return self.colours.get(colour, colour[:1].upper() + colour[1:])

    def say(self, section: str, key: str, **facts: Said) -> str:
        """Return a sentence with its facts."""
        return _said(self, section, key, tuple(facts.items()))


@lru_cache(16384)
def _said(words: PictureWords, section: str, key: str, facts: tuple[tuple[str, Said], ...]) -> str:
    return _Words.say(words, section, key, **dict(facts))


def picture_words(code: str = "") -> PictureWords:
    """Return the words of a language by its code, or of the one that is spoken."""
    return _words(PictureWords, "pictures", code)


# What a replay says: every event in a sentence, and the words of the page around it ---------------
class ReplayWords(_Words, frozen=True, eq=False):
    """Every word of a replay in one language, besides those of its pictures."""

    events: dict[str, str]
    parts: dict[str, str]
    """What a turn consists of."""
    page: dict[str, str]


def replay_words(code: str = "") -> ReplayWords:
    """Return the words of a language by its code, or of the one that is spoken."""
    return _words(ReplayWords, "replays", code)


# What the referee says when it explains an illegal turn -------------------------------------------
class Explaining(_Words, frozen=True, eq=False):
    """Every sentence of explanations in one language."""

    phrases: dict[str, str]
    correction: dict[str, str]
    shortfall: dict[str, str]
    costs: dict[str, str]
    """What the points of an expansion are consumed for."""
    fields: dict[str, str]
    """What a field of a turn is called."""
    numbers: dict[str, str]
    """What is said of a number that an effect rule gives, by rule and name."""
    zeros: dict[str, str]
    lacks: dict[str, str]

    def number(self, rule: str, name: str, value: int) -> str | None:
        """Return what is said of a number; None if it is 0 and nothing is to say about that."""
        sentences = self.numbers if value else self.zeros
        start = f"{rule}."
        of_rule = {
            key.removeprefix(start): text
            for key, text in sentences.items()
            if key.startswith(start)
        }
        return self._filled(of_rule, name, value)

    def lack(self, what: str, amount: int) -> str:
        """Return what is said of something that was missing."""
        return self._filled(self.lacks, what, amount) or what

    def _filled(self, sentences: dict[str, str], name: str, value: int) -> str | None:
        """Return the sentence for a name or for what it begins with; what is left is `of` what."""
        known = [key for key in sentences if name == key or name.startswith((f"{key}-", f"{key}:"))]
        if not known:
            return None
        key = max(known)  # all begin the name, so this is the longest
        of = name[len(key) + 1 :].replace(".", ":")
        return filled(sentences[key], {"n": value, "of": of}, (), self.code)


def explaining(code: str = "") -> Explaining:
    """Return the sentences of a language by its code, or of the one that is spoken."""
    return _words(Explaining, "explaining", code)


# What the referee says of a copy of the game that is partly read ----------------------------------
class CopyWords(_Words, frozen=True, eq=False):
    """Every sentence about partly read copies in one language."""

    places: dict[str, str]
    """By table and path what stands there; {entry} is the entry, {at} the number within a list."""
    labels: dict[str, str]
    """What a value is called that is no number and no id."""
    lists: dict[str, str]
    conditions: dict[str, str]
    derived: dict[str, str]
    """What a number of a player is called that several things decide."""
    verdicts: dict[str, str]
    scores: dict[str, str]
    lessons: dict[str, str]
    """What games teach about a copy."""
    versions: dict[str, str]
    forms: dict[str, str]
    """What may be written in a place, and what is said of anything else."""
    asking: dict[str, str]
    """A conversation about a copy."""
    questions: dict[str, str]
    printed: dict[str, str]
    """Where things are printed."""
    advice: dict[str, str]
    reading: dict[str, str]
    """How much of a set has been read."""
    files: dict[str, str]
    """What is wrong in the files of a set."""

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
    return _words(CopyWords, "copies", code)


# Where an edition of the rulebook says something, in the language that is spoken ------------------
def place_words(citation: Citation) -> str:
    """Return where an edition says something: the heading, the part of it, the page."""
    words = [say("pages.citations.heading", heading=citation.heading.rstrip(" :"))]
    if citation.part:
        words.append(thing(citation.part))
    if citation.page:
        several = "-" in citation.page
        words.append(
            say(
                "pages.citations.pages" if several else "pages.citations.page", number=citation.page
            )
        )
    return ", ".join(words)


def cited_place(citation: Citation) -> str:
    """Return a place with its edition; in English that is the citation itself."""
    return f"{citation.edition} {place_words(citation)}"


# Many ids in few words: those that count on from each other by the first and the last -------------
LONGEST_ALONE: Final = 2
"""So many ids in a row are still told one by one."""


def in_runs(ids: Iterable[str]) -> Iterator[str]:
    """Yield ids, of those that count on from each other the first and the last."""
    rows: list[list[str]] = []
    for id_ in ids:
        if rows and _follows(rows[-1][-1], id_):
            rows[-1].append(id_)
        else:
            rows.append([id_])
    for row in rows:
        if len(row) > LONGEST_ALONE:
            yield copy_words().say("lists", "range", low=row[0], high=row[-1])
        else:
            yield from row


def _follows(one: str, other: str) -> bool:
    stem = one.rstrip("0123456789")
    number = one.removeprefix(stem)
    return bool(number) and other == f"{stem}{int(number) + 1:0{len(number)}d}"
