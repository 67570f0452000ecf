"""Where the editions say something."""

from collections.abc import Sequence

from rich.table import Table

from referee.cli.render.layout import said
from referee.game.citations import Citation


def citation_list(citations: Sequence[Citation]) -> Table:
    """Return the places, one a line, each edition named once."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    before = ""
    for citation in sorted(citations, key=lambda citation: _rank(citation, citations)):
        edition, _, place = str(citation).partition(" ")
        table.add_row(said("" if edition == before else edition), said(place))
        before = edition
    return table


def _rank(citation: Citation, citations: Sequence[Citation]) -> int:
    # Editions in the order in which they first appear, each with its places together.
    return [other.edition for other in citations].index(citation.edition)
