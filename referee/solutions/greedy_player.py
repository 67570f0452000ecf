"""A player who looks one turn ahead only, for comparison with whole rounds."""

from model.best.objective import Objective
from model.best.search import best_turn
from model.best.spoken_turns import said
from referee.engine import step
from referee.game.ids import Seat
from referee.game.state import State
from referee.game.turns import EndPhase
from referee.solutions.horizons import PlayedTurn
from referee.solutions.question import Stop
from referee.solutions.worth import worth


def greedy_round(
    state: State, seat: Seat, wanted: Objective, stop: Stop | None = None
) -> tuple[PlayedTurn, ...]:
    """Return the rest of a round in which every turn is the best one by itself.

    The others must not move any more. The player goes on as long as no turn is worse than ending;
    once `stop` says so, no further turn is looked for.
    """
    played: list[PlayedTurn] = []
    while state.phase == "actions" and state.to_move == seat:
        turn = said(state, best_turn(state, wanted, optima_limit=1).turn)
        if isinstance(turn, EndPhase):
            break
        state = step(state, turn)
        played.append(PlayedTurn(turn, state, worth(state, seat, wanted)))
        if stop is not None and stop():
            break
    return tuple(played)
