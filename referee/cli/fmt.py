"""`referee fmt`: the canonical form of recorded games."""

from pathlib import Path

import click

from referee.cli.console import show
from referee.cli.examples import examples
from referee.cli.exits import MISUSED, NO
from referee.cli.render.layout import said
from referee.cli.render.problems import problem_page
from referee.cli.sources import (
    FILES,
    components_option,
    listed_files,
    name_of,
    record_bytes,
    sets_beside,
    sets_of,
)
from referee.cli.writing import put
from referee.transcript.headers import Sets
from referee.transcript.loading import UnsayableError, form_of, load, written
from referee.transcript.problems import UnreadableError


@click.command(
    short_help="Put recorded games into canonical form.",
    epilog=examples(
        "referee fmt game.mgn",
        "referee fmt --write games/",
        "referee fmt --check games/",
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@click.option("--write", is_flag=True, help="Change the files in place of printing them.")
@click.option("--check", "only_check", is_flag=True, help="Only name the files that would change.")
@components_option
def fmt(files: tuple[Path, ...], folder: Path | None, *, write: bool, only_check: bool) -> None:
    """Print every FILE in the canonical form of its notation.

    Names are spelled out, clauses put in order, and empty lines set; comments, claims and turns
    that were taken back stay. What a record leaves unsaid stays unsaid. With --check it exits 1 if
    a file is not in canonical form.
    """
    if write and only_check:
        raise click.UsageError("--check changes nothing; leave out --write")
    worst = 0
    sets = sets_of(folder)
    for file in listed_files(files):
        try:
            before, after = _formatted(file, sets)
        except UnreadableError as error:
            show(problem_page(name_of(file), error.problems))
            worst = MISUSED
            continue
        except UnsayableError as error:
            show(said(f"{file}: {error}"))
            worst = MISUSED
            continue
        if only_check:
            if before != after:
                show(said(f"{file} is not in canonical form"))
                worst = max(worst, NO)
        elif not write:
            put(None, after)
        elif before != after:
            put(file, after)
    if worst:
        raise click.exceptions.Exit(worst)


def _formatted(file: Path, sets: Sets) -> tuple[bytes, bytes]:
    before = record_bytes(file)
    beside = sets_beside(file, sets)
    return before, written(load(before, beside).record, form_of(before), beside)
