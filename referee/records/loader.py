"""A file of whatever form: told apart by what is in it, and read into a record."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Mapping
from typing import Literal, get_args

from referee.core.input_limits import (
    BYTES_OF_A_RECORD,
    CHARACTERS_OF_A_LINE,
    LINES_OF_A_RECORD,
    too_much,
)
from referee.core.problem import Place, Problem
from referee.i18n.speech import say
from referee.records.headers import FindSet
from referee.records.reader import Read, read_text
from referee.records.record import Record, UnreadableRecordError
from referee.records.soundness import sound
from referee.records.writer import text_of

Form = Literal["text", "json", "jsonl"]
FORMS: tuple[Form, ...] = get_args(Form)

_OTHER_ENCODINGS: Mapping[bytes, str] = {
    BOM_UTF32_LE: "UTF-32",
    BOM_UTF32_BE: "UTF-32",
    BOM_UTF16_LE: "UTF-16",
    BOM_UTF16_BE: "UTF-16",
}
"""By the mark that a file begins with; that of UTF-32 begins with that of UTF-16."""


def load(data: bytes, sets: FindSet, *, strict: bool = False) -> Read:
    """Return the record in `data` with its component set; an `UnreadableRecordError` otherwise."""
    if len(data) > BYTES_OF_A_RECORD:
        # No more than one byte above the limit may have been read of the file.
        message = say("records.loading.too-large", limit=BYTES_OF_A_RECORD)
        raise UnreadableRecordError([Problem(message)])
    data = data.removeprefix(BOM_UTF8)
    form = form_of(data)
    if form != "json" and (lines := data.count(b"\n")) > LINES_OF_A_RECORD:
        message = too_much("lines", lines, LINES_OF_A_RECORD)
        raise UnreadableRecordError([Problem(message, Place(LINES_OF_A_RECORD + 1, 1))])
    if form == "text":
        return read_text(_decoded(data), sets, strict=strict)
    # Its types take longer to make than most records to read.
    from referee.records import codec  # noqa: PLC0415

    read = codec.from_json if form == "json" else codec.from_json_lines
    return sound(read(data), sets)


def form_of(data: bytes) -> Form:
    """Return in which form a record seems to be written."""
    start = data[:4096].removeprefix(BOM_UTF8).lstrip()
    if not start.startswith(b"{"):
        return "text"
    first, _, rest = data.removeprefix(BOM_UTF8).lstrip().partition(b"\n")
    whole = first.rstrip().endswith(b"}") and b'"statements"' not in first
    return "jsonl" if whole and (rest.strip() or b'"header"' in first) else "json"


def dump(record: Record, form: Form) -> bytes:
    """Return the record in one of its forms; an `UnreadableRecordError` if text cannot say it."""
    if form == "text":
        return text_of(record).encode()
    from referee.records import codec  # noqa: PLC0415 - as above

    return codec.to_json(record) if form == "json" else codec.to_json_lines(record)


class UnsayableError(Exception):
    """A form in which a record cannot be written so that the same is read from it."""


def written(record: Record, form: Form, sets: FindSet) -> bytes:
    """Return the record in a form, from which the same is read; else an `UnsayableError`.

    Names that a text cannot hold may read back as something else.
    """
    try:
        data = dump(record, form)
        again = load(data, sets).record
    except UnreadableRecordError as error:
        raise UnsayableError(
            say("records.loading.cannot-say-this", form=_CALLED[form], error=error)[:400]
        ) from error
    if dump(again, "json") != dump(record, "json"):
        raise UnsayableError(say("records.loading.cannot-say-all", form=_CALLED[form]))
    return data


_CALLED: Mapping[Form, str] = {"text": "text", "json": "JSON", "jsonl": "JSON lines"}


def _decoded(data: bytes) -> str:
    for mark, encoding in _OTHER_ENCODINGS.items():
        if data.startswith(mark):
            message = say("records.loading.wrong-encoding", encoding=encoding)
            raise UnreadableRecordError([Problem(message, Place(1, 1))])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        begin = data.rfind(b"\n", 0, error.start) + 1
        end = data.find(b"\n", error.start)
        column = len(data[begin : error.start].decode("utf-8", "replace")) + 1
        seen = data[begin : end if end >= 0 else len(data)][:CHARACTERS_OF_A_LINE]
        shown = seen.decode("utf-8", "replace")
        message = say("records.loading.not-utf-8", data=f"{data[error.start]:#04x}")
        raise UnreadableRecordError([Problem(message, Place(line, column), line=shown)]) from error
    if "\0" in text:
        raise UnreadableRecordError([Problem(say("records.loading.zero-bytes"))])
    return text
