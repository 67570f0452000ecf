"""Whatever is read besides records has its limits, and one more is refused."""

import dataclasses
import json
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

import referee
from referee.api.conformance import request_lines, serve_engine
from referee.components.audit import require_limits
from referee.components.generate import random_set
from referee.components.set_writer import write_set
from referee.conformance.report import read_known
from referee.core.input_limits import (
    BYTES_OF_A_GOLDEN_GAME,
    BYTES_OF_A_POSITION,
    BYTES_OF_A_PUZZLE,
    BYTES_OF_A_REQUEST,
    BYTES_OF_KNOWN_FAILURES,
    ENTRIES_OF_A_LIST,
    ENTRIES_OF_A_TABLE,
    EVENTS_OF_A_GOLDEN_GAME,
)
from referee.core.set_reader import ComponentSetError, read_draft, reference_set
from referee.core.shipped_files import shipped
from referee.engine.golden import GoldenFileError
from referee.engine.golden import read as read_golden
from referee.positions.loader import load_position
from referee.positions.parser import PositionError
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
    assert "entries of `slots`: found 101" in json.loads(answer)["error"]


def test_a_file_of_known_failures_is_limited(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    known.write_bytes(b"x" * BYTES_OF_KNOWN_FAILURES)
    assert len(read_known(known)) == 1
    known.write_bytes(b"x" * (BYTES_OF_KNOWN_FAILURES + 1))
    with pytest.raises(referee.UnreadableError, match=f"larger than {BYTES_OF_KNOWN_FAILURES:,}"):
        referee.conform(["true"], known=known)


def test_positions_are_limited() -> None:
    with pytest.raises(PositionError, match=f"{BYTES_OF_A_POSITION:,}"):
        load_position(b"#" * (BYTES_OF_A_POSITION + 1), "table")
    assert BYTES_OF_A_PUZZLE == BYTES_OF_A_POSITION


def test_the_tables_of_a_set_are_limited(tmp_path: Path) -> None:
    folder = write_set(random_set(Random(0)), tmp_path / "set")
    rows = "".join(REGION.replace("R1", f"R{n}") for n in range(ENTRIES_OF_A_TABLE + 1))
    (folder / "map.toml").write_text(rows + BORDER, "utf-8")
    found = [str(finding) for finding in read_draft(folder).findings]
    assert found == ["map.toml: tables [[region]]: found 301; at most 300 are read"]


def test_a_set_that_is_sent_has_the_limits_of_one_in_files() -> None:
    require_limits(reference_set())
    many = (*reference_set().regions,) * 20
    with pytest.raises(ComponentSetError, match="regions: found 480"):
        require_limits(dataclasses.replace(reference_set(), regions=many))


def test_golden_games_are_limited() -> None:
    first, *events, last = (shipped("games") / "golden" / "game-00.jsonl").read_bytes().splitlines()
    many = (events * 20)[:EVENTS_OF_A_GOLDEN_GAME]
    assert len(read_golden(b"\n".join([first, *many, last])).lines) == EVENTS_OF_A_GOLDEN_GAME
    with pytest.raises(GoldenFileError, match="events: found 1,001"):
        read_golden(b"\n".join([first, *many, events[0], last]))
    with pytest.raises(GoldenFileError, match=f"{BYTES_OF_A_GOLDEN_GAME:,}"):
        read_golden(b" " * (BYTES_OF_A_GOLDEN_GAME + 1))
