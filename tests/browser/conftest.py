"""A real browser for the tests of pages: the one of the distribution, never a download.

Where there is none these tests are skipped, which is told with the line that installs it; with
REFEREE_BROWSER=required, as in `.ci/run`, that is a failure.
"""

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.tables import served_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

INSTALL = "apt-get install -y --no-install-recommends chromium fonts-dejavu-core"
NAMES = ("chromium", "chromium-browser", "google-chrome")
PACKAGES = ("playwright", "axe_playwright_python")


def _lacking() -> str:
    """Return what is missing for a browser, and how to get it; nothing if all is there."""
    if missing := [name for name in PACKAGES if find_spec(name) is None]:
        return f"{', '.join(missing)} is not installed; `scripts/test` installs it"
    if not any(map(shutil.which, NAMES)):
        return f"there is no browser; `{INSTALL}` installs it"
    return ""


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """A browser that every page of a run shares."""
    if lacking := _lacking():
        if os.environ.get("REFEREE_BROWSER") == "required":
            pytest.fail(lacking)
        pytest.skip(lacking)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where it is installed

    path = next(found for name in NAMES if (found := shutil.which(name)))
    with sync_playwright() as started:
        # Whoever runs the tests in a container is root, for whom it has no sandbox.
        launched = started.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the table of a module's tests keeps its games."""
    return tmp_path_factory.mktemp("table")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The address of a table that a module's tests share."""
    with served_table(folder) as found:
        yield found
