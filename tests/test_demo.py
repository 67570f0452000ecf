"""The demonstration says what it is about to do, and installs nothing for developers."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_it_says_at_once_that_it_sets_things_up(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    for name in ("scripts/demo", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    told = subprocess.run(  # noqa: S603 - our own script
        [tmp_path / "scripts" / "demo"],
        env={"PATH": "/usr/bin:/bin", "PYTHON": "false"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 2
    assert told.stderr.startswith("Setting up the command in .venv-demo, once: about a minute")


def test_it_needs_the_command_alone_and_ends_by_saying_how_to_call_it() -> None:
    script = (ROOT / "scripts" / "demo").read_text("utf-8")
    assert "[dev]" not in script
    assert "scripts/python" not in script
    assert "`referee --help" in script.replace("\\", "").rpartition("cat <<END")[2]
