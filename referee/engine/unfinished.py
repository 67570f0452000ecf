"""A turn that is only partly said: what may come next, and what follows when it is finished."""

from collections.abc import Iterator
from typing import Any

from referee.engine.actions import ROWS, turn_of
from referee.engine.stage import Narrow, Row, Stage
from referee.engine.turn_end import table_after
from referee.engine.work import Work
from referee.game.state import State
from referee.game.turns import Action, Turn

StageAnswers = tuple[tuple[Any, ...], ...]
"""The answers given at each stage so far; the last are those of the stage that is due."""


class Unfinished:
    """A legal beginning of a turn: the stage that is due, and what was said so far.

    Its work is not changed any more, so that turns between which nothing happened may share it.
    """

    __slots__ = ("action", "place", "row", "said", "work")

    def __init__(self, action: Action, work: Work, said: StageAnswers = ((),)) -> None:
        self.action = action
        self.row: Row = ROWS[action]
        self.work = work
        self.place = len(said) - 1
        self.said = said

    @property
    def stage(self) -> Stage[Any] | None:
        """The stage that is due, or None when all is said."""
        return self.row[self.place] if self.place < len(self.row) else None

    def options(self, narrow: Narrow = list) -> list[Any]:
        """Return what may be said next; whether nothing more may be is `may_pass`."""
        return [] if self.stage is None else self.stage.legal(self.work, narrow)

    def may_pass(self) -> bool:
        """Return whether the stage that is due may be left with what was said."""
        stage = self.stage
        return stage is not None and stage.repeated and stage.may_stop(self.work)

    def saying(self, answer: object) -> "Unfinished":
        """Return the turn with an answer added at the stage that is due."""
        stage = self.row[self.place]
        if answer is None and stage.none_is_nothing:
            return Unfinished(self.action, self.work, (*self.said[:-1], (None,), ()))
        said = (*self.said[:-1], (*self.said[-1], answer))
        further = self._copy(said) if stage.repeated else self._copy((*said, ()))
        stage.take(further.work, answer)
        return further

    def passing(self) -> "Unfinished":
        """Return the turn with the stage that is due left."""
        return Unfinished(self.action, self.work, (*self.said, ()))

    def turn(self) -> Turn:
        """Return the finished turn."""
        return turn_of(self.action, self.work.seat, self.said[: len(self.row)])

    def table_after(self) -> State:
        """Return the table that the finished turn leaves."""
        return table_after(self.work)

    def next(self) -> Iterator["Unfinished"]:
        """Yield the turn with each legal continuation."""
        for answer in self.options():
            yield self.saying(answer)
        if self.may_pass():
            yield self.passing()

    def _copy(self, said: StageAnswers) -> "Unfinished":
        """Return another turn at the stage of the last thing said."""
        return Unfinished(self.action, self.work.copy(), said)
