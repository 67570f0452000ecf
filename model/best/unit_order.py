"""Whether the steps of a goods turn can be made in some order that pays every call at once.

Only spaces with a call or a payment matter. Each such space that is reached gets a place in a
sequence; a call needs the cash of the moment: payments counted must come earlier, and every
loss that is not counted must come later.
"""

import itertools
from dataclasses import dataclass

from model.best.draft import Draft, Linear, Lit, weighted
from model.best.table import Table
from referee.game.ids import Company


@dataclass(frozen=True, slots=True)
class _Space:
    company: Company
    step: int
    call: int
    net: int
    reached: Lit


def pay_in_some_order(draft: Draft, table: Table, reached: dict[Company, list[Lit]]) -> None:
    """Demand that the cash suffices for every call crossed, in some order of the steps."""
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
    for earlier, later in itertools.pairwise(spaces):
        if earlier.company == later.company:
            draft.model.add(place[id(earlier)] < place[id(later)])
    for space in spaces:
        if not space.call:
            continue
        cash: Linear = table.me.cash + sum(
            s.net for s in spaces if s.company == space.company and s.step < space.step
        )
        counted = []
        for other in spaces:
            if other.company == space.company:
                continue
            first = draft.aside()
            draft.model.add_implication(first, other.reached)
            draft.model.add(place[id(other)] < place[id(space)]).only_enforce_if(first)
            if other.net < 0:
                draft.model.add(place[id(other)] > place[id(space)]).only_enforce_if(
                    ~first, other.reached, space.reached
                )
            counted.append((other.net, first))
        draft.model.add(cash + weighted(counted) >= space.call).only_enforce_if(space.reached)
