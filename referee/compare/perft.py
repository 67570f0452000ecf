"""How many rows of turns there are from a table on: counts to hold against other programs."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Final, get_args

from msgspec import Struct

from referee.engine import step
from referee.engine.actions import answers_of, has_turn, refill_due
from referee.engine.counting import FIRST_CHOICE, count_action, count_by_first_choice
from referee.engine.listing import Tick, legal_turns, no_tick
from referee.engine.ordered_draws import refill
from referee.game.events import Event
from referee.game.ids import BookId
from referee.game.state import State
from referee.game.turns import Action, Turn

ACTIONS: Final[tuple[Action, ...]] = get_args(Action)


class Count(Struct, frozen=True):
    """Rows of turns that begin in one way: with an action, and a first choice of it."""

    action: Action
    choice: str
    """Empty if first choices are not told apart."""
    rows: int
    ended: int = 0
    """Rows that are shorter, because the action phase ended."""


def counted(
    state: State, depth: int, order: Sequence[BookId], *, divide: bool, tick: Tick = no_tick
) -> Iterator[Count]:
    """Yield the number of rows of `depth` turns, by action or also by first choice."""
    for action in ACTIONS:
        if depth == 1:
            yield from _here(state, action, tick, divide=divide)
        else:
            yield from _below(state, action, depth, order, divide=divide, tick=tick)


def _here(state: State, action: Action, tick: Tick, *, divide: bool) -> Iterator[Count]:
    if not divide:
        yield Count(action, "", count_action(state, action, tick))
        return
    for choice, rows in count_by_first_choice(state, action, tick).items():
        if rows:
            yield Count(action, choice_words(choice), rows)


def _below(
    state: State,
    action: Action,
    depth: int,
    order: Sequence[BookId],
    *,
    divide: bool,
    tick: Tick,
) -> Iterator[Count]:
    found: dict[str, tuple[int, int]] = {}
    for _, turn in legal_turns(state, (action,), tick):
        key = choice_words(answers_of(turn)[FIRST_CHOICE[action]][0]) if divide else ""
        rows, ended = rows_from(after(state, turn, order)[0], depth - 1, order, tick)
        known = found.get(key, (0, 0))
        found[key] = (known[0] + rows, known[1] + ended)
    if not found and not divide:
        yield Count(action, "", 0)
    for key, (rows, ended) in found.items():
        yield Count(action, key, rows, ended)


def rows_from(
    state: State, depth: int, order: Sequence[BookId], tick: Tick = no_tick
) -> tuple[int, int]:
    """Return the rows of `depth` turns from a table on, and those that end before."""
    if not has_turn(state):
        return 0, 1
    if depth == 1:
        return sum(count_action(state, action, tick) for action in ACTIONS), 0
    rows = ended = 0
    for _, turn in legal_turns(state, ACTIONS, tick):
        more, fewer = rows_from(after(state, turn, order)[0], depth - 1, order, tick)
        rows, ended = rows + more, ended + fewer
    return rows, ended


def after(state: State, turn: Turn, order: Sequence[BookId]) -> tuple[State, tuple[Event, ...]]:
    """Return the table after a turn and the refill that it brings, and both as events."""
    state = step(state, turn)
    if not refill_due(state):
        return state, (turn,)
    drawn = refill(state, order)
    return step(state, drawn), (turn, drawn)


def choice_words(choice: Hashable) -> str:
    """Return a first choice in words: cards, a company, a space, a deck."""
    if choice is None:
        return "-"
    return "+".join(map(str, choice)) if isinstance(choice, tuple) else str(choice)
