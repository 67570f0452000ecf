"""Steps on company tracks: which numbers of steps some order of paying can bring about.

A part of a reward that gives steps on a track is finished before the next part begins, and who
can pay a call must pay it. So parts are put into slots, one after the other; money parts come
before a slot. Crossing a call in a slot needs the cash of that moment, and a part may only end
early at the end of the track or before a call that the cash of that moment does not pay.
"""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from model.best.draft import Draft, Linear, Lit, Literal, total, weighted
from model.best.table import Ahead, Table
from referee.game.ids import Company
from referee.game.rulings import Rulings


@dataclass(frozen=True, slots=True)
class StepPart:
    """A part of a reward: so many steps on a company's track, if it is there at all."""

    company: Company
    steps: int
    present: Lit


@dataclass(slots=True)
class Purse:
    """Money that the other parts of a reward bring, each at a moment of the player's choice."""

    start: Linear
    """Cash when the first part is taken."""
    least_start: int
    everything: Linear = 0
    """All pounds of the other parts together."""
    parts: list["MoneyPart"] = field(default_factory=list)


class MoneyPart(ABC):
    """A part, or several that pay together, whose pounds can be had before any slot."""

    @abstractmethod
    def before(self, draft: Draft, slots: int) -> list[Linear]:
        """Return the pounds had before each slot."""


@dataclass(slots=True)
class Pounds(MoneyPart):
    """Pounds that come all at one moment."""

    pounds: Linear
    most: int

    def before(self, draft: Draft, slots: int) -> list[Linear]:
        """Return the pounds had before each slot."""
        taken = [draft.aside() for _ in range(slots)]
        for earlier, later in itertools.pairwise(taken):
            draft.model.add_implication(earlier, later)
        return [draft.where(lit, self.pounds, self.most) for lit in taken]


@dataclass(slots=True)
class FixedPounds(MoneyPart):
    """A fixed number of pounds that come at one moment, if the part is there at all."""

    pounds: int
    present: Lit

    def before(self, draft: Draft, slots: int) -> list[Linear]:
        """Return the pounds had before each slot."""
        taken = [draft.aside() for _ in range(slots)]
        for earlier, later in zip(taken, [*taken[1:], self.present], strict=True):
            draft.model.add_implication(earlier, later)
        return [self.pounds * lit for lit in taken]


def make_steps(
    draft: Draft, table: Table, parts: Sequence[StepPart], most_parts: int, purse: Purse
) -> dict[Company, list[Lit]]:
    """Return the steps made on each track; at most `most_parts` of `parts` are present."""
    rulings = table.state.setting.rulings
    reached: dict[Company, list[Lit]] = {}
    for company in dict.fromkeys(part.company for part in parts):
        steps = sorted((p.steps for p in parts if p.company == company), reverse=True)
        most = min(table.ahead[company].room, sum(steps[:most_parts]))
        reached[company] = draft.rising(most, f"steps[{company}]")
    calls = sum(sum(table.ahead[company].calls[: len(lits)]) for company, lits in reached.items())
    if calls == 0 or (purse.least_start >= calls and not rulings.may_decline_calls):
        _as_far_as_possible(draft, table, parts, reached)
    elif rulings.may_leave_parts and 1 in (len(reached), most_parts):
        _money_first(draft, table, parts, reached, purse)
    else:
        _Slots(draft, table, parts, most_parts, purse, reached).constrain()
    return reached


def _as_far_as_possible(
    draft: Draft, table: Table, parts: Sequence[StepPart], reached: dict[Company, list[Lit]]
) -> None:
    """No call can stop a marker: only the end of the track does, or the player's wish."""
    partial = table.state.setting.rulings.may_leave_parts
    for company, lits in reached.items():
        given = weighted((p.steps, p.present) for p in parts if p.company == company)
        made = total(lits)
        draft.model.add(made <= given)
        if partial:
            continue
        if len(lits) < table.ahead[company].room:
            draft.model.add(made == given)
        elif lits:
            draft.model.add(made >= given).only_enforce_if(~lits[-1])


def _money_first(
    draft: Draft,
    table: Table,
    parts: Sequence[StepPart],
    reached: dict[Company, list[Lit]],
    purse: Purse,
) -> None:
    """Any part may be left: taking all money first never hinders a number of steps."""
    for company, lits in reached.items():
        ahead = table.ahead[company]
        draft.model.add(
            total(lits) <= weighted((p.steps, p.present) for p in parts if p.company == company)
        )
        for step, lit in enumerate(lits):
            if ahead.calls[step]:
                need = ahead.calls[step] - sum(ahead.net(earlier) for earlier in range(step))
                cash = purse.start + purse.everything
                draft.model.add(cash >= need).only_enforce_if(lit)


@dataclass(slots=True)
class _Slots:
    draft: Draft
    table: Table
    parts: Sequence[StepPart]
    most_parts: int
    purse: Purse
    reached: dict[Company, list[Lit]]

    def constrain(self) -> None:
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

        money: list[Linear] = [self.purse.start] * slots
        for source in self.purse.parts:
            money = [a + b for a, b in zip(money, source.before(draft, slots), strict=True)]

        walked: dict[Company, list[list[Lit]]] = {
            company: self._walk(final, slots) for company, final in self.reached.items()
        }
        for slot in range(slots):
            for company in self.reached:
                given = weighted(
                    (part.steps, lit)
                    for part, lit in zip(self.parts, inside[slot], strict=True)
                    if part.company == company
                )
                elsewhere = total(
                    weighted((self._ahead(other).net(n), lit) for n, lit in enumerate(lits[slot]))
                    for other, lits in walked.items()
                    if other != company
                )
                self._one_slot(company, walked[company], slot, given, money[slot] + elsewhere)

    def _bound(self) -> None:
        """Say what follows for the whole turn, which the solver would find out slowly."""
        model = self.draft.model
        for company, lits in self.reached.items():
            parts = [(p.steps, p.present) for p in self.parts if p.company == company]
            model.add(total(lits) <= weighted(parts))
        walked = weighted(
            (self._ahead(company).net(step), lit)
            for company, lits in self.reached.items()
            for step, lit in enumerate(lits)
        )
        model.add(self.purse.start + self.purse.everything + walked >= 0)

    def _ahead(self, company: Company) -> Ahead:
        return self.table.ahead[company]

    def _walk(self, final: list[Lit], slots: int) -> list[list[Lit]]:
        """Return the steps made before each slot, and at last after all of them."""
        draft = self.draft
        never = draft.model.new_constant(0)
        rows = [[never] * len(final)]
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
        self, company: Company, rows: list[list[Lit]], slot: int, given: Linear, cash: Linear
    ) -> None:
        model, ahead = self.draft.model, self._ahead(company)
        rulings: Rulings = self.table.state.setting.rulings
        before, after = rows[slot], rows[slot + 1]
        made = total(after) - total(before)
        model.add(made <= given)
        short = self.draft.aside()
        model.add(made >= given).only_enforce_if(~short)
        brought = 0
        for step, lit in enumerate(after):
            call = ahead.calls[step]
            if call:
                model.add(cash + brought >= call).only_enforce_if(lit, ~before[step])
            here: list[Literal] = [short, ~lit, *([after[step - 1]] if step else [])]
            if rulings.may_leave_parts or (call and rulings.may_decline_calls):
                pass
            elif call:
                model.add(cash + brought < call).only_enforce_if(*here)
            else:
                model.add_bool_or(*(~held for held in here))
            brought += ahead.net(step)
        if after and len(after) < ahead.room and not rulings.may_leave_parts:
            # All steps ever given were made.
            model.add_implication(after[-1], ~short)
