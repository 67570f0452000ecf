"""The columns of the company bases over a round: posts that leave, return, or are removed.

A post that returns can find another column than one that was emptied before, so what happens to
a column is told in three parts: removed before the expansion, returned by it, gone with it or
later. Each column has one yes or no for every such story.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

from model.best.draft import Draft, Linear, Lit, total, weighted
from model.best.horizon.timeline import Activity
from model.best.table import Table
from referee.game.ids import COMPANIES, Company

Story = tuple[int, int, int, int]
"""Posts removed before the expansion, returned, gone with it or later; and the coins then open."""


@dataclass(eq=False)
class Removal:
    """Posts that an activity takes out of the game, by company and column."""

    activity: Activity
    most: int
    early: dict[tuple[Company, int], Linear] = field(default_factory=dict)
    late: dict[tuple[Company, int], Linear] = field(default_factory=dict)

    def number(self, company: Company, column: int) -> Linear:
        """Return the posts removed from a column."""
        key = (company, column)
        return self.early.get(key, 0) + self.late.get(key, 0)


class Bases:
    """Posts and coins of all columns."""

    def __init__(self, draft: Draft, table: Table, expansion: Activity) -> None:
        self._draft, self._table, self._expansion = draft, table, expansion
        self.removals: list[Removal] = []
        self.left: dict[tuple[Company, int], Linear] = {}
        self.returned: dict[tuple[Company, int], Linear] = {}
        self.values: dict[Company, Linear] = {}
        self.ranges: dict[Company, tuple[int, int]] = {}
        """The lowest and the highest value that a share of a company can come to."""
        self.stories: list[Lit] = []
        """Every story of every column."""

    def remove(self, activity: Activity, number: Linear, most: int) -> Removal:
        """Take `number` posts out of the game with an activity."""
        model = self._draft.model
        removal = Removal(activity, most)
        late = activity.follows(self._expansion)
        posts = 0
        for company in COMPANIES:
            for column, pile in enumerate(self._table.piles[company]):
                posts += len(pile.uncovers)
                for rows, name in ((removal.early, "early"), (removal.late, "late")):
                    rows[company, column] = activity.amount(
                        most, f"remove-{name}[{company},{column}]"
                    )
        model.add(total(removal.late.values()) <= most * late)
        model.add(total(removal.early.values()) <= most - most * late)
        gone = total((*removal.early.values(), *removal.late.values()))
        model.add(gone <= number)
        plenty = posts >= 2 * len(COMPANIES) * most
        if plenty and not self._table.state.setting.rulings.may_leave_parts:
            model.add(gone >= number)
        self.removals.append(removal)
        return removal

    def removed_early(self, company: Company) -> Linear:
        """Return the posts of a base that are removed before the expansion."""
        return total(
            number
            for removal in self.removals
            for (owner, _), number in removal.early.items()
            if owner == company
        )

    def close(
        self,
        entering: dict[Company, Linear],
        ousted: dict[Company, Linear],
        most: int,
        ousted_most: dict[Company, int],
    ) -> None:
        """Settle all columns, given the posts that an expansion needs and those it ousts."""
        for company in COMPANIES:
            columns = range(len(self._table.piles[company]))
            back_most = ousted_most.get(company, 0)
            told = [self._column(company, column, most, back_most) for column in columns]
            self.values[company] = total(value for value, _ in told)
            self.ranges[company] = self._range([stories for _, stories in told], most, back_most)
            keys = [(company, column) for column in columns]
            model = self._draft.model
            model.add(total(self.left[key] for key in keys) == entering.get(company, 0))
            back = total(self.returned[key] for key in keys)
            gone = ousted.get(company, 0)
            model.add(back <= gone)
            room = sum(len(pile.covers) for pile in self._table.piles[company])
            model.add(back >= gone - max(0, ousted_most.get(company, 0) - room))

    def _range(self, columns: list[list[Story]], most: int, most_back: int) -> tuple[int, int]:
        """Return the least and the most that columns can come to with so many posts moved."""
        going = most + sum(removal.most for removal in self.removals)
        lowest, highest = {0: 0}, {0: 0}
        for stories in columns:
            back_to = [(back, value) for _, back, _, value in stories]
            gone_from = [(early + later, value) for early, _, later, value in stories]
            lowest = _combined(lowest, back_to, most_back, min)
            highest = _combined(highest, gone_from, going, max)
        return min(lowest.values()), max(highest.values())

    def _column(
        self, company: Company, column: int, most: int, most_back: int
    ) -> tuple[Linear, list[Story]]:
        """Return the coins of a column, and all that can happen to it."""
        draft, model, key = self._draft, self._draft.model, (company, column)
        state = self._table.state
        coins = next(b.columns for b in state.setting.components.bases if b.company == company)[
            column
        ]
        now = state.bases[COMPANIES.index(company)][column]
        removable = min(sum(r.most for r in self.removals), now.posts + most_back)
        stories: list[Story] = []
        for early, back in product(range(removable + 1), range(most_back + 1)):
            posts, opened = now.posts - early, now.opened or 0 < now.posts == early
            if posts < 0 or posts + back > len(coins) - opened:
                continue
            posts += back
            for later in range(min(posts, removable if back else most + removable) + 1):
                rest, open_now = posts - later, opened or 0 < posts == later
                rear = len(coins) - open_now
                value = sum(coins[: rear - rest]) + sum(coins[rear:])
                stories.append((early, back, later, value))
        lits = [draft.aside() for _ in stories]
        model.add_exactly_one(lits)
        self.stories += lits

        def told(place: int) -> Linear:
            return weighted((s[place], lit) for s, lit in zip(stories, lits, strict=True))

        model.add(told(0) == total(r.early.get(key, 0) for r in self.removals))
        self.returned[key] = told(1)
        self.left[key] = self._amount(
            told(2) - total(r.late.get(key, 0) for r in self.removals), most, f"left[{key}]"
        )
        return told(3), stories

    def _amount(self, number: Linear, most: int, name: str) -> Lit:
        variable = self._draft.chosen_amount(most, name)
        self._draft.model.add(variable == number)
        return variable


def _combined(
    known: dict[int, int],
    column: list[tuple[int, int]],
    most: int,
    best: Callable[[int, int], int],
) -> dict[int, int]:
    """Return the best sums of values by the posts they take, one more column considered."""
    combined: dict[int, int] = {}
    for posts, coins in known.items():
        for more, value in column:
            number = posts + more
            if number <= most:
                combined[number] = best(combined.get(number, coins + value), coins + value)
    return combined
