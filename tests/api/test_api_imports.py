"""What is imported on the way to an answer: nothing that only another answer needs."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.slow

HEAVY = ("z3", "ortools", "numpy", "pandas", "jinja2")
ASKED = f"""
import sys
from click.testing import CliRunner
from referee.cli.main import main
ended = CliRunner().invoke(main, sys.argv[1:])
assert ended.exit_code in (0, 1), ended.output
print([name for name in {HEAVY!r} if name in sys.modules])
"""
JUDGED = f"""
import sys, referee
[*referee.check_all(["games/own-copy/three-players.mgn", "games/illegal"])]
game = referee.load("games/two-players.mgn")
game.to_form("json"), game.check()
print([name for name in {HEAVY!r} if name in sys.modules])
"""


def imported(code: str, *arguments: str) -> str:
    ended = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent.parent.parent,
    )
    return ended.stdout.strip()


@pytest.mark.parametrize(
    "arguments",
    [
        "check games/four-players.mgn",
        "check games/illegal --json",
        "fmt games/two-players.mgn",
        "fmt games/two-players.mgn --to json",
    ],
)
def test_the_command_imports_no_solver(arguments: str) -> None:
    assert imported(ASKED, *arguments.split()) == "[]"


def test_the_surface_imports_no_solver() -> None:
    assert imported(JUDGED) == "[]"


def test_a_proof_does_import_one() -> None:
    assert "z3" in imported(ASKED, "check", "games/illegal/exp-06-points-suffice.mgn", "--prove")


class Way(NamedTuple):
    """A way to an answer: how many modules of ours it may import, and what it leaves alone."""

    code: str
    at_most: int
    without: tuple[str, ...]


RUN = """
from click.testing import CliRunner
from referee.cli.main import main
ended = CliRunner().invoke(main, {!r}.split())
assert ended.exit_code == {}, ended.output
"""
ILLEGAL = "games/illegal/exp-06-points-suffice.mgn"
APPLICATION = """
import tempfile
from pathlib import Path
from referee.web.game_files import game_folder
from referee.web.guard import Door
from referee.web.server import table_app
with tempfile.TemporaryDirectory() as folder, game_folder(Path(folder)) as games:
    table_app(games, Door(frozenset({"127.0.0.1:8787"})))
"""
JUDGED_PUZZLES = """
from referee import Puzzle
for name in ("lone-merchant", "a-plan-for-one-card"):
    puzzle = Puzzle.named(name)
    assert puzzle.attempt(*puzzle.solution).verdict == "solved"
"""
SERVED = ("starlette", "uvicorn", "duckdb")
OTHER_ANSWERS = (
    *("referee.gaps", "referee.positions", "referee.copies", "referee.components"),
    *("referee.repairs", "referee.solve", "referee.drawing", "referee_model"),
)
# There is room for two modules more: look at what imports the third before you raise a figure.
WAYS = {
    "check of a legal game": Way(
        RUN.format("check games/four-players.mgn", 0), 126, (*HEAVY, *SERVED, *OTHER_ANSWERS)
    ),
    "check of an illegal game": Way(
        RUN.format(f"check {ILLEGAL}", 1), 129, (*HEAVY, *SERVED, *OTHER_ANSWERS)
    ),
    # The likeliest slip is told, too, and a line may have been left out.
    "explain": Way(
        RUN.format(f"explain {ILLEGAL}", 1),
        184,
        (*SERVED, "ortools", "pandas", "referee.positions", "referee.copies", "referee_model.best"),
    ),
    "explain of a moment": Way(
        RUN.format(f"explain {ILLEGAL} --at 1.1", 1),
        154,
        (*SERVED, "ortools", "pandas", "referee.repairs", *OTHER_ANSWERS[:4], "referee_model.best"),
    ),
    "the web application": Way(APPLICATION, 239, (*HEAVY, "uvicorn", "duckdb", "click", "rich")),
    "judging a puzzle": Way(
        JUDGED_PUZZLES, 123, (*HEAVY, *SERVED, "referee.gaps", "referee.copies", "referee.drawing")
    ),
    "puzzle solve with a turn": Way(
        RUN.format("puzzle solve lone-merchant end left", 1),
        148,
        (*HEAVY, *SERVED, "referee.gaps", "referee.copies", "referee.drawing"),
    ),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_an_answer_imports_little_more_than_it_needs(way: Way) -> None:
    modules = imported(f"import sys\n{way.code}\nprint(*sorted(sys.modules))").split()
    assert [name for name in way.without if name in modules] == []
    ours = [name for name in modules if name.partition(".")[0] in {"referee", "referee_model"}]
    assert len(ours) <= way.at_most, ours
