"""A plan with books: what to take, where to put it, how the jar moves."""

from rich.console import Group, RenderableType

from referee.api.book_plans import BookPlan, JarMove
from referee.api.tables import Table
from referee.cli.render.layout import columns, number_of, part, row, said
from referee.cli.render.words import reward_words
from referee.game.ids import BookId, StartTileId


def plan_page(plan: BookPlan, table: Table) -> RenderableType:
    """Return the plan of a player at a table: now, then action by action."""
    now = _now(plan, table) or ["nothing to take or to place"]
    return Group(
        said(f"{plan.player}'s books", "bold"),
        "",
        part("Now", *(said(line) for line in now)),
        part("Then", _moves(plan, table)),
        said(f"the jar ends on step {plan.step}, worth {plan.track}", "bold"),
        said(f"the plan is worth {plan.worth} pounds in all, {plan.cash} of them in cash"),
        said(_proof(plan)),
        said(f"{plan.seconds:.2f} s", "dim"),
    )


def _proof(plan: BookPlan) -> str:
    furthest = plan.aim == "furthest"
    what = "gets the jar further" if furthest else "is worth more"
    if plan.status == "optimal":
        return f"optimal: proved that no plan {what}"
    if plan.bound is None:
        return "not proved: no bound is known"
    unit = "step" if furthest else "worth"
    return f"not proved: no plan reaches more than {unit} {plan.bound}"


def _now(plan: BookPlan, table: Table) -> list[str]:
    lines = []
    coins = dict(zip(table.state.book_display, table.state.book_coins, strict=True))
    for book in plan.take:
        note = f" with {number_of(coins[book], 'pound')} on it" if coins.get(book) else ""
        lines.append(f"take {book}{note}")
    if plan.for_pounds:
        lines.append(f"turn {number_of(plan.for_pounds, 'point')} into pounds")
    for placing in plan.place:
        covered = _visible(table, plan.player, placing.step)
        over = f", over {covered}" if covered else ""
        lines.append(f"put {placing.book} on step {placing.step}{over}")
    return lines


def _visible(table: Table, player: str, step: int) -> str | None:
    books = table.state.players[table.colours.index(player)].books
    pile = books[step - (table.components.book_track.last - len(books) + 1)]
    return pile[-1] if pile else None


def _moves(plan: BookPlan, at: Table) -> RenderableType:
    if not plan.moves:
        return said("no bookkeeper is planned")
    table = columns(
        "round", "bookkeeper", "flip", "jar", "reward", "cash", right=["cash"], wrapped=["reward"]
    )
    for move in plan.moves:
        way = f"{move.start} → {move.to}" if move.to > move.start else f"stays on {move.start}"
        flip = f"step {move.flip}" if move.flip is not None else ""
        row(table, move.round, move.card, flip, way, _reward(at, move), move.cash)
    return table


def _reward(at: Table, move: JarMove) -> str:
    if move.book is None:
        return ""
    components = at.components
    if move.to == 1:
        return reward_words(components.starting_tile[StartTileId(move.book)].reward)
    return f"{move.book}: {reward_words(components.book[BookId(move.book)].reward)}"
