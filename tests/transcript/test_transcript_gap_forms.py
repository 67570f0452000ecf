"""Text, JSON, JSON lines and mappings carry everything that says what nobody noted."""

import json
from typing import Any

import pytest
import tomli_w

import referee
from referee.notation.record import Record
from referee.transcript.foreign.form import Mapping, read_mapping
from referee.transcript.foreign.translator import translated
from referee.transcript.loader import dump

LINES = """\
display: ?
books: ?
blue tile ?
blue rest ? ? clerk2
blue plan ? ? clerk1
green plan cotton2 - ?
blue ? = 3?, owner R07 cairo?, deck coffee1 left, book a03 4, column cairo 2 4, hand exp2 0
blue goods coffee2 buy ?
blue expand ? ?
blue expand cairo R02:1 ?
refill: ?
refill: a05 ?
refill: top2:?
... = green 4
... 3
... round
unordered
ordered
table: blue 4, cairo 6, green diamonds 2
adjust blue +2 pounds "agreed"
adjust green -1 cairo
ruling capital-call=may-decline
takeback blue goods coffee2 cairo
blue clerk to ? books ?
prepare: ?
prepare: coffee4 ?
""".splitlines()
HEADER = "players blue, green\nset reference\nsetup first-game\n\n"


def record(line: str) -> referee.Game:
    return referee.load(f"{HEADER}round 1\n{line}\n".encode())


def last_statement(game: referee.Game) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(game.to_json())["statements"][-1]
    return plain


@pytest.mark.parametrize("line", LINES)
def test_every_form_of_a_record_carries_a_gap(line: str) -> None:
    game = record(line)
    assert game.to_text().splitlines()[-1] == line
    for form in (game.to_json(), game.to_json_lines()):
        again = referee.load(form.encode())
        assert again.to_text() == game.to_text()


def mapping(statement: dict[str, Any]) -> Mapping:
    """Return a mapping of a log that says a statement as JSON does, field by field."""
    say = {field: {"from": f"said.{field}"} for field in statement["said"] if field != "do"}
    spoken: dict[str, Any] = {
        "when": {"e": "said"},
        "say": {"do": {"value": statement["said"]["do"]}, **say},
    }
    if "taken_back" in statement:
        spoken["taken_back"] = "taken_back"
    if "claims" in statement:
        spoken["claims"] = [{"value": claim} for claim in statement["claims"]]
    plain = {
        "format": "mapping-1",
        "header": {"when": {"e": "open"}, "say": {"players": "seats"}},
        "statement": [spoken],
    }
    return read_mapping(tomli_w.dumps(plain).encode())


@pytest.mark.parametrize("line", LINES)
def test_a_mapping_carries_a_gap(line: str) -> None:
    statement = last_statement(record(line))
    opening = {"e": "open", "seats": [{"colour": "blue"}, {"colour": "green"}]}
    log = "".join(f"{json.dumps(each)}\n" for each in (opening, {"e": "said", **statement}))
    (game,) = translated(log.encode(), mapping(statement))
    assert isinstance(game.record, Record), game.problems
    told = json.loads(dump(game.record, "json"))["statements"]
    assert told == [statement]
