"""The engine with one fault, as a program: `python -m tests.conformance.faulty_engine FAULT`."""

import sys
import time
from collections.abc import Callable

from msgspec.structs import replace

from referee.conformance import partner
from referee.conformance.partner import EngineProgram
from referee.conformance.protocol import (
    AnyRequest,
    Introduction,
    Reply,
    ScoreOfSeat,
    ScoresReply,
    TurnCounts,
    TurnLists,
    VerdictReply,
    set_named,
)
from referee.core.events import Event
from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import EndPhase, Expand, UseGoods, UseMerchant
from referee.engine.referee import IllegalEventError
from referee.engine.referee import step as right_step

ENOUGH = 3
LATE = 8
"""The turn of a round at which a late fault shows."""


def merchant_pays_more(state: State, event: Event) -> State:
    """A merchant brings a pound that he should not."""
    after = right_step(state, event)
    if isinstance(event, UseMerchant):
        player = after.players[event.seat]
        after = after.with_player(event.seat, replace(player, cash=player.cash + 1))
    return after


def late_ink(state: State, event: Event) -> State:
    """An ink jar beyond the fourth step slips back by one."""
    after = right_step(state, event)
    for seat, player in enumerate(after.players):
        if player.ink > ENOUGH + 1 and player.ink != state.players[seat].ink:
            after = after.with_player(Seat(seat), replace(player, ink=player.ink - 1))
    return after


def crash_on_posts(state: State, event: Event) -> State:
    """An expansion with two regions ends the program."""
    if isinstance(event, Expand) and len(event.enter) > 1:
        raise SystemExit(7)
    return right_step(state, event)


def hang_on_purchase(state: State, event: Event) -> State:
    """A card bought with goods takes for ever."""
    if isinstance(event, UseGoods) and event.buy:
        time.sleep(600)
    return right_step(state, event)


def lenient(state: State, event: Event) -> State:
    """A card that is too dear is had all the same, and nothing comes of it."""
    try:
        return right_step(state, event)
    except IllegalEventError as error:
        if [violation.rule.id for violation in error.violations] == ["GDS-06"]:
            return state
        raise


def without_price(answer: Reply) -> Reply:
    """A card may be had for too few units."""
    if isinstance(answer, VerdictReply) and answer.rules == ("GDS-06",):
        return VerdictReply(id=answer.id)
    return answer


def miscounting(answer: Reply) -> Reply:
    """One marker turn of many is forgotten."""
    if isinstance(answer, TurnCounts) and answer.counts.get("marker", 0) > ENOUGH:
        counts = answer.counts | {"marker": answer.counts["marker"] - 1}
        return TurnCounts(id=answer.id, counts=counts)
    return answer


def without_end(answer: Reply) -> Reply:
    """Nobody may end his phase."""
    if isinstance(answer, TurnCounts):
        return TurnCounts(id=answer.id, counts=answer.counts | {"end": 0})
    if isinstance(answer, TurnLists):
        turns = tuple(turn for turn in answer.turns if not isinstance(turn, EndPhase))
        return TurnLists(id=answer.id, turns=turns)
    return answer


def misscoring(answer: Reply) -> Reply:
    """Diamonds count double."""
    if not isinstance(answer, ScoresReply):
        return answer
    scores = []
    for score in answer.scores:
        *rows, diamonds, books = score.rows or ()
        total = score.total + diamonds
        scores.append(ScoreOfSeat(total=total, rows=(*rows, 2 * diamonds, books)))
    return ScoresReply(id=answer.id, scores=tuple(scores))


STEPS: dict[str, Callable[[State, Event], State]] = {
    "merchant": merchant_pays_more,
    "ink": late_ink,
    "crash": crash_on_posts,
    "hang": hang_on_purchase,
    "lenient": lenient,
}
ANSWERS: dict[str, Callable[[Reply], Reply]] = {
    "price": without_price,
    "count": miscounting,
    "forgets the end": without_end,
    "score": misscoring,
}


class FaultyEngine(EngineProgram):
    """The engine with a fault that is switched on, and without some abilities."""

    def __init__(self, fault: str, without: frozenset[str]) -> None:
        super().__init__("1", set_named)
        self.fault = fault
        self.without = without

    def answer(self, request: AnyRequest) -> Reply:
        answer = super().answer(request)
        if self.fault in ANSWERS:
            answer = ANSWERS[self.fault](answer)
        late = self.fault == "late count" and self.state is not None and self.state.turn == LATE
        if late and isinstance(answer, TurnCounts):
            return TurnCounts(id=answer.id, counts=answer.counts | {"end": 99})
        if isinstance(answer, Introduction):
            abilities = tuple(each for each in answer.abilities if each not in self.without)
            return replace(answer, abilities=abilities, any_set=self.fault != "no sets")
        return answer


def main(fault: str, without: frozenset[str]) -> None:
    """Serve until the input ends."""
    vars(partner)["step"] = STEPS.get(fault, right_step)
    for line in FaultyEngine(fault, without).lines(sys.stdin.buffer):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1], frozenset(sys.argv[2:]))
