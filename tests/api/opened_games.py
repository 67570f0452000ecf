"""Games in progress with which tests begin."""

from msgspec.structs import replace

import referee
from referee.api.games_in_progress import Recording

OPENING = """\
display: coffee3 cotton3 exp2b clerk2b merchant banana2b cotton2b coffee2b exp2c clerk3 coffee4 exp3
books: a01 a02 b01 b02 c01 c02 a03 a04 b03 b04 c03 c04
blue rest banana2 cotton2 clerk2
green rest coffee1 banana1 clerk1
round 1
blue plan coffee2 exp2 clerk1
green plan cotton2 clerk2 exp2
blue goods coffee2 mombasa cairo
green clerk to 1 books a03@2 b01@3 c02@5
refill: a05 b06 c07
"""


def opened() -> Recording:
    game = referee.Recording({"blue": "Ann", "green": "Bob"})
    for line in OPENING.splitlines():
        game.append(line)
    return game


def unplayed(game: referee.Game) -> Recording:
    """Return the game of a record before its first statement."""
    return referee.Game(replace(game.record, statements=()), game.components).recording()
