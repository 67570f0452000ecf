"""The pieces that a statement names by place or face, each found on the table it was said at."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import islice, product
from math import prod
from typing import Any, Final, Literal, NamedTuple, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RestStartingCards,
    TakeStartingTile,
)
from referee.core.faces import (
    CALLED,
    FACE,
    PLACE,
    Deck,
    book_places,
    display_places,
    entries_with,
    is_piece,
)
from referee.core.ids import SLOTS, Seat
from referee.core.state import Player, State
from referee.core.turns import (
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
from referee.engine import IllegalEventError, step
from referee.engine.actions import TURNS
from referee.i18n.speech import say
from referee.records.completed_turn import Missing
from referee.records.completion import complete
from referee.records.faces import FaceError, face_of
from referee.records.record import Mark, Record, SaidClaim, SaidEvent
from referee.records.unwritten import filled

# The pieces that a statement names, and where the pieces of each of its parts lie -----------------
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


MOST_TRIED: Final = 500
"""So many ways to tell which pieces were meant are tried."""

MOST_COMBINED: Final = 200_000
"""So many ways are looked at for those that differ."""


def at_place(table: State, seat: Seat, place: str) -> str | None:
    """Return what lies at a place: of a display, or in a slot of a player."""
    components = table.setting.components
    if place[1:] in SLOTS:
        player = _player(table, seat)
        return None if player is None else player.slots[SLOTS.index(cast("Any", place[1:]))]
    for places, display in (
        (display_places(components), table.display),
        (book_places(components), table.book_display),
    ):
        if place in places:
            return cast("tuple[str | None, ...]", display)[places[place]]
    return None


def _player(table: State, seat: Seat) -> Player | None:
    return table.players[seat] if 0 <= seat < len(table.players) else None


def _present(places: tuple[str | None, ...]) -> list[str]:
    return [each for each in places if each is not None]


def _tiles_left(table: State) -> list[str]:
    taken = {player.starting_tile for player in table.players}
    tiles = table.setting.components.starting_tiles
    return [tile.id for tile in tiles if tile.id not in taken]


def _of_letters(letters: tuple[frozenset[Any], ...]) -> list[str]:
    return [each for letter in letters for each in sorted(letter)]


ON_THE_TABLE: Final[Mapping[Pool, Callable[[State], list[str]]]] = {
    "display": lambda table: _present(table.display),
    "stack": lambda table: _of_letters(table.unseen_cards),
    "books": lambda table: _present(table.book_display),
    "supply": lambda table: _of_letters(table.unseen_books),
    "tiles": _tiles_left,
    "map": lambda table: [region.id for region in table.setting.components.regions],
}


def lying_in(table: State, seat: Seat, pool: Pool) -> list[str]:
    """Return the pieces of a pool, those first that can still be used."""
    if pool in ON_THE_TABLE:
        return ON_THE_TABLE[pool](table)
    player = _player(table, seat)
    if player is None:
        return []
    if pool == "hand":
        return sorted(player.hand)
    area = sorted(_present(player.slots), key=lambda card: card in player.used)
    if pool == "area":
        return area
    return [*area, *sorted(player.hand), *sorted(frozenset[str]().union(*player.resting))]


def _candidates(table: State, seat: Seat, piece: NamedPiece) -> list[str]:
    """Return which pieces can be meant, one for each kind that makes a difference."""
    if piece.said.startswith(PLACE):
        found = at_place(table, seat, piece.said)
        # An empty place holds no piece, and whoever says so has to be told by a rule.
        return [piece.said if found is None else found]
    components = table.setting.components
    deck = DECK_OF_POOL[piece.pool]
    try:
        entries = {e.id: e for e in entries_with(face_of(deck, piece.said, components), components)}
    except FaceError:
        return [piece.said]
    lying = [each for each in lying_in(table, seat, piece.pool) if each in entries]
    return [*(lying or entries)] or [piece.said]


DESCRIBING: Final = frozenset({"id", "name", "drawn", "source", "sources"})


def _looks(table: State, piece: NamedPiece, found: str) -> Hashable:
    """Return what tells a piece from others, where it lies among it if that matters."""
    entry: Any = entry_of(table.setting.components, DECK_OF_POOL[piece.pool], found)
    if entry is None or piece.pool == "map":
        return found
    face = repr([getattr(entry, n) for n in entry.__struct_fields__ if n not in DESCRIBING])
    places: tuple[str | None, ...] = ()
    if piece.pool in {"display", "books"}:
        places = table.display if piece.pool == "display" else table.book_display
    return type(entry), face, places.index(found) if found in places else None


def entry_of(components: ComponentSet, deck: Deck, found: str) -> object | None:
    """Return the entry of an id in a deck."""
    by_id: Mapping[str, Mapping[str, object]] = {
        "cards": cast("Any", components.card),
        "books": cast("Any", components.book),
        "starting_tiles": cast("Any", components.starting_tile),
        "regions": cast("Any", components.region),
    }
    return by_id[deck].get(found)


def ways(table: State, said: SaidEvent, pieces: tuple[NamedPiece, ...]) -> Iterator[SaidEvent]:
    """Yield the statement for every choice of pieces that makes a difference."""
    seat = Seat(getattr(said, "seat", None) or 0)
    seen: set[Hashable] = set()
    options = [_candidates(table, seat, piece) for piece in pieces]
    for chosen in product(*options):
        named = [
            (piece.group, found)
            for piece, found in zip(pieces, chosen, strict=True)
            if piece.group is not None
        ]
        if len({*named}) < len(named):
            continue
        looks = tuple(_looks(table, p, found) for p, found in zip(pieces, chosen, strict=True))
        if looks not in seen:
            seen.add(looks)
            yield with_ids(said, iter(chosen))


def bound(table: State, said: SaidEvent) -> SaidEvent | Missing:
    """Return a statement with ids for its pieces, or that it does not say which they were.

    Of several that can be meant those are taken that make the statement legal; pieces that look
    alike are not told apart.
    """
    if isinstance(said, Mark) or not names_pieces(said):
        return said
    if _tells_only_letters(table.setting.components, said):
        return _UNNAMED
    pieces = pieces_of(said)
    seat = Seat(getattr(said, "seat", None) or 0)
    number = prod(len(_candidates(table, seat, piece)) for piece in pieces)
    few = number <= MOST_COMBINED
    found = [*islice(ways(table, said, pieces), MOST_TRIED + 1)] if few else []
    if not few or len(found) > MOST_TRIED:
        return _unclear(table, said, pieces, 0)
    if len(found) <= 1:
        return found[0] if found else said
    legal: dict[State, SaidEvent] = {}
    missing: Missing | None = None
    for way in found:
        after = _table_after(table, way)
        if isinstance(after, Missing):
            missing = missing or after
        elif after is not None:
            legal.setdefault(after, way)
    if len(legal) > 1 or (legal and missing is not None):
        return _unclear(table, said, pieces, len(legal))
    return missing or next(iter(legal.values()), found[0])


_UNNAMED: Final = DealBooks(books=(BookOnSpace(BLANK, BLANK),))


def _tells_only_letters(components: ComponentSet, said: SaidEvent) -> bool:
    """Return whether a first deal tells no more of its books than any deal has: `[A] [A] [B]`."""
    if not isinstance(said, DealBooks):
        return False
    due = Counter(str(space.letter) for space in components.book_spaces)
    told = Counter(drawn.book[1:-1].strip() for drawn in said.books if is_piece(drawn.book))
    is_of_space = {(space.id, str(space.letter)) for space in components.book_spaces}
    return (
        told.total() == len(said.books)
        and told <= due
        and all(
            drawn.space == BLANK or (drawn.space, drawn.book[1:-1].strip()) in is_of_space
            for drawn in said.books
        )
    )


def _table_after(table: State, said: SaidEvent) -> State | Missing | None:
    """Return the table after a statement, None if it is illegal."""
    if isinstance(said, TURNS):
        done = complete(table, said)
        if isinstance(done, Missing):
            return done
        event: Any = done.turn
        if done.after is not None:
            return done.after
    else:
        event = filled(table, cast("Any", said))
        if isinstance(event, Missing):
            return event
    try:
        return step(table, event)
    except IllegalEventError:
        return None


def _unclear(
    table: State, said: SaidEvent, pieces: tuple[NamedPiece, ...], choices: int
) -> Missing:
    seat = Seat(getattr(said, "seat", None) or 0)
    several = [
        piece
        for piece in pieces
        if len({_looks(table, piece, each) for each in _candidates(table, seat, piece)}) > 1
    ]
    what = tuple(
        dict.fromkeys(
            say("records.pieces.which-is", piece=CALLED[DECK_OF_POOL[piece.pool]], face=piece.said)
            for piece in several
        )
    )
    hint = say("records.pieces.would-tell")
    return Missing(what, choices, (hint,))


def bound_claims(table: State, claims: tuple[SaidClaim, ...]) -> tuple[SaidClaim, ...]:
    """Return claims with ids for the cards whose prices they tell."""
    if not any(is_piece(claim.item) for claim in claims):
        return claims
    return tuple(
        replace(
            claim,
            item=_candidates(
                table, Seat(0), NamedPiece("display", claim.item, (SaidClaim, "item"))
            )[0],
        )
        if claim.item is not None and is_piece(claim.item)
        else claim
        for claim in claims
    )


def bound_anywhere(components: ComponentSet, said: SaidEvent) -> SaidEvent | None:
    """Return a statement whose faces tell their pieces on any table; None if they do not."""
    if isinstance(said, Mark) or not names_pieces(said):
        return said
    if _tells_only_letters(components, said):
        return _UNNAMED
    chosen: list[str] = []
    for piece in pieces_of(said):
        deck = DECK_OF_POOL[piece.pool]
        if not piece.said.startswith(FACE):
            return None
        entries = entries_with(face_of(deck, piece.said, components), components)
        if len(entries) != 1:
            return None
        chosen.append(entries[0].id)
    return with_ids(said, iter(chosen))
