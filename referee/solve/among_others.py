"""The rest of a round among others who move as recorded.

What they do depends on what is left for them, so one model cannot say it all. Where few tables can
be reached all of them are looked at, which proves the answer. Elsewhere each turn is the first of
the best rest of the round as it stands then, or the turn that was recorded if that line comes to
more; such an answer is played to its end, but carries no bound.
"""

import time

from msgspec.structs import replace

from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import Action, EndPhase, Turn
from referee.engine import IllegalEventError, step
from referee.engine.legal_turns import legal_turns
from referee.i18n.speech import say
from referee.solve.horizons import (
    NO_BOOKS,
    NO_CARDS,
    BestRound,
    HorizonQuestion,
    NotDueError,
    PlayedTurn,
    Queues,
    RecordedOpponents,
)
from referee.solve.rounds import best_round
from referee.solve.worth import worth
from referee_model.best.objective import Status

MOST_TABLES = 1_500
"""So many tables are looked at for a proof."""
ACTIONS: tuple[Action, ...] = ("goods", "expand", "bookkeeper", "merchant", "marker")
TURN_WORK = 2.5
"""What looking ahead from one turn may take, as the solver counts its work: some ten seconds."""

AS_RECORDED = (
    "the others move as recorded between these turns; a turn that is not legal any more is left out"
)

TurnSequence = tuple[Turn, ...]


class _TooManyError(Exception):
    """More tables can be reached than may be looked at."""


def best_round_among_others(
    state: State, seat: Seat, question: HorizonQuestion, queues: Queues
) -> BestRound:
    """Return the best rest of a round while the others take their recorded turns."""
    started = time.monotonic()
    if state.phase != "actions" or state.players[seat].done:
        raise NotDueError(say("answers.among_others.this-player-has-no-turn"))
    search = _LineSearch(seat, question, RecordedOpponents(seat, queues))
    before, taken = search.company.start(state)
    status: Status = "optimal"
    try:
        line = search.all_lines(before, taken)
    except _TooManyError:
        line, status = search.good_line(before, taken, queues.get(seat, ())), "bound"
    turns, value = search.played(before, taken, line)
    return BestRound(
        question=question,
        horizon="round",
        seat=seat,
        before=before,
        worth_before=worth(before, seat, question.objective),
        turns=turns,
        value=value,
        status=status,
        bound=value if status == "optimal" else None,
        seconds=time.monotonic() - started,
        assumptions=(AS_RECORDED, NO_BOOKS, NO_CARDS),
    )


class _LineSearch:
    def __init__(self, seat: Seat, question: HorizonQuestion, company: RecordedOpponents) -> None:
        self._seat, self._question, self.company = seat, question, company
        self._known: dict[tuple[State, tuple[int, ...]], tuple[int, TurnSequence]] = {}
        """By table the best line found from there, and what it is worth."""

    def _is_stopped(self) -> bool:
        stop = self._question.stop
        return stop is not None and stop()

    def _go_on(self) -> None:
        """Give up all lines where somebody wants an answer now: a table can have endless turns."""
        if self._is_stopped():
            raise _TooManyError

    def value_of_stopping(self, state: State, taken: tuple[int, ...]) -> int:
        """Return what the round is worth if the player ends it now."""
        if state.phase == "actions" and state.to_move == self._seat:
            turn = next(iter(legal_turns(state, ("end",))))[1]
            state, _ = self.company.until_due(step(state, turn), taken)
        return worth(state, self._seat, self._question.objective)

    def all_lines(self, state: State, taken: tuple[int, ...]) -> TurnSequence:
        """Return the best line of all, or give up where there are too many tables."""
        known = self._known

        def best(table: State, counts: tuple[int, ...]) -> tuple[int, TurnSequence]:
            key = (table, counts)
            if key not in known:
                if len(known) >= MOST_TABLES or self._is_stopped():
                    raise _TooManyError
                known[key] = (self.value_of_stopping(table, counts), ())
                for _, turn in legal_turns(table, ACTIONS, self._go_on):
                    value, line = best(*self.company.until_due(step(table, turn), counts))
                    if value > known[key][0]:
                        known[key] = (value, (turn, *line))
            return known[key]

        return best(state, taken)[1]

    def good_line(
        self, state: State, taken: tuple[int, ...], recorded: TurnSequence
    ) -> TurnSequence:
        """Return the better of the recorded line and one that looks to the end of the round."""
        lines = [self._looking_ahead(state, taken)]
        if (state, taken) in self._known:
            lines.append(self._known[state, taken][1])
        own = tuple(turn for turn in recorded if not isinstance(turn, EndPhase))
        try:
            self.played(state, taken, own)
            lines.append(own)
        except IllegalEventError:
            pass
        return max(lines, key=lambda line: self.played(state, taken, line)[1])

    def _looking_ahead(self, state: State, taken: tuple[int, ...]) -> TurnSequence:
        limit, work = self._question.time_limit, self._question.work
        if limit is not None:
            asked = replace(self._question, time_limit=max(1.0, limit / len(ACTIONS)))
        else:
            asked = replace(self._question, work=TURN_WORK if work is None else work)
        line: list[Turn] = []
        while state.phase == "actions" and state.to_move == self._seat and not self._is_stopped():
            answer = best_round(state, self._seat, asked)
            if not answer.turns:
                break
            line.append(answer.turns[0].turn)
            state, taken = self.company.until_due(step(state, line[-1]), taken)
        return tuple(line)

    def played(
        self, state: State, taken: tuple[int, ...], line: TurnSequence
    ) -> tuple[tuple[PlayedTurn, ...], int]:
        """Return a line with the tables after its turns, and what the whole round comes to."""
        turns: list[PlayedTurn] = []
        for turn in line:
            after = step(state, turn)
            turns.append(
                PlayedTurn(turn, after, worth(after, self._seat, self._question.objective))
            )
            state, taken = self.company.until_due(after, taken)
        return tuple(turns), self.value_of_stopping(state, taken)
