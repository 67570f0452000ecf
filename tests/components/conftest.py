from pathlib import Path
from random import Random

import pytest

from referee.components.generate import random_set
from referee.components.set_writer import write_set


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A written set that a test may spoil."""
    return write_set(random_set(Random(0)), tmp_path / "set")
