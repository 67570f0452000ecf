"""A component set of which something has not been read: loaded, blanked, or filled in."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from referee.copies.blank_places import FRAME, NO_BORDER, Rows, digest_of
from referee.copies.guards import Guard
from referee.copies.lazy_entries import Kinds, LazyEntry, NotFollowed, PartChoice, part_of
from referee.copies.numbers import UnreadNumber
from referee.copies.propagation import Clause, Condition, Variable
from referee.core.budget import Budget
from referee.core.component_set import TABLES, ComponentSet
from referee.core.components import (
    Border,
    SpaceBonus,
    Track,
)
from referee.core.ids import SpaceId
from referee.core.set_reader import ComponentSetError
from referee.core.state import SETTINGS, Setting
from referee.i18n.speech import say
from referee.plain_modules import compiled_modules


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PartlyReadSet(ComponentSet):
    """A set with unread numbers, kinds and borders in the places of those that were not read."""

    rows: Rows
    variables: Mapping[str, Variable]
    """Everything unread, by its place."""
    lists: Mapping[str, str]
    """What lists that are blank as a whole and not followed are called, by their places."""
    structure: tuple[Clause, ...]
    """What holds of every copy, whatever is printed on it."""
    unread_borders: Mapping[tuple[str, str], Variable] = field(default_factory=dict)
    """By pair of places, in order, the lines of a border that may not be there at all."""
    crossed_out: Mapping[int, Variable] | None = None
    """By step whether it shows a crossed-out A, where nobody has read that."""
    last_book_step: int = 0
    """The last step of the bookkeeping track, unread or not; its entry has the greatest."""
    bordered: tuple[str, ...] = ()
    """The regions and bases of which every border was read."""

    # Two sets with the same blanks have variables of their own, so they are not the same.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that was read, and of what was not, as far as it can decide a game."""
        return digest_of(self.rows, self.bordered)

    def __reduce__(self) -> tuple[Any, ...]:
        from referee.copies.copy_reader import partly_read  # noqa: PLC0415 - it imports this

        # Variables are known by their set, so that a copy makes its own.
        frame = {name: getattr(self, name) for name in FRAME}
        return partly_read, (self.rows, frame, self.bordered)

    def guard(self, work: Budget, known: Iterable[Condition] = ()) -> Guard:
        """Return what is certain before anything was played: the structure, and what is known."""
        guard: Guard | None = Guard().with_conditions(known, work)
        for clause in self.structure:
            guard = guard and guard.with_clause(clause, work)
        if guard is None:
            raise ComponentSetError(())
        return guard

    def filled(
        self, values: Mapping[Variable, int], rest: ComponentSet | None = None
    ) -> ComponentSet:
        """Return the plain set with these values; `rest` has the lists that are not followed."""
        tables: dict[str, Any] = {table: self._plain_table(table, values, rest) for table in TABLES}
        return ComponentSet(**{name: getattr(self, name) for name in FRAME}, **tables)

    def _plain_table(
        self, table: str, values: Mapping[Variable, int], rest: ComponentSet | None
    ) -> tuple[Any, ...]:
        others = getattr(rest, table) if rest is not None else ()
        found = []
        for number, entry in enumerate(getattr(self, table)):
            other = others[number] if number < len(others) else None
            plain = _plain(entry, values, other)
            if table == "book_tracks":
                plain = self._plain_book_track(plain, values)
            if table == "tracks":
                calls = tuple(call for call in plain.calls if call.before != NO_BORDER)
                plain = replace(plain, calls=calls)
            found.append(plain)
        if table == "borders":
            found += [
                Border(between=pair, lines=cast("Any", values[variable]), source="copy")
                for pair, variable in self.unread_borders.items()
                if values[variable] != NO_BORDER
            ]
        return tuple(found)

    def _plain_book_track(self, plain: Any, values: Mapping[Variable, int]) -> Any:  # noqa: ANN401
        if self.crossed_out is not None:
            crossed = tuple(step for step, each in self.crossed_out.items() if values[each])
            plain = replace(plain, crossed_out=crossed)
        return replace(plain, last=_plain(self.last_book_step, values, None))


