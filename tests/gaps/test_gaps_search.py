from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from types import ModuleType

import pytest
from msgspec.structs import replace

from referee.conformance.games import game
from referee.core.budget import Budget
from referee.core.events import Plan
from referee.core.ids import BookId, CardId
from referee.core.state import State
from referee.core.turns import BLANK, Expand
from referee.engine.actions import TURNS
from referee.engine.turn_counts import count_turns
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.gaps import draws, pruning, search, stretch
from referee.gaps.completions import DEFAULT_WORK, complete_record
from referee.gaps.conflict import Blamed
from referee.gaps.dependencies import Alike
from referee.gaps.foresight import NO_LIMITS, Foresight
from referee.gaps.lines import GapLine
from referee.gaps.search import How, explore
from referee.gaps.stand_ins import World
from referee.records.record import BlankTurn, SaidClaim
from scripts.tools.oracle.gaps import ComparedGap, GapCase, compare, drawn_case

pytestmark = pytest.mark.slow

CASES = 70
MOST_LISTED = 1_500


def _cases() -> Iterator[GapCase]:
    for seed in count():
        case = drawn_case(seed)
        if case is not None and compare(case, MOST_LISTED) is not None:
            yield case


@cache
def cases() -> tuple[GapCase, ...]:
    return tuple(islice(_cases(), CASES))


def compared() -> Iterator[ComparedGap]:
    for case in cases():
        result = compare(case, MOST_LISTED)
        assert result is not None
        yield result


def test_the_search_finds_what_listing_without_pruning_finds() -> None:
    results = [*compared()]
    assert [result.differences for result in results if result.differences] == []
    assert any(not result.completions for result in results)
    assert any(result.completions > 1 for result in results)


def _markers_before(work: Work, foresight: Foresight) -> bool:
    at_most = foresight.limits.get(work.seat, NO_LIMITS).at_most
    return all(pruning.position(work, marker) < value for marker, value in at_most.items())


def _markers_one_short(work: Work, foresight: Foresight) -> bool:
    exactly = foresight.limits.get(work.seat, NO_LIMITS).exactly
    return all(pruning.position(work, marker) == value - 1 for marker, value in exactly.items())


def _cash_one_short(work: Work, foresight: Foresight) -> bool:
    limits = foresight.limits.get(work.seat, NO_LIMITS)
    return all(work.my_cash == value - 1 for value in limits.cash_now)


FAULTS: dict[str, pruning.PruningRule] = {
    "markers_not_beyond": _markers_before,
    "markers_as_claimed": _markers_one_short,
    "cash_as_claimed": _cash_one_short,
    "not_ended_before_later_turn": lambda work, f: work.seat not in f.goes_on,
    "items_left_for_later": lambda work, f: not work.cards or work.seat not in f.items,
    "purchase_left_for_later": lambda work, _: work.bought is None,
    "space_left_for_later": lambda work, f: work.marker is None or not f.spaces,
    "books_not_beyond_refill": lambda work, f: not work.taken or f.refilled is None,
    "books_of_refill_taken": lambda _, f: not f.refilled,
    "expansion_left_for_later": lambda work, f: work.seat not in f.expands,
    "card_left_for_owner": lambda work, f: work.bought is None or work.bought not in f.owners,
    "books_left_for_later": lambda work, f: not (work.taken and f.taken),
    "hand_for_next_plan": lambda work, f: not (work.me.done and work.seat in f.next_plans),
    "cards_bought_in_time": lambda work, f: not f.to_have.get(work.seat) or work.bought is not None,
    "purchases_as_drawn": lambda work, f: f.drawn is None or work.bought is not None,
    "next_turn_possible": lambda work, f: work.seat not in f.next_turns,
}


def _settled_too_early(beginning: Unfinished, foresight: Foresight) -> bool:
    return all(rule(beginning.work, foresight) for rule in pruning.SETTLED_EARLY)


STAGE_FAULTS: dict[str, pruning.StageRule] = {
    "settled_at_last_stages": _settled_too_early,
}


def test_every_rule_of_pruning_has_a_fault() -> None:
    rules = [*pruning.OF_BEGINNINGS, *pruning.OF_TURNS]
    assert {rule.__name__ for rule in rules} == {*FAULTS}
    assert {rule.__name__ for rule in pruning.OF_STAGES} == {*STAGE_FAULTS}


def _is_caught() -> bool:
    return any(result.differences for result in compared())


IN_SMALL_CASES = FAULTS.keys() - {"expansion_left_for_later"}
"""Whoever expands later has more turns than are listed for the others."""


@cache
def _before_an_expansion() -> tuple[State, tuple[GapLine, ...]]:
    """Return a table and lines: a blank turn, and those till the player expands."""
    for seed in count():
        played = [*game(seed)]
        for place, (before, event, _) in enumerate(played):
            if not isinstance(event, TURNS) or sum(count_turns(before).values()) > MOST_LISTED:
                continue
            rest = [event for _, event, _ in played[place + 1 : place + 12]]
            later = [e for e in rest if isinstance(e, Expand) and e.seat == event.seat]
            if later and not any(isinstance(e, Plan) for e in rest[: rest.index(later[0])]):
                lines = [GapLine(each) for each in rest[: rest.index(later[0]) + 1]]  # type: ignore[arg-type]
                return before, (GapLine(BlankTurn(event.seat)), *lines)
    raise AssertionError


def _turns_before_an_expansion(*, prune: bool) -> int:
    start, lines = _before_an_expansion()
    how = How(refills_written=True, prune=prune)
    return explore(World(start), lines, Budget(DEFAULT_WORK), how).completions


