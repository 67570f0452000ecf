"""Settings of all tests, and what a quick run leaves out.

Tests that take long are marked `slow`, most in a file by its `pytestmark`. A quick run has to end
within 90 seconds on two cores: about 165 seconds of computing, of which each process needs nine to
find the tests. `pytest --quick --durations 20` shows what takes long in it; what a test costs
counts, not how much it matters. Tests in a browser are slow.
"""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

# Whoever is started in the background of a script ignores interrupts, and so would everything that
# tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more about what else the machine does than about the example.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# A run that decides about a change looks at the same examples every time; others look further.
settings.register_profile("repeatable", settings.get_profile("patient"), derandomize=True)
settings.load_profile("repeatable" if os.environ.get("CI") else "patient")

SLOW_FILE: Final = re.compile(r"^pytestmark = .*\bpytest\.mark\.slow\b", re.MULTILINE)
"""Stands in a file of which all tests are slow."""


@pytest.fixture(scope="session", autouse=True)
def _disk_is_not_waited_for() -> Iterator[None]:
    """Tests kill processes and never the machine: what was written need not be on the disk.

    Every sync is still asked for, of a file that is open; some tests count them and let them fail.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of a quick run."""
    parser.addoption("--quick", action="store_true", help="leave out the slow tests")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the files that a quick run leaves out."""
    if not config.getoption("--quick") or collection_path.suffix != ".py":
        return None
    return True if SLOW_FILE.search(collection_path.read_text("utf-8")) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests of a quick run; in any other they come first.

    Files are shared out among processes in this order. A long one that came last would keep one
    process busy while the others have nothing left to do.
    """
    slow = [item for item in items if item.get_closest_marker("slow")]
    if config.getoption("--quick"):
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
        return
    files = {item.path for item in slow}
    items.sort(key=lambda item: (item.path.parent.name != "browser", item.path not in files))
