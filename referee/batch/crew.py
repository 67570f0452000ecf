"""Processes that share work, each of which may die: what it was doing is given to another.

Work comes in batches of items, and goes out batch by batch in its order. An item that takes longer
than it may, or that ends three processes in a row, is given up and costs nobody else anything.
"""

import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from math import ceil
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any, Final, Generic, Literal, Self, TypeVar

from msgspec import Struct

from referee.own_processes import Hand, start_process

# One process of a crew: what it does, and how it ends ---------------------------------------------
if sys.platform != "win32":
    import resource

Item = TypeVar("Item")
Result = TypeVar("Result")

Make = Callable[[], Callable[[Item], Result]]
"""What a process calls once to know what to do with an item; it can be pickled."""

SEND_EVERY: Final = 0.1
"""Seconds of results that are sent together: to send each costs more than many a game is worth."""


class Orders(Struct, Generic[Item]):
    """A batch as a process is given it."""

    items: Sequence[Item]
    one_by_one: bool
    """Each result is sent at once, so that it is known over which item a process ends."""


class Answered(Struct, Generic[Result]):
    """What came of some items: their results, or the error that ends everything."""

    results: list[Result] = []
    error: Exception | None = None


def work_for(connection: Connection, make: Make[Any, Any], seconds: float | None) -> None:
    """Answer orders for as long as there are any; an error is the last answer."""
    work: Callable[[Any], Any] | None = None
    while True:
        orders: Orders[Any] = connection.recv()
        unsent: list[Any] = []
        sent_at = monotonic()
        for item in orders.items:
            _allow(seconds)
            try:
                work = work or make()
                unsent.append(work(item))
            except Exception as error:  # noqa: BLE001 - raised again where the caller hears of it
                connection.send(Answered(error=error))
                return
            if orders.one_by_one or monotonic() - sent_at >= SEND_EVERY:
                connection.send(Answered(unsent))
                unsent, sent_at = [], monotonic()
        if unsent:
            connection.send(Answered(unsent))


def _allow(seconds: float | None) -> None:
    """Let the system end this process when the next item has taken so long."""
    if seconds is None or sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = ceil(used.ru_utime + used.ru_stime + seconds)
    for what, most in ((resource.RLIMIT_CPU, until), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if hard < 0 else min(most, hard), hard))


Loss = Literal["too-long", "died"]
"""Why an item was given up: it took longer than it may, or ended every process that took it."""

Lost = Callable[[Item, Loss], Result]
"""What stands for the result of an item that was given up."""

TRIES: Final = 3
"""So many processes may die over an item; whoever kills one at random does not meet it again."""

PATIENCE: Final = 10.0
"""A process that does not compute but hangs is waited for so many times as long as it may compute,
since a loaded machine gives it little."""

AHEAD: Final = 16
"""Batches a process that may be finished before an earlier one is, and wait for it."""

SMALL: Final = 16_384
"""Bytes of a batch that a pipe takes in before it is read, so that none has to wait for it."""


class Batches(Generic[Item]):
    """Batches with their numbers, those that have to be done again first."""

    def __init__(self, batches: Iterable[Sequence[Item]]) -> None:
        self._coming = enumerate(batches)
        self._again: deque[tuple[int, Sequence[Item]]] = deque()

    def next(self, below: int) -> "tuple[int, Sequence[Item]] | None":
        """Return the next batch if its number is below this one."""
        if not self._again and (fresh := next(self._coming, None)) is not None:
            self._again.append(fresh)
        return self._again.popleft() if self._again and self._again[0][0] < below else None

    def put_back(self, number: int, items: Sequence[Item]) -> None:
        """Take back a batch that has to be done by somebody else."""
        self._again.appendleft((number, items))


class _Under(Struct, Generic[Item]):
    """A batch, or what was left of it, that a process has been given."""

    number: int
    items: Sequence[Item]
    answers: int = 0


