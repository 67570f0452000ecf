"""`referee score`: the scoring pad of a recorded game."""

from pathlib import Path

import click

import referee
from referee.api.games import At
from referee.api.positions import opened
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.options import at_option, rulings_of_option, tell_answers
from referee.cli.parameters import FILE
from referee.cli.render.layout import said
from referee.cli.render.pad import copy_ranges_page, pad_page, ranges_page
from referee.cli.sources import components_option, json_option
from referee.core.citations import Edition
from referee.i18n.speech import say


@click.command(
    epilog=examples(
        "referee score game.mgn",
        "referee score game.mgn --at 4",
        "referee score game.mgn --json",
        "referee score table.toml",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option
@rulings_of_option
@components_option
@json_option
def score(
    file: Path,
    at: At | None,
    rulings_of: Edition | None,
    folder: Path | None,
    *,
    as_json: bool,
) -> None:
    """Show the scoring pad of the game in FILE, and how each number on it came about."""
    found = opened(file, components=folder)
    if rulings_of is not None:
        if not isinstance(found, referee.Game):
            raise click.UsageError(say("commands.rulings_of.a-position-has-its-own"))
        found = found.judged_by(rulings_of)
        if not as_json:
            tell_answers(rulings_of)
    if isinstance(found, referee.Game) and found.judged_unread is not None:
        _show_copy(referee.score(found, at), as_json=as_json)
        return
    table = referee.load_table(found, at)
    # A game remembers how its gaps can be filled.
    asked = found if at is None else table
    if as_json:
        show_json(referee.score(asked).to_dict())
        return
    if at is None and table.note and (ranges := referee.score(asked).ranges):
        show(ranges_page(ranges))
        return
    show(pad_page(table.state, table.colours))
    if table.note:
        show(said(table.note, "yellow"))


def _show_copy(scored: referee.Score, *, as_json: bool) -> None:
    """Show what can be scored whatever is printed on a partly read copy."""
    if as_json:
        show_json(scored.to_dict())
    elif scored.ranges:
        show(copy_ranges_page(scored.ranges))
