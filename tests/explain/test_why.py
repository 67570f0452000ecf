"""Explanations of illegal turns of seeded games, each checked by asking again."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

import referee_model
from referee.conformance.games import game, illegal_turns
from referee.core.ids import CardId, Seat
from referee.core.state import State
from referee.core.turns import EndPhase, Turn, UseMerchant
from referee.engine.actions import TURNS
from referee.engine.legal_turns import legal_turns
from referee.engine.referee import check
from referee.rulebook import RULES
from referee_model.explain import Why
from referee_model.explain.questions import why, why_with_answers
from referee_model.kinds import kind_of
from referee_model.solver import Prover, UndecidedError
from tests.explain.illegal_turns import some_illegal_turns

pytestmark = pytest.mark.slow

Explained = list[tuple[State, Turn, Why]]


@pytest.fixture(scope="module")
def explained() -> Explained:
    return [(state, turn, why_with_answers(state, turn)) for state, turn in some_illegal_turns()]


def forbids(state: State, turn: Turn, rules: frozenset[str]) -> bool:
    """Ask a fresh prover whether these rules alone forbid a turn."""
    question = kind_of(turn).judge(state, turn.seat).question(turn)
    prover = Prover(question.relation)
    prover.tell(fact for stated in question.facts.values() for fact in stated)
    tags = [tag for tag, rule in question.relation.rule_of.items() if rule.id in rules]
    return prover.conflict(tags) is not None


def test_all_actions_are_explained(explained: Explained) -> None:
    counts = Counter(type(turn) for _, turn, _ in explained)
    assert all(counts[action] >= 8 for action in TURNS), counts


def test_the_rules_of_a_core_forbid_the_turn_and_no_proper_part_of_them_does(
    explained: Explained,
) -> None:
    for state, turn, found in explained:
        assert found.cores.outcome == "no"
        assert found.cores.found
        for core in found.cores.found:
            assert forbids(state, turn, core.members)
            for rule in core.members:
                assert not forbids(state, turn, core.members - {rule}), (turn, core, rule)


def test_the_cores_of_a_turn_are_different_and_name_rules_by_their_kind(
    explained: Explained,
) -> None:
    for _, _, found in explained:
        for core in found.cores.found:
            assert {RULES[rule].kind for rule in core.rules} == {"legality"}
            assert {RULES[rule].kind for rule in core.because} <= {"effect"}
            assert {number.rule for number in core.numbers} <= core.because
        for one, other in combinations(found.cores.found, 2):
            assert not one.members <= other.members
            assert not other.members <= one.members


def test_without_all_rules_of_its_cores_a_turn_is_not_forbidden(explained: Explained) -> None:
    for state, turn, found in explained:
        assert found.cores.complete
        named = {rule for core in found.cores.found for rule in core.rules}
        assert not forbids(state, turn, frozenset(RULES) - named)


def test_a_rule_that_the_engine_notes_is_in_a_core(explained: Explained) -> None:
    for state, turn, found in explained:
        noted = {violation.rule.id for violation in check(state, turn)}
        assert noted & {rule for core in found.cores.found for rule in core.rules}, turn


def test_a_correction_is_legal_for_engine_and_model(explained: Explained) -> None:
    outcomes = Counter(found.correction.outcome for _, _, found in explained if found.correction)
    assert outcomes["found"] > len(explained) * 3 / 4
    assert not outcomes["unknown"]
    for state, _, found in explained:
        correction = found.correction
        assert correction is not None
        if correction.event is not None:
            assert check(state, correction.event) == ()
            assert referee_model.legal(state, correction.event).is_legal


def test_a_correction_changes_what_it_says_it_changes(explained: Explained) -> None:
    for _, turn, found in explained:
        correction = found.correction
        if correction is not None and correction.event is not None:
            fields = turn.__struct_fields__
            new = correction.event
            differing = {name for name in fields if getattr(turn, name) != getattr(new, name)}
            assert differing
            assert differing <= set(correction.changed), (turn, correction)
            assert correction.distance >= 1


def test_where_there_is_no_correction_the_engine_knows_no_legal_turn_of_the_kind() -> None:
    outcomes = Counter[str]()
    for state, _ in some_illegal_turns()[::2]:
        if state.to_move is None:
            continue
        wish = UseMerchant(seat=state.to_move, card=CardId("nobody"))
        correction = why_with_answers(state, wish).correction
        assert correction is not None
        outcomes[correction.outcome] += 1
        possible = any(True for _ in legal_turns(state, ("merchant",)))
        assert (correction.outcome == "found") == possible
        assert bool(correction.barred_by) == (not possible)
    assert outcomes["found"]
    assert outcomes["none"]


def test_pounds_that_were_missing_are_enough_and_one_less_is_not() -> None:
    short = 0
    for state, turn, _ in game(2001):
        if not isinstance(turn, TURNS) or not check(poor := with_cash(state, turn.seat, 0), turn):
            continue
        shortfall = why_with_answers(poor, turn).shortfall
        assert shortfall is not None
        assert not shortfall.still_broken
        short += 1
        assert [lack.what for lack in shortfall.lacks] == ["pounds"]
        amount = shortfall.lacks[0].amount
        assert check(with_cash(state, turn.seat, amount), turn) == ()
        assert check(with_cash(state, turn.seat, amount - 1), turn) != ()
    assert short >= 5


def with_cash(state: State, seat: Seat, pounds: int) -> State:
    player = replace(state.players[seat], cash=pounds)
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def test_rules_that_more_of_everything_does_not_help_with_are_broken(explained: Explained) -> None:
    for _, _, found in explained:
        named = {rule for core in found.cores.found for rule in core.rules}
        assert found.shortfall is not None
        assert found.shortfall.lacks or found.shortfall.still_broken
        if not found.shortfall.lacks:
            assert found.shortfall.still_broken <= named


def test_asking_twice_gives_the_same_answer(explained: Explained) -> None:
    for state, turn, found in explained[::7]:
        assert why(state, turn) == found.cores


def test_a_legal_turn_has_no_core_and_no_answers() -> None:
    for state, turn, found in (
        (state, turn, why_with_answers(state, turn).correction)
        for state, turn in some_illegal_turns()[::9]
    ):
        if found is not None and found.event is not None:
            legal = why_with_answers(state, found.event)
            assert legal.cores.outcome == "yes", turn
            assert legal.cores.found == ()
            assert (legal.correction, legal.shortfall) == (None, None)


def test_a_turn_of_nobody_breaks_the_turn_order_and_can_be_somebodys() -> None:
    state, turn = next(case for case in some_illegal_turns() if isinstance(case[1], EndPhase))
    stranger = replace(turn, seat=Seat(9))
    found = why_with_answers(state, stranger)
    assert found.cores.found[0].rules == {"END-02"}
    assert found.correction is not None
    assert "seat" in found.correction.changed


def test_a_limit_on_the_cores_is_kept_and_told() -> None:
    told = set()
    for state, turn in some_illegal_turns()[::3]:
        found = why(state, turn, most=1)
        assert len(found.found) == 1
        assert found.complete == (len(why(state, turn).found) == 1)
        assert found.complete or found.reason
        told.add(found.complete)
    assert told == {True, False}


def test_a_solver_that_gives_up_is_never_read_as_no(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: object) -> frozenset[str] | None:
        raise UndecidedError("timeout")

    state, turn = some_illegal_turns()[0]
    monkeypatch.setattr(Prover, "conflict", gives_up)
    found = why_with_answers(state, turn)
    assert (found.cores.outcome, found.cores.complete) == ("unknown", False)
    assert found.correction is not None
    assert found.correction.outcome == "unknown"
    assert found.shortfall is not None
    assert found.shortfall.outcome == "unknown"
    assert found.shortfall.reason == "timeout"


def test_illegal_turns_are_drawn_from_seeds_alone() -> None:

    assert [*illegal_turns(2000)] == [*illegal_turns(2000)]


def test_a_deck_that_cannot_be_picked_up_is_all_that_changes() -> None:
    changed = 0
    for state, turn in some_illegal_turns():
        if not isinstance(turn, EndPhase) or turn.plus_one is not None:
            continue
        if state.to_move == turn.seat and state.phase == "actions":
            correction = why_with_answers(state, turn).correction
            assert correction is not None
            assert (correction.changed, correction.distance) == (("deck",), 1)
            changed += 1
    assert changed


def test_little_patience_leads_to_unknown_and_to_no_wrong_answer() -> None:
    for state, turn in some_illegal_turns()[:30]:
        found = why_with_answers(state, turn, work=1)
        assert found.cores.outcome in {"no", "unknown"}
        assert bool(found.cores.found) == (found.cores.outcome == "no")
        if found.correction is not None and found.correction.event is not None:
            assert check(state, found.correction.event) == ()
