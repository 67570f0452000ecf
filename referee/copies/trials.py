"""Whether a value can stand in a set, tried before it is written."""

from collections.abc import Sequence
from typing import Any

from referee.copies.set_files import EntryChange
from referee.game.messages.copies import copy_words
from referee.game.set_drafts import ComponentSetError, SetDraft
from referee.unread.blanked_sets import partly_read
from referee.unread.copy_reader import loose_ends


def refused_change(draft: SetDraft, changes: Sequence[EntryChange]) -> str:
    """Return why a set cannot have these values, in words; nothing if it can."""
    rows: dict[str, list[dict[str, Any]]] = {
        table: [dict(row) for row in entries] for table, entries in draft.rows.items()
    }
    for change in changes:
        entries = rows[change.table]
        if change.number == len(entries):
            entries.append({"source": "copy"})
        entries[change.number].update(change.values)
    tried = SetDraft(header=draft.header, rows=rows, bordered=draft.bordered)
    loose = next(iter(loose_ends(tried)), None)
    if loose is not None:
        return loose.problem
    try:
        partly_read(rows, {"name": "tried", "title": "tried"}, draft.bordered)
    except ComponentSetError as error:
        problem = error.findings[0].problem if error.findings else ""
        return copy_words().say("asking", "impossible", problem=problem)
    return ""
