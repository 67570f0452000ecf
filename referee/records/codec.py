"""JSON in and out: one codec from the types of the record, a document or a line a statement."""

import re
from collections.abc import Callable, Container
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from referee.core.input_limits import (
    CHARACTERS_OF_A_LINE,
    DECODER_ERRORS,
    STATEMENTS_OF_A_RECORD,
    decoder_words,
    too_much,
)
from referee.core.problem import Place, Problem
from referee.i18n.speech import say
from referee.records.record import (
    FORMAT,
    MOST_PROBLEMS,
    Header,
    Record,
    Statement,
    UnreadableRecordError,
)
from referee.records.wire_types import (
    PART_FIELDS,
    PARTS,
    WIRES,
    JsonHeader,
    WireRecord,
    WireStatement,
)

# Statements from the types that JSON is decoded into, and to them ---------------------------------
_Exchange = Callable[[Any], Any]
"""Makes of a turn, or of a part of one, its other type."""


def _exchange_of(other: type[Struct], parts: Container[str] = ()) -> _Exchange:
    """Return what makes of one type the other, the fields with parts among its own."""
    # Written out as code, because every turn of every JSON record comes by here.
    told = ", ".join(
        f"{name}=parts_of(one.{name})" if name in parts else f"{name}=one.{name}"
        for name in other.__struct_fields__
    )
    names = {"other": other, "parts_of": _exchanged_parts}
    return cast("_Exchange", eval(f"lambda one: other({told})", names))  # noqa: S307


def _exchanged_parts(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    if not parts:
        return parts
    return tuple(
        [
            part if (exchange := _EXCHANGES.get(type(part))) is None else exchange(part)
            for part in parts
        ]
    )


_EXCHANGES: Final[dict[type[Struct], _Exchange]] = {
    kind: _exchange_of(other, PART_FIELDS.get(kind, ()))
    for one, another in (*PARTS.items(), *WIRES.items())
    for kind, other in ((one, another), (another, one))
}
"""By type of a turn or a part, as it is and as it is encoded, what makes the other of it."""


def statement_of_wire(wire: Any) -> Statement:  # noqa: ANN401
    """Return a decoded statement."""
    said = wire.said
    exchange = _EXCHANGES.get(type(said))
    if exchange is not None:
        said = exchange(said)
    if not (wire.claims or wire.taken_back or wire.comment is not None):
        return Statement(said=said, at=wire.at)
    return Statement(
        said=said, claims=wire.claims, taken_back=wire.taken_back, comment=wire.comment, at=wire.at
    )


def wire_of_statement(statement: Statement) -> Any:  # noqa: ANN401
    """Return a statement as it is encoded, without its place in a text."""
    exchange = _EXCHANGES.get(type(statement.said))
    return WireStatement(
        said=statement.said if exchange is None else exchange(statement.said),
        claims=statement.claims,
        taken_back=statement.taken_back,
        comment=statement.comment,
    )


S = TypeVar("S", bound=msgspec.Struct)

_BYTE = re.compile(r"byte (\d+)")
"""Where in the data an error of the decoder stands, if it says so."""


_RECORD = msgspec.json.Decoder(WireRecord)
_HEADER_LINE = msgspec.json.Decoder(JsonHeader)
_STATEMENT = msgspec.json.Decoder(WireStatement)
_ENCODER = msgspec.json.Encoder()


def to_json(record: Record) -> bytes:
    """Return the record as one JSON document, indented, without places in a text."""
    plain = WireRecord(
        format=record.format,
        header=_with_defaults(record.header),
        statements=tuple(map(_tidied, record.statements)),
    )
    return msgspec.json.format(_ENCODER.encode(plain), indent=1) + b"\n"


def to_json_lines(record: Record) -> bytes:
    """Return the record as JSON lines: the header, then one statement a line."""
    header = JsonHeader(format=FORMAT, header=_with_defaults(record.header))
    lines = [_ENCODER.encode(header)]
    lines += [_ENCODER.encode(_tidied(statement)) for statement in record.statements]
    return b"\n".join([*lines, b""])


def from_json(data: bytes) -> Record:
    """Return the record of a JSON document; an `UnreadableRecordError` if it is none."""
    try:
        wire = _RECORD.decode(data)
    except DECODER_ERRORS as error:
        raise UnreadableRecordError([_problem(data, error)]) from error
    statements = tuple([statement_of_wire(statement) for statement in wire.statements])
    return Record(format=wire.format, header=wire.header, statements=statements)


def _statement(line: bytes) -> Statement:
    return statement_of_wire(_STATEMENT.decode(line))


LONGEST_KEPT: Final = 400
"""Bytes of a line that is kept for the next time it is read."""


@lru_cache(maxsize=4096)
def kept_statement(line: bytes) -> Statement:
    """Return the statement of a JSON line, looked up if the same line was read before."""
    return _statement(line)


def from_json_lines(data: bytes) -> Record:
    """Return the record of JSON lines, each statement with its line as place."""
    problems: list[Problem] = []
    statements: list[Statement] = []
    header: Header | None = None
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        if len(statements) == STATEMENTS_OF_A_RECORD:
            message = too_much("statements", len(statements) + 1, STATEMENTS_OF_A_RECORD)
            problems.append(Problem(message, Place(number, 1)))
            break
        try:
            if header is None:
                header = _HEADER_LINE.decode(line).header
            else:
                said = kept_statement(line) if len(line) <= LONGEST_KEPT else _statement(line)
                statements.append(replace(said, at=Place(number, 1)))
        except DECODER_ERRORS as error:
            problems.append(_problem(line, error, number))
            if header is None or len(problems) >= MOST_PROBLEMS:
                break
    if header is None and not problems:
        problems.append(Problem(say("records.codec.no-header")))
    if header is None or problems:
        raise UnreadableRecordError(problems)
    return Record(format=FORMAT, header=header, statements=tuple(statements))


def _problem(data: bytes, error: Exception, line: int | None = None) -> Problem:
    message = say("records.codec.not-a-game", error=decoder_words(error))[:400]
    if isinstance(error, msgspec.ValidationError):
        text = _text(data[:LONGEST_BEGINNING])
        return Problem(message, Place(line or 0, 1 if line else 0), line=text if line else "")
    found = _BYTE.search(str(error))
    # What ends too soon is at fault where it ends, and what is nested too deeply has no place.
    end = 0 if isinstance(error, RecursionError) else max(0, len(data.rstrip()) - 1)
    at = min(int(found[1]), end) if found else end
    begin = data.rfind(b"\n", 0, at) + 1
    place = Place(line or data.count(b"\n", 0, at) + 1, len(_text(data[begin:at])) + 1)
    shown = data[begin : begin + CHARACTERS_OF_A_LINE].partition(b"\n")[0]
    return Problem(message, place, line=_text(shown))


LONGEST_BEGINNING = 200
"""Characters that are shown of a line that is JSON and says something else."""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _tidied(statement: Statement) -> Any:  # noqa: ANN401
    wire = wire_of_statement(statement)
    return replace(wire, said=_with_defaults(wire.said))


def _with_defaults(struct: S) -> S:
    """Return a struct in which what equals a default is it, which the encoder leaves out."""
    same = {
        field.name: field.default
        for field in fields(struct)
        if field.default is not msgspec.NODEFAULT
        and field.default is not getattr(struct, field.name)
        and field.default == getattr(struct, field.name)
    }
    return replace(struct, **same) if same else struct
