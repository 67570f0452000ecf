"""Whatever is read has a limit: what stands at it is read, and one more is refused."""

import dataclasses
import json
import re
from collections.abc import Callable
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
from referee.game import input_limits
from referee.game.input_limits import (
    BYTES_OF_A_GOLDEN_GAME,
    BYTES_OF_A_LOG,
    BYTES_OF_A_MAPPING,
    BYTES_OF_A_POSITION,
    BYTES_OF_A_PUZZLE,
    BYTES_OF_A_RECORD,
    BYTES_OF_A_REQUEST,
    BYTES_OF_KNOWN_FAILURES,
    CHARACTERS_OF_A_LINE,
    CHARACTERS_OF_A_NAME,
    CLAIMS_OF_A_RECORD,
    DIGITS_OF_A_NUMBER,
    ENTRIES_OF_A_LIST,
    ENTRIES_OF_A_MAPPING,
    ENTRIES_OF_A_TABLE,
    EVENTS_OF_A_GOLDEN_GAME,
    LARGEST_NUMBER,
    LINES_OF_A_LOG,
    LINES_OF_A_RECORD,
    LOOKUPS_OF_A_GAME,
    NESTING,
    PLAYERS_OF_A_RECORD,
    STATEMENTS_OF_A_RECORD,
    WORDS_OF_A_RECORD,
)
from referee.game.set_drafts import ComponentSetError
from referee.game.set_reader import read_draft, reference_set
from referee.game.shipped_files import shipped
from referee.notation.errors import UnreadableRecordError
from referee.positions import PositionError
from referee.positions.loader import load_position, shipped_sets
from referee.transcript.foreign.form import read_mapping
from referee.transcript.foreign.translator import Translated, translated
from referee.transcript.loader import load
from scripts.tools.check.limit_cases import CASES
from tests.components.a_map import BORDER, REGION

CONSTANTS = {
    name: value
    for name, value in vars(input_limits).items()
    if name.isupper() and isinstance(value, int) and name != "LARGEST_NUMBER"
}
DOCS = (Path(__file__).parents[1] / "docs" / "limits.md").read_text("utf-8")

HEAD = "players blue, green\nsetup first-game\n"
REMARK: dict[str, Any] = {"said": {"do": "remark"}}


def test_the_table_names_every_limit_with_its_value() -> None:
    rows = re.findall(r"\| `(\w+)` \| ([\d,]+) \|", DOCS)
    assert {name: int(value.replace(",", "")) for name, value in rows} == CONSTANTS


def test_every_limit_is_measured() -> None:
    measured = {name for case in CASES.values() for name in case.limits}
    assert measured == CONSTANTS.keys() - {"LARGEST_PRINTED_NUMBER"}


@pytest.mark.parametrize("name", CASES)
def test_no_measured_input_is_refused_for_its_size_alone(name: str, tmp_path: Path) -> None:
    arguments = CASES[name].write(tmp_path)
    if arguments[0] != "check" or "--mapping" in arguments or name == "unreadable lines":
        return
    load(Path(arguments[-1]).read_bytes(), shipped_sets)


def said(data: bytes | str) -> str:
    """Return why a record cannot be read; nothing if it can."""
    try:
        load(data.encode() if isinstance(data, str) else data, shipped_sets)
    except UnreadableRecordError as error:
        return " ".join(str(error).split())
    return ""


def record(statements: list[Any], **header: object) -> bytes:
    players = [{"colour": "blue"}, {"colour": "green"}]
    head = {"players": players, "setup": "first-game", **header}
    return json.dumps({"format": "mgn-1", "header": head, "statements": statements}).encode()


def in_lines(statements: list[Any], **header: object) -> bytes:
    plain = json.loads(record([], **header))
    lines = [{"format": "mgn-1", "header": plain["header"]}, *statements]
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def players(number: int) -> list[dict[str, str]]:
    return [{"colour": f"p{n}x"} for n in range(number)]


def plan(cards: int) -> dict[str, Any]:
    return {"said": {"do": "plan", "seat": 0, "slots": ["exp1"] * cards}}


def claims(number: int) -> dict[str, Any]:
    claim = {"what": "cash", "value": 3, "seat": 0}
    return {**REMARK, "claims": [claim] * number}


def nothing(length: int) -> str:
    return "# " + "x" * (length - 2)


