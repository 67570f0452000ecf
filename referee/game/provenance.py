"""Where a value of a component set comes from."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from referee.game.messages.speech import say

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
