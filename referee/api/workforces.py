"""Who shares the work on many files: this process, others beside it, or a cluster of machines."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, repeat

from msgspec import Struct, structs

from referee.api.batch_checkers import (
    BatchChecker,
    CheckedFile,
    CheckOptions,
    CorpusItem,
    is_stdin,
    judging,
)
from referee.api.errors import MisuseError, ProgramError
from referee.api.verdict_answers import Loss
from referee.corpora.errors import ClusterError, CorpusError
from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say

MOST_AT_ONCE = 32
"""Files that a process is given at a time at most, so that progress is seen."""

SENT_AT_ONCE = 100
"""Games that are sent to another machine at a time, so that the way there does not count."""


class Workforce(Struct, frozen=True):
    """Who shares the work."""

    jobs: int = 1
    """Processes on this machine."""
    cluster: str | None = None
    """The address of a scheduler; `local` starts one with so many processes."""
    game_limit: float | None = None
    """Seconds of computing after which a game is given up."""

    @property
    def is_this_process(self) -> bool:
        """Whether nobody else takes part."""
        return self.jobs == 1 and self.cluster is None and self.game_limit is None

    def seconds(self, options: CheckOptions) -> float | None:
        """Return how long a game may take; on a cluster nobody looks on who could stop it."""
        if self.game_limit is None and self.cluster is not None:
            return 60 + 2 * options.limit
        return self.game_limit


def checked_files(
    items: Iterable[CorpusItem],
    options: CheckOptions,
    workforce: Workforce,
    *,
    kept: bool = False,
) -> Iterator[CheckedFile]:
    """Yield what there is to say about every file, in their order."""
    here = BatchChecker(options, kept=kept)
    few = isinstance(items, Sequence) and len(items) <= 1
    if workforce.is_this_process or (few and workforce.jobs > 1 and workforce.cluster is None):
        yield from map(here.check, items)
    elif workforce.cluster is None:
        # Whoever works alone does without it.
        from referee.corpora.crew import Crew  # noqa: PLC0415

        make = partial(judging, options, kept=kept)
        lost = partial(_given_up, options, kept)
        many = repeat(MOST_AT_ONCE)
        sizes = _shares(len(items), workforce.jobs) if isinstance(items, Sequence) else many
        # Only this process has the standard input.
        read = (here.read(item) if is_stdin(item) else item for item in items)
        if workforce.game_limit is None:
            # What judging the first one takes in is then there for all, who begin as copies.
            yield from map(here.check_for_others, islice(read, 1))
        with Crew(workforce.jobs, make, lost, seconds=workforce.game_limit) as found:
            yield from _flat(found.results(_batches(read, sizes)))
    else:
        yield from _sent(here, items, options, workforce, kept=kept)


def _sent(
    here: BatchChecker,
    items: Iterable[CorpusItem],
    options: CheckOptions,
    workforce: Workforce,
    *,
    kept: bool,
) -> Iterator[CheckedFile]:
    """Yield the same from a cluster of machines, to which everything is sent that they need."""
    # An extra, for whoever asks for it.
    from referee.corpora.cluster import cluster  # noqa: PLC0415

    assert workforce.cluster is not None  # noqa: S101
    chosen = options.chosen
    if chosen is not None and type(chosen) is not ComponentSet:
        # What nobody has read yet does not travel.
        yield from map(here.check, items)
        return
    there = structs.replace(options, components=chosen)
    make = partial(judging, there, kept=kept)
    lost = partial(_given_up, there, kept)
    seconds = workforce.seconds(options)
    try:
        with cluster(workforce.cluster, make, lost, seconds=seconds, jobs=workforce.jobs) as found:
            yield from _flat(found.results(_batches(map(here.packed, items), repeat(SENT_AT_ONCE))))
    except CorpusError as error:
        raise MisuseError(str(error)) from error
    except (ClusterError, OSError) as error:
        raise ProgramError(say("answers.corpora.cluster-ended", error=error)) from error


def _given_up(options: CheckOptions, kept: bool, item: CorpusItem, why: Loss) -> CheckedFile:  # noqa: FBT001
    return BatchChecker(options, kept=kept).given_up(item, why)


def _shares(files: int, jobs: int) -> Iterator[int]:
    """Yield how many files a process is given: fewer towards the end, which then comes for all."""
    left = files
    while left > 0:
        share = max(1, min(MOST_AT_ONCE, left // (4 * jobs)))
        yield share
        left -= share


def _batches(items: Iterable[CorpusItem], sizes: Iterable[int]) -> Iterator[list[CorpusItem]]:
    coming = iter(items)
    for size in sizes:
        batch = [*islice(coming, size)]
        if not batch:
            return
        yield batch


def _flat(batches: Iterable[list[CheckedFile]]) -> Iterator[CheckedFile]:
    return chain.from_iterable(batches)
