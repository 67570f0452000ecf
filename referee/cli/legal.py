"""`referee legal`: the legal turns at a moment of a recorded game."""

from pathlib import Path

import click

import referee
from referee.api.games import At
from referee.api.turn_lists import ACTIONS
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import UNDECIDED
from referee.cli.moments import at_option
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import said
from referee.cli.sources import FILE, components_option, json_option
from referee.game.messages.speech import say
from referee.game.turns import Action


@click.command(
    epilog=examples(
        "referee legal game.mgn --at 1.1",
        "referee legal game.mgn --at 3.4 --action goods --most 20",
        "referee legal game.mgn --at 3.4 --json",
        "referee legal table.toml",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option
@click.option("--action", type=click.Choice(ACTIONS))
@click.option("--most", type=click.IntRange(0), default=10)
@click.option("--seconds", type=click.FloatRange(0.01), default=60.0, show_default=True)
@components_option
@json_option
def legal(
    file: Path,
    at: At | None,
    action: Action | None,
    most: int,
    seconds: float,
    folder: Path | None,
    *,
    as_json: bool,
) -> None:
    """Count and list the legal turns of the player who is to move in the game in FILE."""
    found = referee.legal(file, at, action=action, most=most, components=folder, seconds=seconds)
    if as_json:
        show_json(found.to_dict())
    else:
        _show(found)
    if None in found.counts.values():
        raise click.exceptions.Exit(UNDECIDED)


def _show(found: referee.LegalTurns) -> None:
    table = columns(
        say("commands.legal.action"), say("commands.legal.turns"), right=[say("pages.heads.turns")]
    )
    for name, count in found.counts.items():
        row(
            table,
            name,
            say("commands.legal.not-counted") if count is None else count,
        )
    show(said(found.moment, "bold"), "", table, "")
    for name, lines in found.turns.items():
        show(*map(said, lines))
        if lines and found.counts[name] != len(lines):
            show(said(say("commands.legal.and-more"), "dim"))
