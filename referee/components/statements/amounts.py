"""What several groups of statements have to say about amounts."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from referee.components.set_invariant import at
from referee.game.components import Entry, Reward
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

MOST_POINTS: Final = 3


def most_points(table: str, entry: Entry, points: int) -> Iterator[EntryFinding]:
    """Yield that `entry` gives more bookkeeping points than any reward does."""
    if points > MOST_POINTS:
        yield at(
            table,
            entry,
            say(
                "components.amounts.gives-points-a-reward-is",
                points=points,
                most_points=MOST_POINTS,
            ),
        )


def is_empty(reward: Reward) -> bool:
    """Tell whether `reward` gives nothing at all."""
    return reward == Reward()


def is_increasing(values: Sequence[int]) -> bool:
    """Tell whether each of `values` is greater than the one before."""
    return all(one < other for one, other in pairwise(values))
