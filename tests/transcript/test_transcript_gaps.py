"""What a record says of what nobody noted: read, written back, and carried by JSON."""

import pytest
from msgspec import json

from referee.core.events import BookOnSpace, PrepareRound, RefillBooks, TakeStartingBonus
from referee.core.ids import BookId, BookSpaceId, CardId, Seat
from referee.core.turns import BLANK, Expand
from referee.records.codec import from_json, from_json_lines, to_json, to_json_lines
from referee.records.loader import load
from referee.records.record import (
    MOST_BLANK_TURNS,
    Adjust,
    AnyOrder,
    AsItLies,
    BlankTurn,
    BlankTurns,
    InOrder,
    Record,
    Remark,
    RulingMark,
    Statement,
    UnreadableRecordError,
)
from referee.records.writer import text_of
from tests.transcript.games import read, sets

HEADER = "players blue, green\nset reference\nsetup first-game\n\nround 1\n"
BLUE, GREEN = Seat(0), Seat(1)

LINES = (
    "blue ?",
    "blue expand ? ?",
    "blue expand cairo R02:1 ?",
    "...",
    "... 3",
    "... round",
    "... 2 = blue 4",
    "refill: ?",
    "refill: a05 ?",
    "refill: top2:?",
    "prepare: ?",
    "prepare: exp2b ?",
    "display: ?",
    "books: ?",
    "blue tile ?",
    "blue plan ? ? clerk1",
    "blue rest ? ? clerk2",
    "unordered",
    "ordered",
    "= blue 7?",
    "= blue 7?, cairo 3, winner green?",
    "table: blue 4, cairo 6, green diamonds 2",
    'adjust blue +2 pounds "agreed"',
    "adjust green -1 cairo",
    'adjust green +1 diamonds "a #, an = and a ?" = 5',
    "adjust blue -3 ink",
    "ruling capital-call=may-decline",
)


def statement(line: str) -> Statement:
    (_, found) = read(f"{HEADER}{line}\n").statements
    return found


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_written_back_as_it_was(line: str) -> None:
    text = text_of(read(f"{HEADER}{line}\n"))
    assert text.splitlines()[-1] == line
    assert text_of(read(text)) == text


@pytest.mark.parametrize("line", LINES)
def test_json_carries_it(line: str) -> None:
    record = read(f"{HEADER}{line}\n")
    for again in (from_json(to_json(record)), from_json_lines(to_json_lines(record))):
        assert text_of(again) == text_of(record)
    assert text_of(load(to_json(record), sets).record) == text_of(record)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("blue ?", BlankTurn(BLUE)),
        ("Blue  ?", BlankTurn(BLUE)),
        ("…", BlankTurns()),
        ("...3", BlankTurns(number=3)),
        ("... ROUND", BlankTurns("round")),
        ("refill ?", RefillBooks(books=(BookOnSpace(BookSpaceId(BLANK), BookId(BLANK)),))),
        ("prepare ?", PrepareRound(cards=(CardId(BLANK),))),
        ("blue bonus ?", TakeStartingBonus(seat=BLUE)),
        ("unordered", AnyOrder()),
        ("ordered", InOrder()),
        ("adjust green +2 £", None),
        ('adjust green +2 money "sorry, all"', Adjust(GREEN, 2, note="sorry, all")),
        ("adjust green -1 st-louis", Adjust(GREEN, -1, "track", "saint-louis")),
        ("rulings capital-call: may-decline", RulingMark("capital-call", "may-decline")),
    ],
)
def test_people_may_write_it_otherwise(line: str, said: object) -> None:
    if said is None:
        with pytest.raises(UnreadableRecordError):
            statement(line)
    else:
        assert statement(line).said == said


def test_a_blank_among_regions_is_perhaps_more_of_them() -> None:
    said = statement("blue expand cairo R02:1 ?").said
    assert isinstance(said, Expand)
    assert said.enter[1:] == (BLANK,)


def test_claims_of_which_nobody_is_sure() -> None:
    found = statement("blue ? = 7 pounds?, cairo 3")
    assert [claim.doubtful for claim in found.claims] == [True, False]
    assert statement("table: = blue 4").said == AsItLies()
    assert statement("= blue 7?").said == Remark()


@pytest.mark.parametrize(
    "line",
    [
        "?",
        "takeback blue ?",
        "blue ? cairo",
        "... 0",
        f"... {MOST_BLANK_TURNS + 1}",
        "... some",
        ". .",
        "refill: ?:a05",
        "books: a01 ?",
        "table:",
        "= ? blue 7",
        "= blue 7??",
        "= blue ?",
        "adjust blue 2 pounds",
        "adjust blue +two pounds",
        "adjust blue +2",
        "adjust blue +2 hand",
        'adjust blue +2 pounds "a" "b"',
        "adjust +2 pounds",
        "ruling capital-call=perhaps",
        "ruling capital-call=may-decline partial-use=yes",
        "ordered blue",
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(line: str) -> None:
    with pytest.raises(UnreadableRecordError) as error:
        statement(line)
    assert error.value.problems[0].at.line == len(HEADER.splitlines()) + 1


@pytest.mark.parametrize(
    "said",
    [
        {"do": "blank-turn", "seat": 2},
        {"do": "blank-turns", "number": 0},
        {"do": "blank-turns", "number": 10**9},
        {"do": "blank-turns", "number": 2, "until": "round"},
        {"do": "adjust", "seat": 0, "by": 10**30},
        {"do": "adjust", "seat": 0, "by": 1, "company": "cairo"},
        {"do": "adjust", "seat": 0, "by": 1, "what": "track"},
        {"do": "adjust", "seat": 0, "by": 1, "note": "two\nlines"},
        {"do": "table"},
        {"do": "ruling", "ruling": "capital-call", "answer": "perhaps"},
        {"do": "ruling", "ruling": "none", "answer": "perhaps"},
        {"do": "unordered", "seat": 1},
    ],
)
def test_json_that_makes_no_sense_is_refused(said: dict[str, object]) -> None:
    record = json.decode(to_json(read(HEADER)))
    record["statements"].append({"said": said})
    with pytest.raises(UnreadableRecordError):
        load(json.encode(record), sets)


def test_a_ruling_before_the_first_statement_is_one_of_the_header() -> None:
    record: Record = read(HEADER.replace("\n\nround", "\nruling capital-call=may-decline\n\nround"))
    assert record.header.rulings.capital_call == "may-decline"
    assert len(record.statements) == 1
