"""Compiles the engine with mypyc in a copy of the packages, for those who judge very many games.

The copy is made anew every time, in `build/compiled` unless told otherwise; the sources stay as
they are. `--check` holds the copy against them: by their tests, and by games that both play.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from scripts.tools.compile.compiled_check import check
from scripts.tools.compile.compiled_copy import COPIED, FOLDER, MARK, compiled_modules, is_current
from scripts.tools.project import ROOT

TOLD = "A copy of the referee with a compiled engine, made by scripts/compile. Edit nothing here.\n"

LAST_LINES = 15
"""So many lines of a failed build are shown."""


class CannotCompileError(Exception):
    """Something is missing, or in the way, or the build failed."""


def missing() -> Iterator[str]:
    """Yield a sentence for everything that compiling needs and this machine lacks."""
    for package in ("mypyc", "setuptools"):
        if find_spec(package) is None:
            yield f"the Python package {package} is missing; scripts/compile installs it"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        yield f"there is no C compiler {compiler}; install one, or name yours in CC"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        yield f"there is no {header}; install the headers of this Python"


def compile_into(folder: Path) -> None:
    """Make a copy of the packages in a folder and compile its engine; a failure leaves no copy."""
    if lacking := list(missing()):
        raise CannotCompileError("; ".join(lacking))
    _refuse_what_is_not_ours(folder)
    print("compiling the engine takes a minute or two", file=sys.stderr)
    begun = folder.with_name(f"{folder.name}.unfinished")
    shutil.rmtree(begun, ignore_errors=True)
    try:
        for source, place in COPIED.items():
            ignored = shutil.ignore_patterns("__pycache__", "*.so")
            shutil.copytree(ROOT / source, begun / place, ignore=ignored)
        _build(begun)
        (begun / MARK).write_text(TOLD, "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        begun.rename(folder)
    finally:
        shutil.rmtree(begun, ignore_errors=True)


def _refuse_what_is_not_ours(folder: Path) -> None:
    """Raise where the copy would overwrite something that is no copy, or lie among the sources."""
    if any((ROOT / source) in (folder, *folder.parents) for source in COPIED):
        raise CannotCompileError(f"{folder} lies among the sources; name a folder elsewhere")
    if (
        folder.exists()
        and not (folder / MARK).is_file()
        and (not folder.is_dir() or any(folder.iterdir()))
    ):
        raise CannotCompileError(
            f"{folder} holds something else; name a new folder, or one with an earlier copy"
        )


def _build(folder: Path) -> None:
    """Compile the engine of a copy, beside its sources, and clear away what the build leaves."""
    files = [module.replace(".", "/") + ".py" for module in compiled_modules(folder)]
    # No settings of a checkout around the copy; the rest of the packages is checked elsewhere.
    options = ["--config-file=", "--follow-imports=silent"]
    built = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "mypyc", *options, *files],
        cwd=folder,
        env={**os.environ, "MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if built.returncode:
        last = "\n".join(built.stdout.splitlines()[-LAST_LINES:])
        raise CannotCompileError(f"mypyc failed; its last lines were\n{last}")
    for left in ("build", ".mypy_cache"):
        shutil.rmtree(folder / left, ignore_errors=True)


def main(asked: list[str] | None = None) -> int:
    """Compile, or check what is compiled; 2 where that is not possible."""
    parser = argparse.ArgumentParser(prog="scripts/compile", description=__doc__)
    parser.add_argument(
        "--into", type=Path, default=FOLDER, metavar="FOLDER", help="make the copy there"
    )
    parser.add_argument(
        "--check", action="store_true", help="also check the copy; only an old one is made anew"
    )
    arguments = parser.parse_args(asked)
    folder = arguments.into.resolve()
    try:
        if not (arguments.check and is_current(folder)):
            compile_into(folder)
    except CannotCompileError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    shown, command = map(os.path.relpath, (folder, ROOT / ".venv" / "bin" / "referee"))
    print(f"{len(compiled_modules(folder))} modules of the engine are compiled in {shown}")
    print(f"use them with: PYTHONPATH={shown} {command} check GAME...")
    return check(folder) if arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
