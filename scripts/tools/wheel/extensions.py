"""Compiles modules of the folder in which it runs: through mypyc to C, and that to extensions.

A program of its own, because setuptools and mypyc take the folder and the arguments of a process
for theirs. `remembered_lookups.h` is put into each file that mypyc writes.
"""

import sys
from pathlib import Path
from typing import Final

from mypyc.build import mypycify
from setuptools import setup  # type: ignore[import-untyped, unused-ignore]

HEADER: Final = Path(__file__).with_name("remembered_lookups.h")

OPTIONS: Final = ("--config-file=", "--follow-imports=silent")
"""No settings of a checkout around the folder; the rest of the packages is checked elsewhere."""

OPTIMIZED: Final = "2"
"""The third level takes a quarter longer to build."""


def main(files: list[str]) -> None:
    """Compile modules in place."""
    extensions = mypycify([*OPTIONS, *files], opt_level=OPTIMIZED, debug_level="0")
    sources = {Path(source) for extension in extensions for source in extension.sources}
    for source in sources:
        if source.name.startswith("__native"):
            source.write_text(with_header(source.read_text("utf-8")), "utf-8")
    setup(name="referee", ext_modules=extensions, script_args=["build_ext", "--inplace"])


def with_header(source: str) -> str:
    """Return a file of mypyc that includes the header behind all others."""
    lines = source.splitlines(keepends=True)
    last = max(at for at, line in enumerate(lines) if line.startswith("#include"))
    lines.insert(last + 1, f'#include "{HEADER.as_posix()}"\n')
    return "".join(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
