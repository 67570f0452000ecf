"""Engine and model on whole sets of turns: all that an action allows at a table."""

from random import Random
from typing import NamedTuple

from referee.agreement.comparing import Comparison, compare
from referee.agreement.scene import scene
from referee.agreement.sets import SetComparison, compare_sets, listed, places_books
from referee.engine.sampling import ACTIONS
from referee.game.canonical import CanonicalTurn
from referee.game.events import Event
from referee.game.state import State
from referee.game.turns import Action
from scripts.differential_games import PLAYERS, SETS, tag_of
from scripts.differential_result import Result
from scripts.tools.campaign.seeded_games import game

MANY = 20
"""So many legal turns a position has at least, where the rules allow so many."""

MOST: dict[Action, int] = {"goods": 300, "expand": 250, "bookkeeper": 300, "marker": 300}
"""A position has at most so many: the model finds one after the other."""

FEW: dict[Action, int] = {"merchant": 3, "end": 3}
"""Actions that can never have many turns, and how many a position has then.

Ending the phase picks up one of the resting decks, and there are as many as slots: five. A
merchant is one of the cards or the one tile, and with him the goods tile goes to one of the
goods cards or stays: of five cards m are merchants and g have goods, and (m + 1) * (g + 1) is
at most 12.
"""

GAMES = 12
"""So many games are searched for a position."""

TABLES = 30
"""So many tables of each game are looked at; all of them where turns are few."""


class Position(NamedTuple):
    """A table, the events that led to it, and the engine's turns of an action there."""

    events: tuple[Event, ...]
    table: State
    turns: frozenset[CanonicalTurn]


def compare_position(action: Action, number: int) -> Result:
    """Compare the turns of an action at one position of a whole game."""
    result = Result(action, number)
    position = _found(action, Random(f"{action} {number}"))
    if position is None:
        return result
    found = compare_sets(position.table, action, position.turns)
    result.positions = 1
    result.legal_turns = len(position.turns)
    result.with_books = int(places_books(position.turns))
    if found.difference is not None:
        _disagree(result, action, position, found)
    return result


def _disagree(result: Result, action: Action, position: Position, found: SetComparison) -> None:
    """Add a disagreement: about one turn where they differ on it, else about the whole set."""
    setting, events = position.table.setting, list(position.events)
    comparison = Comparison() if found.only is None else compare(position.table, found.only)
    if found.only is not None and comparison.difference is not None:
        result.disagree(f"one of all {action}", comparison, setting, events, found.only)
        return
    sets = Comparison(difference=found.difference)
    result.disagree_at(f"all of {action}", sets, scene(setting, events, action), _sets_differ)


def _found(action: Action, rng: Random) -> Position | None:
    for _ in range(GAMES):
        happened = list(game(rng.randrange(10**9), SETS, PLAYERS))
        places = [place for place, (_, event, _) in enumerate(happened) if tag_of(event) in ACTIONS]
        looked_at = len(places) if action in FEW else min(TABLES, len(places))
        for place in rng.sample(places, looked_at):
            table = happened[place][0]
            turns = listed(table, action, MOST.get(action, MANY))
            if turns is not None and len(turns) >= FEW.get(action, MANY):
                return Position(tuple(e for _, e, _ in happened[:place]), table, turns)
    return None


def _sets_differ(table: State, action: Action) -> bool:
    turns = listed(table, action, MOST.get(action, MANY))
    return turns is not None and compare_sets(table, action, turns).difference is not None
