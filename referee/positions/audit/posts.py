"""Posts: in regions, in bases, out of the game."""

from collections.abc import Iterator

from referee.game.ids import COMPANIES
from referee.game.messages.speech import say
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
                path,
                say(
                    "positions.posts.columns-were-given-the-base",
                    base=len(base),
                    printed=len(printed),
                ),
            )
            continue
        placed, left = state.regions.count(company), sum(column.posts for column in base)
        if placed + left + state.lost_posts[index] != total or state.lost_posts[index] < 0:
            says = say(
                "positions.posts.posts-in-regions-and-in",
                placed=placed,
                left=left,
                placed2=placed + left,
                total=total,
            )
            yield PositionFinding(path, says)
        for number, (column, spaces) in enumerate(zip(base, printed, strict=True), 1):
            if column.posts > len(spaces):
                says = say(
                    "positions.posts.column-has-posts-on-spaces",
                    number=number,
                    posts=column.posts,
                    spaces=len(spaces),
                )
                yield PositionFinding(path, says)
            elif column.opened and column.posts == len(spaces):
                says = say("positions.posts.column-is-full-a-final", number=number)
                yield PositionFinding(path, says)
            elif not column.opened and column.posts == 0:
                yield PositionFinding(
                    path, say("positions.posts.column-is-empty-so-its", number=number)
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
        yield PositionFinding(("regions",), say("positions.posts.posts-stand-in-regions-before"))
    elif any(state.lost_posts) or any(c.opened for base in state.bases for c in base):
        yield PositionFinding(("bases",), say("positions.posts.posts-have-left-a-base"))
