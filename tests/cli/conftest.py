import shutil
from importlib import resources
from pathlib import Path

import pytest


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the shipped set that a test may spoil."""
    folder = tmp_path / "copy"
    with resources.as_file(resources.files("referee") / "components" / "reference") as shipped:
        shutil.copytree(shipped, folder)
    return folder
