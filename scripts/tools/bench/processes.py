"""Commands and the table in the browser as processes: start, pictures, taps, memory, two at once.

Times by the clock mean something on an idle machine only; CPU time holds on a loaded one, too. The
memory of a worker is what it shares with nobody, and its part of what it shares (PSS).
"""

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any
from unittest.mock import patch

import referee
from referee.drawing.table import LAPTOP, PHONE, Style, table_picture
from referee.records.loader import dump
from referee.records.writer import record_of
from scripts.tools.bench.measurement import Figures, cpu_seconds, random_game
from scripts.tools.oracle.corpus import megabytes_of
from scripts.tools.project import ROOT, python_path
from scripts.tools.runs import cpu_of_children

COMMAND = ("-c", "from referee.cli.main import main; main(prog_name='referee')")
"""What the script does that an installation makes."""


@contextmanager
def _with_bytecode() -> Iterator[Path]:
    """Let processes write bytecode into a temporary folder: an installed package has it."""
    with TemporaryDirectory() as folder, patch.dict(os.environ):
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "bytecode"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        yield Path(folder)


GAME = "games/four-players.mgn"
ILLEGAL = "games/illegal/exp-06-points-suffice.mgn"

TARGETS = {"help": 2.0, "check": 3.0, "check of an illegal game": 4.0, "completion": 2.0}
"""The most that each may cost, as a multiple of the imports alone."""

COMPLETING = {
    "_REFEREE_COMPLETE": "bash_complete",
    "COMP_WORDS": "referee rules gds-0",
    "COMP_CWORD": "2",
}


def startup(rounds: int) -> Figures:
    """Return the CPU time of short commands as ratios to that of the imports alone."""
    with _with_bytecode():
        plain = {**os.environ, "PYTHONPATH": python_path(ROOT)}
        asked: dict[str, tuple[str, ...]] = {
            "base": ("-c", "import click, rich, msgspec"),
            "help": (*COMMAND, "--help"),
            "check": (*COMMAND, "check", GAME),
            "check of an illegal game": (*COMMAND, "check", ILLEGAL),
            "completion": COMMAND,
        }
        seconds: dict[str, list[float]] = {name: [] for name in asked}
        # In turns, so that a busy moment of the machine falls on all of them.
        for number in range(3 * rounds + 1):
            for name, words in asked.items():
                before, command = cpu_of_children(), [sys.executable, *words]
                environment = {**plain, **COMPLETING} if name == "completion" else plain
                options: Any = {"cwd": ROOT, "env": environment, "stdout": subprocess.DEVNULL}
                done = subprocess.run(command, **options, check=False)  # noqa: S603 - our own
                if done.returncode != (ILLEGAL in words):
                    raise subprocess.CalledProcessError(done.returncode, words)
                if number:
                    seconds[name].append(cpu_of_children() - before)
    base = median(seconds["base"])
    return {
        "startup: import click, rich, msgspec": {"ms of CPU": round(1000 * base, 1)},
        **{
            f"startup: {name}": {
                "of the imports": round(median(seconds[name]) / base, 2),
                "at most": most,
                "ms of CPU": round(1000 * median(seconds[name]), 1),
            }
            for name, most in TARGETS.items()
        },
    }


TABLES = ("1.1", "3.2", "6.3", None)


def pictures(rounds: int) -> Figures:
    """Return the milliseconds of a table by width, and the seconds and bytes of replays."""
    game = referee.load(GAME)
    tables = [game.table(when) for when in TABLES]

    def seconds(work: Callable[[], object]) -> float:
        """Return the median time of the processor that a work takes, once it is warm."""
        work()
        return median(cpu_seconds(work) for _ in range(rounds))

    def drawn(width: int) -> None:
        for table in tables:
            table_picture(table.state, table.colours, style=Style(width=width))

    found: Figures = {
        f"ms for a table of {width}": round(1000 * seconds(partial(drawn, width)) / len(tables), 2)
        for width in (LAPTOP, PHONE)
    }
    for players, name in ((2, "games/two-players.mgn"), (4, GAME)):
        found[f"{players}-player replay"] = {
            "s": round(seconds(lambda: referee.load(name).replay().to_html()), 2),  # noqa: B023
            "MB": round(len(referee.load(name).replay().to_html().encode()) / 1e6, 2),
        }
    return found


PAGES = 20
BETWEEN_LOOKS = 1.0
"""Seconds, as pages ask for what is new."""
REQUESTS_A_ROUND = 2000
MIDDLE = "round 4"
"""In the middle of `games/four-players.mgn`."""
AGAIN = 300
"""Requests after which others follow from another address: one alone may not ask too much."""


