"""`referee fmt`: recorded games in their canonical or another form."""

from pathlib import Path

import click

from referee.api import record_forms
from referee.api.errors import UnreadableError, UsageError
from referee.api.record_forms import FORMS, Form
from referee.api.sources import set_in
from referee.cli import options
from referee.cli.console import show
from referee.cli.group import command
from referee.cli.interrupts import MISUSED, NO
from referee.cli.options import FILES, Choice, argument, listed_files, option, refuse
from referee.cli.output import put
from referee.cli.render.layout import error_page, phrase, text
from referee.i18n.speech import named, say


@command(
    "referee fmt game.mgn",
    "referee fmt --write games/",
    "referee fmt --check games/",
    "referee fmt game.mgn --lang nl",
    "referee fmt game.mgn --to json",
    "referee fmt game.json -o game.mgn",
    json=False,
)
@argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@option("--to", "form", type=Choice(FORMS))
@options.output
@option("--write", is_flag=True)
@option("--check", "only_check", is_flag=True)
@option("--lang", type=Choice(record_forms.TEXT_LANGUAGES))
@option("--strict", is_flag=True)
@options.components
def fmt(  # noqa: PLR0913 - one parameter an option
    files: tuple[Path, ...],
    form: Form | None,
    output: Path | None,
    lang: record_forms.TextLanguage | None,
    components: Path | None,
    *,
    write: bool,
    only_check: bool,
    strict: bool,
) -> None:
    """Print every FILE in the canonical form of its notation, or as text, JSON or JSON lines."""
    if write:
        refuse("clashes", "--write", "only_check", "form", "output")
    if only_check:
        refuse("clashes", "--check", "form", "output")
    listed = listed_files(files)
    if output is not None and len(listed) > 1:
        raise click.UsageError(say("commands.fmt.one-output"))
    form = form or record_forms.FORM_OF.get(output.suffix if output else "")
    worst = 0
    read = None if components is None else set_in(components)
    for file in listed:
        try:
            formatted = record_forms.formatted(
                file, components=read, lang=lang, form=form, strict=strict
            )
        except (UnreadableError, UsageError) as error:
            unread = isinstance(error, UnreadableError)
            show(error_page(error) if unread else text(named(str(file), str(error))))
            worst = MISUSED
            continue
        if only_check and not formatted.is_canonical:
            show(phrase("commands.fmt.not-canonical", file=file))
            worst = max(worst, NO)
        elif not only_check and not (write and formatted.is_canonical):
            put(file if write else output, formatted.after)
    if worst:
        raise click.exceptions.Exit(worst)
