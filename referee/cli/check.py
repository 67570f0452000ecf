"""`referee check`: judges recorded games."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import MISUSED, NO, UNDECIDED
from referee.cli.proving import prove
from referee.cli.render.verdict import STANDARD_INPUT, Checked, verdict_data, verdict_page
from referee.cli.sources import (
    FILES,
    components_option,
    json_option,
    listed_files,
    read_game,
    sets_of,
)
from referee.transcript.headers import Sets
from referee.transcript.judge import judge
from referee.transcript.problems import UnreadableError

CODES = {"legal": 0, "illegal": NO, "unreadable": MISUSED, "undecided": UNDECIDED}


@click.command(
    short_help="Judge recorded games.",
    epilog=examples(
        "referee check game.mgn",
        "referee check games/ --jobs 2",
        "referee check --keep-going --json game.mgn",
        keys="a list of games: file, verdict (legal, illegal, undecided, unreadable), finished, "
        "events, legal, header, faults, open, missing, taken_back, or problems (line, column, "
        "message, guess). A fault has line, column, round, turn, phase, player, statement, "
        "violations (rule, name, kind, facts, citations, message, keep_going), missing, choices, "
        "explain (the command that tells why), treatment, debts. With --prove also proof: events, "
        "disagreements (line, engine, model, reproduced_by).",
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@click.option("--keep-going", is_flag=True, help="Look beyond the first line that breaks a rule.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Look at so many at a time.")
@click.option(
    "--prove", "proving", is_flag=True, help="Ask the model as well, and report a difference."
)
@components_option
@json_option
def check(
    files: tuple[Path, ...],
    folder: Path | None,
    jobs: int,
    *,
    keep_going: bool,
    proving: bool,
    as_json: bool,
) -> None:
    """Say of every FILE whether the game in it was legal, and where it first went wrong.

    FILE may be a folder, or - for standard input. Exits 0 if all are legal, 1 if one is illegal, 2
    if one cannot be read, 3 if one is undecided; the highest wins.
    """
    listed = listed_files(files)
    worst = 0
    data: list[dict[str, object]] = []
    for checked in _all(listed, folder, jobs, keep_going=keep_going, proving=proving):
        worst = max(worst, CODES[checked.verdict])
        if checked.proof is not None and checked.proof.disagreements:
            worst = UNDECIDED
        if as_json:
            data.append(verdict_data(checked))
        else:
            show(verdict_page(checked))
    if as_json:
        show_json(data)
    if worst:
        raise click.exceptions.Exit(worst)


def _all(
    files: list[Path], folder: Path | None, jobs: int, *, keep_going: bool, proving: bool
) -> Iterator[Checked]:
    if jobs == 1 or len(files) == 1:
        work_here = partial(
            check_file, sets=sets_of(folder), keep_going=keep_going, proving=proving
        )
        yield from _shown(files, map(work_here, files))
        return
    sets_of(folder)
    work = partial(_check_alone, folder=folder, keep_going=keep_going, proving=proving)
    with ProcessPoolExecutor(jobs) as pool:
        yield from _shown(files, pool.map(work, files, chunksize=4))


def _shown(files: list[Path], results: Iterable[Checked]) -> Iterator[Checked]:
    """Yield the results behind a progress bar, which only a terminal shows."""
    console = Console(stderr=True)
    quiet = not console.is_terminal or len(files) == 1
    with Progress(console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task("checking", total=len(files))
        for result in results:
            progress.advance(task)
            yield result


def _check_alone(file: Path, folder: Path | None, *, keep_going: bool, proving: bool) -> Checked:
    return check_file(file, sets_of(folder), keep_going=keep_going, proving=proving)


def check_file(
    file: Path, sets: Sets, *, keep_going: bool = False, proving: bool = False
) -> Checked:
    """Return what there is to say about one file."""
    name = STANDARD_INPUT if str(file) == "-" else str(file)
    try:
        read = read_game(file, sets)
    except UnreadableError as error:
        return Checked(name, error.problems)
    judgement = judge(read.record, read.components, keep_going=keep_going)
    proof = prove(read.record, read.components) if proving else None
    return Checked(name, (), read.record, judgement, keep_going, proof)
