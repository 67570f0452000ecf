"""All legal turns of an action at a table, as the engine lists them and as the model finds them."""

from collections.abc import Iterable
from itertools import islice

from msgspec import Struct

import model
from referee.compare.readings import Difference
from referee.engine.listing import legal_turns
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.game.events import Event
from referee.game.state import State
from referee.game.turns import Action


class SetComparison(Struct, frozen=True):
    """What came of comparing two whole sets of turns."""

    turns: int
    """Legal turns for the engine."""
    difference: Difference | None = None
    only: Event | None = None
    """A turn that one of them has and the other has not, as it would be said."""


def listed(table: State, action: Action, most: int) -> frozenset[CanonicalTurn] | None:
    """Return the engine's turns of an action, or None where there are more than `most`."""
    turns = islice(legal_turns(table, (action,)), most + 1)
    found = frozenset(canonical for canonical, _ in turns)
    return found if len(found) <= most else None


def compare_sets(
    table: State, action: Action, of_engine: frozenset[CanonicalTurn]
) -> SetComparison:
    """Return how the engine's turns of an action compare with all that the model finds."""
    try:
        of_model = model.solutions(table, action)
    except Exception as error:  # noqa: BLE001 - a reading that fails has parted from the other
        told = f"fails: {type(error).__name__} {error}"[:300]
        return SetComparison(len(of_engine), Difference(f"{len(of_engine)} turns", told))
    if of_engine == of_model:
        return SetComparison(len(of_engine))
    engine, other = of_engine - of_model, of_model - of_engine
    difference = Difference(f"{len(engine)} more turns", f"{len(other)} more turns")
    said: Iterable[tuple[CanonicalTurn, Event]] = (
        legal_turns(table, (action,)) if engine else model.said_solutions(table, action)
    )
    only = next(turn for canonical, turn in said if canonical in (engine or other))
    return SetComparison(len(of_engine), difference, only)


def places_books(turns: frozenset[CanonicalTurn]) -> bool:
    """Return whether a book is placed in some of the turns."""
    return any(
        isinstance(turn, CanonicalExpansion | CanonicalBookkeeper | CanonicalMarker)
        and turn.gains.placed
        for turn in turns
    )
