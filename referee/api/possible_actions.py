"""The actions that allow a player a legal turn."""

from random import Random
from typing import Final, get_args

from referee.api.games import Game
from referee.api.tables import Table
from referee.core.component_set import UnreadValueError
from referee.core.state import State
from referee.core.turns import Action
from referee.engine.actions import has_turn
from referee.engine.random_turns import draw_turn

ACTIONS: Final[tuple[Action, ...]] = get_args(Action)


def possible_actions(table: Table | Game) -> tuple[Action, ...]:
    """Return the actions that allow the player to move a legal turn; none if no turn is due.

    With a partly read set those are among them that something unread decides.

    >>> import referee
    >>> referee.possible_actions(referee.load_table("games/two-players.mgn", "3.2"))
    ('goods', 'bookkeeper', 'marker', 'end')
    """
    state = (table.at() if isinstance(table, Game) else table).state
    if not has_turn(state):
        return ()
    return tuple(each for each in ACTIONS if _may_be_played(state, each))


def _may_be_played(state: State, action: Action) -> bool:
    """Return whether there is a legal turn, or would be if something unread were favourable."""
    try:
        # Whether there is a turn does not depend on the lot by which one is drawn.
        return draw_turn(state, Random(0), (action,)) is not None
    except UnreadValueError:
        return True