LIMITS: dict[str, tuple[Callable[[int], bytes | str], int, str]] = {
    "bytes": (
        lambda n: HEAD + "\n".join(["#" + "x" * 998] * (n // 1000)).ljust(n - len(HEAD), "\n"),
        BYTES_OF_A_RECORD,
        "larger than",
    ),
    "lines": (lambda n: HEAD + "\n" * (n - 2), LINES_OF_A_RECORD, "lines"),
    "lines of JSON lines": (
        lambda n: in_lines([]) + b"\n" * (n - 1),
        LINES_OF_A_RECORD,
        "lines",
    ),
    "characters": (lambda n: HEAD + nothing(n), CHARACTERS_OF_A_LINE, "characters of the line"),
    "characters of a comment": (
        lambda n: record([{**REMARK, "comment": "x" * n}]),
        CHARACTERS_OF_A_LINE,
        "characters of its comment",
    ),
    "characters of a title": (
        lambda n: record([], title="x" * n),
        CHARACTERS_OF_A_LINE,
        "characters of the title",
    ),
    "characters of a name": (
        lambda n: f'players blue "{"x" * n}", green\nsetup first-game',
        CHARACTERS_OF_A_NAME,
        "characters of a name",
    ),
    "characters of a name in JSON": (
        lambda n: record([], players=[{"colour": "blue", "name": "x" * n}]),
        CHARACTERS_OF_A_NAME,
        "characters of a name",
    ),
    "statements": (
        lambda n: HEAD + "round 1\n" * n,
        STATEMENTS_OF_A_RECORD,
        "statements",
    ),
    "statements in JSON": (
        lambda n: record([REMARK] * n),
        STATEMENTS_OF_A_RECORD,
        "statements",
    ),
    "statements in JSON lines": (
        lambda n: in_lines([REMARK] * n),
        STATEMENTS_OF_A_RECORD,
        "statements",
    ),
    "players": (
        lambda n: "players " + ", ".join(p["colour"] for p in players(n)) + "\nsetup first-game",
        PLAYERS_OF_A_RECORD,
        "players",
    ),
    "players in JSON": (
        lambda n: record([], players=players(n)),
        PLAYERS_OF_A_RECORD,
        "players",
    ),
    "a list": (
        lambda n: HEAD + "prepare: " + "exp2c " * n,
        ENTRIES_OF_A_LIST,
        "entries of `cards`",
    ),
    "a list of steps": (
        lambda n: HEAD + f"blue goods coffee1 cairo 60 mombasa {n - 60}",
        ENTRIES_OF_A_LIST,
        "entries of `advance`",
    ),
    "a list in JSON": (lambda n: record([plan(n)]), ENTRIES_OF_A_LIST, "entries of `slots`"),
    "a list in a list": (
        lambda n: record(
            [
                {
                    "said": {
                        "do": "bookkeeper",
                        "seat": 0,
                        "card": "clerk1",
                        "reward": [{"part": "points", "books": ["a01"] * n}],
                    }
                }
            ]
        ),
        ENTRIES_OF_A_LIST,
        "entries of `books`",
    ),
    "claims": (
        lambda n: HEAD + "= blue 3 4 5 6 7 8 9 10 11 12\n" * (n // 10) + "= blue 1\n" * (n % 10),
        CLAIMS_OF_A_RECORD,
        "claims",
    ),
    "claims in JSON": (lambda n: record([claims(n)]), CLAIMS_OF_A_RECORD, "claims"),
}


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


def test_a_game_in_progress_has_the_limits_of_a_record() -> None:
    game = referee.continue_game(HEAD + "round 1\n" * STATEMENTS_OF_A_RECORD)
    with pytest.raises(referee.MisuseError, match="statements: 2,001 were seen"):
        game.append("round 1")
    with pytest.raises(referee.MisuseError, match="statements: 2,001 were seen"):
        game.insert("round 1", before=1)
    assert len(game.addresses) == STATEMENTS_OF_A_RECORD
    game.delete(1)
    game.append("round 2")
    assert len(game.addresses) == STATEMENTS_OF_A_RECORD


@pytest.mark.parametrize("kind", LIMITS)
def test_a_record_at_a_limit_is_read_and_one_beyond_it_is_not(kind: str) -> None:
    make, limit, words = LIMITS[kind]
    assert said(make(limit)) == ""
    told = said(make(limit + 1))
    assert words in told
    assert f"{limit:,}" in told


def test_the_words_of_a_text_are_limited_and_its_comments_are_not() -> None:
    head = "players blue, green\nsetup first-game # one two three\n"
    line = "blue expand cairo " + "r1:1,r2:1;" * 20 + " # and a word or two\n"
    assert said(head + line * (WORDS_OF_A_RECORD // 130)) == ""
    assert f"words: {WORDS_OF_A_RECORD:,}"[:9] in said(head + line * (WORDS_OF_A_RECORD // 100))


@pytest.mark.parametrize(
    "number",
    [f"1{'0' * DIGITS_OF_A_NUMBER}", f"-1{'0' * DIGITS_OF_A_NUMBER}", "9" * 4000, "9" * 9000],
)
@pytest.mark.parametrize("where", ["claim", "step", "column", "round", "seat", "count"])
def test_numbers_are_those_that_text_can_say(number: str, where: str) -> None:
    statements = {
        "claim": '{"said":{"do":"remark"},"claims":[{"what":"cash","value":N,"seat":0}]}',
        "step": '{"said":{"do":"bookkeeper","seat":0,"flip":N}}',
        "column": '{"said":{"do":"expand","seat":0,"enter":[{"region":"R01","column":N}]}}',
        "round": '{"said":{"do":"round","number":N}}',
        "seat": '{"said":{"do":"end","seat":N}}',
        "count": '{"said":{"do":"marker","seat":0,"reward":[{"part":"pounds","count":N}]}}',
    }
    data = record([]).replace(b'"statements": []', b'"statements": [%s]')
    fine = data % statements[where].replace("N", "1").encode()
    assert said(fine) == ""
    told = said(data % statements[where].replace("N", number).encode())
    assert told
    assert len(told) < 1000


def test_a_number_below_zero_is_an_illegal_turn_and_no_fault_of_the_form() -> None:
    levels = b'"levels":[{"company":"cairo","level":-1}]'
    turn = b'{"said":{"do":"marker","seat":0,"space":"first",%s}}' % levels
    data = record([]).replace(b'"statements": []', b'"statements": [%s]' % turn)
    assert said(data) == ""


def test_the_largest_number_is_that_of_its_digits() -> None:
    assert len(str(LARGEST_NUMBER)) == DIGITS_OF_A_NUMBER


# Logs, mappings, positions, sets, golden games ---------------------------------------------------

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
