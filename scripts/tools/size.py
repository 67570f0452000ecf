"""How much there is to take in, held against the budgets in `size.toml`.

A long line counts as the lines that it would fill, so that nothing is won by writing wide.
"""

import ast
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import permutations
from math import ceil
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

import referee
from scripts.tools.program import Tool
from scripts.tools.project import ROOT

BUDGETS: Final = Path(__file__).with_suffix(".toml")
TREES: Final = ("referee", "model", "scripts")
KINDS: Final = {
    ".py": "Python",
    ".js": "JavaScript",
    ".html": "HTML",
    ".css": "CSS",
    ".toml": "TOML",
}
WIDTH: Final = 100
FEWEST_FIELDS: Final = 3
MADE_AND_CALLED: Final = 2
"""Places in which the name of a helper with one caller stands."""
ENGINE_SIDE: Final = ("referee/engine", "referee/records")
"""Packages that may have the structs of the model a second time: neither knows the other."""
ALL_FIELDS: Final[frozenset[str]] = frozenset()
"""Stands for the fields of a struct that are taken all at once."""


class StructShape(NamedTuple):
    """A class with fields, and their types as they are written."""

    package: str
    file: str
    name: str
    fields: dict[str, str]


class TreeSize:
    """What was counted in the files of some trees, package by package."""

    def __init__(self, root: Path) -> None:
        self.lines: dict[str, Counter[str]] = defaultdict(Counter)
        """By package and kind of file."""
        self.files: dict[str, Counter[str]] = defaultdict(Counter)
        self._words: Counter[str] = Counter()
        self._helpers: dict[str, str] = {}
        self._structs: list[StructShape] = []
        self._copied: set[tuple[str, frozenset[str]]] = set()
        """What is made of attributes of one thing, and of which; none where all are taken."""
        for tree in TREES:
            for path in sorted((root / tree).rglob("*")):
                if path.suffix in KINDS:
                    self._count(path.relative_to(root), path.read_text("utf-8"))

    def _count(self, path: Path, text: str) -> None:
        # The one package that lies in the folder `model` goes by the folder's name.
        parts = [part for part in path.parts[:-1] if part != "referee_model"]
        package = "/".join(parts[:2])
        kind = KINDS[path.suffix]
        self.lines[package][kind] += counted_lines(text)
        self.files[package][kind] += 1
        if path.suffix != ".py":
            return
        self._words.update(re.findall(r"\b_[a-z]\w+", text))
        for name in re.findall(r"^ *(?:async )?def (_[a-z]\w+)", text, re.MULTILINE):
            self._helpers[name] = f"{path}: {name}"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                annotated = [each for each in node.body if isinstance(each, ast.AnnAssign)]
                fields = {
                    ast.unparse(a.target): ast.unparse(a.annotation).strip("'") for a in annotated
                }
                self._structs.append(StructShape(package, str(path), node.name, fields))
            elif isinstance(node, ast.Call):
                self._copied.update(_copied(node))

    def single_caller_helpers(self) -> list[str]:
        """Return the private functions that are called in one place, as far as names tell."""
        once = (name for name in self._helpers if self._words[name] == MADE_AND_CALLED)
        return [self._helpers[name] for name in once]

    def twins(self) -> list[str]:
        """Return the pairs of structs with the same types of fields of which one becomes the other.

        Engine and model may have them: neither knows the other.
        """
        return [
            f"{one.file}: {one.name} becomes {other.file}: {other.name}"
            for one, other in permutations(self._structs, 2)
            if len(one.fields) >= FEWEST_FIELDS
            and sorted(one.fields.values()) == sorted(other.fields.values())
            and not (one.package in ENGINE_SIDE and other.package.startswith("model"))
            and not (other.package in ENGINE_SIDE and one.package.startswith("model"))
            and (
                (other.name, frozenset(one.fields)) in self._copied
                or (
                    (other.name, ALL_FIELDS) in self._copied
                    and one.fields.keys() == other.fields.keys()
                )
            )
        ]

    def totals(self) -> dict[str, int]:
        """Return what all packages have together, by the name of its budget."""
        lines = sum(self.lines.values(), Counter[str]())
        files = sum(self.files.values(), Counter[str]())
        return {
            "lines": lines.total(),
            "files": files.total(),
            "lines-of-python": lines["Python"],
            "files-of-python": files["Python"],
            "public-names": len(vars(referee)["__all__"]),
            "single-caller-helpers": len(self.single_caller_helpers()),
            "twins": len(self.twins()),
        }


def _copied(call: ast.Call) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what a call makes, if it makes it of attributes of one thing, and of which."""
    made = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    values = [*call.args, *(each.value for each in call.keywords)]
    if len(values) == 1 and "asdict(" in ast.unparse(values[0]):
        yield made, ALL_FIELDS
    taken = [each for each in values if isinstance(each, ast.Attribute)]
    if values and len(taken) == len(values) and len({ast.unparse(t.value) for t in taken}) == 1:
        yield made, frozenset(each.attr for each in taken)


def counted_lines(text: str) -> int:
    """Return how many lines of at most 100 characters a text fills."""
    return sum(max(1, ceil(len(line) / WIDTH)) for line in text.splitlines())


def over_budget(size: TreeSize, budgets: dict[str, Any]) -> Iterator[str]:
    """Yield what is more than its budget, and packages of which only one of the two is there."""
    budgets = {"total": budgets["total"], **budgets["packages"]}
    counted = {"total": size.totals()} | {
        name: {"lines": size.lines[name].total(), "files": size.files[name].total()}
        for name in sorted(size.files)
    }
    for name in sorted(budgets.keys() ^ counted.keys()):
        yield f"{name}: {'no such package' if name in budgets else 'no budget'}"
    for name in counted.keys() & budgets.keys():
        for what, number in counted[name].items():
            if number > (budget := budgets[name][what]):
                yield f"{name}: {number} {what.replace('-', ' ')}, the budget is {budget}"


@click.command(cls=Tool)
@click.option("--helpers", is_flag=True, help="Name those with a single caller.")
@click.option("--root", type=Path, default=ROOT, hidden=True)
@click.option("--budgets", type=Path, default=BUDGETS, hidden=True)
def command(root: Path, budgets: Path, *, helpers: bool) -> int:
    """Print the size of the product; exit 1 if something is over its budget."""
    size = TreeSize(root)
    widest = max(map(len, size.files))
    print(" " * widest, *(f"{kind:>10}" for kind in (*KINDS.values(), "lines", "files")))
    for name in sorted(size.files):
        numbers = [size.lines[name][kind] for kind in KINDS.values()]
        row = (*numbers, size.lines[name].total(), size.files[name].total())
        print(f"{name:{widest}}", *(f"{number or '-':>10}" for number in row))
    print()
    for what, number in size.totals().items():
        print(f"{what.replace('-', ' ')}: {number}")
    for pair in size.twins():
        print(f"  {pair}")
    if helpers:
        print("", *size.single_caller_helpers(), sep="\n")
    over = [*over_budget(size, tomllib.loads(budgets.read_text("utf-8")))]
    for each in over:
        print(each, file=sys.stderr)
    return bool(over)


if __name__ == "__main__":
    command.main(prog_name="scripts/size")
