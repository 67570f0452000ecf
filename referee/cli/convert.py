"""`referee convert`: a recorded game in another form."""

from pathlib import Path

import click

from referee.api import record_forms
from referee.api.record_forms import FORMS, Form
from referee.cli.examples import examples
from referee.cli.parameters import OUTPUT
from referee.cli.record_output import put
from referee.cli.sources import FILE, components_option, mapping_option
from referee.game.messages.speech import say


@click.command(
    epilog=examples(
        "referee convert game.mgn --to json",
        "referee convert game.mgn -o game.jsonl",
        "referee convert game.json -o game.mgn",
        "referee convert log.ndjson --mapping mapping.toml --game oak-7 -o g.mgn",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--to", "form", type=click.Choice(FORMS))
@click.option("-o", "--output", type=OUTPUT)
@click.option("--game")
@mapping_option
@components_option
def convert(
    file: Path,
    form: Form | None,
    output: Path | None,
    game: str | None,
    mapping: Path | None,
    folder: Path | None,
) -> None:
    """Write the record in FILE as text, JSON or JSON lines."""
    chosen = form or record_forms.FORM_OF.get(output.suffix if output else "")
    if chosen is None:
        raise click.UsageError(say("commands.convert.say-with-to-or-the"))
    put(output, record_forms.convert(file, chosen, mapping=mapping, game=game, components=folder))
