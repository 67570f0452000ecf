"""`referee legal`: the legal turns at a moment of a recorded game."""

from pathlib import Path
from typing import Any

import click

import referee
from referee.api.games import At
from referee.api.long_work import STEPS_OF_A_COUNT
from referee.api.turn_lists import ACTIONS, CountComparison, Counts, perft_against
from referee.api.turn_lists import perft as perft_of
from referee.cli.at_once import NO, UNDECIDED
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.interrupts import SoFar
from referee.cli.options import at_option
from referee.cli.parameters import FILE
from referee.cli.render.columns import columns, row
from referee.cli.render.conformance import comparison_page, counts_page
from referee.cli.render.layout import said
from referee.cli.sources import components_option, json_option
from referee.core.input_limits import SECONDS_FOR_A_COUNT
from referee.core.turns import Action
from referee.i18n.speech import say


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
@click.option("--seconds", type=click.FloatRange(0.01))
@components_option
@json_option
def legal(
    file: Path,
    at: At | None,
    action: Action | None,
    most: int,
    seconds: float | None,
    folder: Path | None,
    *,
    as_json: bool,
) -> None:
    """Count and list the legal turns of the player who is to move in the game in FILE."""
    steps = STEPS_OF_A_COUNT if seconds is None else None
    found = referee.legal(
        file, at, action=action, most=most, components=folder, steps=steps, seconds=seconds
    )
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


# `referee perft`: counts rows of legal turns, to hold against other programs ----------------------
@click.command(
    epilog=examples(
        "referee perft game.mgn --at 1.1",
        "referee perft game.mgn --at 1.1 --divide",
        "referee perft game.mgn --at 6.9 --depth 2 --seconds 120",
        "referee perft game.mgn --at 6.9 --depth 2 --against './mine --serve'",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option
@click.option("--depth", type=click.IntRange(1, 20), default=1, show_default=True)
@click.option("--divide", is_flag=True)
@click.option("--against", metavar="COMMAND")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.01))
@click.option(
    "--answer-limit",
    type=click.FloatRange(0.01, 3600),
    default=10.0,
    show_default=True,
)
@components_option
@json_option
def perft(  # noqa: PLR0913
    file: Path,
    at: At | None,
    folder: Path | None,
    against: str | None,
    answer_limit: float,
    seconds: float | None,
    *,
    depth: int,
    divide: bool,
    as_json: bool,
    **wanted: Any,  # noqa: ANN401
) -> None:
    """Count the rows of --depth legal turns from a moment of the game in FILE."""
    asked: dict[str, Any] = {"at": at, "depth": depth, "components": folder, **wanted}
    with SoFar[Counts | CountComparison]() as so_far:
        asked["interrupted"] = so_far.keep
        if against is None:
            asked["steps"] = STEPS_OF_A_COUNT if seconds is None else None
            so_far.keep(perft_of(file, divide=divide, seconds=seconds, **asked))
        else:
            # Another program takes as long as it likes.
            asked["seconds"] = SECONDS_FOR_A_COUNT if seconds is None else seconds
            so_far.keep(perft_against(file, against, answer_limit=answer_limit, **asked))
    found = so_far.answer()
    if as_json:
        show_json(found.to_dict())
    else:
        show(counts_page(found) if isinstance(found, Counts) else comparison_page(found))
    so_far.leave()
    if isinstance(found, CountComparison) and found.difference is not None:
        raise click.exceptions.Exit(NO)
    if not found.finished:
        raise click.exceptions.Exit(UNDECIDED)
