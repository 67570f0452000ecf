"""`referee perft`: counts rows of legal turns, to hold against other programs."""

from pathlib import Path
from typing import Any

import click

from referee.api.counts import CountComparison, Counts, perft_against
from referee.api.counts import perft as perft_of
from referee.api.games import At
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO, UNDECIDED
from referee.cli.interrupts import SoFar
from referee.cli.moments import at_option
from referee.cli.render.perft import comparison_page, counts_page
from referee.cli.sources import FILE, components_option, json_option


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
@click.option(
    "--seconds",
    type=click.FloatRange(0.01),
    default=60.0,
    show_default=True,
)
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
            so_far.keep(perft_of(file, divide=divide, **asked))
        else:
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
