"""Posts that a reward takes out of the game."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from model.legality import writes
from model.legality.after import After
from model.legality.table import SeatView
from model.relation import Relation
from model.solver import Values
from model.terms import Bit, Num, Truth, Whole, at_most, both, eq, implies, no, same, total, when
from referee.game.ids import COMPANIES
from referee.game.rulebook import bookkeeping as rules
from referee.game.turns import RemovePost, RewardPart


def removed_at_once(said: Iterable[RewardPart]) -> tuple[tuple[RemovePost, ...], bool]:
    """Return the posts that are removed one directly after the other, and whether more follow.

    When another part begins, the posts to remove are done with, like any part.
    """
    runs = [
        tuple(part for part in run if isinstance(part, RemovePost))
        for is_post, run in groupby(said, lambda part: isinstance(part, RemovePost))
        if is_post
    ]
    return (runs[0] if runs else ()), len(runs) > 1


class Removals:
    """How many posts are removed from each column of each base."""

    def __init__(self, relation: Relation, table: SeatView, due: Whole) -> None:
        self._table = table
        self.removed: list[list[Num]] = [
            [
                relation.whole(f"remove-{company}-{column}", "removed-posts")
                for column in range(len(columns))
            ]
            for company, columns in zip(COMPANIES, table.state.bases, strict=True)
        ]
        self.other: Bit = relation.bit("remove-other", "removed-posts")
        """A column was named that no base has."""
        # More posts than there are to remove are a fault of the reward that was taken.
        judged = relation.let_bit(both(due > 0, self.said_in_all <= due))
        relation.demand(rules.REMOVES_FOREMOST, implies(judged, no(self.other)))
        for columns, removed in zip(table.state.bases, self.removed, strict=True):
            for column, number in zip(columns, removed, strict=True):
                relation.shape(number >= 0)
                relation.demand(rules.REMOVES_FOREMOST, implies(judged, number <= column.posts))

    @property
    def number(self) -> Whole:
        """The posts removed in all."""
        return total(number for removed in self.removed for number in removed)

    @property
    def said_in_all(self) -> Whole:
        """The posts removed, and one that was said to leave a column that no base has."""
        return self.number + when(self.other, 1)

    def possible(self, amount: Whole) -> Whole:
        """Return how many of `amount` posts there are to remove."""
        left = sum(column.posts for columns in self._table.state.bases for column in columns)
        return at_most(amount, left)

    def facts(self, said: Sequence[RemovePost]) -> Iterator[Truth]:
        """Yield what was said about posts."""
        columns = len(self.removed[0])
        for company, removed in zip(COMPANIES, self.removed, strict=True):
            for column, number in enumerate(removed, 1):
                times = sum(post.company == company and post.column == column for post in said)
                yield eq(number, times)
        yield same(self.other, any(not 1 <= post.column <= columns for post in said))

    def said(self, values: Values) -> tuple[RemovePost, ...]:
        """Return the posts that a solution removes."""
        return tuple(
            RemovePost(company, column)
            for company, counts in zip(COMPANIES, self.counts(values), strict=True)
            for column, times in enumerate(counts, 1)
            for _ in range(times)
        )

    def counts(self, values: Values) -> tuple[tuple[int, ...], ...]:
        """Return how many posts a solution removes, by company and column."""
        return tuple(tuple(values.number(n.text) for n in removed) for removed in self.removed)

    def choices(self) -> Iterator[Whole | Truth]:
        """Yield the variables that tell one canonical turn from another."""
        for removed in self.removed:
            yield from removed

    def after(self, after: After) -> None:
        """State what the bases are after the turn."""
        rule = rules.REMOVED_POSTS_ARE_LOST
        state = self._table.state
        for index, (columns, removed) in enumerate(zip(state.bases, self.removed, strict=True)):
            for place, (column, number) in enumerate(zip(columns, removed, strict=True)):
                left = column.posts - number
                after.number(rule, left, writes.posts(index, place))
                after.bit(rule, column.opened or eq(left, 0), writes.opened(index, place))
            lost = state.lost_posts[index] + total(removed)
            after.number(rule, lost, writes.lost(index))
