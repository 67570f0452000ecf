"""A quick run leaves out what it says, and nothing that is not there any more."""

import subprocess
import sys

import pytest

from scripts.tools.project import ROOT
from tests.conftest import SLOW


@pytest.mark.parametrize("slow", SLOW)
def test_what_a_quick_run_leaves_out_exists(slow: str) -> None:
    file, _, test = slow.partition("::")
    assert (ROOT / file).exists()
    assert not test or f"def {test}(" in (ROOT / file).read_text("utf-8")


def test_every_file_and_every_test_is_named_once() -> None:
    assert sorted(set(SLOW)) == [*SLOW]
    files = [slow.partition("::")[0] for slow in SLOW if "::" in slow]
    folders = [file.rpartition("/")[0] for file in SLOW if file.endswith(".py")]
    assert not {*files, *folders} & {*SLOW}


def test_a_quick_run_leaves_out_the_slow_tests_only() -> None:
    slow = next(each for each in SLOW if "::" in each)
    file = slow.partition("::")[0]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--quick", file]
    collected = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603
    assert slow not in collected
    assert f"{file}::" in collected
