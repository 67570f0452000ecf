"""What everybody at a table would score now."""

from referee.engine.scoring import Pad, pads
from referee.game.state import State

_last: list[tuple[State, tuple[Pad, ...]]] = []


def pads_now(state: State) -> tuple[Pad, ...]:
    """Return the scoring pads at a table; several parts of its picture ask for them in a row."""
    for known, found in _last:
        if known is state:
            return found
    counted = pads(state)
    _last[:] = [(state, counted)]
    return counted
