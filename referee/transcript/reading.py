"""Text in: from the lines of a file to a record, or to everything that is wrong with them."""

import re
from collections.abc import Iterator

from lark import Token, Tree

from referee.game.component_set import ComponentSet
from referee.game.ids import Seat
from referee.transcript.building import build
from referee.transcript.claim_words import claims_of
from referee.transcript.grammar import better_error, parse
from referee.transcript.headers import HEADERS, HeaderLines, Sets
from referee.transcript.names import Names
from referee.transcript.problems import (
    MOST_PROBLEMS,
    Problem,
    UnreadableError,
    WordError,
)
from referee.transcript.quick import QuickReader
from referee.transcript.record import FORMAT, NOWHERE, Place, Record, Statement
from referee.transcript.roster import STRING
from referee.transcript.said import Remark, Said
from referee.transcript.spellings import respellings

MOST_LINES = 50_000
"""No game is nearly as long; what comes after is not looked at."""

LONGEST_LINE = 4000
"""No statement is nearly as long; a longer line is not parsed."""


class Read:
    """A record, and the component set that its names come from."""

    def __init__(self, record: Record, components: ComponentSet) -> None:
        self.record = record
        self.components = components


def read_text(text: str, sets: Sets) -> Read:
    """Return the record that `text` holds; an `UnreadableError` with all problems if it cannot."""
    return _Reader(sets).read(text)


def read_statement(line: str, names: Names) -> Statement | None:
    """Return what a line in the middle of a game says, or None for an empty one.

    An `UnreadableError` if it says nothing that makes sense.
    """
    return _Reader(lambda _: names.components, names).read_line(line)


