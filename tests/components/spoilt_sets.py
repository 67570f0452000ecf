"""Ways to make a valid component set a wrong one, and to audit it."""

from collections.abc import Callable
from dataclasses import replace as replace_in_set
from typing import Any

from msgspec.structs import replace

from referee.core.component_set import TABLES, ComponentSet
from referee.core.components import Entry
from referee.core.set_reader import SetDraft

Spoil = Callable[[ComponentSet], ComponentSet]
Which = Callable[[Any], bool]


def any_entry(_: Entry) -> bool:
    return True


def change_all(table: str, which: Which = any_entry, **values: object) -> Spoil:
    """Give every entry that `which` picks these values."""

    def spoil(components: ComponentSet) -> ComponentSet:
        entries = getattr(components, table)
        assert any(which(entry) for entry in entries), "nothing to spoil"
        changed = (replace(entry, **values) if which(entry) else entry for entry in entries)
        return with_table(components, table, changed)

    return spoil


def change(table: str, which: Which = any_entry, **values: object) -> Spoil:
    """Give the first entry that `which` picks these values."""
    return edit(table, lambda entry: replace(entry, **values), which)


def edit(table: str, editing: Callable[[Any], Any], which: Which = any_entry) -> Spoil:
    """Put what `editing` makes of it in the place of the first entry that `which` picks."""

    def spoil(components: ComponentSet) -> ComponentSet:
        entries = list(getattr(components, table))
        place = next(number for number, entry in enumerate(entries) if which(entry))
        entries[place] = editing(entries[place])
        return with_table(components, table, entries)

    return spoil


def edit_all(table: str, editing: Callable[[Any], Any]) -> Spoil:
    """Put what `editing` makes of it in the place of every entry."""
    return lambda components: with_table(
        components, table, map(editing, getattr(components, table))
    )


def drop(table: str, which: Which = any_entry) -> Spoil:
    """Take the first entry that `which` picks away."""

    def spoil(components: ComponentSet) -> ComponentSet:
        entries = list(getattr(components, table))
        entries.remove(next(entry for entry in entries if which(entry)))
        return with_table(components, table, entries)

    return spoil


def drop_all(table: str, which: Which = any_entry) -> Spoil:
    """Take every entry that `which` picks away."""
    return lambda components: with_table(
        components, table, (entry for entry in getattr(components, table) if not which(entry))
    )


def repeat(table: str, which: Which = any_entry, **values: object) -> Spoil:
    """Add a copy of the first entry that `which` picks, with these values."""

    def spoil(components: ComponentSet) -> ComponentSet:
        entries = getattr(components, table)
        copied = next(entry for entry in entries if which(entry))
        return with_table(components, table, (*entries, replace(copied, **values)))

    return spoil


def then(*steps: Spoil) -> Spoil:
    """Spoil several things, one after the other."""

    def spoil(components: ComponentSet) -> ComponentSet:
        for step in steps:
            components = step(components)
        return components

    return spoil


def with_table(components: ComponentSet, table: str, entries: Any) -> ComponentSet:  # noqa: ANN401
    changed: dict[str, Any] = {table: tuple(entries)}
    return replace_in_set(components, **changed)


def as_draft(components: ComponentSet) -> SetDraft:
    """Return what the reader would have made of the files of `components`."""
    draft = SetDraft(header={"name": components.name, "title": components.title})
    draft.entries = {table: list(getattr(components, table)) for table in TABLES}
    return draft
