"""What a face says of an entry that was not read: conditions on its values, and who looks alike."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import permutations
from typing import Any, Final, NamedTuple, cast

import msgspec
from msgspec import Struct

from referee.copies.partly_read_set import NO_BORDER, PartlyReadSet
from referee.copies.runs import (
    Kinds,
    LazyEntry,
    NotFollowed,
    PartChoice,
    UnreadNumber,
    fields_of,
    kind_of,
    part_of,
)
from referee.copies.solver import Among, Condition, Guard, Variable, mask_of, values_of
from referee.copies.worlds import GuardedWorld
from referee.core.budget import Budget, BudgetExceeded
from referee.core.components import (
    BonusSteps,
    BookTrack,
    Call,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
)
from referee.core.events import DealBooks, RefillBooks
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


# The values for which what was not read is something plain ----------------------------------------
def variables_of_entry(value: object) -> tuple[Variable, ...]:
    """Return everything unread in an entry or a part of one, in the order of its fields."""
    if type(value) is LazyEntry:
        kind, parts = kind_of(value), tuple(fields_of(value).values())
        first: tuple[Variable, ...] = ()
        if isinstance(kind, Kinds):
            first = (kind.variable,)
            parts = (*(part for _, fields in kind.parts for part in fields.values()), *parts)
        return tuple(dict.fromkeys((*first, *variables_of_entry(parts))))
    if isinstance(value, UnreadNumber):
        return tuple(variable for variable, _ in value.terms)
    if isinstance(value, PartChoice):
        inner = variables_of_entry(tuple(value.parts))
        return tuple(dict.fromkeys((value.variable, *inner)))
    if isinstance(value, tuple) and not isinstance(value, NotFollowed):
        return tuple(dict.fromkeys(v for each in value for v in variables_of_entry(each)))
    if isinstance(value, msgspec.Struct):
        return variables_of_entry(tuple(getattr(value, f) for f in value.__struct_fields__))
    return ()


def bind(  # noqa: PLR0911
    pattern: object, plain: object, values: dict[Variable, int]
) -> bool:
    """Fill in the values for which a pattern is something plain; return whether there are any."""
    if type(pattern) is LazyEntry:
        return _bind_entry(pattern, plain, values)
    if isinstance(pattern, UnreadNumber):
        [(variable, _)] = pattern.terms
        return isinstance(plain, int) and values.setdefault(variable, plain) == plain
    if isinstance(pattern, PartChoice):
        return any(
            _bind_all([(part, order)], values, pattern.variable, value)
            for order in _orders(plain)
            for value, part in enumerate(pattern.parts)
        )
    if isinstance(pattern, NotFollowed):
        return True
    if isinstance(pattern, tuple) and isinstance(plain, tuple):
        if pattern and isinstance(pattern[0], Call) and len(plain) < len(pattern):
            plain = (*plain, Call(before=NO_BORDER, pounds=1))
        return len(pattern) == len(plain) and all(
            bind(one, other, values) for one, other in zip(pattern, plain, strict=True)
        )
    if isinstance(pattern, msgspec.Struct):
        return type(pattern) is type(plain) and all(
            (name in {"sources", "source", "last"} and isinstance(pattern, BookTrack))
            or name in {"sources", "source"}
            or bind(getattr(pattern, name), getattr(plain, name), values)
            for name in pattern.__struct_fields__
        )
    return pattern == plain


def _orders(plain: object) -> Iterable[object]:
    """Return a list of requirements, cards or steps in every order, anything else as it is."""
    if isinstance(plain, tuple) and plain and isinstance(plain[0], UNORDERED):
        return permutations(plain)
    return (plain,)


UNORDERED = (NeedsGood, NeedsOneGood, NeedsExpansion, NeedsColleague, BonusSteps, str)


def _bind_all(
    pairs: list[tuple[object, object]], values: dict[Variable, int], variable: Variable, value: int
) -> bool:
    """Bind pairs under one value of a variable, and nothing at all if that does not go."""
    tried = {**values, variable: value}
    if values.get(variable, value) != value:
        return False
    if not all(bind(one, other, tried) for one, other in pairs):
        return False
    values |= tried
    return True


def _bind_entry(pattern: LazyEntry, plain: object, values: dict[Variable, int]) -> bool:
    kind = kind_of(pattern)
    pairs = [
        (each, getattr(plain, name, None))
        for name, each in fields_of(pattern).items()
        if name not in {"source", "sources"}
    ]
    if not isinstance(kind, Kinds):
        return kind is type(plain) and all(bind(one, other, values) for one, other in pairs)
    for value, (chosen, more) in enumerate(kind.parts):
        if chosen is type(plain):
            own = [(each, getattr(plain, name)) for name, each in more.items()]
            if _bind_all([*pairs, *own], values, kind.variable, value):
                return True
    return False


def conditions_to_show(entry: Any, face: SeenFace) -> tuple[Condition, ...] | None:  # noqa: ANN401
    """Return what must be printed for an entry to have a face; None if it cannot have it."""
    if face.letter is not None and getattr(entry, "letter", None) != face.letter:
        return None
    conditions: list[Condition] = []
    of_kind: list[tuple[str, Any]] = []
    kind = kind_of(entry)
    for name, value in face.seen:
        if isinstance(kind, Kinds) and part_of(entry, name) is None and name != "share":
            of_kind.append((name, value))
        elif name == "kind":
            if _tag(kind) != value:
                return None
        else:
            found = _conditions(part_of(entry, name), value)
            if found is None:
                return None
            conditions += found
    if isinstance(kind, Kinds) and of_kind:
        found = _conditions_of_kind(kind, of_kind)
        if found is None:
            return None
        conditions += found
    return tuple(conditions)


def _tag(kind: object) -> object:
    return getattr(getattr(kind, "__struct_config__", None), "tag", None)


def _conditions(part: object, value: object) -> list[Condition] | None:
    """Return what makes a part of an entry equal to something seen."""
    values: dict[Variable, int] = {}
    if not bind(part, value, values):
        return None
    if any(not variable.domain >> number & 1 for variable, number in values.items()):
        return None
    return [Among(variable, 1 << number) for variable, number in values.items()]


def _conditions_of_kind(kind: Kinds, seen: Iterable[tuple[str, Any]]) -> list[Condition] | None:
    fitting: dict[int, dict[Variable, int]] = {}
    for value in values_of(kind.variable.domain):
        chosen, fields = kind.parts[value]
        values: dict[Variable, int] = {}
        if all(
            _tag(chosen) == wanted if name == "kind" else bind(fields.get(name), wanted, values)
            for name, wanted in seen
        ):
            fitting[value] = values
    if not fitting:
        return None
    conditions: list[Condition] = [Among(kind.variable, mask_of(fitting))]
    shared = [*fitting.values()]
    for variable, number in shared[0].items():
        if not variable.domain >> number & 1:
            return None
        if all(values.get(variable) == number for values in shared):
            conditions.append(Among(variable, 1 << number))
    return conditions


DESCRIBING = frozenset({"id", "name", "drawn", "source", "sources", "first_game_seat"})


def class_of(entry: Any, guard: Guard) -> Hashable:  # noqa: ANN401
    """Return what tells an entry from others: what was read, and what is known of the rest.

    An entry whose unread values are bound up with others stands for itself alone.
    """
    variables = variables_of_entry(entry)
    if guard.around(variables):
        return str(entry.id)
    masks = tuple(guard.mask(variable) for variable in variables)
    places = tuple(variable.key.split(".", 2)[2] for variable in variables)
    return read_of(entry), places, masks


def read_of(value: object) -> Hashable:
    """Return what was read of an entry or a part of it, with the same for all that was not."""
    if type(value) is LazyEntry:
        kind = kind_of(value)
        return (None if isinstance(kind, Kinds) else kind, _read_fields(fields_of(value)))
    if isinstance(value, UnreadNumber | PartChoice | NotFollowed):
        return None
    if isinstance(value, tuple):
        return tuple(map(read_of, value))
    if isinstance(value, Struct):
        named = {name: getattr(value, name) for name in value.__struct_fields__}
        return (type(value), _read_fields(named))
    return value


def _read_fields(fields: Mapping[str, object]) -> Hashable:
    return tuple((name, read_of(each)) for name, each in fields.items() if name not in DESCRIBING)


# Binds the pieces that a statement names by place or face to entries of a partly read set ---------
#
# A face is a fact about the copy: it narrows the guard, and is no condition of the statement. Three
# things keep worlds from multiplying, and none of them loses anything:
#
# - entries that nothing tells apart are one class, of which the first is taken;
# - of the cards that a draw can bring, only those of the letter that is next in the stack are
#   tried;
# - if all that matters of a piece is seen, and a piece that lies there is known to show it, it is
#   that one: another that turned out to show the same could take its place in everything to come.

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
        drawn = said.books if isinstance(said, DealBooks | RefillBooks) else ()
        self._spaces = [each.space for each in drawn]
        """The spaces of the books that the statement draws."""

    def ways(
        self, pieces: tuple[NamedPiece, ...], guard: Guard, *, known_first: bool
    ) -> list[_Bound]:
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
        self, way: _Bound, piece: NamedPiece, before: tuple[NamedPiece, ...], *, known_first: bool
    ) -> Iterable[_Bound]:
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
        found: dict[Hashable, _Bound] = {}
        known_one: _Bound | None = None
        others_fit = False
        for fit in fits:
            bare = _has_no_more(fit.entry, face)
            if known_first and is_known(fit.entry, face, fit.conditions, way.guard, piece.pool):
                known = _Bound((*way.ids, fit.id), way.guard)
                if bare:
                    return [known]
                known_one = known_one or known
            others_fit = others_fit or bare
            alike = self._looks(fit.entry, piece.pool, way.guard)
            found.setdefault(alike, _Bound((*way.ids, fit.id), fit.under))
        # Somebody who names no share rather means a card without one, if there can be such a card.
        return found.values() if known_one is None or others_fit else [known_one]

    def _fits(self, candidates: list[str], face: SeenFace, guard: Guard) -> Iterator[_Fit]:
        for each in candidates:
            entry: Any = entry_of(self._components, face.deck, each)
            conditions = self._conditions(entry, face)
            if conditions is None:
                continue
            under = guard.with_conditions(conditions, self._work)
            if under is not None:
                yield _Fit(each, entry, conditions, under)

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
        lying = tuple(_whereabouts(player, piece) for player in table.players)
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
            space = self._spaces[number]
            spaces = (each for each in self._components.book_spaces if each.id == space)
            letters = (part_of(each, "letter") for each in spaces)
            letter = next((each for each in letters if isinstance(each, str)), None)
        if letter is None:
            return lying
        return [each for each in lying if self._letter(pool, each) == letter]

    def _letter(self, pool: Pool, piece: str) -> str | None:
        entry: Any = entry_of(self._components, DECK_OF_POOL[pool], piece)
        found = part_of(entry, "letter")
        return found if isinstance(found, str) else None


def _whereabouts(player: Player, card: str) -> Hashable:
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


def _has_no_more(entry: object, face: SeenFace) -> bool:
    if face.deck != "cards":
        return True
    lettered = face.letter is not None or part_of(entry, "letter") is None
    return lettered and _says_all(entry, {name for name, _ in face.seen}, ("share",))


def _says_all(entry: object, seen: set[str], names: tuple[str, ...]) -> bool:
    return all(name in seen or part_of(entry, name) is None for name in names)
