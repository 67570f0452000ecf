"""Measures on one core, beside programs that people know, in one run; ratios are what counts.

Every group of figures is a function of a module of `scripts.tools.bench`.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

import click

from scripts.tools.bench.against import against, comparison_lines, in_process
from scripts.tools.bench.gaps import ROWS
from scripts.tools.bench.measurement import Figures
from scripts.tools.program import Tool
from scripts.tools.project import ROOT, ProgramError
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
    **dict.fromkeys(("turns", "reading", "listing"), "chess"),
    "playing": "catanatron",
}
"""The program that people know beside which a group is measured, as it is imported."""


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
        raise ProgramError(f"{', '.join(packages)} could not be installed")


@click.command(cls=Tool, help=__doc__)
@click.option("--json", "as_json", is_flag=True, help="Print one object.")
@click.option("--rounds", default=5, show_default=True, help="Repetitions of each measurement.")
@click.option("--only", type=click.Choice([*GROUPS]), multiple=True, help="Only these groups.")
@click.option(
    "--against",
    "revision",
    metavar="REVISION",
    help="Measure the working tree and a revision in turn; exit 1 if a figure is worse by more"
    " than 5 % and beyond every run of the revision.",
)
@click.option(
    "--runs",
    type=click.IntRange(1),
    default=7,
    show_default=True,
    help="For `--against`: processes in which each tree measures each group.",
)
@click.option("--installed", is_flag=True, help="Measure it compiled, if there is a C compiler.")
@click.option(
    "--pairs", type=Path, multiple=True, help="For `repair`: records with and without slips."
)
@click.option("--row", type=click.Choice([*ROWS]), multiple=True, help="For `gaps`: only these.")
def command(  # noqa: PLR0913 - one for each option
    only: Sequence[str],
    rounds: int,
    revision: str | None,
    runs: int,
    pairs: Sequence[Path],
    row: Sequence[str],
    *,
    as_json: bool,
    installed: bool,
) -> int:
    """Print the figures; exit 1 if one is worse than at a revision, 2 for a misuse."""
    if revision is not None and installed:
        raise click.UsageError("--against measures both trees in plain Python, not --installed")
    groups = only or [*GROUPS]
    # An earlier revision may import all programs for any group; if not, it may do without.
    if missing_programs(groups if revision is None else PROGRAMS):
        try:
            install_programs(ROOT)
        except ProgramError:
            if missing_programs(groups):
                raise
    options = ["--rounds", str(rounds)]
    options += [word for path in pairs for word in ("--pairs", str(path.resolve()))]
    options += [word for name in row for word in ("--row", name)]
    if revision is not None:
        compared = against(ROOT, revision, groups, runs, in_process(options))
        print(*comparison_lines(compared), sep="\n")
        return int(bool(compared.worse))
    if installed and plain_modules():
        options += [word for name in groups for word in ("--only", name)]
        again = [str(ROOT / "scripts" / "installed"), "-m", "scripts.tools.bench", *options]
        return subprocess.call(again + ["--json"] * as_json)  # noqa: S603 - this program once more
    # What is said is what was measured, not what was asked for.
    found: Figures = {"compiled": not plain_modules()}
    more = {"repair": pairs, "gaps": row}
    for name in groups:
        found |= group(name)(rounds, *filter(None, [more.get(name)]))
    if as_json:
        print(json.dumps(found, indent=2))
        return 0
    print(f"engine {'compiled by mypyc' if found.pop('compiled') else 'in plain Python'}")
    for name, value in found.items():
        numbers = value if isinstance(value, dict) else {"": value}
        said = ", ".join(f"{key} {number:,}".lstrip() for key, number in numbers.items())
        print(f"{name:50} {said}")
    return 0


if __name__ == "__main__":
    command(prog_name="scripts/bench")
