"""A difference as a recorded game that can be read, checked and looked at."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from referee.compare.difference import Difference
from referee.compare.saved_differences import SUFFIX
from referee.components.set_writer import FolderError, write_set
from referee.conformance.engine_program import setting_of
from referee.conformance.protocol import Apply, AskVerdict
from referee.conformance.sets import REFERENCE
from referee.durable import replace_file
from referee.game.canonical_json import canonical_json
from referee.game.component_set import ComponentSet
from referee.game.contrast import contrasted
from referee.game.input_limits import CHARACTERS_OF_A_LINE
from referee.game.messages.speech import say
from referee.game.rule import Rule
from referee.game.rulebook import RULES
from referee.game.setting import Setting
from referee.notation.bounds import name_fault
from referee.notation.errors import UnreadableRecordError
from referee.notation.record import NOWHERE, Record, Statement
from referee.transcript.abbreviation import record_of, statement_of
from referee.transcript.loader import Form, dump, load

LONGEST_COMMENT: Final = 300
LONGEST_NAME: Final = 60
MARK: Final = 8
"""Digits that tell names apart which are too long to be written out."""

MOST_RULES: Final = 4

_SUFFIXES: Final[dict[Form, str]] = {"text": ".mgn", "jsonl": ".jsonl"}


class NotSavedError(Exception):
    """A difference that could not be written."""


def save(difference: Difference, components: ComponentSet, folder: Path) -> Path | None:
    """Write a difference into a folder, and return the file; None if no game was begun."""
    if not difference.game.players:
        return None
    record = _record(difference, components)
    name = file_name(difference.id)
    form = _form(record, components)
    file = folder / f"{name}{_SUFFIXES[form]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(file, dump(record, form))
        replace_file(folder / f"{name}{SUFFIX}", msgspec.json.encode(difference) + b"\n")
        printed = folder / components.name
        if components.name != REFERENCE and not printed.exists():
            write_set(components, printed)
    except (OSError, FolderError) as error:
        raise NotSavedError(
            say("conformance.records.cannot-be-written", file=file, error=error)
        ) from error
    return file


def file_name(difference_id: str) -> str:
    """Return the name of the files of a difference; no two ids have the same."""
    name = re.sub(r"[^a-z0-9]+", "-", difference_id.lower()).strip("-")
    if len(name) <= LONGEST_NAME:
        return name
    mark = hashlib.sha256(difference_id.encode()).hexdigest()[:MARK]
    return f"{name[: LONGEST_NAME - MARK - 1].rstrip('-')}-{mark}"


def record_beside(folder: Path, name: str) -> Path | None:
    """Return the record that was saved under a name, if it is still there."""
    files = (folder / f"{name}{suffix}" for suffix in _SUFFIXES.values())
    return next((file for file in files if file.is_file()), None)


def _record(difference: Difference, components: ComponentSet) -> Record:
    """Return the game with a title and comments that tell both answers."""
    record = _game(difference, setting_of(difference.game, components))
    statements = list(record.statements)
    if isinstance(difference.asked, Apply | AskVerdict):
        statements[-1] = replace(statements[-1], comment="the answers differ here")
    header = replace(
        record.header,
        title=_title(difference.id),
        comments=(
            *_answers(difference),
            *(_cited(RULES[rule]) for rule in difference.rules[:MOST_RULES] if rule in RULES),
        ),
    )
    return replace(record, header=header, statements=tuple(statements))


def _game(difference: Difference, setting: Setting) -> Record:
    record = record_of(setting, difference.game.events)
    if not isinstance(difference.asked, Apply | AskVerdict):
        return record
    last = statement_of(difference.asked.event, setting.rulings, exact=True)
    return replace(record, statements=(*record.statements, last))


def _title(difference_id: str) -> str:
    """Return the id, or what is left of it where a program has put more into it than words."""
    fault = name_fault("the title", difference_id, CHARACTERS_OF_A_LINE)
    return file_name(difference_id) if fault else difference_id


def _answers(difference: Difference) -> Iterator[str]:
    expected, given = canonical_json(difference.expected), canonical_json(difference.given)
    expected, given = contrasted(expected, given, LONGEST_COMMENT)
    yield f"referee: {expected}".strip()
    yield f"program: {given}".strip()


def _cited(rule: Rule) -> str:
    cited = "; ".join(str(citation) for citation in rule.citations)
    return f"{rule.id} {rule.name}: {cited}"[:LONGEST_COMMENT].strip()


def text_of(difference: Difference, components: ComponentSet) -> str:
    """Return the game of a difference as text, with the event in question as its last statement."""
    return in_words(_game(difference, setting_of(difference.game, components)), components)


def in_words(record: Record, components: ComponentSet) -> str:
    """Return a record as text, or as JSON lines where the text would not read back the same."""
    return dump(record, _form(record, components)).decode()


def _form(record: Record, components: ComponentSet) -> Form:
    try:
        again = load(dump(record, "text"), lambda _: components).record
    except (UnreadableRecordError, ValueError):
        return "jsonl"
    return "text" if _said(again) == _said(record) else "jsonl"


def _said(record: Record) -> list[Statement]:
    return [replace(statement, at=NOWHERE) for statement in record.statements]
