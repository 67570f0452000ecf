"""What holds of the ids and sources of every entry."""

import re
from collections.abc import Iterator
from typing import Final

from referee.components.set_invariant import at, needed
from referee.game.citations import SectionId, crosswalk
from referee.game.component_set import TABLES, ComponentSet
from referee.game.components import Entry
from referee.game.messages.speech import say
from referee.game.provenance import provenance
from referee.game.set_drafts import EntryFinding

WRITABLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,23}")
KEYED: Final = {"bases": "company", "first_game": "company", "round_coins": "players"}
"""Tables whose entries are known by something else than an id."""


def _entries(components: ComponentSet) -> Iterator[tuple[str, Entry]]:
    for table in TABLES:
        for entry in getattr(components, table):
            yield table, entry


def _writable(components: ComponentSet) -> Iterator[EntryFinding]:
    for table, entry in _entries(components):
        id_ = getattr(entry, "id", None)
        if id_ is not None and not WRITABLE.fullmatch(id_):
            problem = say("components.ids.the-id-is-expected-1", id=f"{id_!r:.60}")
            yield at(table, entry, say("components.ids.the-first-a-letter-or", problem=problem))


def _unique(components: ComponentSet) -> Iterator[EntryFinding]:
    seen: set[tuple[str, object]] = set()
    for table, entry in _entries(components):
        id_ = getattr(entry, KEYED.get(table, "id"), None)
        if id_ is not None and (table, id_) in seen:
            yield at(table, entry, say("components.ids.has-the-same-id-as"))
        seen.add((table, id_))


def _items(components: ComponentSet) -> Iterator[EntryFinding]:
    cards = set[str](components.card)
    for tile in components.tiles:
        if tile.id in cards:
            yield at("tiles", tile, say("components.ids.has-the-same-id-as-2"))


def _sources(components: ComponentSet) -> Iterator[EntryFinding]:
    for table, entry in _entries(components):
        for source in dict.fromkeys([entry.source, *dict(entry.sources).values()]):
            said = provenance(source)
            if said.kind == "rulebook" and not _covers(said.edition, said.section):
                problem = say("components.ids.the-source-is-that-edition", source=f"{source:.60}")
                yield at(table, entry, problem)


def _covers(edition: str, section: str) -> bool:
    known = crosswalk().get(SectionId(section))
    return known is not None and edition in dict(known.headings)


STATEMENTS = (
    needed("ids-writable", "", _writable),
    needed("ids-unique", "", _unique),
    needed("ids-items", "cards tiles", _items),
    needed("ids-sources", "", _sources),
)
