"""Whatever is read besides records has its limits, and one more is refused."""

import dataclasses
import json
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w

import referee
from referee.api.served_engine import request_lines, serve_engine
from referee.compare.report import read_known
from referee.components.generate import random_set
from referee.components.playable import require_limits
from referee.components.set_writer import write_set
from referee.engine.golden import GoldenFileError
from referee.engine.golden import read as read_golden
from referee.game.input_limits import (
    BYTES_OF_A_GOLDEN_GAME,
    BYTES_OF_A_LOG,
    BYTES_OF_A_MAPPING,
    BYTES_OF_A_POSITION,
    BYTES_OF_A_PUZZLE,
    BYTES_OF_A_RECORD,
    BYTES_OF_A_REQUEST,
    BYTES_OF_KNOWN_FAILURES,
    ENTRIES_OF_A_LIST,
    ENTRIES_OF_A_MAPPING,
    ENTRIES_OF_A_TABLE,
    EVENTS_OF_A_GOLDEN_GAME,
    LINES_OF_A_LOG,
    LINES_OF_A_RECORD,
    LOOKUPS_OF_A_GAME,
    NESTING,
    STATEMENTS_OF_A_RECORD,
)
from referee.game.set_drafts import ComponentSetError
from referee.game.set_reader import read_draft, reference_set
from referee.game.shipped_files import shipped
from referee.notation.errors import UnreadableRecordError
from referee.positions import PositionError
from referee.positions.loader import load_position
from referee.transcript.foreign.form import read_mapping
from referee.transcript.foreign.translator import Translated, translated
from tests.components.a_map import BORDER, REGION


def test_a_request_that_is_too_long_is_told_and_the_next_one_answered() -> None:
    hello = b'{"do":"hello","id":7}'
    fitting = hello.rjust(BYTES_OF_A_REQUEST - 1) + b"\n"
    too_long = hello.rjust(BYTES_OF_A_REQUEST) + b"\n"
    talk = BytesIO(fitting + too_long + b"x" * (3 * BYTES_OF_A_REQUEST) + b"\n" + hello)
    answers = [json.loads(line) for line in serve_engine(request_lines(talk))]
    assert [answer["id"] for answer in answers] == [7, 0, 0, 7]
    assert f"at most {BYTES_OF_A_REQUEST:,} are read" in answers[1]["error"]


@pytest.mark.parametrize("do", ["check", "apply"])
def test_the_lists_of_an_event_in_a_request_are_limited(do: str) -> None:
    plan = {"do": "plan", "seat": 0, "slots": ["exp1"] * (ENTRIES_OF_A_LIST + 1)}
    (answer,) = serve_engine([json.dumps({"do": do, "id": 1, "event": plan}).encode()])
    assert "entries of `slots`: 101 were seen" in json.loads(answer)["error"]


