"""What may be wrong with the sentences of a language, held against the English ones.

`scripts/translated` has a file a language and in it a line a sentence: its name, a digest of the
English sentence, and one of the translation. While only the English is another than noted, the
translation waits for somebody.
"""

import hashlib
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple

import click
import msgspec

from referee.core.shipped_files import packaged
from referee.i18n.catalogue import DECLARATION, ENGLISH, read_sentences
from referee.i18n.spoken import categories

MESSAGES: Final = packaged("i18n")

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


def problems(code: str, *, complete: bool) -> Iterator[str]:
    """Yield what is wrong with a language; what is missing only if it has to be complete."""
    path = MESSAGES / code / "same.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    # Each language lists the sentences that may be like the English ones.
    exempt = {line.split()[0] for line in lines if line and not line.startswith("#")}
    for area in (area for area in areas() if area != OWN_FORMS):
        english, told = sentences(ENGLISH, area), sentences(code, area)
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
        mine, theirs = (
            {name for _, name, _, _ in Formatter().parse(text) if name is not None}
            for text in (told, english)
        )
    except ValueError as error:
        yield f"cannot be read: {error}"
        return
    for name in theirs - mine - unsaid:
        yield f"does not tell the fact {{{name}}}"
    for name in mine - theirs:
        yield f"tells {{{name}}}, which is no fact of it"
    for form in [form for _, _, form, _ in Formatter().parse(told) if form and " " in form]:
        found = [each.partition(" ")[0] for each in form.split("|")]
        if found != [*categories(code)]:
            yield f"has the plural forms {', '.join(found)}; expected {', '.join(categories(code))}"
    # What is to be typed may have words in capitals for something, which each language has its own.
    named = _placeholders(code)
    typed = PLACEHOLDER.sub(lambda found: named.get(found[0], found[0]), english)
    if _typed(told) != (expected := _typed(typed)):
        yield f"has {sorted(_typed(told))} in backquotes, not {sorted(expected)}"
    blanks = [re.split(r"\S.*\S|\S", text, flags=re.DOTALL) for text in (told, english)]
    if told.strip() and blanks[0] != blanks[1]:
        yield "begins or ends with other blanks than the English sentence"


@cache
def _placeholders(code: str) -> dict[str, str]:
    theirs, mine = sentences(ENGLISH, "help"), sentences(code, "help")
    keys = (key for key in theirs if key.startswith("placeholders."))
    return {theirs[key]: mine.get(key, theirs[key]) for key in keys}


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
    for name, term in glossary().items():
        for word in term.get("not", {}).get(code, ()):
            if _has(words, word):
                yield f"says {word!r} for {name}; the glossary has {', '.join(term[code])}"
        if area not in HELD_TO_TERMS or not _stands_alone(name, _bare(english)):
            continue
        if not any(_has(words, word) for word in term[code]):
            yield f"does not use the term for {name}: {', '.join(term[code])}"


@cache
def _stands_alone(name: str, english: str) -> bool:
    """Return whether a term occurs, and not only inside longer ones, such as card in goods card."""
    words = glossary()[name]["en"]
    if not any(_has(english, word) for word in words):
        return False
    rest = english
    for longer in (word for term in glossary().values() for word in term["en"] if " " in word):
        if longer not in words:
            rest = _pattern(longer).sub(" ", rest)
    return any(_has(rest, word) for word in words)


def _form_faults(code: str) -> Iterator[str]:
    """Yield forms of terms that sentences use and that not all of a group have."""
    used = {
        form
        for area in areas()
        for text in sentences(code, area).values()
        for form in [form for _, _, form, _ in Formatter().parse(text) if form and " " not in form]
        if form not in BUILT_IN and form[0] not in ".,"
    }
    have: dict[str, set[str]] = defaultdict(set)
    for key in sentences(code, OWN_FORMS):
        term, _, form = key.partition(".")
        have[form].add(term)
    for form in sorted(used - have.keys()):
        yield f"terms: no term has the form {form!r}, which a sentence uses"
    for form, ids in sorted(have.items()):
        for group in GROUPS:
            if ids & group and group - ids:
                yield f"terms: the form {form!r} is missing of {', '.join(sorted(group - ids))}"


@cache
def glossary() -> dict[str, dict[str, Any]]:
    """Return the terms of the game by their English names."""
    return tomllib.loads((MESSAGES / "glossary.toml").read_text("utf-8"))


def _has(text: str, word: str) -> bool:
    """Return whether a word of the glossary stands in a text; most do not even begin there."""
    begins = word.partition("*")[0].casefold() in text.casefold()
    return begins and _pattern(word).search(text) is not None


@cache
def _pattern(word: str) -> re.Pattern[str]:
    body = re.escape(word).replace(r"\*", r"\w*")
    return re.compile(rf"(?<!\w){body}(?!\w)", 0 if word[:1].isupper() else re.IGNORECASE)


def _typed(text: str) -> Counter[str]:
    """Return what is to be typed, the facts in it by their names."""
    return Counter(
        re.sub(r"\{(\w+)[^}]*\}", r"{\1}", each) for each in re.findall(r"`[^`]+`", text)
    )


