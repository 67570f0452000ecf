"""Settings of all tests, and which of them are left out of a quick run."""

import os
from typing import Final

import pytest
from hypothesis import settings

# A run that decides about a change looks at the same examples every time; others look further.
settings.register_profile("repeatable", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("repeatable")

SLOW: Final = ()
"""Files, or single tests, that `scripts/test --quick` leaves out: they take most of the time.

A quick run has to end within 90 seconds on two cores. `pytest --quick --durations 20` shows what
takes long in it; what a test costs counts, not how much it matters.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of a quick run."""
    parser.addoption("--quick", action="store_true", help="leave out the slow tests")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests of a quick run."""
    if not config.getoption("--quick"):
        return
    config.hook.pytest_deselected(items=[item for item in items if _is_slow(item.nodeid)])
    items[:] = [item for item in items if not _is_slow(item.nodeid)]


def _is_slow(name: str) -> bool:
    test, _, _ = name.partition("[")
    file, _, _ = test.partition("::")
    return test in SLOW or file in SLOW
