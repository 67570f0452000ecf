"""Records that leave open all they can end within their limit, with a true answer."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

import referee
from referee.api import gaps as gap_answers
from referee.api.gaps import STEPS_A_SECOND
from referee.core.budget import Budget
from referee.core.ids import Seat
from referee.core.input_limits import CLAIMS_OF_A_RECORD
from referee.core.state import State
from referee.engine import Pad, scoring
from referee.gaps import completions, draws, questions, stand_ins
from referee.gaps import turns as turns_of_gaps
from referee.gaps.completions import DEFAULT_WORK, Completions
from referee.gaps.records import RecordWithGaps

pytestmark = pytest.mark.slow

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
    found = referee.loads(text.encode()).check(budget=referee.Budget(seconds=LIMIT))
    assert found.verdict in {"legal", "illegal", "undecided"}
    assert found.tried is not None
    # A piece of work that was begun is ended.
    assert found.tried <= 1.1 * STEPS_A_SECOND * LIMIT
    if name in PLAYED:
        assert found.verdict != "illegal"


def test_a_limit_is_a_number_of_seconds() -> None:
    for limit in (0, -1):
        with pytest.raises(referee.UsageError, match="a time limit must be more than 0 seconds"):
            referee.loads(PLAYED["ten turns"]).check(budget=referee.Budget(seconds=limit))


MEASURED = """
import re
import referee
from tests.api.test_api_gap_hostile import OTHERS, PLAYED
for text in {**PLAYED, **OTHERS}.values():
    referee.loads(text).check(budget=referee.Budget(seconds=2))
