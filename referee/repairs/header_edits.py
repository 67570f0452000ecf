"""Slips in the header of a record: lines about what the game was played with."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from referee.game.component_set import ComponentSet
from referee.game.ids import COMPANIES
from referee.notation.errors import Problem
from referee.repairs.line_words import LineWords, line_words, within_two
from referee.repairs.sheet import HEADER_WORDS
from referee.transcript.abbreviation import COLOURS

FIRST_LINES: Final = 12
"""Written lines among which those of the header are looked for."""

SETUPS: Final = ("first-game", "variable", "first-game-tracks", "first-game-tiles")


class HeaderSlip(Struct, frozen=True):
    """A line of the header that was meant otherwise; None for one that was not meant at all."""

    line: int
    text: str | None


def header_slips(
    lines: Sequence[str], problems: Sequence[Problem], components: ComponentSet | None
) -> list[HeaderSlip]:
    """Return what may have been meant by the first lines of a file, each slip once."""
    written = [at for at, line in enumerate(lines, 1) if line_words(line).atoms][:FIRST_LINES]
    tracks = () if components is None else tuple(track.id for track in components.tracks)
    known = (*HEADER_WORDS, *SETUPS, *COMPANIES, *COLOURS, *tracks)
    found: dict[HeaderSlip, None] = {}
    begun: set[str] = set()
    for at in written:
        words = line_words(lines[at - 1])
        first = words.atoms[0].text.casefold()
        if first in begun:
            found[HeaderSlip(at, None)] = None
        if first in HEADER_WORDS:
            begun.add(first)
            texts = _meant(words, known, tracks if first == "tracks" else ())
        else:
            texts = _keywords(words)
        for text in texts:
            found[HeaderSlip(at, text)] = None
    for problem in problems:
        if 0 < problem.at.line <= len(lines):
            words = line_words(lines[problem.at.line - 1])
            for text in _guessed(words, problem):
                found[HeaderSlip(problem.at.line, text)] = None
    return [*found]


def _keywords(words: LineWords) -> Iterator[str]:
    first = words.atoms[0].text.casefold()
    for keyword in HEADER_WORDS:
        if within_two(first, keyword):
            yield words.with_atom(0, keyword)


def _meant(words: LineWords, known: Sequence[str], tracks: Sequence[str]) -> Iterator[str]:
    for at, atom in enumerate(words.atoms):
        text = atom.text.casefold()
        if atom.is_word and at and text not in known:
            yield from (words.with_atom(at, near) for near in known if within_two(text, near))
        if atom.text in tracks:
            yield from (words.with_atom(at, track) for track in tracks if track != atom.text)
        if words.atoms[0].text.casefold() == "tracks" and text in COMPANIES:
            yield from (words.with_atom(at, other) for other in COMPANIES if other != text)
    named = [at for at, atom in enumerate(words.atoms) if at and atom.is_word]
    for one, two in combinations(named, 2):
        first, second = words.atoms[one].text, words.atoms[two].text
        yield words.with_atoms({one: second, two: first})


def _guessed(words: LineWords, problem: Problem) -> Iterator[str]:
    for at, atom in enumerate(words.atoms):
        if atom.begin < problem.at.column <= atom.end:
            yield from (words.with_atom(at, guess) for guess in problem.guess)
