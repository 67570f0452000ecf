"""A quick run leaves out the slow tests, and has some of every package."""

import re
import subprocess
import sys

from scripts.tools.project import ROOT
from tests.conftest import SLOW_FILE


def test_a_quick_run_has_tests_of_every_package() -> None:
    tops = (ROOT / "referee", ROOT / "model" / "referee_model")
    packages = {f"{top.name}.{path.parent.name}" for top in tops for path in top.glob("*/*.py")}
    texts = [path.read_text("utf-8") for path in ROOT.glob("tests/**/test_*.py")]
    text = "\n".join(text for text in texts if not SLOW_FILE.search(text))
    imported = {
        *re.findall(r"^ *(?:from|import) ((?:referee|referee_model)\.\w+)", text, re.MULTILINE)
    }
    assert "referee.engine" in packages
    assert packages - imported == set()


def collected(*options: str) -> set[str]:
    files = ["tests/test_tiers.py", "tests/api/test_api_gaps.py", "tests/browser"]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *files, *options]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603
    return {line for line in run.stdout.splitlines() if "::" in line}


def test_a_quick_run_leaves_out_the_slow_tests_only() -> None:
    quick, slow = collected("--quick"), collected("-m", "slow")
    assert quick
    assert slow
    assert quick | slow == collected()
    assert quick.isdisjoint(slow)
    assert not any("browser" in name for name in quick)
