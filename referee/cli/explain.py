"""`referee explain`: why a turn of a recorded game is illegal, and what would have been legal."""

from pathlib import Path

import click
from rich.console import Group

from referee.api.explanations import told
from referee.api.games import At, load
from referee.cli.at_once import NO, UNDECIDED
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.options import at_option, rulings_of_option, tell_answers
from referee.cli.parameters import FILE
from referee.cli.picture import draw_into, picture_option
from referee.cli.render.explanation import explanation_page
from referee.cli.render.layout import said
from referee.cli.slips import slip_words
from referee.cli.sources import components_option, json_option
from referee.core.citations import EDITIONS, Edition
from referee.i18n.speech import say

CODES = {"legal": 0, "illegal": NO, "wrong-note": NO, "undecided": UNDECIDED}


@click.command(
    epilog=examples(
        "referee explain game.mgn",
        "referee explain game.mgn --at 3.2",
        "referee explain game.mgn --at 3.2 --edition en --json",
        "referee explain game.mgn --picture fault.svg",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option
@click.option(
    "--edition",
    type=click.Choice(EDITIONS),
)
@rulings_of_option
@picture_option
@components_option
@json_option
def explain(
    file: Path,
    at: At | None,
    edition: Edition | None,
    rulings_of: Edition | None,
    folder: Path | None,
    *,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Tell why a turn is illegal: which rules contradict it, with the numbers."""
    game = load(file, components=folder)
    if rulings_of is not None:
        game = game.judged_by(rulings_of)
    found = told(game, at, edition)
    draw_into(picture, found.explanation)
    if as_json:
        show_json(found.explanation.to_dict())
    else:
        if rulings_of is not None:
            tell_answers(rulings_of)
        show(explanation_page(found, EDITIONS if edition is None else (edition,)))
        if at is None and rulings_of is None and found.explanation.outcome != "legal":
            _tell_slip(file, folder)
    if code := CODES[found.explanation.outcome]:
        raise click.exceptions.Exit(code)


def _tell_slip(file: Path, folder: Path | None) -> None:
    """Say what was probably meant, which is neither why it is illegal nor what is legal."""
    if words := slip_words(file, folder):
        show(
            Group(
                "",
                said(say("commands.explain.what-was-probably-meant"), "bold"),
                said(f"  {words}"),
            )
        )
