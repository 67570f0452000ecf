"""`referee rulings`: the answers to what the rulebooks leave open."""

import click

import referee
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.render.rulings import ruling_list, ruling_page
from referee.cli.shell import ruling_ids


@click.command(
    epilog=examples(
        "referee rulings",
        "referee rulings capital-call",
        "referee rulings cover --json",
    ),
)
@click.argument("ruling", metavar="[ID]", required=False, shell_complete=ruling_ids)
@click.option("--json", "as_json", is_flag=True)
def rulings(ruling: str | None, *, as_json: bool) -> None:
    """List the rulings, or tell all about the ruling with this ID."""
    if ruling is None:
        chosen = referee.rulings()
        if as_json:
            show_json([each.to_dict() for each in chosen])
        else:
            show(ruling_list(chosen))
        return
    page = referee.ruling(ruling)
    if as_json:
        show_json(page.to_dict())
    else:
        show(ruling_page(page))
