"""Which numbers of steps on company tracks some order of paying can bring about in one turn.

Rewards: a part of a reward that gives steps on a track is finished before the next part begins,
and who can pay a call must pay it. So parts are put into slots, one after the other; money parts
come before a slot. Crossing a call in a slot needs the cash of that moment, and a part may only end
early at the end of the track or before a call that the cash of that moment does not pay.

Goods: units are used one at a time. Each space with a call or a payment that is reached gets a
place in a sequence; a call needs the cash of the moment: payments counted must come earlier, and
every loss that is not counted must come later.
"""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.core.ids import Company
from referee.core.rulings import Rulings
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Activity, Draft, Lit, Literal, ModelNumber, total, weighted


@dataclass(frozen=True, slots=True)
class StepPart:
    """A part of a reward: so many steps on a company's track, if it is there at all."""

    company: Company
    steps: int
    present: Lit


@dataclass(slots=True)
class Purse:
    """Money that the other parts of a reward bring, each at a moment of the player's choice."""

    cash: int
    """The cash at the start of a single turn."""
    cost: ModelNumber = 0
    """What is paid before the first part is taken, and at most."""
    most_cost: int = 0
    everything: ModelNumber = 0
    """All pounds of the other parts together."""
    parts: list["MoneyPart"] = field(default_factory=list)

    @property
    def start(self) -> ModelNumber:
        """Cash when the first part is taken."""
        return self.cash - self.cost

    def add(self, pounds: ModelNumber, most: int, present: Lit) -> None:
        """Put in pounds that come all at one moment, if that part is there at all."""
        if most:
            self.everything = self.everything + pounds
            self.parts.append(Pounds(pounds, most, present))


class MoneyPart(ABC):
    """A part, or several that pay together, whose pounds can be had before any slot."""

    @abstractmethod
    def before(self, draft: Draft, filled: Sequence[ModelNumber]) -> list[ModelNumber]:
        """Return the pounds had before each slot, of which `filled` tells whether it is used."""


@dataclass(slots=True)
class Pounds(MoneyPart):
    """Pounds that come all at one moment."""

    pounds: ModelNumber
    most: int
    present: Lit

    def before(self, draft: Draft, filled: Sequence[ModelNumber]) -> list[ModelNumber]:
        """Return the pounds had before each slot."""
        taken = taken_before(draft, filled, self.present)
        return [draft.where(lit, self.pounds, self.most) for lit in taken]


def taken_before(draft: Draft, filled: Sequence[ModelNumber], present: Lit) -> list[Lit]:
    """Return whether a part, if it is there at all, is taken before each slot."""
    taken = [draft.aside() for _ in filled]
    for earlier, later in itertools.pairwise((*taken, present)):
        draft.model.add_implication(earlier, later)
    # When it is taken matters for slots in use alone: of equal turns one is enough.
    for lit, used in zip(taken, filled, strict=True):
        draft.model.add(lit + used >= present)
    return taken


def most_steps(parts: Sequence[StepPart], company: Company, most_parts: int) -> int:
    """Return the most steps on a track that so many parts can give."""
    steps = sorted((p.steps for p in parts if p.company == company), reverse=True)
    return sum(steps[:most_parts])


def make_steps(
    activity: Activity, table: MoverTable, parts: Sequence[StepPart], most_parts: int, purse: Purse
) -> dict[Company, list[Lit]]:
    """Return the steps made on each track; at most `most_parts` of `parts` are present."""
    draft, rulings = activity.draft, table.rulings
    reached: dict[Company, list[Lit]] = {}
    for company in dict.fromkeys(part.company for part in parts):
        most = min(table.ahead[company].room, most_steps(parts, company, most_parts))
        reached[company] = draft.rising(most, f"{activity.name}.steps[{company}]")
    calls = sum(sum(table.ahead[company].calls[: len(lits)]) for company, lits in reached.items())
    walk = _RewardWalk(draft, table, parts, most_parts, purse, reached)
    if calls == 0 or (purse.cash - purse.most_cost >= calls and not rulings.may_decline_calls):
        walk.go_as_far_as_possible()
    elif rulings.may_leave_rewards and 1 in (len(reached), most_parts):
        walk.take_money_first()
    else:
        walk.use_slots()
    return reached


