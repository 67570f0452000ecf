"""The rest of a round, played best."""

import time
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.core.canonical import CanonicalTurn
from referee.core.events import Plan
from referee.core.ids import SLOTS, BookId, Seat
from referee.core.limits import ROUNDS
from referee.core.state import State
from referee.core.turns import Action, BookStep, EndPhase, Turn
from referee.engine import IllegalEventError, step
from referee.engine.legal_turns import legal_turns
from referee.engine.planning import available_slots
from referee.i18n.speech import say
from referee.solve.best import greedy_round
from referee.solve.horizons import (
    ALONE,
    NO_BOOKS,
    NO_CARDS,
    NO_CARDS_PLACED,
    SLOTS_BY_NAME,
    BestRound,
    Horizon,
    HorizonQuestion,
    NotDueError,
    PlayedTurn,
    Queues,
    RecordedOpponents,
    alone,
    turned_up,
    worth,
)
from referee_model.best.books import with_placings
from referee_model.best.formulation import Formulation, rest_of_round, whole_round
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import Status
from referee_model.best.rounds import Proposal, RoundSearch
from referee_model.best.spoken_turns import UnorderableError, said
from referee_model.best.table import MoverTable

# Proposals of the model, replayed by the engine until the best legal one is known -----------------
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

    def answer(
        self, horizon: Horizon, nothing: State, assumptions: tuple[str, ...], started: float
    ) -> BestRound:
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
        return BestRound(
            question=self._question,
            horizon=horizon,
            seat=self._seat,
            before=best.before,
            worth_before=worth(nothing, self._seat, self._question.objective),
            turns=best.turns,
            value=best.value,
            status="optimal" if self._is_proved(best) else "bound",
            bound=None if bound is None else max(bound, best.value),
            seconds=time.monotonic() - started,
            assumptions=assumptions,
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
        proposal = RoundSearch(self._joint, self._limits).shortest(self._proposed)
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


IN_A_ROUND = (ALONE, NO_BOOKS, NO_CARDS)


def best_round(state: State, seat: Seat, question: HorizonQuestion) -> BestRound:
    """Return the best order and content of a player's remaining turns of this round."""
    started = time.monotonic()
    before = alone(state, seat)
    joint = rest_of_round(MoverTable(before, seat), question.objective)
    answering = Answering(joint, seat, question, lambda _: before)
    return answering.answer("round", before, IN_A_ROUND, started)


# The best cards to place in the planning phase, and the last round for the final score ------------
class OtherPlans(Struct, frozen=True, kw_only=True):
    """What is known about the plans of the others, and what they are called."""

    recorded: Mapping[Seat, Plan] = {}
    given: Mapping[Seat, Plan] = {}
    colours: tuple[str, ...] = ()


NOTHING_KNOWN = OtherPlans()


def best_plan(
    state: State, seat: Seat, question: HorizonQuestion, others: OtherPlans = NOTHING_KNOWN
) -> BestRound:
    """Return the best cards to place, and the round to play with them.

    The others' plans are those on the table or recorded, else those given, else empty.
    """
    started = time.monotonic()
    if state.phase != "planning":
        raise NotDueError(say("answers.plans.not-planning"))
    plans, told = _plans(state, seat, others)
    nothing = turned_up(state, seat, plans, NO_CARDS_PLACED)
    table = MoverTable(nothing, seat)
    slots = available_slots(state, seat)
    joint = whole_round(table, question.objective, len(slots))

    def start(proposal: Proposal) -> State:
        placed = dict(zip(slots, sorted(proposal.cards), strict=False))
        return turned_up(state, seat, plans, tuple(placed.get(slot) for slot in SLOTS))

    assumptions = (*told, *IN_A_ROUND, SLOTS_BY_NAME)
    found = Answering(joint, seat, question, start).answer("plan", nothing, assumptions, started)
    return replace(found, plan=Plan(seat=seat, slots=found.before.players[seat].slots))


def best_last_round(
    state: State, seat: Seat, question: HorizonQuestion, others: OtherPlans = NOTHING_KNOWN
) -> BestRound:
    """Return the best way to play the last round for the final score, plan included if due."""
    if state.round != ROUNDS:
        raise NotDueError(say("answers.plans.last-round", rounds=ROUNDS, round=state.round))
    if state.phase == "planning":
        return replace(best_plan(state, seat, question, others), horizon="game")
    return replace(best_round(state, seat, question), horizon="game")


def _plans(
    state: State, seat: Seat, others: OtherPlans
) -> tuple[dict[Seat, Plan], tuple[str, ...]]:
    """Return the plans of the others, and how they are known."""
    plans: dict[Seat, Plan] = {}
    sources: dict[str, list[Seat]] = {"recorded": [], "given": [], "empty": []}
    for number, lying in enumerate(state.plans):
        other = Seat(number)
        if other == seat:
            continue
        known = lying or others.recorded.get(other)
        given = known or others.given.get(other)
        plans[other] = given or Plan(seat=other, slots=NO_CARDS_PLACED)
        sources["recorded" if known else "given" if given else "empty"].append(other)
    told = (_told(seats, how, others.colours) for how, seats in sources.items() if seats)
    return plans, tuple(told)


def _told(seats: list[Seat], how: str, colours: tuple[str, ...]) -> str:
    names = [
        colours[seat] if colours else say("answers.plans.player", seat=seat + 1) for seat in seats
    ]
    return say(f"answers.plans.{how}", players=tuple(names), number=len(names))


# The rest of a round among others who move as recorded --------------------------------------------
#
# What they do depends on what is left for them, so one model cannot say it all. Where few tables
# can be reached all are looked at, which proves the answer. Elsewhere each turn is the first
# of the best rest of the round as it stands then, or the turn that was recorded if that line comes
# to more; such an answer is played to its end, but carries no bound.
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
        raise NotDueError(say("answers.among_others.no-turn"))
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
