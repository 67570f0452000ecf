import json
from pathlib import Path
from typing import Any

import pytest

from referee.records.codec import to_json_lines
from referee.records.judge import judge
from referee.records.reader import read_text
from referee.records.record import UnreadableRecordError
from tests.transcript.games import OPENING, read, sets

HEAD = 'players blue "Ann", green "Bob"\n'


def said(line: str) -> dict[str, Any]:
    """Return what a line says, as JSON would tell it."""
    told: dict[str, Any] = json.loads(to_json_lines(read(HEAD + line)).splitlines()[1])
    return dict(told["said"])


def problems(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(UnreadableRecordError) as caught:
        read_text(text, sets)
    return [(p.at.line, p.at.column, p.sentence) for p in caught.value.problems]


def test_a_goods_turn_is_read() -> None:
    assert said("blue goods coffee1 coffee3 buy banana2b cairo 2 mombasa") == {
        "do": "goods",
        "seat": 0,
        "cards": ["coffee1", "coffee3"],
        "buy": "banana2b",
        "advance": ["cairo", "cairo", "mombasa"],
    }


def test_an_expansion_is_read() -> None:
    line = "green expand cairo R02:1 R05:2<R02 take R02 points(a03) oust R05:3 R02:out books a03@4"
    assert said(line) == {
        "do": "expand",
        "seat": 1,
        "company": "cairo",
        "enter": [
            {"region": "R02", "column": 1},
            {"region": "R05", "column": 2, "source": "R02"},
        ],
        "rewards": [
            {"part": "region", "region": "R02", "count": None},
            {"part": "points", "books": ["a03"], "for_pounds": None},
        ],
        "oust": [{"region": "R05", "column": 3}, {"region": "R02", "column": None}],
        "place": [{"book": "a03", "step": 4}],
    }


def test_a_bookkeeper_is_read() -> None:
    turn = said("blue clerk clerk2 flip 3 to 5 take pounds 2 cairo cairo:2 spend b01 books b01@6")
    assert turn == {
        "do": "bookkeeper",
        "seat": 0,
        "card": "clerk2",
        "flip": 3,
        "to": 5,
        "reward": [
            {"part": "pounds", "count": 2},
            {"part": "advance", "company": "cairo", "count": None},
            {"part": "remove", "company": "cairo", "column": 2},
        ],
        "points": {"part": "points", "books": ["b01"], "for_pounds": None},
        "place": [{"book": "b01", "step": 6}],
    }


def test_the_goods_tile_is_read_with_any_turn() -> None:
    assert said("blue end left plus cotton1 after")["plus-one"] == {
        "card": "cotton1",
        "when": "after",
    }
    assert said("blue goods coffee1 plus coffee1")["plus-one"]["when"] == "before"


def test_what_goes_without_saying_is_not_in_the_record() -> None:
    assert said("blue merchant") == {"do": "merchant", "seat": 0}
    assert said("blue end") == {"do": "end", "seat": 0}
    assert said("blue goods coffee1") == {"do": "goods", "seat": 0, "cards": ["coffee1"]}
    assert said("blue marker first") == {"do": "marker", "seat": 0, "space": "first"}


def test_a_blank_is_something_else_than_nothing() -> None:
    assert said("blue clerk to ?") == {"do": "bookkeeper", "seat": 0, "to": "?"}
    assert said("blue clerk to -") == said("blue clerk")
    assert said("blue marker first take pounds ?")["reward"][1] == "?"
    assert said("blue marker first take -")["reward"] == []


@pytest.mark.parametrize(
    "line",
    [
        "BLUE Goods COFFEE1, coffee3; BUY banana2b; Cairo Cairo",
        "a g coffee1 coffee3 cairo 2 buy banana2b",
        "Ann goods cof1 cof3 cairo*2 buy ban2b",
        "ann go buy b2b cairo 2 coffee1 coffee3",
    ],
)
def test_words_may_be_short_and_in_any_order(line: str) -> None:
    assert said(line) == said("blue goods coffee1 coffee3 buy banana2b cairo 2")


@pytest.mark.parametrize(
    ("word", "company"),
    [("mo", "mombasa"), ("ct", "cape-town"), ("capetown", "cape-town"), ("sl", "saint-louis")],
)
def test_companies_have_short_names(word: str, company: str) -> None:
    assert said(f"blue goods coffee1 {word}") == said(f"blue goods coffee1 {company}")


def test_regions_go_by_name_and_number() -> None:
    assert said("blue expand cairo barqa:1") == said("blue expand cairo R2:1")


def test_everybody_calls_his_own_expansion_card_by_its_short_name() -> None:
    assert said("blue plan exp1 - -") == said("blue plan exp1-1 - -")
    assert said("green plan exp1 - -") == said("green plan exp1-2 - -")


def test_the_example_of_the_notation_is_legal() -> None:
    page = Path("docs/notation.md").read_text("utf-8")
    example = page.split("```\n")[1]
    read_back = read_text(example, sets)
    verdict = judge(read_back.record, read_back.components)
    assert verdict.outcome == "legal"
    assert verdict.legal == verdict.events == 25
    (taken_back,) = verdict.taken_back
    assert [violation.rule.id for violation in taken_back.violations] == ["GDS-07"]


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("blue gods coffee1", 6, "did you mean `blue goods coffee1`"),
        (
            "blue goods banana2d",
            12,
            "there is no card or company 'banana2d'; did you mean `banana2`, `banana2b` or",
        ),
        ("blue goods c3 cairo", 12, "'c3' could mean clerk3, coffee3 or cotton3"),
        ("bleu goods coffee1", 1, "there is no player 'bleu'; did you mean `blue`?"),
        ("blue goods coffee1 buy", 23, "expected a name"),
        ("blue goods coffee1 $", 20, "what was meant by '$'?"),
        ("blue expand cairo R2:1 R99:1", 24, "'R99'"),
        ("blue clerk clerk1 to 3 to 4", 24, "'to' is given twice"),
        ("= blue 4, cairo", 16, "a claim ends with a number"),
        ("= blue total 4, shares 3", 24, "names no company"),
        ("reffil: a01", 1, "did you mean `refill: a01`?"),
        ("blue goods coffee1 cairo 500", 20, "no track has that many"),
        ("setup first-gaem", 7, "did you mean `first-game`?"),
        ("rulings capital-call=never", 22, "there is no answer to capital-call 'never'"),
        ("set my-copy", 5, "'my-copy' is unknown"),
        ("tracks A1 B1 C1", 1, "3 tracks are named"),
        ("set reference sha256:0123456789", 15, "digest begins with 0123456789"),
    ],
)
def test_a_slip_is_told_with_its_place_and_meaning(line: str, column: int, words: str) -> None:
    ((at, found, sentence),) = problems(HEAD + line)
    assert (at, found) == (2, column)
    assert words in sentence


def test_all_faulty_lines_are_told_at_once() -> None:
    text = HEAD + "blue gods coffee1\nblue goods coffee1 cairo\nblue ent left\nround x\n"
    assert [line for line, _, _ in problems(text)] == [2, 4, 5]


def test_a_file_without_players_says_so() -> None:
    assert problems("# nothing\n") == [(0, 0, "no line names the `players`")]
    assert "must come before this" in problems("blue end left\n")[0][2]


def test_headers_come_first_and_once() -> None:
    assert "before the first statement" in problems(OPENING + "setup variable\n")[0][2]
    assert "given twice" in problems(HEAD + HEAD)[0][2]


def test_two_players_of_a_colour_are_a_slip() -> None:
    assert "'Blue' is named twice" in problems("players blue, Blue\n")[0][2]


def test_a_colour_that_no_other_form_can_say_is_refused() -> None:
    assert (
        "'2i.t-louis' is not a colour"
        in problems("players ape-town=A2 sa-town=A2int-louis=2i.t-louis=C\n")[0][2]
    )
