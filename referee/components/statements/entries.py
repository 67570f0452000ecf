"""What holds of every entry."""

import re
from collections.abc import Iterator
from typing import Final

from referee.components.set_invariant import TABLE_OF_ENTRY, Findings, at, stated
from referee.core.citations import SectionId, crosswalk
from referee.core.component_set import TABLES, ComponentSet
from referee.core.components import Entry, provenance

WRITABLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,23}")
KEYED: Final = {"bases": "company", "first_game": "company", "round_coins": "players"}
"""Tables whose entries are known by something else than an id."""


def _entries(components: ComponentSet) -> Iterator[Entry]:
    for table in TABLES:
        yield from getattr(components, table)


@stated("ids-writable", "", "")
def _writable(components: ComponentSet) -> Findings:
    for entry in _entries(components):
        id_ = getattr(entry, "id", None)
        if id_ is not None and not WRITABLE.fullmatch(id_):
            yield at(entry, "ids.unwritable-id", id=f"{id_!r:.60}")


@stated("ids-unique", "", "")
def _unique(components: ComponentSet) -> Findings:
    seen: set[tuple[str, object]] = set()
    for entry in _entries(components):
        table = TABLE_OF_ENTRY[type(entry)]
        id_ = getattr(entry, KEYED.get(table, "id"), None)
        if id_ is not None and (table, id_) in seen:
            yield at(entry, "ids.same-id")
        seen.add((table, id_))


@stated("ids-items", "", "cards tiles")
def _items(components: ComponentSet) -> Findings:
    cards = set[str](components.card)
    for tile in components.tiles:
        if tile.id in cards:
            yield at(tile, "ids.same-id-as-card")


@stated("ids-sources", "", "")
def _sources(components: ComponentSet) -> Findings:
    for entry in _entries(components):
        for source in dict.fromkeys([entry.source, *dict(entry.sources).values()]):
            said = provenance(source)
            if said.kind == "rulebook":
                known = crosswalk().get(SectionId(said.section))
                if known is None or said.edition not in dict(known.headings):
                    yield at(entry, "ids.unknown-section", source=f"{source:.60}")
