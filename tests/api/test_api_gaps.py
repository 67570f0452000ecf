"""Records with gaps above the search: verdicts, ways left, examples, and what was agreed."""

from itertools import permutations
from math import perm
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

import referee
from referee.core.budget import Budget, BudgetExceeded
from referee.core.set_reader import reference_set
from referee.gaps.completions import Completions, complete_record
from referee.types import Proof
from tests.api.gap_texts import GAME, TURN, text


def test_a_whole_record_has_one_way_and_no_gap() -> None:
    verdict = referee.loads(text(GAME[TURN])).check()
    assert (verdict.verdict, verdict.open_gaps, verdict.tried) == ("legal", (), None)
    found = referee.loads(text(GAME[TURN])).completions()
    assert (found.number, found.exact, found.verdict) == (1, True, "legal")


@pytest.mark.slow
def test_a_blank_turn_is_counted_and_shown() -> None:
    verdict = referee.loads(text("blue ?")).check()
    (gap,) = verdict.open_gaps
    assert verdict.verdict == "legal"
    assert verdict.finished
    assert (gap.address, gap.line, gap.what, gap.bound) == (
        "1.7",
        TURN + 1,
        "blue's turn",
        "exactly",
    )
    found = referee.loads(text("blue ?")).completions()
    assert found.number == gap.ways
    assert found.question is not None
    assert found.question.left < found.number


@pytest.mark.slow
@pytest.mark.parametrize(
    "lines",
    [
        ("blue ?",),
        ("... 1",),
        ("blue goods ? mombasa ?",),
        ("blue goods coffee2 mombasa 2 = blue 9?",),
        ('adjust green +1 pounds "agreed"', GAME[TURN]),
        ("ruling capital-call=may-decline", GAME[TURN]),
    ],
)
def test_an_example_is_legal_to_both_readings(lines: tuple[str, ...]) -> None:
    found = referee.loads(text(*lines)).completions()
    assert found.example is not None
    verdict = referee.loads(found.example).check(prove=True)
    assert verdict.verdict == "legal"
    assert verdict.open_gaps == ()
    assert isinstance(verdict.proof, Proof)
    assert verdict.proof.disagreements == ()


@pytest.mark.slow
def test_the_rest_of_a_round_can_be_lost() -> None:
    end = GAME.index("green end left")
    lost = text("... round", at=TURN, instead_of=end + 1 - TURN)
    found = referee.loads(lost).completions()
    assert found.verdict == "legal"
    assert referee.loads(found.example or "").check().verdict == "legal"


SECOND_START = GAME.index(next(line for line in GAME if line.startswith("prepare:")))
START_LINES = 5
"""The preparation, an empty line, the heading and the plans of the second round."""


@pytest.mark.slow
def test_the_whole_start_of_a_round_can_be_lost() -> None:
    verdict = referee.loads(text(at=SECOND_START, instead_of=START_LINES)).check()
    assert verdict.verdict == "legal"
    prepared = verdict.open_gaps[0]
    assert prepared.line == SECOND_START + 1
    assert "`prepare:`" in prepared.write[0]


def test_a_turn_more_than_a_round_has_is_no_lost_start() -> None:
    turn = GAME[SECOND_START + START_LINES]
    verdict = referee.loads(text(turn, GAME[SECOND_START], at=SECOND_START)).check()
    assert verdict.verdict == "illegal"
    (fault,) = verdict.faults
    assert [broken.rule for broken in fault.violations] == ["END-01"]


def test_a_lost_start_is_seen_as_soon_as_everybody_has_ended_again() -> None:
    third = GAME.index("round 3")
    ends = [at for at, line in enumerate(GAME[:third]) if " end " in line][-2:]
    game = referee.loads("\n".join([*GAME[:SECOND_START], ""])).recording()
    (first, *_), *_ = [
        [game.append(line).address]
        for line in GAME[SECOND_START + START_LINES : ends[-1]]
        if line.strip()
    ]
    assert first is not None
    assert game.verdict(first).verdict == "illegal"
    game.append(GAME[ends[-1]])
    assert game.verdict(first).verdict == "undecided"


