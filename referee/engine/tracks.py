"""Company tracks: steps with their calls and special spaces."""

from typing import Final

from referee.core.ids import COMPANIES, Company
from referee.core.rule import Violation
from referee.engine.stage import Violations
from referee.engine.work import COMPANY_INDEX, Work, put
from referee.rulebook import tracks as rules


def can_step(work: Work, index: int) -> bool:
    """Return whether the player's marker on a track can make a step now."""
    call = work.facts.next_calls[index][work.tracks[index]]
    # Whoever has overspent already can still step where nothing is called.
    return call is not None and (call <= work.my_cash or call == 0)


def obstacle(work: Work, index: int) -> Violation | None:
    """Return why the player's marker on a track cannot make a step now, if it cannot."""
    if can_step(work, index):
        return None
    at, cash, company = work.tracks[index], work.my_cash, COMPANIES[index]
    call = work.facts.next_calls[index][at]
    if call is None:
        return rules.NOT_BEYOND_THE_END.broken(company=company, last=at)
    return rules.CALL_IS_PAID.broken(company=company, space=at + 1, call=call, cash=cash)


def is_before_call(work: Work, index: int) -> bool:
    """Return whether the next step on a track crosses a capital call."""
    return work.tracks[index] + 1 in work.facts.calls[index]


def step(work: Work, index: int) -> None:
    """Move the player's marker one space: the call first, then what the space does."""
    space = work.tracks[index] + 1
    if call := work.facts.calls[index].get(space, 0):
        work.note(rules.CALL_COSTS)
        work.pay(call)
    work.note(rules.STEP_IS_A_SPACE)
    work.tracks = put(work.tracks, index, space)
    work.steps = put(work.steps, index, work.steps[index] + 1)
    if pounds := work.facts.specials[index].get(space, 0):
        work.note(rules.SPECIAL_PAYS)
        work.pay(-pounds)
        for seat, player in enumerate(work.state.players):
            if seat == work.seat:
                continue
            if again := work.facts.paid_again(index, player.tracks[index], space, pounds):
                work.note(rules.SPECIAL_PAYS_AGAIN)
                work.pay_to(seat, again)


def possible_steps(work: Work, index: int, wanted: int) -> int:
    """Return how many of the wanted steps on one track can be made now."""
    last = work.facts.tracks[index].last
    calls, specials = work.facts.calls[index], work.facts.specials[index]
    at, cash = work.tracks[index], work.my_cash
    for made in range(wanted):
        at += 1
        call = calls.get(at, 0)
        if at > last or (call and call > cash):
            return made
        cash += specials.get(at, 0) - call
    return max(wanted, 0)


def judge_advance(work: Work, company: Company, count: int | None, wanted: int) -> Violations:
    """Return the track rules that making `count` of the `wanted` steps breaks."""
    if count is None:
        return ()
    index = COMPANY_INDEX[company]
    possible = possible_steps(work, index, wanted)
    facts = work.facts
    if count > possible:
        stop = obstacle(_after_steps(work, index, possible), index)
        return () if stop is None else (stop,)
    if count < possible and not facts.may_leave_rewards:
        declined = facts.may_decline_calls and is_before_call(
            _after_steps(work, index, max(count, 0)), index
        )
        if not declined:
            return [rules.STEPS_ARE_MADE.broken(company=company, made=count, possible=possible)]
    return ()


def _after_steps(work: Work, index: int, steps: int) -> Work:
    """Return another work in which the steps were made, without a note of it."""
    ahead = work.copy()
    ahead.notes = None
    advance(ahead, index, steps)
    return ahead


def take_advance(work: Work, company: Company, count: int | None, wanted: int) -> None:
    """Make the steps said, or all that can be made."""
    index = COMPANY_INDEX[company]
    possible = possible_steps(work, index, wanted)
    advance(work, index, possible if count is None else max(0, min(count, wanted)))
    if possible < wanted:
        work.note(rules.REST_IS_FORFEITED)


def advance(work: Work, index: int, steps: int) -> None:
    """Make so many steps on one track."""
    last = work.facts.tracks[index].last
    for _ in range(steps):
        if work.tracks[index] >= last:
            return
        step(work, index)


ALL_OF_IT: Final = (None,)
"""All that can be used of what is due, where no ruling lets a player leave some of it."""


def counts_to_say(work: Work, index: int, wanted: int) -> tuple[int | None, ...]:
    """Return how the steps on one track may be said: all, or fewer where a ruling allows it."""
    if not work.facts.may_decline_calls:
        return ALL_OF_IT
    return (None, *range(possible_steps(work, index, wanted)))
