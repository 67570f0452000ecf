"""Where a value of a component set comes from."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from referee.game.messages.speech import say

ProvenanceKind = Literal["rulebook", "secondhand", "reconstructed", "copy"]
KINDS: tuple[ProvenanceKind, ...] = get_args(ProvenanceKind)

ProvenanceText = Annotated[
    str,
    Meta(
        pattern=r"^(rulebook (en|nl|cs|fr|manual) [a-z0-9-]+|secondhand|reconstructed|copy)\Z",
        description="`rulebook EDITION SECTION`, `secondhand`, `reconstructed` or `copy`",
    ),
]


class Provenance(Struct, frozen=True):
    """The kind of source, and for a rulebook the edition and section that state the value."""

    kind: ProvenanceKind
    edition: str = ""
    section: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.section}".rstrip()


def provenance(source: ProvenanceText) -> Provenance:
    """Return what `source` says, which must have the form that `ProvenanceText` describes."""
    kind, *rest = source.split(" ")
    for known in KINDS:
        if kind == known:
            return Provenance(known, *rest)
    raise ValueError(
        say(
            "components.provenance.names-no-source-expected",
            source=f"{source!r}",
            kinds=", ".join(KINDS),
        )
    )
