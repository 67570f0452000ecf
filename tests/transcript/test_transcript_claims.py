"""Claims of a record: right ones, and wrong ones with what the rules give."""

import pytest

from referee.core.shipped_files import shipped
from tests.transcript.first_rounds import ROUND, SETUP, broken
from tests.transcript.games import judged


@pytest.mark.parametrize(
    "claims",
    [
        "= 2, mombasa 4",
        "= blue 2, green 1, level mombasa 0",
        "= hand 4, rest 3, up 2, markers 3, tiles 0",
        "= first blue, next green, round 1, winner blue",
        "= shares mombasa 1, worth mombasa 0, posts mombasa 15, regions cairo 0",
        "= expansion 2, coffee 0, green cotton 2",
        "= price coffee3 2, coins top2 0, diamonds 0, ink 0, books 0, flipped 0",
        "= total 2, row cairo 0, diamond-row 0, book-row 0, lost cairo 0",
        "= owner R19 nobody, column cairo 2 5, deck clerk2 right, hand coffee1 1, hand exp3 0",
    ],
)
def test_right_claims_are_fine(claims: str) -> None:
    verdict = judged(f"{ROUND}blue goods coffee2 mombasa cairo {claims}\n")
    assert verdict.outcome == "legal", verdict.faults


@pytest.mark.parametrize(
    ("claim", "rule"),
    [
        ("1", "TRK-06"),
        ("mombasa 5", "TRK-12"),
        ("up 3", "GDS-13"),
        ("first green", "SET-22"),
        ("next blue", "PRE-08"),
        ("worth mombasa 1", "SCO-03"),
        ("total 9", "SCO-07"),
        ("markers 2", "SET-17"),
        ("posts cairo 14", "SET-16"),
        ("owner R19 cairo", "EXP-18"),
        ("column cairo 2 4", "SET-16"),
        ("deck clerk2 left", "END-05"),
        ("book a03 4", "BKK-26"),
    ],
)
def test_a_wrong_claim_names_the_rule_that_gives_the_value(claim: str, rule: str) -> None:
    verdict = judged(f"{ROUND}blue goods coffee2 mombasa cairo = {claim}\n")
    assert verdict.outcome == "wrong-note"
    assert broken(verdict) == [rule]


def test_a_wrong_heading_of_a_round_is_a_wrong_claim() -> None:
    assert broken(judged(SETUP + "round 2\n")) == ["PRE-08"]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        (ROUND + "round 1\n", "already under way"),
        (SETUP.replace("blue bonus\n", "round 1\nblue bonus\n"), "not yet begun"),
        (ROUND + "round 2\n", "still 1"),
        (SETUP + "round 3\n", 1),
    ],
)
def test_a_heading_in_the_wrong_place_tells_where_the_game_is(text: str, due: str | int) -> None:
    verdict = judged(text)
    assert verdict.outcome == "wrong-note"
    assert [violation.facts["actual"] for violation in verdict.wrong_notes] == [due]


def test_a_wrong_note_does_not_end_the_check() -> None:
    text = ROUND + "blue goods coffee2 mombasa cairo = 1, mombasa 5\ngreen end left = 7\n"
    verdict = judged(text)
    assert verdict.outcome == "wrong-note"
    assert verdict.legal == verdict.events == 12
    assert [violation.facts["claimed"] for violation in verdict.wrong_notes] == [1, 5, 7]
    assert verdict.state == judged(text.replace("= 1, mombasa 5", "").replace("= 7", "")).state


def test_a_wrong_note_is_told_beside_what_is_illegal_or_open() -> None:
    noted = ROUND + "blue goods coffee2 mombasa cairo = 1\n"
    for line, outcome in (("green goods cotton2 cairo", "illegal"), ("green end", "undecided")):
        verdict = judged(f"{noted}{line}\n")
        assert verdict.outcome == outcome
        assert verdict.legal == 11
        assert len(verdict.wrong_notes) == 1


def test_a_claim_tells_what_was_noted_and_what_it_is() -> None:
    verdict = judged(f"{ROUND}blue goods coffee2 mombasa cairo = 1\n")
    facts = verdict.faults[0].violations[0].facts
    assert facts == {"subject": "blue cash", "claimed": 1, "actual": 2}


@pytest.mark.parametrize(("noted", "rule"), [(2, "BON-19"), (5, "BON-22")])
def test_the_pound_of_the_space_and_the_price_of_the_card_are_told_apart(
    noted: int, rule: str
) -> None:
    file = shipped("games") / "illegal" / "bon-22-buying-for-pounds.mgn"
    text = file.read_text("utf-8").replace("= blue 5", f"= blue {noted}")
    assert broken(judged(text)) == [rule]
