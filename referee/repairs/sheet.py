"""A record as lines of text, each read by itself, so that one line can be changed alone."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.ids import Seat
from referee.core.problem import Place, Problem
from referee.records import keywords, record
from referee.records.headers import FindSet
from referee.records.lines import read_line
from referee.records.names import Names, Scope
from referee.records.reader import read_statement, read_text, split_comment
from referee.records.roster import statement_excess

# The words of a line, and how near one word is to another -----------------------------------------
_ATOM: Final = re.compile(r"[^\W_](?:[\w'-]*\w)?|[^\s\w]")

_TWO_WORDS: Final = re.compile(r"(\w+):? (\w+)")

VERBS: Final = (
    *("goods", "expand", "clerk", "merchant", "marker", "end"),
    *("plan", "tile", "rest", "bonus"),
)
TURN_VERBS: Final = VERBS[:6]
STARTS: Final = ("display", "books", "refill", "prepare", "round", "takeback")
CLAUSES: Final = (
    *("buy", "using", "take", "oust", "books", "flip", "to", "spend", "option", "discard"),
    *("plus", "after", "level", "rejected", "pounds", "points", "diamonds", "ink", "out"),
)
KEYWORDS: Final = (*VERBS, *STARTS, *CLAUSES)
CLOSED_KINDS: Final = ("company", "slot", "bonus space")
"""Kinds of things of which there are few."""

LARGEST_OTHER: Final = 12
"""Numbers up to this one are tried for another; larger ones only where they look alike."""

NUMBER: Final = "number"
LAST_PLACE_OF_A_VERB: Final = 2
"""A player, a colon perhaps, and the verb."""

_LOOK_ALIKE: Final = frozenset(
    map(frozenset, ("17", "06", "08", "38", "35", "56", "49", "68", "0o", "1l", "1i", "5s", "2z"))
)
"""Digits and letters that are easily misread for each other in handwriting."""


class Atom(Struct, frozen=True):
    """A name, a number or a sign of a line, and where it stands."""

    text: str
    begin: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it is no sign."""
        return self.text[0].isalnum()


class LineWords(Struct, frozen=True):
    """A line taken apart: what it says and the comment behind it."""

    said: str
    behind: str
    atoms: tuple[Atom, ...]

    def with_span(self, begin: int, end: int, text: str) -> str:
        """Return the line with other characters in a place."""
        return f"{self.said[:begin]}{text}{self.said[end:]}{self.behind}"

    def with_atom(self, at: int, text: str) -> str:
        """Return the line with another word in place of an atom."""
        atom = self.atoms[at]
        return self.with_span(atom.begin, atom.end, text)

    def with_atoms(self, changes: Mapping[int, str]) -> str:
        """Return the line with other words in place of some atoms."""
        parts, done = [], 0
        for at in sorted(changes):
            parts += [self.said[done : self.atoms[at].begin], changes[at]]
            done = self.atoms[at].end
        return f"{''.join(parts)}{self.said[done:]}{self.behind}"

    @property
    def groups(self) -> tuple[tuple[int, int], ...]:
        """Where what stands between blanks begins and ends, in atoms."""
        found: list[tuple[int, int]] = []
        for at, atom in enumerate(self.atoms):
            if found and self.atoms[found[-1][1] - 1].end == atom.begin:
                found[-1] = found[-1][0], at + 1
            else:
                found.append((at, at + 1))
        return tuple(found)

    def text_of(self, group: tuple[int, int]) -> str:
        """Return what a group of atoms says."""
        return self.said[self.atoms[group[0]].begin : self.atoms[group[1] - 1].end]


def line_words(line: str) -> LineWords:
    """Return a line taken apart."""
    said = split_comment(line)[0]
    atoms = tuple(Atom(m[0], m.start(), m.end()) for m in _ATOM.finditer(said))
    return LineWords(said, line[len(said) :], atoms)


def looks_like(word: str, other: str) -> str | None:
    """Return the kind of slip that makes one word of another, if it is a small one."""
    return _likeness(word.casefold(), other.casefold())


