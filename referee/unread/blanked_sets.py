"""Makes a set of rows some of whose values are blank."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import inspect
from msgspec.structs import replace

from referee.game.component_set import SINGLE_TABLES, TABLES, ComponentSet
from referee.game.components import (
    Track,
)
from referee.game.ids import COMPANIES, CardId
from referee.game.set_drafts import ComponentSetError
from referee.game.set_tables import BLANK
from referee.unread.blank_places import NO_BORDER, BlankPlace
from referee.unread.blank_rows import (
    BOOKKEEPING,
    ENTRY_TYPES,
    FRAME,
    Rows,
    blanked_row,
    entry_name,
    rows_of,
)
from referee.unread.blanks import Builder
from referee.unread.conditions import Among
from referee.unread.lazy_entries import NotFollowed, PartChoice, part_of
from referee.unread.numbers import UnreadNumber
from referee.unread.partly_read_set import PartlyReadSet
from referee.unread.propagation import Clause
from referee.unread.variables import Variable, between, most_of


def blanked(
    components: ComponentSet, is_blank: Callable[[str], bool], *, open_map: bool = False
) -> ComponentSet:
    """Return a set without the values whose keys are to be blank; perhaps with borders missing."""
    rows = {
        table: [
            blanked_row(row, BlankPlace(table, entry_name(table, row)), is_blank) for row in entries
        ]
        for table, entries in rows_of(components).items()
    }
    if open_map:
        rows["borders"].append({"between": [BLANK, BLANK], "lines": BLANK, "source": "copy"})
    return partly_read(rows, {name: getattr(components, name) for name in FRAME})


def partly_read(rows: Rows, frame: Mapping[str, Any], bordered: Sequence[str] = ()) -> ComponentSet:
    """Return the set of these rows, plain if nothing in them is blank.

    Where some borders are blank, no others than those that stand there lead to `bordered` places.
    """
    starting = [CardId(row["id"]) for row in rows["cards"] if row.get("letter") is None]
    builder = Builder(sorted(starting))
    tables: dict[str, Any] = {}
    for table in TABLES:
        kind = inspect.type_info(ENTRY_TYPES[table])
        entries = []
        for row in rows[table]:
            if table == "borders" and BLANK in row.get("between", ()):
                continue
            entries.append(builder.entry(kind, row, BlankPlace(table, entry_name(table, row))))
        tables[table] = tuple(entries)
    if builder.findings:
        raise ComponentSetError(tuple(builder.findings))
    open_map = any(BLANK in row.get("between", ()) for row in rows["borders"])
    unread_borders = _unread_borders(builder, tables, {*bordered}) if open_map else {}
    crossed_out = _crossed_out(builder, tables)
    last_book_step = tables["book_tracks"][0].last if tables["book_tracks"] else 0
    _one_side_each(builder, tables["tracks"])
    if crossed_out is not None:
        builder.lists.pop(BlankPlace("book_tracks", BOOKKEEPING, ("crossed_out",)).key)
    if not builder.variables and not builder.lists:
        return ComponentSet(**frame, **tables)
    tables["book_tracks"] = tuple(map(_longest, tables["book_tracks"]))
    for table in SINGLE_TABLES:
        if len(tables[table]) != 1:
            raise ComponentSetError(())
    found = PartlyReadSet(
        **frame,
        rows=rows,
        variables=builder.variables,
        lists=builder.lists,
        structure=tuple(builder.structure),
        unread_borders=unread_borders,
        crossed_out=crossed_out,
        last_book_step=last_book_step,
        bordered=tuple(bordered),
        **tables,
    )
    for variable in builder.variables.values():
        variable.home = found
    return found


def _unread_borders(
    builder: Builder, tables: Mapping[str, tuple[Any, ...]], bordered: set[str]
) -> dict[tuple[str, str], Variable]:
    """Return a variable for every border that could be on the map and was not read."""
    regions = [region.id for region in tables["regions"]]
    read = {frozenset(border.between) for border in tables["borders"]}
    pairs = [*combinations(regions, 2), *[(base, each) for base in COMPANIES for each in regions]]
    return {
        pair: builder.variable(
            BlankPlace("borders", "~".join(pair), ("lines",)),
            between(NO_BORDER, 2),
            ("missing", "single", "double"),
        )
        for pair in pairs
        if frozenset(pair) not in read and bordered.isdisjoint(pair)
    }


def _crossed_out(
    builder: Builder, tables: Mapping[str, tuple[Any, ...]]
) -> dict[int, Variable] | None:
    [track] = tables["book_tracks"]
    if not isinstance(track.crossed_out, NotFollowed):
        return None
    last = track.last
    most = last if isinstance(last, int) else most_of(last.terms[0][0].domain)
    place = BlankPlace("book_tracks", BOOKKEEPING, ("crossed_out",))
    return {
        step: builder.variable(place.inner(step), between(0, 1), ("missing", "there"))
        for step in range(2, most + 1)
    }


def _longest(track: Any) -> Any:  # noqa: ANN401
    """Return the bookkeeping track with its greatest last step, so that tables have the spaces."""
    last = track.last
    return replace(track, last=most_of(last.terms[0][0].domain)) if is_blank_number(last) else track


def is_blank_number(value: object) -> bool:
    """Return whether a number of a set was not read."""
    return isinstance(value, UnreadNumber)


def _one_side_each(builder: Builder, tracks: tuple[Track, ...]) -> None:
    """Note that every pair of bonuses is on one side of one piece only."""
    choices = [part_of(track, "bonuses") for track in tracks]
    unread = [choice for choice in choices if isinstance(choice, PartChoice)]
    for one, other in combinations(unread, 2):
        for value, part in enumerate(one.parts):
            if part in other.parts:
                same = other.parts.index(part)
                builder.structure.append(_not_both(one.variable, value, other.variable, same))
    for choice in unread:
        for value, part in enumerate(choice.parts):
            if part in choices:
                mask = choice.variable.domain & ~(1 << value)
                builder.structure.append(((Among(choice.variable, mask),),))


def _not_both(one: Variable, value: int, other: Variable, same: int) -> Clause:
    return (
        (Among(one, one.domain & ~(1 << value)),),
        (Among(other, other.domain & ~(1 << same)),),
    )
