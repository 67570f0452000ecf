"""Records that leave open all they can end within their limit, with a true answer."""

import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee.game.input_limits import CLAIMS_OF_A_RECORD
from referee.gaps.budget import DEFAULT_SECONDS, DEFAULT_WORK

GAME = Path("games/two-players.mgn").read_text(encoding="utf-8").splitlines()
FIRST_TURN = next(at for at, line in enumerate(GAME) if line.startswith("blue expand"))
OPENING = "\n".join(GAME[:FIRST_TURN]) + "\n"
LIMIT = 1.0
MOST_MEGABYTES = 300
"""The work of two seconds a record took 60 MB, and that of ten 110."""


def blank(line: str) -> str:
    """Return a line of which as little is said as the notation allows."""
    first, *rest = line.split() or [""]
    word = first.rstrip(":")
    if word in {"refill", "prepare", "display", "books"}:
        return f"{word}: ?"
    if first not in {"blue", "green"}:
        return line
    match rest[0]:
        case "plan":
            return f"{first} plan ? ? ? ? ?"
        case "tile" | "rest":
            return f"{first} {rest[0]} ?"
        case "bonus":
            return f"{first} bonus"
        case _:
            return f"{first} ?"


def turns(number: int) -> list[str]:
    """Return the first turns of the game as they were written."""
    of_players = [line for line in GAME[FIRST_TURN:] if line.startswith(("blue ", "green "))]
    return [line for line in of_players if " plan " not in line][:number]


CLAIMS = ["= blue 3, green 3, blue total 3"] * (CLAIMS_OF_A_RECORD // 3 - 10)
PLAYED: dict[str, str] = {
    "everything blank": "\n".join(map(blank, GAME)),
    "all turns blank": "\n".join([*GAME[:FIRST_TURN], *map(blank, GAME[FIRST_TURN:])]),
    "a round in no order": f"{OPENING}unordered\n" + "\n".join(turns(10)) + "\nordered\n",
    "unknown turns again and again": OPENING + "...\n" * 300,
    "the rest of the round": f"{OPENING}... round\n",
    "ten turns": f"{OPENING}... 10\n",
}
"""Records of which some completion was played: they are legal, or that is not found out."""

OTHERS: dict[str, str] = {
    "two rounds in no order": f"{OPENING}unordered\n" + "\n".join(turns(14)) + "\nordered\n",
    "ten turns and a claim": f"{OPENING}... 10\n= blue 99\n",
    "as many claims as there may be": f"{OPENING}... 4\n" + "\n".join(CLAIMS),
    "blank turns in no order": f"{OPENING}unordered\n" + "blue ?\ngreen ?\n" * 10 + "ordered\n",
    "expansions of which nothing is known": OPENING + "blue expand ? ?\ngreen expand ? ?\n" * 6,
    "rounds of which nothing is known": f"{OPENING}...\nround 5\n...\nround 6\n... round\n",
}


@pytest.mark.parametrize("name", [*PLAYED, *OTHERS])
def test_the_work_of_a_hostile_record_is_bounded(name: str) -> None:
    text = {**PLAYED, **OTHERS}[name]
    found = referee.check(text.encode(), limit=LIMIT)
    assert found.verdict in {"legal", "illegal", "undecided"}
    assert found.tried is not None
    # A piece of work that was begun is ended.
    assert found.tried <= 1.1 * DEFAULT_WORK * LIMIT / DEFAULT_SECONDS
    if name in PLAYED:
        assert found.verdict != "illegal"


def test_a_limit_is_a_number_of_seconds() -> None:
    for limit in (0, -1, 10**9):
        with pytest.raises(referee.MisuseError, match="a limit is more than 0"):
            referee.check(PLAYED["ten turns"].encode(), limit=limit)


MEASURED = """
import re
import referee
from tests.api.test_api_gap_hostile import OTHERS, PLAYED
for text in {**PLAYED, **OTHERS}.values():
    referee.check(text.encode(), limit=2.0)
# What `getrusage` tells counts whoever started this process, too, until it ran another program.
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024)
"""


def test_hostile_records_take_little_memory() -> None:
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", MEASURED], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < MOST_MEGABYTES
