"""`referee review` and `referee replay`: every turn of a game beside the best, or as a page."""

from pathlib import Path

import referee
from referee.api.replays import CARD_ENDINGS
from referee.api.reviews import HORIZONS, LISTED, Review
from referee.cli.console import Bar
from referee.cli.group import Reply, command
from referee.cli.interrupts import NO, UNDECIDED, so_far
from referee.cli.options import (
    Choice,
    IntRange,
    PictureFile,
    components_option,
    cores_option,
    file_argument,
    objective_option,
    option,
    output_option,
    time_limit_option,
)
from referee.cli.output import put, remark
from referee.cli.render.optima import review_page
from referee.i18n.speech import say


@command(
    "referee review game.mgn",
    "referee review game.mgn --player green --objective margin",
    "referee review game.mgn --horizon round --time-limit 5 --jobs 2",
    "referee review game.mgn --json",
)
@file_argument
@option("--player", metavar="PLAYER")
@objective_option
@option("--horizon", type=Choice(HORIZONS), default="turn", show_default=True)
@time_limit_option
@cores_option
@option("--misses", type=IntRange(0), default=LISTED, show_default=True)
@components_option
def review(file: Path, **options: object) -> Reply[Review]:
    """Hold every turn of the game in FILE against the best turn at its table."""
    with Bar("reviewing") as bar:
        found = so_far(referee.review, file, progress=bar.advance, **options)
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
@file_argument
@output_option
@option("--review", is_flag=True)
@option("--card", metavar="FILE", type=PictureFile(*CARD_ENDINGS))
@option("--anonymous", is_flag=True)
@time_limit_option
@cores_option
@components_option
def replay(file: Path, output: Path | None, card: Path | None, **options: object) -> None:
    """Make a page of the game in FILE on which every event can be looked at."""
    with Bar("reviewing") as bar:
        found = so_far(referee.replay, file, progress=bar.advance, **options)
    if output is not None or card is None:
        put(output, found.to_html().encode())
    if card is not None:
        put(card, found.to_card(card.suffix))
    for made in (output, card):
        if made is not None and str(made) != "-":
            remark(say("commands.replay.written", made=made))