@lru_cache(maxsize=65_536)
def _likeness(word: str, other: str) -> str | None:
    if word == other or abs(len(word) - len(other)) > 1:
        return None
    if word.isdecimal() and other.isdecimal() and abs(int(word) - int(other)) == 1:
        return "off-by-one"
    begin = 0
    while begin < min(len(word), len(other)) and word[begin] == other[begin]:
        begin += 1
    mine, yours = word[begin:], other[begin:]
    if mine[1:] == yours[1:] or mine[1:] == yours or mine == yours[1:]:
        return "one-character"
    if len(mine) == len(yours) and sorted(mine) == sorted(yours):
        swapped = mine[1::-1] + mine[2:] == yours
        return "transposed" if swapped or mine[::-1] == yours else None
    return None


def is_small_slip(number: str, other: str) -> bool:
    """Return whether one number is easily written for another; one digit is for any other."""
    kind = looks_like(number, other)
    return kind is not None and (kind != "one-character" or min(len(number), len(other)) > 1)


def look_alike(word: str, other: str) -> bool:
    """Return whether texts differ only in letters and digits that are misread for each other."""
    pairs = zip(word.casefold(), other.casefold(), strict=False)
    different = {frozenset(pair) for pair in pairs if pair[0] != pair[1]}
    return len(word) == len(other) and different <= _LOOK_ALIKE


def within_two(word: str, other: str) -> bool:
    """Return whether two letters at most are lost, added, changed or exchanged between words."""
    if abs(len(word) - len(other)) > 2:  # noqa: PLR2004 - as the name says
        return False
    rows: list[list[int]] = [[*range(len(other) + 1)]]
    for i, mine in enumerate(word, 1):
        row = [i]
        for j, yours in enumerate(other, 1):
            cost = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (mine != yours))
            if i > 1 and j > 1 and mine == other[j - 2] and word[i - 2] == yours:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        if min(row) > 2:  # noqa: PLR2004
            return False
        rows.append(row)
    return rows[-1][-1] <= 2  # noqa: PLR2004


class Vocabulary:
    """The words that mean something in one game, by what they mean."""

    def __init__(self, names: Names) -> None:
        self.names = names
        scopes: dict[str, Scope] = {
            "player": names.players,
            "company": names.companies,
            "region": names.regions,
            "book": names.books,
            "book space": names.book_spaces,
            "starting tile": names.starting_tiles,
            "bonus space": names.spaces,
            "slot": names.slots,
            "card": names.cards,
        }
        self._scopes = scopes
        self.ids = {what: tuple(dict.fromkeys(s.known.values())) for what, s in scopes.items()}
        """By kind all things that there are."""
        tiles = tuple(tile.id for tile in names.components.tiles)
        self.ids["card"] += tiles
        self._tiles = frozenset(tiles)
        self._kinds: dict[str, tuple[str, ...]] = {}
        self._things: dict[str, frozenset[str]] = {}
        named = [word for scope in scopes.values() for word in _spelled(scope)]
        self.keywords: tuple[str, ...] = tuple(dict.fromkeys(KEYWORDS))
        spellings = (*keywords.START, *keywords.VERBS, *keywords.CLAUSES)
        self.every = tuple(dict.fromkeys([*KEYWORDS, *spellings, *named, *tiles]))
        self._beginnings = (*names.players.known, *STARTS, "=")
        self._spelled = frozenset(spellings) | frozenset(KEYWORDS)

    def kinds(self, word: str) -> tuple[str, ...]:
        """Return what kinds of things a word names."""
        found = self._kinds.get(word)
        if found is None:
            low = word.casefold()
            scopes = self._scopes.items()
            tile = ("card",) if word in self._tiles else ()
            named = (
                kind
                for kind, scope in scopes
                if low in scope.known or (low not in KEYWORDS and scope.has(word))
            )
            found = self._kinds[word] = (NUMBER,) if low.isdecimal() else (*tile, *named)
        return found

    def id_of(self, word: str, kind: str) -> str:
        """Return the id of the thing of a kind that a word names."""
        return word if word in self._tiles else self._scopes[kind].find(word)

    def things_in(self, text: str) -> frozenset[str]:
        """Return the books, regions and cards that a line names."""
        found = self._things.get(text)
        if found is None:
            words = (atom.text for atom in line_words(text).atoms)
            named = (self._thing(word) for word in words if word[0].isalpha())
            found = self._things[text] = frozenset(filter(None, named))
        return found

    def _thing(self, word: str) -> str | None:
        kinds = (kind for kind in self.kinds(word) if kind in {"book", "region", "card"})
        return next((self.id_of(word, kind) for kind in kinds), None)

    def near(self, word: str) -> Iterator[str]:
        """Yield the words that look like one that means nothing."""
        low = word.casefold()
        for other in self.every:
            if other != low and within_two(low, other):
                yield other

    def keyword(self, word: str, at: int) -> str:
        """Return the keyword that a word is in its place on a line, or the word itself."""
        low = word.casefold()
        if at == 0:
            return low if self._scopes["player"].has(word) else keywords.START.get(low, low)
        if at <= LAST_PLACE_OF_A_VERB and low in keywords.VERBS:
            return keywords.VERBS[low]
        return keywords.CLAUSES.get(low, low)

    def begins_line(self, text: str) -> bool:
        """Return whether a line can begin like this: with a player, or one's initial and a verb."""
        if text.casefold().startswith(self._beginnings):
            return True
        words = _TWO_WORDS.match(text)
        return (
            words is not None
            and words[2].casefold() in keywords.VERBS
            and self._scopes["player"].has(words[1])
        )

    def knows(self, word: str) -> bool:
        """Return whether a word means anything anywhere."""
        low = word.casefold()
        return low.isdecimal() or low in self._spelled or bool(self.kinds(word))


