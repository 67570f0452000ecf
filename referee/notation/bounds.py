"""What a record has too much of, and characters that no line or name has."""

import re
from collections.abc import Iterator

from msgspec import Struct

from referee.game.input_limits import (
    CHARACTERS_OF_A_LINE,
    CHARACTERS_OF_A_NAME,
    CLAIMS_OF_A_RECORD,
    ENTRIES_OF_A_LIST,
    LINES_OF_A_RECORD,
    PLAYERS_OF_A_RECORD,
    STATEMENTS_OF_A_RECORD,
    too_much,
)
from referee.game.messages.speech import say
from referee.notation.record import Record

_NO_TEXT = re.compile("[\0\n\ud800-\udfff]")
"""What no line of a text in UTF-8 can hold."""

_NO_NAME = re.compile('["\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
"""What no name in quotation marks should hold: control characters and marks that end it."""


def record_excess(record: Record) -> list[str]:
    """Return what a record has too much of, in words; the lists of its statements are left out."""
    header = record.header
    claims = sum([len(statement.claims) for statement in record.statements])
    counted = (
        ("players", len(header.players), PLAYERS_OF_A_RECORD),
        (say("records.bounds.comments-of-the-header"), len(header.comments), LINES_OF_A_RECORD),
        ("tracks", len(header.tracks or ()), ENTRIES_OF_A_LIST),
        ("statements", len(record.statements), STATEMENTS_OF_A_RECORD),
        ("claims", claims, CLAIMS_OF_A_RECORD),
        (
            say("records.bounds.characters-of-the-set-name"),
            len(header.components),
            CHARACTERS_OF_A_NAME,
        ),
    )
    return [too_much(*each) for each in counted if each[1] > each[2]]


def list_excess(name: str, entries: int) -> str:
    """Return in words that a list of a statement is too long; nothing if it is not."""
    if entries <= ENTRIES_OF_A_LIST:
        return ""
    return too_much(say("records.bounds.entries-of", name=name), entries, ENTRIES_OF_A_LIST)


def statement_excess(said: Struct) -> Iterator[str]:
    """Yield which lists of a statement are too long, in words."""
    for name in said.__struct_fields__:
        value = getattr(said, name)
        if isinstance(value, tuple) and (words := list_excess(name, len(value))):
            yield words


def line_fault(what: str, text: str) -> str | None:
    """Return why a text is no line of a record, in words; None if it is one."""
    if len(text) > CHARACTERS_OF_A_LINE:
        return too_much(
            say("records.bounds.characters-of", what=what), len(text), CHARACTERS_OF_A_LINE
        )
    if _NO_TEXT.search(text):
        return say("records.bounds.has-several-lines-or-a", what=what, text=f"{text!r:.60}")
    return (
        say("records.bounds.begins-or-ends-with-a", what=what, text=f"{text!r:.60}")
        if text != text.strip()
        else None
    )


def name_fault(what: str, text: str, most: int = CHARACTERS_OF_A_NAME) -> str | None:
    """Return why a text is no name, in words; None if it is one."""
    if len(text) > most:
        return too_much(say("records.bounds.characters-of", what=what), len(text), most)
    if found := _NO_NAME.search(text):
        return say("records.bounds.has-the-character-in-it", what=what, found=f"{found[0]!r}")
    return line_fault(what, text)
