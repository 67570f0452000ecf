"""Steps on a company's track: what lies ahead of a marker, by the number of steps to it.

Where a marker stands is known before the turn, so what the j-th step of the turn costs and pays is
known too; only when it is made, and with how much cash, is for the solver to find.
"""

from typing import NamedTuple

from model.legality.table import SeatView
from model.terms import Truth, Whole, both, either, eq, every, implies, some, total, when
from referee.game.components import Track
from referee.game.ids import Seat


class Toll(NamedTuple):
    """A capital call that the given step crosses."""

    step: int
    pounds: int
    gained: int
    """What the steps before it, special spaces and calls, have brought or cost."""


class Prize(NamedTuple):
    """A special space that the given step reaches."""

    step: int
    pounds: int
    before: tuple[Seat, ...]
    """Who has reached it before."""


class StepsAhead(NamedTuple):
    """What lies ahead of a marker."""

    at: int
    room: int
    tolls: tuple[Toll, ...]
    prizes: tuple[Prize, ...]

    def calls(self, made: Whole) -> Whole:
        """Return what the calls of the first `made` steps cost."""
        return total(when(_reaches(made, toll.step), toll.pounds) for toll in self.tolls)

    def specials(self, made: Whole) -> Whole:
        """Return what the special spaces of the first `made` steps pay."""
        return total(when(_reaches(made, prize.step), prize.pounds) for prize in self.prizes)

    def again(self, made: Whole, seat: Seat) -> Whole:
        """Return what another player is paid again for those steps."""
        mine = (prize for prize in self.prizes if seat in prize.before)
        return total(when(_reaches(made, prize.step), prize.pounds) for prize in mine)

    def gain(self, made: Whole) -> Whole:
        """Return what `made` steps bring, less what they cost."""
        return self.specials(made) - self.calls(made)

    def paid(self, start: Whole, made: Whole, purse: Whole) -> Truth:
        """Say that every call from step `start` on is paid.

        `purse` is cash apart from what the track itself gives and takes.
        """
        return every(
            implies(
                both(_before(start, toll.step), _reaches(start + made, toll.step)),
                _affords(purse, toll),
            )
            for toll in self.tolls
        )

    def stuck(self, done: Whole, purse: Whole) -> Truth:
        """Say that after `done` steps no further one can be made."""
        unpaid = (both(eq(done, toll.step - 1), _lacks(purse, toll)) for toll in self.tolls)
        return either(_reaches(done, self.room), some(unpaid))

    def at_call(self, done: Whole) -> Truth:
        """Say that after `done` steps the marker stands before a call."""
        return some(eq(done, toll.step - 1) for toll in self.tolls)


def _reaches(made: Whole, step: int) -> Truth:
    return made >= step


def _before(made: Whole, step: int) -> Truth:
    return made < step


def _affords(purse: Whole, toll: Toll) -> Truth:
    return purse >= toll.pounds - toll.gained


def _lacks(purse: Whole, toll: Toll) -> Truth:
    return purse < toll.pounds - toll.gained


def path(table: SeatView, company: int, most: int) -> StepsAhead:
    """Return what lies within `most` steps of this seat's marker."""
    track: Track = table.tracks[company]
    at = table.me.tracks[company]
    reach = min(at + most, track.last)
    others = [Seat(s) for s in range(len(table.state.players)) if s != table.seat]
    prizes = tuple(
        Prize(
            special.at - at,
            special.pounds,
            tuple(s for s in others if table.state.players[s].tracks[company] >= special.at),
        )
        for special in track.specials
        if at < special.at <= reach
    )
    tolls: list[Toll] = []
    for call in sorted(track.calls, key=lambda call: call.before):
        if at < call.before <= reach:
            step = call.before - at
            won = sum(prize.pounds for prize in prizes if prize.step < step)
            spent = sum(toll.pounds for toll in tolls)
            tolls.append(Toll(step, call.pounds, won - spent))
    return StepsAhead(at, track.last - at, tuple(tolls), prizes)


def moved(path: StepsAhead, made: Whole) -> Whole:
    """Return where the marker stands after `made` steps."""
    return path.at + made
