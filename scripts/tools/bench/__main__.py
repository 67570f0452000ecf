"""Measures on one core, beside programs that people know, in one run; ratios are what counts.

Every group of figures is a module of `scripts.tools.bench` with a function `figures`.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from scripts.tools.bench import (
    best,
    gaps,
    jobs,
    listing,
    pictures,
    playing,
    proving,
    reading,
    repair,
    startup,
    states,
    table,
    turns,
    unread,
    why,
)
from scripts.tools.bench.measurement import Figures
from scripts.tools.project import ROOT
from scripts.tools.wheel.compiled_only import plain_modules

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
    "table": table.figures,
    "jobs": jobs.figures,
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
        choices=gaps.ROWS,
        action="append",
        help="for `gaps`: measure this row; may be repeated, or given to several runs at once",
    )
    arguments = parser.parse_args()
    if arguments.installed and plain_modules():
        asked = [each for each in sys.argv[1:] if each != "--installed"]
        command = [str(ROOT / "scripts" / "installed"), "-m", "scripts.tools.bench", *asked]
        return subprocess.call(command)  # noqa: S603 - this program once more
    # What is said is what was measured, not what was asked for.
    found: Figures = {"compiled": not plain_modules()}
    for name in arguments.only or GROUPS:
        if name == "repair" and arguments.pairs:
            found |= repair.figures(arguments.rounds, arguments.pairs)
        elif name == "gaps" and arguments.row:
            found |= gaps.figures(arguments.rounds, arguments.row)
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


if __name__ == "__main__":
    sys.exit(main())