def test_the_order_of_turns_need_not_be_known() -> None:
    first, second = GAME[TURN : TURN + 2]
    found = referee.loads(text("unordered", second, first, "ordered", instead_of=2)).completions()
    assert found.verdict == "legal"
    assert found.example is not None
    assert found.example.splitlines().count(first) == 2 - (first != second)


def test_turns_in_no_order_end_with_the_preparation_of_the_next_round() -> None:
    first, behind = TURN - 2, GAME.index("round 2")
    ends = GAME[TURN + 2 : TURN + 4]
    turns = [*reversed(GAME[first : TURN + 2]), *ends, GAME[SECOND_START]]
    found = referee.loads(
        text("unordered", *turns, at=first, instead_of=behind - first)
    ).completions()
    assert (found.verdict, found.number, found.exact) == ("legal", 4, True)


def test_what_was_found_once_is_open_unless_all_ways_were_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = text("unordered", GAME[TURN + 1], GAME[TURN], "ordered", instead_of=2)
    assert referee.loads(said).check().open_gaps == ()

    def not_all(*given: Any, **how: Any) -> Completions:  # noqa: ANN401
        return replace(complete_record(*given, **how), exact=False)

    monkeypatch.setattr("referee.gaps.records.complete_record", not_all)
    found = [(gap.address, gap.ways, gap.bound) for gap in referee.loads(said).check().open_gaps]
    assert found == [("1.7", 1, "at least"), ("1.8", 1, "at least")]


@pytest.mark.slow
def test_claims_of_the_same_line_and_of_later_lines_count() -> None:
    blank = referee.loads(text("blue ?")).completions().number
    same = referee.loads(text("blue ? = mombasa 4, diamonds 0")).completions()
    later = referee.loads(
        text("blue ?", GAME[TURN + 1], "= blue mombasa 4", instead_of=2)
    ).completions()
    assert 0 < same.number < blank
    assert 0 < later.number < blank


def test_what_excludes_each_other_is_told_with_what_it_could_be() -> None:
    verdict = referee.loads(text("blue ? = 99")).check()
    assert verdict.verdict == "illegal"
    (excluding,) = verdict.conflict
    assert (excluding.line, excluding.claim) == (TURN + 1, "blue 99")
    assert 99 not in excluding.possible
    assert excluding.possible
    assert verdict.conflict_is_minimal


TOTALS = ("29", "30", "31", "32", "33", "35", "36")


@pytest.mark.slow
@pytest.mark.parametrize(("limit", "told"), [(0.5, ()), (6.0, TOTALS)])
def test_a_wrong_total_far_behind_a_gap_is_told_with_all_it_can_be(
    limit: float, told: tuple[str, ...]
) -> None:
    """With too little work for all values none is told, since there may be others."""
    verdict = referee.loads(text("blue ?") + "= blue total 34\n").check(
        budget=referee.Budget(seconds=limit)
    )
    assert (verdict.verdict, verdict.conflict_is_minimal) == ("illegal", False)
    wrong = verdict.conflict[-1]
    assert wrong.claim == "blue total 34"
    assert tuple(map(str, wrong.possible)) == told


@pytest.mark.slow
def test_a_line_that_breaks_a_rule_whatever_happened_is_named_with_it() -> None:
    at = GAME.index("green marker C1-1 2 take points diamonds")
    lines = [*GAME]
    lines[TURN], lines[at] = "blue ?", "green expand cairo R05:1"
    verdict = referee.loads("\n".join(lines)).check()
    (fault,) = verdict.faults
    assert verdict.verdict == "illegal"
    assert fault.line == at + 1
    assert [broken.rule for broken in fault.violations] == ["EXP-01", "EXP-04"]
    assert fault.explain is None


def test_an_illegal_line_before_a_gap_is_judged_as_ever() -> None:
    verdict = referee.loads(text("green ?", "blue ?")).check()
    assert verdict.verdict == "illegal"
    later = referee.loads(text("blue goods coffee2 mombasa 9", "green ?", instead_of=2)).check()
    assert [fault.line for fault in later.faults] == [TURN + 1]
    assert later.tried is None


