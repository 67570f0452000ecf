"""`referee legal`: the legal turns at a moment of a recorded game."""

from itertools import islice
from pathlib import Path
from typing import get_args

import click

from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.moments import at_option, table_at
from referee.cli.render.layout import columns, row, said
from referee.cli.render.table import moment_words, when_words
from referee.cli.sources import FILE, components_option, json_option
from referee.engine.actions import has_turn
from referee.engine.listing import legal_turns
from referee.game.turns import Action
from referee.transcript.moments import At, Stopped
from referee.transcript.record import Statement
from referee.transcript.saying import said_of
from referee.transcript.writing import line_of

ACTIONS: tuple[Action, ...] = get_args(Action)

MOST_COUNTED = 200_000
"""So many turns are counted of an action before the rest is left as more."""


@click.command(
    short_help="The legal turns at a moment of a game.",
    epilog=examples(
        "referee legal game.mgn --at 1.1",
        "referee legal game.mgn --at 3.4 --action goods --most 20",
        "referee legal game.mgn --at 3.4 --json",
        "referee legal table.toml",
        keys="moment, player, counts (by action; null for more than can be counted), turns (in "
        "notation, up to --most an action).",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option("Before this turn; else where the record ends.")
@click.option("--action", type=click.Choice(ACTIONS), help="Only turns of this action.")
@click.option("--most", type=click.IntRange(0), default=10, help="List so many of each action.")
@components_option
@json_option
def legal(
    file: Path,
    at: At | None,
    action: Action | None,
    most: int,
    folder: Path | None,
    *,
    as_json: bool,
) -> None:
    """Count and list the legal turns of the player who is to move in the game in FILE.

    Turns that differ only in an order that cannot matter are one turn. FILE may be a position
    (.toml), too.
    """
    found = table_at(file, at, folder)
    state = found.state
    if not has_turn(state) or state.to_move is None:
        raise click.UsageError(f"nobody has a turn {when_words(state, found.colours)}; try --at")
    counts: dict[str, int | None] = {}
    turns: dict[str, list[str]] = {}
    for each in (action,) if action else ACTIONS:
        counts[each], turns[each] = _listed(found, each, most)
    if as_json:
        show_json(
            {
                "moment": moment_words(state, found.colours),
                "player": found.colours[state.to_move],
                "counts": counts,
                "turns": turns,
            }
        )
        return
    table = columns("action", "turns", right=["turns"])
    for name, count in counts.items():
        row(table, name, f"more than {MOST_COUNTED}" if count is None else count)
    show(said(moment_words(state, found.colours), "bold"), "", table, "")
    for name, lines in turns.items():
        show(*map(said, lines))
        if lines and counts[name] != len(lines):
            show(said("  and more", "dim"))


def _listed(found: Stopped, action: Action, most: int) -> tuple[int | None, list[str]]:
    """Return the number of turns of an action, and the first of them in notation."""
    lines = []
    count = 0
    for _, turn in islice(legal_turns(found.state, (action,)), MOST_COUNTED + 1):
        if count < most:
            said = said_of(turn, found.state.setting.rulings)
            lines.append(line_of(Statement(said=said), found.colours))
        count += 1
    return (count if count <= MOST_COUNTED else None), lines
