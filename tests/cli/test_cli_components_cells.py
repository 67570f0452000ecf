"""`referee components cells`: areas for the map of a set."""

from pathlib import Path

import pytest

from referee.components.set_writer import write_set
from referee.core.set_reader import CELLS, read_set, reference_set
from tests.cli.running import run

pytestmark = pytest.mark.slow


def test_the_areas_of_a_map_are_found_and_kept(tmp_path: Path) -> None:
    folder = write_set(reference_set(), tmp_path / "copy")
    (folder / CELLS).unlink()
    found = run("components", "cells", str(folder))
    assert found.exit_code == 0, found.output
    cells = read_set(folder).cells
    assert cells is not None
    assert cells != reference_set().cells
    assert run("components", "check", str(folder)).exit_code == 0
