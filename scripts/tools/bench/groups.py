"""The groups of figures, each imported when it is measured, and what some of them need besides."""

import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

from scripts.tools.bench.measurement import Figures

GROUPS: Final[Mapping[str, str]] = {
    "turns": "turns:figures",
    "playing": "playing:figures",
    "reading": "reading:figures",
    "listing": "listing:figures",
    "states": "states:figures",
    "proving": "proving:figures",
    "why": "why:figures",
    "best": "best:figures",
    "exhaustive": "best:exhaustive",
    "startup": "startup:figures",
    "gaps": "gaps:figures",
    "repair": "repair:figures",
    "pictures": "pictures:figures",
    "unread": "unread:figures",
    "table": "table:figures",
    "jobs": "jobs:figures",
}
"""Module and function of each."""

PROGRAMS: Final[Mapping[str, str]] = {
    "turns": "chess",
    "playing": "catanatron",
    "reading": "chess",
    "listing": "chess",
}
"""The program that people know beside which a group is measured, as it is imported."""


class PackageError(Exception):
    """A program to measure beside could not be installed."""


def group(name: str) -> Callable[[int], Figures]:
    """Return what measures a group."""
    found: Callable[[int], Figures] = resolve_name(f"{__package__}.{GROUPS[name]}")
    return found


def missing_programs(groups: Iterable[str]) -> list[str]:
    """Return the programs that these groups need and that are not installed."""
    needed = {PROGRAMS[name] for name in groups if name in PROGRAMS}
    return sorted(name for name in needed if find_spec(name) is None)


def install_programs(project: Path) -> None:
    """Install the programs to measure beside, in the versions that the project names."""
    declared = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    # The packages alone: with `--editable` this environment would belong to the project named here.
    packages = declared["project"]["optional-dependencies"]["bench"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pinned = ["--constraint", str(project / "constraints.txt")]
    done = subprocess.run([*pip, *pinned, *packages], stdout=sys.stderr, check=False)  # noqa: S603
    if done.returncode:
        raise PackageError(f"{', '.join(packages)} could not be installed")
