"""Two processes beside one: `check`, `review`, `golden` and `conform`, and the memory of a worker.

Times by the clock mean something on an idle machine only; what the second process costs (the CPU
of two beside that of one) is told as well, and holds on a loaded one, too. The memory of a worker
is what it shares with nobody, and its part of what it shares (PSS).

The review is one for which somebody would ask for a second process: a whole game of three, by the
round, most of a minute of solving. By the turn it takes a second, half of it importing the solver.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from scripts.tools.bench.measurement import Figures, random_game
from scripts.tools.project import ROOT
from scripts.tools.seed_runs import cpu_of_children

GAMES = 4000
"""So many that starting, a tenth of a second which nobody shares, does not count for much."""
PLAYED = 20
LOOKED_EVERY = 0.05


def figures(rounds: int) -> Figures:
    """Return how many times as fast two processes are, and what that costs."""
    found: Figures = {}
    with TemporaryDirectory() as temporary, _every_core(), _with_bytecode(temporary):
        folder = _records(Path(temporary))
        for command in ("check", "review"):
            _run([command, "games/two-players.mgn"], 1)
        engine = [sys.executable, "-m", "referee", "serve-engine"]
        for name, words in {
            "check": ["check", str(folder), "--summary"],
            "review": ["review", "games/three-players.mgn", "--horizon", "round", "--json"],
            "golden": ["golden", "check"],
            "conform": ["conform", "--games", "40", "--save", temporary, "--", *engine],
        }.items():
            runs = [(_run(words, 1), _run(words, 2)) for _ in range(max(1, rounds // 2))]
            one, two = zip(*runs, strict=True)
            found[f"{name}, two processes beside one"] = {
                "times as fast": _ratio([each[0] for each in one], [each[0] for each in two]),
                "times the CPU": _ratio([each[1] for each in two], [each[1] for each in one]),
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


@contextmanager
def _with_bytecode(folder: str) -> Iterator[None]:
    """Let processes write and find bytecode: an installed package has it, a checkout may not."""
    before = dict(os.environ)
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "bytecode"))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _records(folder: Path) -> Path:
    """Return a folder of games, twenty of them played, each many times."""
    from referee.records.loader import dump  # noqa: PLC0415
    from referee.records.writer import record_of  # noqa: PLC0415

    place = folder / "games"
    place.mkdir()
    for seed in range(PLAYED):
        setting, game = random_game(seed)
        data = dump(record_of(setting, [event for event, _ in game]), "text")
        for number in range(seed, GAMES, PLAYED):
            (place / f"game-{number:04}.mgn").write_bytes(data)
    return place


def _command(words: list[str], jobs: int) -> list[str]:
    before, dashes, behind = words, [], []
    if "--" in words:
        at = words.index("--")
        before, dashes, behind = words[:at], ["--"], words[at + 1 :]
    more = ["--jobs", str(jobs), *dashes, *behind]
    return [sys.executable, "-m", "referee", *before, *more]


def _run(words: list[str], jobs: int) -> tuple[float, float]:
    """Return the seconds by the clock and those of computing that a command takes."""
    began, before = time.monotonic(), cpu_of_children()
    subprocess.run(  # noqa: S603 - our own command
        _command(words, jobs), cwd=ROOT, stdout=subprocess.DEVNULL, check=False
    )
    return time.monotonic() - began, cpu_of_children() - before


def _ratio(above: list[float], below: list[float]) -> float:
    return round(median(one / other for one, other in zip(above, below, strict=True)), 2)


def _memory(words: list[str]) -> dict[str, float]:
    """Return the most that one of two workers ever had: unshared, and its part of everything."""
    most = {"unshared": 0.0, "pss": 0.0}
    with subprocess.Popen(  # noqa: S603 - our own command
        _command(words, 2), cwd=ROOT, stdout=subprocess.DEVNULL
    ) as running:
        while running.poll() is None:
            for worker in _workers(running.pid):
                for name, megabytes in _told(worker).items():
                    most[name] = max(most[name], megabytes)
            time.sleep(LOOKED_EVERY)
    return {name: round(megabytes, 1) for name, megabytes in most.items()}


def _workers(parent: int) -> list[int]:
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii")
    except OSError:
        return []
    return [int(number) for number in children.split()]


def _told(process: int) -> dict[str, float]:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()[1:]
    except OSError:
        return {}
    sizes = {
        name: int(rest.split()[0]) / 1024 for name, _, rest in (x.partition(":") for x in lines)
    }
    return {"unshared": sizes["Private_Clean"] + sizes["Private_Dirty"], "pss": sizes["Pss"]}
