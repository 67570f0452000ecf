"""Where the editions say something."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.cli.render.layout import said
from referee.game.citations import Citation
from referee.game.messages.cited_places import cited_place, place_words
from referee.game.messages.speech import spoken

if TYPE_CHECKING:
    from rich.table import Table


def citation_list(citations: Sequence[Citation]) -> "Table":
    """Return the places, one a line, each edition named once."""
    from rich.table import Table  # noqa: PLC0415 - a game without a fault is told without

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    before = ""
    for citation in sorted(citations, key=lambda citation: _rank(citation, citations)):
        edition = citation.edition
        table.add_row(said("" if edition == before else edition), said(place_words(citation)))
        before = edition
    return table


def _rank(citation: Citation, citations: Sequence[Citation]) -> int:
    # Editions in the order in which they first appear, each with its places together.
    return [other.edition for other in citations].index(citation.edition)


def cited_words(citations: Sequence[Citation]) -> str:
    """Return one place, in the edition of the reader's language where that states it."""
    own = (citation for citation in citations if citation.edition == spoken())
    found = next(own, next(iter(citations), None))
    return "" if found is None else cited_place(found)
