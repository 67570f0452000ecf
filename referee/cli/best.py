"""`referee best`: the best turn at a table, with its proof."""

from pathlib import Path

import click

from referee.asking.best import ask_best, ask_best_few
from referee.asking.question import Question, to_move
from referee.cli.asking import asking, question_options, seat_of
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import UNDECIDED
from referee.cli.horizons import Further, TableInRecord, ask_horizon, horizon_options, in_record
from referee.cli.moments import at_option, table_at
from referee.cli.render.asking import best_data, best_page, few_page, turn_data
from referee.cli.render.horizons import horizon_data, horizon_page
from referee.cli.sources import FILE, components_option, json_option
from referee.game.ids import Seat
from referee.transcript.moments import At


@click.command(
    short_help="The best turn at a moment of a game, with a proof.",
    epilog=examples(
        "referee best game.mgn --at 3.4",
        "referee best game.mgn --at 3.4 --objective margin --top 5",
        "referee best game.mgn --at 3.4 --player green --action expand",
        "referee best game.mgn --at 3.4 --objective 2*ink+cash --json",
        "referee best game.mgn --at 3.4 --horizon round --time-limit 60",
        "referee best game.mgn --at 3.4 --horizon round --opponents recorded",
        "referee best game.mgn --at 3 --horizon plan --player green --plan blue=exp2",
        keys="moment, player, objective, action, turn (in notation), value, worth_before, status "
        "(optimal or bound), bound, gap, optima (turns of this value), counted_all, ties_broken, "
        "seconds, pad (row: before, after), totals (player: before, after), top (with --top: turn, "
        "value), top_in_time. Beyond one turn: horizon, plan, turns (turn, value), value, "
        "worth_before, status, bound, gap, seconds, assumptions, pad, totals.",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option("Before this turn; else where the record ends.")
@click.option("--player", metavar="PLAYER", help="As if this player were to move.")
@question_options
@horizon_options
@click.option("--top", type=click.IntRange(1, 1000), metavar="K", help="List the best K turns.")
@components_option
@json_option
def best(  # noqa: PLR0913 - one parameter an option
    file: Path,
    at: At | None,
    player: str | None,
    top: int | None,
    folder: Path | None,
    *,
    further: Further,
    question: Question,
    as_json: bool,
) -> None:
    """Find the best turn of the player who is to move in the game in FILE, and prove it.

    The solver looks at all legal turns at once; the engine then replays the answer and counts it
    again. Of equally good turns the first in a fixed order is told. Beyond one turn the others are
    taken to stand still, and what is assumed is told with the answer. Exits 0 with a proof, 1 if no
    such turn is possible, 3 if the time was too short for a proof.
    """
    found = table_at(file, at, folder)
    colours = found.colours
    seat = seat_of(player, colours)
    if further.horizon != "turn":
        if top is not None:
            raise click.UsageError("--top is for --horizon turn")
        record = in_record(found, at)
        _look_further(record, seat, further, question, as_json=as_json)
        return
    with asking():
        state = to_move(found.state, seat)
        answer = ask_best(state, question)
        few = None if top is None else ask_best_few(state, question.after(answer.seconds), top)
    if as_json:
        data = best_data(answer, colours)
        if few is not None:
            data["top"] = [turn_data(one, state, colours) for one in few.turns]
            data["top_in_time"] = few.in_time
        show_json(data)
    else:
        show(best_page(answer, colours))
        if few is not None:
            show(few_page(few, state, colours))
    if answer.status != "optimal":
        raise click.exceptions.Exit(UNDECIDED)


def _look_further(
    record: TableInRecord, seat: Seat | None, further: Further, question: Question, *, as_json: bool
) -> None:
    """Answer for more than one turn."""
    with asking():
        played = ask_horizon(record, seat, further, question)
    state, colours = record.found.state, record.found.colours
    if as_json:
        show_json(horizon_data(played, state, colours))
    else:
        show(horizon_page(played, state, colours))
    if played.status != "optimal":
        raise click.exceptions.Exit(UNDECIDED)
