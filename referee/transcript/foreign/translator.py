"""A foreign log, line by line, into records."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from referee.game.decoder_words import decoder_words
from referee.game.input_limits import (
    BYTES_OF_A_LOG,
    BYTES_OF_A_RECORD,
    CHARACTERS_OF_A_NAME,
    LINES_OF_A_LOG,
    LINES_OF_A_RECORD,
    NESTING,
    STATEMENTS_OF_A_RECORD,
    too_much,
)
from referee.game.messages.speech import say
from referee.game.plain_toml import is_deep
from referee.notation.codec import statement_from
from referee.notation.errors import (
    LONGEST_SHOWN,
    MOST_PROBLEMS,
    Problem,
    UnreadableRecordError,
    shown,
)
from referee.notation.record import FORMAT, NOWHERE, Header, Place, Record, Statement
from referee.transcript.foreign.form import LineRule, Mapping
from referee.transcript.foreign.values import LEFT_OUT, ForeignValueError, Maker, at_path


class Translated(Struct, frozen=True):
    """One game of a foreign log: its name there, and the record or why there is none."""

    name: str | None
    record: Record | None
    problems: tuple[Problem, ...] = ()


class _LogLine(Struct, frozen=True):
    number: int
    raw: bytes

    @property
    def content(self) -> Any:  # noqa: ANN401
        """What the line says, of which nothing is known but that it is JSON."""
        return msgspec.json.decode(self.raw)

    @property
    def text(self) -> str:
        """The beginning of the line as it is shown."""
        return self.raw[:LONGEST_SHOWN].decode("utf-8", "replace")


class _Game:
    """The lines of one game, as far as a game may be long."""

    def __init__(self) -> None:
        self.lines: list[_LogLine] = []
        self.count = 0
        self.bytes = 0

    def add(self, line: _LogLine) -> None:
        """Take one more line; what cannot be read any more is only counted."""
        self.count += 1
        self.bytes += len(line.raw)
        if not self.excess:
            self.lines.append(line)

    @property
    def excess(self) -> str:
        """What the game has too much of, in words; nothing if it can be read."""
        if self.count > LINES_OF_A_RECORD:
            return too_much(
                say("records.translating.lines-of-the-game"), self.count, LINES_OF_A_RECORD
            )
        if self.bytes > BYTES_OF_A_RECORD:
            return too_much(
                say("records.translating.bytes-of-the-game"), self.bytes, BYTES_OF_A_RECORD
            )
        return ""


def translated(data: bytes, mapping: Mapping) -> Iterator[Translated]:
    """Return the games of a log one after the other, in the order in which they begin in it."""
    if len(data) > BYTES_OF_A_LOG:
        message = say("records.translating.the-log-is-larger-than", bytes_of_a_log=BYTES_OF_A_LOG)
        raise UnreadableRecordError([Problem(NOWHERE, message)])
    if (lines := data.count(b"\n")) > LINES_OF_A_LOG:
        message = say(
            "records.translating.split-the-log-between-games",
            too_much=too_much("lines", lines, LINES_OF_A_LOG),
        )
        raise UnreadableRecordError([Problem(Place(LINES_OF_A_LOG + 1, 1), message)])
    games: dict[str | None, _Game] = {}
    for line, content in _lines(data):
        name = at_path(content, mapping.game) if mapping.game else None
        if name is msgspec.UNSET:
            problem = _problem(
                line, say("records.translating.the-line-has-no-which", game=mapping.game)
            )
            raise UnreadableRecordError([problem])
        games.setdefault(None if name is None else _game_name(line, name), _Game()).add(line)
    if not games:
        raise UnreadableRecordError(
            [Problem(NOWHERE, say("records.translating.there-is-no-line-in"))]
        )
    return (_game(name, game, mapping) for name, game in games.items())


def _game_name(line: _LogLine, name: object) -> str:
    if isinstance(name, str | int) and len(told := str(name)) <= CHARACTERS_OF_A_NAME:
        return told
    most = say(
        "records.translating.a-number-or-characters-at", characters_of_a_name=CHARACTERS_OF_A_NAME
    )
    raise UnreadableRecordError(
        [_problem(line, say("records.translating.the-name-of-the-game", most=most))]
    )


def _lines(data: bytes) -> Iterator[tuple[_LogLine, Any]]:
    """Yield the lines with what they say, which is not kept: a log may be long."""
    problems: list[Problem] = []
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.strip():
            continue
        line = _LogLine(number, raw)
        try:
            content = line.content
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
            words = say("records.translating.this-is-no-json", error=decoder_words(error))
            problems.append(_problem(line, words))
        else:
            if raw.count(b"[") + raw.count(b"{") > NESTING and is_deep(content):
                problems.append(
                    _problem(
                        line, say("records.translating.the-line-is-nested-more", nesting=NESTING)
                    )
                )
            elif not problems:
                yield line, content
        if len(problems) >= MOST_PROBLEMS:
            break
    if problems:
        raise UnreadableRecordError(problems)


def _game(name: str | None, game: _Game, mapping: Mapping) -> Translated:
    if game.excess:
        return Translated(name, None, (Problem(NOWHERE, game.excess),))
    found = _Translation(mapping)
    for line in game.lines:
        found.take(line)
        if found.is_over:
            break
    return found.result(name)


class _Translation:
    """What the lines of a game have come to so far."""

    def __init__(self, mapping: Mapping) -> None:
        self._mapping = mapping
        self._maker = Maker(mapping)
        self._header: Header | None = None
        self._statements: list[Statement] = []
        self._problems: list[Problem] = []

    @property
    def is_over(self) -> bool:
        """Whether nothing can come of the lines that are left."""
        many = len(self._problems) >= MOST_PROBLEMS
        return many or self._maker.is_exhausted or self._is_long

    @property
    def _is_long(self) -> bool:
        return len(self._statements) > STATEMENTS_OF_A_RECORD

    def take(self, line: _LogLine) -> None:
        """Translate one more line."""
        try:
            self._take(line)
        except ForeignValueError as error:
            self._problems.append(_problem(line, error.message, error.guess))
        except RecursionError:
            words = say("records.translating.the-mapping-values-use-each")
            self._problems.append(_problem(line, words))
        except msgspec.ValidationError as error:
            words = say("records.translating.what-the-mapping-makes-of", error=decoder_words(error))
            self._problems.append(_problem(line, words))

    def _take(self, line: _LogLine) -> None:
        content = line.content
        rule = self._mapping.header
        if self._header is None and self._maker.is_so(rule.when, content):
            self._header = msgspec.convert(self._maker.fields(rule.say, content), Header)
        for said in _statements(content, self._mapping, self._maker):
            self._statements.append(msgspec.structs.replace(said, at=Place(line.number, 1)))
            if self._is_long:
                told = too_much("statements", len(self._statements), STATEMENTS_OF_A_RECORD)
                raise ForeignValueError(told)

    def result(self, name: str | None) -> Translated:
        """Return the game, or why there is none."""
        problems = self._problems
        if self._header is None and not problems:
            told = json.dumps(self._mapping.header.when, default=str)
            message = say("records.translating.no-line-is-the-one", told=f"{told:.200}")
            problems = [Problem(NOWHERE, message)]
        if self._header is None or problems:
            return Translated(name, None, tuple(problems))
        statements = tuple(self._statements)
        return Translated(name, Record(format=FORMAT, header=self._header, statements=statements))


def _statements(content: object, mapping: Mapping, maker: Maker) -> Iterator[Statement]:
    """Yield what a line says: one statement or more for every rule that speaks of it."""
    rules = [rule for rule in mapping.statements if maker.is_so(rule.when, content)]
    if not rules and not maker.is_so(mapping.header.when, content):
        raise ForeignValueError(say("records.translating.no-part-of-the-mapping"))
    for rule in rules:
        if not rule.skip:
            yield from _of_rule(rule, content, maker)


def _of_rule(rule: LineRule, content: object, maker: Maker) -> Iterator[Statement]:
    elements: object = [content]
    if rule.for_each is not None:
        elements = at_path(content, rule.for_each)
    if not isinstance(elements, list):
        raise ForeignValueError(
            say("records.translating.is-no-list-in-this", for_each=rule.for_each)
        )
    for element in elements:
        claims = [maker.made(claim, element) for claim in rule.claims]
        plain: dict[str, object] = {
            "said": maker.fields(rule.say, element),
            "claims": [c for c in claims if not isinstance(c, dict) or "value" in c],
        }
        for field in ("comment", "taken_back"):
            value = getattr(rule, field)
            found = LEFT_OUT if value is None else maker.made(value, element)
            if found is not LEFT_OUT:
                plain[field] = found
        yield statement_from(plain)


def _problem(line: _LogLine, message: str, guess: tuple[str, ...] = ()) -> Problem:
    return Problem(Place(line.number, 1), message, guess, line=shown(line.text))