def _spelled(scope: Scope) -> Iterator[str]:
    """Yield the words of a scope without the ids whose zeros are left out."""
    for word, meaning in scope.known.items():
        if word == meaning.casefold() or not any(map(str.isdecimal, word)):
            yield word


HEADER_WORDS: Final = ("players", "set", "rulings", "setup", "tracks", "title")
_FREELY_WRITTEN: Final = re.compile(r"(?i)discard|£|\bst\.|cape town|\w: ")
"""Some of what people write that is understood only where a line makes no sense otherwise."""
NOTHING_SAID: Final = record.Statement(said=record.Remark())


class Row(Struct, frozen=True):
    """A line that says something."""

    line: int | None
    """Its number in the file; None for one that was added."""
    text: str
    statement: record.Statement = NOTHING_SAID
    problems: tuple[Problem, ...] = ()

    @property
    def said(self) -> record.SaidEvent:
        """What it says."""
        return self.statement.said

    @property
    def seat(self) -> Seat | None:
        """Whose statement it is, if it is anybody's."""
        return getattr(self.statement.said, "seat", None)


class Edit(Struct, frozen=True):
    """Rows that are replaced by other lines, and how unlikely the slip is that this undoes."""

    at: int
    removed: int
    texts: tuple[str, ...]
    kind: str
    cost: float
    note: str = ""
    """What a reader should know of it, such as in how many ways a lost line can be filled."""


