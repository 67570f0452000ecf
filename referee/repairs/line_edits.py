"""Slips of whole lines: doubled, swapped with a neighbour, noted for the wrong player."""

from collections.abc import Iterator, Sequence

from referee.game.events import RefillBooks
from referee.repairs.costs import Costs
from referee.repairs.sheet import Edit, Row
from referee.repairs.words import line_words


def line_slips(rows: Sequence[Row], at: int, costs: Costs) -> Iterator[Edit]:
    """Yield the edits of whole lines that begin at a row."""
    row = rows[at]
    near = (*rows[max(0, at - 2) : at], *rows[at + 1 : at + 3])
    doubled = any(other.text.split() == row.text.split() for other in near)
    kind = "doubled-line" if doubled else "extra-line"
    yield Edit(at, 1, (), kind, costs.of(kind, 1))
    if at + 1 == len(rows):
        return
    following = rows[at + 1]
    swapped = costs.of("swapped-lines", 2)
    yield Edit(at, 2, (following.text, row.text), "swapped-lines", swapped)
    first, second = _block(rows, at), _block(rows, at + _block(rows, at))
    if second and first + second > 2:  # noqa: PLR2004 - two single lines were swapped above
        texts = tuple(row.text for row in rows[at : at + first + second])
        yield Edit(at, first + second, (*texts[first:], *texts[:first]), "swapped-lines", swapped)
    if at + 2 < len(rows):
        texts = (rows[at + 2].text, following.text, row.text)
        yield Edit(at, 3, texts, "swapped-lines", costs.of("swapped-lines", 6))
    if row.seat is not None and following.seat not in {None, row.seat}:
        texts = (_with_player_of(row, following), _with_player_of(following, row))
        kind = "exchanged-players"
        yield Edit(at, 2, texts, kind, costs.of(kind, 1))


def _block(rows: Sequence[Row], at: int) -> int:
    """Return how many rows a statement and the refills behind it are."""
    end = at + 1
    while end < len(rows) and isinstance(rows[end].said, RefillBooks):
        end += 1
    return end - at if at < len(rows) else 0


def _with_player_of(row: Row, other: Row) -> str:
    return line_words(row.text).with_atom(0, line_words(other.text).atoms[0].text)