def test_a_file_of_known_failures_is_limited(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    known.write_bytes(b"x" * BYTES_OF_KNOWN_FAILURES)
    assert len(read_known(known)) == 1
    known.write_bytes(b"x" * (BYTES_OF_KNOWN_FAILURES + 1))
    with pytest.raises(referee.UnreadableError, match=f"larger than {BYTES_OF_KNOWN_FAILURES:,}"):
        referee.conform(["true"], known=known)


MAPPING: dict[str, Any] = {
    "format": "mapping-1",
    "game": "g",
    "header": {"when": {"e": "open"}, "say": {"players": "seats"}},
    "statement": [
        {"when": {"e": "round"}, "say": {"do": {"value": "round"}, "number": "n"}},
        {"when": {"e": "note"}, "skip": True},
    ],
}
OPENING = {"e": "open", "g": 1, "seats": [{"colour": "blue"}, {"colour": "red"}]}


def mapping(**more: object) -> bytes:
    return tomli_w.dumps({**MAPPING, **more}).encode()


def translation(*lines: object, **more: object) -> list[Translated]:
    data = "".join(json.dumps(line) + "\n" for line in (OPENING, *lines)).encode()
    return [*translated(data, read_mapping(mapping(**more)))]


def problems(*lines: object, **more: object) -> str:
    return " ".join(p.message for game in translation(*lines, **more) for p in game.problems)


def test_a_game_of_a_log_has_the_limits_of_a_record() -> None:
    note = {"e": "note", "g": 1}
    assert problems(*[note] * (LINES_OF_A_RECORD - 1)) == ""
    assert "lines of the game: 10,001" in problems(*[note] * LINES_OF_A_RECORD)
    long = {**note, "text": "x" * (BYTES_OF_A_RECORD // 2)}
    assert "bytes of the game" in problems(long, long)
    told = {"e": "round", "g": 1, "n": 1}
    assert problems(*[told] * STATEMENTS_OF_A_RECORD) == ""
    assert "statements: 2,001" in problems(*[told] * (STATEMENTS_OF_A_RECORD + 5))


def test_a_game_that_is_too_long_spoils_no_other_of_its_log() -> None:
    note = {"e": "note", "g": 2}
    other = {**OPENING, "g": 2}
    first, second = translation(other, *[note] * LINES_OF_A_RECORD)
    assert first.record is not None
    assert second.record is None


def test_a_log_has_limits_of_its_own() -> None:
    found = read_mapping(mapping())
    with pytest.raises(UnreadableRecordError, match="split it between games"):
        translated(b" " * (BYTES_OF_A_LOG + 1), found)
    with pytest.raises(UnreadableRecordError, match="split the log between games"):
        translated(b"\n" * (LINES_OF_A_LOG + 1), found)


def test_a_line_of_a_log_is_not_nested_without_end() -> None:
    deep: object = 1
    for _ in range(NESTING):
        deep = [deep]
    with pytest.raises(UnreadableRecordError, match="nested more than 20 deep"):
        translation({"e": "note", "g": 1, "x": deep})
    with pytest.raises(UnreadableRecordError, match="is no JSON"):
        translated(b"[" * 100_000, read_mapping(mapping()))


def test_lookups_of_a_mapping_are_counted_over_the_whole_game() -> None:
    rules = [{"when": {"e": f"x{n}"}, "skip": True} for n in range(400)]
    told = problems(*[{"e": "note", "g": 1}] * 1000, statement=[*rules, *MAPPING["statement"]])
    assert f"{LOOKUPS_OF_A_GAME:,}" in told


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"statement": MAPPING["statement"] * 300}, "rules"),
        ({"tables": {"t": {f"k{n}": 1 for n in range(501)}}}, "words of the table 't'"),
        ({"values": {f"v{n}": "x" for n in range(501)}}, "values"),
    ],
)
def test_the_parts_of_a_mapping_are_limited(more: dict[str, Any], words: str) -> None:
    with pytest.raises(UnreadableRecordError, match=f"{words}.*{ENTRIES_OF_A_MAPPING}"):
        read_mapping(mapping(**more))
    with pytest.raises(UnreadableRecordError, match=f"{BYTES_OF_A_MAPPING:,}"):
        read_mapping(b"#" * (BYTES_OF_A_MAPPING + 1))


@pytest.mark.parametrize("part", ["plus", "times", "divide"])
def test_nothing_is_calculated_with_endless_numbers(part: str) -> None:
    say = {"do": {"value": "round"}, "number": {"from": "n", part: 10**300}}
    with pytest.raises(UnreadableRecordError):
        read_mapping(mapping(statement=[{"say": say}]))
    fine = {"do": {"value": "round"}, "number": {"from": "n", "plus": 1}}
    told = problems({"e": "round", "g": 1, "n": 10**18}, statement=[{"say": fine}])
    assert "digits at most" in told


def test_positions_are_limited() -> None:
    with pytest.raises(PositionError, match=f"{BYTES_OF_A_POSITION:,}"):
        load_position(b"#" * (BYTES_OF_A_POSITION + 1), "table")
    assert BYTES_OF_A_PUZZLE == BYTES_OF_A_POSITION


def test_the_tables_of_a_set_are_limited(tmp_path: Path) -> None:
    folder = write_set(random_set(Random(0)), tmp_path / "set")
    rows = "".join(REGION.replace("R1", f"R{n}") for n in range(ENTRIES_OF_A_TABLE + 1))
    (folder / "map.toml").write_text(rows + BORDER, "utf-8")
    found = [str(finding) for finding in read_draft(folder).findings]
    assert found == ["map.toml: tables [[region]]: 301 were seen, and at most 300 are read"]


def test_a_set_that_is_sent_has_the_limits_of_one_in_files() -> None:
    require_limits(reference_set())
    many = (*reference_set().regions,) * 20
    with pytest.raises(ComponentSetError, match="regions: 480 were seen"):
        require_limits(dataclasses.replace(reference_set(), regions=many))


def test_golden_games_are_limited() -> None:
    first, *events, last = (shipped("games") / "golden" / "game-00.jsonl").read_bytes().splitlines()
    many = (events * 20)[:EVENTS_OF_A_GOLDEN_GAME]
    assert len(read_golden(b"\n".join([first, *many, last])).lines) == EVENTS_OF_A_GOLDEN_GAME
    with pytest.raises(GoldenFileError, match="events: 1,001 were seen"):
        read_golden(b"\n".join([first, *many, events[0], last]))
    with pytest.raises(GoldenFileError, match=f"{BYTES_OF_A_GOLDEN_GAME:,}"):
        read_golden(b" " * (BYTES_OF_A_GOLDEN_GAME + 1))