class RecordFrame(Struct, frozen=True):
    """What the header says, and the words of the game."""

    header: record.Header
    components: ComponentSet
    vocabulary: Vocabulary

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players by seat."""
        return tuple(player.colour for player in self.header.players)


class Sheet:
    """The lines of a record: its header, and its statements in their order."""

    def __init__(self, text: str, sets: FindSet) -> None:
        self._sets = sets
        self._kept: dict[str, record.Statement | tuple[Problem, ...]] = {}
        self.lines: tuple[str, ...] = tuple(
            line.removesuffix("\r").rstrip() for line in text.removeprefix("\ufeff").split("\n")
        )
        written = [(at, line) for at, line in enumerate(self.lines, 1) if line_words(line).atoms]
        header = [(at, line) for at, line in written if _is_header(line)]
        self.frame: RecordFrame | None = None
        problems: tuple[Problem, ...] = ()
        try:
            found = read_text("\n".join(line for _, line in header), sets)
        except record.UnreadableRecordError as error:
            problems = error.problems
        else:
            vocabulary = Vocabulary(Names(found.components, found.record.header.players))
            self.frame = RecordFrame(found.record.header, found.components, vocabulary)
        numbers = [0, *(at for at, _ in header)]
        self.header_problems: tuple[Problem, ...] = tuple(
            replace(problem, at=Place(numbers[problem.at.line], problem.at.column))
            for problem in problems
            if problem.at.line < len(numbers)
        )
        last = header[-1][0] if header else 0
        others = [(at, line) for at, line in written if not _is_header(line)]
        self.begun_before_header: bool = any(at < last for at, _ in others)
        self.rows: tuple[Row, ...] = ()
        if self.frame is not None:
            self.rows = tuple(self.row(line, at) for at, line in others)

    def with_line(self, number: int, text: str | None) -> "Sheet":
        """Return the file with another line in place of one, or without it."""
        lines = [*self.lines[: number - 1], *filter(None, [text]), *self.lines[number:]]
        return Sheet("\n".join(lines), self._sets)

    def row(self, text: str, line: int | None) -> Row:
        """Return a line as it is read."""
        read = self._kept.get(text)
        if read is None:
            read = self._kept[text] = self._read(text)
        if isinstance(read, record.Statement):
            return Row(line, text, read)
        return Row(line, text, NOTHING_SAID, read)

    def candidate(self, text: str, line: int | None) -> Row | None:
        """Return a line that is tried, or None if it is not written as the notation wants it."""
        read = self._kept.get(text)
        if read is None and self.frame is not None:
            read = _strictly_read(text, self.frame.vocabulary.names)
            if not isinstance(read, record.Statement) and _FREELY_WRITTEN.search(text):
                read = self._read(text)
            self._kept[text] = read
        return Row(line, text, read) if isinstance(read, record.Statement) else None

    def _read(self, text: str) -> record.Statement | tuple[Problem, ...]:
        if self.frame is None:
            return ()
        try:
            return read_statement(text, self.frame.vocabulary.names) or NOTHING_SAID
        except record.UnreadableRecordError as error:
            return error.problems

    def edited(self, rows: Sequence[Row], edit: Edit) -> tuple[Row, ...] | None:
        """Return the rows after an edit of theirs, or None if they cannot be read then."""
        old = rows[edit.at : edit.at + edit.removed]
        new: list[Row] = []
        for number, text in enumerate(edit.texts):
            row = self.candidate(text, old[number].line if number < len(old) else None)
            if row is None:
                return None
            new.append(row)
        return (*rows[: edit.at], *new, *rows[edit.at + edit.removed :])

    def text_with(self, rows: Sequence[Row]) -> str:
        """Return the file with these statements in place of its own."""
        kept = {row.line: row.text for row in rows if row.line is not None}
        own = {row.line for row in self.rows}
        added: dict[int, list[str]] = {}
        before = (self.rows[0].line or 1) - 1 if self.rows else len(self.lines)
        for row in rows:
            if row.line is None:
                added.setdefault(before, []).append(row.text)
            else:
                before = row.line
        lines = [*added.get(0, ())]
        for number, line in enumerate(self.lines, 1):
            if number in kept or number not in own:
                lines.append(kept.get(number, line))
            lines += added.get(number, ())
        return "\n".join(lines)


def _strictly_read(text: str, names: Names) -> record.Statement | tuple[Problem, ...]:
    """Return what a line says that is written as the notation wants it, without guessing."""
    said, comment = split_comment(text)
    try:
        read = read_line(said, names)
    except record.WordError:
        return ()
    if not isinstance(read, record.ReadLine) or any(statement_excess(read.said)):
        return ()
    return record.Statement(
        said=read.said, claims=read.claims, taken_back=read.taken_back, comment=comment
    )


def _is_header(line: str) -> bool:
    atoms = line_words(line).atoms
    return bool(atoms) and atoms[0].text.casefold() in HEADER_WORDS
