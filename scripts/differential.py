"""Holds the engine and the model against each other, event by event.

(a) Legal events are legal for both, with the same table after them. (b) Changed events get the same
verdict. (c) Where the engine names one broken rule, the model's conflict contains it. (d) All
solutions of the model for an action at a table are exactly the engine's canonical turns.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from multiprocessing import Pool
from multiprocessing.pool import Pool as Workers
from pathlib import Path
from typing import NamedTuple

from referee.compare.survey import GameComparison
from referee.compare.survey_report import report
from referee.compare.survey_result import Result
from referee.compare.variations import compare_slips, faults
from referee.compare.whole_sets import compare_position
from referee.engine.sampling import ACTIONS
from scripts.differential_kept import Kept

TURNS_A_POSITION = 1000
"""For so many turns there is one position of each action whose turns are compared as a whole."""

TURNS_A_SLIP = 1000
MOST_SLIPS = 60
"""For so many turns there is one slip around each illegal game, up to this number."""

TURNS_A_GAME = 36
"""About so many legal events are compared in a game."""

WORK_A_PROCESS = 200
"""A process that has done so much makes room for a new one, and gives its memory back."""


class Work(NamedTuple):
    """A piece of work: what is compared, and which one of its kind."""

    name: str
    number: int
    size: int = 0


def done(work: Work) -> Result:
    """Return the result of a piece of work."""
    if work.name == "game":
        return GameComparison(work.number).run()
    for action in ACTIONS:
        if work.name == action:
            return compare_position(action, work.number)
    return compare_slips(work.number, work.size)


def beside_games(turns: int, seed: int) -> Iterator[Work]:
    """Yield the slips and the whole positions that go with so many turns."""
    slips = min(MOST_SLIPS, max(1, turns // TURNS_A_SLIP))
    yield from (Work(f"slips of {slips}", number, slips) for number in range(len(faults())))
    for number in range(seed, seed + max(1, turns // TURNS_A_POSITION)):
        yield from (Work(action, number) for action in ACTIONS)


class Run:
    """A run: what was kept of an earlier one, and the processes for the rest."""

    def __init__(self, kept: Kept, workers: Workers) -> None:
        self._kept = kept
        self._workers = workers

    def results(self, turns: int, seed: int) -> list[Result]:
        """Return the results of the run; games are played until there are enough turns."""
        found = self._all(list(beside_games(turns, seed)))
        missing = turns
        while missing > 0:
            games = range(seed, seed + -(-missing // TURNS_A_GAME))
            seed = games.stop
            played = self._all([Work("game", number) for number in games])
            missing -= sum(result.turns for result in played)
            found += played
        return found

    def _all(self, works: list[Work]) -> list[Result]:
        known = {work: self._kept.result(work.name, work.number) for work in works}
        todo = [work for work, result in known.items() if result is None]
        for result in self._workers.imap_unordered(done, todo):
            self._kept.keep(result)
            for disagreement in result.disagreements:
                said = f"{disagreement.about}: {disagreement.difference}"
                print(f"{result.work} {result.number}: {said}", flush=True)
        return [r for work in works if (r := self._kept.result(work.name, work.number))]


def main(arguments: Iterable[str] | None = None) -> int:
    """Compare until enough turns are done; exit 1 on any disagreement."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=1000, help="legal events to compare")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="keep results there, and go on from them"
    )
    asked = parser.parse_args(None if arguments is None else list(arguments))
    kept = Kept(asked.resume)
    try:
        with Pool(asked.jobs, maxtasksperchild=WORK_A_PROCESS) as workers:
            results = Run(kept, workers).results(asked.turns, asked.seed)
    except KeyboardInterrupt:
        print("stopped; " + ("the same command goes on" if asked.resume else "nothing was kept"))
        return 130
    for line in report(results):
        print(line)
    return 1 if any(result.disagreements for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
