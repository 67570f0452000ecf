"""What may have been meant by a line that cannot be read: typos, signs, words without a meaning."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from referee.repairs.line_words import CLOSED_KINDS, LARGEST_OTHER, Atom, looks_like
from referee.repairs.written_line import Meant, WrittenLine

JOINTS: Final = ("", " ", ":", "@", "-", "<")
SIGNS: Final = frozenset(".,;:/@<=-_+*'")

SPELLED_SIGNS: Final = frozenset({"at", "on", "and", "equals", "is"})

_TYPOS: Final = {None: "far-typo", "transposed": "transposed-typo"}
"""By how a word that means nothing looks like another the kind of slip, if it is a special one."""

_DIGITS: Final = str.maketrans(
    {
        "O": "0",
        "o": "0",
        "Q": "0",
        "l": "1",
        "I": "1",
        "i": "1",
        "|": "1",
        "S": "5",
        "Z": "2",
        "z": "2",
        "B": "8",
    }
)
"""Letters that are written, or read, for a digit."""


class UnreadableLine:
    """A line of which something cannot be read."""

    def __init__(self, line: WrittenLine) -> None:
        self._line = line

    def slips(self) -> Iterator[Meant]:
        """Yield every line that may have been meant."""
        yield from self._guesses()
        yield from self._typos()
        yield from self._shapes()
        yield from self._comments()

    def _guesses(self) -> Iterator[Meant]:
        for problem in self._line.row.problems:
            for at, atom in enumerate(self._line.words.atoms):
                if atom.begin < problem.at.column <= atom.end:
                    for guess in problem.guess:
                        yield Meant(self._line.words.with_atom(at, guess), "guess")

    def _typos(self) -> Iterator[Meant]:
        pointed_at = {problem.at.column for problem in self._line.row.problems}
        for at, atom in enumerate(self._line.words.atoms):
            blamed = any(atom.begin < column <= atom.end for column in pointed_at)
            if atom.is_word and (blamed or not self._line.vocabulary.knows(atom.text)):
                for near in self._line.vocabulary.near(atom.text):
                    kind = _TYPOS.get(looks_like(atom.text, near), "typo")
                    yield Meant(self._line.words.with_atom(at, near), kind)
                yield from self._read_as_digits(at)
                yield from self._garbled(at)

    def _read_as_digits(self, at: int) -> Iterator[Meant]:
        text = self._line.words.atoms[at].text
        for begin in range(2):
            meant = text[:begin] + text[begin:].translate(_DIGITS)
            if meant != text and self._line.vocabulary.knows(meant):
                yield Meant(self._line.words.with_atom(at, meant), "typo")

    def _garbled(self, at: int) -> Iterator[Meant]:
        """Yield the line with any other word in the place of one that means nothing."""
        vocabulary = self._line.vocabulary
        if at == 0:
            for colour in vocabulary.ids["player"]:
                yield Meant(self._line.words.with_atom(at, colour), "player")
            return
        words = {word for kind in CLOSED_KINDS for word in vocabulary.ids[kind]}
        words |= {*vocabulary.keywords} | {*(self._line.possible("card") or ())}
        words |= {*(self._line.possible("book") or ()), *map(str, range(1, LARGEST_OTHER + 1))}
        for word in sorted(words):
            yield Meant(self._line.words.with_atom(at, word), "garbled-word")

    def _shapes(self) -> Iterator[Meant]:
        """Yield the line with another sign, or none, between two words, or cut inside one."""
        words, atoms = self._line.words, self._line.words.atoms
        for atom in atoms:
            if atom.is_word:
                for cut in range(atom.begin + 1, atom.end):
                    yield from self._joined(cut, cut, JOINTS[1:])
                yield from self._lost_sign(atom)
            else:
                yield Meant(words.with_span(atom.begin, atom.end, ""), "shape")
        for left, right in pairwise(atoms):
            if left.end < right.begin:
                yield from self._joined(left.end, right.begin, JOINTS)
        for left, sign, right in zip(atoms, atoms[1:], atoms[2:], strict=False):
            if sign.text in SIGNS or sign.text.casefold() in SPELLED_SIGNS:
                yield from self._joined(left.end, right.begin, JOINTS)

    def _lost_sign(self, atom: Atom) -> Iterator[Meant]:
        """Yield the line with a sign before the last number of a word without a meaning."""
        name = atom.text.rstrip("0123456789")
        known = self._line.vocabulary.knows
        if known(atom.text):
            return
        for cut in range(max(1, len(name)), len(atom.text)):
            if known(atom.text[:cut]):
                at = atom.begin + cut
                sign = "@" if "book" in self._line.vocabulary.kinds(atom.text[:cut]) else ":"
                yield Meant(self._line.words.with_span(at, at, sign), "lost-sign")

    def _joined(self, begin: int, end: int, joints: Iterable[str]) -> Iterator[Meant]:
        for joint in joints:
            yield Meant(self._line.words.with_span(begin, end, joint), "shape")

    def _comments(self) -> Iterator[Meant]:
        """Yield the line with a comment that begins somewhere in it."""
        words = self._line.words
        for begin, _ in words.groups:
            at = words.atoms[begin].begin
            behind = f"{words.said[at:]}{words.behind}"
            yield Meant(f"{words.said[:at]}# {behind}", "comment")
