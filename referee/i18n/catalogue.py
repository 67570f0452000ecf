"""The files with the sentences: a folder for each language, a file for each area.

A file is TOML of the plainest kind, tables of one-line strings, so that it can be read in a
fraction of the time that a reader of all TOML takes; a test holds the two against each other.
"""

from functools import cache
from typing import Final

import msgspec

from referee.core.shipped_files import packaged

ENGLISH: Final = "en"

DECLARATION: Final = "language"
"""The area with a language's own name and habits; a language that has it is offered."""


class NoSentenceError(KeyError):
    """There is no sentence of this name, not even in English."""


@cache
def offered() -> tuple[str, ...]:
    """Return the codes of all languages that can be chosen, English first."""
    folder = packaged("i18n")
    others = (path.parent.name for path in folder.glob(f"*/{DECLARATION}.toml"))
    return (ENGLISH, *sorted({*others} - {ENGLISH}))


@cache
def area(code: str, name: str) -> dict[str, str]:
    """Return the sentences of an area by their names; none if the language does not have it."""
    path = packaged("i18n", code, f"{name}.toml")
    try:
        return read_sentences(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}


def read_sentences(text: str) -> dict[str, str]:
    """Return the sentences of a file by table and key, such as `GDS-01.holds`."""
    found: dict[str, str] = {}
    table = ""
    for line in text.splitlines():
        key, equals, quoted = line.partition(" = ")
        if equals and key[0] != "#":
            found[table + key.strip('"')] = _plain(quoted.rstrip()[1:-1])
        elif line.startswith("["):
            table = f"{line.strip('[] ')}."
    return found


def sentence(code: str, key: str) -> str:
    """Return a sentence, facts in braces, by area and name: `rules.GDS-01.holds`.

    What a language does not have yet is said in English.
    """
    name, _, rest = key.partition(".")
    found = area(code, name).get(rest) or area(ENGLISH, name).get(rest)
    if found is None:
        raise NoSentenceError(key)
    return found


def table(code: str, key: str) -> dict[str, str]:
    """Return the sentences of a table by their keys, in English where the language has none."""
    name, _, rest = key.partition(".")
    start = f"{rest}." if rest else ""
    both = area(ENGLISH, name) | {key: text for key, text in area(code, name).items() if text}
    return {each.removeprefix(start): both[each] for each in both if each.startswith(start)}


def _plain(text: str) -> str:
    return msgspec.json.decode(f'"{text}"', type=str) if "\\" in text else text
