"""`referee fmt` and `referee convert`: recorded games in their canonical or another form."""

from pathlib import Path

import click

from referee.api import record_forms
from referee.api.errors import UnreadableError, UsageError
from referee.api.games import load
from referee.api.record_forms import FORMS, Form
from referee.api.sources import set_in
from referee.cli import options
from referee.cli.console import show
from referee.cli.group import command
from referee.cli.interrupts import MISUSED, NO
from referee.cli.options import FILES, Choice, argument, listed_files, option
from referee.cli.output import put
from referee.cli.render.layout import error_page, phrase, said
from referee.i18n.speech import named, say


@command(
    "referee fmt game.mgn",
    "referee fmt --write games/",
    "referee fmt --check games/",
    "referee fmt game.mgn --lang nl",
    json=False,
)
@argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@option("--write", is_flag=True)
@option("--check", "only_check", is_flag=True)
@option("--lang", type=Choice(record_forms.TEXT_LANGUAGES))
@options.components
def fmt(
    files: tuple[Path, ...],
    components: Path | None,
    lang: record_forms.TextLanguage | None,
    *,
    write: bool,
    only_check: bool,
) -> None:
    """Print every FILE in the canonical form of its notation."""
    if write and only_check:
        raise click.UsageError(say("commands.fmt.check-or-write"))
    worst = 0
    read = None if components is None else set_in(components)
    for file in listed_files(files):
        try:
            formatted = record_forms.formatted(file, components=read, lang=lang)
        except UnreadableError as error:
            show(error_page(error))
            worst = MISUSED
            continue
        except UsageError as error:
            show(said(named(str(file), str(error))))
            worst = MISUSED
            continue
        if only_check:
            if not formatted.is_canonical:
                show(phrase("commands.fmt.not-canonical", file=file))
                worst = max(worst, NO)
        elif not write:
            put(None, formatted.after)
        elif not formatted.is_canonical:
            put(file, formatted.after)
    if worst:
        raise click.exceptions.Exit(worst)


# `referee convert`: a recorded game in another form -----------------------------------------------
@command(
    "referee convert game.mgn --to json",
    "referee convert game.mgn -o game.jsonl",
    "referee convert game.json -o game.mgn",
    json=False,
)
@options.file
@option("--to", "form", type=Choice(FORMS))
@options.output
@options.components
def convert(file: Path, form: Form | None, output: Path | None, components: Path | None) -> None:
    """Write the record in FILE as text, JSON or JSON lines."""
    chosen = form or record_forms.FORM_OF.get(output.suffix if output else "")
    if chosen is None:
        raise click.UsageError(say("commands.convert.form-needed"))
    put(output, load(file, components=components).to_form(chosen))
