"""Long runs over seeds: in several processes, and resumed where an earlier run was stopped."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from referee.durable import open_lines
from scripts.tools.campaign.progress import counted


class OfSeed(Protocol):
    """A result that knows its seed."""

    seed: int


Result = TypeVar("Result", bound=OfSeed)


def add_options(parser: argparse.ArgumentParser, positions: int) -> None:
    """Add the options that all long runs over seeds share."""
    parser.add_argument("--positions", type=int, default=positions, help="how many positions")
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--results", type=Path, help="a file that keeps what was compared")


def results_of(
    asked: argparse.Namespace, work: Callable[[int], Result], kind: type[Result]
) -> list[Result]:
    """Return the results of all seeds asked for; those that a file keeps are not made again."""
    done = _known(asked.results, kind)
    seeds = range(asked.seed, asked.seed + asked.positions)
    left = [seed for seed in seeds if seed not in done]
    for result in counted(_worked(left, asked.jobs, work), len(left), "positions"):
        done[result.seed] = result
        if asked.results is not None:
            with open_lines(asked.results) as lines:
                lines.append(msgspec.json.encode(result))
    return [done[seed] for seed in seeds]


def _known(results: Path | None, kind: type[Result]) -> dict[int, Result]:
    """Return what earlier runs wrote, by seed; a line that was cut off goes."""
    found = {}
    if results is not None and results.exists():
        with open_lines(results) as lines:
            for number, line in enumerate(lines.whole(), 1):
                if not line:
                    continue
                try:
                    result = msgspec.json.decode(line, type=kind)
                except msgspec.DecodeError as error:
                    raise SystemExit(f"{results}:{number}: this is no result: {error}") from error
                found[result.seed] = result
            lines.drop_torn()
    return found


def _worked(seeds: Iterable[int], jobs: int, work: Callable[[int], Result]) -> Iterator[Result]:
    if jobs == 1:
        yield from map(work, seeds)
        return
    with Pool(jobs) as pool:
        yield from pool.imap_unordered(work, seeds)
