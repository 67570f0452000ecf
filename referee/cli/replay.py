"""`referee review` and `referee replay`: every turn of a game beside the best, or as a page."""

from pathlib import Path

import referee
from referee.api.replays import CARD_ENDINGS
from referee.api.reviews import HORIZONS, Review
from referee.cli import options
from referee.cli.console import Bar
from referee.cli.group import Reply, command
from referee.cli.interrupts import NO, UNDECIDED, so_far
from referee.cli.options import Choice, PictureFile, option
from referee.cli.output import put, remark
from referee.cli.render.optima import review_page
from referee.i18n.speech import say


@command(
    "referee review game.mgn",
    "referee review game.mgn --player green --objective margin",
    "referee review game.mgn --horizon round --timeout 5 -j 2",
    "referee review game.mgn --json",
)
@options.file
@option("--player", metavar="PLAYER")
@options.objective
@option("--horizon", type=Choice(HORIZONS), default="turn", show_default=True)
@options.timeout()
@options.cores
@options.max_items(0, default=5, show_default=True)
@options.components
def review(file: Path, components: Path | None, **asked: object) -> Reply[Review]:
    """Compare every turn of the game in FILE with the best turn available."""
    game = referee.load(file, components=components)
    with Bar("reviewing") as bar:
        found = so_far(game.review, progress=bar.advance, **asked)
    is_open = any(turn.status != "optimal" for turn in found.turns)
    return Reply(found, review_page, UNDECIDED if is_open else NO if found.note else 0)


# `referee replay`: a recorded game as one file in which every event can be looked at --------------
@command(
    "referee replay game.mgn -o game.html",
    "referee replay game.mgn -o game.html --review",
    "referee replay game.mgn -o game.html --card game.png",
    "referee replay game.mgn -o game.html --anonymous",
    json=False,
)
@options.file
@options.output
@option("--review", is_flag=True)
@option("--card", metavar="FILE", type=PictureFile(*CARD_ENDINGS))
@option("--anonymous", is_flag=True)
@options.timeout()
@options.cores
@options.components
def replay(
    file: Path, output: Path | None, card: Path | None, components: Path | None, **asked: object
) -> None:
    """Make a page on which one can step through every event of the game in FILE."""
    game = referee.load(file, components=components)
    with Bar("reviewing") as bar:
        found = so_far(game.replay, progress=bar.advance, **asked)
    if output is not None or card is None:
        put(output, found.to_html().encode())
    if card is not None:
        put(card, found.to_card(card.suffix))
    for made in (output, card):
        if made is not None and str(made) != "-":
            remark(say("commands.replay.written", made=made))
