"""Proposals of the model, replayed by the engine until the best legal one is known."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from msgspec import Struct

from model.best.book_steps import with_placings
from model.best.formulation import Formulation
from model.best.limits import SolverLimits
from model.best.questions import Status
from model.best.rounds import Proposal, RoundSearch
from model.best.spoken_turns import UnorderableError, said
from referee.engine import IllegalEventError, step
from referee.game.canonical import CanonicalTurn
from referee.game.ids import BookId, Seat
from referee.game.state import State
from referee.game.turns import BookStep
from referee.solutions.greedy_player import greedy_round
from referee.solutions.horizons import HorizonQuestion, PlayedTurn
from referee.solutions.worth import worth

TIDYING_SECONDS = 2.0
"""How long a shorter way to the same value is looked for at most."""
PROPOSALS = 60
"""So many proposals are held against the rules before a bound must do."""

Start = Callable[[Proposal], State]
"""Gives the table at which the turns of a proposal begin."""


class ReplayedProposal(Struct, frozen=True):
    """What the engine makes of a proposal."""

    before: State
    turns: tuple[PlayedTurn, ...]
    value: int
    refused: int | None = None
    """The first turn that is not legal; it was left out."""
    unpaid: bool = False
    """No order of its parts could be paid."""


class FoundReplay(Struct, frozen=True, kw_only=True):
    """The best replay, with its proof status."""

    best: ReplayedProposal
    status: Status
    bound: int | None


class Answering:
    """One question to one model."""

    def __init__(
        self, joint: Formulation, seat: Seat, question: HorizonQuestion, start: Start
    ) -> None:
        self._joint, self._seat, self._question, self._start = joint, seat, question, start
        self._limits = SolverLimits.of(
            question.workers, question.time_limit, question.work, question.stop
        )
        self._search = RoundSearch(joint, self._limits)
        self._best: ReplayedProposal | None = None
        self._proposed: Proposal | None = None
        """What the best was replayed from, unless some of it was refused."""

    def answer(self, nothing: State) -> FoundReplay:
        """Return the best that was found, if only from the table at which `nothing` was done."""
        for _ in range(PROPOSALS):
            proposal = self._search.propose()
            if proposal is None:
                break
            best = self._keep(proposal)
            if self._is_proved(best) or self._limits.are_reached:
                break
            self._search.known(best.value)
        best = self._best or self._greedy(nothing)
        best = self._tidied(best)
        bound = self._search.bound
        return FoundReplay(
            best=best,
            status="optimal" if self._is_proved(best) else "bound",
            bound=None if bound is None else max(bound, best.value),
        )

    def _is_proved(self, best: ReplayedProposal) -> bool:
        return self._search.bound is not None and self._search.bound <= best.value

    def _keep(self, proposal: Proposal) -> ReplayedProposal:
        """Replay a proposal, refuse what is not legal in it, and return the best so far."""
        start = self._start(proposal)
        replay = self._replayed(start, proposal.turns, proposal.laid)
        legal = replay.refused is None
        if replay.refused is not None:
            self._search.refuse(proposal, replay.refused, unpaid=replay.unpaid)
            replay = max(replay, self._greedy(start), key=lambda one: one.value)
        elif replay.value < proposal.value:
            # The model allows for a little more than some rulings do.
            self._search.settle(proposal)
        if self._best is None or replay.value > self._best.value:
            self._best, self._proposed = replay, proposal if legal else None
        return self._best

    def _greedy(self, start: State) -> ReplayedProposal:
        """Return what is had for certain: one best turn after the other, as long as they gain."""
        turns = greedy_round(start, self._seat, self._question.objective, self._question.stop)
        values = [worth(start, self._seat, self._question.objective)]
        values += [played.value for played in turns]
        gaining = values.index(max(values))
        return ReplayedProposal(start, turns[:gaining], values[gaining])

    def _tidied(self, best: ReplayedProposal) -> ReplayedProposal:
        """Return a way to the same value without turns that bring nothing, if one is near."""
        if self._proposed is None or self._limits.are_reached:
            return best
        until = time.monotonic() + TIDYING_SECONDS
        if self._limits.until is not None:
            until = min(until, self._limits.until)
        limits = replace(self._limits, until=until)
        proposal = RoundSearch(self._joint, limits).shortest(self._proposed)
        if proposal is None:
            return best
        other = self._replayed(self._start(proposal), proposal.turns, proposal.laid)
        if (
            other.refused is None
            and other.value >= best.value
            and self._size(other) <= self._size(best)
        ):
            return other
        return best

    def _size(self, replay: ReplayedProposal) -> int:
        placed = replay.before.players[self._seat].slots
        return len(replay.turns) + sum(card is not None for card in placed)

    def _replayed(
        self, state: State, turns: Sequence[CanonicalTurn], laid: Mapping[BookId, BookStep]
    ) -> ReplayedProposal:
        wanted, before = self._question.objective, state
        played: list[PlayedTurn] = []
        refused: int | None = None
        unpaid = False
        for number, turn in enumerate(turns):
            try:
                spoken = said(state, with_placings(state, turn, laid))
                state = step(state, spoken)
            except (UnorderableError, IllegalEventError) as error:
                if refused is None:
                    refused, unpaid = number, isinstance(error, UnorderableError)
                continue
            played.append(PlayedTurn(spoken, state, worth(state, self._seat, wanted)))
        value = worth(state, self._seat, wanted)
        return ReplayedProposal(before, tuple(played), value, refused, unpaid)
