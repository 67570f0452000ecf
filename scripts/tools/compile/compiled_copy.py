"""The copy of the packages in which the engine is compiled: what it holds, and how it is run.

It lies outside the sources, since a compiled module beside an edited source would hide the edit.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from subprocess import CompletedProcess, run
from sys import executable
from typing import Final

from scripts.tools.project import ROOT

FOLDER: Final = ROOT / "build" / "compiled"
MARK: Final = "COMPILED.txt"
"""A file that only a finished copy holds."""

COPIED: Final[Mapping[str, str]] = {
    "referee": "referee",
    "model": "model",
    "games": "referee/shipped/games",
    "puzzles": "referee/shipped/puzzles",
}
"""The folders of the checkout that are copied, and where to: as they lie in a wheel."""

_LOSES_OPTIONS: Final = "it defines structs, and mypyc loses their options, such as `frozen`"
PLAIN: Final[Mapping[str, str]] = {
    "__init__": "it only names what others offer",
    "golden": _LOSES_OPTIONS,
    "policies": _LOSES_OPTIONS,
    "scoring": _LOSES_OPTIONS,
    "work": f"{_LOSES_OPTIONS}; its notes may be a list with an `append` of its own",
    "bonus_sums": _LOSES_OPTIONS,
}
"""The modules of the engine that are left as they are, and why; all others are compiled."""


def compiled_modules(root: Path = ROOT) -> list[str]:
    """Return the names of the modules of the engine that are compiled."""
    files = sorted((root / "referee" / "engine").glob("*.py"))
    return [f"referee.engine.{file.stem}" for file in files if file.stem not in PLAIN]


def extension_of(module: str, folder: Path) -> Path:
    """Return where the compiled module lies in a copy."""
    return folder / (module.replace(".", "/") + EXTENSION_SUFFIXES[0])


def is_current(folder: Path) -> bool:
    """Return whether a copy is finished, of the sources as they are now, and for this Python."""
    if not (folder / MARK).is_file():
        return False
    for there, here in COPIED.items():
        now, then = dict(_files(ROOT / there)), dict(_files(folder / here))
        # Games and puzzles are copied into the package.
        if now != {name: data for name, data in then.items() if not name.startswith("shipped/")}:
            return False
    return all(extension_of(module, folder).is_file() for module in compiled_modules())


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in {".pyc", ".so"}:
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def environment(*folders: Path) -> dict[str, str]:
    """Return variables with which Python takes packages from these folders and not from here."""
    paths = os.pathsep.join(map(str, folders))
    return {**os.environ, "PYTHONPATH": paths, "PYTHONSAFEPATH": "1"}


def referee(arguments: Sequence[str], folder: Path) -> CompletedProcess[bytes]:
    """Return what the referee of a folder says when it is called with these arguments."""
    command = [executable, "-m", "referee", *arguments]
    return run(command, env=environment(folder), capture_output=True, check=False)  # noqa: S603
