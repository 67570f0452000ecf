"""Whether processes are still there."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest


def written(numbers: Path, least: int) -> list[int]:
    """Return the numbers that processes have written down, as soon as there are enough."""
    return eventually(lambda: [int(n) for n in read(numbers) if n][:least], least)


def read(numbers: Path) -> list[str]:
    return numbers.read_text("utf-8").splitlines() if numbers.exists() else []


def eventually(found: Callable[[], list[int]], number: int) -> list[int]:
    """Return what is found when it is so many, with the patience of a loaded machine."""
    until = time.monotonic() + 60
    while len(now := found()) != number and time.monotonic() < until:
        time.sleep(0.02)
    assert len(now) == number
    return now


def alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")