class _Member(Generic[Item]):
    """A process with what it is doing, the oldest first."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.doing: deque[_Under[Item]] = deque()
        self.heard = monotonic()
        self.given = 0
        """Items that it was given since it was started."""

    def give(self, number: int, items: Sequence[Item], packed: bytes) -> None:
        if not self.doing:
            self.heard = monotonic()
        self.doing.append(_Under(number, items))
        self.given += len(items)
        with suppress(OSError):
            # That it is gone is heard of as the end of its answers.
            self.hand.connection.send_bytes(packed)


class Crew(Generic[Item, Result]):
    """So many processes, made by `make` what they are; they end with a `with` block."""

    def __init__(
        self,
        jobs: int,
        make: Make[Item, Result],
        lost: Lost[Item, Result],
        *,
        seconds: float | None = None,
        lasting: int | None = None,
    ) -> None:
        """Take no time: a process is started when there is something to do for it.

        `seconds` of computing are what an item may take at most. A process that was given as many
        items as are `lasting` makes room for another when it is done, and gives its memory back.
        """
        self._jobs, self._make, self._lost = jobs, make, lost
        self._seconds, self._lasting = seconds, lasting
        self._members: list[_Member[Item]] = []
        self._deaths: dict[tuple[int, int], int] = {}
        """By the number of a batch and an item in it, how many processes it has cost."""
        self._found: dict[int, list[Result]] = {}
        self._sizes: dict[int, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def results(self, batches: Iterable[Sequence[Item]]) -> Iterator[list[Result]]:
        """Yield the results of every batch, in their order."""
        waiting = Batches(batches)
        self._found, self._sizes, self._deaths = {}, {}, {}
        due = 0
        while True:
            self._employ(waiting, due + AHEAD * self._jobs)
            while due in self._found and len(self._found[due]) == self._sizes[due]:
                del self._sizes[due]
                yield self._found.pop(due)
                due += 1
                self._employ(waiting, due + AHEAD * self._jobs)
            if not any(member.doing for member in self._members):
                return
            members = {member.hand.connection: member for member in self._members if member.doing}
            left = None
            if self._seconds is not None:
                left = max(0.0, min(map(self._left, members.values())))
            ready = wait([*members], left)
            for connection in ready:
                assert isinstance(connection, Connection)  # noqa: S101
                self._take(members[connection], waiting)
            if not ready:
                for member in members.values():
                    if self._seconds is not None and self._left(member) <= 0:
                        self._replace(member, waiting, "too-long")

    def close(self) -> None:
        """End all processes at once."""
        for member in self._members:
            member.hand.end()
        self._members.clear()

    def processes(self) -> list[int]:
        """Return the numbers of the processes that there are."""
        return [member.hand.number for member in self._members]

    def _employ(self, waiting: Batches[Item], below: int) -> None:
        for old in [each for each in self._members if self._is_old(each) and not each.doing]:
            old.hand.end()
            self._members.remove(old)
        # Everybody gets something before anybody gets more.
        for busy in (0, 1):
            for place in range(self._jobs):
                member = self._members[place] if place < len(self._members) else None
                if busy if member is None else len(member.doing) != busy or self._is_old(member):
                    continue
                if (batch := waiting.next(below)) is None:
                    return
                number, items = batch
                # Where a process has ended over it, it is to be done with care.
                careful = self._seconds is not None or any(n == number for n, _ in self._deaths)
                packed = pickle.dumps(Orders(items, careful), pickle.HIGHEST_PROTOCOL)
                if busy and len(packed) > SMALL:
                    waiting.put_back(*batch)
                    return
                if member is None:
                    member = _Member(start_process(work_for, self._make, self._seconds))
                    self._members.append(member)
                if number not in self._found:
                    self._found[number], self._sizes[number] = [], len(items)
                member.give(number, items, packed)

    def _is_old(self, member: _Member[Item]) -> bool:
        return self._lasting is not None and member.given >= self._lasting

    def _take(self, member: _Member[Item], waiting: Batches[Item]) -> None:
        try:
            answer: Answered[Result] = member.hand.connection.recv()
        except (EOFError, OSError):
            code = member.hand.wait()
            late = sys.platform != "win32" and code == -signal.SIGXCPU
            self._replace(member, waiting, "too-long" if late else "died")
            return
        if answer.error is not None:
            raise answer.error
        under = member.doing[0]
        member.heard = monotonic()
        under.answers += len(answer.results)
        self._found[under.number].extend(answer.results)
        if under.answers == len(under.items):
            member.doing.popleft()

    def _left(self, member: _Member[Item]) -> float:
        assert self._seconds is not None  # noqa: S101
        return member.heard + PATIENCE * self._seconds + PATIENCE - monotonic()

    def _replace(self, member: _Member[Item], waiting: Batches[Item], why: Loss) -> None:
        """Put another process in the place of one that is gone, with what was left to do."""
        member.hand.end()
        self._members.remove(member)
        for under in reversed(list(member.doing)[1:]):
            waiting.put_back(under.number, under.items)
        guilty = member.doing[0]
        place = (guilty.number, len(self._found[guilty.number]))
        rest = guilty.items[guilty.answers :]
        self._deaths[place] = self._deaths.get(place, 0) + 1
        if why == "too-long" or self._deaths[place] == TRIES:
            self._found[guilty.number].append(self._lost(rest[0], why))
            rest = rest[1:]
        if rest:
            waiting.put_back(guilty.number, rest)
