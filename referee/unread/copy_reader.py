"""Reads the set of a copy, whole or with blanks, and refuses what cannot be played with."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from referee.components.audit import breaches, in_reading_order
from referee.components.playable import PLAYABLE, check_playable
from referee.components.set_invariant import KEY_OF_TABLE
from referee.components.statements.ids import KEYED
from referee.game.component_set import SINGLE_TABLES, TABLES, ComponentSet
from referee.game.ids import COMPANIES
from referee.game.messages.copies import copy_words
from referee.game.set_reader import (
    BLANK,
    FILE_OF_TABLE,
    ComponentSetError,
    EntryFinding,
    SetDraft,
    read_draft,
)
from referee.unread.blank_places import has_blank
from referee.unread.blank_rows import FRAME, Rows
from referee.unread.partly_read_sets import partly_read

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MOST_NAMED: Final = 30
"""Of the ids that a border may name; nobody reads more."""


def open_copy(folder: "Traversable") -> ComponentSet:
    """Return the set in a folder, partly read if it has blanks; an error if nobody can play."""
    draft = read_draft(folder)
    if not draft.findings:
        components = draft.as_set()
        check_playable(components)
        return components
    components = set_of_draft(draft, folder.name)
    if type(components) is ComponentSet:
        check_playable(components)
    return components


def set_of_draft(draft: SetDraft, name: str) -> ComponentSet:
    """Return the set that a draft with blanks makes; an error if anything else is wrong in it."""
    faults = faults_beside_blanks(draft)
    if faults:
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
    """Yield ids that are there twice, and borders that lead nowhere or are there twice."""
    for table, rows in draft.rows.items():
        if table in SINGLE_TABLES or table == "borders":
            continue
        ids = Counter(str(row[key]) for row in rows if (key := KEYED.get(table, "id")) in row)
        for id_, times in ids.items():
            if times > 1 and id_ != BLANK:
                yield _amiss(table, f"{KEY_OF_TABLE[table]} {id_:.40}", "same-id", n=times)
    yield from _border_ends(draft.rows, draft.bordered)


def _border_ends(rows: Rows, bordered: tuple[str, ...]) -> Iterator[EntryFinding]:
    """Yield what is wrong with the ends of borders, as far as they were read."""
    regions = [str(row.get("id")) for row in rows["regions"]]
    known = {*regions, *COMPANIES, BLANK}
    allowed = ", ".join([*regions[:MOST_NAMED], *COMPANIES])
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
        if BLANK not in ends and frozenset(ends) in seen:
            yield _amiss("borders", name, "border-twice")
        seen.add(frozenset(ends))


def _amiss(table: str, entry: str, key: str, **facts: Any) -> EntryFinding:  # noqa: ANN401
    return EntryFinding(FILE_OF_TABLE[table], entry, copy_words().say("files", key, **facts))


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
