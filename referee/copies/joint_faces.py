"""Whether several games that tell pieces by faces can be learnt from together.

Of entries that nothing read so far tells apart one is taken for a face, whichever; within a game
that is no loss. In two games the same entry would stand for different pieces, so that what both
say of it need not be true of any.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from referee.game.faces import FACE, SeenFace
from referee.notation.faces import face_of
from referee.notation.record import Record
from referee.transcript.named_pieces import DECK_OF_POOL, pieces_of
from referee.unread.blank_places import has_blank
from referee.unread.guards import Guard
from referee.unread.partly_read_set import PartlyReadSet
from referee.unread.seen_faces import class_of, conditions_to_show


def can_be_joined(components: PartlyReadSet, records: Iterable[Record]) -> bool:
    """Return whether every face of the records can only be entries that are told apart."""
    return all(_told_apart(components, face) for face in {*_faces(components, records)})


def _faces(components: PartlyReadSet, records: Iterable[Record]) -> Iterator[SeenFace]:
    for record in records:
        for statement in record.statements:
            for piece in pieces_of(statement.said):
                if piece.said.startswith(FACE):
                    yield face_of(DECK_OF_POOL[piece.pool], piece.said, components)


def _told_apart(components: PartlyReadSet, face: SeenFace) -> bool:
    if face.deck == "regions":
        # What a region borders on is no part of its entry.
        return not any(map(has_blank, (*components.rows["regions"], *components.rows["borders"])))
    entries: Iterable[Any] = getattr(components, face.deck)
    seen: set[Hashable] = set()
    for entry in entries:
        if conditions_to_show(entry, face) is None:
            continue
        found = class_of(entry, Guard())
        if found in seen and not _is_read(components, face.deck, entry.id):
            return False
        seen.add(found)
    return True


def _is_read(components: PartlyReadSet, deck: str, id_: str) -> bool:
    return not any(has_blank(row) for row in components.rows[deck] if row.get("id") == id_)
