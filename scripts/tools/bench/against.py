"""The working tree measured against a revision, each in processes of its own, one after the other.

Both are measured in copies, so that an edit in the meantime does not count and neither is at home.
Every tree has its own programs measured: a revision may lack a group, or tell other figures.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final, Literal

import msgspec
from msgspec import Struct

from scripts.tools.bench.measurement import Figures
from scripts.tools.project import copy_of, python_path

Sense = Literal["more is better", "less is better", "yardstick", "amount"]
Change = Literal["worse", "better", "alike", "differs", "missing"]

TOLERATED: Final = 0.05

YARDSTICK: Final = re.compile(r"python-chess|catanatron|startup: import ")
AMOUNT: Final = re.compile(r"at most|questions|given up")
"""Numbers that stand among times and are none."""
MORE: Final = re.compile(r"ratio |.*(/s|%|times as fast)$")
LESS: Final = re.compile(r"(.*\W)?(ms|s|MB)( |$)|times the CPU|of the imports")


class FigureChange(Struct, frozen=True):
    """A figure in both trees, run by run; without runs where it was not measured."""

    name: str
    here: tuple[float, ...]
    there: tuple[float, ...]
    sense: Sense

    @property
    def ratio(self) -> float | None:
        """The median here as a multiple of the median there."""
        if not self.here or not self.there or not median(self.there):
            return None
        return round(median(self.here) / median(self.there), 3)

    @property
    def change(self) -> Change:
        """What became of it: worse or better is a median beyond what is tolerated and every run."""
        if not self.here or not self.there:
            return "missing"
        ours, theirs = median(self.here), median(self.there)
        if self.sense == "yardstick":
            return "alike"
        if self.sense == "amount":
            return "alike" if ours == theirs else "differs"
        if ours < theirs * (1 - TOLERATED) and ours < min(self.there):
            return "worse" if self.sense == "more is better" else "better"
        if ours > theirs * (1 + TOLERATED) and ours > max(self.there):
            return "worse" if self.sense == "less is better" else "better"
        return "alike"

    def row(self) -> str:
        """Return a line of the table."""
        remark = {"alike": "", "differs": "not the same work"}.get(self.change, self.change)
        if self.sense == "yardstick":
            remark = "yardstick"
        here, there = (
            f"{median(runs):,.6g} ({min(runs):,.6g} to {max(runs):,.6g})"
            for runs in (self.here, self.there)
        )
        ratio = "" if self.ratio is None else f"{self.ratio:.3f}"
        return ROW.format(self.name, here, there, ratio, remark).rstrip()


ROW: Final = "{:60} {:>32} {:>32} {:>7}  {}"


def changes(here: Sequence[Figures], there: Sequence[Figures]) -> list[FigureChange]:
    """Return what became of each figure, in the order in which figures are printed."""
    found: dict[tuple[str, str], tuple[list[float], list[float]]] = {}
    for side, runs in enumerate((here, there)):
        for name, value in (item for figures in runs for item in figures.items()):
            parts: Mapping[str, object] = value if isinstance(value, dict) else {"": value}
            for part, number in parts.items():
                if isinstance(number, int | float):
                    found.setdefault((name, part), ([], []))[side].append(number)
    return [
        FigureChange(
            f"{name}: {part}" if part else name, tuple(ours), tuple(theirs), sense(name, part)
        )
        for (name, part), (ours, theirs) in found.items()
    ]


def sense(name: str, part: str = "") -> Sense:
    """Return which way a figure, or a part of it, is better."""
    if YARDSTICK.match(name):
        return "yardstick"
    if AMOUNT.search(part):
        return "amount"
    for said in filter(None, (part, name)):
        if MORE.match(said):
            return "more is better"
        if LESS.match(said):
            return "less is better"
    return "amount"


RUNS: Final = 7

PACKAGES: Final = ("referee", "scripts")

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
            found: dict[str, list[Figures]] = {tree: [] for tree in trees}
            failed: list[GroupFailure] = []
            for run in range(runs):
                print(f"{group}: run {run + 1} of {runs}", file=sys.stderr)
                # The second of two is at times the slower one, so each is the second in turn.
                for tree in list(trees)[:: -1 if run % 2 else 1]:
                    try:
                        found[tree].append(measure(trees[tree], group))
                    except GroupFailedError as error:
                        failed.append(GroupFailure(group, tree, str(error)))
                if failed:
                    break
            failures += failed
            figures += changes(found[here], found[there]) if not failed else []
    return Against(here, there, tuple(figures), tuple(failures))


def in_process(options: Sequence[str]) -> Measure:
    """Return what measures a group of a tree in a process of its own, with these options."""

    def measure(tree: Path, group: str) -> Figures:
        for package in PACKAGES:
            # Of a tree without it that of the working tree would be imported, and measured.
            if not (tree / package / "__init__.py").is_file():
                raise GroupFailedError(f"there is no package {package}")
        command = [sys.executable, "-m", "scripts.tools.bench", "--json", "--only", group, *options]
        environment = {**os.environ, "PYTHONPATH": python_path(tree)}
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
    missing = [each for each in found.figures if each.change == "missing"]
    shown = [
        each
        for each in found.figures
        if each not in missing and (each.change != "alike" or each.sense != "amount")
    ]
    lines = [f"here: {found.here}", f"there: {found.there}"]
    if shown:
        heads = ("", "here (lowest to highest)", "there (lowest to highest)", "ratio", "")
        lines += ["", ROW.format(*heads).rstrip(), *(each.row() for each in shown)]
    if missing or found.failures:
        lines.append("")
    lines += [f"{each.name}: only {'here' if each.here else 'there'}" for each in missing]
    for failure in found.failures:
        where = "here" if failure.tree == found.here else "there"
        lines.append(f"{failure.group}: not measured {where}: {failure.said}")
    worse = found.worse
    return [*lines, "", f"{len(worse)} worse" + (f": {'; '.join(worse)}" if worse else "")]


def as_json(found: Against) -> str:
    """Return the same as one object, with every run."""
    figures = [
        {**msgspec.to_builtins(each), "change": each.change, "ratio": each.ratio}
        for each in found.figures
    ]
    data = {**msgspec.to_builtins(found), "figures": figures, "worse": found.worse}
    return json.dumps(data, indent=2)
