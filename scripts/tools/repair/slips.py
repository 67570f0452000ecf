"""Slips of the pen, for developing the repair and fitting its costs; not for judging it."""

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

Slip = Callable[[list[str], int, Random], list[str] | None]
"""Puts a slip into a line, given all lines; None where there is no room for it."""

_DIGITS: Final = re.compile(r"\d{2,}")
_NUMBER: Final = re.compile(r"(?<=[\s:@])\d+\b")
_NAME: Final = re.compile(r"\b(?:R|[abc])\d\d\b|\b[a-z]+\d[a-z]?\b")
COMPANIES: Final = ("mombasa", "cape-town", "saint-louis", "cairo")
COLOURS: Final = ("blue", "green", "red", "yellow")


def _replaced(lines: list[str], at: int, line: str) -> list[str] | None:
    return None if line == lines[at] else [*lines[:at], line, *lines[at + 1 :]]


def _at_match(pattern: re.Pattern[str], change: Callable[[str, Random], str]) -> Slip:
    def slip(lines: list[str], at: int, rng: Random) -> list[str] | None:
        found = [*pattern.finditer(lines[at])]
        if not found:
            return None
        match = rng.choice(found)
        new = change(match[0], rng)
        return _replaced(lines, at, lines[at][: match.start()] + new + lines[at][match.end() :])

    return slip


def _transpose(word: str, rng: Random) -> str:
    at = rng.randrange(len(word) - 1) if len(word) > 1 else 0
    return word[:at] + word[at : at + 2][::-1] + word[at + 2 :]


def _off_by_one(word: str, rng: Random) -> str:
    return str(max(0, int(word) + rng.choice((-1, 1))))


def _other_digit(word: str, rng: Random) -> str:
    at = rng.choice([i for i, letter in enumerate(word) if letter.isdigit()])
    return word[:at] + rng.choice("123456789") + word[at + 1 :]


def _wrong_suffix(word: str, rng: Random) -> str:
    return word[:-1] + rng.choice("bcd") if word[-1].isalpha() else word + rng.choice("bc")


def _typo(word: str, rng: Random) -> str:
    at = rng.randrange(len(word))
    how = rng.randrange(3)
    if how == 0:
        return word[:at] + word[at + 1 :]
    if how == 1:
        return word[:at] + rng.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :]
    return _transpose(word, rng)


def _one_of(words: tuple[str, ...]) -> Slip:
    pattern = re.compile(rf"\b(?:{'|'.join(words)})\b")
    return _at_match(pattern, lambda word, rng: rng.choice([w for w in words if w != word]))


def _lost_word(lines: list[str], at: int, rng: Random) -> list[str] | None:
    words = lines[at].split(" ")
    if len(words) < 3:  # noqa: PLR2004 - a player and a verb
        return None
    del words[rng.randrange(2, len(words))]
    return _replaced(lines, at, " ".join(words))


def _doubled_word(lines: list[str], at: int, rng: Random) -> list[str] | None:
    words = lines[at].split(" ")
    word = rng.randrange(len(words))
    return _replaced(lines, at, " ".join([*words[: word + 1], *words[word:]]))


def _swapped_words(lines: list[str], at: int, rng: Random) -> list[str] | None:
    words = lines[at].split(" ")
    if len(words) < 4:  # noqa: PLR2004
        return None
    word = rng.randrange(2, len(words) - 1)
    words[word : word + 2] = words[word : word + 2][::-1]
    return _replaced(lines, at, " ".join(words))


def _lost_line(lines: list[str], at: int, _: Random) -> list[str] | None:
    return [*lines[:at], *lines[at + 1 :]]


def _doubled_line(lines: list[str], at: int, _: Random) -> list[str] | None:
    return [*lines[:at], lines[at], *lines[at:]]


def _swapped_lines(lines: list[str], at: int, _: Random) -> list[str] | None:
    if at + 1 >= len(lines) or not lines[at + 1].strip():
        return None
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


SLIPS: Final[Mapping[str, Slip]] = {
    "typo": _at_match(re.compile(r"[a-z]{4,}"), _typo),
    "transposed digits": _at_match(_DIGITS, _transpose),
    "number off by one": _at_match(_NUMBER, _off_by_one),
    "other digit": _at_match(_NAME, _other_digit),
    "wrong suffix": _at_match(re.compile(r"\b[a-z]{3,}\d[a-z]?\b"), _wrong_suffix),
    "wrong company": _one_of(COMPANIES),
    "wrong player": _one_of(COLOURS),
    "lost word": _lost_word,
    "doubled word": _doubled_word,
    "swapped words": _swapped_words,
    "lost line": _lost_line,
    "doubled line": _doubled_line,
    "swapped lines": _swapped_lines,
}


def with_slip(text: str, rng: Random, kind: str | None = None) -> tuple[str, str]:
    """Return the kind of a slip drawn by lot, and the record with it."""
    lines = text.split("\n")
    written = [at for at, line in enumerate(lines) if _may_slip(line)]
    while True:
        chosen = kind or rng.choice([*SLIPS])
        found = SLIPS[chosen](lines, rng.choice(written), rng)
        if found is not None:
            return chosen, "\n".join(found)


def _may_slip(line: str) -> bool:
    return bool(line.strip()) and not line.startswith(("players", "set ", "setup", "#"))
