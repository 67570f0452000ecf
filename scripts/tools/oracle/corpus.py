"""A corpus over workers that are killed at random: every game is judged once, as on one core."""

import gzip
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

import click
import msgspec

import referee
from referee.records.loader import dump
from referee.records.writer import record_of
from referee.types import UnreadableVerdict
from scripts.tools import runs
from scripts.tools.bench.measurement import random_game
from scripts.tools.project import ROOT
from scripts.tools.runs import cpu_of_children

PATIENCE = 120
"""Seconds in which a scheduler must be there on a loaded machine."""


def megabytes_of(process: int) -> float:
    """Return the memory that a process holds; nothing if it is gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text("ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


class Hosts:
    """A scheduler of this machine, and workers that can be killed and started again."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.kills = 0
        with ExitStack() as stack:
            self._stack = stack
            self._log = stack.enter_context((folder / "hosts.log").open("ab"))
            self.scheduler = self._start(
                "scheduler", "--port", "0", "--scheduler-file", str(self._file), "--no-show"
            )
            for _ in range(workers):
                self.add_worker()
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def address(self) -> str:
        """Return where the scheduler is to be found, as soon as it is there."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.scheduler.poll() is None:
            with suppress(OSError, msgspec.DecodeError):
                return str(msgspec.json.decode(self._file.read_bytes())["address"])
            time.sleep(0.05)
        raise RuntimeError("the scheduler did not start; hosts.log tells why")

    def add_worker(self) -> None:
        """Start a worker; one that is left alone does not stay."""
        options = ("--nthreads", "1", "--no-nanny", "--death-timeout", "60", "--local-directory")
        place = str(self._folder / "workers")
        self.workers.append(self._start("worker", self.address(), *options, place))

    def kill_worker(self, number: int) -> None:
        """Kill a worker in the middle of whatever it is doing."""
        worker = self.workers.pop(number)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        self.kills += 1

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        # A scheduler remembers a thousand messages otherwise, each of them a batch of games.
        few = {"DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "10", "PYTHONPATH": path}
        command = [sys.executable, "-P", "-m", f"distributed.cli.dask_{what}", *options]
        process = subprocess.Popen(  # noqa: S603 - our own programs
            [*command, "--host", "127.0.0.1", "--no-dashboard"],
            env={**os.environ, **few},
            stdout=self._log,
            stderr=self._log,
        )
        self._stack.callback(_ended, process)
        return process


def _ended(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


PLAYED = 12
KINDS = 10
ALIKE = PLAYED * KINDS
"""Games whose numbers differ by so many differ in nothing but their titles."""


def corpus_game(number: int) -> bytes:
    """Return a game as JSON lines."""
    header, *lines = _lines(number % ALIKE)
    titled = header.replace(b'"header":{', b'"header":{"title":"game %d",' % number, 1)
    return b"\n".join([titled, *lines, b""])


def write_corpus(path: Path, games: int) -> None:
    """Write so many games into one file of JSON lines, compressed."""
    with gzip.open(path, "wb", 1) as file:
        file.writelines(map(corpus_game, range(games)))


@cache
def _lines(number: int) -> tuple[bytes, ...]:
    """Return the lines of a game without a title."""
    game, kind = number % PLAYED, number // PLAYED
    lines = list(_played(game))
    rng = Random(1000 + number)
    if kind in range(1, 7):
        del lines[rng.randrange(5, len(lines) // 2) :]
    elif kind in {7, 8}:
        at = rng.randrange(5, len(lines) // 3)
        lines.insert(at, lines[at])
    elif kind:
        at = rng.randrange(1, len(lines) // 4)
        lines[at] = lines[at][: len(lines[at]) // 2]
    return tuple(lines)


@cache
def _played(seed: int) -> tuple[bytes, ...]:
    setting, played = random_game(seed)
    return tuple(dump(record_of(setting, [event for event, _ in played]), "jsonl").splitlines())


STARTING = ALIKE
"""Games of a run that costs little more than starting everything."""

FLAT = 1.15
"""Memory at the end may be so many times what it was when a fifth was done."""


@click.command()
@click.option("--kills", default=3, show_default=True, help="Of workers, at random.")
@click.option("--folder", type=Path, help="Where everything is kept; a temporary one unless said.")
@runs.check("games", 1000, jobs=2, without=("cluster", "minutes", "results"))
def command(run: runs.Run, kills: int, folder: Path | None) -> int:
    """Judge a corpus over a cluster whose workers die, and hold it against one core."""
    games = run.wanted
    with TemporaryDirectory() as temporary:
        place = folder or Path(temporary)
        place.mkdir(parents=True, exist_ok=True)
        few = place / "few.jsonl.gz"
        write_corpus(few, STARTING)
        start = judged_corpus(few, place / "few-results.jsonl", run.jobs, [])
        corpus, results = place / "corpus.jsonl.gz", place / "results.jsonl"
        write_corpus(corpus, games)
        size = (place / "few-results.jsonl").stat().st_size * games / STARTING
        rng = Random(run.seed)
        sizes = sorted(rng.uniform(0, 0.95) * size for _ in range(kills))
        spent = judged_corpus(corpus, results, run.jobs, sizes)
        wrong = [*differences(results, corpus, games)]
    for each in wrong[:10]:
        print(each)
    print(f"{games:,} games, {run.jobs} workers, {spent.kills} killed, {len(wrong)} differences")
    each_game = 1000 / max(1, games - STARTING)
    mean, client = (spent.cpu - start.cpu) * each_game, (spent.client - start.client) * each_game
    print(f"CPU {spent.cpu:.0f} s, {start.cpu:.0f} of them to start; {mean:.2f} ms a game")
    print(f"of them the client: {client:.2f} ms a game")
    # The most memory in the second fifth of the time, and in the last.
    fifth = max(1, len(spent.memory) // 5)
    early, late = max(spent.memory[fifth : 2 * fifth] or [0]), max(spent.memory[-fifth:] or [0])
    print(f"memory of client and scheduler: {early:.0f} MB after a fifth, {late:.0f} at the end")
    return int(bool(wrong) or late > early * FLAT)


class CorpusCost(NamedTuple):
    """What is seen of a cluster that judges a corpus from outside."""

    cpu: float
    client: float
    """Seconds that the client computed, which is what one of them can feed workers with."""
    memory: list[float]
    """Of client and scheduler, second by second."""
    kills: int


def judged_corpus(corpus: Path, results: Path, workers: int, kills: list[float]) -> CorpusCost:
    """Judge everything, and return what it cost.

    A worker is killed, and another started, whenever the results have grown to one of these sizes.
    """
    before, seen = cpu_of_children(), list[float]()
    with Hosts(results.parent, workers) as found:
        command = [sys.executable, "-P", "-m", "referee", "check", str(corpus)]
        command += ["--summary", "--cluster", found.address(), "--results", str(results)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as client:  # noqa: S603
            while not (ended := os.wait4(client.pid, os.WNOHANG))[0]:
                time.sleep(1)
                seen.append(megabytes_of(client.pid) + megabytes_of(found.scheduler.pid))
                size = results.stat().st_size if results.exists() else 0
                if kills and size > kills[0]:
                    # The oldest is the one that is surely at work.
                    found.kill_worker(0)
                    found.add_worker()
                    kills = [each for each in kills if each > size]
            client.returncode = 0
    used = ended[2]
    spent = cpu_of_children() - before
    return CorpusCost(spent, used.ru_utime + used.ru_stime, seen, found.kills)


def differences(results: Path, corpus: Path, games: int) -> Iterator[str]:
    """Yield every game that is missing, there twice, or judged otherwise than on one core."""
    expected = [_verdict(number) for number in range(min(ALIKE, games))]
    seen = bytearray(games)
    with results.open("rb") as lines:
        for line in lines:
            told = msgspec.json.decode(line)
            number = told["game"] - 1
            if seen[number]:
                yield f"game {number + 1} is there twice"
            seen[number] = 1
            if told["file"] != f"{corpus}#{number + 1}":
                yield f"game {number + 1} is called {told['file']}"
            for key in ("file", "source", "sha256", "asked", "game"):
                del told[key]
            if told != expected[number % ALIKE]:
                yield f"game {number + 1} is judged otherwise: {told['verdict']}"
    yield from (f"game {number + 1} is missing" for number in range(games) if not seen[number])


def _verdict(number: int) -> dict[str, object]:
    """Return what this process says of a game."""
    try:
        found: referee.Verdict | UnreadableVerdict = referee.loads(corpus_game(number)).check()
    except referee.UnreadableError as error:
        found = UnreadableVerdict(file="", problems=error.problems)
    told = found.to_dict()
    del told["file"]
    return told
