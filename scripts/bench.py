"""Measures on one core, beside programs that people know, in one run; ratios are what counts.

Every group of figures is a module of `scripts.benchmarks` with a function `figures`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping

from scripts.benchmarks import best, listing, playing, proving, reading, states, turns, why
from scripts.benchmarks.measuring import Figures

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
}


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of each measurement")
    parser.add_argument(
        "--only", choices=GROUPS, action="append", help="measure this group; may be repeated"
    )
    arguments = parser.parse_args()
    found: Figures = {}
    for name in arguments.only or GROUPS:
        found |= GROUPS[name](arguments.rounds)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return 0
    for name, value in found.items():
        numbers = value if isinstance(value, dict) else {"": value}
        told = ", ".join(f"{key} {number:,}".lstrip() for key, number in numbers.items())
        print(f"{name:50} {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
