"""Long runs: shared by processes or a cluster, resumed where an earlier run was stopped."""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial, wraps
from pathlib import Path
from typing import Generic, NoReturn, Protocol, Self, TypeVar

import click
import msgspec
from msgspec import Struct

from referee.batch.cluster import cluster
from referee.batch.crew import Crew, Loss
from referee.durable import open_lines
from scripts.tools.project import ROOT

Item = TypeVar("Item")
Found = TypeVar("Found")
EVERY = 30.0
"""Seconds between two lines."""


def counted(items: Iterable[Item], whole: int, what: str) -> Iterator[Item]:
    """Yield the items, and say now and then how many of the whole are done."""
    started = told = time.monotonic()
    for number, item in enumerate(items, 1):
        yield item
        now = time.monotonic()
        if now - told >= EVERY:
            told = now
            left = (now - started) / number * (whole - number)
            print(f"{number} of {whole} {what}, about {left:.0f} s left", file=sys.stderr)


class Share(Struct, frozen=True):
    """Who shares the work."""

    jobs: int = 1
    """Processes of this machine."""
    cluster: str | None = None
    """The address of a scheduler (docs/scale.md); `local` starts one with so many processes."""
    lasting: int | None = None
    """A process that has done so much makes room for a new one, and gives its memory back."""

    def results(self, items: Sequence[Item], work: Callable[[Item], Found]) -> Iterator[Found]:
        """Yield what comes of every item, in their order."""
        alone = self.jobs == 1 and self.cluster is None
        if alone and (self.lasting is None or len(items) <= self.lasting):
            yield from map(work, items)
            return
        make = partial(_doing, work)
        batches = ([item] for item in items)
        if self.cluster is not None:
            with cluster(self.cluster, make, _lost, seconds=None, jobs=self.jobs) as machines:
                for (result,) in machines.results(batches):
                    yield result
            return
        with Crew(self.jobs, make, _lost, lasting=self.lasting) as processes:
            for (result,) in processes.results(batches):
                yield result


def _doing(work: Callable[[Item], Found]) -> Callable[[Item], Found]:
    return work


def _lost(item: object, why: Loss) -> NoReturn:
    raise click.ClickException(f"{item}: every process that tried it ended ({why})")


