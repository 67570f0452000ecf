"""How much work may be done, so that nothing is ever guessed and nothing takes forever."""


class OutOfWorkError(Exception):
    """A question took more work than was allowed; its answer is not known."""


class WorkLeft:
    """How much work may still be done, and how much was."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.done = 0
        self.of_a_question = WORK_OF_A_QUESTION
        """What may be done for one question, beside a first look at it."""

    def part(self, most: int) -> "WorkLeft":
        """Return work of its own for a question that need not be answered."""
        return WorkLeft(min(most, max(0, self.most - self.done)))

    def tick(self, amount: int = 1) -> None:
        """Count work; an `OutOfWorkError` if it is too much."""
        self.done += amount
        if self.done > self.most:
            raise OutOfWorkError


WORK_OF_A_QUESTION = 250
"""So much is done to refute something; what is not refuted by then counts as possible."""
