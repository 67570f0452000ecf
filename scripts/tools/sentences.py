"""What may be wrong with the sentences of a language, held against the English ones."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Any, Final

import msgspec

from referee.game.messages.catalogue import DECLARATION, ENGLISH, read_sentences
from referee.game.messages.spoken import categories
from referee.game.shipped_files import packaged

MESSAGES: Final = packaged("game", "messages")

BUILT_IN: Final = frozenset({"", "player", "id", "and", "or"})
"""Forms of a fact that every language has."""

OWN_FORMS: Final = "terms"
"""The area whose keys are a language's own affair."""

UNSAID: Final = {"click": frozenset({"name"}), "records": frozenset({"detail"})}
"""Facts that a sentence may leave out, since click or a decoder tells them in English only."""

LEFTOVERS: Final = frozenset(
    {"the", "are", "were", "with", "this", "which", "there", "been", "should", "would"}
    | {"cannot", "whose", "these", "into"}
)
"""English words that no sentence of another language has."""

PLACEHOLDER: Final = re.compile(r"(?<![\w-])[A-Z]{2,}(?: RANGE)?(?![\w-])")
"""A word in capitals, which may stand for something that is to be typed."""

GROUPS: Final = (
    frozenset({"mombasa", "cape-town", "saint-louis", "cairo"}),
    frozenset({"coffee", "bananas", "cotton"}),
    frozenset({"blue", "green", "red", "yellow"}),
    frozenset({"left", "middle", "right"}),
)
"""Ids of which a form is needed for all or for none."""

HELD_TO_TERMS: Final = frozenset({"rules", "rulings", "explaining", "pictures", "replays"})
"""The areas in which a term of the glossary is said by the term of the language."""


def areas() -> list[str]:
    """Return the names of all areas."""
    return sorted(path.stem for path in (MESSAGES / ENGLISH).glob("*.toml"))


def languages() -> list[str]:
    """Return the codes of all languages that have files, offered or not."""
    return sorted(path.name for path in MESSAGES.iterdir() if len(path.name) == len(ENGLISH))


def is_offered(code: str) -> bool:
    """Return whether a language can be chosen."""
    return (MESSAGES / code / f"{DECLARATION}.toml").exists()


@cache
def sentences(code: str, area: str) -> dict[str, str]:
    """Return the sentences of an area; none if the language does not have it."""
    path = MESSAGES / code / f"{area}.toml"
    return read_sentences(path.read_text("utf-8")) if path.exists() else {}


def problems(code: str, *, complete: bool) -> list[str]:
    """Return what is wrong with a language; what is missing only if it has to be complete."""
    return [*_problems(code, complete=complete)]


def _problems(code: str, *, complete: bool) -> Iterator[str]:
    exempt = _exempt(code)
    for area in areas():
        english, told = sentences(ENGLISH, area), sentences(code, area)
        if area == OWN_FORMS:
            continue
        for key in told.keys() - english.keys():
            yield f"{area}.{key}: English has no such sentence"
        for key, text in english.items():
            name = f"{area}.{key}"
            if not told.get(key):
                if complete:
                    yield f"{name}: missing"
                continue
            unsaid = UNSAID.get(area, frozenset())
            yield from (f"{name}: {fault}" for fault in faults(code, text, told[key], unsaid))
            if code != ENGLISH and name not in exempt:
                yield from (f"{name}: {fault}" for fault in _foreign(code, area, text, told[key]))
    yield from _form_faults(code)