@dataclass(slots=True)
class _RewardWalk:
    draft: Draft
    table: MoverTable
    parts: Sequence[StepPart]
    most_parts: int
    purse: Purse
    reached: dict[Company, list[Lit]]

    def _given(self, company: Company) -> ModelNumber:
        """Return the steps that all parts give on a track."""
        return weighted((p.steps, p.present) for p in self.parts if p.company == company)

    def go_as_far_as_possible(self) -> None:
        """No call can stop a marker: only the end of the track does, or the player's wish."""
        model, partial = self.draft.model, self.table.rulings.may_leave_rewards
        for company, lits in self.reached.items():
            given, made = self._given(company), total(lits)
            model.add(made <= given)
            if partial:
                continue
            if len(lits) < self.table.ahead[company].room:
                model.add(made == given)
            elif lits:
                model.add(made >= given).only_enforce_if(~lits[-1])

    def take_money_first(self) -> None:
        """Any part may be left: taking all money first never hinders a number of steps."""
        model, cash = self.draft.model, self.purse.start + self.purse.everything
        for company, lits in self.reached.items():
            ahead = self.table.ahead[company]
            model.add(total(lits) <= self._given(company))
            for step, lit in enumerate(lits):
                if ahead.calls[step]:
                    need = ahead.calls[step] - sum(ahead.net(earlier) for earlier in range(step))
                    model.add(cash >= need).only_enforce_if(lit)

    def use_slots(self) -> None:
        """Put the parts into slots and walk through them."""
        draft = self.draft
        self._bound()
        slots = self.most_parts
        inside = [[draft.aside() for _ in self.parts] for _ in range(slots)]
        for lits in inside:
            draft.model.add_at_most_one(lits)
        for earlier, later in itertools.pairwise(inside):
            draft.model.add(total(later) <= total(earlier))
        for number, part in enumerate(self.parts):
            draft.model.add(total(lits[number] for lits in inside) == part.present)
        filled = [total(lits) for lits in inside]
        money: list[ModelNumber] = [self.purse.start] * slots
        for source in self.purse.parts:
            money = [a + b for a, b in zip(money, source.before(draft, filled), strict=True)]
        walked: dict[Company, list[list[Lit]]] = {
            company: self._walk(final, slots) for company, final in self.reached.items()
        }
        for slot in range(slots):
            for company in self.reached:
                parts = zip(self.parts, inside[slot], strict=True)
                here = ((part.steps, lit) for part, lit in parts if part.company == company)
                given = weighted(here)
                elsewhere = total(
                    weighted(
                        (self.table.ahead[other].net(n), lit) for n, lit in enumerate(lits[slot])
                    )
                    for other, lits in walked.items()
                    if other != company
                )
                self._one_slot(company, walked[company], slot, given, money[slot] + elsewhere)

    def _bound(self) -> None:
        """Say what follows for the whole turn, which the solver would find out slowly."""
        model = self.draft.model
        for company, lits in self.reached.items():
            model.add(total(lits) <= self._given(company))
        nets = ((self.table.ahead[company].net, lits) for company, lits in self.reached.items())
        walked = weighted((net(step), lit) for net, lits in nets for step, lit in enumerate(lits))
        model.add(self.purse.start + self.purse.everything + walked >= 0)

    def _walk(self, final: list[Lit], slots: int) -> list[list[Lit]]:
        """Return the steps made before each slot, and at last after all of them."""
        draft = self.draft
        rows = [[draft.no] * len(final)]
        rows += [[draft.aside() for _ in final] for _ in range(slots - 1)]
        rows.append(final)
        for row, longer in itertools.pairwise(rows):
            for lit, after in zip(row, longer, strict=True):
                draft.model.add_implication(lit, after)
        for row in rows[1:-1]:
            for earlier, later in itertools.pairwise(row):
                draft.model.add_implication(later, earlier)
        return rows

    def _one_slot(
        self,
        company: Company,
        rows: list[list[Lit]],
        slot: int,
        given: ModelNumber,
        cash: ModelNumber,
    ) -> None:
        model, ahead = self.draft.model, self.table.ahead[company]
        rulings: Rulings = self.table.rulings
        before, after = rows[slot], rows[slot + 1]
        made = total(after) - total(before)
        model.add(made <= given)
        short = self.draft.aside()
        model.add(made >= given).only_enforce_if(~short)
        model.add(made <= given - 1).only_enforce_if(short)
        brought = 0
        for step, lit in enumerate(after):
            call = ahead.calls[step]
            if call:
                model.add(cash + brought >= call).only_enforce_if(lit, ~before[step])
            here: list[Literal] = [short, ~lit, *([after[step - 1]] if step else [])]
            if rulings.may_leave_rewards or (call and rulings.may_decline_calls):
                pass
            elif call:
                model.add(cash + brought < call).only_enforce_if(*here)
            else:
                model.add_bool_or(*(~held for held in here))
            brought += ahead.net(step)
        if after and len(after) < ahead.room and not rulings.may_leave_rewards:
            # All steps ever given were made.
            model.add_implication(after[-1], ~short)


@dataclass(frozen=True, slots=True)
class _Space:
    company: Company
    step: int
    call: int
    net: int
    reached: Lit


def pay_in_some_order(
    activity: Activity, table: MoverTable, reached: dict[Company, list[Lit]]
) -> None:
    """Demand that the cash of a single goods turn suffices for every call, in some order."""
    draft = activity.draft
    spaces = [
        _Space(company, step, ahead.calls[step], ahead.net(step), lit)
        for company, lits in reached.items()
        for ahead in (table.ahead[company],)
        for step, lit in enumerate(lits)
        if ahead.calls[step] or ahead.gains[step]
    ]
    if sum(space.call for space in spaces) <= table.me.cash:
        return
    place = {id(space): draft.amount(len(spaces) - 1) for space in spaces}
    for number, space in enumerate(spaces):
        # One order is enough where none is needed.
        draft.model.add(place[id(space)] == number).only_enforce_if(~activity.at[0])
    for earlier, later in itertools.pairwise(spaces):
        if earlier.company == later.company:
            draft.model.add(place[id(earlier)] < place[id(later)])
    for space in spaces:
        if not space.call:
            continue
        before = [s for s in spaces if s.company == space.company and s.step < space.step]
        cash: ModelNumber = table.me.cash + sum(each.net for each in before)
        counted = []
        for other in spaces:
            if other.company == space.company:
                continue
            first = draft.aside()
            draft.model.add_implication(first, other.reached)
            draft.model.add_implication(first, activity.at[0])
            draft.model.add(place[id(other)] < place[id(space)]).only_enforce_if(first)
            if other.net < 0:
                draft.model.add(place[id(other)] > place[id(space)]).only_enforce_if(
                    ~first, other.reached, space.reached, *activity.at
                )
            counted.append((other.net, first))
        paid = draft.model.add(cash + weighted(counted) >= space.call)
        paid.only_enforce_if(space.reached, *activity.at)
