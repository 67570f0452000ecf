"""A scene as a recorded game that anybody can replay."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.compare.scene import Scene
from referee.game.component_set import ComponentSet
from referee.game.events import Claim, Event
from referee.transcript.codec import to_json_lines
from referee.transcript.loading import load
from referee.transcript.problems import UnreadableError
from referee.transcript.record import NOWHERE, Record
from referee.transcript.saying import record_of, statement_of
from referee.transcript.writing import text_of


def told(scene: Scene[Any]) -> str:
    """Return the game up to the question, and the event that was asked about if it was one."""
    record = record_of(scene.setting, [happened.event for happened in scene.events])
    if isinstance(scene.asked, Event) and not isinstance(scene.asked, Claim):
        last = statement_of(scene.asked, scene.setting.rulings, exact=True)
        record = replace(record, statements=(*record.statements, last))
    return in_words(record, scene.setting.components)


def in_words(record: Record, components: ComponentSet) -> str:
    """Return a record as text, or as JSON lines where the text would not read back the same."""
    text = text_of(record)
    try:
        read = load(text.encode(), lambda _: components).record
    except UnreadableError:
        read = None
    if read is not None and _said(read) == _said(record):
        return text
    return to_json_lines(record).decode()


def _said(record: Record) -> list[Struct]:
    return [replace(statement, at=NOWHERE) for statement in record.statements]
