"""The table in the browser: how soon a tap is answered, many pages in step, memory that stays."""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any

from scripts.tools.bench.measurement import Figures
from scripts.tools.project import ROOT
from scripts.tools.seed_runs import megabytes_of

COMMAND = ("-c", "from referee.cli.main import main; main(prog_name='referee')", "table")
PAGES = 20
BETWEEN_LOOKS = 1.0
"""Seconds, as pages ask for what is new."""
REQUESTS_A_ROUND = 2000
MIDDLE = "round 4"
"""In the middle of `games/four-players.mgn`."""
AGAIN = 300
"""Requests after which others follow from another address: one alone may not ask too much."""


def figures(rounds: int) -> Figures:
    """Return what a table with a game of four players does."""
    lines = (ROOT / "games" / "four-players.mgn").read_text("utf-8").splitlines()
    at = lines.index(MIDDLE)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.mgn").write_text("\n".join(lines[:at]) + "\n", "utf-8")
        with _served(folder) as table:
            before = _cpu_seconds(table.process)
            taps = _taps(table, [line for line in lines[at:] if line])
            cpu = _cpu_seconds(table.process) - before
            in_step = [_in_step(table) for _ in range(rounds)]
            begun, ended = _memory(table, rounds * REQUESTS_A_ROUND)
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


class _OpenTable:
    """A server that runs, and whoever asks it."""

    def __init__(self, address: str, process: int) -> None:
        self.host, _, port = address.partition(":")
        self.port = int(port)
        self.process = process
        self._asked = 0
        self._connection = self.connect()

    def connect(self, number: int = 1) -> HTTPConnection:
        """Return a connection from one of the addresses of this machine."""
        return HTTPConnection(self.host, self.port, source_address=(f"127.0.0.{number}", 0))

    def ask(self, path: str, body: object = None) -> Any:  # noqa: ANN401 - whatever it answers
        """Return an answer; from time to time another of our addresses asks."""
        self._asked += 1
        if self._asked % AGAIN == 0:
            self._connection.close()
            self._connection = self.connect(2 + self._asked // AGAIN % 200)
        return self.ask_over(self._connection, path, body)

    def ask_over(self, connection: HTTPConnection, path: str, body: object = None) -> Any:  # noqa: ANN401
        """Return what a connection is answered."""
        origin = {"Origin": f"http://{self.host}:{self.port}"}
        if body is None:
            connection.request("GET", path)
        else:
            connection.request("POST", path, json.dumps(body), origin)
        answer = connection.getresponse()
        told = answer.read()
        if answer.status not in {200, 201}:
            raise RuntimeError(f"{path}: {answer.status} {told[:200]!r}")
        is_data = answer.headers.get_content_type() == "application/json"
        return json.loads(told) if is_data else told


@contextmanager
def _served(folder: str) -> Iterator[_OpenTable]:
    started = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, *COMMAND, folder, "--no-browser", "--lang", "en"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        said = started.stdout.readline() if started.stdout is not None else ""
        address = re.search(r"127\.0\.0\.1:\d+", said)
        if address is None:
            raise RuntimeError(f"the table does not say where it is: {said!r}")
        yield _OpenTable(address[0], started.pid)
    finally:
        started.terminate()
        started.wait(30)


def _taps(table: _OpenTable, lines: list[str]) -> list[float]:
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


def _in_step(table: _OpenTable) -> float:
    """Return how long it takes until every page shows what one of them has recorded."""
    version = table.ask("/api/games/game")["version"]
    changed: list[float] = []
    ready = threading.Barrier(PAGES + 1)

    def follow(number: int) -> None:
        asking = table.connect(2 + number)
        known = table.ask_over(asking, "/api/games/game/seen")["seen"]
        ready.wait()
        while table.ask_over(asking, "/api/games/game/seen")["seen"] == known:
            sleep(BETWEEN_LOOKS)
        table.ask_over(asking, "/api/games/game")
        table.ask_over(asking, "/api/games/game/picture?width=phone")
        changed.append(perf_counter())
        asking.close()

    pages = [threading.Thread(target=follow, args=(number,)) for number in range(PAGES)]
    for page in pages:
        page.start()
    ready.wait()
    begun = perf_counter()
    table.ask("/api/games/game/steps", {"after": version, "way": "undo"})
    for page in pages:
        page.join()
    return max(changed) - begun


def _memory(table: _OpenTable, requests: int) -> tuple[float, float]:
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
            first = megabytes_of(table.process)
    sleep(0.1)
    return first, megabytes_of(table.process)


def _cpu_seconds(process: int) -> float:
    """Return how much a process has computed, however busy the machine is with others."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
