"""A stage of an event: one kind of choice, the rules about it, and what it does.

Every event is a row of stages, and every rule is stated once, in the stage whose choice can break
it. All questions are asked of the same stages: judging a said event walks through its answers,
listing and sampling try the candidates, and an unfinished event is simply not at its last stage.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from random import Random
from typing import Any, Final, Generic, TypeVar, cast

from referee.core.rule import Violation
from referee.engine.work import Work

A = TypeVar("A")

Violations = Sequence[Violation]
"""Every rule that was broken; empty where none was."""

Narrow = Callable[[Iterable[Any]], list[Any]]
"""Chooses among answers those to try; whoever narrows accounts for the others in another way."""


class Stage(ABC, Generic[A]):
    """One kind of choice, with answers of the type `A`."""

    # No class variables: of a compiled class they would be looked up by name each time.
    repeated: bool = False
    """Takes any number of answers, until nothing more is said."""

    none_is_nothing: bool = False
    """The answer None breaks no rule and does nothing."""

    joins_previous: bool = False
    """Different ways through the stage before can come to the same together with this one."""

    certain: bool = False
    """No candidate breaks a rule, so that none has to be judged."""

    def nothing(self) -> tuple[None, ...]:
        """Return what is said here where there is nothing to decide."""
        return () if self.repeated else (None,)

    def idle(self, work: Work) -> bool:  # noqa: ARG002
        """Return whether it is seen at once that there is nothing to decide, and nothing to do."""
        return False

    @abstractmethod
    def candidates(self, work: Work) -> Sequence[A]:
        """Return what might be said here, every legal answer that matters among it."""

    def known_legal(self, work: Work) -> Sequence[A] | None:
        """Return the candidates that break no rule, if they are known without judging each."""
        return self.candidates(work) if self.certain else None

    def leads_nowhere(self, work: Work, answer: A) -> bool:  # noqa: ARG002
        """Return whether it is seen at once that no legal turn goes on from this answer."""
        return False

    def shut(self, work: Work) -> Violations:  # noqa: ARG002
        """Return every rule that is broken whatever is said here; `judge` returns them as well."""
        return ()

    @abstractmethod
    def judge(self, work: Work, answer: A) -> Violations:
        """Return every rule that `answer` breaks here."""

    @abstractmethod
    def take(self, work: Work, answer: A) -> None:
        """Do what was said, as far as it makes sense even if it broke a rule."""

    def close(self, work: Work) -> Violations:  # noqa: ARG002
        """Return every rule that is broken by saying nothing more here."""
        return ()

    def may_stop(self, work: Work) -> bool:
        """Return whether saying nothing more here breaks no rule."""
        return not self.close(work)

    def legal(self, work: Work, narrow: Narrow = list) -> list[A]:
        """Return the candidates that break no rule, but for those that `narrow` leaves out."""
        if self.shut(work):
            return []
        known = self.known_legal(work)
        if known is not None:
            return narrow(known)
        return [answer for answer in narrow(self.candidates(work)) if not self.judge(work, answer)]

    def draw(self, work: Work, rng: Random) -> "A | Nothing":
        """Return one of the legal answers by lot, each as likely, or that nothing is said."""
        known = self.candidates(work) if self.certain else self.known_legal(work)
        if known is None:
            return self._draw_judging(work, rng)
        number = len(known)
        if self.repeated:
            at = int(rng.random() * (number + 1))
            if at < number:
                return known[at]
            if self.may_stop(work):
                return MORE
        if number <= 1:
            return known[0] if number else LEGAL
        return known[int(rng.random() * number)]

    def _draw_judging(self, work: Work, rng: Random) -> "A | Nothing":
        """Draw until an answer is legal: mostly cheaper than to judge all of them."""
        open_to: list[Any] = [] if self.shut(work) else list(self.candidates(work))
        if self.repeated:
            open_to.append(MORE)
        while open_to:
            at = int(rng.random() * len(open_to))
            answer = open_to[at]
            if answer is MORE:
                refused = not self.may_stop(work)
            else:
                refused = self.leads_nowhere(work, answer) or bool(self.judge(work, answer))
            if not refused:
                return answer  # type: ignore[no-any-return]
            open_to[at] = open_to[-1]
            open_to.pop()
        return LEGAL


class Nothing(Enum):
    """Why a stage gives no answer by lot."""

    MORE = "nothing more is said at a stage with any number of answers"
    LEGAL = "no answer is legal here"


MORE: Final = Nothing.MORE
LEGAL: Final = Nothing.LEGAL

Row = tuple[Stage[Any], ...]
"""The stages of an event in their order."""


# Answers that say two things, of which a draw by lot asks for one only ----------------------------
class _Pairs(Generic[A]):
    """Every answer with one of the firsts and one of the seconds, each made when asked for."""

    __slots__ = ("firsts", "make", "seconds")

    def __init__(
        self, make: Callable[[Any, Any], A], firsts: list[Any], seconds: list[Any]
    ) -> None:
        self.make = make
        self.firsts = firsts
        self.seconds = seconds

    def __len__(self) -> int:
        return len(self.firsts) * len(self.seconds)

    def __iter__(self) -> Iterator[A]:
        make, seconds = self.make, self.seconds
        return iter([make(first, second) for first in self.firsts for second in seconds])

    def __getitem__(self, at: int) -> A:
        seconds = self.seconds
        return self.make(self.firsts[at // len(seconds)], seconds[at % len(seconds)])


def pairs(make: Callable[[Any, Any], A], firsts: list[Any], seconds: list[Any]) -> Sequence[A]:
    """Return all that can be made of one of the firsts and one of the seconds."""
    # No subclass of `Sequence`: compiled, it would share the answers of `isinstance` with it.
    return cast("Sequence[A]", _Pairs(make, firsts, seconds))
