"""Where the project lies, and where another tree of it has its packages."""

import os
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


def python_path(tree: Path) -> str:
    """Return the folders in which the packages of a tree lie, as `PYTHONPATH` takes them."""
    return os.pathsep.join((str(tree), str(tree / "model")))
