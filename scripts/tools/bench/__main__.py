"""Measures on one core, beside programs that people know, in one run; ratios are what counts.

Every group of figures is a function of a module of `scripts.tools.bench`.
"""

import argparse
import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

from scripts.tools.bench.against import RUNS, against, as_json, in_process, told
from scripts.tools.bench.gaps import ROWS
from scripts.tools.bench.measurement import Figures
from scripts.tools.project import ROOT, RevisionError
from scripts.tools.wheel.compiled_only import plain_modules

GROUPS: Final[Mapping[str, str]] = {
    "turns": "engine:turns",
    "playing": "engine:playing",
    "reading": "engine:reading",
    "listing": "engine:listing",
    "proving": "solvers:proving",
    "why": "solvers:explaining",
    "best": "solvers:best",
    "startup": "processes:startup",
    "gaps": "gaps:figures",
    "repair": "repair:figures",
    "pictures": "processes:pictures",
    "unread": "unread:figures",
    "table": "processes:table",
    "jobs": "processes:jobs",
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


def group(name: str) -> Callable[..., Figures]:
    """Return what measures a group in so many rounds."""
    found: Callable[..., Figures] = resolve_name(f"{__package__}.{GROUPS[name]}")
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; return 1 if one is worse than at a revision, 2 for a misuse."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.against is not None and asked.installed:
        parser.error("--against measures both trees in plain Python, not --installed")
    if asked.runs < 1:
        parser.error("--runs is at least 1")
    groups = asked.only or [*GROUPS]
    try:
        if asked.against is not None:
            return _against(asked, groups)
        if missing_programs(groups):
            install_programs(ROOT)
    except (PackageError, RevisionError) as error:
        print(f"scripts/bench: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    if asked.installed and plain_modules():
        again = [each for each in arguments or sys.argv[1:] if each != "--installed"]
        command = [str(ROOT / "scripts" / "installed"), "-m", "scripts.tools.bench", *again]
        return subprocess.call(command)  # noqa: S603 - this program once more
    return _measured(asked, groups)


def _measured(asked: argparse.Namespace, groups: Sequence[str]) -> int:
    # What is said is what was measured, not what was asked for.
    found: Figures = {"compiled": not plain_modules()}
    more = {"repair": asked.pairs, "gaps": asked.row}
    for name in groups:
        found |= group(name)(asked.rounds, *filter(None, [more.get(name)]))
    if asked.json:
        print(json.dumps(found, indent=2))
        return 0
    print(f"engine {'compiled by mypyc' if found.pop('compiled') else 'in plain Python'}")
    for name, value in found.items():
        numbers = value if isinstance(value, dict) else {"": value}
        said = ", ".join(f"{key} {number:,}".lstrip() for key, number in numbers.items())
        print(f"{name:50} {said}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, prog="scripts/bench")
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of each measurement")
    parser.add_argument(
        "--only", choices=GROUPS, action="append", help="measure this group; may be repeated"
    )
    parser.add_argument(
        "--against",
        metavar="REVISION",
        help="measure the working tree and a revision in turn; exit 1 if a figure is worse by"
        " more than 5 %% and beyond every run of the revision",
    )
    parser.add_argument(
        "--runs",
        type=int,
        default=RUNS,
        help="for `--against`: processes in which each tree measures each group (%(default)s)",
    )
    parser.add_argument(
        "--installed",
        action="store_true",
        help="measure the referee as it is installed: compiled, where there is a C compiler",
    )
    parser.add_argument(
        "--pairs",
        type=Path,
        action="append",
        help="for `repair`: a folder or file of records with and without slips; may be repeated",
    )
    parser.add_argument(
        "--row",
        choices=ROWS,
        action="append",
        help="for `gaps`: measure this row; may be repeated, or given to several runs at once",
    )
    return parser


def _against(asked: argparse.Namespace, groups: Sequence[str]) -> int:
    # An earlier revision may import all programs for any group.
    if missing_programs(PROGRAMS):
        try:
            install_programs(ROOT)
        except PackageError:
            # Where the groups do without, so does perhaps the revision; if not, that is told.
            if missing_programs(groups):
                raise
    options = ["--rounds", str(asked.rounds)]
    for path in asked.pairs or ():
        options += ["--pairs", str(path.resolve())]
    for row in asked.row or ():
        options += ["--row", row]
    found = against(ROOT, asked.against, groups, asked.runs, in_process(options))
    print(as_json(found) if asked.json else "\n".join(told(found)))
    return int(bool(found.worse))


if __name__ == "__main__":
    sys.exit(main())
