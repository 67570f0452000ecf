"""Pictures: the time of one table, and of the replay of a whole game with its size."""

import time
from collections.abc import Callable
from functools import partial
from statistics import median

import referee
from referee.drawing import LAPTOP, PHONE, Style, table_picture
from scripts.tools.bench.measurement import Figures

GAME = "games/four-players.mgn"
TABLES = ("1.1", "3.2", "6.3", None)


def figures(rounds: int) -> Figures:
    """Return the milliseconds of a table by width, and the seconds and bytes of replays."""
    game = referee.load(GAME)
    tables = [game.at(when) for when in TABLES]

    def drawn(width: int) -> Callable[[], object]:
        style = Style(width=width)
        return lambda: [table_picture(table.state, table.colours, style=style) for table in tables]

    found: Figures = {
        f"ms for a table of {width}": round(1000 * _seconds(rounds, drawn(width)) / len(tables), 2)
        for width in (LAPTOP, PHONE)
    }
    for players, name in ((2, "games/two-players.mgn"), (4, GAME)):
        found[f"{players}-player replay"] = {
            "s": round(_seconds(rounds, partial(_page, name)), 2),
            "MB": round(len(_page(name).encode()) / 1e6, 2),
        }
    return found


def _page(name: str) -> str:
    return referee.replay(name).to_html()


def _seconds(rounds: int, work: Callable[[], object]) -> float:
    """Return the median time of the processor that a work takes, once it is warm."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return median(times)