def faults(
    code: str, english: str, told: str, unsaid: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield what is wrong with the form of a sentence, which may leave out the facts `unsaid`."""
    try:
        mine, theirs = _facts(told), _facts(english)
    except ValueError as error:
        yield f"cannot be read: {error}"
        return
    for name in theirs - mine - unsaid:
        yield f"does not tell the fact {{{name}}}"
    for name in mine - theirs:
        yield f"tells {{{name}}}, which is no fact of it"
    for form in _plurals(told):
        found = [each.partition(" ")[0] for each in form.split("|")]
        if found != [*categories(code)]:
            yield f"has the plural forms {', '.join(found)}; expected {', '.join(categories(code))}"
    if _typed(told) != (expected := _typed(_with_placeholders(code, english))):
        yield f"has {sorted(_typed(told))} in backquotes, not {sorted(expected)}"
    if told.strip() and _edges(told) != _edges(english):
        yield "begins or ends with other blanks than the English sentence"


def _with_placeholders(code: str, english: str) -> str:
    """Return a text with what the language calls the words in capitals that stand for something."""
    named = _placeholders(code)
    return PLACEHOLDER.sub(lambda found: named.get(found[0], found[0]), english)


@cache
def _placeholders(code: str) -> dict[str, str]:
    theirs, mine = sentences(ENGLISH, "help"), sentences(code, "help")
    return {
        text: mine.get(key, text) for key, text in theirs.items() if key.startswith("placeholders.")
    }


def _foreign(code: str, area: str, english: str, told: str) -> Iterator[str]:
    """Yield where a sentence is still English, or uses other terms than the glossary."""
    words = _bare(told)
    if told == english and re.search(r"[a-zA-Z]{3}", _bare(english)):
        yield "is the same as in English"
    for word in PLACEHOLDER.findall(told):
        if (mine := _placeholders(code).get(word, word)) != word:
            yield f"has {word}, which stands for something; the language has {mine}"
    for word in sorted(LEFTOVERS & {*re.findall(r"[a-z]+", words.lower())}):
        yield f"has the English word {word!r}"
    yield from _term_faults(code, area, _bare(english), words)


def _term_faults(code: str, area: str, english: str, told: str) -> Iterator[str]:
    for name, term in glossary().items():
        for word in term.get("not", {}).get(code, ()):
            if _has(told, word):
                yield f"says {word!r} for {name}; the glossary has {', '.join(term[code])}"
        if area not in HELD_TO_TERMS or not _is_said_alone(name, english):
            continue
        if not any(_has(told, word) for word in term[code]):
            yield f"does not use the term for {name}: {', '.join(term[code])}"


@cache
def _is_said_alone(name: str, english: str) -> bool:
    """Return whether a term occurs, and not only inside longer ones, such as card in goods card."""
    words = glossary()[name]["en"]
    if not any(_has(english, word) for word in words):
        return False
    rest = english
    for longer in _long_terms():
        if longer not in words:
            rest = _pattern(longer).sub(" ", rest)
    return any(_has(rest, word) for word in words)


@cache
def _long_terms() -> tuple[str, ...]:
    return tuple(word for term in glossary().values() for word in term["en"] if " " in word)


def _form_faults(code: str) -> Iterator[str]:
    """Yield forms of terms that sentences use and that not all of a group have."""
    used = {
        form
        for area in areas()
        for text in sentences(code, area).values()
        for form in _forms(text)
        if form not in BUILT_IN and form[0] not in ".,"
    }
    have = Counter(key.partition(".")[2] for key in sentences(code, OWN_FORMS))
    for form in sorted(used - have.keys()):
        yield f"terms: no term has the form {form!r}, which a sentence uses"
    for form in sorted(have):
        ids = {
            key.partition(".")[0] for key in sentences(code, OWN_FORMS) if key.endswith(f".{form}")
        }
        for group in GROUPS:
            if ids & group and group - ids:
                yield f"terms: the form {form!r} is missing of {', '.join(sorted(group - ids))}"


@cache
def glossary() -> dict[str, dict[str, Any]]:
    """Return the terms of the game by their English names."""
    return tomllib.loads((MESSAGES / "glossary.toml").read_text("utf-8"))


@cache
def _exempt(code: str) -> frozenset[str]:
    """Return the sentences that may be like the English ones, which each language lists."""
    path = MESSAGES / code / "same.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return frozenset(line.split()[0] for line in lines if line and not line.startswith("#"))


def _has(text: str, word: str) -> bool:
    """Return whether a word of the glossary stands in a text; most do not even begin there."""
    begins = word.partition("*")[0].casefold() in text.casefold()
    return begins and _pattern(word).search(text) is not None


@cache
def _pattern(word: str) -> re.Pattern[str]:
    body = re.escape(word).replace(r"\*", r"\w*")
    return re.compile(rf"(?<!\w){body}(?!\w)", 0 if word[:1].isupper() else re.IGNORECASE)


def _facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _forms(text: str) -> list[str]:
    return [form for _, _, form, _ in Formatter().parse(text) if form and " " not in form]


def _plurals(text: str) -> list[str]:
    return [form for _, _, form, _ in Formatter().parse(text) if form and " " in form]


def _typed(text: str) -> Counter[str]:
    """Return what is to be typed, the facts in it by their names."""
    return Counter(
        re.sub(r"\{(\w+)[^}]*\}", r"{\1}", each) for each in re.findall(r"`[^`]+`", text)
    )


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _bare(text: str) -> str:
    """Return the words of a sentence: no facts, nothing that is to be typed, all plural forms."""
    plain = re.sub(r"`[^`]*`", " ", text)
    plain = re.sub(r"\{\w+(![rs])?(:[^{} ]*)?\}", " ", plain)
    return re.sub(r"\{\w+:|[{}|#]", " ", plain)


def quoted(text: str) -> str:
    """Return a text as the message files write it."""
    return msgspec.json.encode(text).decode()
