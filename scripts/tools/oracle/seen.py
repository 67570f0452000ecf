"""Records as somebody writes them who knows no ids: pieces by place and face."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.game.component_set import ComponentSet
from referee.game.faces import PLACE, Deck, book_places, display_places, whole_face
from referee.game.ids import SLOTS, Seat
from referee.game.setting import Setting
from referee.game.state import State
from referee.notation.face_text import face_text
from referee.notation.record import Mark, Record, SaidEvent
from referee.transcript.judge import walk
from referee.transcript.named_pieces import DECK_OF_POOL, NamedPiece, exchanged
from referee.transcript.pieces import entry_of


def as_seen(record: Record, setting: Setting) -> Record:
    """Return a legal record with places and faces in it instead of ids, as far as it is judged."""
    seen = [
        replace(step.statement, said=statement_as_seen(step.before, step.statement.said))
        for step in walk(record, setting)
    ]
    return replace(record, statements=tuple(seen))


def statement_as_seen(table: State, said: SaidEvent) -> SaidEvent:
    """Return what is said at a table with pieces by place, and by face where they have none."""
    if isinstance(said, Mark):
        return said
    seat = Seat(getattr(said, "seat", None) or 0)
    return exchanged(said, lambda piece: piece_as_seen(table, seat, piece))


def piece_as_seen(table: State, seat: Seat, piece: NamedPiece) -> str:
    """Return a piece by its place, or by its face if it has no place of its own."""
    components = table.setting.components
    for place, found in _places(table, seat, piece):
        if found == piece.said:
            return place
    deck: Deck = DECK_OF_POOL[piece.pool]
    entry = entry_of(components, deck, piece.said)
    if entry is None or piece.pool == "map":
        # Regions have names of their own.
        return piece.said
    return face_text(whole_face(deck, entry))


def _places(table: State, seat: Seat, piece: NamedPiece) -> Iterator[tuple[str, str | None]]:
    components: ComponentSet = table.setting.components
    displays: tuple[Any, ...]
    match piece.pool:
        case "display":
            for place, index in display_places(components).items():
                yield place, table.display[index]
        case "books":
            for place, index in book_places(components).items():
                yield place, table.book_display[index]
        case "area" if seat < len(table.players):
            displays = table.players[seat].slots
            for slot, card in zip(SLOTS, displays, strict=True):
                yield f"{PLACE}{slot}", card
        case _:
            return