def test_an_expansion_card_is_left_for_whoever_expands_later() -> None:
    expected = _turns_before_an_expansion(prune=False)
    assert _turns_before_an_expansion(prune=True) == expected > 0


def test_a_fault_in_what_is_left_for_an_expansion_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fault = FAULTS["expansion_left_for_later"]
    monkeypatch.setattr(pruning, "OF_BEGINNINGS", [fault])
    assert _turns_before_an_expansion(prune=True) != _turns_before_an_expansion(prune=False)


@pytest.mark.parametrize("name", sorted(IN_SMALL_CASES))
def test_a_fault_in_a_rule_of_pruning_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for rules in ("OF_BEGINNINGS", "OF_TURNS"):
        planted = [
            FAULTS[name] if rule.__name__ == name else rule for rule in getattr(pruning, rules)
        ]
        monkeypatch.setattr(pruning, rules, planted)
    assert _is_caught()


@pytest.mark.parametrize("name", STAGE_FAULTS)
def test_a_fault_in_a_rule_about_stages_is_caught(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "OF_STAGES", [STAGE_FAULTS[name]])
    assert _is_caught()


def test_a_fault_in_which_books_are_hidden_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_books(table: State, _: Foresight) -> frozenset[BookId]:
        return frozenset(book for book in table.book_display if book is not None)

    monkeypatch.setattr(pruning, "books_that_stay", all_books)
    assert _is_caught()


def test_a_fault_in_which_actions_are_listed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "actions_that_take", lambda *_: pruning.TAKING_BOOKS)
    assert _is_caught()


class SeesNothing:
    def alike(self, _: range, table: State) -> Alike:
        return Alike((), len(table.players))


@pytest.mark.parametrize("where", [stretch, search])
def test_looking_at_nothing_is_caught(where: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, "SpotsOfRows", lambda _: SeesNothing())
    assert _is_caught()


@pytest.mark.parametrize("work", [1, 10, 100])
def test_without_enough_work_nothing_is_said_to_be_impossible_or_certain(work: int) -> None:
    given_up = 0
    for case in cases():
        found = complete_record(case.start, case.lines, Budget(work))
        if not found.exact:
            given_up += 1
            assert found.exists != "no"
    assert given_up


def test_without_time_the_answer_is_unknown() -> None:
    for case in cases():
        found = complete_record(case.start, case.lines, Budget(DEFAULT_WORK, 0.0))
        assert (found.exists, found.exact) == ("unknown", False)


def _one_blank_turn() -> GapCase:
    return next(
        case
        for case in cases()
        if not case.falsified
        and case.refills_written
        and isinstance(case.lines[0].content, BlankTurn)
    )


def test_a_claim_that_no_turn_allows_is_blamed_alone() -> None:
    case = _one_blank_turn()
    content = case.lines[0].content
    assert isinstance(content, BlankTurn)
    wrong = SaidClaim(what="cash", value=999, seat=content.seat)
    right = SaidClaim(what="round", value=case.start.round)
    lines = (GapLine(content, (right, wrong)), *case.lines[1:])
    found = complete_record(case.start, lines, refills_written=True)
    assert (found.exists, found.failed_at) == ("no", 0)
    assert found.conflict is not None
    assert found.conflict.minimal
    assert found.conflict.blamed == (Blamed(0, wrong),)


def test_facts_tell_what_all_completions_share() -> None:
    case = _one_blank_turn()
    found = complete_record(case.start, case.lines, refills_written=True)
    facts = {fact.field: fact for fact in found.facts(0)}
    assert facts["seat"].certain
    assert facts["seat"].value == case.start.to_move
    done = {choice.__struct_config__.tag for choice in found.choices[0] if choice is not None}
    assert facts["do"].values == done


def test_draws_that_nobody_takes_are_one_completion() -> None:
    case = next(case for case in cases() if not case.refills_written and not case.falsified)
    found = complete_record(case.start, case.lines)
    assert found.exists == "yes"
    assert found.example is not None


def test_a_turn_of_another_player_is_impossible() -> None:
    case = _one_blank_turn()
    content = case.lines[0].content
    assert isinstance(content, BlankTurn)
    assert case.start.to_move is not None
    other = next(s for s in range(len(case.start.players)) if s != case.start.to_move)
    lines = (GapLine(replace(content, seat=other)),)
    assert complete_record(case.start, lines).exists == "no"


def _plan_with_blanks() -> tuple[State, tuple[GapLine, ...]]:
    """Return a table and lines: a plan of which two slots are blank, and the turns that follow."""
    played = [*game(3)]
    place = next(
        place
        for place, (_, event, after) in enumerate(played)
        if isinstance(event, Plan) and after.phase == "actions"
    )
    start, plan, _ = played[place]
    assert isinstance(plan, Plan)
    blank = replace(plan, slots=(CardId(BLANK), CardId(BLANK), *plan.slots[2:]))
    turns = [event for _, event, _ in played[place + 1 : place + 9]]
    return start, (GapLine(blank), *(GapLine(turn) for turn in turns))  # type: ignore[arg-type]


def _plans(*, prune: bool) -> int:
    start, lines = _plan_with_blanks()
    world = World(start)
    how = How(refills_written=True, prune=prune)
    return explore(world, lines, Budget(DEFAULT_WORK), how).completions


def test_a_plan_holds_the_cards_that_are_used_later() -> None:
    assert _plans(prune=True) == _plans(prune=False) > 0


def test_a_fault_in_what_a_plan_must_hold_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _plans(prune=False)
    monkeypatch.setattr(draws, "cards_to_plan", lambda table, seat, _: table.players[seat].hand)
    assert _plans(prune=True) != expected