def table(rounds: int) -> Figures:
    """Return what a table with a game of four players does."""
    lines = (ROOT / GAME).read_text("utf-8").splitlines()
    at = lines.index(MIDDLE)
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.mgn").write_text("\n".join(lines[:at]) + "\n", "utf-8")
        with _served(folder) as (opened, process):
            before = _cpu_so_far(process)
            taps = _taps(opened, [line for line in lines[at:] if line])
            cpu = _cpu_so_far(process) - before
            in_step = [_in_step(opened) for _ in range(rounds)]
            begun, ended = _requests(opened, process, rounds * REQUESTS_A_ROUND)
    return {
        "table: answer to a tap": {
            "median ms": round(1000 * median(taps), 1),
            "at most": 50,
            "p95 ms": round(1000 * quantiles(taps, n=20)[-1], 1),
            "p95 at most": 200,
            "ms of CPU a tap": round(1000 * cpu / len(taps), 1),
            "taps": len(taps),
        },
        f"table: {PAGES} pages in step": {
            "slowest s": round(max(in_step), 2),
            "at most": 1,
            "times": len(in_step),
        },
        "table: memory of the server": {
            "MB after a fifth": round(begun, 1),
            "MB at the end": round(ended, 1),
            "requests": rounds * REQUESTS_A_ROUND,
        },
    }


class _Asking:
    """Whoever asks a server that runs."""

    def __init__(self, address: str, number: int = 1) -> None:
        self.address, self._number, self._asked = address, number, 0
        self.connection = self._connect()

    def _connect(self) -> HTTPConnection:
        """Return a connection from one of the addresses of this machine."""
        return HTTPConnection(self.address, source_address=(f"127.0.0.{self._number}", 0))

    def ask(self, path: str, body: object = None) -> Any:  # noqa: ANN401 - whatever it answers
        """Return an answer; from time to time another of our addresses asks."""
        self._asked += 1
        if self._asked % AGAIN == 0:
            self.connection.close()
            self._number = 2 + self._asked // AGAIN % 200
            self.connection = self._connect()
        if body is None:
            self.connection.request("GET", path)
        else:
            origin = {"Origin": f"http://{self.address}"}
            self.connection.request("POST", path, json.dumps(body), origin)
        answer = self.connection.getresponse()
        told = answer.read()
        if answer.status not in {200, 201}:
            raise RuntimeError(f"{path}: {answer.status} {told[:200]!r}")
        is_data = answer.headers.get_content_type() == "application/json"
        return json.loads(told) if is_data else told


@contextmanager
def _served(folder: str) -> Iterator[tuple[_Asking, int]]:
    """Serve a folder, and yield whoever asks and the process of the server."""
    started = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, *COMMAND, "table", folder, "--no-browser", "--lang", "en"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        said = started.stdout.readline() if started.stdout is not None else ""
        address = re.search(r"127\.0\.0\.1:\d+", said)
        if address is None:
            raise RuntimeError(f"the table does not say where it is: {said!r}")
        yield _Asking(address[0]), started.pid
    finally:
        started.terminate()
        started.wait(30)


def _taps(table: _Asking, lines: list[str]) -> list[float]:
    """Return how long each tap took that recorded the rest of a game, pictures aside."""
    seconds: list[float] = []
    state = table.ask("/api/games/game")

    def tap(**body: object) -> Any:  # noqa: ANN401
        begun = perf_counter()
        found = table.ask("/api/games/game/say", {"after": state["version"], **body})
        seconds.append(perf_counter() - begun)
        return found

    for line in lines:
        if line.startswith("round "):
            continue
        draft = tap()["draft"]
        if any(line == filled for filled in state["due"]["filled_in"]):
            continue
        placed = [each for each in draft["offers"] if each["legal"] and each["place"]]
        if placed:
            tap(place=placed[0]["place"], hold=True)
        state = tap(line=line, done=True)["state"]
    return seconds


def _in_step(table: _Asking) -> float:
    """Return how long it takes until every page shows what one of them has recorded."""
    version = table.ask("/api/games/game")["version"]
    changed: list[float] = []
    ready = threading.Barrier(PAGES + 1)

    def follow(number: int) -> None:
        page = _Asking(table.address, 2 + number)
        known = page.ask("/api/games/game/seen")["seen"]
        ready.wait()
        while page.ask("/api/games/game/seen")["seen"] == known:
            sleep(BETWEEN_LOOKS)
        page.ask("/api/games/game")
        page.ask("/api/games/game/picture?width=phone")
        changed.append(perf_counter())
        page.connection.close()

    pages = [threading.Thread(target=follow, args=(number,)) for number in range(PAGES)]
    for page in pages:
        page.start()
    ready.wait()
    begun = perf_counter()
    table.ask("/api/games/game/steps", {"after": version, "way": "undo"})
    for page in pages:
        page.join()
    return max(changed) - begun


