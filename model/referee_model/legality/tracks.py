"""The rules of company tracks, for a marker that makes steps in one or several parts of a turn."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.core.components import Track
from referee.core.ids import COMPANIES, Seat
from referee.rulebook import tracks as rules
from referee_model.legality import writes
from referee_model.legality.table import SeatView
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.terms import (
    Truth,
    Whole,
    both,
    either,
    eq,
    every,
    implies,
    no,
    some,
    total,
    when,
)


# Steps on a company's track: what lies ahead of a marker, by the number of steps to it ------------
#
# Where a marker stands is known before the turn, so what the j-th step of the turn costs and pays
# is known too; only when it is made, and with how much cash, is for the solver to find.
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
        return total(when(made >= toll.step, toll.pounds) for toll in self.tolls)

    def specials(self, made: Whole) -> Whole:
        """Return what the special spaces of the first `made` steps pay."""
        return total(when(made >= prize.step, prize.pounds) for prize in self.prizes)

    def again(self, made: Whole, seat: Seat) -> Whole:
        """Return what another player is paid again for those steps."""
        mine = (prize for prize in self.prizes if seat in prize.before)
        return total(when(made >= prize.step, prize.pounds) for prize in mine)

    def gain(self, made: Whole) -> Whole:
        """Return what `made` steps bring, less what they cost."""
        return self.specials(made) - self.calls(made)

    def paid(self, start: Whole, made: Whole, purse: Whole) -> Truth:
        """Say that every call from step `start` on is paid.

        `purse` is cash apart from what the track itself gives and takes.
        """
        crossed = (
            (toll, both(start < toll.step, start + made >= toll.step)) for toll in self.tolls
        )
        return every(implies(here, purse >= toll.pounds - toll.gained) for toll, here in crossed)

    def stuck(self, done: Whole, purse: Whole) -> Truth:
        """Say that after `done` steps no further one can be made."""
        unpaid = (
            both(eq(done, toll.step - 1), purse < toll.pounds - toll.gained) for toll in self.tolls
        )
        return either(done >= self.room, some(unpaid))

    def at_call(self, done: Whole) -> Truth:
        """Say that after `done` steps the marker stands before a call."""
        return some(eq(done, toll.step - 1) for toll in self.tolls)


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


class Stretch(NamedTuple):
    """Some steps given on a certain track, made at one moment of the turn."""

    path: StepsAhead
    amount: Whole
    start: Whole
    """Steps that the marker has made before in this turn."""
    made: Whole


def demand_steps(
    relation: Relation,
    table: SeatView,
    stretch: Stretch,
    *,
    purse: Whole,
    applies: Truth,
    unsaid: Truth,
) -> None:
    """State what the track rules demand of a stretch; what is not made is lost (TRK-05).

    `purse` is the cash at that moment apart from what this track gave and took; `unsaid` tells that
    the number of steps was left open, which means as many as can be made.
    """
    path, amount, start, made = stretch
    done = start + made
    paid = path.paid(start, made, purse)
    relation.demand(rules.CALL_IS_PAID, implies(applies, paid))
    # A marker that cannot cross a call does not come to the end of its track.
    relation.demand(rules.NOT_BEYOND_THE_END, implies(both(applies, paid), done <= path.room))
    complete = either(made >= amount, path.stuck(done, purse))
    if table.rulings.may_leave_rewards:
        complete = either(complete, no(unsaid))
    elif table.rulings.may_decline_calls:
        complete = either(complete, both(no(unsaid), path.at_call(done)))
    # Who crosses a call that he cannot pay has made too many steps, not too few.
    relation.demand(rules.STEPS_ARE_MADE, implies(both(applies, paid), complete))


def march(
    after: After, table: SeatView, paths: Sequence[StepsAhead], made: Sequence[Whole]
) -> tuple[Whole, list[Whole]]:
    """State where markers stand afterwards, and what other players are paid again.

    Returned are this seat's gain and new spaces.
    """
    relation, seat = after.relation, table.seat
    spaces: list[Whole] = []
    gains: list[Whole] = []
    for index, (path, steps) in enumerate(zip(paths, made, strict=True)):
        space = path.at + steps
        spaces.append(space)
        after.number(rules.STEP_IS_A_SPACE, space, writes.at("players", seat, "tracks", index))
        name = COMPANIES[index]
        gains.append(relation.define(rules.SPECIAL_PAYS, f"won-{name}", path.specials(steps)))
        cost = relation.define(rules.CALL_COSTS, f"called-{name}", path.calls(steps))
        gains.append(0 - cost)
    for other, player in enumerate(table.state.players):
        if other != seat:
            pairs = zip(paths, made, strict=True)
            paid = total(path.again(steps, Seat(other)) for path, steps in pairs)
            write = writes.at("players", other, "cash")
            after.number(rules.SPECIAL_PAYS_AGAIN, player.cash + paid, write)
    return total(gains), spaces


def working_levels(after: After, table: SeatView, seat: Seat, spaces: Sequence[Whole]) -> None:
    """State which bonuses work for the player whose turn begins, with markers on `spaces`."""
    for index, (track, space) in enumerate(zip(table.tracks, spaces, strict=True)):
        reached = sorted(special.at for special in track.specials)[: len(table.bonuses(track))]
        level = total(when(space >= at, 1) for at in reached)
        after.number(rules.BONUS_FROM_NEXT_TURN, level, writes.at("players", seat, "levels", index))
