"""Reads the set of a copy, whole or with blanks, and refuses what cannot be played with."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from referee.components.audit import breaches, in_reading_order
from referee.components.playable import PLAYABLE, check_playable
from referee.components.set_invariant import KEY_OF_TABLE
from referee.components.statements.bases import COLUMNS
from referee.components.statements.ids import KEYED
from referee.game.component_set import SINGLE_TABLES, TABLES, ComponentSet
from referee.game.entry_words import seen_words
from referee.game.id_runs import in_runs
from referee.game.ids import COMPANIES
from referee.game.messages.copies import copy_words
from referee.game.set_drafts import ComponentSetError, EntryFinding, SetDraft
from referee.game.set_reader import read_draft
from referee.game.set_tables import BLANK, BORDERED, FILE_OF_TABLE
from referee.unread.blank_places import has_blank
from referee.unread.blank_rows import FRAME, Rows
from referee.unread.blanked_sets import partly_read

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

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
