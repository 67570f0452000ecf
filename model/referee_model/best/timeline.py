"""The turns still to come, one after the other, and what is done in each of them."""

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ortools.sat.python import cp_model

# A constraint model under construction: variables, linear pieces, and the order of decisions ------
Lit = cp_model.IntVar
"""A variable that is 0 or 1."""

Literal = cp_model.LiteralT
"""Such a variable, its opposite, or a truth known beforehand."""

ModelNumber = cp_model.LinearExpr | int
"""A number of the model: a constant, a variable or a sum of them.

Never `+=` one: `expression + 0` is the same object, and adding in place would change both.
"""

ValueReader = Callable[[ModelNumber], int]
"""Tells what a solution makes of a number of the model."""

MANY = 2
"""Fewer literals than this need no variable of their own to be joined."""


def total(parts: Iterable[ModelNumber]) -> ModelNumber:
    """Return the sum of some numbers, 0 for none."""
    terms = list(parts)
    return cp_model.LinearExpr.sum(terms) if terms else 0


def weighted(pairs: Iterable[tuple[int, ModelNumber]]) -> ModelNumber:
    """Return the sum of numbers times their weights, 0 for none."""
    weights, terms = list[int](), list[ModelNumber]()
    for weight, term in pairs:
        if weight:
            weights.append(weight)
            terms.append(term)
    return cp_model.LinearExpr.weighted_sum(terms, weights) if terms else 0


NAMED = False
"""Whether variables have their names in the model, for those who look at one."""

_ZERO_OR_ONE = cp_model.Domain(0, 1)


class LeanModel(cp_model.CpModel):
    """A model that is made in less time: half of it went into names that nobody reads."""

    def _add_pre_pep8_methods(self) -> None:
        """Leave the methods without their old names."""

    def new_bool_var(self, name: str) -> cp_model.IntVar:
        """Return a new yes or no."""
        lit = cp_model.IntVar(self.model_proto).with_domain(_ZERO_OR_ONE)
        return lit.with_name(name) if NAMED else lit

    def new_int_var(
        self, lb: cp_model.IntegralT, ub: cp_model.IntegralT, name: str
    ) -> cp_model.IntVar:
        """Return a new number."""
        number = cp_model.IntVar(self.model_proto).with_domain(cp_model.Domain(lb, ub))
        return number.with_name(name) if NAMED else number

    def maximize(self, obj: cp_model.ObjLinearExprT) -> None:
        """Let `obj` be as large as possible."""
        if not isinstance(obj, cp_model.LinearExpr):
            super().maximize(obj)
            return
        self.model_proto.clear_objective()
        flat, goal = cp_model.FlatIntExpr(obj), self.model_proto.objective
        goal.vars.extend([variable.index for variable in flat.vars])
        goal.coeffs.extend([-weight for weight in flat.coeffs])
        goal.scaling_factor, goal.offset = -1.0, -flat.offset

    def decide_in_order(self, decisions: Iterable[cp_model.IntVar]) -> None:
        """Let a fixed search decide one after the other, the smallest value of each first."""
        strategy = self.model_proto.search_strategy.add()
        strategy.variables.extend([decision.index for decision in decisions])
        strategy.variable_selection_strategy = cp_model.CHOOSE_FIRST
        strategy.domain_reduction_strategy = cp_model.SELECT_MIN_VALUE

    def clone(self) -> "LeanModel":
        """Return a copy."""
        copy = LeanModel()
        copy.proto.copy_from(self.proto)
        copy.rebuild_constant_map()
        return copy


@dataclass(slots=True)
class Draft:
    """A model, and the variables that make up a canonical turn in the order that breaks ties."""

    model: LeanModel = field(default_factory=LeanModel)
    decisions: list[cp_model.IntVar] = field(default_factory=list)
    last_decisions: list[cp_model.IntVar] = field(default_factory=list)
    """Those that come after all others."""
    yes: Lit = field(init=False)
    no: Lit = field(init=False)

    def __post_init__(self) -> None:
        self.yes, self.no = self.model.new_constant(1), self.model.new_constant(0)

    def choice(self, name: str) -> Lit:
        """Return a new yes or no that belongs to the canonical turn."""
        lit = self.model.new_bool_var(name)
        self.decisions.append(lit)
        return lit

    def aside(self, name: str = "") -> Lit:
        """Return a new yes or no that only carries reasoning."""
        return self.model.new_bool_var(name)

    def amount(self, most: int, name: str = "", least: int = 0) -> cp_model.IntVar:
        """Return a new number that only carries reasoning."""
        return self.model.new_int_var(least, most, name)

    def chosen_amount(self, most: int, name: str) -> cp_model.IntVar:
        """Return a new number that belongs to the canonical turn."""
        number = self.amount(most, name)
        self.decisions.append(number)
        return number

    def at_most_one(self, lits: Iterable[Literal]) -> None:
        """Let one of `lits` hold at most, where there is more than one."""
        several = list(lits)
        if len(several) >= MANY:
            self.model.add_at_most_one(several)

    def rising(self, length: int, name: str) -> list[Lit]:
        """Return choices, the last of all, of which each needs the one before it."""
        lits = [self.aside(f"{name}>{n}") for n in range(length)]
        self.last_decisions += lits
        for earlier, later in itertools.pairwise(lits):
            self.model.add_implication(later, earlier)
        return lits

    def opposite(self, lit: Lit) -> Literal:
        """Return whether `lit` does not hold, as a truth of the draft where that is known."""
        if lit is self.yes or lit is self.no:
            return self.no if lit is self.yes else self.yes
        return ~lit

    def both(self, *lits: Literal) -> Lit:
        """Return whether all of `lits` hold."""
        open_lits = [lit for lit in lits if lit is not self.yes]
        if any(lit is self.no for lit in open_lits):
            return self.no
        if len(open_lits) < MANY and all(isinstance(lit, cp_model.IntVar) for lit in open_lits):
            return next((lit for lit in open_lits if isinstance(lit, cp_model.IntVar)), self.yes)
        lits = tuple(open_lits)
        result = self.aside()
        for lit in lits:
            self.model.add_implication(result, lit)
        self.model.add_bool_or(result, *(~lit for lit in lits))
        return result

    def either(self, lits: Sequence[Literal]) -> Lit:
        """Return whether one of `lits` holds."""
        if any(lit is self.yes for lit in lits):
            return self.yes
        lits = [lit for lit in lits if lit is not self.no]
        if len(lits) < MANY and all(isinstance(lit, cp_model.IntVar) for lit in lits):
            return next((lit for lit in lits if isinstance(lit, cp_model.IntVar)), self.no)
        result = self.aside()
        for lit in lits:
            self.model.add_implication(lit, result)
        self.model.add_bool_or(*lits, ~result)
        return result

    def times(self, number: int, lit: Lit) -> ModelNumber:
        """Return `number` where `lit` holds, as a plain number where that is known."""
        if lit is self.yes or lit is self.no:
            return number if lit is self.yes else 0
        return number * lit

    def where(self, lit: Lit, number: ModelNumber, most: int, least: int = 0) -> ModelNumber:
        """Return `number`, from `least` to `most`, where `lit` holds, and 0 elsewhere."""
        if isinstance(number, int):
            return number * lit if number else 0
        # Linear all through, which bounds what the solver hopes for better than conditions do.
        result = self.amount(most)
        self.model.add(result <= most * lit)
        self.model.add(result <= number - least + least * lit)
        self.model.add(result >= number - most + most * lit)
        if least:
            self.model.add(result >= least * lit)
        return result


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
