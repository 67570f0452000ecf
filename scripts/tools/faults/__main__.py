"""Plants small faults into the rule files and counts which of them the checks notice.

A fault is one changed comparison, operator, constant or name, or one skipped statement. Each is
shown to the differential between engine and model and to the tests; the longer tests run only
where nothing has noticed yet. First all checks run with nothing spoilt, and must pass; a check that
then takes several times as long is hanging, which counts as noticed.
"""

import argparse
import sys
import tomllib
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from scripts.tools.faults.trial import (
    DIFFERENTIAL,
    FaultTrial,
    PlantedFault,
    control,
    faults_of_files,
    limits,
    on_trial,
)
from scripts.tools.project import ROOT
from scripts.tools.seed_runs import ResultFile, Share, counted

EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
NO_RULES: Final = ("__init__", "dealer", "golden", "mutants", "play")
"""Files of the engine that state no rule and are no part of how turns are listed and counted."""


class FaultResult(Struct, frozen=True):
    """One fault and what the checks said."""

    name: str
    family: str
    trials: list[FaultTrial]

    def noticed_by(self, check: str) -> bool:
        """Return whether a check noticed; a check that was left out did not."""
        return any(t.check == check and t.outcome != "passed" for t in self.trials)

    @property
    def noticed(self) -> bool:
        """Whether any check noticed."""
        return any(trial.outcome != "passed" for trial in self.trials)


def rule_files(side: str) -> list[str]:
    """Return the files with rules of the engine or the model."""
    folder = {"engine": "referee/engine", "model": "model/referee_model/legality"}[side]
    return [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / folder).glob("*.py"))
        if path.stem not in NO_RULES
    ]


def drawn(side: str, count: int, seed: int) -> list[PlantedFault]:
    """Return faults by lot: every file in turn, every kind of fault in turn."""
    rng = Random(seed)
    waiting = {
        path: found for path, found in faults_of_files(ROOT, rule_files(side)).items() if found
    }
    chosen: list[PlantedFault] = []
    while len(chosen) < count and waiting:
        of_every_file: list[PlantedFault] = []
        for path in sorted(waiting):
            kinds = sorted({fault.kind for fault in waiting[path]})
            kind = rng.choice(kinds)
            fault = rng.choice([fault for fault in waiting[path] if fault.kind == kind])
            waiting[path].remove(fault)
            of_every_file.append(fault)
        missing = min(count - len(chosen), len(of_every_file))
        chosen += rng.sample(of_every_file, missing)
        waiting = {path: left for path, left in waiting.items() if left}
    return sorted(chosen, key=lambda fault: (fault.path, fault.start))


def _name(fault: PlantedFault) -> str:
    return fault.name((ROOT / fault.path).read_text(encoding="utf-8"))


def equivalents() -> dict[str, str]:
    """Return the faults that change nothing, with the argument for each."""
    return tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))


def report(side: str, results: list[FaultResult], seed: int) -> bool:
    """Print the score by family and the faults that nobody noticed; return whether there is one."""
    same = equivalents()
    counted: Counter[tuple[str, str]] = Counter()
    for result in results:
        equal = result.name in same and not result.noticed
        for column, is_so in {
            "faults": True,
            "differential": result.noticed_by(DIFFERENTIAL),
            "noticed": result.noticed,
            "equivalent": equal,
            "missed": not result.noticed and not equal,
        }.items():
            counted[result.family, column] += is_so
    columns = ("faults", "differential", "noticed", "equivalent", "missed")
    print(f"{side:16}" + "".join(f"{column:>14}" for column in columns))
    for family in sorted({result.family for result in results}):
        print(f"{family:16}" + "".join(f"{counted[family, column]:14}" for column in columns))
    totals = {column: sum(counted[f, c] for f, c in counted if c == column) for column in columns}
    missed = [r.name for r in results if not r.noticed and r.name not in same]
    for name in missed:
        print(f"missed: {name}")
    print(f"{side}, seed {seed}: " + ", ".join(f"{totals[column]} {column}" for column in columns))
    return bool(missed)


def main() -> int:
    """Plant, try, report; exit 1 if a fault was missed that is not equivalent."""
    parser = argparse.ArgumentParser(description=__doc__, prog="scripts/faults")
    parser.add_argument("--engine", type=int, default=120, help="faults in the engine's rule files")
    parser.add_argument("--model", type=int, default=60, help="faults in the model's rule files")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--games", type=int, default=12, help="games compared for each fault")
    parser.add_argument("--keep", type=Path, help="file of results as JSON lines, to go on from")
    arguments = parser.parse_args()
    missed = False
    for side, count in {"engine": arguments.engine, "model": arguments.model}.items():
        if not count:
            continue
        controls = control(ROOT, side, arguments.games)
        if any(trial.outcome != "passed" for trial in controls):
            print(f"{side}: the checks do not pass where nothing is spoilt", file=sys.stderr)
            return 2
        chosen = drawn(side, count, arguments.seed)
        file = ResultFile(arguments.keep, FaultResult)
        before = {result.name: result for result in file.read()}
        results = [before[name] for name in map(_name, chosen) if name in before]
        waiting = [fault for fault in chosen if _name(fault) not in before]
        trial = partial(on_trial, ROOT, games=arguments.games, limits=limits(controls))
        trials = Share(arguments.jobs).results(waiting, trial)
        for fault, said in zip(waiting, counted(trials, len(waiting), "faults"), strict=True):
            results.append(FaultResult(_name(fault), Path(fault.path).stem, said))
            file.add(results[-1])
        missed |= report(side, results, arguments.seed)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
