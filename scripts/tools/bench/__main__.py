"""Measures on one core, beside programs that people know, in one run; ratios are what counts.

Every group of figures is a module of `scripts.tools.bench` with a function `figures`.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.tools.bench import gaps, repair
from scripts.tools.bench.against import RUNS, against, as_json, in_process, told
from scripts.tools.bench.groups import (
    GROUPS,
    PROGRAMS,
    PackageError,
    group,
    install_programs,
    missing_programs,
)
from scripts.tools.bench.measurement import Figures
from scripts.tools.checkout import RevisionError
from scripts.tools.project import ROOT
from scripts.tools.wheel.compiled_only import plain_modules


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
    _print(_measured(asked, groups), as_object=asked.json)
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
        choices=gaps.ROWS,
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


def _measured(asked: argparse.Namespace, groups: Sequence[str]) -> Figures:
    # What is said is what was measured, not what was asked for.
    found: Figures = {"compiled": not plain_modules()}
    for name in groups:
        if name == "repair" and asked.pairs:
            found |= repair.figures(asked.rounds, asked.pairs)
        elif name == "gaps" and asked.row:
            found |= gaps.figures(asked.rounds, asked.row)
        else:
            found |= group(name)(asked.rounds)
    return found


def _print(found: Figures, *, as_object: bool) -> None:
    if as_object:
        print(json.dumps(found, indent=2))
        return
    print(f"engine {'compiled by mypyc' if found.pop('compiled') else 'in plain Python'}")
    for name, value in found.items():
        numbers = value if isinstance(value, dict) else {"": value}
        said = ", ".join(f"{key} {number:,}".lstrip() for key, number in numbers.items())
        print(f"{name:50} {said}")


if __name__ == "__main__":
    sys.exit(main())
