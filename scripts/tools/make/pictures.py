"""Draw the pictures of `docs/pictures.md` but the one of a browser."""

import click

import referee
from scripts.tools.project import ROOT

FOLDER = ROOT / "docs" / "pictures"


def pictures() -> dict[str, str]:
    """Return the pictures of the documents by the names of their files."""
    fault = referee.explain("games/illegal/exp-06-points-suffice.mgn")
    return {
        "table.svg": referee.draw("games/four-players.mgn", "6.3").to_svg(),
        "fault.svg": referee.draw(fault).to_svg(),
        "card.svg": referee.replay("games/four-players.mgn").to_card(".svg").decode(),
    }


@click.command(help=__doc__)
def command() -> None:
    """Draw all of them."""
    for name, svg in pictures().items():
        (FOLDER / name).write_text(svg, "utf-8")
