"""The pieces that a statement names, and where the pieces of each of its parts lie."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, NamedTuple, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.game.events import (
    BookOnSpace,
    DealCards,
    Plan,
    PrepareRound,
    RestStartingCards,
    TakeStartingTile,
)
from referee.game.faces import Deck, is_piece
from referee.game.turns import (
    BLANK,
    BuyCard,
    CollectRegion,
    Entering,
    Expand,
    Ousting,
    PlaceMarker,
    Placing,
    PlusOne,
    SpendPoints,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.notation.record import Record, SaidClaim, SaidEvent

Pool = Literal["area", "hand", "owned", "display", "stack", "books", "supply", "tiles", "map"]
"""Where the pieces of a field lie: with the player, on a display, among what nobody has seen."""

POOLS: Final[Mapping[tuple[type, str], Pool]] = {
    (DealCards, "cards"): "stack",
    (PrepareRound, "cards"): "stack",
    (BookOnSpace, "book"): "supply",
    (TakeStartingTile, "tile"): "tiles",
    (TakeStartingTile, "rejected"): "tiles",
    (RestStartingCards, "cards"): "hand",
    (Plan, "slots"): "hand",
    (UseGoods, "cards"): "area",
    (UseGoods, "buy"): "display",
    (PlusOne, "card"): "area",
    (Expand, "cards"): "area",
    (UseBookkeeper, "card"): "area",
    (UseMerchant, "card"): "area",
    (PlaceMarker, "discard"): "owned",
    (BuyCard, "card"): "display",
    (Placing, "book"): "books",
    (SpendPoints, "books"): "books",
    (Entering, "region"): "map",
    (Entering, "source"): "map",
    (Ousting, "region"): "map",
    (CollectRegion, "region"): "map",
}

DECK_OF_POOL: Final[Mapping[Pool, Deck]] = {
    **dict.fromkeys(("area", "hand", "owned", "display", "stack"), "cards"),
    "books": "books",
    "supply": "books",
    "tiles": "starting_tiles",
    "map": "regions",
}

_ENCODER: Final = msgspec.json.Encoder()


class NamedPiece(NamedTuple):
    """A piece as a statement names it."""

    pool: Pool
    said: str
    field: tuple[type, str]

    @property
    def group(self) -> tuple[type, str] | None:
        """What two different pieces share that are said together; None if they may be the same."""
        if self.field == (Entering, "source"):
            return None
        return (TakeStartingTile, "tile") if self.pool == "tiles" else self.field


def names_pieces(*said: SaidEvent | SaidClaim) -> bool:
    """Return whether any of these statements names anything by its place or its face."""
    # To encode statements is quicker than to look into their parts.
    data = _ENCODER.encode(said)
    # `in` would first take what it looks for for a number.
    return data.find(b"@") >= 0 or data.find(b'"[') >= 0


def tells_faces(record: Record) -> bool:
    """Return whether a record tells any piece by its face."""
    return any(b'"[' in _ENCODER.encode(each.said) for each in record.statements)


def pieces_of(said: SaidEvent) -> tuple[NamedPiece, ...]:
    """Return the pieces that a statement names by place or face, in their order."""
    found: list[NamedPiece] = []

    def note(piece: NamedPiece) -> str:
        found.append(piece)
        return piece.said

    _rebuilt(said, (type(said), ""), note)
    return tuple(found)


def exchanged(said: SaidEvent, found: Callable[[NamedPiece], str]) -> SaidEvent:
    """Return a statement with another name for each card, book, tile and region."""
    return cast("SaidEvent", _rebuilt(said, (type(said), ""), found, every=True))


def with_ids(said: SaidEvent, ids: Iterator[str]) -> SaidEvent:
    """Return a statement with an id in the place of each piece, in their order."""
    return cast("SaidEvent", _rebuilt(said, (type(said), ""), lambda _: next(ids)))


def _rebuilt(
    value: object,
    field: tuple[type, str],
    found: Callable[[NamedPiece], str],
    *,
    every: bool = False,
) -> object:
    """Return a value with every piece in it exchanged, those with ids among them if asked for."""
    if isinstance(value, str):
        if field in POOLS and (is_piece(value) or (every and value != BLANK)):
            return found(NamedPiece(POOLS[field], value, field))
        return value
    if isinstance(value, tuple):
        return tuple([_rebuilt(each, field, found, every=every) for each in value])
    if isinstance(value, Struct):
        changed = {
            name: rebuilt
            for name in value.__struct_fields__
            if (
                rebuilt := _rebuilt(
                    inner := getattr(value, name), (type(value), name), found, every=every
                )
            )
            != inner
        }
        return replace(value, **changed) if changed else value
    return value
