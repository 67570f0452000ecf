"""The mover's markers on the company tracks and his cash, at the start of every turn to come."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from referee.core.ids import COMPANIES, Company
from referee_model.best.payment import Purse, StepPart, make_steps, most_steps
from referee_model.best.table import MoverTable
from referee_model.best.timeline import (
    Activity,
    Draft,
    Lit,
    Literal,
    ModelNumber,
    Timeline,
    total,
    weighted,
)

MOST_GAINED = 999
"""Pounds; no round brings nearly as much."""


class TrackWalk:
    """Steps made and pounds owned, turn by turn; entry 0 is the position asked about."""

    def __init__(self, draft: Draft, table: MoverTable, timeline: Timeline) -> None:
        self._draft, self._table, self._timeline = draft, table, timeline
        model = draft.model
        self.made: dict[Company, list[list[Lit]]] = {}
        """By company and moment: whether the 1st, 2nd, ... step has been made."""
        for company in COMPANIES:
            room = table.ahead[company].room
            rows = [[draft.no] * room]
            if timeline.single:
                # Only as far as something moves the marker; `move` makes those steps possible.
                self.made[company] = [*rows, [draft.no] * room]
                continue
            rows += [[draft.aside() for _ in range(room)] for _ in timeline.turns]
            for row in rows[1:]:
                for earlier, later in pairwise(row):
                    model.add_implication(later, earlier)
            for row, after in pairwise(rows[1:]):
                for lit, still in zip(row, after, strict=True):
                    model.add_implication(lit, still)
            self.made[company] = rows
        self.cash: list[ModelNumber] = [table.me.cash]
        most = table.me.cash + MOST_GAINED
        self.cash += [draft.amount(most, f"cash[{turn + 1}]") for turn in timeline.turns]
        self._steps: dict[Company, list[list[ModelNumber]]] = {
            company: [[] for _ in timeline.turns] for company in COMPANIES
        }
        self._most: dict[Company, list[int]] = {company: [] for company in COMPANIES}
        self._working: dict[tuple[Company, int, int], Lit] = {}
        self._money: list[list[ModelNumber]] = [[] for _ in timeline.turns]

    def move(self, company: Company, turn: int, steps: ModelNumber, most: int) -> None:
        """Make steps on a track in a turn, at most so many."""
        before = self.reach(company)
        self._steps[company][turn].append(steps)
        self._most[company].append(most)
        if self._timeline.single:
            row = self.made[company][-1]
            for step in range(before, self.reach(company)):
                row[step] = self._draft.aside()
                if step:
                    self._draft.model.add_implication(row[step], row[step - 1])

    def reach(self, company: Company) -> int:
        """Return how many steps can be made on a track at most."""
        # A single turn has one activity.
        adding = max if self._timeline.single else sum
        return min(self._table.ahead[company].room, adding((0, *self._most[company])))

    def gain(self, turn: int, pounds: ModelNumber) -> None:
        """Take pounds in a turn, or pay them if below zero."""
        self._money[turn].append(pounds)

    def unlocked(self, company: Company, level: int, turn: int) -> Lit:
        """Return whether at least so many bonuses of a track work in a turn."""
        if not turn:
            works = self._table.me.levels[COMPANIES.index(company)]
            return self._draft.yes if level <= works else self._draft.no
        spaces = sorted(s.at for s in self._table.state.setting.track[company].specials)
        if level > len(spaces):
            return self._draft.no
        steps = spaces[level - 1] - self._table.me.tracks[COMPANIES.index(company)]
        if steps <= 0:
            return self._draft.yes
        row = self.made[company][turn]
        return row[steps - 1] if steps <= len(row) else self._draft.no

    def works(self, company: Company, level: int, turn: int) -> Lit:
        """Return whether exactly so many bonuses of a track are unlocked at the start of a turn."""
        key = (company, level, turn)
        if key not in self._working:
            here = self.unlocked(company, level, turn)
            beyond = self.unlocked(company, level + 1, turn)
            if here is self._draft.no or beyond is self._draft.yes:
                here = self._draft.no
            elif beyond is not self._draft.no:
                here = self._draft.both(here, ~beyond)
            self._working[key] = here
        return self._working[key]

    def _sum(self, company: Company, turn: int, amounts: Iterable[int]) -> ModelNumber:
        """Return the sum of the amounts of those steps of a track that are made in a turn."""
        before, after = self.made[company][turn], self.made[company][turn + 1]
        return weighted(
            (sign * amount, row[step])
            for step, amount in enumerate(amounts)
            for sign, row in ((1, after), (-1, before))
            if row[step] is not self._draft.no
        )

    def _net(self, company: Company, turn: int, upto: int | None = None) -> ModelNumber:
        """Return what the steps of a turn bring in pounds, or those before a step of the track."""
        ahead = self._table.ahead[company]
        return self._sum(company, turn, map(ahead.net, range(ahead.room if upto is None else upto)))

    def close(self) -> None:
        """Add everything up."""
        model = self._draft.model
        for activity in self._timeline.activities:
            for turn, pounds in enumerate(activity.earnings()):
                self.gain(turn, pounds)
        for turn in self._timeline.turns:
            for company in COMPANIES:
                rows = self.made[company]
                steps = total(self._steps[company][turn])
                reach = self.reach(company)
                for lit in rows[turn + 1][reach:]:
                    if lit is not self._draft.no:
                        model.add(lit == 0)
                earlier = total(rows[turn][:reach]) if turn else 0
                model.add(total(rows[turn + 1][:reach]) == earlier + steps)
            walked = total(self._net(company, turn) for company in COMPANIES)
            money = total(self._money[turn])
            model.add(self.cash[turn + 1] == self.cash[turn] + money + walked)

    def reward_steps(
        self, activity: Activity, parts: Sequence[StepPart], most_parts: int, purse: Purse
    ) -> dict[Company, ModelNumber]:
        """Make the steps that parts of a reward give; at most `most_parts` of them are present.

        In the one turn that is asked about, these are exactly the numbers of steps that some order
        of paying brings about. Over several turns it is every such number and a few more: whoever
        asks holds each turn against the rules afterwards.
        """
        parts = [part for part in parts if part.steps]
        if not parts or not most_parts:
            return {}
        made: dict[Company, ModelNumber] = {}
        if activity.single:
            reached = make_steps(activity, self._table, parts, most_parts, purse)
            made = {company: total(lits) for company, lits in reached.items()}
        else:
            for company in dict.fromkeys(part.company for part in parts):
                here = [part for part in parts if part.company == company]
                most_here = min(most_parts, len(here))
                made[company] = self._some_steps(activity, here, most_here, purse.cost)
        for company, steps in made.items():
            most = min(most_steps(parts, company, most_parts), self._table.ahead[company].room)
            for turn, part in enumerate(activity.spread(steps, 0, most)):
                self.move(company, turn, part, most)
        return made

    def _some_steps(
        self, activity: Activity, parts: Sequence[StepPart], most_parts: int, cost: ModelNumber
    ) -> ModelNumber:
        """Make steps on one track, short only at its end or at a call unpaid."""
        model, company = self._draft.model, parts[0].company
        given = weighted((part.steps, part.present) for part in parts)
        most = min(most_steps(parts, company, most_parts), self._table.ahead[company].room)
        made = activity.up_to(given, most, f"steps[{company}]")
        if self._table.rulings.may_leave_rewards:
            return made
        short = self._draft.aside()
        model.add(made >= given).only_enforce_if(~short)
        for turn, lit in enumerate(activity.at):
            ways = self._ends(company, turn, cost, in_parts=most_parts > 1)
            model.add_bool_or(~short, ~lit, *ways)
        return made

    def _ends(
        self, company: Company, turn: int, cost: ModelNumber, *, in_parts: bool
    ) -> list[Literal]:
        """Return the reasons for which a marker may stop in a turn."""
        draft, ahead = self._draft, self._table.ahead[company]
        rulings = self._table.rulings
        after = self.made[company][turn + 1]
        ways: list[Literal] = [after[-1] if after else self._draft.yes]
        for step, call in enumerate(ahead.calls):
            if not call:
                continue
            blocked = draft.aside()
            if step:
                draft.model.add_implication(blocked, after[step - 1])
            if not in_parts:
                draft.model.add_implication(blocked, ~after[step])
            if not rulings.may_decline_calls:
                others = [c for c in COMPANIES if c != company]
                paid = total(self._sum(c, turn, self._table.ahead[c].calls) for c in others)
                left = self.cash[turn] - cost - paid + self._net(company, turn, step)
                draft.model.add(left <= call - 1).only_enforce_if(blocked)
            ways.append(blocked)
        return ways