def test_what_was_agreed_is_shown_as_that() -> None:
    verdict = referee.loads(
        text(GAME[TURN], 'adjust blue +2 pounds "agreed"', "table: green 4", "= blue 7?")
    ).check()
    assert verdict.verdict == "legal"
    assert [agreed.kind for agreed in verdict.agreed] == ["adjust", "table"]
    assert verdict.agreed[1].changed == ("green 4 instead of 7",)
    (doubt,) = verdict.doubts
    assert (doubt.possible, doubt.values) == (False, (9,))


def test_a_doubtful_claim_refutes_nothing_and_is_told() -> None:
    verdict = referee.loads(text(f"{GAME[TURN]} = 99?")).check()
    assert verdict.verdict == "legal"
    (doubt,) = verdict.doubts
    assert (doubt.claim, doubt.possible) == ("blue 99?", False)


def test_lost_refills_are_gaps_with_the_words_to_write() -> None:
    lost = "\n".join(line for line in GAME if not line.startswith("refill"))
    verdict = referee.loads(lost).check()
    assert verdict.verdict == "legal"
    first = verdict.open_gaps[0]
    assert first.address == "2.1.refill"
    assert first.write[0].startswith("write `refill: top2:BOOK`")


def test_too_little_time_leaves_it_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.core.budget.Budget.tick", _out_of_budget)
    found = referee.loads(text("blue ? = 99")).completions(budget=referee.Budget(seconds=0.01))
    assert (found.verdict, found.number, found.exact) == ("undecided", 0, False)


def _out_of_budget(budget: Budget, steps: int = 1) -> None:  # noqa: ARG001
    raise BudgetExceeded(budget)


@pytest.mark.parametrize(
    ("claims", "told"),
    [
        ("owner R20 nobody", "owner R20 nobody instead of cape-town"),
        ("blue hand coffee3 1", "blue hand coffee3 1 instead of 0"),
        ("column cape-town 1 2", "column cape-town 1 2 instead of 5"),
        ("blue book a22 5", "blue book a22 5, which the record left open"),
        ("blue total 99", "blue total 99 instead of 12"),
        ("blue hand 9", "blue hand 9 instead of 4"),
    ],
)
def test_a_record_goes_on_from_the_table_as_it_lies(claims: str, told: str) -> None:
    lines = Path("games/two-players.mgn").read_text("utf-8").splitlines()
    lines.insert(lines.index("round 3"), f"table: {claims}")
    found = referee.loads("\n".join(lines).encode()).check()
    assert found.verdict == "legal"
    (agreed,) = found.agreed
    assert told in agreed.changed


# Addresses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("setup.4", "green tile S02"),
        ("3.plan.green", "green plan coffee1 - clerk2"),
        ("2.1.refill", "refill: top2:a10"),
        (f"line:{TURN + 1}", GAME[TURN]),
        ("1.7", GAME[TURN]),
    ],
)
def test_an_address_is_the_moment_before_its_statement(address: str, line: str) -> None:
    game = referee.loads(text(GAME[TURN]))
    table = game.table(address)
    places = {str(moment.statement.at.line): moment for moment in game.moments()}
    assert places[str(GAME.index(line) + 1)].before == table.state


def test_a_turn_that_was_taken_back_has_an_address() -> None:
    taken = text("takeback blue end left", "takeback blue end right", GAME[TURN])
    game = referee.loads(taken)
    assert game.table("1.7.takeback2").state == game.table("1.7").state
    with pytest.raises(referee.UsageError, match=r"no statement 1\.7\.takeback3"):
        game.table("1.7.takeback3")


def test_an_address_behind_a_gap_is_found_where_the_table_is_certain() -> None:
    adjusted = referee.loads(text(GAME[TURN], 'adjust blue +2 pounds "agreed"'))
    behind = adjusted.table(f"line:{TURN + 3}").state
    assert (behind.round, behind.turn) == (1, 8)


def test_a_search_for_ways_can_be_stopped() -> None:
    found = referee.loads(text("... 5", instead_of=5)).completions(
        budget=referee.Budget(stop=lambda: True)
    )
    assert (found.verdict, found.exact) == ("undecided", False)


