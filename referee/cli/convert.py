"""`referee convert`: a recorded game in another form."""

from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import click

from referee.cli.console import show
from referee.cli.examples import examples
from referee.cli.exits import MISUSED
from referee.cli.moments import readable
from referee.cli.render.problems import problem_page
from referee.cli.sources import (
    FILE,
    components_option,
    mapping_option,
    name_of,
    read_bytes,
    sets_beside,
    sets_of,
)
from referee.cli.writing import put
from referee.game.input_limits import BYTES_OF_A_LOG
from referee.transcript.foreign.form import Mapping
from referee.transcript.foreign.translating import translated
from referee.transcript.loading import FORMS, Form, UnsayableError, written
from referee.transcript.problems import Problem, UnreadableError, listed
from referee.transcript.record import Record

_BY_SUFFIX: dict[str, Form] = {".mgn": "text", ".json": "json", ".jsonl": "jsonl"}


@click.command(
    short_help="Turn a recorded game into text, JSON or JSON lines.",
    epilog=examples(
        "referee convert game.mgn --to json",
        "referee convert game.mgn -o game.jsonl",
        "referee convert game.json -o game.mgn",
        "referee convert log.ndjson --mapping mapping.toml --game oak-7 -o g.mgn",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--to", "form", type=click.Choice(FORMS), help="The form; else as -o ends.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here.")
@click.option("--game", help="Which game of a log that holds several; only with --mapping.")
@mapping_option
@components_option
def convert(
    file: Path,
    form: Form | None,
    output: Path | None,
    game: str | None,
    mapping: Mapping | None,
    folder: Path | None,
) -> None:
    """Write the record in FILE as text, JSON or JSON lines.

    Everything that it says is kept, with comments, claims and turns that were taken back. Empty
    lines and the way in which names were abbreviated are not.
    """
    chosen = form or _BY_SUFFIX.get(output.suffix if output else "")
    if chosen is None:
        raise click.UsageError("say with --to or the end of -o which form is wanted")
    record = _translated(file, mapping, game) if mapping else readable(file, folder).record
    try:
        data = written(record, chosen, sets_beside(file, sets_of(folder)))
    except UnsayableError as error:
        raise click.UsageError(str(error)) from error
    put(output, data)


def _translated(file: Path, mapping: Mapping, game: str | None) -> Record:
    """Return the one game of a log that is wanted; else exit with what kept it from being read."""
    try:
        games = {
            found.name: found for found in translated(read_bytes(file, BYTES_OF_A_LOG), mapping)
        }
    except UnreadableError as error:
        _refuse(file, error.problems)
    if game is None and len(games) > 1:
        raise click.UsageError(f"--game says which: {listed(map(str, games))}")
    found = games.get(game) if game is not None else next(iter(games.values()))
    if found is None:
        raise click.UsageError(f"the log has no game {game!r:.60}; {listed(map(str, games))}")
    if found.record is None:
        _refuse(file, found.problems)
    return found.record


def _refuse(file: Path, problems: Iterable[Problem]) -> NoReturn:
    show(problem_page(name_of(file), tuple(problems)))
    raise click.exceptions.Exit(MISUSED)
