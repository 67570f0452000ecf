"""A stage of an event: one kind of choice, the rules about it, and what it does.

Every event is a row of stages, and every rule is stated once, in the stage whose choice can break
it. All questions are asked of the same stages: judging a said event walks through its answers,
listing and sampling try the candidates, and an unfinished event is simply not at its last stage.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from random import Random
from typing import Any, Final, Generic, TypeVar

from referee.engine.work import Work
from referee.game.rule import Violation

A = TypeVar("A")

Violations = Sequence[Violation]
"""Every rule that was broken; empty where none was."""

Narrow = Callable[[Iterable[Any]], list[Any]]
"""Chooses among answers those to try; whoever narrows accounts for the others in another way."""


class Stage(ABC, Generic[A]):
    """One kind of choice, with answers of the type `A`."""

    repeated = False
    """Takes any number of answers, until nothing more is said."""

    none_is_nothing = False
    """The answer None breaks no rule and does nothing."""

    joins_previous = False
    """Different ways through the stage before can come to the same together with this one."""

    certain = False
    """No candidate breaks a rule, so that none has to be judged."""

    @abstractmethod
    def candidates(self, work: Work) -> Iterable[A]:
        """Return what might be said here, every legal answer that matters among it."""

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

    def legal(self, work: Work, narrow: Narrow = list) -> list[A]:
        """Return the candidates that break no rule, but for those that `narrow` leaves out."""
        if self.shut(work):
            return []
        candidates: list[A] = narrow(self.candidates(work))
        if self.certain:
            return candidates
        return [answer for answer in candidates if not self.judge(work, answer)]

    def draw(self, work: Work, rng: Random) -> "A | Nothing":
        """Return one of the legal answers by lot, each as likely, or that nothing is said."""
        open_to: list[Any] = list(self.candidates(work))
        if self.repeated:
            open_to.append(MORE)
        elif self.certain and open_to:
            return open_to[int(rng.random() * len(open_to))]  # type: ignore[no-any-return]
        shut: Violations = ()
        while open_to:
            at = int(rng.random() * len(open_to))
            answer = open_to[at]
            if not (self.close(work) if answer is MORE else shut or self.judge(work, answer)):
                return answer  # type: ignore[no-any-return]
            # What is refused anyhow takes its draw, too, so that a seed always gives one game.
            shut = shut or self.shut(work)
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
