"""Holds the engine and the model against each other, event by event.

(a) Legal events are legal for both, with the same table after them. (b) Changed events get the same
verdict. (c) Where the engine names one broken rule, the model's conflict contains it. (d) All
solutions of the model for an action at a table are exactly the engine's canonical turns. (e) In
golden games both allow an event for exactly the same amounts printed on the components.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import click

from referee.conformance.report import Played, Tally, difference_lines, rule_lines, summary_line
from referee.conformance.survey import (
    GameComparison,
    compare_position,
    compare_slips,
    faults,
    position_lines,
)
from referee.engine.random_turns import ACTIONS
from scripts.tools.oracle.guards import parted, proven, summary
from scripts.tools.seed_runs import ResultFile, Share

TURNS_A_POSITION = 1000
"""For so many turns there is one position of each action whose turns are compared as a whole."""

TURNS_A_SLIP = 1000
MOST_SLIPS = 60
"""For so many turns there is one slip around each illegal game, up to this number."""

TURNS_A_PROOF = 1000
"""For so many turns there is one golden game whose events are proven over all amounts."""

TURNS_A_GAME = 36
"""About so many legal events are compared in a game."""

WORK_A_PROCESS = 200
"""A process that has done so much makes room for a new one, and gives its memory back."""


class ComparisonWork(NamedTuple):
    """A piece of work: what is compared, and which one of its kind."""

    name: str
    number: int
    size: int = 0

    def __str__(self) -> str:
        return f"{self.name} {self.number}"


def done(work: ComparisonWork) -> Played:
    """Return what came of a piece of work."""
    if work.name == "game":
        return GameComparison(work.number).run()
    for action in ACTIONS:
        if work.name == action:
            return compare_position(action, work.number)
    return compare_slips(work.number, work.size)


def beside_games(turns: int, seed: int) -> Iterator[ComparisonWork]:
    """Yield the slips and the whole positions that go with so many turns."""
    slips = min(MOST_SLIPS, max(1, turns // TURNS_A_SLIP))
    yield from (
        ComparisonWork(f"slips of {slips}", number, slips) for number in range(len(faults()))
    )
    for number in range(seed, seed + max(1, turns // TURNS_A_POSITION)):
        yield from (ComparisonWork(action, number) for action in ACTIONS)


class DifferentialRun:
    """A run: what was kept of an earlier one, and the processes for the rest."""

    def __init__(self, file: Path | None, share: Share) -> None:
        self._file = ResultFile(file, Played)
        self._share = share
        # What differed is looked at again: by now it may have been mended.
        self.kept = {each.game: each for each in self._file.read() if not each.differences}

    def results(self, turns: int, seed: int) -> list[Played]:
        """Return the results of the run; games are played until there are enough turns."""
        found = self._all(list(beside_games(turns, seed)))
        missing = turns
        while missing > 0:
            games = range(seed, seed + -(-missing // TURNS_A_GAME))
            seed = games.stop
            played = self._all([ComparisonWork("game", number) for number in games])
            missing -= sum(result.asked.get("turns", 0) for result in played)
            found += played
        return found

    def _all(self, works: list[ComparisonWork]) -> list[Played]:
        todo = [work for work in works if str(work) not in self.kept]
        for result in self._share.results(todo, done):
            self.kept[result.game] = result
            self._file.add(result)
            for difference in result.differences:
                engine, other = difference.sides
                said = f"{difference.about[0]}: engine: {engine}; model: {other}"
                print(f"{result.game}: {said}", flush=True)
        return [self.kept[str(work)] for work in works]


def report(results: list[Played]) -> Iterator[str]:
    """Yield what was compared, every disagreement once, and the summary as the last line."""
    tally = Tally()
    for result in results:
        tally.add(result)
    found = tally.report()
    yield from rule_lines(found)
    yield from position_lines(results)
    yield from difference_lines(found)
    yield summary_line(found)


def main(arguments: Iterable[str] | None = None) -> int:
    """Compare until enough turns are done; exit 1 on any disagreement."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=1000, help="legal events to compare")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a scheduler, or `local`")
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="keep results there, and go on from them"
    )
    asked = parser.parse_args(None if arguments is None else list(arguments))
    try:
        share = Share(asked.jobs, asked.cluster, WORK_A_PROCESS)
        results = DifferentialRun(asked.resume, share).results(asked.turns, asked.seed)
    except click.ClickException as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        print("stopped; " + ("the same command goes on" if asked.resume else "nothing was kept"))
        return 130
    agree = proofs_agree(asked.turns // TURNS_A_PROOF, asked.seed)
    for line in report(results):
        print(line)
    return 0 if agree and not any(result.differences for result in results) else 1


def proofs_agree(games: int, seed: int) -> bool:
    """Print what is proven of so many golden games over all amounts; return whether it holds."""
    for told in proven(games, seed) if games else ():
        if isinstance(told, str):
            print(told, flush=True)
        else:
            print(summary(told), flush=True)
            return not parted(told)
    return True


if __name__ == "__main__":
    # Under its own name, so that other machines know what they are sent.
    sys.exit(import_module("scripts.tools.differential").main())