def _requests(table: _Asking, process: int, requests: int) -> tuple[float, float]:
    """Return the memory of the server after a fifth of the requests, and after all."""
    version = table.ask("/api/games/game")["version"]
    asked = ("/api/games/game", "/api/games/game/picture?width=phone", "/api/games", "/")
    first = 0.0
    for number in range(requests):
        if number % 5 == 0:
            table.ask("/api/games/game/say", {"after": version})
        else:
            table.ask(asked[number % len(asked)])
        if number == requests // 5:
            first = megabytes_of(process)
    sleep(0.1)
    return first, megabytes_of(process)


def _cpu_so_far(process: int) -> float:
    """Return how much a process has computed, however busy the machine is with others."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


GAMES = 4000
"""So many that starting, a tenth of a second which nobody shares, does not count for much."""
PLAYED = 20
LOOKED_EVERY = 0.05


def jobs(rounds: int) -> Figures:
    """Return how many times as fast two processes are, and what that costs.

    The review is one for which somebody would ask for a second process: a whole game of three, by
    the round, most of a minute of solving. By the turn it takes a second, half of it importing.
    """
    found: Figures = {}
    with _every_core(), _with_bytecode() as temporary:
        folder = temporary / "games"
        folder.mkdir()
        for seed in range(PLAYED):
            setting, game = random_game(seed)
            data = dump(record_of(setting, [event for event, _ in game]), "text")
            for number in range(seed, GAMES, PLAYED):
                (folder / f"game-{number:04}.mgn").write_bytes(data)
        for command in ("check", "review"):
            _run([command, "games/two-players.mgn"], 1)
        engine = [sys.executable, "-m", "referee", "conform", "serve"]
        for name, words in {
            "check": ["check", str(folder), "--summary"],
            "review": ["review", "games/three-players.mgn", "--horizon", "round", "--json"],
            "golden": ["conform", "golden"],
            "conform": ["conform", "run", "--games", "40", "-o", str(temporary), "--", *engine],
        }.items():
            runs = [(_run(words, 1), _run(words, 2)) for _ in range(max(1, rounds // 2))]
            found[f"{name}, two processes beside one"] = {
                "times as fast": round(median(one[0] / two[0] for one, two in runs), 2),
                "times the CPU": round(median(two[1] / one[1] for one, two in runs), 2),
            }
        found["memory of a worker of check, MB"] = _memory(["check", str(folder), "--summary"])
    return found


@contextmanager
def _every_core() -> Iterator[None]:
    """Let processes that are started here run on all cores; the others measure on one."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _command(words: list[str], jobs: int) -> list[str]:
    at = words.index("--") if "--" in words else len(words)
    return [sys.executable, "-m", "referee", *words[:at], "--jobs", str(jobs), *words[at:]]


def _run(words: list[str], jobs: int) -> tuple[float, float]:
    """Return the seconds by the clock and those of computing that a command takes."""
    began, before = time.monotonic(), cpu_of_children()
    subprocess.run(  # noqa: S603 - our own command
        _command(words, jobs), cwd=ROOT, stdout=subprocess.DEVNULL, check=False
    )
    return time.monotonic() - began, cpu_of_children() - before


def _memory(words: list[str]) -> dict[str, float]:
    """Return the most that one of two workers ever had: unshared, and its part of everything."""
    most = {"unshared": 0.0, "pss": 0.0}
    with subprocess.Popen(  # noqa: S603 - our own command
        _command(words, 2), cwd=ROOT, stdout=subprocess.DEVNULL
    ) as running:
        while running.poll() is None:
            # A process that is gone tells nothing.
            with suppress(OSError, KeyError):
                children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text()
                for worker in children.split():
                    told = Path(f"/proc/{worker}/smaps_rollup").read_text()
                    pairs = re.findall(r"(\w+): +(\d+) kB", told)
                    sizes = {name: int(size) / 1024 for name, size in pairs}
                    unshared = sizes["Private_Clean"] + sizes["Private_Dirty"]
                    most["unshared"] = max(most["unshared"], unshared)
                    most["pss"] = max(most["pss"], sizes["Pss"])
            time.sleep(LOOKED_EVERY)
    return {name: round(megabytes, 1) for name, megabytes in most.items()}