def test_nobody_has_won_a_game_that_is_not_over() -> None:
    found = referee.loads("\n".join(GAME[:TURN]) + "\nblue goods coffee2 ?\n").score()
    assert found.ranges is not UNSET
    assert found.ranges.exact
    assert len(found.ranges.winners) == 1
    assert (found.ranges.finished, found.ranges.winner_is_certain) == (False, False)


def test_best_refuses_to_answer_for_a_turn_before_the_gap() -> None:
    begun = "\n".join(GAME[:TURN]) + "\nblue ?\n"
    with pytest.raises(referee.NoAnswerError, match="what was done in this turn"):
        referee.loads(begun).table().best()
    with pytest.raises(referee.NoAnswerError, match="what was done in this turn"):
        referee.loads(begun).table().best_play()
    asked = referee.loads(begun).table().state
    assert referee.loads(begun).table(f"{asked.round}.{asked.turn}").best().player == "blue"


PREPARE = next(at for at, line in enumerate(GAME) if line.startswith("prepare"))


def with_two_illegal_plans() -> str:
    plans = ("blue plan coffee4 clerk1 cotton2", "green plan coffee4 cotton2 banana1")
    return "\n".join([*GAME[:PREPARE], "prepare: ?", "round 2", *plans, ""])


def test_a_fault_behind_a_gap_is_told_once() -> None:
    verdict = referee.loads(with_two_illegal_plans()).check()
    (fault,) = verdict.faults
    assert [each.rule for each in fault.violations] == ["PLN-03"]
    assert verdict.conflict == ()


def test_all_illegal_lines_behind_a_gap_are_told_to_those_who_want_to_see_them() -> None:
    faults = referee.loads(with_two_illegal_plans()).check(keep_going=True).faults
    rules = [[each.rule for each in fault.violations] for fault in faults]
    assert [fault.player for fault in faults] == ["blue", "green"]
    assert rules == [["PLN-03"], ["PLN-03"]]


def test_a_wrong_note_behind_a_gap_that_leaves_one_table_is_a_wrong_note() -> None:
    at = GAME.index("green end left")
    noted = [GAME[at], "= green 99, blue 8", *GAME[at + 1 : PREPARE + 1], "= blue 55", ""]
    plain = referee.loads("\n".join([*GAME[:at], *noted])).check()
    found = referee.loads(
        "\n".join([*GAME[:at], "unordered", noted[0], "ordered", *noted[1:]])
    ).check()
    assert (found.verdict, len(found.faults)) == (plain.verdict, 2)
    assert found.verdict == "wrong-note"
    assert [f.violations for f in found.faults] == [f.violations for f in plain.faults]
    assert found.conflict == ()


@pytest.mark.parametrize("players", ["blue", "blue, green, red, yellow, white"])
def test_a_record_of_too_few_or_too_many_players_has_no_way_to_fill_its_gaps(players: str) -> None:
    header = f"players {players}\nset reference\nsetup variable\ntracks A1 B1 C1 D1\n"
    found = referee.loads(f"{header}... 4\n").completions()
    assert (found.verdict, found.number, found.exact) == ("illegal", 0, True)


@pytest.mark.parametrize("blanks", [1, 2])
def test_the_bound_of_a_draw_is_what_trying_all_cards_finds(blanks: int) -> None:
    lines = Path("games/two-players.mgn").read_text("utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("display:"))
    cards = lines[at].split()[1:-blanks]
    head = lines[:at]

    def record(*drawn: str) -> bytes:
        return "\n".join([*head, f"display: {' '.join([*cards, *drawn])}"]).encode()

    names = [card.id for card in reference_set().cards]
    legal = sum(
        referee.loads(record(*drawn)).check().verdict == "legal"
        for drawn in permutations(names, blanks)
    )
    (gap,) = referee.loads(record(*"?" * blanks)).check().open_gaps
    assert (gap.bound, gap.ways) == ("at most", legal)


def test_the_bound_of_a_draw_counts_every_card_of_it() -> None:
    lines = Path("games/two-players.mgn").read_text("utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("display:"))
    gap, *_ = referee.loads("\n".join([*lines[:at], "display: ?"]).encode()).check().open_gaps
    # All nine cards of letter A lie first, then three of the sixteen of letter B.
    assert (gap.bound, gap.ways) == ("at most", perm(9, 9) * perm(16, 3))
