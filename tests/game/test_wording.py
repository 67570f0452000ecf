"""The words of the English sentences and of the docs: one word for each thing, and plain ones."""

import re
from pathlib import Path

import pytest

from scripts.tools.sentences import areas, sentences

ROOT = Path(__file__).parents[2]

DOCS = sorted(
    [ROOT / name for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md")]
    + [*ROOT.glob("docs/*.md"), *ROOT.glob("*/README.md")]
)

BETTER = {
    "amiss": "a problem",
    "anew": "again",
    "as it was said": "as recorded",
    "behind a gap": "after a gap",
    "breach(es)?": "violation",
    "by lot": "random, at random",
    "comes? to (the same|exactly|nothing|at (most|least))": "gives, leads to, adds up to",
    "fault of the referee": "bug in the referee",
    "held against|holds? [^.;:`]{1,30} against": "checked against, compared with",
    "likeliest slips?|slips? of the pen": "correction, mistake",
    "nobody (has read|noted|wrote down)": "unknown, not entered, a gap",
    "went away": "closed",
    "should (follow|stand)|was seen;|were seen;": "expected ..., found ...",
    "so many": "that many, how many, a number of",
    "tells? (of|which|why)": "shows, lists, explains",
    "told": "shown, reported, listed",
    "whatever is printed": "for all unknown values",
    "whoever": "the user, the caller, the player",
}
"""Words that this project once used in a way of its own, and what is written instead."""

BANNED = re.compile(rf"\b(?:{'|'.join(BETTER)})\b", re.IGNORECASE)


def advice(found: str) -> str:
    """Return what to write instead of a phrase that was found."""
    better = next(BETTER[each] for each in BETTER if re.fullmatch(each, found, re.IGNORECASE))
    return f"{found!r}: write {better}"


def banned(text: str) -> list[str]:
    """Return what to write instead of every banned phrase outside of code."""
    prose = " ".join(re.sub(r"`[^`\n]*`", "`", text).split())
    return [advice(found[0]) for found in BANNED.finditer(prose)]


@pytest.mark.parametrize("area", areas())
def test_sentences_use_plain_words(area: str) -> None:
    found = {key: banned(text) for key, text in sentences("en", area).items()}
    assert {key: words for key, words in found.items() if words} == {}


@pytest.mark.parametrize("page", DOCS, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_use_plain_words(page: Path) -> None:
    assert banned(page.read_text("utf-8")) == []


def test_a_banned_phrase_is_found_across_lines_with_what_to_write_instead() -> None:
    assert banned("Play a game by\n  lot.") == ["'by lot': write random, at random"]
    assert banned("Holds the results against the pad") == [
        "'Holds the results against': write checked against, compared with"
    ]
    assert banned("A random game, by lots of players") == []
