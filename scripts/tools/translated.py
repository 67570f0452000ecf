"""Of which English each sentence is a translation, so that a later change of it is noticed.

A file a language has a line a sentence: its name, a digest of the English sentence, and one of the
translation. While only the English is another than noted, the translation waits for somebody.
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from referee.game.messages.catalogue import ENGLISH
from scripts.tools.sentences import OWN_FORMS, areas, sentences

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
    kept = {
        name: before[name]
        if name in before and is_waiting(pair, before[name]) and name not in still_right
        else pair
        for name, pair in pairs(code).items()
    }
    FOLDER.mkdir(exist_ok=True)
    lines = [f"{name} {pair.english} {pair.told}\n" for name, pair in sorted(kept.items())]
    (FOLDER / f"{code}.txt").write_text("".join(lines), "utf-8")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