def _plain(  # noqa: PLR0911
    value: object, values: Mapping[Variable, int], other: object
) -> Any:  # noqa: ANN401
    """Return what a value of a partly read set is if its variables have these values."""
    if type(value) is LazyEntry:
        kind, fields = _parts(value, values)
        plain = {
            name: _plain(each, values, getattr(other, name, None)) for name, each in fields.items()
        }
        return kind(**plain)
    if isinstance(value, UnreadNumber):
        return value.constant + sum(factor * values[v] for v, factor in value.terms)
    if isinstance(value, PartChoice):
        return _plain(value.parts[values[value.variable]], values, other)
    if isinstance(value, NotFollowed):
        if other is None:
            raise ValueError("a list that was not read has to come from another set")
        return other
    if isinstance(value, tuple):
        same = isinstance(other, tuple) and len(other) == len(value)
        others = other if isinstance(other, tuple) and same else [None] * len(value)
        return tuple([_plain(one, values, two) for one, two in zip(value, others, strict=True)])
    if isinstance(value, msgspec.Struct):
        changed = {
            name: _plain(getattr(value, name), values, getattr(other, name, None))
            for name in value.__struct_fields__
        }
        return replace(value, **changed)
    return value


def _parts(entry: LazyEntry, values: Mapping[Variable, int]) -> tuple[type, Mapping[str, object]]:
    kind = object.__getattribute__(entry, "_kind")
    fields = object.__getattribute__(entry, "_fields")
    if isinstance(kind, Kinds):
        chosen, more = kind.parts[values[kind.variable]]
        return chosen, {**fields, **more}
    return kind, fields


# The frame of a game --------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PartlyReadSetting(Setting):
    """The frame of a game played with a partly read set."""

    __hash__ = Setting.__hash__

    def __post_init__(self) -> None:
        require_plain_engine(self.components)

    @cached_property
    def spaces(self) -> tuple[Any, ...]:
        """The bonus spaces that may be on the table: the board's, and those of tracks in use."""
        tracks = self.components.tracks
        of_tracks = {space for track in tracks for space in spaces_of(track)}
        used = [track for track in tracks if track.id in self.tracks]
        in_use = {space for track in used for space in spaces_of(track)}
        return tuple(
            space
            for space in self.components.spaces
            if space.id not in of_tracks or space.id in in_use
        )


SETTINGS[PartlyReadSet] = PartlyReadSetting


def spaces_of(track: Track) -> set[SpaceId]:
    """Return the bonus spaces that a track side may have."""
    printed = part_of(track, "bonuses")
    pairs = printed.parts if isinstance(printed, PartChoice) else (printed,)
    bonuses = [bonus for pair in cast("Any", pairs) for bonus in pair]
    return {bonus.space for bonus in bonuses if isinstance(bonus, SpaceBonus)}


# Sets with blanks are judged by plain modules: compiled ones know no numbers but plain ones -------
def hindrance(components: ComponentSet) -> str | None:
    """Return in words which compiled module keeps a partly read set from being judged, if any."""
    if not isinstance(components, PartlyReadSet):
        return None
    names = compiled_modules([*sys.modules.values()])
    return say("components.compiled.is-compiled-and-would-lose", names=names[0]) if names else None


def require_plain_engine(components: ComponentSet) -> None:
    """Make the engine ready for a partly read set; a `RuntimeError` if it is compiled."""
    if not isinstance(components, PartlyReadSet):
        return
    if (hindered := hindrance(components)) is not None:
        raise RuntimeError(hindered)
    # Compiled classes have no subclasses in plain modules, so this is not imported before.
    import_module("referee.copies.lazy_facts")
