"""Copying, hashing and digesting states."""

from referee.game.ids import Seat
from referee.game.public import digest
from scripts.tools.bench.measurement import Figures, middle, rates
from scripts.tools.bench.recorded import recorded_turns


def figures(rounds: int) -> Figures:
    """Return how many states a second are copied, hashed and digested."""
    sample = [state for state, _ in recorded_turns()[::10]]
    copied, hashed, digested = rates(
        rounds,
        lambda: len([state.with_player(Seat(0), state.players[0]) for state in sample]),
        lambda: len([hash(state) for state in sample]),
        lambda: len([digest(state) for state in sample]),
    )
    return {
        "state copies/s": middle(copied),
        "state hashes/s": middle(hashed),
        "state digests/s": middle(digested),
    }