def _bare(text: str) -> str:
    """Return the words of a sentence: no facts, nothing that is to be typed, all plural forms."""
    plain = re.sub(r"`[^`]*`", " ", text)
    plain = re.sub(r"\{\w+(![rs])?(:[^{} ]*)?\}", " ", plain)
    return re.sub(r"\{\w+:|[{}|#]", " ", plain)


FOLDER = Path(__file__).parents[1] / "translated"
DIGITS = 8


class TranslatedPair(NamedTuple):
    """The digests of an English sentence and of its translation."""

    english: str
    told: str


def pairs(code: str) -> dict[str, TranslatedPair]:
    """Return the digests of every translated sentence as it stands, by name; none of English."""
    if code == ENGLISH:
        return {}
    return {
        f"{area}.{key}": TranslatedPair(_digest(text), _digest(told[key]))
        for area in areas()
        if area != OWN_FORMS
        for english, told in [(sentences(ENGLISH, area), sentences(code, area))]
        for key, text in english.items()
        if told.get(key)
    }


def noted(code: str) -> dict[str, TranslatedPair]:
    """Return the digests that were noted when sentences were translated."""
    path = FOLDER / f"{code}.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    rows = [line.rsplit(" ", 2) for line in lines]
    return {name: TranslatedPair(*digests) for name, *digests in rows}


def outdated(
    now: Mapping[str, TranslatedPair], before: Mapping[str, TranslatedPair]
) -> Iterator[str]:
    """Yield what is to be done about sentences that are not as noted."""
    for name, pair in now.items():
        if name not in before:
            yield f"{name}: is not noted; `scripts/make language` does it"
        elif is_waiting(pair, before[name]):
            yield f"{name}: the English has changed since; translate it, or say that it still holds"
        elif pair.english != before[name].english:
            yield f"{name}: is not noted as it stands; `scripts/make language` does it"


def is_waiting(pair: TranslatedPair, before: TranslatedPair) -> bool:
    """Return whether the English has changed and its translation has not."""
    return pair.english != before.english and pair.told == before.told


def note(code: str, still_right: frozenset[str] = frozenset()) -> None:
    """Write down the sentences as they stand, but for those that wait for a translation."""
    before = noted(code)
    waiting = {n for n, pair in pairs(code).items() if n in before and is_waiting(pair, before[n])}
    left = {name: before[name] for name in waiting - still_right}
    kept = {**pairs(code), **left}
    FOLDER.mkdir(exist_ok=True)
    lines = [f"{name} {pair.english} {pair.told}\n" for name, pair in sorted(kept.items())]
    (FOLDER / f"{code}.txt").write_text("".join(lines), "utf-8")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


_KEY = re.compile(r'^(?P<key>[\w.-]+|"[^"\n]+") = "')


@click.command()
@click.argument("codes", metavar="[LANGUAGE]...", nargs=-1)
@click.option("--still-right", metavar="NAME", multiple=True, help="This translation still holds.")
def language(codes: tuple[str, ...], still_right: tuple[str, ...]) -> None:
    """Make the files of languages anew in the order of the English ones, with gaps to fill.

    It also notes of which English each sentence is a translation. One whose English has changed
    since waits until it is translated anew, or somebody says that it still holds.
    """
    for code in codes or languages():
        if code == ENGLISH:
            continue
        (MESSAGES / code).mkdir(exist_ok=True)
        for area in areas():
            path = MESSAGES / code / f"{area}.toml"
            if area == OWN_FORMS and path.exists():
                continue
            known = read_sentences(path.read_text("utf-8")) if path.exists() else {}
            english = (MESSAGES / ENGLISH / f"{area}.toml").read_text("utf-8")
            path.write_text(in_order(english, known), "utf-8")
            missing = sum(not known.get(key) for key in read_sentences(english))
            click.echo(f"{path.relative_to(MESSAGES)}: {missing} to translate")
        note(code, frozenset(still_right))
        for problem in outdated(pairs(code), noted(code)):
            click.echo(f"{code}: {problem}")


def in_order(english: str, known: dict[str, str]) -> str:
    """Return the English file with the sentences of another language, English above each gap."""
    lines: list[str] = []
    table = ""
    for line in english.splitlines():
        if line.startswith("["):
            table = f"{line.strip('[]')}."
        if not (match := _KEY.match(line)):
            lines.append(line)
            continue
        translated = known.get(table + match["key"].strip('"'), "")
        if not translated:
            lines.append(f"# en: {line}")
        lines.append(f"{match['key']} = {msgspec.json.encode(translated).decode()}")
    return "\n".join(lines) + "\n"


@click.command()
@click.argument("codes", metavar="LANGUAGE...", nargs=-1)
def messages(codes: tuple[str, ...]) -> int:
    """Tell what is missing or wrong in the sentences of languages; exit 1 if something is."""
    found = {
        code: [*problems(code, complete=True), *outdated(pairs(code), noted(code))]
        for code in codes or languages()
    }
    for code, told in found.items():
        for problem in told:
            click.echo(f"{code}: {problem}")
        click.echo(f"{code}: {len(told)} problems")
    return int(any(found.values()))
