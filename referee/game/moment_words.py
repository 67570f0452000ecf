"""Where in a game a table stands, in words."""

from referee.game.limits import ROUNDS
from referee.game.messages.speech import say
from referee.game.state import State


def moment_words(state: State, colours: tuple[str, ...]) -> str:
    """Return where in the game a table stands."""
    match state.phase:
        case "actions":
            who = "nobody" if state.to_move is None else colours[state.to_move]
            return say(
                "records.moment_words.round-turn-to-move",
                round=state.round,
                turn=state.turn,
                who=who,
            )
        case "planning":
            return say("records.moment_words.round-planning", round=state.round)
        case "preparation":
            return say("records.moment_words.after-round", round=state.round)
        case "over":
            return say("records.moment_words.after-round-the-game-is", rounds=ROUNDS)
        case _:
            return say("records.moment_words.setup", replace=state.phase.replace("-", " "))


def when_words(state: State, colours: tuple[str, ...]) -> str:
    """Return where in the game a table stands, as it is said within a sentence."""
    words = moment_words(state, colours)
    if state.phase in {"preparation", "over"}:
        return words
    return say("records.moment_words.in", words=words)
