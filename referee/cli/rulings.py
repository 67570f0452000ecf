"""`referee rulings`: the answers to what the rulebooks leave open."""

import click

from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.lookup import look_up
from referee.cli.render.rulings import ruling_data, ruling_list, ruling_page
from referee.cli.shell import ruling_ids
from referee.game.rulings import RULINGS


@click.command(
    short_help="Readings chosen where the rulebooks are open.",
    epilog=examples(
        "referee rulings",
        "referee rulings capital-call",
        "referee rulings cover --json",
        keys="a list of rulings, or with ID one: id, question, default (answer, text), options "
        "(answer, text), not_taken, says, decision, sections, citations (edition, heading, part, "
        "page, lines), rules.",
    ),
)
@click.argument("ruling", metavar="[ID]", required=False, shell_complete=ruling_ids)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rulings(ruling: str | None, *, as_json: bool) -> None:
    """List the rulings, or tell all about the ruling with this ID.

    A ruling is the reading chosen where the rulebooks disagree or say nothing. Where other answers
    are listed, a game may name one of them.
    """
    if ruling is None:
        if as_json:
            show_json([ruling_data(ruling) for ruling in RULINGS.values()])
        else:
            show(ruling_list(RULINGS.values()))
        return
    found = look_up("ruling", ruling, RULINGS)
    if as_json:
        show_json(ruling_data(found))
    else:
        show(ruling_page(found))
