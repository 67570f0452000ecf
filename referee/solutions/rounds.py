"""The rest of a round, played best."""

import time

from msgspec.structs import replace

from model.best.formulation import rest_of_round
from model.best.table import MoverTable
from referee.engine.round_end import with_turn_of
from referee.game.ids import BookId, Seat
from referee.game.messages.speech import say
from referee.game.state import State
from referee.solutions.horizons import ALONE, NO_BOOKS, NO_CARDS, BestRound, HorizonQuestion
from referee.solutions.question import NotDueError
from referee.solutions.replays import Answering
from referee.solutions.worth import worth

IN_A_ROUND = (ALONE, NO_BOOKS, NO_CARDS)


def alone(state: State, seat: Seat) -> State:
    """Return the table at which only one player moves in the rest of the round.

    The others keep their face-up cards, which count for majorities; books that are taken leave
    their spaces empty.
    """
    if state.phase != "actions":
        raise NotDueError(say("answers.rounds.nobody-has-a-turn-here"))
    if state.players[seat].done:
        raise NotDueError(say("answers.rounds.this-player-has-ended-the"))
    players = tuple(
        replace(player, done=other != seat) for other, player in enumerate(state.players)
    )
    nothing: frozenset[BookId] = frozenset()
    supply = (nothing,) * len(state.unseen_books)
    return with_turn_of(replace(state, players=players, unseen_books=supply), seat)


def best_round(state: State, seat: Seat, question: HorizonQuestion) -> BestRound:
    """Return the best order and content of a player's remaining turns of this round."""
    started = time.monotonic()
    before = alone(state, seat)
    joint = rest_of_round(MoverTable(before, seat), question.objective)
    found = Answering(joint, seat, question, lambda _: before).answer(before)
    return BestRound(
        question=question,
        horizon="round",
        seat=seat,
        before=before,
        worth_before=worth(before, seat, question.objective),
        turns=found.best.turns,
        value=found.best.value,
        status=found.status,
        bound=found.bound,
        seconds=time.monotonic() - started,
        assumptions=IN_A_ROUND,
    )
