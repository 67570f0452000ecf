"""Text in: from the lines of a file to a record, or to everything that is wrong with them."""

import re
from typing import Final

from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.input_limits import (
    CHARACTERS_OF_A_LINE,
    CLAIMS_OF_A_RECORD,
    ENTRIES_OF_A_LIST,
    STATEMENTS_OF_A_RECORD,
    WORDS_OF_A_RECORD,
    too_much,
)
from referee.core.problem import Place, Problem
from referee.core.state import State
from referee.core.turns import Turn, UseGoods
from referee.i18n.speech import say
from referee.records.headers import FindSet, HeaderLine, HeaderLines, chosen_ruling
from referee.records.keywords import ENGLISH, HEADER, Tongue, tongue, words_of_names
from referee.records.lines import LONGEST_KEPT, is_header, kept_line, read_line, reads_as_result
from referee.records.names import Names, names_of
from referee.records.record import (
    FORMAT,
    MOST_PROBLEMS,
    ReadLine,
    Record,
    Remark,
    RulingMark,
    Statement,
    TooMuchError,
    UnexpectedWordError,
    UnreadableRecordError,
    WordError,
)
from referee.records.roster import STRING, statement_excess

MOST_PROPOSALS: Final = 5
"""Lines of a file for which another is proposed; one with more is probably no recorded game."""


class Read:
    """A record, and the component set that its names come from."""

    def __init__(self, record: Record, components: ComponentSet) -> None:
        self.record = record
        self.components = components


def read_text(text: str, sets: FindSet, *, strict: bool = False) -> Read:
    """Return the record that `text` holds; an `UnreadableRecordError` tells all problems.

    If `strict` all of it is in the notation.
    """
    return _Reader(sets, strict=strict).read(text)


def read_statement(line: str, names: Names, table: State | None = None) -> Statement | None:
    """Return what a line in the middle of a game says, or None for an empty one.

    An `UnreadableRecordError` if it says nothing that makes sense. Of a line in people's own words
    the table tells what was meant, and who is to move need not be named.
    """
    try:
        found = _Reader(lambda _: names.components, names).read_line(line)
    except UnreadableRecordError as first:
        if table is None or table.to_move is None or not 0 <= table.to_move < len(names.colours):
            raise
        who = f"{names.colours[table.to_move]} "
        try:
            found = _Reader(lambda _: names.components, names).read_line(f"{who}{line}")
        except UnreadableRecordError as error:
            if not any(each.guess for each in error.problems):
                raise first from error
            raise UnreadableRecordError(
                replace(each, at=Place(1, max(1, each.at.column - len(who))), line=line)
                for each in error.problems
            ) from error
    if found is None or table is None or not found.readings:
        return found
    from referee.records.settling import statement_at  # noqa: PLC0415 - as interpretations

    return statement_at(found, table, names.named)


def read_turn(line: str, names: Names, table: State | None = None) -> Turn | None:
    """Return the turn that a line says, or None if it says something else; as `read_statement`."""
    statement = read_statement(line, names, table)
    return statement.said if statement is not None and isinstance(statement.said, Turn) else None


