"""`referee replay`: a recorded game as one file in which every event can be looked at."""

from pathlib import Path

import click

import referee
from referee.api.replays import CARD_ENDINGS, Replay
from referee.cli.group import examples
from referee.cli.interrupts import SoFar
from referee.cli.output import remark
from referee.cli.parameters import FILE, OUTPUT
from referee.cli.picture import PictureFile
from referee.cli.progress import Bar
from referee.cli.solver_options import cores_option, reporting_faults, time_limit_option
from referee.cli.sources import components_option, put
from referee.i18n.speech import say


@click.command(
    epilog=examples(
        "referee replay game.mgn -o game.html",
        "referee replay game.mgn -o game.html --review",
        "referee replay game.mgn -o game.html --card game.png",
        "referee replay game.mgn -o game.html --anonymous",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@click.option("-o", "--output", type=OUTPUT)
@click.option("--review", is_flag=True)
@click.option(
    "--card",
    metavar="FILE",
    type=PictureFile(*CARD_ENDINGS),
)
@click.option("--anonymous", is_flag=True)
@time_limit_option
@cores_option
@components_option
def replay(  # noqa: PLR0913 - one parameter an option
    file: Path,
    *,
    output: Path | None,
    review: bool,
    card: Path | None,
    anonymous: bool,
    time_limit: float | None,
    jobs: int,
    folder: Path | None,
) -> None:
    """Make a page of the game in FILE on which every event can be looked at."""
    with reporting_faults(as_json=False), SoFar[Replay]() as so_far, Bar("reviewing") as bar:
        so_far.keep(
            referee.replay(
                file,
                anonymous=anonymous,
                review=review,
                time_limit=time_limit,
                jobs=jobs,
                components=folder,
                progress=bar.advance,
                interrupted=so_far.keep,
            )
        )
    found = so_far.answer()
    if output is not None or card is None:
        put(output, found.to_html().encode())
    if card is not None:
        put(card, found.to_card(card.suffix))
    for made in (output, card):
        if made is not None and str(made) != "-":
            remark(say("commands.replay.written", made=made))
    so_far.leave()
