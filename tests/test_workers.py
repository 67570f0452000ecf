"""Processes that share the work of a long command."""

import subprocess
import sys
from pathlib import Path

from tests.processes import alive, eventually, needs_proc, written

SHARED = """
import os, sys, time
from referee.workers import workers

def work(name):
    with open(name, "a") as file:
        print(os.getpid(), file=file, flush=True)
    time.sleep(600)

with workers(2) as pool:
    list(pool.map(work, sys.argv[1:] * 2))
"""


@needs_proc
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    with subprocess.Popen((sys.executable, "-c", SHARED, str(numbers))) as parent:  # noqa: S603
        started = written(numbers, 2)
        assert all(map(alive, started))
        parent.kill()
    eventually(lambda: [process for process in started if alive(process)], 0)
