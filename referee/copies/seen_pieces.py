"""Binds the pieces that a statement names by place or face to entries of a partly read set.

A face is a fact about the copy: it narrows the guard, and is no condition of the statement. Three
things keep worlds from multiplying, and none of them loses anything:

- entries that nothing tells apart are one class, of which the first is taken;
- of the cards that a draw can bring, only those of the letter that is next in the stack are tried;
- if all that matters of a piece is seen, and a piece that lies there is known to show it, it is
  that one: another that turned out to show the same could take its place in everything to come.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Final, NamedTuple, cast

from referee.copies.blank_places import NO_BORDER
from referee.copies.guards import Guard
from referee.copies.lazy_entries import PartChoice, part_of
from referee.copies.partly_read_set import PartlyReadSet
from referee.copies.propagation import Among, Condition, values_of
from referee.copies.seen_faces import class_of, conditions_to_show
from referee.copies.worlds import GuardedWorld
from referee.core.budget import Budget, BudgetExceeded
from referee.core.component_set import ComponentSet
from referee.core.events import BookOnSpace, DealBooks, RefillBooks
from referee.core.faces import PLACE, SeenFace
from referee.core.ids import CARD_LETTERS, Seat, StartTileId
from referee.core.state import Player, State
from referee.records.completed_turn import Missing
from referee.records.faces import FaceError, face_of
from referee.records.pieces import (
    DECK_OF_POOL,
    NamedPiece,
    Pool,
    at_place,
    bound,
    entry_of,
    lying_in,
    names_pieces,
    pieces_of,
    with_ids,
)
from referee.records.record import Mark, SaidEvent

MOST_BINDINGS: Final = 64
"""So many ways to bind the pieces of one statement are followed."""

WHOLE: Final = {
    "goods": {"good", "units"},
    "expansion": {"points"},
    "bookkeeper": {"points"},
    "merchant": {"company"},
    "share": {"share"},
}
"""By kind of card what of it matters to whoever has it; prices and letters matter no longer."""

OWN: Final = frozenset({"hand", "area"})


class BoundStatement(NamedTuple):
    """A statement with ids for the pieces that it names by face, and the world in which it is."""

    said: SaidEvent
    world: GuardedWorld


class _Bound(NamedTuple):
    """The pieces bound so far, in the order of the statement."""

    ids: tuple[str, ...]
    guard: Guard


class _Fit(NamedTuple):
    """An entry that can have a face."""

    id: str
    entry: Any
    conditions: tuple[Condition, ...]
    """What must be printed for it."""
    under: Guard
    """What is known where it is."""


def bound_faces(world: GuardedWorld, said: SaidEvent, work: Budget) -> list[BoundStatement]:
    """Return the ways to bind the faces of a statement, none if no piece can have one of them.

    Places are left as they are: what lies there is known when the statement is taken.
    """
    components = world.table.setting.components
    if isinstance(said, Mark) or not names_pieces(said):
        return [BoundStatement(said, world)]
    if not isinstance(components, PartlyReadSet):
        return [BoundStatement(said, world)]
    pieces = pieces_of(said)
    binding = _Binding(world.table, said, components, work)
    # What is known to show a face is taken for it, unless another face of the statement needs it.
    ways = binding.ways(pieces, world.guard, known_first=True)
    ways = ways or binding.ways(pieces, world.guard, known_first=False)
    return [
        BoundStatement(with_ids(said, iter(way.ids)), GuardedWorld(world.table, way.guard))
        for way in ways
    ]


def bound_places(table: State, said: SaidEvent) -> SaidEvent | Missing:
    """Return a statement with ids for the pieces that it names by place.

    With a set that is wholly read faces tell their pieces as well.
    """
    if isinstance(said, Mark) or not names_pieces(said):
        return said
    if not isinstance(table.setting.components, PartlyReadSet):
        return bound(table, said)
    seat = Seat(getattr(said, "seat", None) or 0)
    ids = [
        (at_place(table, seat, piece.said) or piece.said)
        if piece.said.startswith(PLACE)
        else piece.said
        for piece in pieces_of(said)
    ]
    return with_ids(said, iter(ids))


class _Binding:
    """Finds the entries that the pieces of one statement can be."""

    def __init__(
        self, table: State, said: SaidEvent, components: PartlyReadSet, work: Budget
    ) -> None:
        self._table = table
        self._seat = Seat(getattr(said, "seat", None) or 0)
        self._components = components
        self._work = work
        self._letters = [
            letter
            for letter, cards in zip(CARD_LETTERS, table.unseen_cards, strict=True)
            for _ in cards
        ]
        """The letters of the cards that the stack gives out, the next one first."""
        self._spaces = _spaces(said)

    def ways(
        self, pieces: tuple[NamedPiece, ...], guard: Guard, *, known_first: bool
    ) -> list[_Bound]:
        """Return every way to bind all pieces that makes a difference."""
        found = [_Bound((), guard)]
        for number, piece in enumerate(pieces):
            before = pieces[:number]
            found = [
                more
                for way in found
                for more in self._bound(way, piece, before, known_first=known_first)
            ]
            if len(found) > MOST_BINDINGS:
                raise BudgetExceeded
        return found

    def _bound(
        self,
        way: _Bound,
        piece: NamedPiece,
        before: tuple[NamedPiece, ...],
        *,
        known_first: bool,
    ) -> Iterable[_Bound]:
        """Return every way to bind one more piece that makes a difference."""
        if piece.said.startswith(PLACE):
            return [_Bound((*way.ids, piece.said), way.guard)]
        try:
            face = face_of(DECK_OF_POOL[piece.pool], piece.said, self._components)
        except FaceError:
            return ()
        pairs = zip(before, way.ids, strict=True)
        together = [each for other, each in pairs if other.group == piece.group]
        taken = () if piece.group is None else together
        candidates = self._candidates(piece.pool, face, len(together))
        fits = self._fits([each for each in candidates if each not in taken], face, way.guard)
        return self._differing(fits, way, piece.pool, face, known_first=known_first)

    def _fits(self, candidates: list[str], face: SeenFace, guard: Guard) -> Iterator[_Fit]:
        """Yield the entries that can have a face, each when somebody asks for it."""
        for each in candidates:
            entry: Any = entry_of(self._components, face.deck, each)
            conditions = self._conditions(entry, face)
            if conditions is None:
                continue
            under = guard.with_conditions(conditions, self._work)
            if under is not None:
                yield _Fit(each, entry, conditions, under)

    def _differing(
        self,
        fits: Iterator[_Fit],
        way: _Bound,
        pool: Pool,
        face: SeenFace,
        *,
        known_first: bool,
    ) -> Iterable[_Bound]:
        """Return one way for all fits that are alike, or the one known to be meant."""
        found: dict[Hashable, _Bound] = {}
        known_one: _Bound | None = None
        others_fit = False
        for fit in fits:
            bare = has_no_more(fit.entry, face)
            if known_first and is_known(fit.entry, face, fit.conditions, way.guard, pool):
                known = _Bound((*way.ids, fit.id), way.guard)
                if bare:
                    return [known]
                known_one = known_one or known
            others_fit = others_fit or bare
            alike = self._looks(fit.entry, pool, way.guard)
            found.setdefault(alike, _Bound((*way.ids, fit.id), fit.under))
        # Somebody who names no share rather means a card without one, if there can be such a card.
        return found.values() if known_one is None or others_fit else [known_one]

    def _conditions(self, entry: Any, face: SeenFace) -> tuple[Condition, ...] | None:  # noqa: ANN401
        """Return what must be printed for an entry to have a face, and a region its neighbours."""
        beside = dict(face.seen).get("beside", ())
        printed = SeenFace(
            face.deck, tuple(each for each in face.seen if each[0] != "beside"), face.letter
        )
        found = conditions_to_show(entry, printed)
        borders = [self._border(entry.id, place) for place in beside]
        if found is None or None in borders:
            return None
        return (*found, *[border for border in borders if isinstance(border, Among)])

    def _border(self, region: str, place: str) -> Among | bool | None:
        """Return on what it depends that two places have a border; None if they have none."""
        if any({*border.between} == {region, place} for border in self._components.borders):
            return True
        for pair, variable in self._components.unread_borders.items():
            if {*pair} == {region, place}:
                return Among(variable, variable.domain & ~(1 << NO_BORDER))
        return None

    def _looks(self, entry: Any, pool: Pool, guard: Guard) -> Hashable:  # noqa: ANN401
        """Return what tells a piece from others: its face, where it lies, and who speaks of it."""
        table, piece = self._table, entry.id
        if pool == "map":
            return str(piece)
        alike = class_of(entry, guard)
        if pool == "display":
            return alike, table.display.index(piece)
        if pool == "books":
            return alike, table.book_display.index(piece)
        if pool in {"stack", "supply", "tiles"}:
            return alike
        # A starting card stands for the copies of all players, and tiles name it.
        lying = tuple(whereabouts(player, piece) for player in table.players)
        named = tuple(_named_by(tile, piece, guard) for tile in self._components.starting_tiles)
        return alike, lying, named

    def _candidates(self, pool: Pool, face: SeenFace, number: int) -> list[str]:
        lying = lying_in(self._table, self._seat, pool)
        if pool == "tiles" and self._table.setting.first_game_tiles:
            tiles = self._components.starting_tile
            seat = self._seat + 1
            return [each for each in lying if tiles[StartTileId(each)].first_game_seat == seat]
        letter = face.letter
        if letter is None and pool == "stack" and number < len(self._letters):
            letter = self._letters[number]
        if letter is None and pool == "supply" and number < len(self._spaces):
            letter = letter_of(self._components, self._spaces[number])
        if letter is None:
            return lying
        return [each for each in lying if self._letter(pool, each) == letter]

    def _letter(self, pool: Pool, piece: str) -> str | None:
        entry: Any = entry_of(self._components, DECK_OF_POOL[pool], piece)
        found = part_of(entry, "letter")
        return found if isinstance(found, str) else None


def whereabouts(player: Player, card: str) -> Hashable:
    """Return where a player has a card."""
    return (
        card in player.hand,
        tuple(card == each for each in player.slots),
        card in player.used,
        tuple(card in deck for deck in player.resting),
        player.plus_one == card,
    )


def _named_by(tile: Any, card: str, guard: Guard) -> Hashable:  # noqa: ANN401
    """Return whether a starting tile shows a card, or the card itself if it may or may not."""
    rest = part_of(tile, "rest")
    if not isinstance(rest, PartChoice):
        return card in tile.rest
    mask = guard.mask(rest.variable)
    if mask == rest.variable.domain:
        return None
    shown = {card in cast("Any", rest.parts[value]) for value in values_of(mask)}
    return next(iter(shown)) if len(shown) == 1 else card


def _spaces(said: SaidEvent) -> tuple[str, ...]:
    """Return the spaces of the books that a statement draws."""
    books: tuple[BookOnSpace, ...] = said.books if isinstance(said, DealBooks | RefillBooks) else ()
    return tuple(drawn.space for drawn in books)


def letter_of(components: ComponentSet, space: str) -> str | None:
    """Return the letter of a space of the book display, if it was read."""
    for each in components.book_spaces:
        if each.id == space:
            letter = part_of(each, "letter")
            return letter if isinstance(letter, str) else None
    return None


def is_known(
    entry: Any,  # noqa: ANN401
    face: SeenFace,
    conditions: tuple[Condition, ...],
    guard: Guard,
    pool: Pool,
) -> bool:
    """Return whether an entry is known to show a face that says all that matters of it."""
    for condition in conditions:
        if not isinstance(condition, Among) or guard.mask(condition.variable) & ~condition.mask:
            return False
    seen = {name for name, _ in face.seen}
    if face.deck == "cards":
        parts = WHOLE.get(str(dict(face.seen).get("kind")))
        if parts is None or not parts <= seen:
            return False
        return pool in OWN or _says_all(entry, seen, ("crate", "share"))
    return face.deck == "books" and {"requires", "reward"} <= seen


def has_no_more(entry: object, face: SeenFace) -> bool:
    """Return whether a piece is known to have no letter and no share beside those of a face."""
    if face.deck != "cards":
        return True
    lettered = face.letter is not None or part_of(entry, "letter") is None
    return lettered and _says_all(entry, {name for name, _ in face.seen}, ("share",))


def _says_all(entry: object, seen: set[str], names: tuple[str, ...]) -> bool:
    """Return whether what a face leaves out is known not to be there."""
    return all(name in seen or part_of(entry, name) is None for name in names)
