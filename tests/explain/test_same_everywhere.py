"""An explanation does not depend on the order in which a process happens to keep its sets."""

import os
import subprocess
import sys

import pytest

from referee.core.shipped_files import shipped

pytestmark = pytest.mark.slow

GAMES = ("bkk-09-cover-if-necessary", "bon-16-different-other-tracks")


@pytest.mark.parametrize("game", GAMES)
def test_every_process_gives_the_same_explanation(game: str) -> None:
    command = (sys.executable, "-m", "referee", "explain", "--json")
    file = str(shipped("games") / "illegal" / f"{game}.mgn")
    told = {
        subprocess.run(  # noqa: S603
            (*command, file),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(told) == 1
