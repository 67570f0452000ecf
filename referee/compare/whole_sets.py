"""Engine and model on whole sets of turns: all that an action allows at a table."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

import msgspec

from referee.compare.difference import Difference
from referee.compare.readings import compare, compare_turns
from referee.compare.report import GameSheet, Played
from referee.compare.seeded_games import game
from referee.compare.survey import PLAYERS, SETS, add_shortest, tag_of
from referee.engine.legal_turns import legal_turns
from referee.engine.random_turns import ACTIONS
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.game.events import Event
from referee.game.state import State
from referee.game.turns import Action, Turn

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


ODD = ("missing", "illegal")
"""Where a difference between sets of turns names those that only one side has."""


class WholeSet(NamedTuple):
    """A table, the events that led to it, and the engine's turns of an action there."""

    events: tuple[Event, ...]
    table: State
    turns: frozenset[CanonicalTurn]


def compare_position(action: Action, number: int) -> Played:
    """Compare the turns of an action at one position of a whole game."""
    sheet = GameSheet(f"{action} {number}")
    position = _found(action, Random(f"{action} {number}"))
    if position is not None:
        sheet.asked["positions"] = 1
        sheet.asked["legal turns"] = len(position.turns)
        sheet.asked["with books"] = int(_places_books(position.turns))
        found = compare_turns(position.table, action, position.events).difference
        if found is not None:
            add_shortest(sheet, _about_one(position, found), position.table.setting)
    return sheet.played()


def _about_one(position: WholeSet, sets: Difference) -> Difference:
    """Return the difference about one turn that only one of them has, if they differ on it."""
    sides = (side for side in (sets.expected, sets.given) if isinstance(side, dict))
    odd = [turn for side in sides for key in ODD for turn in side.get(key, ())]
    if odd:
        turn = msgspec.convert(odd[0], Turn)
        found = compare(position.table, turn, position.events).difference
        return sets if found is None else found
    return sets


def position_lines(results: Sequence[Played]) -> Iterator[str]:
    """Yield how many turns of each action were compared as a whole."""
    for action in ACTIONS:
        asked = [r.asked for r in results if r.game.startswith(f"{action} ")]
        turns = [each["legal turns"] for each in asked if each.get("positions")]
        if turns:
            books = sum(each.get("with books", 0) for each in asked)
            limit = " (the rules allow no more than a few)" if action in FEW else ""
            yield (
                f"all turns of {action}: {len(turns)} positions, {books} of them with books, "
                f"{min(turns)} to {max(turns)} legal turns{limit}"
            )


def _found(action: Action, rng: Random) -> WholeSet | None:
    for _ in range(GAMES):
        happened = list(game(rng.randrange(10**9), SETS, PLAYERS))
        places = [place for place, (_, event, _) in enumerate(happened) if tag_of(event) in ACTIONS]
        looked_at = len(places) if action in FEW else min(TABLES, len(places))
        for place in rng.sample(places, looked_at):
            table = happened[place][0]
            turns = _listed(table, action, MOST.get(action, MANY))
            if turns is not None and len(turns) >= FEW.get(action, MANY):
                return WholeSet(tuple(e for _, e, _ in happened[:place]), table, turns)
    return None


def _listed(table: State, action: Action, most: int) -> frozenset[CanonicalTurn] | None:
    """Return the engine's turns of an action, or None where there are more than `most`."""
    turns = islice(legal_turns(table, (action,)), most + 1)
    found = frozenset(canonical for canonical, _ in turns)
    return found if len(found) <= most else None


def _places_books(turns: frozenset[CanonicalTurn]) -> bool:
    """Return whether a book is placed in some of the turns."""
    return any(
        isinstance(turn, CanonicalExpansion | CanonicalBookkeeper | CanonicalMarker)
        and turn.gains.placed
        for turn in turns
    )
