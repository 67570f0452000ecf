"""The turns still to come, one after the other, and what is done in each of them."""

from dataclasses import dataclass, field
from itertools import pairwise

from ortools.sat.python import cp_model

from model.best.draft import Draft, Lit, ModelNumber, total


@dataclass(eq=False)
class Activity:
    """Something that can be done in a turn: in which, what it earns, what makes it up.

    Whatever an activity is made of is 0 where it is not done.
    """

    draft: Draft
    name: str
    at: list[Lit]
    """Whether it is done in the 1st, 2nd, ... turn to come."""
    decisions: list[cp_model.IntVar] = field(default_factory=list)
    """What is chosen in it, apart from the moment."""
    _money: list[tuple[ModelNumber, int, int]] = field(default_factory=list)
    _after: dict[str, Lit] = field(default_factory=dict)

    @property
    def done(self) -> ModelNumber:
        """How often it is done."""
        return total(self.at)

    @property
    def single(self) -> bool:
        """There is only one turn to come."""
        return len(self.at) == 1

    def before(self, turn: int) -> ModelNumber:
        """Return how often it is done before a turn."""
        return total(self.at[:turn])

    def choice(self, name: str) -> Lit:
        """Return a new yes or no that belongs to this activity."""
        lit = self.draft.choice(f"{self.name}.{name}")
        self.decisions.append(lit)
        return lit

    def amount(self, most: int, name: str) -> cp_model.IntVar:
        """Return a new number that belongs to this activity."""
        number = self.draft.chosen_amount(most, f"{self.name}.{name}")
        self.decisions.append(number)
        return number

    def up_to(self, limit: ModelNumber, most: int, name: str) -> cp_model.IntVar:
        """Return a new number that belongs to this activity and keeps within a limit."""
        number = self.amount(most, name)
        self.draft.model.add(number <= limit)
        return number

    def earn(self, pounds: ModelNumber, least: int, most: int) -> None:
        """Bring in so many pounds, or cost them if below zero."""
        self._money.append((pounds, least, most))

    def earnings(self) -> list[ModelNumber]:
        """Return what it brings in each turn."""
        pounds: ModelNumber = 0
        for part, _, _ in self._money:
            pounds = pounds + part
        least = sum(min(0, low) for _, low, _ in self._money)
        most = sum(max(0, high) for _, _, high in self._money)
        return self.spread(pounds, least, most) if least or most else [0] * len(self.at)

    def spread(self, amount: ModelNumber, least: int, most: int) -> list[ModelNumber]:
        """Return how much of an amount falls on each turn: all of it where it is done."""
        if self.single:
            return [amount]
        model = self.draft.model
        parts: list[ModelNumber] = []
        for lit in self.at:
            part = self.draft.amount(most, least=least)
            model.add(part <= most * lit)
            model.add(part >= least * lit)
            parts.append(part)
        model.add(total(parts) == amount)
        return parts

    def follows(self, other: "Activity") -> Lit:
        """Return whether this is done, and `other` was done before it."""
        if self.single:
            return self.draft.no
        known = self._after.get(other.name)
        if known is not None:
            return known
        model, result = self.draft.model, self.draft.aside()
        model.add(self.done >= result)
        model.add(other.done >= result)
        for turn, lit in enumerate(self.at):
            earlier = other.before(turn)
            model.add(earlier >= result).only_enforce_if(lit)
            model.add(earlier <= result).only_enforce_if(lit)
        self._after[other.name] = result
        return result


class Timeline:
    """The turns to come, and the activities that share them."""

    def __init__(self, draft: Draft, turns: int) -> None:
        self.draft = draft
        self.turns = range(turns)
        self.activities: list[Activity] = []

    @property
    def single(self) -> bool:
        """There is only one turn to come, in which exactly the legal turns are possible."""
        return len(self.turns) == 1

    def once(self, name: str, most: ModelNumber = 1) -> Activity:
        """Return something that can be done once, and not at all if `most` is 0."""
        activity = self.often(name)
        self.draft.at_most_one(activity.at)
        if not self.single or not isinstance(most, int) or most < 1:
            self.draft.model.add(activity.done <= most)
        return activity

    def often(self, name: str) -> Activity:
        """Return something that can be done in any number of turns."""
        lits = [self.draft.aside(f"{name}@{turn + 1}") for turn in self.turns]
        activity = Activity(self.draft, name, lits)
        self.activities.append(activity)
        return activity

    def close(self) -> None:
        """Let every turn have one activity at most, and none be left out between two."""
        model = self.draft.model
        rows = [[activity.at[turn] for activity in self.activities] for turn in self.turns]
        for row in rows:
            model.add_at_most_one(row)
        for earlier, later in pairwise(rows):
            model.add(total(later) <= total(earlier))
