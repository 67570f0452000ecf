"""A scheduler and workers as processes of their own, started as people start them by hand.

They are on loopback, or each in a network of its own, as if they were machines.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from scripts.tools.project import ROOT

PATIENCE = 120
"""Seconds in which a scheduler must be there on a loaded machine."""

LOOPBACK = "127.0.0.1"


class Hosts:
    """A scheduler, and workers that can be killed and started again."""

    def __init__(self, folder: Path, address: str, prefix: Sequence[str] = ()) -> None:
        self._folder, self._port = folder, 0
        self._host = address
        self.workers: list[subprocess.Popen[bytes]] = []
        self.kills = 0
        self._log = (folder / "hosts.log").open("ab")
        self.scheduler = self._start(
            [*prefix, *_dask("scheduler"), "--host", address, "--port", "0"],
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

    def add_worker(self, prefix: Sequence[str] = (), host: str = LOOPBACK) -> None:
        """Start a worker."""
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", host]
        # A worker that is left alone does not stay.
        options += ["--death-timeout", "60"]
        command = [*prefix, *_dask("worker"), self.address(), *options]
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
    return [sys.executable, "-m", f"distributed.cli.dask_{what}"]


@contextmanager
def hosts(folder: Path, workers: int) -> Iterator[Hosts]:
    """Yield a scheduler with so many workers, all of them on this machine."""
    with Hosts(folder, LOOPBACK) as found:
        for _ in range(workers):
            found.add_worker()
        yield found
