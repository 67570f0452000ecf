"""A quick run leaves out what it says, and nothing that is not there any more."""

import re
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


def test_a_quick_run_has_tests_of_every_package() -> None:
    tops = (ROOT / "referee", ROOT / "model" / "referee_model")
    packages = {f"{top.name}.{path.parent.name}" for top in tops for path in top.glob("*/*.py")}
    files = {path.relative_to(ROOT) for path in ROOT.glob("tests/**/test_*.py")}
    quick = [file for file in files if not {str(file), str(file.parent)} & {*SLOW}]
    text = "\n".join((ROOT / file).read_text("utf-8") for file in quick)
    imported = {
        *re.findall(r"^ *(?:from|import) ((?:referee|referee_model)\.\w+)", text, re.MULTILINE)
    }
    assert "referee.engine" in packages
    assert packages - imported == set()


def test_a_quick_run_leaves_out_the_slow_tests_only() -> None:
    slow = next(each for each in SLOW if "::" in each)
    file = slow.partition("::")[0]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--quick", file]
    collected = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603
    assert slow not in collected
    assert f"{file}::" in collected
