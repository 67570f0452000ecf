"""A quick run leaves out what it says, and nothing that is not there any more."""

import subprocess
import sys

import pytest

from scripts.tools.project import ROOT
from tests.conftest import SLOW


@pytest.mark.parametrize("slow", SLOW)
def test_what_a_quick_run_leaves_out_exists(slow: str) -> None:
    file, _, test = slow.partition("::")
    text = (ROOT / file).read_text("utf-8")
    assert f"def {test}(" in text or not test


def test_every_file_and_every_test_is_named_once() -> None:
    assert sorted(set(SLOW)) == [*SLOW]
    assert not [slow for slow in SLOW if "::" in slow and slow.partition("::")[0] in SLOW]


def test_a_quick_run_leaves_out_the_slow_tests_only() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--quick", "tests/agreement"]
    collected = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603
    assert SLOW[0].startswith("tests/agreement/")
    assert SLOW[0] not in collected
    assert f"{SLOW[0].partition('::')[0]}::" in collected
