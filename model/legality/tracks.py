"""The rules of company tracks, for a marker that makes steps in one or several parts of a turn."""

from collections.abc import Sequence

from model.legality import writes
from model.legality.after import After
from model.legality.steps import StepsAhead
from model.legality.table import SeatView
from model.relation import Relation
from model.terms import Truth, Whole, both, either, implies, no, total, when
from referee.game.ids import COMPANIES, Seat
from referee.game.rulebook import tracks as rules


class Stretch:
    """Some steps given on a certain track, made at one moment of the turn."""

    def __init__(self, path: StepsAhead, *, amount: Whole, start: Whole, made: Whole) -> None:
        self.path = path
        self.amount = amount
        self.start = start
        """Steps that the marker has made before in this turn."""
        self.made = made

    @property
    def done(self) -> Whole:
        """Steps made in this turn when the stretch is over."""
        return self.start + self.made


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
    path, done = stretch.path, stretch.done
    paid = path.paid(stretch.start, stretch.made, purse)
    relation.demand(rules.CALL_IS_PAID, implies(applies, paid))
    # A marker that cannot cross a call does not come to the end of its track.
    relation.demand(rules.NOT_BEYOND_THE_END, implies(both(applies, paid), done <= path.room))
    complete = either(stretch.made >= stretch.amount, path.stuck(done, purse))
    if table.rulings.may_leave_rewards:
        complete = either(complete, no(unsaid))
    elif table.rulings.may_decline_calls:
        complete = either(complete, both(no(unsaid), path.at_call(done)))
    # Who crosses a call that he cannot pay has made too many steps, not too few.
    relation.demand(rules.STEPS_ARE_MADE, implies(both(applies, paid), complete))


class Marches:
    """The steps made on all tracks in a turn, and the pounds that they move."""

    def __init__(self, table: SeatView, paths: Sequence[StepsAhead], made: Sequence[Whole]) -> None:
        self.table = table
        self.paths = paths
        self.made = made

    def after(self, after: After) -> tuple[Whole, list[Whole]]:
        """State where markers stand afterwards; return this seat's gain and new spaces."""
        relation, seat = after.relation, self.table.seat
        spaces: list[Whole] = []
        gains: list[Whole] = []
        for index, (path, made) in enumerate(zip(self.paths, self.made, strict=True)):
            space = path.at + made
            spaces.append(space)
            after.number(rules.STEP_IS_A_SPACE, space, writes.track(seat, index))
            name = COMPANIES[index]
            gains.append(relation.define(rules.SPECIAL_PAYS, f"won-{name}", path.specials(made)))
            cost = relation.define(rules.CALL_COSTS, f"called-{name}", path.calls(made))
            gains.append(0 - cost)
        return total(gains), spaces

    def pay_others(self, after: After) -> None:
        """State what the other players are paid again."""
        for number, player in enumerate(self.table.state.players):
            if number == self.table.seat:
                continue
            paid = total(
                path.again(made, Seat(number))
                for path, made in zip(self.paths, self.made, strict=True)
            )
            after.number(rules.SPECIAL_PAYS_AGAIN, player.cash + paid, writes.cash(Seat(number)))


def working_levels(after: After, table: SeatView, seat: Seat, spaces: Sequence[Whole]) -> None:
    """State which bonuses work for the player whose turn begins, with markers on `spaces`."""
    for index, (track, space) in enumerate(zip(table.tracks, spaces, strict=True)):
        reached = sorted(special.at for special in track.specials)[: len(table.bonuses(track))]
        level = total(when(space >= at, 1) for at in reached)
        after.number(rules.BONUS_FROM_NEXT_TURN, level, writes.level(seat, index))
