"""Text in: from the lines of a file to a record, or to everything that is wrong with them."""

import re
from collections.abc import Iterator

from referee.game.component_set import ComponentSet
from referee.game.input_limits import (
    CHARACTERS_OF_A_LINE,
    CLAIMS_OF_A_RECORD,
    ENTRIES_OF_A_LIST,
    STATEMENTS_OF_A_RECORD,
    WORDS_OF_A_RECORD,
    too_much,
)
from referee.transcript.bounds import statement_excess
from referee.transcript.header_lines import canonical_header
from referee.transcript.headers import HeaderLines, Sets
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
from referee.transcript.said import Remark


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
        self._words = 0
        self._claims = 0

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
            if len(self._problems) >= MOST_PROBLEMS:
                message = "there is too much that cannot be read; the rest was not looked at"
                self._problems.append(Problem(Place(number, 1), message))
                break
            if message := self._too_much():
                self._problems.append(Problem(Place(number, 1), message))
                break
            self._line(number, line)
        if not self._problems and (message := self._too_much()):
            self._problems.append(Problem(NOWHERE, message))
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
        blanks = line.count(" ")
        quick = self._quick_reader() if blanks < ENTRIES_OF_A_LIST else None
        if quick is not None and (said := quick.read(line)):
            self._words += blanks + 1
            self._known_names()
            self._append(Statement(said=said, at=Place(number, 1)))
            return
        try:
            self._take(number, line)
        except WordError as error:
            place = Place(number, error.column)
            shown = line[:CHARACTERS_OF_A_LINE]
            self._problems.append(Problem(place, error.message, error.guess, shown))

    def _append(self, statement: Statement) -> None:
        self._in_game = True
        self._statements.append(statement)

    def _too_much(self) -> str:
        """Return what the lines so far have more of than is read, in words; nothing if nothing."""
        if len(self._statements) > STATEMENTS_OF_A_RECORD:
            return too_much("statements", len(self._statements), STATEMENTS_OF_A_RECORD)
        if self._words > WORDS_OF_A_RECORD:
            return too_much("words", self._words, WORDS_OF_A_RECORD)
        if self._claims > CLAIMS_OF_A_RECORD:
            return too_much("claims", self._claims, CLAIMS_OF_A_RECORD)
        return ""

    def _take(self, number: int, line: str) -> None:
        if len(line) > CHARACTERS_OF_A_LINE:
            message = too_much("characters of the line", len(line), CHARACTERS_OF_A_LINE)
            raise WordError(message, CHARACTERS_OF_A_LINE + 1)
        words, comment = split_comment(line)
        self._words += len(_WORD.findall(words))
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
        from referee.transcript import parsed_lines  # noqa: PLC0415
        from referee.transcript.spellings import respellings  # noqa: PLC0415

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
        if names is not None and parsed_lines.reads_as_result(words, names):
            told = WordError(f"results stand behind a `=`: `= {words.strip()}`", at.column)
        raise told

    def _names_so_far(self) -> Names | None:
        """Return the words of the game as far as its header tells them yet."""
        if self._names is not None or self._header.components is None:
            return self._names
        players = self._header.players
        return Names(self._header.components, players) if players else None

    def _read(self, words: str, comment: str | None, at: Place) -> None:
        header = canonical_header(words)
        # Only a line that is not in canonical form needs the grammar, which takes time to load.
        if header is None:
            from referee.transcript import parsed_lines  # noqa: PLC0415

            tree = parsed_lines.parsed(words, self._names_so_far())
            header = parsed_lines.header_line(tree)
            if header is None:
                statement = parsed_lines.statement(tree, self._known_names(), comment, at)
                for excess in statement_excess(statement.said):
                    raise WordError(excess, at.column)
                self._claims += len(statement.claims)
                self._append(statement)
                return
        if self._in_game:
            message = "this belongs before the first statement of the game"
            raise WordError(message, at.column)
        self._header.take(header)
        if comment is not None:
            self._header.comments.append(comment)

    def _quick_reader(self) -> QuickReader | None:
        """Return what knows canonical lines, as soon as the header tells whose game it is."""
        if self._quick is None and (names := self._names_so_far()) is not None:
            return QuickReader(names)
        return self._quick

    def _remark(self, number: int, comment: str) -> None:
        if self._in_game:
            self._append(Statement(said=Remark(), comment=comment, at=Place(number, 1)))
        else:
            self._header.comments.append(comment)

    def _known_names(self) -> Names:
        if self._names is None:
            if self._header.components is None:
                raise WordError("without its component set this cannot be read", 1)
            if not self._header.players:
                raise WordError("a line `players ...` has to come before this", 1)
            self._names = Names(self._header.components, self._header.players)
            self._quick = QuickReader(self._names)
        return self._names


def _lines(text: str) -> Iterator[str]:
    """Yield the lines as editors count them."""
    for line in text.removeprefix("\ufeff").split("\n"):
        yield line.removesuffix("\r").rstrip()


_COMMENT = re.compile(rf"{STRING}|#")
_WORD = re.compile(r"[\w'-]+|[^\s,;]")


def split_comment(line: str) -> tuple[str, str | None]:
    """Return the statement of a line, and its comment without the sign; quotes may hold a `#`."""
    if "#" in line:
        for match in _COMMENT.finditer(line):
            if match[0] == "#":
                return line[: match.start()].rstrip(), line[match.end() :].strip()
    return line, None
