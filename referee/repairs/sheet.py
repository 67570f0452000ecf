"""A record as lines of text, each read by itself, so that one line can be changed alone."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.game.component_set import ComponentSet
from referee.game.ids import Seat
from referee.notation.bounds import statement_excess
from referee.notation.errors import Problem, UnreadableRecordError, WordError
from referee.notation.headers import FindSet
from referee.notation.lines import read_line
from referee.notation.names import Names
from referee.notation.read_lines import ReadLine
from referee.notation.reader import read_statement, read_text, split_comment
from referee.notation.record import Header, Place, Remark, SaidEvent, Statement
from referee.repairs.line_words import Vocabulary, line_words

HEADER_WORDS: Final = ("players", "set", "rulings", "setup", "tracks", "title")
_FREELY_WRITTEN: Final = re.compile(r"(?i)discard|£|\bst\.|cape town|\w: ")
"""Some of what people write that is understood only where a line makes no sense otherwise."""
NOTHING_SAID: Final = Statement(said=Remark())


class Row(Struct, frozen=True):
    """A line that says something."""

    line: int | None
    """Its number in the file; None for one that was added."""
    text: str
    statement: Statement = NOTHING_SAID
    problems: tuple[Problem, ...] = ()
    """Why it cannot be read."""

    @property
    def said(self) -> SaidEvent:
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

    header: Header
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
        self._kept: dict[str, Statement | tuple[Problem, ...]] = {}
        self.lines: tuple[str, ...] = tuple(
            line.removesuffix("\r").rstrip() for line in text.removeprefix("\ufeff").split("\n")
        )
        written = [(at, line) for at, line in enumerate(self.lines, 1) if line_words(line).atoms]
        header = [(at, line) for at, line in written if _is_header(line)]
        self.frame: RecordFrame | None
        self.frame, problems = self._read_header([line for _, line in header])
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

    def _read_header(self, lines: Sequence[str]) -> tuple[RecordFrame | None, tuple[Problem, ...]]:
        try:
            found = read_text("\n".join(lines), self._sets)
        except UnreadableRecordError as error:
            return None, error.problems
        names = Names(found.components, found.record.header.players)
        return RecordFrame(found.record.header, found.components, Vocabulary(names)), ()

    def row(self, text: str, line: int | None) -> Row:
        """Return a line as it is read."""
        read = self._kept.get(text)
        if read is None:
            read = self._kept[text] = self._read(text)
        if isinstance(read, Statement):
            return Row(line, text, read)
        return Row(line, text, NOTHING_SAID, read)

    def candidate(self, text: str, line: int | None) -> Row | None:
        """Return a line that is tried, or None if it is not written as the notation wants it."""
        read = self._kept.get(text)
        if read is None and self.frame is not None:
            read = _strictly_read(text, self.frame.vocabulary.names)
            if not isinstance(read, Statement) and _FREELY_WRITTEN.search(text):
                read = self._read(text)
            self._kept[text] = read
        return Row(line, text, read) if isinstance(read, Statement) else None

    def _read(self, text: str) -> Statement | tuple[Problem, ...]:
        if self.frame is None:
            return ()
        try:
            return read_statement(text, self.frame.vocabulary.names) or NOTHING_SAID
        except UnreadableRecordError as error:
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


def _strictly_read(text: str, names: Names) -> Statement | tuple[Problem, ...]:
    """Return what a line says that is written as the notation wants it, without guessing."""
    said, comment = split_comment(text)
    try:
        read = read_line(said, names)
    except WordError:
        return ()
    if not isinstance(read, ReadLine) or any(statement_excess(read.said)):
        return ()
    return Statement(
        said=read.said, claims=read.claims, taken_back=read.taken_back, comment=comment
    )


def _is_header(line: str) -> bool:
    atoms = line_words(line).atoms
    return bool(atoms) and atoms[0].text.casefold() in HEADER_WORDS
