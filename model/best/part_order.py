"""An order of the parts of a reward that brings about what a canonical turn says came of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from model.best.table import MoverTable
from referee.game.canonical import Gains
from referee.game.ids import COMPANIES, Company
from referee.game.limits import POUNDS_AT_TRACK_END
from referee.game.turns import RegionPart, RewardPart


@dataclass(frozen=True, slots=True)
class RankedPart:
    """A part of a reward: pounds, diamond steps, steps on a track, or money for something."""

    kind: str
    amount: int
    """How much it gives; of `money` what it brings, below zero for what it costs."""
    company: Company | None = None
    said: RewardPart | RegionPart | None = None
    """What is said for it; the number used goes into its `count`."""


@dataclass(frozen=True, slots=True)
class _Moment:
    left: frozenset[int]
    cash: int
    pounds: int
    diamonds: int
    steps: tuple[int, ...]


OrderedParts = tuple[tuple[RankedPart, int | None], ...]
"""Parts in order, each with the number to be said, None for all of it."""


class PartOrder:
    """Searches through orders; moments that are alike are looked at once."""

    def __init__(self, table: MoverTable, parts: list[RankedPart], cash: int, gains: Gains) -> None:
        self._table, self._parts, self._gains = table, parts, gains
        self._rulings = table.state.setting.rulings
        last = table.state.setting.components.diamond_track.last
        self._gap = max(0, last - table.me.diamonds)
        self._dead: set[_Moment] = set()
        none = (0,) * len(COMPANIES)
        self._start = _Moment(frozenset(range(len(parts))), cash, 0, 0, none)

    def find(self) -> OrderedParts | None:
        """Return an order that comes to the gains, or None if there is none."""
        return self._from(self._start)

    def _from(self, moment: _Moment) -> OrderedParts | None:
        if moment in self._dead:
            return None
        if not moment.left:
            gains = self._gains
            if (moment.pounds, moment.diamonds, moment.steps) == (
                gains.pounds,
                gains.diamonds,
                gains.steps,
            ):
                return ()
        for number in sorted(moment.left):
            for count, after in self._ways(moment, number):
                rest = self._from(after)
                if rest is not None:
                    return ((self._parts[number], count), *rest)
        self._dead.add(moment)
        return None

    def _ways(self, moment: _Moment, number: int) -> Iterator[tuple[int | None, _Moment]]:
        part, left = self._parts[number], moment.left - {number}
        counts = range(part.amount, -1, -1) if self._rulings.may_leave_rewards else [part.amount]
        match part.kind:
            case "money":
                if moment.cash + part.amount >= 0:
                    yield None, _changed(moment, left, cash=part.amount)
            case "pounds":
                for count in counts:
                    said = None if count == part.amount else count
                    yield said, _changed(moment, left, cash=count, pounds=count)
            case "diamonds":
                for count in counts:
                    said = None if count == part.amount else count
                    yield said, self._shine(moment, left, count)
            case _:
                yield from self._walks(moment, left, part)

    def _shine(self, moment: _Moment, left: frozenset[int], count: int) -> _Moment:
        ahead = max(0, self._gap - moment.diamonds)
        made = min(count, ahead)
        if ahead and self._rulings.diamond_overflow == "forfeit-overflow":
            return _changed(moment, left, diamonds=made)
        pounds = POUNDS_AT_TRACK_END * (count - made)
        return _changed(moment, left, cash=pounds, diamonds=count)

    def _walks(
        self, moment: _Moment, left: frozenset[int], part: RankedPart
    ) -> Iterator[tuple[int | None, _Moment]]:
        company = part.company
        if company is None:
            return
        index = COMPANIES.index(company)
        ahead = self._table.ahead[company]
        cash, at = moment.cash, moment.steps[index]
        stops: list[tuple[int, int]] = []
        made = 0
        while made < part.amount and at + made < ahead.room:
            call = ahead.calls[at + made]
            if self._rulings.may_leave_rewards or (call and self._rulings.may_decline_calls):
                stops.append((made, cash))
            if call > cash:
                break
            cash += ahead.net(at + made)
            made += 1
        furthest = made
        stops = [stop for stop in stops if stop[0] != furthest]
        for steps, money in [(furthest, cash), *reversed(stops)]:
            walked = (*moment.steps[:index], at + steps, *moment.steps[index + 1 :])
            after = _Moment(left, money, moment.pounds, moment.diamonds, walked)
            yield (None if steps == furthest else steps), after


def _changed(
    moment: _Moment, left: frozenset[int], cash: int = 0, pounds: int = 0, diamonds: int = 0
) -> _Moment:
    return _Moment(
        left, moment.cash + cash, moment.pounds + pounds, moment.diamonds + diamonds, moment.steps
    )


def unit_order(table: MoverTable, steps: tuple[int, ...]) -> tuple[Company, ...] | None:
    """Return an order of single steps that pays every call at once, or None if there is none."""
    dead: set[tuple[int, ...]] = set()

    def onward(made: tuple[int, ...], cash: int) -> tuple[Company, ...] | None:
        if made == steps:
            return ()
        if made in dead:
            return None
        for index, company in enumerate(COMPANIES):
            if made[index] < steps[index]:
                ahead = table.ahead[company]
                if ahead.calls[made[index]] <= cash:
                    further = (*made[:index], made[index] + 1, *made[index + 1 :])
                    rest = onward(further, cash + ahead.net(made[index]))
                    if rest is not None:
                        return (company, *rest)
        # The cash follows from the steps made, so nothing else can come of them.
        dead.add(made)
        return None

    return onward((0,) * len(COMPANIES), table.me.cash)
