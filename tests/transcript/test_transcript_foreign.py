"""Logs of other programs, read by a mapping."""

import json
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from referee.game.input_limits import LOOKUPS_OF_A_GAME
from referee.game.public import digest
from referee.game.set_reader import reference_set
from referee.game.setting import Setting
from referee.game.shipped_files import shipped
from referee.notation.errors import UnreadableRecordError
from referee.notation.record import Record
from referee.transcript.foreign import translator
from referee.transcript.foreign.form import Mapping, read_mapping
from referee.transcript.foreign.translator import translated
from referee.transcript.judge import judge, setting_of, walk
from referee.transcript.loader import load

FOLDER = shipped("games") / "foreign"
LOG = (FOLDER / "exported.ndjson").read_bytes()
MAPPING = read_mapping((FOLDER / "mapping.toml").read_bytes())


def small(**more: object) -> Mapping:
    plain = {
        "format": "mapping-1",
        "header": {"when": {"e": "open"}, "say": {"players": "seats"}},
        "statement": [{"when": {"e": "round"}, "say": {"do": {"value": "round"}, "number": "n"}}],
        **more,
    }
    return read_mapping(tomli_w.dumps(plain).encode())


def log(*lines: object) -> bytes:
    opening = {"e": "open", "seats": [{"colour": "blue"}, {"colour": "red"}]}
    return "".join(json.dumps(line) + "\n" for line in (opening, *lines)).encode()


def only_record(data: bytes, mapping: Mapping) -> Record:
    (game,) = translated(data, mapping)
    assert game.record is not None, game.problems
    return game.record


def only_message(data: bytes, mapping: Mapping) -> str:
    (game,) = translated(data, mapping)
    assert game.record is None
    (problem,) = game.problems
    return problem.sentence


def digests(record: Record) -> list[str]:
    setting = setting_of(record.header, reference_set())
    assert isinstance(setting, Setting)
    return [digest(step.after) for step in walk(record, setting)]


def test_the_example_is_the_game_it_was_exported_from() -> None:
    original = load((shipped("games") / "two-players.mgn").read_bytes(), lambda _: reference_set())
    assert digests(only_record(LOG, MAPPING)) == digests(original.record)


def test_the_claims_of_the_example_hold_and_a_wrong_one_does_not() -> None:
    judgement = judge(only_record(LOG, MAPPING), reference_set())
    assert judgement.outcome == "legal"
    assert judgement.finished
    wrong = LOG.replace(b'"purse": 160', b'"purse": 180', 1)
    assert wrong != LOG
    assert judge(only_record(wrong, MAPPING), reference_set()).outcome == "wrong-note"


def test_a_statement_stands_in_the_line_of_the_log() -> None:
    record = only_record(log({"e": "round", "n": 1}), small())
    assert [statement.at.line for statement in record.statements] == [2]


def test_games_of_one_log_are_told_apart() -> None:
    opening = {"e": "open", "seats": [{"colour": "blue"}, {"colour": "red"}]}
    lines = [{**opening, "g": 1}, {**opening, "g": 2}, {"e": "round", "n": 1, "g": 1}]
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    games = [*translated(data, small(game="g"))]
    assert [game.name for game in games] == ["1", "2"]
    assert [len(game.record.statements) for game in games if game.record] == [1, 0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"e": "rond", "n": 1}, "no part of the mapping speaks of this line"),
        ({"e": "round", "nr": 1}, "the line has no `n`"),
        ({"e": "round", "n": "one"}, "what the mapping makes of this line"),
    ],
)
def test_a_line_that_cannot_be_meant_is_told(line: object, message: str) -> None:
    assert message in only_message(log(line), small())


def numbered(**value: object) -> Mapping:
    rule = {"when": {"e": "round"}, "say": {"do": {"value": "round"}, "number": value}}
    return small(statement=[rule], tables={"words": {"one": 1, "two": 2}})


