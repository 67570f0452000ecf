"""Which modules are compiled with mypyc when the project is installed, and what that takes.

Only the hook that builds wheels compiles, in a folder of its own: a compiled module beside an
edited source would hide the edit, so a checkout and an editable install are always plain.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scripts.tools.wheel.native_source import native_source

PACKAGES: Final = ("referee/engine", "referee/notation", "referee/transcript")
"""The packages whose modules are compiled."""

_LOSES_OPTIONS: Final = "it defines structs, and mypyc loses their options, such as `frozen`"
_NAMES_ONLY: Final = "it only names what others offer"
_SELDOM: Final = "reading and judging a legal game spends no time in it"
_TABLE: Final = "it is a table that is made once"
PLAIN: Final[Mapping[str, str]] = {
    "referee.engine.__init__": _NAMES_ONLY,
    "referee.engine.golden": _LOSES_OPTIONS,
    "referee.engine.scoring": _LOSES_OPTIONS,
    "referee.notation.__init__": _NAMES_ONLY,
    "referee.notation.bounds": _SELDOM,
    "referee.notation.claims": _SELDOM,
    "referee.notation.errors": _LOSES_OPTIONS,
    "referee.notation.face_text": _SELDOM,
    "referee.notation.faces": _SELDOM,
    "referee.notation.fields": _LOSES_OPTIONS,
    "referee.notation.headers": _LOSES_OPTIONS,
    "referee.notation.keywords": _TABLE,
    "referee.notation.read_lines": _LOSES_OPTIONS,
    "referee.notation.record": _LOSES_OPTIONS,
    "referee.notation.roster": _SELDOM,
    "referee.notation.spellings": _SELDOM,
    "referee.notation.tongues": _LOSES_OPTIONS,
    "referee.notation.wire_types": _LOSES_OPTIONS,
    "referee.notation.writer": _SELDOM,
    "referee.transcript.__init__": _NAMES_ONLY,
    "referee.transcript.abbreviation": _SELDOM,
    "referee.transcript.addresses": _SELDOM,
    "referee.transcript.blame": _SELDOM,
    "referee.transcript.broken_completion": _SELDOM,
    "referee.transcript.completed_turn": _LOSES_OPTIONS,
    "referee.transcript.continuation": _SELDOM,
    "referee.transcript.hints": _SELDOM,
    "referee.transcript.judgement": _LOSES_OPTIONS,
    "referee.transcript.moments": _LOSES_OPTIONS,
    "referee.transcript.stages": _SELDOM,
}
"""The modules of these packages that are left as they are, and why; all others are compiled."""

LAST_LINES: Final = 15
"""So many lines of a failed build are shown."""


class CannotCompileError(Exception):
    """Something that compiling needs is missing, or the compiler failed."""


def compiled_modules(root: Path) -> list[str]:
    """Return the names of the modules that are compiled, of the project that lies in a folder."""
    found = [file for package in PACKAGES for file in sorted((root / package).glob("*.py"))]
    names = [".".join(file.relative_to(root).with_suffix("").parts) for file in found]
    return [name for name in names if name not in PLAIN]


def lacking() -> Iterator[str]:
    """Yield a sentence for everything that compiling needs and this machine lacks."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        yield f"there is no C compiler {compiler}"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        yield "the headers of this Python are not installed"


def compiled_into(folder: Path, root: Path) -> dict[Path, str]:
    """Compile a project into a folder; return each file with its place in a wheel."""
    modules = compiled_modules(root)
    with TemporaryDirectory() as work:
        for package in ("referee", "model"):
            ignored = shutil.ignore_patterns("__pycache__", "*.so")
            shutil.copytree(root / package, Path(work, package), ignore=ignored)
        for module in modules:
            file = Path(work, module.replace(".", "/") + ".py")
            file.write_text(native_source(file.read_text("utf-8")), "utf-8")
        _run_mypyc(Path(work), modules)
        built = [*Path(work).glob("*.so"), *Path(work, "referee").rglob("*.so")]
        built += [*Path(work).glob("*.pyd"), *Path(work, "referee").rglob("*.pyd")]
        placed = {}
        for file in built:
            place = file.relative_to(work).as_posix()
            copy = folder / place
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)
            placed[copy] = place
    ending = EXTENSION_SUFFIXES[0]
    names = {place.removesuffix(ending).replace("/", ".") for place in placed.values()}
    if missing := [module for module in modules if module not in names]:
        raise CannotCompileError(f"mypyc left out {', '.join(missing)}")
    return placed


def _run_mypyc(folder: Path, modules: list[str]) -> None:
    files = [module.replace(".", "/") + ".py" for module in modules]
    built = subprocess.run(  # noqa: S603 - the compiler of our own modules
        [sys.executable, str(Path(__file__).with_name("extensions.py")), *files],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if built.returncode:
        last = "\n".join(built.stdout.splitlines()[-LAST_LINES:])
        raise CannotCompileError(f"mypyc failed; its last lines were\n{last}")
