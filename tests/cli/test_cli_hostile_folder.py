"""No command runs code of the folder that it is called from, nor does a process that it starts."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from referee.cli.main import COMMANDS
from tests.cli.processes import HANGS, ROOT, environment

pytestmark = pytest.mark.slow

GAME, GAMES = str(ROOT / "games/two-players.mgn"), str(ROOT / "games/illegal")
OWN_COPY = str(next(path for path in (ROOT / "games/own-copy").iterdir() if path.is_dir()))
SCRIPT = """
import sys
from referee.cli.start import main
if __name__ == "__main__":
    sys.exit(main(prog_name="referee"))
"""
RESTART = """
import sys
from referee.cli.group import restarted
sys.exit(restarted(sys.argv[1:]))
"""

RUNS = {
    "best": ["best", GAME, "--at", "1.2"],
    "books": ["best", "--books", GAME, "--at", "1.2", "--timeout", "1"],
    "check": ["check", GAMES, "--jobs", "2", "--summary", "--results", "{made}/results.jsonl"],
    "a cluster": ["check", GAMES, "--cluster", "local", "--jobs", "2", "--summary"],
    "config": ["config"],
    "components": ["components", "check", OWN_COPY],
    "conform": [
        "conform",
        "run",
        "--games",
        "2",
        "--jobs",
        "2",
        "--",
        "{referee}",
        "conform",
        "serve",
    ],
    "batch": ["batch", "report", "{made}/results.jsonl"],
    "explain": ["explain", str(ROOT / "games/illegal/exp-06-points-suffice.mgn")],
    "fmt": ["fmt", GAME, "--to", "json"],
    "examples": ["examples", "list"],
    "complete": ["complete", GAME],
    "golden": ["conform", "golden", str(ROOT / "games/golden"), "--jobs", "2", "--timeout", "0.01"],
    "legal": ["legal", GAME, "--at", "1.2"],
    "counts": ["legal", GAME, "--at", "1.2", "--depth", "1"],
    "play": ["play", "--seed", "1"],
    "position": ["position", "new"],
    "proving": ["check", GAME, "--prove"],
    "puzzle": ["puzzle", "list"],
    "repair": ["repair", str(ROOT / "games/illegal/exp-06-points-suffice.mgn")],
    "replay": ["replay", GAME, "-o", "{made}/replay.html"],
    "review": ["review", GAME, "--jobs", "2"],
    "rules": ["rules"],
    "rulings": ["rulings"],
    "score": ["score", GAME],
    "serving": ["conform", "serve"],
    "show": ["show", GAME, "--picture", "{made}/table.png"],
    "table": ["table", "{made}/table", "--no-browser"],
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of what commands write, beside one of code that leaves a mark when run."""
    made = tmp_path_factory.mktemp("hostile")
    folder = made / "folder"
    folder.mkdir()
    mark = f"open({str(made / 'mark')!r}, 'a').write(__name__ + ' ')\n"
    names = {
        *sys.stdlib_module_names,
        *packages_distributions(),
        "model",
        "referee",
        "referee_model",
        "scripts",
    }
    for name in names - {"this", "antigravity"}:
        (folder / f"{name}.py").write_text(mark, "utf-8")
    for name, code in {"referee": SCRIPT, "restart": RESTART}.items():
        (made / name).write_text(f"#!{sys.executable}\n{code}\n", "utf-8")
        (made / name).chmod(0o755)
    return made


def ran(made: Path, *command: str) -> tuple[int, str]:
    """Return how a command ended in the hostile folder, and what it wrote."""
    with subprocess.Popen(  # noqa: S603 - our own command
        [word.format(made=made, referee=made / "referee") for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=made / "folder",
        env=environment(),
    ) as process:
        assert process.stdout is not None
        if "table" in command:
            process.stdout.readline()
            process.terminate()
        # Whoever waits for the end first waits for ever if more is written than a pipe holds.
        written, _ = process.communicate(timeout=HANGS)
        return process.returncode, written


def marks(made: Path) -> str:
    """Return, once, which modules of the folder were run."""
    mark = made / "mark"
    found = mark.read_text("utf-8") if mark.exists() else ""
    mark.unlink(missing_ok=True)
    return found


def python_itself_imports() -> list[str]:
    """Return what is imported before a module that is run gets a word in."""
    words = [sys.executable, "-P", "-c", "import runpy, sys; print(*sys.modules)"]
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.split()  # noqa: S603 - ourselves


def test_every_command_is_tried() -> None:
    assert {*COMMANDS} <= {*RUNS}


@pytest.mark.parametrize("name", sorted(RUNS, key=lambda name: (name != "check", name)))
def test_no_command_runs_code_of_the_current_folder(name: str, made: Path) -> None:
    code, written = ran(made, "{referee}", *RUNS[name])
    assert not marks(made)
    assert code in (0, 1, -15), written
    assert "bug in the referee" not in written


def test_nor_does_one_that_is_restarted_with_plain_modules(made: Path) -> None:
    code, written = ran(made, f"{made}/restart", "check", GAME)
    assert not marks(made)
    assert (code, "legal" in written) == (0, True)


def test_a_module_leaves_the_folder_behind_as_soon_as_it_can(made: Path) -> None:
    hostile = made / "folder"
    kept = {path: path.read_text("utf-8") for path in hostile.iterdir()}
    for name in {*python_itself_imports(), "referee"}:
        (hostile / f"{name}.py").unlink(missing_ok=True)
    try:
        code, _ = ran(made, sys.executable, "-m", "referee", *RUNS["review"])
        assert not marks(made)
        assert code == 0
    finally:
        for path, text in kept.items():
            path.write_text(text, "utf-8")
