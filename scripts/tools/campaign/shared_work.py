"""Pieces of a long run shared by processes of this machine, or by those of a cluster."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial, wraps
from typing import NoReturn, TypeVar

import click
from msgspec import Struct

from referee.corpora.cluster import cluster
from referee.corpora.crew import Crew, Loss

Item = TypeVar("Item")
Result = TypeVar("Result")


class Share(Struct, frozen=True):
    """Who shares the work."""

    jobs: int = 1
    """Processes of this machine."""
    cluster: str | None = None
    """The address of a scheduler (docs/scale.md); `local` starts one with so many processes."""
    lasting: int | None = None
    """A process that has done so much makes room for a new one, and gives its memory back."""

    def results(self, items: Iterable[Item], work: Callable[[Item], Result]) -> Iterator[Result]:
        """Yield what comes of every item, in their order."""
        if self.jobs == 1 and self.cluster is None and self.lasting is None:
            yield from map(work, items)
            return
        make = partial(_doing, work)
        batches = ([item] for item in items)
        if self.cluster is not None:
            with cluster(self.cluster, make, _lost, seconds=None, jobs=self.jobs) as machines:
                for (result,) in machines.results(batches):
                    yield result
            return
        with Crew(self.jobs, make, _lost, lasting=self.lasting) as processes:
            for (result,) in processes.results(batches):
                yield result


def _doing(work: Callable[[Item], Result]) -> Callable[[Item], Result]:
    return work


def _lost(item: object, why: Loss) -> NoReturn:
    raise click.ClickException(f"{item}: every process that tried it ended ({why})")


def sharing(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command the options that say who shares its work; it gets them as a `Share`."""

    @click.option("--jobs", default=1, show_default=True, help="Processes.")
    @click.option("--cluster", metavar="ADDRESS", help="Of a scheduler, or `local`.")
    @wraps(command)
    def with_share(jobs: int, cluster: str | None, **others: object) -> object:
        return command(share=Share(jobs, cluster), **others)

    return with_share
