"""Holds the compiled engine against the plain one: the engine's tests, and games played by both."""

import subprocess
import sys
from pathlib import Path

from scripts.tools.compile.compiled_copy import environment, referee
from scripts.tools.project import ROOT

SEEDS = range(1, 6)
PLAYERS = (2, 3, 4)
TESTS = ("tests/engine", "tests/transcript")
"""The golden games, the cases, what is drawn and judged; and records that are read and judged."""


def check(folder: Path) -> int:
    """Return 0 if the copy passes the tests and plays the same games, else 1; say which."""
    games = [
        ("play", "--seed", str(seed), "--players", str(players))
        for seed in SEEDS
        for players in PLAYERS
    ]
    different = [game for game in games if not _same(game, folder)]
    for game in different:
        print(f"referee {' '.join(game)}: the compiled engine says something else")
    if not different:
        print(f"{len(games)} seeded games are the same, byte for byte, plain and compiled")
    passed = _tests_pass(folder)
    print("the tests pass with the compiled engine" if passed else "the compiled engine fails")
    return 0 if passed and not different else 1


def _same(arguments: tuple[str, ...], folder: Path) -> bool:
    plain, compiled = (referee(arguments, place) for place in (ROOT, folder))
    answers = [(said.returncode, said.stdout, said.stderr) for said in (plain, compiled)]
    return plain.returncode == 0 and answers[0] == answers[1]


def _tests_pass(folder: Path) -> bool:
    """Run the tests of the checkout on the packages of a copy."""
    command = [
        *(sys.executable, "-m", "pytest", "-p", "scripts.tools.compile.compiled_only", "--quiet"),
        # Tests are found from where they lie, without putting the checkout before the copy.
        *("--import-mode", "importlib", "--override-ini", "pythonpath="),
        *("--numprocesses", "auto", "--dist", "loadfile"),
        *TESTS,
    ]
    variables = environment(folder, ROOT)
    return subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode == 0  # noqa: S603
