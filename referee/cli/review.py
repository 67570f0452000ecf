"""`referee review`: every turn of a game beside the best one."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from model.best.objective import Objective
from referee.asking.horizons import Horizon
from referee.asking.reviewing import Reviewed, ReviewQuestion, Taken, reviewed, turns_taken
from referee.cli.asking import asking, objective_option, seat_of, time_limit_option
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import INTERRUPTED, NO, UNDECIDED
from referee.cli.moments import readable
from referee.cli.progress import progress
from referee.cli.render.review import Review, review_data, review_page
from referee.cli.sources import FILE, components_option, json_option, name_of
from referee.transcript.completing import Missing
from referee.transcript.judge import Step
from referee.workers import workers

HORIZONS: tuple[Horizon, ...] = ("turn", "round")


@click.command(
    short_help="Every turn of a game beside the best one.",
    epilog=examples(
        "referee review game.mgn",
        "referee review game.mgn --player green --objective margin",
        "referee review game.mgn --horizon round --time-limit 5 --jobs 2",
        "referee review game.mgn --json",
        keys="file, objective, horizon, complete, note, turns (round, turn_number, player, turn, "
        "value, best, best_value, bound, status, loss), misses (the same, the worst first), "
        "players (player, turns, perfect, loss).",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--player", metavar="PLAYER", help="Only the turns of this player.")
@objective_option
@click.option(
    "--horizon",
    type=click.Choice(HORIZONS),
    default="turn",
    show_default=True,
    help="Judge a turn by the table after it, or by what was still possible in the round.",
)
@time_limit_option
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=lambda: os.cpu_count() or 1,
    show_default="as many as there are cores",
    help="Turns looked at at the same time.",
)
@click.option(
    "--misses", type=click.IntRange(0), default=5, show_default=True, help="How many to list."
)
@components_option
@json_option
def review(  # noqa: PLR0913 - one parameter an option
    file: Path,
    player: str | None,
    objective: Objective,
    horizon: Horizon,
    time_limit: float | None,
    folder: Path | None,
    *,
    jobs: int,
    misses: int,
    as_json: bool,
) -> None:
    """Hold every turn of the game in FILE against the best turn at its table.

    The worth of a turn is that of the table after it, to the player who took it; the loss is what
    the best turn would have been worth more. With --horizon round a turn is worth what its player
    could still reach in the round. --time-limit is for each question. Ctrl-C shows what there is.
    Exits 0, with 1 if only a part of the record is legal, with 3 if something was not proved.
    """
    read = readable(file, folder)
    colours = tuple(each.colour for each in read.record.header.players)
    seat = seat_of(player, colours)
    taken, stopped = turns_taken(read)
    chosen = [n for n, turn in enumerate(taken) if seat in (None, turn.turn.seat)]
    question = ReviewQuestion(objective=objective, horizon=horizon, time_limit=time_limit)
    turns: list[Reviewed] = []
    interrupted = False
    with asking():
        try:
            for one in _looked_at([taken[n] for n in chosen], question, jobs):
                turns.append(one)  # noqa: PERF402 - an interrupt must leave what there is
        except KeyboardInterrupt:
            interrupted = True
    note = "" if stopped is None else _note(stopped)
    found = Review(
        name=name_of(file),
        question=question,
        colours=colours,
        setting=taken[0].before.setting if taken else None,
        turns=tuple(turns),
        asked=len(chosen),
        note=note,
        listed=misses,
    )
    if as_json:
        show_json(review_data(found))
    else:
        show(review_page(found))
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    if any(turn.status != "optimal" for turn in turns):
        raise click.exceptions.Exit(UNDECIDED)
    if stopped is not None:
        raise click.exceptions.Exit(NO)


def _note(stopped: Step | Missing) -> str:
    """Return why a record goes no further."""
    if isinstance(stopped, Missing):
        return stopped.words("header")
    line = stopped.statement.at.line
    place = f"line {line}" if line else "a statement"
    if stopped.missing is not None:
        return f"{place}: {stopped.missing.words()}"
    return f"{place} breaks {', '.join(violation.rule.id for violation in stopped.violations)}"


def _looked_at(taken: list[Taken], question: ReviewQuestion, jobs: int) -> Iterator[Reviewed]:
    """Yield the turns judged in their order, behind a progress bar."""
    if jobs == 1 or len(taken) <= 1:
        judged = (reviewed(turn, question) for turn in taken)
        yield from progress(judged, len(taken), "reviewing")
        return
    with workers(jobs, _take, taken) as pool:
        judged_there = pool.map(partial(_one, question), range(len(taken)))
        yield from progress(judged_there, len(taken), "reviewing")


_taken: list[Taken] = []
"""What the processes look at, which they get once: numbers are cheaper to send than tables."""


def _take(taken: list[Taken]) -> None:
    _taken[:] = taken


def _one(question: ReviewQuestion, number: int) -> Reviewed:
    return reviewed(_taken[number], question)
