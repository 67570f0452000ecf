"""Hold the engine and the model against each other, event by event.

(a) Legal events are legal for both, with the same table after them. (b) Changed events get the same
verdict. (c) Where the engine names one broken rule, the model's conflict contains it. (d) All
solutions of the model for an action at a table are exactly the engine's canonical turns. (e) In
golden games both allow an event for exactly the same amounts printed on the components.
"""

from collections.abc import Iterator
from typing import NamedTuple

import click
from msgspec.structs import replace

from referee.conformance import survey
from referee.conformance.report import Played, Tally, difference_lines, rule_lines, summary_line
from referee.engine.random_turns import ACTIONS
from scripts.tools.oracle.guards import proofs_agree
from scripts.tools.program import Tool
from scripts.tools.runs import Run, check

TURNS_A_POSITION = TURNS_A_SLIP = TURNS_A_PROOF = 1000
"""For so many turns there is one position of each action whose turns are compared as a whole, one
slip around each illegal game, and one golden game whose events are proven over all amounts."""

MOST_SLIPS = 60
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
        return survey.GameComparison(work.number).run()
    if work.name in ACTIONS:
        return survey.compare_position(work.name, work.number)
    return survey.compare_slips(work.number, work.size)


def beside_games(run: Run) -> Iterator[ComparisonWork]:
    """Yield the slips and the whole positions that go with so many turns."""
    slips = min(MOST_SLIPS, max(1, run.wanted // TURNS_A_SLIP))
    for number in range(len(survey.faults())):
        yield ComparisonWork(f"slips of {slips}", number, slips)
    for number in range(run.seed, run.seed + max(1, run.wanted // TURNS_A_POSITION)):
        yield from (ComparisonWork(action, number) for action in ACTIONS)


def compared(run: Run) -> Iterator[Played]:
    """Yield the results of a run; games are played until there are enough turns."""
    yield from _all(run, [*beside_games(run)])
    missing, seed = run.wanted, run.seed
    while missing > 0 and not run.is_over():
        games = range(seed, seed + -(-missing // TURNS_A_GAME))
        seed = games.stop
        for played in _all(run, [ComparisonWork("game", number) for number in games]):
            missing -= played.asked.get("turns", 0)
            yield played


def _all(run: Run, works: list[ComparisonWork]) -> Iterator[Played]:
    # What differed is looked at again: by now it may have been mended.
    for result in run.results(works, done, Played, again=lambda found: found.differences):
        for each in result.differences:
            sides = f"engine: {each.sides[0]}; model: {each.sides[1]}"
            print(f"{result.game}: {each.about[0]}: {sides}", flush=True)
        yield result


def report(results: list[Played]) -> Iterator[str]:
    """Yield what was compared, every disagreement once, and the summary as the last line."""
    tally = Tally()
    for result in results:
        tally.add(result)
    found = tally.report()
    yield from rule_lines(found)
    yield from survey.position_lines(results)
    yield from difference_lines(found)
    yield summary_line(found)


@click.command(cls=Tool, help=__doc__)
@check("turns", 1000, "Legal events to compare.")
def command(run: Run) -> int:
    """Compare until enough turns are done; exit 1 on any disagreement."""
    results = [*compared(replace(run, lasting=WORK_A_PROCESS))]
    agree = proofs_agree(Run(run.wanted // TURNS_A_PROOF, run.seed, run.jobs))
    print(*report(results), sep="\n")
    return 0 if agree and not any(result.differences for result in results) else 1
