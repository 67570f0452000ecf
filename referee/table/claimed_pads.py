"""The scoring pad as people filled it in: claims of a record, whatever else it tells."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from referee import GameInProgress
from referee.game.ids import COMPANIES

ROWS = ("cash", *COMPANIES, "diamonds", "books")
"""The rows of the pad in their order."""


class PadColumn(Struct, frozen=True):
    """What one player came to."""

    rows: Mapping[str, int]
    total: int


def claimed_pad(game: GameInProgress) -> tuple[PadColumn, ...] | None:
    """Return the pad that a record claims at its end, by seat; None if it claims no whole one."""
    statements = game.record.statements
    columns: dict[int, dict[str, int]] = {}
    for claim in statements[-1].claims if statements else ():
        row = _row(claim.what, claim.company)
        if row and claim.seat is not None:
            columns.setdefault(claim.seat, {})[row] = claim.value
    if any("total" not in columns.get(seat, {}) for seat in range(len(game.colours))):
        return None
    seats = [columns[seat] for seat in range(len(game.colours))]
    rows = [row for row in ROWS if all(row in column for column in seats)]
    return tuple(PadColumn({row: c[row] for row in rows}, c["total"]) for c in seats)


def _row(what: str, company: str | None) -> str | None:
    known = {"cash": "cash", "row": company, "diamond-row": "diamonds", "book-row": "books"}
    return "total" if what == "total" else known.get(what)


def winners(game: GameInProgress, columns: tuple[PadColumn, ...]) -> tuple[str, ...]:
    """Return the colours of those with the highest total."""
    most = max(column.total for column in columns)
    pairs = zip(game.colours, columns, strict=True)
    return tuple(colour for colour, column in pairs if column.total == most)


def pad_claims(game: GameInProgress, columns: list[dict[str, int]]) -> Iterator[str]:
    """Yield the claims of a pad, player by player."""
    names = {"cash": "", "diamonds": "diamond-row", "books": "book-row"}
    for colour, column in zip(game.colours, columns, strict=True):
        for row in ROWS:
            said = names.get(row, f"row {row}")
            yield " ".join(filter(None, (colour, said, str(column[row]))))
        yield f"{colour} total {sum(column[row] for row in ROWS)}"
