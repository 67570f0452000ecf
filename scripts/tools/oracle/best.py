"""Hold proved best turns against the engine's own list of all legal turns.

Every position is compared for every action and objective, small ones also turn by turn, and a task
of book placement beside each against trying everything. With `--results FILE` a run that was
stopped goes on where it ended.
"""

import sys
from collections import Counter
from functools import partial

import click

from scripts.tools.campaign.seed_runs import SeedRun, over_seeds, results_of
from scripts.tools.oracle.best_comparison import ComparisonResult, compare_seed

BINS = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
MANY = 1_000
"""Positions with more legal turns than this are the ones that lists are hard for."""


@click.command(help=__doc__)
@over_seeds(positions=100)
@click.option("--most", default=20_000, show_default=True, help="Turns listed an action.")
def command(run: SeedRun, most: int) -> int:
    """Compare many positions and print what was found."""
    return report(results_of(run, partial(compare_seed, most=most), ComparisonResult))


def report(results: list[ComparisonResult]) -> int:
    """Print what a run found, and return 1 if anything parted."""
    optima, sets = sum(r.optima for r in results), sum(r.sets for r in results)
    print(f"{len(results)} positions, {optima} optima, {sets} whole sets of turns")
    print(f"{len({r.components for r in results})} component sets")
    print(f"{sum(r.plans for r in results)} plans with books against all plans")
    unlisted = sum(r.unlisted for r in results)
    print(f"{sum(r.seconds for r in results):.0f} s; {unlisted} actions had too many turns to list")
    many = [r for r in results if r.turns > MANY]
    whole = sum(not r.unlisted for r in many)
    print(f"more than {MANY} legal turns: {len(many)} positions, {whole} of them listed wholly")
    times = sorted(seconds for r in results for seconds in r.solver_seconds)
    if times:
        print(f"an answer took {times[len(times) // 2]:.4f} s (median), {times[-1]:.3f} s at most")
    print("positions by legal turns:")
    bins = Counter(next(n for n in (*BINS, sys.maxsize) if r.turns <= n) for r in results)
    for least, most in zip((0, *BINS), (*BINS, sys.maxsize), strict=True):
        span = f"{least + 1} to {most}" if most != sys.maxsize else f"more than {least}"
        print(f"  {span:>20}  {bins[most]}")
    disagreements = [line for r in results for line in r.disagreements]
    gaps = [line for r in results for line in r.gaps]
    print(f"disagreements: {len(disagreements)}")
    print(*(f"  {line}" for line in disagreements[:20]), sep="\n")
    print(f"legal turns that the engine does not list: {len(gaps)}")
    print(*(f"  {line}" for line in gaps[:20]), sep="\n")
    return 1 if disagreements or gaps else 0
