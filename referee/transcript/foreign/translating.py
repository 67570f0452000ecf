"""A foreign log, line by line, into records."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from referee.transcript.codec import MOST_LINES
from referee.transcript.foreign.form import LineRule, Mapping
from referee.transcript.foreign.values import LEFT_OUT, ForeignValueError, Maker, at_path
from referee.transcript.loading import MOST_BYTES
from referee.transcript.problems import MOST_PROBLEMS, Problem, UnreadableError, shown
from referee.transcript.record import FORMAT, NOWHERE, Header, Place, Record, Statement


class Translated(Struct, frozen=True):
    """One game of a foreign log: its name there, and the record or why there is none."""

    name: str | None
    record: Record | None
    problems: tuple[Problem, ...] = ()


class _Line(Struct, frozen=True):
    number: int
    text: str
    content: Any


def translated(data: bytes, mapping: Mapping) -> list[Translated]:
    """Return the games of a log, in the order in which they begin in it."""
    if len(data) > MOST_BYTES:
        message = f"the log has more than {MOST_BYTES // 2**20} megabytes; split it between games"
        raise UnreadableError([Problem(NOWHERE, message)])
    lines = list(_lines(data))
    games: dict[str | None, list[_Line]] = {}
    for line in lines:
        name = at_path(line.content, mapping.game) if mapping.game else None
        if name is msgspec.UNSET:
            problem = _problem(line, f"the line has no `{mapping.game}`, which tells games apart")
            raise UnreadableError([problem])
        games.setdefault(None if name is None else str(name), []).append(line)
    if not games:
        raise UnreadableError([Problem(NOWHERE, "there is no line in this log")])
    return [_game(name, lines, mapping) for name, lines in games.items()]


def _lines(data: bytes) -> Iterator[_Line]:
    problems: list[Problem] = []
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.strip():
            continue
        text = raw[:400].decode("utf-8", "replace")
        try:
            yield _Line(number, text, msgspec.json.decode(raw))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            problems.append(Problem(Place(number, 1), f"this is no JSON: {error}", line=text))
            if len(problems) >= MOST_PROBLEMS:
                break
    if problems:
        raise UnreadableError(problems)


def _game(name: str | None, lines: list[_Line], mapping: Mapping) -> Translated:
    problems: list[Problem] = []
    statements: list[Statement] = []
    header: Header | None = None
    if len(lines) > MOST_LINES:
        message = f"the game has {len(lines):,} lines; no game has more than {MOST_LINES:,}"
        return Translated(name, None, (Problem(NOWHERE, message),))
    for line in lines:
        try:
            if header is None and _is_so(mapping.header.when, line):
                said = Maker(mapping).fields(mapping.header.say, line.content)
                header = msgspec.convert(said, Header)
            statements += _statements(line, mapping)
        except ForeignValueError as error:
            problems.append(_problem(line, error.message, error.guess))
        except RecursionError:
            problems.append(_problem(line, "the mapping's values use each other in a circle"))
        except msgspec.ValidationError as error:
            problems.append(_problem(line, f"what the mapping makes of this line: {error}"))
        if len(problems) >= MOST_PROBLEMS:
            break
    if header is None and not problems:
        told = json.dumps(mapping.header.when)
        problems.append(Problem(NOWHERE, f"no line is the one that begins a game: {told:.200}"))
    if header is None or problems:
        return Translated(name, None, tuple(problems))
    return Translated(name, Record(format=FORMAT, header=header, statements=tuple(statements)))


def _statements(line: _Line, mapping: Mapping) -> Iterator[Statement]:
    """Yield what a line says: one statement or more for every rule that speaks of it."""
    rules = [rule for rule in mapping.statements if _is_so(rule.when, line)]
    if not rules and not _is_so(mapping.header.when, line):
        raise ForeignValueError("no part of the mapping speaks of this line; `skip` leaves one out")
    maker = Maker(mapping)
    for rule in rules:
        if not rule.skip:
            yield from _of_rule(rule, line, maker)


def _of_rule(rule: LineRule, line: _Line, maker: Maker) -> Iterator[Statement]:
    elements: object = [line.content]
    if rule.for_each is not None:
        elements = at_path(line.content, rule.for_each)
    if not isinstance(elements, list):
        raise ForeignValueError(f"`{rule.for_each}` is no list in this line")
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
        statement = msgspec.convert(plain, Statement)
        yield msgspec.structs.replace(statement, at=Place(line.number, 1))


def _is_so(when: dict[str, Any], line: _Line) -> bool:
    return all(at_path(line.content, path) == wanted for path, wanted in when.items())


def _problem(line: _Line, message: str, guess: tuple[str, ...] = ()) -> Problem:
    return Problem(Place(line.number, 1), message, guess, line=shown(line.text))
