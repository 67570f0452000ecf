"""What a value of a record has to be beyond its type: ids, numbers and lengths of lists."""

import re
from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from referee.game.component_set import ComponentSet
from referee.game.faces import Deck, is_piece
from referee.game.ids import (
    BookId,
    BookSpaceId,
    CardId,
    RegionId,
    SpaceId,
    StartTileId,
    TileId,
)
from referee.game.input_limits import (
    CHARACTERS_OF_A_LINE,
    CHARACTERS_OF_A_NAME,
    ENTRIES_OF_A_LIST,
    LARGEST_NUMBER,
)
from referee.game.messages.speech import say
from referee.game.turns import BLANK
from referee.notation.bounds import list_excess
from referee.notation.errors import WordError
from referee.notation.faces import read_piece

_ID = re.compile(rf"[^\s\"'\x00-\x20\x7f-\xa0\ud800-\udfff]{{1,{CHARACTERS_OF_A_NAME}}}")
"""What may be the id of something."""


class ValueCheck:
    """What a value has to be, whatever its type says."""

    fine: frozenset[Any] = frozenset()
    """Values that hold, and are seldom anything else; none where it takes long to find them."""

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with a value."""
        raise NotImplementedError

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield in words what is wrong with it."""
        raise NotImplementedError


class KnownName(ValueCheck):
    """An id that the component set has."""

    def __init__(
        self, what: str, known: frozenset[str | None], pieces: "NamedPieces | None" = None
    ) -> None:
        self.what, self.known, self.pieces = what, known, pieces
        self.fine = known

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with it."""
        return value in self.known

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield what is wrong."""
        yield say("records.soundness.there-is-no", what=self.what, value=f"{value!r:.60}")


class PossibleName(KnownName):
    """An id that the component set has, or at least a word that could be one.

    A turn that names what does not exist can be told, and is illegal.
    """

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with it."""
        if value in self.known:
            return True
        if self.pieces is not None and is_piece(value):
            return value is not None and self.pieces.fault(value) is None
        return value is not None and _ID.fullmatch(value) is not None

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield what is wrong."""
        if self.pieces is not None and is_piece(value):
            yield self.pieces.fault(value) or ""
        else:
            yield say("records.soundness.is-no-nor-a-word", value=f"{value!r:.60}", what=self.what)


class NamedPieces:
    """Pieces that are named by their place or their face."""

    def __init__(self, deck: Deck, components: ComponentSet) -> None:
        self._deck = deck
        self._components = components

    def fault(self, value: str) -> str | None:
        """Return what is wrong with the name of a piece."""
        try:
            canonical = read_piece(self._deck, value[:CHARACTERS_OF_A_LINE], self._components)
        except WordError as error:
            return error.message
        if canonical == value:
            return None
        return say("records.soundness.is-meant", value=f"{value!r:.60}", canonical=canonical)


class NumberCheck(ValueCheck):
    """A number that people write; or none, or a blank, where the type has that."""

    def __init__(self) -> None:
        self.fine = _FINE_NUMBERS

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with it."""
        # Another program may count below zero: that is an illegal turn, and no fault of the form.
        return not isinstance(value, int) or abs(value) <= LARGEST_NUMBER

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield what is wrong."""
        # A number of thousands of digits cannot even be printed.
        seen = (
            f"{value:,}"
            if abs(value) < LARGEST_NUMBER**2
            else say("records.soundness.a-far-larger-number")
        )
        yield say(
            "records.soundness.was-seen-numbers-go-up", seen=seen, largest_number=LARGEST_NUMBER
        )


_FINE_NUMBERS: Final = frozenset({None, BLANK, *range(100)})


class _Several(ValueCheck):
    """A list, each entry of which has to hold."""

    def __init__(self, what: str, entry: ValueCheck | None) -> None:
        self._what, self._entry = what, entry
        # Ids are compared all at once.
        self._known = entry.known if isinstance(entry, KnownName) else None

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with it."""
        if not value:
            return True
        if len(value) > ENTRIES_OF_A_LIST:
            return False
        if self._known is not None and self._known.issuperset(value):
            return True
        entry = self._entry
        return entry is None or not [each for each in value if not entry.holds(each)]

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield what is wrong."""
        if words := list_excess(self._what, len(value)):
            yield words
            return
        for entry in value:
            if self._entry is not None and not self._entry.holds(entry):
                yield from self._entry.faults(entry)


class FieldChecks(ValueCheck):
    """A struct, or one of several: those of its fields that could be wrong."""

    def __init__(self, kinds: dict[type, tuple[tuple[str, ValueCheck], ...]]) -> None:
        self._kinds = kinds
        self._seen_through = {
            kind: tuple((name, check.fine, check) for name, check in checks)
            for kind, checks in kinds.items()
        }

    def holds(self, value: object) -> bool:
        """Return whether there is nothing wrong with it."""
        # Every field of every statement comes by here.
        for name, fine, check in self._seen_through.get(type(value), ()):
            inner = getattr(value, name)
            if not ((inner in fine) if fine else not inner) and not check.holds(inner):
                return False
        return True

    def faults(self, value: object) -> Iterator[str]:
        """Yield what is wrong."""
        for name, check in self._kinds.get(type(value), ()):
            inner = getattr(value, name)
            if not check.holds(inner):
                yield from check.faults(inner)


_DECKS: Mapping[Any, Deck] = {
    CardId: "cards",
    BookId: "books",
    RegionId: "regions",
    StartTileId: "starting_tiles",
}


class CheckMaker:
    """Makes checks of types: what has to hold beyond what decoding makes sure of."""

    def __init__(self, components: ComponentSet, name: type[KnownName]) -> None:
        self._name = name
        self._components = components
        self._ids: Mapping[Any, tuple[str, set[str]]] = {
            CardId: ("card", {*components.card}),
            TileId: ("bonus tile", {*components.tile}),
            BookId: ("book", {*components.book}),
            RegionId: ("region", {*components.region}),
            SpaceId: ("bonus space", {*components.space}),
            StartTileId: ("starting tile", {*components.starting_tile}),
            BookSpaceId: ("book space", {space.id for space in components.book_spaces}),
        }

    def check(self, annotation: Any, field: str = "") -> ValueCheck | None:  # noqa: ANN401
        """Return what has to hold for a type, the value of a field; None if nothing has to."""
        if get_origin(annotation) is tuple:
            # A list of whatever decoding makes sure of can still be too long.
            return _Several(field, self.check(get_args(annotation)[0], field))
        is_literal = get_origin(annotation) is Literal
        parts = (annotation,) if is_literal else get_args(annotation) or (annotation,)
        if named := [self._ids[part] for part in parts if part in self._ids]:
            literals = {word for part in parts for word in get_args(part)}
            none = {None} if NoneType in parts else set[None]()
            known = literals.union(*(words for _, words in named), {BLANK}, none)
            what = " or ".join(what for what, _ in named)
            deck = next((_DECKS[part] for part in parts if part in _DECKS), None)
            pieces = None if deck is None else NamedPieces(deck, self._components)
            return self._name(what, frozenset(known), pieces)
        structs = [part for part in parts if isinstance(part, type) and issubclass(part, Struct)]
        if structs:
            return FieldChecks({struct: tuple(self._checked(struct)) for struct in structs})
        if int in parts:
            return NumberCheck()
        lists = [part for part in parts if get_origin(part) is tuple]
        return self.check(lists[0], field) if lists else None

    def _checked(self, struct: type[Struct]) -> Iterator[tuple[str, ValueCheck]]:
        for field in fields(struct):
            if check := self.check(field.type, field.encode_name):
                yield field.name, check
