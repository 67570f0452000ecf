"""Reads the set of a copy, whole or with blanks, and refuses what cannot be played with."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from msgspec import inspect
from msgspec.structs import replace

from referee.components.audit import PLAYABLE, breaches, check_playable, in_reading_order
from referee.components.set_invariant import KEY_OF_TABLE
from referee.components.statements.entries import KEYED
from referee.components.statements.map import COLUMNS
from referee.copies.blank_places import (
    BOOKKEEPING,
    ENTRY_TYPES,
    FRAME,
    NO_BORDER,
    BlankPlace,
    Rows,
    blanked_row,
    entry_name,
    has_blank,
    rows_of,
)
from referee.copies.blanks import Builder
from referee.copies.lazy_entries import NotFollowed, PartChoice, part_of
from referee.copies.numbers import UnreadNumber
from referee.copies.partly_read_set import PartlyReadSet
from referee.copies.propagation import Among, Clause, Variable, between, most_of
from referee.core.component_set import SINGLE_TABLES, TABLES, ComponentSet
from referee.core.components import (
    Track,
)
from referee.core.entry_words import seen_words
from referee.core.ids import COMPANIES, CardId
from referee.core.set_reader import (
    BLANK,
    BORDERED,
    FILE_OF_TABLE,
    ComponentSetError,
    EntryFinding,
    SetDraft,
    read_draft,
)
from referee.i18n.page_words import copy_words, in_runs

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


# Makes a set of rows some of whose values are blank -----------------------------------------------
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


RESTED: Final = 3
"""Starting cards that a starting tile rests."""

MOST_NAMED: Final = 30
"""Of the ids that a border may name; nobody reads more."""


def open_copy(folder: "Traversable") -> ComponentSet:
    """Return the set in a folder, partly read if it has blanks; an error if nobody can play."""
    draft = read_draft(folder)
    components = set_of_draft(draft, folder.name) if draft.findings else draft.as_set()
    if type(components) is ComponentSet:
        with draft.lines_named():
            check_playable(components)
    return components


def set_of_draft(draft: SetDraft, name: str) -> ComponentSet:
    """Return the set that a draft with blanks makes; an error if anything else is wrong in it."""
    with draft.lines_named():
        if faults := faults_beside_blanks(draft):
            raise ComponentSetError(in_reading_order(faults, draft.as_set()))
        header = {"name": name, "title": name, **draft.header}
        return partly_read(draft.rows, {**header, "cells": draft.cells}, draft.bordered)


def faults_beside_blanks(draft: SetDraft) -> list[EntryFinding]:
    """Return what is wrong in a set of which some values are blank."""
    found = [finding for finding in draft.findings if not finding.blank]
    found += breaches(draft.as_set(), PLAYABLE, draft.gaps)
    named = {(finding.file, finding.entry) for finding in found}
    return [*found, *(each for each in loose_ends(draft) if (each.file, each.entry) not in named)]


def loose_ends(draft: SetDraft) -> Iterator[EntryFinding]:
    """Yield what is wrong whatever the blanks are: ids that are there twice, or lead nowhere."""
    for table, rows in draft.rows.items():
        if table in SINGLE_TABLES or table == "borders":
            continue
        ids = Counter(str(row[key]) for row in rows if (key := KEYED.get(table, "id")) in row)
        for id_, times in ids.items():
            if times > 1 and id_ != BLANK:
                yield _amiss(table, f"{KEY_OF_TABLE[table]} {id_:.40}", "same-id", n=times)
    if draft.rows["regions"]:
        yield from _border_ends(draft.rows, draft.bordered)
    yield from _rests(draft.rows)
    yield from _lengths(draft.rows)


def _border_ends(rows: Rows, bordered: tuple[str, ...]) -> Iterator[EntryFinding]:
    """Yield what is wrong with the ends of borders, as far as they were read."""
    regions = [*dict.fromkeys(str(row.get("id")) for row in rows["regions"])]
    known = {*regions, *COMPANIES, BLANK}
    allowed = copy_words().any_of([*in_runs(regions[:MOST_NAMED]), *COMPANIES])
    seen: set[frozenset[str]] = set()
    for place in bordered:
        if place not in known:
            yield _amiss("borders", "bordered", "unknown-place", place=place, allowed=allowed)
    for row in rows["borders"]:
        ends = row.get("between")
        if not isinstance(ends, list) or not all(isinstance(end, str) for end in ends):
            continue
        name = f"border {'-'.join(ends):.40}"
        for end in ends:
            if end not in known:
                yield _amiss("borders", name, "unknown-place", place=end, allowed=allowed)
        if {*ends} <= {*COMPANIES} or (len({*ends}) == 1 and BLANK not in ends):
            yield _amiss("borders", name, "border-of-itself")
        elif BLANK not in ends and frozenset(ends) in seen:
            yield _amiss("borders", name, "border-twice")
        seen.add(frozenset(ends))


def _rests(rows: Rows) -> Iterator[EntryFinding]:
    """Yield starting tiles that do not rest three starting cards."""
    starting = [str(row.get("id")) for row in rows["cards"] if "letter" not in row]
    for row in rows["starting_tiles"]:
        rest = row.get("rest")
        if not isinstance(rest, list) or BLANK in rest or not starting:
            continue
        if len({*rest}) != RESTED or len(rest) != RESTED or not {*rest} <= {*starting}:
            entry = f"{KEY_OF_TABLE['starting_tiles']} {row.get('id')!s:.40}"
            allowed = copy_words().all_of(starting[:RESTED])
            yield _amiss("starting_tiles", entry, "rests", seen=seen_words(rest), allowed=allowed)


def _lengths(rows: Rows) -> Iterator[EntryFinding]:
    """Yield bases that do not have three columns of spaces."""
    for row in rows["bases"]:
        columns = row.get("columns")
        if not isinstance(columns, list) or BLANK in columns:
            continue
        lengths = [len(column) for column in columns if isinstance(column, list)]
        if len(columns) != COLUMNS or not all(lengths):
            entry = f"{KEY_OF_TABLE['bases']} {row.get('company')!s:.40}"
            seen = " / ".join(map(str, lengths))
            yield _amiss("bases", entry, "columns", seen=seen)


def _amiss(table: str, entry: str, key: str, **facts: Any) -> EntryFinding:  # noqa: ANN401
    path = (entry,) if entry == BORDERED else ()
    problem = copy_words().say("files", key, **facts)
    return EntryFinding(FILE_OF_TABLE[table], entry, problem, path=path)


def wholly_read(components: ComponentSet) -> ComponentSet:
    """Return a set with those entries only of which everything is read."""
    rows: Rows = getattr(components, "rows", {})
    if not rows:
        return components
    tables: dict[str, Any] = {}
    for table in TABLES:
        lasting = [row for row in rows[table] if BLANK not in row.get("between", ())]
        entries = zip(getattr(components, table), lasting, strict=True)
        tables[table] = tuple(entry for entry, row in entries if not has_blank(row))
    return ComponentSet(**{name: getattr(components, name) for name in FRAME}, **tables)
