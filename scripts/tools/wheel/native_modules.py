"""Which modules are compiled with mypyc when the project is installed, and what that takes.

Only the hook that builds wheels compiles, in a folder of its own: a compiled module beside an
edited source would hide the edit, so a checkout and an editable install are always plain.
"""

import ast
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


def native_source(source: str) -> str:
    """Return a module as it is compiled."""
    module = ast.parse(source)
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            node.bases = [
                base for base in node.bases if not (isinstance(base, ast.Name) and base.id == "ABC")
            ]
            if is_mutable_struct(node):
                _make_native(node)
    for each in ast.walk(module):
        match each:
            case ast.For(iter=looped) | ast.comprehension(iter=looped):
                if isinstance(looped, ast.Call) and ast.unparse(looped.func) == "zip":
                    looped.keywords = []
            case _:
                pass
    return ast.unparse(module)


def is_mutable_struct(node: ast.ClassDef) -> bool:
    """Return whether a class is declared as `class Name(Struct, eq=False)`."""
    bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
    options = {option.arg: ast.literal_eval(option.value) for option in node.keywords}
    return bases == ["Struct"] and options == {"eq": False}


def _make_native(node: ast.ClassDef) -> None:
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    rest = [each for each in methods if each.name != "copy"]
    if len(rest) == len(methods):
        raise ValueError(f"{node.name} has no method `copy`")
    node.bases, node.keywords = [], []
    names = [ast.unparse(field.target) for field in fields]
    values = ["" if each.value is None else f" = {ast.unparse(each.value)}" for each in fields]
    types = [ast.unparse(field.annotation) for field in fields]
    said = [f"{n}: {t}{value}" for n, t, value in zip(names, types, values, strict=True)]
    copied = ", ".join(f"self.{name}" for name in names)
    made = [f"def __init__(self, {', '.join(said)}) -> None:"]
    made += [f"    self.{name} = {name}" for name in names]
    made += [f'def copy(self) -> "{node.name}":', f"    return {node.name}({copied})"]
    node.body = [*ast.parse("\n".join(made)).body, *rest]


PACKAGES: Final = ("referee/engine", "referee/records")
"""The packages whose modules are compiled."""

_LEFT: Final[Mapping[str, str]] = {
    "it defines structs, and mypyc loses their options, such as `frozen`": (
        "engine.golden engine.scoring records.record records.fields records.headers"
        " records.keywords records.wire_types records.moments records.as_it_lies"
        " records.completed_turn records.judgement"
    ),
    "it only names what others offer": "engine.__init__ records.__init__",
    "reading and judging a legal game spends no time in it": (
        "records.roster records.claims records.faces records.spellings records.writer records.blame"
        " records.lexicon records.mentions records.roles records.interpretations records.settling"
    ),
}
PLAIN: Final[Mapping[str, str]] = {
    f"referee.{name}": why for why, names in _LEFT.items() for name in names.split()
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
        for package in (root / "referee", root / "model" / "referee_model"):
            ignored = shutil.ignore_patterns("__pycache__", "*.so")
            shutil.copytree(package, Path(work, package.name), ignore=ignored)
        for module in modules:
            file = Path(work, module.replace(".", "/") + ".py")
            file.write_text(native_source(file.read_text("utf-8")), "utf-8")
        # Setuptools and mypyc take the folder and the arguments of a process for theirs.
        build = subprocess.run(  # noqa: S603 - the compiler of our own modules
            [sys.executable, __file__, *(module.replace(".", "/") + ".py" for module in modules)],
            cwd=work,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if build.returncode:
            last = "\n".join(build.stdout.splitlines()[-LAST_LINES:])
            raise CannotCompileError(f"mypyc failed; its last lines were\n{last}")
        built = [*Path(work).glob("*.*"), *Path(work, "referee").rglob("*.*")]
        placed = {}
        for file in (file for file in built if file.suffix in {".so", ".pyd"}):
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


HEADER: Final = Path(__file__).with_name("remembered_lookups.h")
"""It is put into each file that mypyc writes."""

OPTIONS: Final = ("--config-file=", "--follow-imports=silent")
"""No settings of a checkout around the folder; the rest of the packages is checked elsewhere."""

OPTIMIZED: Final = "2"
"""The third level takes a quarter longer to build."""


def compile_here(files: list[str]) -> None:
    """Compile modules of the current folder in place, through mypyc to C and to extensions."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only a build has it
    from setuptools import setup  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415

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
    compile_here(sys.argv[1:])