@pytest.mark.parametrize(
    ("value", "given_number", "becomes"),
    [
        ({"from": "n", "plus": -1}, 4, 3),
        ({"from": "n", "divide": 20}, 60, 3),
        ({"from": "n", "times": 2, "divide": 4, "plus": 1}, 6, 4),
        ({"from": "n", "table": "words"}, "two", 2),
        ({"from": "n", "lower": True, "table": "words"}, "TWO", 2),
        ({"from": "x", "default": 7}, 1, 7),
        ({"value": 5}, 1, 5),
    ],
)
def test_a_value_is_made_as_the_mapping_says(
    value: dict[str, Any], given_number: object, becomes: int
) -> None:
    record = only_record(log({"e": "round", "n": given_number}), numbered(**value))
    assert record.statements[0].said.number == becomes  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("value", "given_number", "message"),
    [
        ({"from": "n", "divide": 20}, 50, "cannot be divided by 20"),
        ({"from": "n", "plus": 1}, "1", "a whole number is wanted"),
        ({"from": "n", "table": "words"}, "tow", "did you mean `two`?"),
        ({"from": "n", "each": "."}, 3, "a list is wanted"),
    ],
)
def test_a_value_that_cannot_be_made_is_told(
    value: dict[str, Any], given_number: object, message: str
) -> None:
    assert message in only_message(log({"e": "round", "n": given_number}), numbered(**value))


@pytest.mark.parametrize(
    "more",
    [
        {"values": {"a": {"use": "a"}}, "header": {"say": {"players": {"use": "a"}}}},
        {
            "values": {"a": {"make": {"x": {"use": "b"}}}, "b": {"make": {"x": {"use": "a"}}}},
            "header": {"say": {"players": {"use": "a"}}},
        },
    ],
)
def test_values_in_a_circle_are_told(more: dict[str, Any]) -> None:
    (game,) = translated(log(), small(**more))
    assert "circle" in game.problems[0].message


def test_values_that_use_each_other_twice_come_to_an_end() -> None:
    steps = {
        f"v{n}": {"make": {"x": {"use": f"v{n + 1}"}, "y": {"use": f"v{n + 1}"}}} for n in range(40)
    }
    values = {**steps, "v40": {"value": 1}}
    (game,) = translated(log(), small(values=values, header={"say": {"players": {"use": "v0"}}}))
    assert f"more than {LOOKUPS_OF_A_GAME:,} values" in game.problems[0].message


def test_a_place_of_many_digits_is_no_place() -> None:
    mapping = numbered(**{"from": f"n.{'9' * 5000}"})
    assert "the line has no" in only_message(log({"e": "round", "n": [1, 2]}), mapping)


@pytest.mark.parametrize(
    "more",
    [
        {"format": "mapping-2"},
        {"unknown": 1},
        {"values": {"a": {"use": "b"}}},
        {"values": {"a": {"from": "x", "table": "nowhere"}}},
        {"values": {"a": {"from": "x", "divide": 0}}},
    ],
)
def test_a_mapping_that_makes_no_sense_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(UnreadableRecordError):
        small(**more)


@given(st.binary(max_size=200), st.integers(0, len(LOG)))
def test_no_log_breaks_the_reader(junk: bytes, cut: int) -> None:
    for data in (junk, LOG[:cut] + junk, LOG[:cut]):
        try:
            games = translated(data, MAPPING)
        except UnreadableRecordError as error:
            assert error.problems  # noqa: PT017 - either answer is fine, but not an empty one
        else:
            assert all(game.record or game.problems for game in games)


@given(st.binary(max_size=300))
def test_no_mapping_breaks_the_reader(junk: bytes) -> None:
    whole = (Path(FOLDER) / "mapping.toml").read_bytes()
    for data in (junk, whole[: len(junk) * 9] + junk):
        try:
            assert read_mapping(data).statements is not None
        except UnreadableRecordError as error:
            assert error.problems  # noqa: PT017 - either answer is fine, but not an empty one


def test_nothing_of_a_long_log_is_left_out_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    data = log({"e": "round", "n": 1}, {"e": "round", "n": 2})
    monkeypatch.setattr(translator, "LINES_OF_A_RECORD", 2)
    assert "lines of the game: 3 were seen" in only_message(data, small())
    monkeypatch.setattr(translator, "BYTES_OF_A_LOG", len(data) - 1)
    with pytest.raises(UnreadableRecordError, match="split it between games"):
        translated(data, small())
