"""Where the values of a component set come from: the kind of source of each, and counts."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from referee.game.component_set import DESCRIPTIVE, TABLES, ComponentSet
from referee.game.components import Base, CardSpace, Entry, FirstGameTrack, RoundCoins
from referee.game.provenance import ProvenanceKind

NAMING: Final[Mapping[type[Entry], frozenset[str]]] = {
    Base: frozenset({"company"}),
    FirstGameTrack: frozenset({"company"}),
    CardSpace: frozenset({"row", "column"}),
    RoundCoins: frozenset({"players"}),
}
"""Fields that only say which entry it is, where that is not the id."""


def kinds(entry: Entry) -> Iterator[ProvenanceKind]:
    """Yield for each value of `entry` what kind of source it has."""
    named = {name for name, _ in entry.sources}
    left_out = DESCRIPTIVE | NAMING.get(type(entry), frozenset({"id"}))
    for field in msgspec.structs.fields(entry):
        if field.name in left_out:
            continue
        # What a file leaves out, such as the share of a card without one, is no value.
        if field.name in named or getattr(entry, field.name) != field.default:
            yield entry.provenance(field.name).kind


def count(components: ComponentSet) -> dict[str, Counter[ProvenanceKind]]:
    """Return for each table how many of its values have which kind of source."""
    return {
        table: Counter(kind for entry in getattr(components, table) for kind in kinds(entry))
        for table in TABLES
    }
