"""A whole component set: its title page, its sections, and plain data."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from rich.console import Group, RenderableType

from referee.cli.render.bonus import bonus_part
from referee.cli.render.books import books_part, tiles_part
from referee.cli.render.cards import cards_part
from referee.cli.render.displays import bases_part, displays_part, rounds_part
from referee.cli.render.layout import facts, said
from referee.cli.render.map import map_part
from referee.cli.render.provenance import LEGEND, count, provenance_table
from referee.cli.render.tracks import board_part, tracks_part
from referee.game.component_set import TABLES, ComponentSet
from referee.game.components import Entry
from referee.game.provenance import KINDS

SECTIONS: Final[Mapping[str, Callable[[ComponentSet], RenderableType]]] = {
    "map": map_part,
    "bases": bases_part,
    "tracks": tracks_part,
    "board": board_part,
    "cards": cards_part,
    "books": books_part,
    "tiles": tiles_part,
    "bonus": bonus_part,
    "displays": displays_part,
    "rounds": rounds_part,
}
"""The sections in the order in which a person reads a copy."""


def title_page(components: ComponentSet) -> RenderableType:
    """Return what the set says of itself, its digest, and where its values come from."""
    return Group(
        said(components.title, "bold"),
        "",
        facts(
            ("name", components.name),
            ("digest", components.digest),
            ("about", " ".join(components.about.split()) or "nothing noted"),
            ("values", provenance_table(components)),
        ),
    )


def section(components: ComponentSet, name: str) -> RenderableType:
    """Return one section of the set with the meaning of its marks."""
    return Group(SECTIONS[name](components), said(LEGEND, "dim"))


def whole_set(components: ComponentSet) -> RenderableType:
    """Return the title page and all sections."""
    parts = [show_part(components) for show_part in SECTIONS.values()]
    return Group(title_page(components), said(LEGEND, "dim"), "", *parts)


def set_data(components: ComponentSet) -> dict[str, object]:
    """Return the set as plain data with the keys that the help of `components show` names."""
    counts = count(components)
    return {
        "name": components.name,
        "title": components.title,
        "about": components.about,
        "digest": components.digest,
        "provenance": {
            table: {kind: by_kind[kind] for kind in KINDS} for table, by_kind in counts.items()
        },
        "tables": {
            table: [_entry_data(entry) for entry in getattr(components, table)] for table in TABLES
        },
    }


def _entry_data(entry: Entry) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(entry)
    return plain | {"sources": dict(entry.sources)}
