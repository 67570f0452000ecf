"""What every entry of a component set has."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from referee.core.input_limits import LARGEST_PRINTED_NUMBER
from referee.i18n.speech import say

# Where a value of a component set comes from ------------------------------------------------------
ProvenanceKind = Literal["rulebook", "secondhand", "reconstructed", "copy", "deduced"]
KINDS: tuple[ProvenanceKind, ...] = get_args(ProvenanceKind)

ProvenanceText = Annotated[
    str,
    Meta(
        pattern=(
            r"^(rulebook (en|nl|cs|fr|manual) [a-z0-9-]+|secondhand|reconstructed|copy"
            r"|deduced( [^\s]{1,60}){0,100})\Z"
        ),
        description="`rulebook EDITION SECTION`, `secondhand`, `reconstructed`, `copy`, or "
        "`deduced` with the games that prove it",
    ),
]


class Provenance(Struct, frozen=True):
    """The kind of source, and for a rulebook the edition and section that state the value."""

    kind: ProvenanceKind
    edition: str = ""
    section: str = ""
    games: tuple[str, ...] = ()
    """The recorded games from which a value was deduced."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, self.edition, self.section, *self.games)))


def provenance(source: ProvenanceText) -> Provenance:
    """Return what `source` says, which must have the form that `ProvenanceText` describes."""
    kind, *rest = source.split(" ")
    for known in KINDS:
        if kind == known == "deduced":
            return Provenance(known, games=tuple(rest))
        if kind == known:
            edition, section = (*rest, "", "")[:2]
            return Provenance(known, edition, section)
    raise ValueError(
        say(
            "components.provenance.names-no-source-expected",
            source=f"{source!r}",
            kinds=", ".join(KINDS),
        )
    )


PrintedCount = Annotated[int, Meta(ge=0, le=LARGEST_PRINTED_NUMBER)]
Positive = Annotated[int, Meta(ge=1, le=LARGEST_PRINTED_NUMBER)]


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing in a component set, with where its values come from."""

    source: ProvenanceText
    sources: tuple[tuple[str, ProvenanceText], ...] = ()

    def provenance(self, value: str) -> Provenance:
        """Return where the value under the name `value` comes from."""
        return provenance(dict(self.sources).get(value, self.source))
