"""Where in a game a table stands, in words."""

from referee.game.limits import ROUNDS
from referee.game.state import State


def moment_words(state: State, colours: tuple[str, ...]) -> str:
    """Return where in the game a table stands."""
    match state.phase:
        case "actions":
            who = "nobody" if state.to_move is None else colours[state.to_move]
            return f"round {state.round}, turn {state.turn}, {who} to move"
        case "planning":
            return f"round {state.round}, planning"
        case "preparation":
            return f"after round {state.round}"
        case "over":
            return f"after round {ROUNDS}, the game is over"
        case _:
            return f"setup: {state.phase.replace('-', ' ')}"


def when_words(state: State, colours: tuple[str, ...]) -> str:
    """Return where in the game a table stands, as it is said within a sentence."""
    words = moment_words(state, colours)
    return words if words.startswith("after") else f"in {words}"
