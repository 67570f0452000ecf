"""Steps on the company tracks and on the diamond track."""

from .bugs import bug
from .table import Game


def call_ahead(game: Game, seat: int, company: str) -> int:
    """The pounds that the next step on a track costs."""
    space = game.players[seat]["tracks"][company]
    if bug("call-unpaid"):
        return 0
    calls = game.track[company]["calls"]
    return sum(call["pounds"] for call in calls if call["before"] == space + 1)


def can_step(game: Game, seat: int, company: str) -> bool:
    """Whether the marker can move: not at the end, and the call can be paid."""
    player = game.players[seat]
    if player["tracks"][company] >= game.track[company]["last"]:
        return False
    return bool(player["cash"] >= call_ahead(game, seat, company))


def must_step(game: Game, seat: int, company: str, *, of_unit: bool = False) -> bool:
    """Whether a step that is given has to be made; one that a unit gives is no reward."""
    partial = game.rulings["partial-use"] in (["yes"] if of_unit else ["rewards", "yes"])
    if partial or not can_step(game, seat, company):
        return False
    may_decline = game.rulings["capital-call"] == "may-decline"
    return not (may_decline and call_ahead(game, seat, company))


def step(game: Game, seat: int, company: str) -> None:
    """Move the marker one space: the call first, then what the space gives."""
    player = game.players[seat]
    player["cash"] -= call_ahead(game, seat, company)
    player["tracks"][company] += 1
    space = player["tracks"][company]
    for special in game.track[company]["specials"]:
        if special["at"] == space:
            for other in game.players:
                again = other is not player
                if again and bug("special-not-again"):
                    continue
                if other["tracks"][company] >= space:
                    other["cash"] += special["pounds"]
            if bug("bonus-at-once"):
                player["levels"][company] = level(game, seat, company)


def level(game: Game, seat: int, company: str) -> int:
    """How many special spaces of a track the marker has reached or passed."""
    space = game.players[seat]["tracks"][company]
    return sum(special["at"] <= space for special in game.track[company]["specials"])


def move_diamond(game: Game, seat: int, steps: int) -> None:
    """Move the diamond marker; at the end of its track a step is worth two pounds."""
    player = game.players[seat]
    room = game.printed.diamond_track["last"] - player["diamonds"]
    moved = min(steps, room)
    player["diamonds"] += moved
    if room == 0 or game.rulings["diamond-overflow"] == "pounds":
        player["cash"] += 2 * (steps - moved)
