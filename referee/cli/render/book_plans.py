"""A plan with books: what to take, where to put it, how the jar moves."""

from rich.console import Group, RenderableType

from referee.asking.books import BooksAnswer, Move
from referee.cli.render.layout import columns, number_of, part, row, said
from referee.cli.render.words import reward_words
from referee.game.ids import BookId, StartTileId
from referee.game.state import State


def plan_page(found: BooksAnswer, colours: tuple[str, ...]) -> RenderableType:
    """Return the plan of a player: now, then action by action."""
    plan = found.plan
    return Group(
        said(f"{colours[found.seat]}'s books", "bold"),
        "",
        part("Now", *(said(line) for line in _now(found) or ["nothing to take or to place"])),
        part("Then", _moves(found)),
        said(f"the jar ends on step {plan.step}, worth {found.track}", "bold"),
        said(f"the plan is worth {plan.worth} pounds in all, {found.cash} of them in cash"),
        said(_proof(found)),
        said(f"{plan.seconds:.2f} s", "dim"),
    )


def _proof(found: BooksAnswer) -> str:
    furthest = found.question.aim == "furthest"
    what = "gets the jar further" if furthest else "is worth more"
    if found.plan.status == "optimal":
        return f"optimal: proved that no plan {what}"
    unit = "step" if furthest else "worth"
    return f"not proved: no plan reaches more than {unit} {found.plan.bound}"


def _now(found: BooksAnswer) -> list[str]:
    lines = []
    spaces = zip(found.before.book_display, found.before.book_coins, strict=True)
    coins = dict(spaces)
    for book in sorted(found.plan.taken):
        note = f" with {number_of(coins[book], 'pound')} on it" if coins.get(book) else ""
        lines.append(f"take {book}{note}")
    if found.plan.for_pounds:
        lines.append(f"turn {number_of(found.plan.for_pounds, 'point')} into pounds")
    for placing in found.placed:
        covered = _visible(found.before, found, placing.step)
        over = f", over {covered}" if covered else ""
        lines.append(f"put {placing.book} on step {placing.step}{over}")
    return lines


def _visible(state: State, found: BooksAnswer, step: int) -> str | None:
    books = state.players[found.seat].books
    pile = books[step - (state.setting.components.book_track.last - len(books) + 1)]
    return pile[-1] if pile else None


def _moves(found: BooksAnswer) -> RenderableType:
    if not found.moves:
        return said("no bookkeeper is planned")
    table = columns(
        "round", "bookkeeper", "flip", "jar", "reward", "cash", right=["cash"], wrapped=["reward"]
    )
    for move in found.moves:
        way = f"{move.start} → {move.to}" if move.to > move.start else f"stays on {move.start}"
        flip = f"step {move.flip}" if move.flip is not None else ""
        row(table, move.round, move.card, flip, way, _reward(found, move), move.cash)
    return table


def _reward(found: BooksAnswer, move: Move) -> str:
    if move.book is None:
        return ""
    components = found.before.setting.components
    if move.to == 1:
        return reward_words(components.starting_tile[StartTileId(move.book)].reward)
    return f"{move.book}: {reward_words(components.book[BookId(move.book)].reward)}"


def plan_data(found: BooksAnswer, colours: tuple[str, ...]) -> dict[str, object]:
    """Return a plan with the keys that the help of `books` names."""
    plan = found.plan
    return {
        "player": colours[found.seat],
        "aim": found.question.aim,
        "take": sorted(plan.taken),
        "place": [{"book": placing.book, "step": placing.step} for placing in found.placed],
        "for_pounds": plan.for_pounds,
        "moves": [
            {
                "round": move.round,
                "card": move.card,
                "flip": move.flip,
                "from": move.start,
                "to": move.to,
                "book": move.book,
                "cash": move.cash,
            }
            for move in found.moves
        ],
        "step": plan.step,
        "track": found.track,
        "cash": found.cash,
        "worth": plan.worth,
        "status": plan.status,
        "bound": plan.bound,
        "seconds": round(plan.seconds, 4),
    }
