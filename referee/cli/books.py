"""`referee books`: the best plan for books to take and to place."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

from model.best.questions import Aim, Weights
from referee.asking.books import BooksQuestion, ask_books
from referee.cli.asking import asking, seat_of, time_limit_option
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import UNDECIDED
from referee.cli.moments import at_option, table_at
from referee.cli.render.book_plans import plan_data, plan_page
from referee.cli.sources import FILE, components_option, json_option
from referee.game.ids import BookId, CardId, ItemId, Seat
from referee.game.state import State
from referee.transcript.moments import At
from referee.transcript.names import Names
from referee.transcript.problems import WordError, did_you_mean
from referee.transcript.record import NamedPlayer

MOST_CASH = 9999
MOST_DIGITS = 3
"""More of a thing than a game has would drown what the plan is to be best in."""


def _weights(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> Weights:
    said = {}
    names = [field.name for field in fields(Weights)]
    for one in given:
        name, pounds = one.partition("=")[::2]
        if name not in names or not pounds.isdecimal() or len(pounds) > MOST_DIGITS:
            raise click.BadParameter(f"{one!r:.40} was given; {names[0]}=3 would be one")
        said[name] = int(pounds)
    return Weights(**said)


def plan_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say what a player has and means to do, as `wishes`."""

    @click.option(
        "--plan",
        "plans",
        multiple=True,
        metavar="CARDS",
        help="Cards and tiles face up in a coming round, in quotes; once for each round. "
        "Without it, what lies face up now.",
    )
    @click.option("--points", type=click.IntRange(0, 99), default=0, help="Points to spend now.")
    @click.option(
        "--acquired", multiple=True, metavar="BOOK", help="A book that was just taken; repeatable."
    )
    @click.option(
        "--cash",
        type=click.IntRange(0, MOST_CASH),
        help="Pounds for flipping; else the player's.",
    )
    @click.option(
        "--aim",
        type=click.Choice(["furthest", "value"]),
        default="furthest",
        show_default=True,
        help="The jar as far as it gets, or the plan worth most.",
    )
    @click.option(
        "--worth",
        multiple=True,
        metavar="WHAT=POUNDS",
        callback=_weights,
        help="What diamonds, posts removed or steps on tracks count for: diamonds=2, posts=1, "
        "steps=2 if not said.",
    )
    @time_limit_option
    @wraps(command)
    def asked(
        *arguments: Any,  # noqa: ANN401
        plans: tuple[str, ...],
        points: int,
        acquired: tuple[str, ...],
        cash: int | None,
        aim: Aim,
        worth: Weights,
        time_limit: float | None,
        **others: Any,  # noqa: ANN401
    ) -> None:
        def question(state: State, seat: Seat, colours: tuple[str, ...]) -> BooksQuestion:
            names = Names(state.setting.components, tuple(map(NamedPlayer, colours)))
            try:
                return BooksQuestion(
                    plans=tuple(_items(plan, names, seat) for plan in plans)
                    or (_face_up(state, seat),),
                    points=points,
                    acquired=tuple(BookId(names.books.find(book)) for book in acquired),
                    cash=cash,
                    aim=aim,
                    weights=worth,
                    time_limit=time_limit,
                )
            except WordError as error:
                raise click.UsageError(f"{error.message}{did_you_mean(error.guess)}") from error

        command(*arguments, question=question, **others)

    return asked


def _items(plan: str, names: Names, seat: Seat) -> tuple[ItemId, ...]:
    words = plan.replace(",", " ").split()
    items = tuple(CardId(names.items_of(seat).find(word)) for word in words)
    for item in items:
        if items.count(item) > 1:
            raise click.UsageError(f"{item} was named twice in a plan; there is one of it")
    return items


def _face_up(state: State, seat: Seat) -> tuple[ItemId, ...]:
    player = state.players[seat]
    items: list[ItemId] = [card for card in player.slots if card is not None]
    return tuple(item for item in [*items, *sorted(player.tiles)] if item not in player.used)


@click.command(
    short_help="The best plan for books: what to take, where to put it, when to flip.",
    epilog=examples(
        "referee books game.mgn --at 3.4 --points 3",
        "referee books position.toml --plan 'clerk2 cotton2' --plan 'clerk1 exp2'",
        "referee books game.mgn --at 3.4 --acquired a03 --aim value --json",
        keys="player, aim, take (books), place (book, step), for_pounds (points turned into "
        "pounds), moves (round, card, flip, from, to, book, cash), step, track (its value), cash, "
        "worth, status (optimal or bound), bound, seconds.",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option("At this moment; else where the record ends.")
@click.option("--player", metavar="PLAYER", help="Whose books; else of whoever is to move.")
@plan_options
@components_option
@json_option
def books(
    file: Path,
    at: At | None,
    player: str | None,
    folder: Path | None,
    *,
    question: Callable[[State, Seat, tuple[str, ...]], BooksQuestion],
    as_json: bool,
) -> None:
    """Plan the books of a player at the table in FILE, a recorded game or a position.

    Now: which books on offer to take for --points, and the step for each of them and of those
    --acquired. Then, for every bookkeeper in the plans: which book to flip, how far the jar moves.
    Later points are turned into pounds; other turns in between are left out of account. Exits 0
    with a proof, 1 if the books cannot be placed, 3 if the time was too short for a proof.
    """
    found = table_at(file, at, folder)
    seat = seat_of(player, found.colours)
    if seat is None:
        seat = found.state.to_move
    if seat is None:
        raise click.UsageError("nobody is to move; name a --player")
    wanted = question(found.state, seat, found.colours)
    with asking():
        answer = ask_books(found.state, seat, wanted)
    if as_json:
        show_json(plan_data(answer, found.colours))
    else:
        show(plan_page(answer, found.colours))
    if answer.plan.status != "optimal":
        raise click.exceptions.Exit(UNDECIDED)
