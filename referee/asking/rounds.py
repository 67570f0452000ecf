"""The rest of a round played best: asked of the solver, replayed and confirmed by the engine."""

import time
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from model.best.horizon.joint import Joint, rest_of_round
from model.best.horizon.placing import with_placings
from model.best.horizon.solving import Proposal, Search
from model.best.objective import Objective, ObjectiveError
from model.best.saying import UnsayableError, said
from model.best.solving import Limits, Status
from model.best.table import Table
from referee.asking.best import NET_WORTH, NotDueError
from referee.asking.worth import worth
from referee.engine import IllegalEventError, step
from referee.engine.round_end import with_turn_of
from referee.game.canonical import CanonicalTurn
from referee.game.ids import SLOTS, BookId, Seat
from referee.game.limits import ROUNDS
from referee.game.state import State
from referee.game.turns import EndPhase, Step, Turn

TIDYING_SECONDS = 2.0
"""How long a shorter way of reaching the same value is looked for."""
REFUSALS = 40
"""So many proposals are held against the rules before a bound must do."""


class RoundQuestion(Struct, frozen=True, kw_only=True):
    """What is to be best at the end of a round, and how long it may take."""

    objective: Objective = NET_WORTH
    time_limit: float | None = None
    workers: int = 1


class Played(Struct, frozen=True):
    """A turn of the answer, and the table after it."""

    turn: Turn
    after: State
    value: int


class BestRound(Struct, frozen=True, kw_only=True):
    """A best way of playing the rest of a round, every turn confirmed by the engine."""

    question: RoundQuestion
    before: State
    """The table at which the others have stopped moving."""
    seat: Seat
    worth_before: int
    turns: tuple[Played, ...]
    value: int
    status: Status
    bound: int | None
    seconds: float

    @property
    def gap(self) -> int | None:
        """How far the bound lies above the value."""
        return None if self.bound is None else self.bound - self.value


def alone(state: State, seat: Seat) -> State:
    """Return the table at which only one player moves in the rest of the round.

    The others keep their face-up cards, which count for majorities; books that are taken leave
    their spaces empty.
    """
    if state.phase != "actions":
        raise NotDueError("nobody has a turn here")
    if state.players[seat].done:
        raise NotDueError("this player has ended the phase")
    players = tuple(
        replace(player, done=other != seat) for other, player in enumerate(state.players)
    )
    state = replace(state, players=players, unseen_books=(frozenset(),) * len(state.unseen_books))
    return with_turn_of(state, seat)


def best_round(state: State, seat: Seat, question: RoundQuestion) -> BestRound:
    """Return the best order and content of a player's remaining turns of this round."""
    before = alone(state, seat)
    return _best(before, seat, question)


def _best(before: State, seat: Seat, question: RoundQuestion) -> BestRound:
    started = time.monotonic()
    if any(weight < 0 for weight, _ in question.objective.terms):
        raise ObjectiveError("a round is judged by measures of which more is better")
    table = Table(before, seat, placing=False)
    joint = rest_of_round(table, question.objective)
    found = _Answering(joint, before, seat, question, started).answer()
    return found


class _Answering:
    """Proposals of the model, replayed until the best that is legal is known to be the best."""

    def __init__(
        self, joint: Joint, before: State, seat: Seat, question: RoundQuestion, started: float
    ) -> None:
        self._joint, self._before, self._seat, self._question = joint, before, seat, question
        self._started = started
        limit = question.time_limit
        until = None if limit is None else started + limit
        self._search = Search(joint, Limits(question.workers, until))
        self._best: tuple[Played, ...] = ()
        self._value = worth(before, seat, question.objective)

    def answer(self) -> BestRound:
        start = self._value
        known = False
        for _ in range(REFUSALS):
            proposal = self._search.propose()
            if proposal is None:
                break
            known = self._keep(proposal) or known
            if self._search.bound is not None and self._search.bound <= self._value:
                break
            if self._out_of_time():
                break
            self._search.known(self._value)
        self._tidy()
        bound = self._search.bound
        return BestRound(
            question=self._question,
            before=self._before,
            seat=self._seat,
            worth_before=start,
            turns=self._best,
            value=self._value,
            status="optimal" if bound is not None and bound <= self._value else "bound",
            bound=None if bound is None else max(bound, self._value),
            seconds=time.monotonic() - self._started,
        )

    def _out_of_time(self) -> bool:
        until = self._search.limits.until
        return until is not None and time.monotonic() >= until

    def _keep(self, proposal: Proposal) -> bool:
        """Replay a proposal; keep it if it is the best so far, and refuse what is not legal."""
        played, failed = replayed(self._before, proposal.turns, proposal.laid, self._question)
        value = played[-1].value if played else worth(self._before, self._seat, self._question.objective)
        if failed is not None:
            self._search.refuse(proposal, failed)
        if value > self._value or not self._best:
            self._best, self._value = played, value
        return failed is None

    def _tidy(self) -> None:
        """Leave out turns that bring nothing, if that can be found quickly."""
        until = self._search.limits.until
        soon = time.monotonic() + TIDYING_SECONDS
        limits = Limits(self._question.workers, soon if until is None else max(until, soon))
        search = Search(self._joint, limits)
        proposal = search.shortest(self._value)
        if proposal is None or len(proposal.turns) >= len(self._best):
            return
        played, failed = replayed(self._before, proposal.turns, proposal.laid, self._question)
        if failed is None and (played[-1].value if played else self._value) >= self._value:
            self._best = played


def replayed(
    state: State,
    turns: tuple[CanonicalTurn, ...],
    laid: Mapping[BookId, Step],
    question: RoundQuestion,
) -> tuple[tuple[Played, ...], int | None]:
    """Return the turns that the engine plays, and the number of the first it refuses.

    A refused turn is left out, and the others are tried without it.
    """
    played: list[Played] = []
    failed: int | None = None
    for number, turn in enumerate(turns):
        try:
            spoken = said(state, with_placings(state, turn, laid))
            after = step(state, spoken)
        except (UnsayableError, IllegalEventError):
            failed = number if failed is None else failed
            continue
        state = after
        played.append(Played(spoken, after, worth(after, turn.seat, question.objective)))
    return tuple(played), failed


def last_turn(state: State, seat: Seat) -> EndPhase:
    """Return the turn that ends the round, with the first resting deck that has cards."""
    decks = zip(SLOTS, state.players[seat].resting, strict=True)
    first = next((slot for slot, deck in decks if deck), None)
    return EndPhase(seat=seat, deck=None if state.round == ROUNDS else first)
