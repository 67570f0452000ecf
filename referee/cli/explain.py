"""`referee explain`: why a turn of a recorded game is illegal, and what would have been legal."""

from pathlib import Path

import click
from rich.console import Group

from referee.api.explanations import told
from referee.api.games import At, load
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO, UNDECIDED
from referee.cli.moments import at_option
from referee.cli.picture import draw_into, picture_option
from referee.cli.render.explanation import explanation_page
from referee.cli.render.layout import said
from referee.cli.slips import slip_words
from referee.cli.sources import FILE, components_option, json_option
from referee.game.citations import EDITIONS, Edition

CODES = {"legal": 0, "illegal": NO, "wrong-note": NO, "undecided": UNDECIDED}


@click.command(
    short_help="Why a turn is illegal, and what would have been legal.",
    epilog=examples(
        "referee explain game.mgn",
        "referee explain game.mgn --at 3.2",
        "referee explain game.mgn --at 3.2 --edition en --json",
        "referee explain game.mgn --picture fault.svg",
        keys="file, outcome (legal, illegal, wrong-note, undecided), line, round, turn, player, "
        "statement, violations (as in `check`), cores (rules, because, numbers, fields, words), "
        "complete, correction (outcome, statement, changed, distance, words, barred_by, reason), "
        "shortfall (outcome, lacks, still_broken, words, reason), citations (rule, edition, "
        "heading, part, page, lines), disagreement, conflict (as in `check`: what excludes each "
        "other behind gaps).",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option("The turn to explain, or the plans of a round; else the first that breaks a rule.")
@click.option(
    "--edition",
    type=click.Choice(EDITIONS),
    help="Cite this edition of the rulebook only.",
)
@picture_option
@components_option
@json_option
def explain(
    file: Path,
    at: At | None,
    edition: Edition | None,
    folder: Path | None,
    *,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Tell why a turn of the game in FILE is illegal: which rules contradict it, with the numbers.

    Beside that: the nearest turn that would have been legal, and what was missing for exactly this
    one. Exits 0 if the turn is legal, 1 if it is illegal, 3 if that is undecided.
    """
    found = told(load(file, components=folder), at, edition)
    draw_into(picture, found.explanation)
    if as_json:
        show_json(found.explanation.to_dict())
    else:
        show(explanation_page(found, EDITIONS if edition is None else (edition,)))
        if at is None and found.explanation.outcome != "legal":
            _tell_slip(file, folder)
    if code := CODES[found.explanation.outcome]:
        raise click.exceptions.Exit(code)


def _tell_slip(file: Path, folder: Path | None) -> None:
    """Say what was probably meant, which is neither why it is illegal nor what is legal."""
    if words := slip_words(file, folder):
        show(Group("", said("What was probably meant", "bold"), said(f"  {words}")))
