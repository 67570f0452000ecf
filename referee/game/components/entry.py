"""What every entry of a component set has."""

from typing import Annotated

from msgspec import Meta, Struct

from referee.game.input_limits import LARGEST_PRINTED_NUMBER
from referee.game.provenance import Provenance, ProvenanceText, provenance

PrintedCount = Annotated[int, Meta(ge=0, le=LARGEST_PRINTED_NUMBER)]
Positive = Annotated[int, Meta(ge=1, le=LARGEST_PRINTED_NUMBER)]


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing in a component set, with where its values come from."""

    source: ProvenanceText
    sources: tuple[tuple[str, ProvenanceText], ...] = ()

    def provenance(self, value: str) -> Provenance:
        """Return where the value under the name `value` comes from."""
        return provenance(dict(self.sources).get(value, self.source))
