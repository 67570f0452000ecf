"""Long runs over seeds: in several processes, and resumed where an earlier run was stopped."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Protocol, TypeVar

import click
import msgspec
from msgspec import Struct

from referee.durable import open_lines
from scripts.tools.campaign.progress import counted
from scripts.tools.campaign.shared_work import Share


class OfSeed(Protocol):
    """A result that knows its seed."""

    seed: int


Result = TypeVar("Result", bound=OfSeed)


class SeedRun(Struct, frozen=True):
    """Which seeds a long run goes through, and how."""

    positions: int
    seed: int = 0
    """The first one."""
    jobs: int = 1
    results: Path | None = None
    """A file that keeps what was compared."""
    cluster: str | None = None
    """The scheduler of a cluster whose processes share the work."""


def over_seeds(positions: int) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Give a command the options that all long runs share; it gets them as a `SeedRun`."""

    def decorated(command: Callable[..., int]) -> Callable[..., int]:
        @click.option("--positions", default=positions, show_default=True, help="How many.")
        @click.option("--seed", default=0, show_default=True, help="The first of the seeds.")
        @click.option("--jobs", default=1, show_default=True, help="Processes.")
        @click.option("--cluster", metavar="ADDRESS", help="Of a scheduler, or `local`.")
        @click.option("--results", type=Path, help="A file that keeps what was compared.")
        @wraps(command)
        def with_run(
            positions: int,
            seed: int,
            jobs: int,
            results: Path | None,
            cluster: str | None,
            **others: object,
        ) -> int:
            return command(SeedRun(positions, seed, jobs, results, cluster), **others)

        return with_run

    return decorated


def results_of(run: SeedRun, work: Callable[[int], Result], kind: type[Result]) -> list[Result]:
    """Return the results of all seeds asked for; those that a file keeps are not made again."""
    done = _known(run.results, kind)
    seeds = range(run.seed, run.seed + run.positions)
    left = [seed for seed in seeds if seed not in done]
    worked = Share(run.jobs, run.cluster).results(left, work)
    for result in counted(worked, len(left), "positions"):
        done[result.seed] = result
        if run.results is not None:
            with open_lines(run.results) as lines:
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
                    told = f"{results}:{number}: this is no result: {error}"
                    raise click.ClickException(told) from error
                found[result.seed] = result
            lines.drop_torn()
    return found
