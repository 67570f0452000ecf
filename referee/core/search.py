"""Finding rules by words: ids, names, sentences, and the headings and terms of all editions."""

import re
import unicodedata
from functools import cache

import msgspec
from msgspec import Struct

from referee.core.citations import crosswalk
from referee.core.rule import Rule
from referee.core.shipped_files import packaged
from referee.i18n import language
from referee.rulebook import RULES

LONGEST_ENDING = 2
"""Letters by which a word may differ at its end: `calls` finds `call`."""
SHORTEST_STEM = 4


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """What the editions call one thing."""

    en: tuple[str, ...]
    nl: tuple[str, ...]
    cs: tuple[str, ...]
    fr: tuple[str, ...]

    @property
    def everywhere(self) -> tuple[str, ...]:
        """Its words in all languages."""
        return (*self.en, *self.nl, *self.cs, *self.fr)


class _Terms(Struct, frozen=True, forbid_unknown_fields=True):
    term: tuple[Term, ...]


@cache
def terms() -> tuple[Term, ...]:
    """Return the terms of the game."""
    import tomllib  # noqa: PLC0415 - nobody else looks for words

    file = packaged("core", "editions", "terms.toml")
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), _Terms).term


def rules_about(query: str) -> tuple[Rule, ...]:
    """Return the rules in which every word of a query is found, in rulebook order."""
    wanted = [_found_by(word) for word in _words(query)]
    if not wanted:
        return ()
    return tuple(
        rule
        for rule in RULES.values()
        if not any(_vocabulary(rule).isdisjoint(words) for words in wanted)
    )


@cache
def _vocabulary(rule: Rule) -> frozenset[str]:
    """Return every word by which a rule is found."""
    english = language()
    sentences = (rule.name.replace("-", " "), english.holds(rule), english.outline(rule))
    spoken = f" {' '.join(_words(' '.join(sentences)))} "
    called = [word for term in terms() if _is_used(term, spoken) for word in term.everywhere]
    headings = [citation.heading for citation in rule.citations]
    titles = [crosswalk()[section].title for section in rule.sections]
    questions = [english.ruling(ruling).question for ruling in rule.rulings]
    return frozenset(_words(" ".join((rule.id, spoken, *called, *headings, *titles, *questions))))


@cache
def _every_word() -> frozenset[str]:
    return frozenset().union(*map(_vocabulary, RULES.values()))


def _is_used(term: Term, spoken: str) -> bool:
    return any(f" {phrase} " in spoken or f" {phrase}s " in spoken for phrase in _phrases(term.en))


@cache
def _phrases(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(" ".join(_words(text)) for text in texts)


def _found_by(wanted: str) -> frozenset[str]:
    """Return the words of any rule that a wanted word finds."""
    stems = range(max(SHORTEST_STEM, len(wanted) - LONGEST_ENDING), len(wanted))
    inflected = {wanted[:length] for length in stems}
    return frozenset(word for word in _every_word() if word.startswith(wanted) or word in inflected)


def _words(text: str) -> list[str]:
    """Return the words of a text in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"\w+", "".join(char for char in plain if not unicodedata.combining(char)))
