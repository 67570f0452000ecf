"""Whatever is read of a record has a limit: what stands at it is read, and one more is refused."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.core import input_limits
from referee.core.input_limits import (
    BYTES_OF_A_RECORD,
    CHARACTERS_OF_A_LINE,
    CHARACTERS_OF_A_NAME,
    CLAIMS_OF_A_RECORD,
    DIGITS_OF_A_NUMBER,
    ENTRIES_OF_A_LIST,
    LARGEST_NUMBER,
    LINES_OF_A_RECORD,
    PLAYERS_OF_A_RECORD,
    STATEMENTS_OF_A_RECORD,
    WORDS_OF_A_RECORD,
)
from referee.positions.loader import shipped_sets
from referee.records.loader import load
from referee.records.record import UnreadableRecordError
from scripts.tools.limits import CASES

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
    if arguments[0] != "check" or name in ("unreadable lines", "a game among others"):
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
        lambda n: HEAD + "= blue 3 ink 4 diamonds 5\n" * (n // 3) + "= blue 1\n" * (n % 3),
        CLAIMS_OF_A_RECORD,
        "claims",
    ),
    "claims in JSON": (lambda n: record([claims(n)]), CLAIMS_OF_A_RECORD, "claims"),
}


def test_a_game_in_progress_has_the_limits_of_a_record() -> None:
    game = referee.loads(HEAD + "round 1\n" * STATEMENTS_OF_A_RECORD).recording()
    with pytest.raises(referee.UsageError, match="statements: found 2,001"):
        game.append("round 1")
    with pytest.raises(referee.UsageError, match="statements: found 2,001"):
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
    assert f"words: found {WORDS_OF_A_RECORD:,}"[:15] in said(
        head + line * (WORDS_OF_A_RECORD // 100)
    )


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
