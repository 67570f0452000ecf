"""The working tree measured against a revision, each in processes of its own, one after the other.

Both are measured in copies, so that an edit in the meantime does not count and neither is at home.
Every tree has its own programs measured: a revision may lack a group, or tell other figures.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Final

import msgspec
from msgspec import Struct

from scripts.tools.bench.changed_figures import FigureChange, changes
from scripts.tools.bench.measurement import Figures
from scripts.tools.checkout import copy_of

RUNS: Final = 7

PACKAGES: Final = ("referee", "model", "scripts")

Measure = Callable[[Path, str], Figures]
"""Measures a group in a tree."""


class GroupFailedError(Exception):
    """A group was not measured, because a tree does not have it or fails."""


class GroupFailure(Struct, frozen=True):
    """A group that a tree did not measure, and what it said."""

    group: str
    tree: str
    said: str


class Against(Struct, frozen=True):
    """What became of the figures since a revision."""

    here: str
    there: str
    figures: tuple[FigureChange, ...]
    failures: tuple[GroupFailure, ...]

    @property
    def worse(self) -> list[str]:
        """What became worse: figures, and groups that only the working tree fails to measure."""
        there = {each.group for each in self.failures if each.tree == self.there}
        return [
            *(each.name for each in self.figures if each.change == "worse"),
            *(
                f"{each.group}, which fails"
                for each in self.failures
                if each.tree == self.here and each.group not in there
            ),
        ]


def against(
    project: Path, revision: str, groups: Sequence[str], runs: int, measure: Measure
) -> Against:
    """Measure groups in the working tree of a project and at a revision, so many times each."""
    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        # Names of equal length: a path is read more often than one thinks.
        folders = Path(temporary, "here"), Path(temporary, "then")
        there = copy_of(project, revision, folders[1])
        here = copy_of(project, None, folders[0])
        print(f"{here}\n{there}", file=sys.stderr)
        trees = dict(zip((here, there), folders, strict=True))
        figures: list[FigureChange] = []
        failures: list[GroupFailure] = []
        for group in groups:
            found, failed = _measured(trees, group, runs, measure)
            failures += failed
            if not failed:
                figures += changes(found[here], found[there])
    return Against(here, there, tuple(figures), tuple(failures))


def _measured(
    trees: dict[str, Path], group: str, runs: int, measure: Measure
) -> tuple[dict[str, list[Figures]], list[GroupFailure]]:
    found: dict[str, list[Figures]] = {tree: [] for tree in trees}
    failures: list[GroupFailure] = []
    for run in range(runs):
        print(f"{group}: run {run + 1} of {runs}", file=sys.stderr)
        # The second of two is at times the slower one, so each is the second every other time.
        for tree in list(trees)[:: -1 if run % 2 else 1]:
            try:
                found[tree].append(measure(trees[tree], group))
            except GroupFailedError as error:
                failures.append(GroupFailure(group, tree, str(error)))
        if failures:
            break
    return found, failures


def in_process(options: Sequence[str]) -> Measure:
    """Return what measures a group of a tree in a process of its own, with these options."""

    def measure(tree: Path, group: str) -> Figures:
        for package in PACKAGES:
            # Of a tree without it that of the working tree would be imported, and measured.
            if not (tree / package / "__init__.py").is_file():
                raise GroupFailedError(f"there is no package {package}")
        command = [sys.executable, "-m", "scripts.tools.bench", "--json", "--only", group, *options]
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        # Whoever starts the referee is not to wait for its sources to be compiled every time.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        done = subprocess.run(  # noqa: S603 - this program in another tree
            command, cwd=tree, env=environment, capture_output=True, check=False, encoding="utf-8"
        )
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        try:
            found = json.loads(done.stdout) if not done.returncode else None
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise GroupFailedError(said[-1])
        return found

    return measure


def told(found: Against) -> list[str]:
    """Return lines that tell every figure of both trees, and what is worse."""
    shown = [
        each
        for each in found.figures
        if each.change != "missing" and (each.change != "alike" or each.sense != "amount")
    ]
    lines = [f"here: {found.here}", f"there: {found.there}"]
    if shown:
        lines += ["", _row("", "here (lowest to highest)", "there (lowest to highest)", "ratio")]
    lines += map(_figure_row, shown)
    missing = [each for each in found.figures if each.change == "missing"]
    if missing or found.failures:
        lines.append("")
    lines += [f"{each.name}: only {'here' if each.here else 'there'}" for each in missing]
    for each in found.failures:
        where = "here" if each.tree == found.here else "there"
        lines.append(f"{each.group}: not measured {where}: {each.said}")
    worse = found.worse
    lines += ["", f"{len(worse)} worse" + (f": {'; '.join(worse)}" if worse else "")]
    return lines


def as_json(found: Against) -> str:
    """Return the same as one object, with every run."""
    data = msgspec.to_builtins(found)
    for figure, each in zip(data["figures"], found.figures, strict=True):
        figure["ratio"] = each.ratio
    return json.dumps({**data, "worse": found.worse}, indent=2)


def _figure_row(figure: FigureChange) -> str:
    remark = {"alike": "", "differs": "not the same work"}.get(figure.change, figure.change)
    if figure.sense == "yardstick":
        remark = "yardstick"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.3f}"
    return _row(figure.name, _spread(figure.here), _spread(figure.there), ratio, remark)


def _spread(runs: Sequence[float]) -> str:
    return f"{median(runs):,.6g} ({min(runs):,.6g} to {max(runs):,.6g})"


def _row(name: str, here: str, there: str, ratio: str, remark: str = "") -> str:
    return f"{name:60} {here:>32} {there:>32} {ratio:>7}  {remark}".rstrip()
