"""Seeded games as people write them down: text, with the money noted at the end of each round."""

from functools import cache

import referee
from referee.core.ids import Seat
from referee.core.state import State
from referee.records.quantities import TurnEnd, actual
from referee.records.record import Remark, SaidClaim, Statement
from referee.records.writer import line_of


@cache
def written_game(seed: int) -> str:
    """Return a game by seeded players; in two of three the money is noted after each round."""
    game = referee.play(players=2 + seed % 3, seed=seed, policy="greedy" if seed % 2 else "random")
    text = game.to_text()
    return text if seed % 3 == 0 else _with_money(game, text)


def _with_money(game: referee.Game, text: str) -> str:
    """Return the text with a line of claims before each preparation."""
    notes = [
        _money(moment.before, game.colours)
        for moment in game.moments()
        if moment.event is not None and type(moment.event).__name__ == "PrepareRound"
    ]
    found: list[str] = []
    for line in text.split("\n"):
        if line.startswith("prepare"):
            found.append(notes.pop(0))
        found.append(line)
    return "\n".join(found)


def _money(table: State, colours: tuple[str, ...]) -> str:
    moment = TurnEnd(table, table)
    claims = []
    for seat in range(len(colours)):
        claim = SaidClaim(what="cash", value=0, seat=Seat(seat))
        claims.append(SaidClaim(what="cash", value=actual(moment, claim), seat=Seat(seat)))
    return line_of(Statement(said=Remark(), claims=tuple(claims)), colours)