class _Reader:
    def __init__(self, sets: FindSet, names: Names | None = None, *, strict: bool = False) -> None:
        self._strict = strict
        self._header = HeaderLines(sets)
        self._names = names
        self._tongue: Tongue | None = None
        self._language = ENGLISH
        """In whose words statements are that are not in the notation."""
        self._in_game = names is not None
        """Whether the header has ended."""
        self._statements: list[Statement] = []
        self._problems: list[Problem] = []
        self._words = 0
        self._claims = 0

    def read_line(self, line: str) -> Statement | None:
        """Return the one statement of a line, if there is any in it."""
        if "\n" in line or "\r" in line:
            raise UnreadableRecordError([Problem(say("records.reader.one-line"), Place(1, 1))])
        if said := line.rstrip():
            self._line(1, said)
        if self._problems:
            raise UnreadableRecordError(self._problems)
        if len(self._statements) > 1:
            raise UnreadableRecordError([Problem(say("records.reader.one-line"), Place(1, 1))])
        return self._statements[0] if self._statements else None

    def read(self, text: str) -> Read:
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            if self._problems and len(self._problems) >= MOST_PROBLEMS:
                message = say("records.reader.too-many-problems")
                self._problems.append(Problem(message, Place(number, 1)))
                break
            if message := self._too_much():
                self._problems.append(Problem(message, Place(number, 1)))
                break
            if said := line.rstrip():
                self._line(number, said)
        if not self._problems and (message := self._too_much()):
            self._problems.append(Problem(message))
        components = self._header.components
        if not self._problems and not self._header.players:
            self._problems.append(Problem(say("records.reader.no-players")))
        if self._problems or components is None:
            raise UnreadableRecordError(self._problems)
        record = Record(
            format=FORMAT, header=self._header.header(), statements=tuple(self._statements)
        )
        if any(each.readings for each in self._statements):
            from referee.records.settling import settled  # noqa: PLC0415

            record = settled(record, components)
        return Read(record, components)

    def _too_much(self) -> str:
        """Return what the lines so far have more of than is read, in words; nothing if nothing."""
        if len(self._statements) > STATEMENTS_OF_A_RECORD:
            return too_much("statements", len(self._statements), STATEMENTS_OF_A_RECORD)
        if self._words > WORDS_OF_A_RECORD:
            return too_much("words", self._words, WORDS_OF_A_RECORD)
        if self._claims > CLAIMS_OF_A_RECORD:
            return too_much("claims", self._claims, CLAIMS_OF_A_RECORD)
        return ""

    def _line(self, number: int, line: str) -> None:
        """Read a line that is not empty, or note what is wrong with it."""
        words, comment = line, None
        try:
            if len(line) > CHARACTERS_OF_A_LINE:
                message = too_much(
                    say("records.reader.line-length"), len(line), CHARACTERS_OF_A_LINE
                )
                raise WordError(message, CHARACTERS_OF_A_LINE + 1)  # noqa: TRY301
            if "#" in line:
                words, comment = split_comment(line)
                if comment is not None and not words.strip():
                    if self._in_game:
                        remark = Statement(said=Remark(), comment=comment, at=Place(number, 1))
                        self._statements.append(remark)
                    else:
                        self._header.comments.append(comment)
                    return
            at = Place(number, 1 if words[0] > " " else len(words) - len(words.lstrip()) + 1)
            self._read_somehow(words, comment, at)
        except WordError as error:
            place = Place(number, error.column)
            shown = line[:CHARACTERS_OF_A_LINE]
            self._problems.append(Problem(error.message, place, error.guess, shown))

    def _read_somehow(self, words: str, comment: str | None, at: Place) -> None:
        """Read a line in the notation, or else in the words that people use."""
        try:
            if self._tongue is not None or (not self._in_game and HEADER.match(words)):
                self._read_in_its_language(words, comment, at)
            else:
                self._read_in_english(words, comment, at)
        except TooMuchError:
            raise
        except WordError as error:
            names = self._names_so_far()
            is_noted = words.lstrip().startswith("=")
            if self._strict or names is None or is_header(words):
                raise
            if is_noted and not isinstance(error, UnexpectedWordError):
                # Results that may be of two players or of none are asked about.
                raise
            # Most records are in the notation alone.
            from referee.records.interpretations import proposal, statements_in  # noqa: PLC0415

            found = statements_in(words, names, self._language)
            if not found and len(self._problems) >= MOST_PROPOSALS:
                raise
            if not found:
                raise proposal(words, names, self._language, error) from error
            if not self._in_game:
                self._names, self._in_game = names, True
            self._words += len(_WORD.findall(words))
            for part in found:
                note = comment if part is found[-1] else None
                self._statements.append(replace(part, comment=note, at=at))
                self._claims += len(part.claims)

    def _read_in_its_language(self, words: str, comment: str | None, at: Place) -> None:
        """Read a line of a record that is written in another language, or that says so."""
        if not self._in_game and (found := HEADER.match(words)) is not None:
            self._language = found[1].casefold()
            self._header.take_language(self._language)
            self._tongue = None if self._header.lang is None else tongue(self._header.lang)
            if comment is not None:
                self._header.comments.append(comment)
            return
        if self._tongue is None:
            self._read_in_english(words, comment, at)
            return
        english = self._tongue.read(words, self._called())
        try:
            self._read_in_english(english.text, comment, at)
        except WordError as error:
            column = english.column(error.column)
            raise type(error)(error.message, column, error.guess) from error

    def _called(self) -> frozenset[str]:
        """Return the words of the players' names, which mean nothing else."""
        return words_of_names(player.name for player in self._header.players)

    def _read_in_english(self, words: str, comment: str | None, at: Place) -> None:
        try:
            self._read(words, comment, at)
        except WordError as error:
            self._read_otherwise(words, comment, at, error)

    def _read(self, words: str, comment: str | None, at: Place) -> None:
        names = self._names or self._names_so_far()
        if names is None and self._header.components is None and not is_header(words):
            raise WordError(say("records.reader.set-needed"), 1)
        if names is not None and len(words) <= LONGEST_KEPT:
            read = kept_line(words, names)
        else:
            read = read_line(words, names)
        if isinstance(read, HeaderLine):
            if self._in_game and read.kind == "rulings":
                read = _ruling_in_game(read)
            elif self._in_game:
                message = say("records.reader.belongs-in-header")
                raise WordError(message, at.column)
            else:
                self._take_header(read, comment)
                return
        said, claims, taken_back, tokens = read.said, read.claims, read.taken_back, read.tokens
        # A number behind a track is the only thing that makes a list longer than its line.
        if tokens > ENTRIES_OF_A_LIST or (
            type(said) is UseGoods and len(said.advance) > ENTRIES_OF_A_LIST
        ):
            for excess in statement_excess(said):
                raise TooMuchError(excess, at.column)
        if not self._in_game:
            self._names, self._in_game = names, True
        self._words += tokens
        if claims or taken_back or comment is not None:
            self._claims += len(claims)
            statement = Statement(
                said=said, claims=claims, taken_back=taken_back, comment=comment, at=at, text=words
            )
        else:
            statement = Statement(said=said, at=at, text=words)
        self._statements.append(statement)

    def _take_header(self, line: HeaderLine, comment: str | None) -> None:
        self._header.take(line)
        self._words += len(_WORD.findall(line.first.text)) + len(line.words)
        if comment is not None:
            self._header.comments.append(comment)

    def _read_otherwise(self, words: str, comment: str | None, at: Place, first: WordError) -> None:
        """Read a line in the words of the notation; raise what is wrong with it if it has none."""
        # Its patterns take longer to make than most records to read.
        from referee.records.spellings import respellings  # noqa: PLC0415

        told = first
        names = self._names_so_far()
        for respelled in respellings(words, names):
            try:
                self._read(respelled.text, comment, at)
            except WordError as error:
                if not respelled.is_guess:
                    column = respelled.column(error.column)
                    told = type(error)(error.message, column, error.guess)
            else:
                return
        if names is not None and reads_as_result(words, names):
            told = WordError(say("records.reader.equals-sign", claims=words.strip()), at.column)
        self._words += len(_WORD.findall(words))
        raise told

    def _names_so_far(self) -> Names | None:
        """Return the words of the game as far as its header tells them yet."""
        if self._names is not None or self._header.components is None:
            return self._names
        players = self._header.players
        colour_words = self._tongue.colour_words if self._tongue is not None else ()
        return names_of(self._header.components, players, colour_words) if players else None


def _ruling_in_game(line: HeaderLine) -> ReadLine:
    """Return the statement that a ruling is once the game has begun."""
    if len(line.groups) > 1:
        message = say("records.reader.one-ruling-per-line")
        raise WordError(message, line.groups[1][0].column)
    name, answer = line.groups[0]
    ruling, chosen = chosen_ruling(name, answer)
    return ReadLine(RulingMark(ruling, chosen), tokens=1 + len(line.words))


_COMMENT = re.compile(rf"{STRING}|#")
_WORD = re.compile(r"[\w'-]+|[^\s,;]")


def split_comment(line: str) -> tuple[str, str | None]:
    """Return the statement of a line, and its comment without the sign; quotes may hold a `#`."""
    for match in _COMMENT.finditer(line):
        if match[0] == "#":
            return line[: match.start()].rstrip(), line[match.end() :].strip()
    return line, None
