"""Measures on one core, beside programs that people know, in one run; ratios are what counts.

Every group of figures is a module of `scripts.tools.bench` with a function `figures`.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path

from scripts.tools.bench import (
    best,
    gaps,
    listing,
    pictures,
    playing,
    proving,
    reading,
    repair,
    startup,
    states,
    turns,
    unread,
    why,
)
from scripts.tools.bench.measuring import Figures
from scripts.tools.compile.__main__ import main as compile_engine
from scripts.tools.compile.compiled_copy import FOLDER, environment, is_current
from scripts.tools.compile.compiled_only import plain_modules
from scripts.tools.project import ROOT

GROUPS: Mapping[str, Callable[[int], Figures]] = {
    "turns": turns.figures,
    "playing": playing.figures,
    "reading": reading.figures,
    "listing": listing.figures,
    "states": states.figures,
    "proving": proving.figures,
    "why": why.figures,
    "best": best.figures,
    "exhaustive": best.exhaustive,
    "startup": startup.figures,
    "gaps": gaps.figures,
    "repair": repair.figures,
    "pictures": pictures.figures,
    "unread": unread.figures,
}


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, prog="scripts/bench")
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of each measurement")
    parser.add_argument(
        "--only", choices=GROUPS, action="append", help="measure this group; may be repeated"
    )
    parser.add_argument(
        "--compiled", action="store_true", help="measure with the engine compiled by mypyc"
    )
    parser.add_argument(
        "--pairs",
        type=Path,
        action="append",
        help="for `repair`: a folder or file of records with and without slips; may be repeated",
    )
    arguments = parser.parse_args()
    if arguments.compiled and plain_modules():
        return _measure_compiled()
    # What is said is what was measured, not what was asked for.
    found: Figures = {"compiled": not plain_modules()}
    for name in arguments.only or GROUPS:
        if name == "repair" and arguments.pairs:
            found |= repair.figures(arguments.rounds, arguments.pairs)
        else:
            found |= GROUPS[name](arguments.rounds)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return 0
    print(f"engine {'compiled by mypyc' if found.pop('compiled') else 'in plain Python'}")
    for name, value in found.items():
        numbers = value if isinstance(value, dict) else {"": value}
        told = ", ".join(f"{key} {number:,}".lstrip() for key, number in numbers.items())
        print(f"{name:50} {told}")
    return 0


def _measure_compiled() -> int:
    """Go on with the compiled engine, made first where the copy is missing or old."""
    # Standard output is for figures.
    with redirect_stdout(sys.stderr):
        if not is_current(FOLDER) and (failed := compile_engine([])):
            return failed
    command = [sys.executable, "-m", "scripts.tools.bench", *sys.argv[1:]]
    return subprocess.call(command, env=environment(FOLDER, ROOT))  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
