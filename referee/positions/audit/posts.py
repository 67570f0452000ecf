"""Posts: in regions, in bases, out of the game."""

from collections.abc import Iterator

from referee.game.ids import COMPANIES
from referee.game.state import SETUP_PHASES
from referee.positions.audit.finding import AuditedTable, PositionFinding


def posts_on_table(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield where posts do not add up or do not fit."""
    state = table.state
    for index, (company, base) in enumerate(zip(COMPANIES, state.bases, strict=True)):
        path = ("bases", company)
        printed = table.facts.base_coins[index]
        total = sum(map(len, printed))
        if len(base) != len(printed):
            yield PositionFinding(
                path, f"{len(base)} columns were given; the base has {len(printed)}"
            )
            continue
        placed, left = state.regions.count(company), sum(column.posts for column in base)
        if placed + left + state.lost_posts[index] != total or state.lost_posts[index] < 0:
            says = (
                f"{placed} posts in regions and {left} in the base make {placed + left}; "
                f"there are {total}"
            )
            yield PositionFinding(path, says)
        for number, (column, spaces) in enumerate(zip(base, printed, strict=True), 1):
            if column.posts > len(spaces):
                says = f"column {number} has {column.posts} posts on {len(spaces)} spaces"
                yield PositionFinding(path, says)
            elif column.opened and column.posts == len(spaces):
                says = f"column {number} is full; a final space that was opened is never covered"
                yield PositionFinding(path, says)
            elif not column.opened and column.posts == 0:
                yield PositionFinding(
                    path, f"column {number} is empty, so its final space was opened"
                )


def posts_played(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield posts that were moved before anybody could have expanded."""
    state = table.state
    begun = state.phase not in SETUP_PHASES and (
        state.round > 1 or (state.phase != "planning" and state.turn > 1)
    )
    if begun:
        return
    if any(state.regions):
        yield PositionFinding(
            ("regions",), "posts stand in regions before the first turn of the game"
        )
    elif any(state.lost_posts) or any(c.opened for base in state.bases for c in base):
        yield PositionFinding(
            ("bases",), "posts have left a base before the first turn of the game"
        )
