"""A shipped game with other lines in the place of one."""

from referee.core.shipped_files import shipped

GAME = (shipped("games") / "two-players.mgn").read_text("utf-8").splitlines()
TURN = GAME.index("blue goods coffee2 mombasa 2")
"""The line of the seventh turn of the first round."""


def text(*lines: str, instead_of: int = 1, at: int = TURN) -> str:
    return "\n".join([*GAME[:at], *lines, *GAME[at + instead_of :], ""])
