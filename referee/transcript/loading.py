"""A file of whatever form: told apart by what is in it, and read into a record."""

import re
from typing import Literal, get_args

from referee.game.component_set import ComponentSet
from referee.game.ids import COMPANIES
from referee.transcript.codec import from_json, from_json_lines, to_json, to_json_lines
from referee.transcript.headers import Sets
from referee.transcript.problems import Problem, UnreadableError
from referee.transcript.reading import Read, read_text
from referee.transcript.record import NOWHERE, Place, Record
from referee.transcript.writing import text_of

Form = Literal["text", "json", "jsonl"]
FORMS: tuple[Form, ...] = get_args(Form)

MOST_BYTES = 32 * 1024 * 1024
"""A thousand times the size of a game; a larger file is not read."""

_COLOUR = re.compile(r"(?=[\w'-]*[^\W\d])\w[\w'-]*")


def load(data: bytes, sets: Sets) -> Read:
    """Return the record in `data` with its component set; an `UnreadableError` if there is none."""
    if len(data) > MOST_BYTES:
        message = f"the file has more than {MOST_BYTES // 2**20} megabytes; no game is so long"
        raise UnreadableError([Problem(NOWHERE, message)])
    match form_of(data):
        case "json":
            return sound(from_json(data), sets)
        case "jsonl":
            return sound(from_json_lines(data), sets)
        case "text":
            return read_text(_decoded(data), sets)


def form_of(data: bytes) -> Form:
    """Return in which form a record seems to be written."""
    start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start.startswith(b"{"):
        return "text"
    first, _, rest = data.lstrip().partition(b"\n")
    whole = first.rstrip().endswith(b"}") and b'"statements"' not in first
    return "jsonl" if whole and (rest.strip() or b'"header"' in first) else "json"


def dump(record: Record, form: Form) -> bytes:
    """Return the record in one of its forms; an `UnreadableError` if text cannot say it."""
    match form:
        case "json":
            return to_json(record)
        case "jsonl":
            return to_json_lines(record)
        case "text":
            return text_of(record).encode()


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = "this is UTF-16; a record is UTF-8, which editors offer when saving"
        raise UnreadableError([Problem(Place(1, 1), message)])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        begin = data.rfind(b"\n", 0, error.start) + 1
        end = data.find(b"\n", error.start)
        column = len(data[begin : error.start].decode("utf-8", "replace")) + 1
        shown = data[begin : end if end >= 0 else len(data)][:4000].decode("utf-8", "replace")
        message = f"the byte {data[error.start]:#04x} was seen; a record is written in UTF-8"
        raise UnreadableError([Problem(Place(line, column), message, line=shown)]) from error
    if "\0" in text:
        raise UnreadableError([Problem(NOWHERE, "there are zero bytes in it; this is no text")])
    return text


def sound(record: Record, sets: Sets) -> Read:
    """Return a record from JSON with its set, if it makes sense beyond its types."""
    components = sets(record.header.components)
    problems = [*_header_problems(record, components)]
    seats = len(record.header.players)
    for number, statement in enumerate(record.statements, 1):
        named = [getattr(statement.said, "seat", None), *(c.seat for c in statement.claims)]
        odd = [seat for seat in named if seat is not None and not 0 <= seat < seats]
        at = statement.at
        if odd:
            message = f"statement {number} names seat {odd[0]}; there are seats 0 to {seats - 1}"
            problems.append(Problem(at, message))
        if statement.comment is not None and not _is_line(statement.comment):
            problems.append(Problem(at, f"the comment of statement {number} has several lines"))
    if problems or components is None:
        raise UnreadableError(problems)
    return Read(record, components)


def _header_problems(record: Record, components: ComponentSet | None) -> list[Problem]:
    header = record.header
    messages = []
    if components is None:
        messages.append(
            f"the component set {header.components!r:.60} is not known; its folder has to be given"
        )
    elif header.digest and not components.digest.startswith(header.digest.casefold()):
        messages.append(
            f"the game was recorded with a set whose digest begins {header.digest[:12]}; "
            f"that of {header.components!r:.60} begins {components.digest[:12]}"
        )
    elif header.tracks is not None and (
        len(header.tracks) != len(COMPANIES) or not {*header.tracks} <= {*components.track}
    ):
        messages.append(f"the tracks {', '.join(header.tracks)[:80]} are not one for each company")
    colours = [player.colour for player in header.players]
    if not colours:
        messages.append("nobody is named under `players`")
    messages += [
        f"{colour!r:.60} is no colour of its own, one word in lower case"
        for colour in colours
        if not _COLOUR.fullmatch(colour) or colours.count(colour) > 1 or colour != colour.casefold()
    ]
    texts = [header.title, *(player.name for player in header.players), *header.comments]
    if not all(text is None or _is_line(text) for text in texts):
        messages.append("a name, the title or a comment has several lines")
    if any('"' in text for text in texts[: 1 + len(colours)] if text is not None):
        messages.append("a name or the title has a quotation mark in it")
    return [Problem(NOWHERE, message) for message in messages]


def _is_line(text: str) -> bool:
    return "\n" not in text and text.strip() == text
