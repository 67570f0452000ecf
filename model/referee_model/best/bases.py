"""The columns of the company bases: posts that leave, return, or are removed.

A post that returns can find another column than one that was emptied before, so what happens to
a column is told in three parts: removed before the expansion, returned by it, gone with it or
later. Each column has one yes or no for every such story; in a single turn only one of the three
parts happens to a base.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product

from ortools.sat.python import cp_model

from referee.core.ids import COMPANIES, Company
from referee.core.state import BaseColumn
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Activity, Draft, Lit, ModelNumber, total, weighted

BaseHistory = tuple[int, int, int, int]
"""Posts removed before the expansion, returned, gone with it or later; and the coins then open."""
_EARLY, _BACK, _LATER, _COINS = range(4)


@dataclass(eq=False)
class Removal:
    """Posts that an activity takes out of the game, by company and column."""

    activity: Activity
    most: int
    early: dict[tuple[Company, int], ModelNumber] = field(default_factory=dict)
    late: dict[tuple[Company, int], ModelNumber] = field(default_factory=dict)

    def number(self, company: Company, column: int) -> ModelNumber:
        """Return the posts removed from a column."""
        key = (company, column)
        return self.early.get(key, 0) + self.late.get(key, 0)


class Bases:
    """Posts and coins of all columns."""

    def __init__(self, draft: Draft, table: MoverTable, expansion: Activity) -> None:
        self._draft, self._table, self._expansion = draft, table, expansion
        self.removals: list[Removal] = []
        self.left: dict[tuple[Company, int], ModelNumber] = {}
        self.returned: dict[tuple[Company, int], ModelNumber] = {}
        self.values: dict[Company, ModelNumber] = {}
        self.ranges: dict[Company, tuple[int, int]] = {}
        """The lowest and the highest value that a share of a company can come to."""
        self.stories: list[Lit] = []
        """Every story of every column."""
        self._histories: dict[tuple[Company, int], list[tuple[BaseHistory, Lit]]] = {}

    def remove(self, activity: Activity, number: ModelNumber, most: int) -> Removal:
        """Take `number` posts out of the game with an activity."""
        model, single = self._draft.model, activity.single
        removal = Removal(activity, most)
        late = activity.follows(self._expansion)
        posts = 0
        for company in COMPANIES:
            for column, pile in enumerate(self._table.piles[company]):
                posts += len(pile.uncovers)
                for rows, name in ((removal.early, "early"), (removal.late, "late")):
                    if rows is removal.early or not single:
                        word = f"remove-{name}[{company},{column}]"
                        rows[company, column] = activity.amount(most, word)
        model.add(total(removal.late.values()) <= most * late)
        model.add(total(removal.early.values()) <= most - most * late)
        gone = total((*removal.early.values(), *removal.late.values()))
        plenty = posts >= (most if single else 2 * len(COMPANIES) * most)
        if plenty and not self._table.rulings.may_leave_rewards:
            model.add(gone == number)
        elif single and not self._table.rulings.may_leave_rewards:
            model.add(gone == self._at_most(number, posts))
        else:
            model.add(gone <= number)
        self.removals.append(removal)
        return removal

    def _at_most(self, number: ModelNumber, most: int) -> ModelNumber:
        """Return a number, or what there is of it."""
        fewer = self._draft.amount(most)
        self._draft.model.add_min_equality(fewer, [number, cp_model.LinearExpr.sum([most])])
        return fewer

    @property
    def _removable(self) -> int:
        """How many posts can be taken out of the game at most; in a single turn by one activity."""
        numbers = [removal.most for removal in self.removals]
        return max(numbers, default=0) if self._expansion.single else sum(numbers)

    def removed_early(self, company: Company) -> ModelNumber:
        """Return the posts of a base that are removed before the expansion."""
        posts = (each for removal in self.removals for each in removal.early.items())
        return total(number for (owner, _), number in posts if owner == company)

    def close(
        self,
        entering: dict[Company, ModelNumber],
        ousted: dict[Company, ModelNumber],
        most: int,
        ousted_most: dict[Company, int],
    ) -> None:
        """Settle all columns, given the posts that an expansion needs and those it ousts."""
        model = self._draft.model
        for company in COMPANIES:
            columns = range(len(self._table.piles[company]))
            back_most = ousted_most.get(company, 0)
            settled = [self._column(company, column, most, back_most) for column in columns]
            self.values[company] = total(value for value, _ in settled)
            self.ranges[company] = self._range([stories for _, stories in settled], most, back_most)
            leaving = entering.get(company, 0)
            left = [self.left[company, column] for column in columns]
            if not isinstance(leaving, int) or not all(isinstance(n, int) for n in left):
                model.add(total(left) == leaving)
            if self._expansion.single:
                self._bound(company, _LATER, leaving)
        for company in COMPANIES:
            self._return(company, ousted.get(company, 0), ousted_most.get(company, 0))

    def _return(self, company: Company, ousted: ModelNumber, most: int) -> None:
        """Let as many ousted posts come back as there is room for."""
        model, piles = self._draft.model, self._table.piles[company]
        room = sum(len(pile.covers) for pile in piles)
        keys = [(company, column) for column in range(len(piles))]
        if self._expansion.single and most:
            back = ousted if room >= most else self._at_most(ousted, room)
            for key in keys:
                self.returned[key] = self._amount(self.returned[key], most, f"returned[{key}]")
            model.add(total(self.returned[key] for key in keys) == back)
            self._bound(company, _BACK, back)
        elif most:
            # A post that left before may have made room for another.
            model.add(total(self.returned[key] for key in keys) <= ousted)
            lost = max(0, most - room)
            model.add(total(self.returned[key] for key in keys) >= ousted - lost)

    def _bound(self, company: Company, part: int, number: ModelNumber) -> None:
        """Bound the coins that so many posts can move in a single turn, whatever their columns.

        That follows from the columns, but saves the solver from trying them one by one.
        """
        if isinstance(number, int):
            return
        draft, coins = self._draft, list[tuple[int, Lit]]()
        few, many = {0: 0}, {0: 0}
        for column, pile in enumerate(self._table.piles[company]):
            histories = self._histories[company, column]
            moved = [(s[part], s[_COINS] - pile.coins, lit) for s, lit in histories]
            coins += [(change, lit) for posts, change, lit in moved if posts]
            sums = [(0, 0), *((posts, change) for posts, change, _ in moved if posts)]
            most = len(pile.uncovers) + len(pile.covers) + max(many)
            few, many = _combined(few, sums, most, min), _combined(many, sums, most, max)
        enough = [draft.aside() for _ in range(max(many))]
        for earlier, later in pairwise(enough):
            draft.model.add_implication(later, earlier)
        draft.model.add(total(enough) == number)
        change = weighted(coins)
        most_change = weighted((many[n + 1] - many[n], x) for n, x in enumerate(enough))
        draft.model.add(change <= most_change)
        draft.model.add(change >= weighted((few[n + 1] - few[n], x) for n, x in enumerate(enough)))

    def _range(
        self, columns: list[tuple[BaseHistory, ...]], most: int, most_back: int
    ) -> tuple[int, int]:
        """Return the least and the most that columns can come to with so many posts moved."""
        going = self._removable if self._expansion.single else most + self._removable
        going = max(going, most)
        lowest, highest = {0: 0}, {0: 0}
        for stories in columns:
            back_to = [(back, value) for _, back, _, value in stories]
            gone_from = [(early + later, value) for early, _, later, value in stories]
            lowest = _combined(lowest, back_to, most_back, min)
            highest = _combined(highest, gone_from, going, max)
        return min(lowest.values()), max(highest.values())

    def _column(
        self, company: Company, column: int, most: int, most_back: int
    ) -> tuple[ModelNumber, tuple[BaseHistory, ...]]:
        """Return the coins of a column, and all that can happen to it."""
        draft, model, key = self._draft, self._draft.model, (company, column)
        state = self._table.state
        bases = {base.company: base.columns for base in state.setting.components.bases}
        coins = bases[company][column]
        now = state.bases[COMPANIES.index(company)][column]
        removable = min(self._removable, now.posts + most_back)
        stories = _stories(coins, now, most, most_back, removable, self._expansion.single)
        if len(stories) == 1:
            # Nothing can happen to it.
            self._histories[key] = [(stories[0], draft.yes)]
            self.returned[key] = self.left[key] = 0
            if self.removals:
                model.add(total(r.number(*key) for r in self.removals) == 0)
            return stories[0][_COINS], stories
        lits = [draft.aside() for _ in stories]
        model.add_exactly_one(lits)
        self.stories += lits
        self._histories[key] = list(zip(stories, lits, strict=True))
        parts = zip(*stories, strict=True)
        early, back, later, value = (weighted(zip(part, lits, strict=True)) for part in parts)
        if self.removals:
            model.add(early == total(r.early.get(key, 0) for r in self.removals))
        self.returned[key] = back
        later = later - total(r.late.get(key, 0) for r in self.removals)
        self.left[key] = self._amount(later, most, f"left[{key}]")
        return value, stories

    def _amount(self, number: ModelNumber, most: int, name: str) -> ModelNumber:
        if isinstance(number, int) and not number:
            return 0
        if not most:
            self._draft.model.add(number == 0)
            return 0
        variable = self._draft.chosen_amount(most, name)
        self._draft.model.add(variable == number)
        return variable


@lru_cache(1024)
def _stories(
    coins: tuple[int, ...],
    now: BaseColumn,
    most: int,
    most_back: int,
    removable: int,
    single: bool,  # noqa: FBT001 - part of the key
) -> tuple[BaseHistory, ...]:
    """Return all that can happen to a column with so many posts gone, returned and removed."""
    stories: list[BaseHistory] = []
    for early, back in product(range(removable + 1), range(most_back + 1)):
        posts, opened = now.posts - early, now.opened or 0 < now.posts == early
        if posts < 0 or posts + back > len(coins) - opened:
            continue
        posts += back
        if single and early and back:
            continue
        for later in range(min(posts, removable if back else most + removable) + 1):
            rest, open_now = posts - later, opened or 0 < posts == later
            rear = len(coins) - open_now
            value = sum(coins[: rear - rest]) + sum(coins[rear:])
            if not (single and later and (early or back or later > most)):
                stories.append((early, back, later, value))
    return tuple(stories)


def _combined(
    known: dict[int, int], column: list[tuple[int, int]], most: int, best: Callable[[int, int], int]
) -> dict[int, int]:
    """Return the best sums of values by the posts they take, one more column considered."""
    combined: dict[int, int] = {}
    for posts, coins in known.items():
        for more, value in column:
            number = posts + more
            if number <= most:
                combined[number] = best(combined.get(number, coins + value), coins + value)
    return combined
