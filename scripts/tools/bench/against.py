"""The working tree measured against a revision, each in processes of its own, one after the other.

Both are measured in copies, so that an edit in the meantime does not count and neither is at home.
Every tree has its own programs measured: a revision may lack a group, or tell other figures.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
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
        if self.sense == "amount" and ours != theirs:
            return "differs"
        if self.sense in {"amount", "yardstick"}:
            return "alike"
        if ours < theirs * (1 - TOLERATED) and ours < min(self.there):
            return "worse" if self.sense == "more is better" else "better"
        if ours > theirs * (1 + TOLERATED) and ours > max(self.there):
            return "worse" if self.sense == "less is better" else "better"
        return "alike"

    def row(self) -> str:
        """Return a line of the table."""
        alike = "yardstick" if self.sense == "yardstick" else ""
        remark = {"alike": alike, "differs": "not the same work"}.get(self.change, self.change)
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


PACKAGES: Final = ("referee", "scripts")

Measure = Callable[[Path, str], Figures]
"""Measures a group in a tree."""


class GroupFailedError(Exception):
    """A group was not measured, because a tree does not have it or fails."""


class Against(Struct, frozen=True):
    """What became of the figures since a revision."""

    here: str
    there: str
    figures: list[FigureChange]
    failures: dict[tuple[str, str], str]
    """What was said where a group was not measured: by group, and `here` or `there`."""

    @property
    def worse(self) -> list[str]:
        """What became worse: figures, and groups that only the working tree fails to measure."""
        failed = {group for group, side in self.failures if side == "here"}
        failed -= {group for group, side in self.failures if side == "there"}
        figures = [each.name for each in self.figures if each.change == "worse"]
        return figures + [f"{group}, which fails" for group in failed]


def against(
    project: Path, revision: str, groups: Sequence[str], runs: int, measure: Measure
) -> Against:
    """Measure groups in the working tree of a project and at a revision, so many times each."""
    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        # Names of equal length: a path is read more often than one thinks.
        folders = {"here": Path(temporary, "here"), "there": Path(temporary, "then")}
        there = copy_of(project, revision, folders["there"])
        here = copy_of(project, None, folders["here"])
        print(f"{here}\n{there}", file=sys.stderr)
        result = Against(here, there, [], {})
        for group in groups:
            found: dict[str, list[Figures]] = {"here": [], "there": []}
            failed: dict[tuple[str, str], str] = {}
            for run in range(runs):
                print(f"{group}: run {run + 1} of {runs}", file=sys.stderr)
                # The second of two is at times the slower one, so each is the second in turn.
                for side in list(folders)[:: -1 if run % 2 else 1]:
                    try:
                        found[side].append(measure(folders[side], group))
                    except GroupFailedError as error:
                        failed[group, side] = str(error)
                if failed:
                    break
            result.failures.update(failed)
            result.figures.extend([] if failed else changes(found["here"], found["there"]))
    return result


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
        try:
            if not done.returncode:
                return msgspec.json.decode(done.stdout, type=Figures)
        except msgspec.DecodeError:
            pass
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise GroupFailedError(said[-1])

    return measure


def comparison_lines(found: Against) -> Iterator[str]:
    """Yield lines that tell every figure of both trees, and what is worse."""
    yield from (f"here: {found.here}", f"there: {found.there}", "")
    heads = ("", "here (lowest to highest)", "there (lowest to highest)", "ratio", "")
    yield ROW.format(*heads).rstrip()
    for each in found.figures:
        if each.change == "missing":
            yield f"{each.name}: only {'here' if each.here else 'there'}"
        elif each.change != "alike" or each.sense != "amount":
            yield each.row()
    for (group, side), said in found.failures.items():
        yield f"{group}: not measured {side}: {said}"
    yield from ("", "; ".join([f"{len(found.worse)} worse", *found.worse]))
