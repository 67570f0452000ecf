"""Pieces that a record names by what is seen: tokens, bound to entries of the set as they must be.

A token is a piece in somebody's hands: of its entry only the deck and the letter on its back are
certain, and whatever part of its face was told. A matching binds tokens to entries, no two to the
same one. Entries that nothing tells apart are one class, of which the first free one is taken, so a
token splits a world only where its face could be on entries that differ. What a token shows becomes
conditions on the unread values of its entry, beside those of the guard.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from referee.unread.conditions import Among, Condition
from referee.unread.guards import Guard, WorkLeft
from referee.unread.lazy import Kinds, LazyEntry, kind_of, part_of
from referee.unread.partly_read import PartlyReadSet, bind, variables_of_entry
from referee.unread.variables import Variable, mask_of, values_of
from referee.unread.worlds import structure

Deck = Literal["cards", "books", "starting_tiles", "regions"]
"""The tables whose pieces a record can name by what is seen."""


class SeenFace(Struct, frozen=True):
    """What somebody saw of a piece, by the names of the fields of its entry; any part left out."""

    deck: Deck
    seen: tuple[tuple[str, Any], ...] = ()
    letter: str | None = None

    def with_more(self, more: Mapping[str, Any]) -> "SeenFace":
        """Return the face with more seen of it."""
        return SeenFace(self.deck, (*self.seen, *more.items()), self.letter)


class Token(Struct, frozen=True):
    """A piece with a name of its own in one record."""

    name: str
    deck: Deck


class Bound(NamedTuple):
    """A matching, and the guard under which it is right."""

    matching: "Matching"
    guard: Guard


class Matching(Struct, frozen=True):
    """The tokens that are bound so far, each to the id of an entry."""

    entries: tuple[tuple[Token, str], ...] = ()

    def entry(self, token: Token) -> str | None:
        """Return the entry that a token is bound to."""
        return dict(self.entries).get(token)

    def bound(
        self, token: Token, face: SeenFace, components: PartlyReadSet, guard: Guard, work: WorkLeft
    ) -> Iterator[Bound]:
        """Yield every way, up to those that nothing tells apart, to bind a token with a face."""
        known = self.entry(token)
        classes: set[Hashable] = set()
        for entry in getattr(components, face.deck):
            if known is not None and entry.id != known:
                continue
            if known is None and self._is_taken(entry.id, face.deck):
                continue
            conditions = conditions_to_show(entry, face)
            if conditions is None:
                continue
            under = guard.with_conditions(conditions, work)
            if under is None:
                continue
            alike = _class_of(entry, guard)
            if alike in classes:
                continue
            classes.add(alike)
            entries = self.entries if known is not None else (*self.entries, (token, entry.id))
            yield Bound(Matching(entries), under)

    def _is_taken(self, entry: str, deck: Deck) -> bool:
        return any(token.deck == deck and entry == other for token, other in self.entries)


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
            found = _conditions(_field(entry, name), value)
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
    config = getattr(kind, "__struct_config__", None)
    return getattr(config, "tag", None)


def _field(entry: Any, name: str) -> object:  # noqa: ANN401
    return part_of(entry, name) if type(entry) is LazyEntry else getattr(entry, name, None)


def _conditions(part: object, value: object) -> list[Condition] | None:
    """Return what makes a part of an entry equal to something seen."""
    values: dict[Variable, int] = {}
    if not bind(part, value, values):
        return None
    if any(not variable.domain >> number & 1 for variable, number in values.items()):
        return None
    return [Among(variable, 1 << number) for variable, number in values.items()]


def _conditions_of_kind(kind: Kinds, seen: Iterable[tuple[str, Any]]) -> list[Condition] | None:
    """Return which kinds have what was seen, and what their own fields must be."""
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


def _class_of(entry: Any, guard: Guard) -> Hashable:  # noqa: ANN401
    """Return what tells an entry from others: what was read, and what is known of the rest.

    An entry whose unread values are bound up with others stands for itself alone.
    """
    variables = variables_of_entry(entry)
    if guard.around(variables):
        return str(entry.id)
    if not variables:
        return tuple(
            structure(getattr(entry, name))
            for name in entry.__struct_fields__
            if name not in {"id", "name", "drawn", "source", "sources"}
        )
    masks = tuple(guard.mask(variable) for variable in variables)
    places = tuple(variable.key.split(".", 2)[2] for variable in variables)
    read = tuple(
        structure(part)
        for name in ("letter", "seat", "crate", "share")
        if isinstance(part := _field(entry, name), str | int | None)
    )
    return type(entry).__name__, read, places, masks