def sharing(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command the options that say who shares its work; it gets them as a `Share`."""

    @click.option("--jobs", default=1, show_default=True, help="Processes.")
    @click.option("--cluster", metavar="ADDRESS", help="Of a scheduler, or `local`.")
    @wraps(command)
    def with_share(jobs: int, cluster: str | None, **others: object) -> object:
        return command(share=Share(jobs, cluster), **others)

    return with_share


def cpu_of_children() -> float:
    """Return the seconds that the processes computed which this one started, and which ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def megabytes_of(process: int) -> float:
    """Return the memory that a process holds; nothing if it is gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text("ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


PATIENCE = 120
"""Seconds in which a scheduler must be there on a loaded machine."""

LOOPBACK = "127.0.0.1"


class Hosts:
    """A scheduler, and workers that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self.kills = 0
        self._log = (folder / "hosts.log").open("ab")
        self.scheduler = self._start(
            [*_dask("scheduler"), "--host", LOOPBACK, "--port", "0"],
            ["--scheduler-file", str(self._file), "--no-dashboard", "--no-show"],
        )

    @property
    def _file(self) -> Path:
        return self._folder / "scheduler.json"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.scheduler):
            process.terminate()
        for process in (*self.workers, self.scheduler):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._log.close()

    def address(self) -> str:
        """Return where the scheduler is to be found, as soon as it is there."""
        # It imports little, and the client waits for it: all that is needed is its port.
        import msgspec  # noqa: PLC0415

        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.scheduler.poll() is None:
            with suppress(OSError, msgspec.DecodeError):
                found = msgspec.json.decode(self._file.read_bytes())
                return str(found["address"])
            time.sleep(0.05)
        raise RuntimeError("the scheduler did not start; hosts.log tells why")

    def add_worker(self) -> None:
        """Start a worker."""
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", LOOPBACK]
        # A worker that is left alone does not stay.
        options += ["--death-timeout", "60"]
        command = [*_dask("worker"), self.address(), *options]
        self.workers.append(
            self._start(command, ["--local-directory", str(self._folder / "workers")])
        )

    def kill_worker(self, number: int) -> None:
        """Kill a worker in the middle of whatever it is doing."""
        worker = self.workers.pop(number)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        self.kills += 1

    def _start(self, command: Sequence[str], options: Sequence[str]) -> subprocess.Popen[bytes]:
        environment = {
            **os.environ,
            # A scheduler remembers a thousand messages otherwise, each of them a batch of games.
            "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "10",
            "PYTHONPATH": os.pathsep.join(
                [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
            ),
        }
        return subprocess.Popen(  # noqa: S603 - our own programs
            [*command, *options], env=environment, stdout=self._log, stderr=self._log
        )


def _dask(what: str) -> list[str]:
    return [sys.executable, "-P", "-m", f"distributed.cli.dask_{what}"]


@contextmanager
def hosts(folder: Path, workers: int) -> Iterator[Hosts]:
    """Yield a scheduler with so many workers, all of them on this machine."""
    with Hosts(folder) as found:
        for _ in range(workers):
            found.add_worker()
        yield found


class OfSeed(Protocol):
    """A result that knows its seed."""

    seed: int


Result = TypeVar("Result", bound=OfSeed)


class SeedRun(Struct, frozen=True):
    """Which seeds a long run goes through, and how."""

    positions: int
    seed: int = 0
    """The first one."""
    share: Share = Share()
    results: Path | None = None
    """A file that keeps what was compared."""


def over_seeds(positions: int) -> Callable[[Callable[..., int]], Callable[..., object]]:
    """Give a command the options that all long runs share; it gets them as a `SeedRun`."""

    def decorated(command: Callable[..., int]) -> Callable[..., object]:
        @click.option("--positions", default=positions, show_default=True, help="How many.")
        @click.option("--seed", default=0, show_default=True, help="The first of the seeds.")
        @click.option("--results", type=Path, help="A file that keeps what was compared.")
        @sharing
        @wraps(command)
        def with_run(
            positions: int, seed: int, share: Share, results: Path | None, **others: object
        ) -> int:
            return command(SeedRun(positions, seed, share, results), **others)

        return with_run

    return decorated


class ResultFile(Generic[Found]):
    """Results as JSON lines, from which a later run goes on; without a path nothing is kept."""

    def __init__(self, path: Path | None, kind: type[Found]) -> None:
        self._path, self._kind = path, kind

    def read(self) -> list[Found]:
        """Return what earlier runs added; a line that was cut off goes."""
        if self._path is None or not self._path.exists():
            return []
        found = []
        with open_lines(self._path) as lines:
            for number, line in enumerate(lines.whole(), 1):
                try:
                    found += [msgspec.json.decode(line, type=self._kind)] if line else []
                except msgspec.DecodeError as error:
                    told = f"{self._path}:{number}: this is no result: {error}"
                    raise click.ClickException(told) from error
            lines.drop_torn()
        return found

    def add(self, result: Found) -> None:
        """Add a result."""
        if self._path is not None:
            with open_lines(self._path) as lines:
                lines.append(msgspec.json.encode(result, order="deterministic"))


def results_of(run: SeedRun, work: Callable[[int], Result], kind: type[Result]) -> list[Result]:
    """Return the results of all seeds asked for; those that a file keeps are not made again."""
    file = ResultFile(run.results, kind)
    done = {result.seed: result for result in file.read()}
    seeds = range(run.seed, run.seed + run.positions)
    left = [seed for seed in seeds if seed not in done]
    worked = run.share.results(left, work)
    for result in counted(worked, len(left), "positions"):
        done[result.seed] = result
        file.add(result)
    return [done[seed] for seed in seeds]
