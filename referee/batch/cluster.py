"""Work shared by machines: batches go to the workers of a dask scheduler, and come back in order.

Each worker judges in a process of its own (`crew.py`), so that an item that hangs or dies costs
neither the worker nor its neighbours. A worker that is gone costs nothing: the scheduler gives its
batch to another one.
"""

import hashlib
import importlib
import logging
import os
import pickle
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from referee.batch.crew import AHEAD, Batches, Crew, Lost, Make
from referee.batch.streams import ClusterError, CorpusError
from referee.i18n.speech import say

Item = TypeVar("Item")
Result = TypeVar("Result")

LOCAL: Final = "local"
"""Instead of an address: a scheduler and workers on this machine, for as long as it takes."""

IN_FLIGHT: Final = 3
"""Batches a worker has been given or is about to be, so that none waits for the next."""

PATIENCE: Final = 30.0
"""Seconds in which a scheduler must answer, and the first worker must come."""

SAFE_PATH: Final = "PYTHONSAFEPATH"
"""Dask starts workers by `python -c`, which imports from the current folder unless this is set."""

REMEMBERED: Final = 10
"""Messages that are kept for whoever looks for faults of dask; a thousand would be a corpus."""

LOOK_AGAIN: Final = 5.0
"""Seconds after which workers are counted again: they may come and go."""


@cache
def sources_digest() -> str:
    """Return what tells this referee from another version of it."""
    digest = hashlib.sha256()
    for package in ("referee", "referee_model"):
        (folder,) = importlib.import_module(package).__path__
        for file in sorted(Path(folder).rglob("*")):
            if file.suffix in {".py", ".toml", ".json"}:
                digest.update(f"{package} {file.relative_to(folder)}\n".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


_at_work = threading.local()
"""Of each thread of a worker: the crew of one that judges for it, and what it was made for."""


def work_on(version: str, packed: bytes, items: bytes) -> list[Any]:
    """Return the results of a batch; this is what a worker of the cluster does."""
    if version != sources_digest():
        raise ClusterError(say("answers.corpora.another-version", host=os.uname().nodename))
    if getattr(_at_work, "packed", None) != packed:
        if hasattr(_at_work, "crew"):
            _at_work.crew.close()
        make, lost, seconds = pickle.loads(packed)  # noqa: S301 - from our own client
        _at_work.crew = Crew(1, make, lost, seconds=seconds)
        _at_work.packed = packed
    (found,) = _at_work.crew.results([pickle.loads(zlib.decompress(items))])  # noqa: S301 - as above
    return list(found)


class Cluster(Generic[Item, Result]):
    """The workers of a scheduler, told once what to do with an item."""

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - an extra, known at run time only
        make: Make[Item, Result],
        lost: Lost[Item, Result],
        seconds: float | None,
    ) -> None:
        self._client, self._lost = client, lost
        self._recipe = pickle.dumps((make, lost, seconds), pickle.HIGHEST_PROTOCOL)
        """What every batch says of how its items are worked on."""
        self._found: dict[int, list[Result]] = {}
        self._open: dict[int, int] = {}
        """How many parts of a batch are still under way."""
        self._parts: dict[Any, tuple[int, int, Sequence[Item]]] = {}
        """By future: the number of a batch, where in it its items begin, and these."""
        self._counted, self._threads = 0.0, 1

    def results(self, batches: Iterable[Sequence[Item]]) -> Iterator[list[Result]]:
        """Yield the results of every batch, in their order."""
        import distributed  # noqa: PLC0415 - an extra

        as_completed: Any = distributed.as_completed
        waiting = Batches(batches)
        coming = as_completed(loop=self._client.loop, raise_errors=False)
        due = 0
        while True:
            while len(self._parts) < IN_FLIGHT * self._workers() and (
                batch := waiting.next(due + AHEAD * self._workers())
            ):
                number, items = batch
                self._found[number], self._open[number] = [], 1
                self._submit(coming, number, 0, items)
            if not self._parts:
                return
            self._take(coming, next(coming))
            while self._open.get(due) == 0:
                del self._open[due]
                yield self._found.pop(due)
                due += 1

    def _submit(self, coming: Any, number: int, start: int, items: Sequence[Item]) -> None:  # noqa: ANN401
        packed = zlib.compress(pickle.dumps(items, pickle.HIGHEST_PROTOCOL), 1)
        future = self._client.submit(work_on, sources_digest(), self._recipe, packed, pure=False)
        self._parts[future] = (number, start, items)
        coming.add(future)

    def _take(self, coming: Any, future: Any) -> None:  # noqa: ANN401
        """Put the results of a part in their place, or share it out again if it killed workers."""
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        number, start, items = self._parts.pop(future)
        if future.status == "cancelled":
            raise ClusterError(say("answers.corpora.scheduler-is-gone"))
        error = future.exception()
        if error is None:
            self._put(number, start, future.result())
        elif not isinstance(error, KilledWorker):
            raise error
        elif len(items) == 1:
            self._put(number, start, [self._lost(items[0], "died")])
        else:
            # Whichever of them it was, the others must not suffer for it.
            half = len(items) // 2
            self._open[number] += 1
            self._submit(coming, number, start, items[:half])
            self._submit(coming, number, start + half, items[half:])
        future.release()

    def _put(self, number: int, start: int, results: list[Result]) -> None:
        found = self._found[number]
        found.extend([None] * (start + len(results) - len(found)))  # type: ignore[list-item]
        found[start : start + len(results)] = results
        self._open[number] -= 1

    def _workers(self) -> int:
        now = monotonic()
        if now - self._counted > LOOK_AGAIN:
            self._threads = max(1, sum(self._client.nthreads().values()))
            self._counted = now
        return self._threads


@contextmanager
def cluster(
    address: str,
    make: Make[Item, Result],
    lost: Lost[Item, Result],
    *,
    seconds: float | None,
    jobs: int = 1,
) -> Iterator[Cluster[Item, Result]]:
    """Yield the workers at an address; `jobs` is how many there are where they are started here."""
    try:
        found: Any = importlib.import_module("distributed")
        config: Any = importlib.import_module("dask.config")
    except ImportError as error:
        raise CorpusError(say("answers.corpora.needs-cluster")) from error
    config.set({"distributed.admin.low-level-log-length": REMEMBERED})
    # Its own words about lost workers come as what they mean for the work, or not at all.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with _started_here(found, jobs) if address == LOCAL else nullcontext(address) as scheduler:
        try:
            client = found.Client(scheduler, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(say("answers.corpora.no-scheduler", address=address)) from error
        with client:
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError as error:
                raise ClusterError(say("answers.corpora.no-workers", address=address)) from error
            yield Cluster(client, make, lost, seconds)


@contextmanager
def _started_here(distributed: Any, jobs: int) -> Iterator[str]:  # noqa: ANN401 - an extra
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        with distributed.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        ) as here:
            yield here.scheduler_address
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before
