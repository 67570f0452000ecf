"""The one runner of long checks: seeds, processes or a cluster, kept results, progress, time."""

import resource
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sized
from functools import partial, wraps
from itertools import count, tee
from math import inf
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
import msgspec
from msgspec import Struct

from referee.batch.cluster import cluster
from referee.batch.crew import Crew, Loss
from referee.durable import open_lines

Item = TypeVar("Item")
Found = TypeVar("Found")
EVERY = 30.0
"""Seconds between two lines about progress."""


class Run(Struct, frozen=True):
    """How a check is run: from which seed on, how much of it, by whom, and where it is kept."""

    wanted: int = 0
    seed: int = 0
    jobs: int = 1
    """Processes of this machine."""
    cluster: str | None = None
    """The address of a scheduler (docs/scale.md); `local` starts one with so many processes."""
    file: Path | None = None
    """Results as JSON lines, from which a later run goes on."""
    until: float = inf
    """The moment, of a clock that only runs, at which the run ends with what is done."""
    lasting: int | None = None
    """A process that has done so much makes room for a new one, and gives its memory back."""

    def results(
        self,
        items: Iterable[Item],
        work: Callable[[Item], Found],
        kind: object = None,
        *,
        again: Callable[[Found], object] = lambda _: False,
    ) -> Iterator[Found]:
        """Yield the results of items in their order; those that the file keeps are not made again.

        Without a `kind` nothing is kept; a kept result for which `again` holds is made anew.
        """
        earlier = () if kind is None else self.kept(kind)
        kept = {name: result for name, result in earlier if not again(result)}
        lasting = self.lasting
        if lasting is not None and isinstance(items, Sized) and len(items) <= lasting:
            lasting = None
        items, ahead = tee(items)
        worked = self._shared((item for item in ahead if str(item) not in kept), work, lasting)
        started = told = time.monotonic()
        for number, item in enumerate(items, 1):
            if self.is_over():
                return
            if str(item) in kept:
                yield kept[str(item)]
                continue
            result = next(worked)
            if kind is not None:
                self.keep(item, result)
            yield result
            if time.monotonic() - told >= EVERY:
                told = time.monotonic()
                print(f"{number} done, {told - started:.0f} s", file=sys.stderr)

    def is_over(self) -> bool:
        """Return whether the time of the run is up."""
        return time.monotonic() > self.until

    def over_seeds(
        self,
        work: Callable[[int], Found],
        kind: object = None,
        size: Callable[[Found], int] = lambda _: 1,
    ) -> Iterator[Found]:
        """Yield the results of seeds, from the first on, until there is as much as is wanted."""
        missing = self.wanted
        for result in self.results(count(self.seed), work, kind) if missing > 0 else ():
            yield result
            missing -= size(result)
            if missing <= 0:
                return

    def _shared(
        self, items: Iterable[Item], work: Callable[[Item], Found], lasting: int | None
    ) -> Iterator[Found]:
        if self.jobs == 1 and self.cluster is None and lasting is None:
            yield from map(work, items)
            return
        make = partial(_doing, work)
        with (
            Crew(self.jobs, make, _lost, lasting=lasting)
            if self.cluster is None
            else cluster(self.cluster, make, _lost, seconds=None, jobs=self.jobs)
        ) as processes:
            for (result,) in processes.results([item] for item in items):
                yield result

    def kept(self, kind: object) -> Iterator[tuple[str, Any]]:
        """Yield the results of earlier runs by the names of their items; a torn line goes."""
        if self.file is None or not self.file.exists():
            return
        with open_lines(self.file) as lines:
            for number, line in enumerate(lines.whole(), 1):
                try:
                    if line:
                        yield msgspec.json.decode(line, type=tuple[str, kind])  # type: ignore[valid-type]
                except msgspec.DecodeError as error:
                    told = f"{self.file}:{number}: this is no result: {error}"
                    raise click.ClickException(told) from error
            lines.drop_torn()

    def keep(self, item: object, result: object) -> None:
        """Add a result to the file."""
        if self.file is not None:
            with open_lines(self.file) as lines:
                lines.append(msgspec.json.encode((str(item), result), order="deterministic"))


def _doing(work: Callable[[Item], Found]) -> Callable[[Item], Found]:
    return work


def _lost(item: object, why: Loss) -> NoReturn:
    raise click.ClickException(f"{item}: every process that tried it ended ({why})")


def check(
    what: str = "",
    wanted: int = 0,
    about: str = "How many.",
    *,
    without: Collection[str] = (),
    jobs: int = 1,
    minutes: float = inf,
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Give a command the options of the runner; it gets them as its first argument, a `Run`."""
    options = {
        "results": click.option(
            *("--results", "file"),
            type=Path,
            metavar="FILE",
            help="Keep results there, and go on from them.",
        ),
        "minutes": click.option(
            "--minutes", default=minutes, help="End after so many, with what is done."
        ),
        "cluster": click.option("--cluster", metavar="ADDRESS", help="Of a scheduler, or `local`."),
        "jobs": click.option("--jobs", default=jobs, show_default=True, help="Processes."),
        "seed": click.option("--seed", default=0, show_default=True, help="The first of them."),
    }
    if what:
        number = click.option(f"--{what}", "wanted", default=wanted, show_default=True, help=about)
        options[what] = number

    def decorated(command: Callable[..., object]) -> Callable[..., object]:
        @wraps(command)
        def with_run(**asked: Any) -> object:  # noqa: ANN401 - of each option its own type
            until = time.monotonic() + 60 * asked.pop("minutes", inf)
            of_run = {name: asked.pop(name) for name in Run.__struct_fields__ if name in asked}
            return command(Run(**of_run, until=until), **asked)

        for name, option in options.items():
            if name not in without:
                with_run = option(with_run)
        return with_run

    return decorated


def cpu_of_children() -> float:
    """Return the seconds that the processes computed which this one started, and which ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
