"""How much work may go into an answer: steps of a search, seconds, or until somebody says stop."""

from time import monotonic

from referee.api.long_work import Stop


class StepsSpentError(Exception):
    """The budget is spent."""


class StepBudget:
    """A budget of steps, which are the same on every machine, and of seconds."""

    def __init__(
        self, steps: int | None = None, seconds: float | None = None, stop: Stop | None = None
    ) -> None:
        self._steps = steps
        self._until = None if seconds is None else monotonic() + seconds
        self._stop = stop

    def tick(self) -> None:
        """Take a step; a `StepsSpentError` if there is nothing left."""
        if self._steps is not None:
            if self._steps == 0:
                raise StepsSpentError
            self._steps -= 1
        is_late = self._until is not None and monotonic() >= self._until
        if is_late or (self._stop is not None and self._stop()):
            raise StepsSpentError
