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
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/agreement"]
    whole, quick = (
        subprocess.run(  # noqa: S603
            [*command, *options], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout
        for options in ((), ("--quick",))
    )
    left_out = {*whole.splitlines()} - {*quick.splitlines()}
    assert len([line for line in left_out if line.startswith(SLOW[0])]) > 1
    assert "tests/agreement/test_comparing.py::" in quick
