"""A plan with books: what to take, where to put it, how the jar moves."""

from rich.console import Group, RenderableType

from referee.api.book_plans import BookPlan, JarMove
from referee.api.tables import Table
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, said
from referee.cli.render.words import reward_words
from referee.game.ids import BookId, StartTileId
from referee.game.messages.speech import named, say


def plan_page(plan: BookPlan, table: Table) -> RenderableType:
    """Return the plan of a player at a table: now, then action by action."""
    now = _now(plan, table) or [say("pages.book_plans.nothing-to-take-or-to")]
    return Group(
        said(say("pages.book_plans.books", player=plan.player), "bold"),
        "",
        part(say("pages.book_plans.now"), *(said(line) for line in now)),
        part(say("pages.book_plans.then"), _moves(plan, table)),
        said(
            say("pages.book_plans.the-jar-ends-on-step", step=plan.step, track=plan.track), "bold"
        ),
        said(say("pages.book_plans.the-plan-is-worth-pounds", worth=plan.worth, cash=plan.cash)),
        said(_proof(plan)),
        said(say("pages.numbers.seconds", seconds=plan.seconds), "dim"),
    )


def _proof(plan: BookPlan) -> str:
    furthest = plan.aim == "furthest"
    what = (
        say("pages.book_plans.gets-the-jar-further")
        if furthest
        else say("pages.book_plans.is-worth-more")
    )
    if plan.status == "optimal":
        return say("pages.book_plans.optimal-proved-that-no-plan", what=what)
    if plan.bound is None:
        return say("pages.horizons.not-proved-no-bound-is")
    unit = "step" if furthest else "worth"
    return say("pages.book_plans.not-proved-no-plan-reaches", unit=unit, bound=plan.bound)


def _now(plan: BookPlan, table: Table) -> list[str]:
    lines = []
    coins = dict(zip(table.state.book_display, table.state.book_coins, strict=True))
    for book in plan.take:
        note = (
            say("pages.book_plans.with-pounds-on-it", pounds=coins[book]) if coins.get(book) else ""
        )
        lines.append(say("pages.book_plans.take", book=book, note=note))
    if plan.for_pounds:
        lines.append(say("pages.book_plans.turn-points-into-pounds", points=plan.for_pounds))
    for placing in plan.place:
        covered = _visible(table, plan.player, placing.step)
        over = say("pages.book_plans.over", covered=covered) if covered else ""
        lines.append(
            say("pages.book_plans.put-on-step", book=placing.book, step=placing.step, over=over)
        )
    return lines


def _visible(table: Table, player: str, step: int) -> str | None:
    books = table.state.players[table.colours.index(player)].books
    pile = books[step - (table.components.book_track.last - len(books) + 1)]
    return pile[-1] if pile else None


def _moves(plan: BookPlan, at: Table) -> RenderableType:
    if not plan.moves:
        return said(say("pages.book_plans.no-bookkeeper-is-planned"))
    table = columns(
        say("pages.heads.round"),
        say("pages.heads.bookkeeper"),
        say("pages.heads.flip"),
        say("pages.heads.jar"),
        say("pages.heads.reward"),
        say("pages.heads.cash"),
        right=[say("pages.heads.cash")],
        wrapped=[say("pages.heads.reward")],
    )
    for move in plan.moves:
        way = (
            f"{move.start} → {move.to}"
            if move.to > move.start
            else say("pages.book_plans.stays-on", start=move.start)
        )
        flip = say("pages.book_plans.step", flip=move.flip) if move.flip is not None else ""
        row(table, move.round, move.card, flip, way, _reward(at, move), move.cash)
    return table


def _reward(at: Table, move: JarMove) -> str:
    if move.book is None:
        return ""
    components = at.components
    if move.to == 1:
        return reward_words(components.starting_tile[StartTileId(move.book)].reward)
    return named(move.book, reward_words(components.book[BookId(move.book)].reward))
