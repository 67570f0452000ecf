"""The lowest versions that the project is said to work with, in place of those of the checkout."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scripts.tools.project import ROOT

pytestmark = pytest.mark.slow

TESTS = ("cli/test_cli_shipped.py", "cli/test_cli_drawing.py", "model/test_bonus.py")
"""Tests of the command, its completion, what it draws, and both solvers' questions."""


@pytest.fixture
def lowest(tmp_path: Path) -> Path:
    """Return a folder with the lowest versions of what is installed with the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    versions = [each.replace(">=", "==") for each in project["dependencies"]]
    pip = ("pip", "install", "--quiet", "--no-deps", "--target", str(tmp_path))
    installed = subprocess.run(  # noqa: S603 - our own dependencies
        [sys.executable, "-m", *pip, *versions], capture_output=True, text=True, check=False
    )
    if "from versions: none" in installed.stderr:
        pytest.skip("the packages are not here and cannot be fetched")
    assert installed.returncode == 0, installed.stderr
    return tmp_path


def test_the_lowest_versions_work(lowest: Path) -> None:
    path = os.pathsep.join(map(str, (lowest, ROOT, ROOT / "model")))
    tests = [str(ROOT / "tests" / each) for each in TESTS]
    ended = subprocess.run(  # noqa: S603 - our own tests
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *tests],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert ended.returncode == 0, ended.stdout
