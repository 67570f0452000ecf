"""`referee convert`: a recorded game in another form."""

from pathlib import Path

import click

from referee.cli.examples import examples
from referee.cli.moments import readable
from referee.cli.sources import FILE, components_option, sets_of
from referee.cli.writing import put
from referee.transcript.loading import FORMS, Form, dump, load
from referee.transcript.problems import UnreadableError

_BY_SUFFIX: dict[str, Form] = {".mgn": "text", ".json": "json", ".jsonl": "jsonl"}


@click.command(
    short_help="Turn a recorded game into text, JSON or JSON lines.",
    epilog=examples(
        "referee convert game.mgn --to json",
        "referee convert game.mgn -o game.jsonl",
        "referee convert game.json -o game.mgn",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--to", "form", type=click.Choice(FORMS), help="The form; else as -o ends.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here.")
@components_option
def convert(file: Path, form: Form | None, output: Path | None, folder: Path | None) -> None:
    """Write the record in FILE as text, JSON or JSON lines.

    Everything that it says is kept, with comments, claims and turns that were taken back. Empty
    lines and the way in which names were abbreviated are not.
    """
    chosen = form or _BY_SUFFIX.get(output.suffix if output else "")
    if chosen is None:
        raise click.UsageError("say with --to or the end of -o which form is wanted")
    record = readable(file, folder).record
    data = dump(record, chosen)
    if chosen == "text":
        _require_same(data, dump(record, "json"), folder)
    put(output, data)


def _require_same(text: bytes, wanted: bytes, folder: Path | None) -> None:
    """Refuse to write text that would be read as something else: JSON can say more."""
    try:
        same = dump(load(text, sets_of(folder)).record, "json") == wanted
    except UnreadableError as error:
        raise click.UsageError(f"text cannot say what this record says: {error}"[:400]) from error
    if not same:
        raise click.UsageError("text cannot say all that this record says; JSON lines can")
