"""Find every bug of the second implementation, or some by name."""

import time

import click
from msgspec import Struct

from scripts.tools.program import Tool
from scripts.tools.runs import Run, check
from tests.conformance.hunt import ROUNDS, hunt
from tests.conformance.second.bugs import BUGS

HEADINGS = ("bug", "games", "kind", "rule", "round", "rounds", "events", "players", "seconds")
FORM = "{:<26}{:>6}  {:<9}{:<8}{:>7}{:>7}{:>7}{:>8}{:>8}"


class BugHunt(Struct, frozen=True):
    """The row of a bug, and whether it was found in a short game."""

    row: str
    found: bool


def hunted(bug: str) -> BugHunt:
    """Return what came of the hunt for a bug."""
    begun = time.monotonic()
    found = hunt(bug)
    seconds = round(time.monotonic() - begun)
    if found is None:
        return BugHunt(f"{bug:<26}never found; {seconds} seconds", found=False)
    shrunk = found.shrunk
    blamed = shrunk.rules[0] if shrunk.rules else ""
    row = (found.games, shrunk.kind, blamed, found.first.round, shrunk.round)
    sizes = (len(shrunk.game.events), shrunk.game.players, seconds)
    return BugHunt(FORM.format(bug, *row, *sizes), shrunk.round <= ROUNDS)


@click.command(cls=Tool, help=__doc__)
@click.argument("names", nargs=-1, type=click.Choice([*BUGS]), metavar="[BUG]...")
@check()
def command(run: Run, names: tuple[str, ...]) -> int:
    """Print a line for each bug; return 1 if one was not found, or not in a short game."""
    click.echo(FORM.format(*HEADINGS))
    missed = 0
    for result in run.results(
        names or tuple(BUGS), hunted, BugHunt, again=lambda old: not old.found
    ):
        missed += not result.found
        click.echo(result.row)
    return int(bool(missed))