class _Reader:
    def __init__(self, sets: Sets, names: Names | None = None) -> None:
        self._header = HeaderLines(sets)
        self._names = names
        self._quick = QuickReader(names) if names is not None else None
        self._in_game = names is not None
        """Whether the header has ended."""
        self._statements: list[Statement] = []
        self._problems: list[Problem] = []

    def read_line(self, line: str) -> Statement | None:
        """Return the one statement of a line, if there is any in it."""
        if "\n" in line or "\r" in line:
            raise UnreadableError([Problem(Place(1, 1), "a statement is one line")])
        self._line(1, line.rstrip())
        if self._problems:
            raise UnreadableError(self._problems)
        return self._statements[0] if self._statements else None

    def read(self, text: str) -> Read:
        for number, line in enumerate(_lines(text), 1):
            if len(self._problems) >= MOST_PROBLEMS or number > MOST_LINES:
                message = "there is too much that cannot be read; the rest was not looked at"
                self._problems.append(Problem(Place(number, 1), message))
                break
            self._line(number, line)
        components = self._header.components
        if not self._problems and not self._header.players:
            self._problems.append(Problem(NOWHERE, "no line names the `players`"))
        if self._problems or components is None:
            raise UnreadableError(self._problems)
        record = Record(
            format=FORMAT, header=self._header.header(), statements=tuple(self._statements)
        )
        return Read(record, components)

    def _line(self, number: int, line: str) -> None:
        # Most lines of a game are canonical, and the quick reader knows them by themselves.
        quick = self._quick if len(line) <= LONGEST_LINE else None
        if quick is not None and (said := quick.read(line)):
            self._append(Statement(said=said, at=Place(number, 1)))
            return
        try:
            self._take(number, line)
        except WordError as error:
            place = Place(number, error.column)
            self._problems.append(Problem(place, error.message, error.guess, line))

    def _append(self, statement: Statement) -> None:
        self._in_game = True
        self._statements.append(statement)

    def _take(self, number: int, line: str) -> None:
        if len(line) > LONGEST_LINE:
            raise WordError(f"the line has {len(line)} characters; no statement is so long", 1)
        words, comment = split_comment(line)
        if not words.strip():
            if comment is not None:
                self._remark(number, comment)
            return
        column = len(words) - len(words.lstrip()) + 1
        try:
            self._read(words, comment, Place(number, column))
        except WordError as error:
            self._read_otherwise(words, comment, Place(number, column), error)

    def _read_otherwise(self, words: str, comment: str | None, at: Place, first: WordError) -> None:
        """Read a line in the words of the notation; raise what is wrong with it if it has none."""
        told = first
        names = self._names_so_far()
        for respelled in respellings(words, names):
            try:
                self._read(respelled.text, comment, at)
            except WordError as error:
                if not respelled.is_guess:
                    told = WordError(error.message, respelled.column(error.column), error.guess)
            else:
                return
        if names is not None and _reads_as_result(words, names):
            told = WordError(f"results stand behind a `=`: `= {words.strip()}`", at.column)
        raise told

    def _names_so_far(self) -> Names | None:
        """Return the words of the game as far as its header tells them yet."""
        if self._names is not None or self._header.components is None:
            return self._names
        players = self._header.players
        return Names(self._header.components, players) if players else None

    def _read(self, words: str, comment: str | None, at: Place) -> None:
        tree = self._parsed(words)
        branch = tree.children[0]
        if isinstance(branch, Tree) and branch.data in HEADERS:
            if self._in_game:
                message = "this belongs before the first statement of the game"
                raise WordError(message, at.column)
            self._header.take(branch)
            if comment is not None:
                self._header.comments.append(comment)
            return
        self._append(self._statement(tree, comment, at))

    def _parsed(self, words: str) -> Tree[Token]:
        try:
            return parse(words)
        except WordError as error:
            raise better_error(words, error, self._names_so_far()) from error

    def _remark(self, number: int, comment: str) -> None:
        if self._in_game:
            self._append(Statement(said=Remark(), comment=comment, at=Place(number, 1)))
        else:
            self._header.comments.append(comment)

    def _statement(self, tree: Tree[Token], comment: str | None, at: Place) -> Statement:
        names = self._known_names()
        said: Said = Remark()
        claimed: list[Token] = []
        taken_back = False
        for branch in tree.children:
            if not isinstance(branch, Tree):
                continue
            if branch.data == "claims":
                claimed = [token for token in branch.children if isinstance(token, Token)]
            elif branch.data == "takeback":
                taken_back = True
                said = build(next(c for c in branch.children if isinstance(c, Tree)), names)
            else:
                said = build(branch, names)
        seat: Seat | None = getattr(said, "seat", None)
        return Statement(
            said=said,
            claims=claims_of(claimed, names, seat) if claimed else (),
            taken_back=taken_back,
            comment=comment,
            at=at,
        )

    def _known_names(self) -> Names:
        if self._names is None:
            if self._header.components is None:
                raise WordError("without its component set this cannot be read", 1)
            if not self._header.players:
                raise WordError("a line `players ...` has to come before this", 1)
            self._names = Names(self._header.components, self._header.players)
            self._quick = QuickReader(self._names)
        return self._names


def _reads_as_result(words: str, names: Names) -> bool:
    """Return whether a line would be a claim if it began as one."""
    try:
        tokens = [*parse(f"= {words}").scan_values(lambda value: isinstance(value, Token))]
        return bool(claims_of(tokens, names, None))
    except WordError:
        return False


def _lines(text: str) -> Iterator[str]:
    """Yield the lines as editors count them."""
    for line in text.removeprefix("\ufeff").split("\n", MOST_LINES):
        yield line.removesuffix("\r").rstrip()


_COMMENT = re.compile(rf"{STRING}|#")


def split_comment(line: str) -> tuple[str, str | None]:
    """Return the statement of a line, and its comment without the sign; quotes may hold a `#`."""
    if "#" in line:
        for match in _COMMENT.finditer(line):
            if match[0] == "#":
                return line[: match.start()].rstrip(), line[match.end() :].strip()
    return line, None
