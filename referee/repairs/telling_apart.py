"""What somebody would have to remember to tell two versions of a record apart."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from referee.game.ids import COMPANIES
from referee.game.messages.speech import say, say_or
from referee.game.state import Player, State

Moment = tuple[int, int]
"""A round, and the turn that is due in it."""


class ChangedQuantity(Struct, frozen=True):
    """A quantity that is another one in two versions of a game."""

    round: int
    turn: int
    """The last turn that was taken before, 0 for none of the round."""
    seat: int
    what: str
    values: tuple[int, int]


def settling(one: Sequence[State], two: Sequence[State]) -> ChangedQuantity | None:
    """Return the first money, marker, step or hand that differs between the tables of two games."""
    first, second = _by_moment(one), _by_moment(two)
    shared = [moment for moment in first if moment in second]
    # Money is what people remember best, wherever in the game it differs.
    for wanted in (("cash",), None):
        for moment in shared:
            for memory in _differences(moment, first[moment], second[moment]):
                if wanted is None or memory.what in wanted:
                    return memory
    return None


def _by_moment(tables: Sequence[State]) -> Mapping[Moment, State]:
    found: dict[Moment, State] = {}
    for table in tables:
        if table.phase in {"actions", "preparation", "over"}:
            found[table.round, table.turn] = table
    return found


def _differences(moment: Moment, one: State, two: State) -> Iterator[ChangedQuantity]:
    for seat, (mine, yours) in enumerate(zip(one.players, two.players, strict=True)):
        values = zip(_quantities(mine), _quantities(yours), strict=True)
        for (what, first), (_, second) in values:
            if first != second:
                yield ChangedQuantity(moment[0], moment[1] - 1, seat, what, (first, second))


def _quantities(player: Player) -> Iterator[tuple[str, int]]:
    yield "cash", player.cash
    yield from zip(COMPANIES, player.tracks, strict=True)
    yield "diamonds", player.diamonds
    yield "ink", player.ink
    yield "hand", len(player.hand)


def memory_words(memory: ChangedQuantity, colours: Sequence[str]) -> str:
    """Return what to remember, as people say it."""
    marker = say("answers.telling_apart.marker-for", company=memory.what)
    what = say_or(marker, f"answers.telling_apart.called.{memory.what}")
    turn = say("answers.telling_apart.after", round=memory.round, turn=memory.turn)
    when = (
        turn
        if memory.turn
        else say("answers.telling_apart.at-the-start-of-round", round=memory.round)
    )
    here, there = memory.values
    return say(
        "answers.telling_apart.with-this-one-otherwise",
        colours=colours[memory.seat],
        what=what,
        when=when,
        here=here,
        there=there,
    )
