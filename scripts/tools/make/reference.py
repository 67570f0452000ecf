"""Write the shipped component set as JSON, which the referee reads in place of its files."""

import click

from referee.game.set_reader import read_set, set_to_json
from scripts.tools.project import ROOT

COMPONENTS = ROOT / "referee" / "components"


@click.command(help=__doc__)
def command() -> None:
    """Write it beside the folder."""
    data = set_to_json(read_set(COMPONENTS / "reference"))
    (COMPONENTS / "reference.json").write_bytes(data)