# What `getrusage` tells counts whoever started this process, too, until it ran another program.
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024)
"""


def test_hostile_records_take_little_memory() -> None:
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", MEASURED], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < MOST_MEGABYTES


VARIABLE = "players blue, green\nset reference\nsetup variable\ntracks A1 B1 C1 D1\n"
SMALL: dict[str, str] = {
    "nine books of unknown spaces": VARIABLE
    + "blue clerk clerk2 to 1 books a01@2 b01@14 b18@12 b22@8 a04@3 a10@4 b20@5 c07@6 c04@7\n",
    "a preparation before the setup": VARIABLE.replace("green", "green, red, yellow")
    + "= price cotton3 1\nunordered\nprepare exp3c, cot3c, exp3d, cot4b, cof3c\n",
}
"""Records of less than 1,000 bytes that took a search far beyond its budget."""

COUNTED = """
import sys, referee
verdict = referee.loads(sys.stdin.buffer.read()).check()
print(verdict.verdict, verdict.tried)
"""
HANGING = 120
"""Seconds after which a search does not end; a loaded machine needs far less."""


@pytest.mark.parametrize("name", SMALL)
def test_small_records_end_within_the_default_work(name: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", COUNTED],
        input=SMALL[name].encode(),
        capture_output=True,
        check=True,
        timeout=HANGING,
    )
    verdict, tried = done.stdout.split()
    assert verdict == b"undecided"
    assert int(tried) <= 1.1 * DEFAULT_WORK


@pytest.mark.parametrize("ask", [referee.Game.score, referee.Game.explain, referee.Game.replay])
def test_gaps_are_searched_once_whatever_is_asked(
    ask: Callable[[referee.Game], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[RecordWithGaps] = []
    complete = RecordWithGaps.complete

    def counted(gaps: RecordWithGaps, budget: Budget) -> Completions:
        searched.append(gaps)
        return complete(gaps, budget)

    monkeypatch.setattr(RecordWithGaps, "complete", counted)
    with suppress(referee.RefereeError):
        ask(referee.loads(f"{OPENING}... 1\n"))
    assert len(searched) == 1


COSTLY: dict[str, tuple[object, str, int, str]] = {
    "events of the setup": (
        draws,
        "exact",
        31_000,
        (
            f"{VARIABLE}green plan banana2 cotton1 cotton2\nprepare: ?\ngreen ?\n"
            "blue expand cairo R11:3 R06:1 take R06 R11\nblue plan ? ? ? ? ?"
        ),
    ),
    "turns read on every display": (
        turns_of_gaps,
        "ways_to_fill",
        70_000,
        (
            "players blue, green\nset reference\nsetup first-game\n"
            "blue expand mombasa R16:3 R19:1 R11:2 take points R11\nrefill: top3:a21 low4:b21\n"
            "blue end left = 20, diamonds 1, mombasa 14, cape-town 1, saint-louis 1, cairo 0"
        ),
    ),
    "turns beside unknown cards": (
        turns_of_gaps,
        "turn_move",
        13_400,
        VARIABLE.replace("green", "green, red, yellow")
        + "unordered\ndisplay: coffee2b banana2b merchant exp2c exp2b cotton3 cotton2b clerk2b"
        " coffee3 banana3 clerk2c cotton4\ngreen end\nblue expand cape-town R20:1 take R20\n"
        "... 4\n",
    ),
    "refills beside unknown cards": (
        draws,
        "settled",
        12_000,
        (
            "players blue, green\nset reference\ntracks A1 B1 C1 D1\n...\n"
            "blue plan clerk1 cotton1 coffee2\n= blue 9?\n... 4\n"
        ),
    ),
    "whole turns with other names": (
        stand_ins,
        "walked",
        30_000,
        VARIABLE.replace("green", "green, red, yellow")
        + "blue goods coffee2 buy clerk2b mombasa\nblue goods banana1 mombasa = 15, diamonds 1\n"
        "green ?\nrefill: top4:b03\ntable: round 1\n",
    ),
}
"""What takes several times as long as a step, how often it may be done within the default work,
and a record that has it done as often as it can."""


@pytest.mark.parametrize("name", COSTLY)
def test_what_takes_long_counts_for_several_steps(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, function, most, text = COSTLY[name]
    asked = 0
    costly = getattr(place, function)

    def counted(*said: object) -> object:
        nonlocal asked
        asked += 1
        return costly(*said)

    monkeypatch.setattr(place, function, counted)
    referee.loads(text.encode()).check()
    assert 1_000 < asked < most


def test_ends_that_score_alike_are_scored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scored = 0
    pad = scoring.pad

    def counted(state: State, seat: Seat) -> Pad:
        nonlocal scored
        scored += 1
        return pad(state, seat)

    monkeypatch.setattr(completions, "pad", counted)
    text = f"{VARIABLE.replace('green', 'green, red, yellow')}blue plan ? ? ? ? ?\n"
    found = referee.loads(text).score().ranges
    # The setup that nobody wrote and the plan leave 17,000 tables, and four players on each.
    assert found
    assert not found.exact
    assert 0 < scored < 1_000


def test_too_many_tables_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{OPENING}blue goods ?\n".encode()
    possible = len(referee.loads(text).tables().states)
    events = len(referee.loads(text).replay().story.events)
    assert possible > 1
    monkeypatch.setattr(completions, "MOST_COMPARED", possible - 1)
    found = referee.loads(text).tables()
    assert len(found.states) == 1
    assert "missing from the record" in found.table.note
    assert len(referee.loads(text).replay().story.events) < events


def test_what_to_ask_about_gaps_is_looked_for_within_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = f"{OPENING}... 4\n".encode()
    looked_at: list[questions.Memory] = []
    answer = questions.answer

    def counted(question: questions.Memory, table: State) -> int:
        looked_at.append(question)
        return answer(question, table)

    monkeypatch.setattr(questions, "answer", counted)
    found = referee.loads(text).completions()
    assert found.question is not None
    assert len(looked_at) > 200
    looked_at.clear()
    monkeypatch.setattr(gap_answers, "MOST_ANSWERS", 200)
    referee.loads(text).completions()
    assert 0 < len(looked_at) <= 200
    looked_at.clear()
    # All the time is gone when the search for the ways is over.
    clock = count(step=0.1)
    monkeypatch.setattr("time.thread_time", lambda: next(clock))
    assert referee.loads(text).completions(budget=referee.Budget(seconds=0.5)).question is None
    assert not looked_at
