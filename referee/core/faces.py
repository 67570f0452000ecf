"""Pieces that are named by what is seen of them: a place on the table, or a part of a face.

A record may say `@left3` or `[coffee 3 crate 4]` where an id belongs. Both are kept as they are
written, so that a record stays what was noted; whoever judges it finds the piece that was meant.
"""

from typing import Any, Final, Literal

from msgspec import Struct

from referee.core.component_set import ComponentSet
from referee.core.components import BookSpace, neighbours
from referee.core.ids import COLOURED_SLOTS

Deck = Literal["cards", "books", "starting_tiles", "regions"]
"""The tables of a set whose pieces a record can name by what is seen."""

PLACE: Final = "@"
FACE: Final = "["

CALLED: Final = {
    "cards": "card",
    "books": "book",
    "starting_tiles": "starting tile",
    "regions": "region",
}

COLUMNS: Final = COLOURED_SLOTS
"""The columns of the card display as they are called, from the left."""


class SeenFace(Struct, frozen=True):
    """What somebody saw of a piece, by the names of the fields of its entry; any part left out."""

    deck: Deck
    seen: tuple[tuple[str, Any], ...] = ()
    letter: str | None = None


def is_piece(name: object) -> bool:
    """Return whether something stands for a piece by its place or its face, and is no id."""
    return isinstance(name, str) and name[:1] in {PLACE, FACE}


def display_places(components: ComponentSet) -> dict[str, int]:
    """Return by place of the card display its index in the order in which it is filled."""
    return {
        f"{PLACE}{COLUMNS[space.column - 1]}{space.row}": index
        for index, space in enumerate(components.filling_order)
        if space.column <= len(COLUMNS)
    }


ROWS: Final = ("top", "low")
"""The rows of the book display as they are called, from the top."""


def called_space(space: BookSpace) -> str:
    """Return what a space of the book display is called: its row and its round, or its id."""
    return f"{ROWS[space.row - 1]}{space.round}" if space.row <= len(ROWS) else space.id


def book_places(components: ComponentSet) -> dict[str, int]:
    """Return by place of the book display its index."""
    return {
        f"{PLACE}{called_space(space)}": index for index, space in enumerate(components.book_spaces)
    }


def shows(entry: Any, face: SeenFace, components: ComponentSet) -> bool:  # noqa: ANN401
    """Return whether an entry of a set has everything that was seen."""
    if face.letter is not None and getattr(entry, "letter", None) != face.letter:
        return False
    return all(_shows(entry, name, value, components) for name, value in face.seen)


def _shows(entry: Any, name: str, value: Any, components: ComponentSet) -> bool:  # noqa: ANN401
    if name == "kind":
        return bool(type(entry).__struct_config__.tag == value)
    if name == "beside":
        return {*value} <= neighbours(components.borders).get(entry.id, {}).keys()
    found = getattr(entry, name, None)
    if isinstance(value, tuple) and isinstance(found, tuple):
        return sorted(map(repr, found)) == sorted(map(repr, value))
    return bool(found == value)


def entries_with(face: SeenFace, components: ComponentSet) -> list[Any]:
    """Return the entries of a set that have everything that was seen."""
    return [entry for entry in getattr(components, face.deck) if shows(entry, face, components)]


PARTS_OF_FACES: Final = ("good", "units", "points", "company", "crate", "share")


def whole_face(deck: Deck, entry: Any) -> SeenFace:  # noqa: ANN401
    """Return everything that is seen of a piece, apart from where a region lies."""
    if deck == "cards":
        seen = [("kind", type(entry).__struct_config__.tag)]
        seen += [
            (name, value)
            for name in PARTS_OF_FACES
            if (value := getattr(entry, name, None)) is not None
        ]
        return SeenFace(deck, tuple(seen), entry.letter)
    if deck == "regions":
        amount = [] if entry.reward == "none" else [("amount", entry.amount)]
        seen = [("reward", entry.reward), *amount, ("mines", entry.mines)]
        return SeenFace(deck, tuple(seen))
    names = ("requires", "reward", "bonus") if deck == "starting_tiles" else ("requires", "reward")
    seen = [(name, getattr(entry, name)) for name in names]
    return SeenFace(deck, tuple(seen), getattr(entry, "letter", None))
