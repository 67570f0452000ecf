"""A game in progress says what is due, has a table for every statement, and refuses nonsense."""

import subprocess
import sys
from typing import Any

import msgspec
import pytest

import referee
from referee.core.answer import Answer
from referee.core.ids import Seat
from referee.core.turns import EndPhase
from referee.records.writer import line_of
from referee.types import Change, ChangedVerdict, GameStatus, NextStatement, StatementVerdict
from tests.api.opened_games import OPENING, opened, unplayed

pytestmark = pytest.mark.slow


def test_what_is_due_is_told_from_the_first_deal_to_the_end() -> None:
    game = referee.Recording(["blue", "green"])
    seen: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for line in OPENING.splitlines():
        due = game.next()
        seen.append((due.players, due.kinds))
        game.append(line)
    assert seen[:5] == [
        ((), ("deal-cards",)),
        ((), ("deal-books",)),
        (("blue", "green"), ("rest",)),
        (("green",), ("rest",)),
        (("blue", "green"), ("round", "plan")),
    ]
    assert seen[6:8] == [
        (("green",), ("plan",)),
        (("blue",), ("goods", "expand", "bookkeeper", "marker", "end")),
    ]
    assert seen[9] == ((), ("refill-books",))
    assert game.next().players == ("blue",)


@pytest.mark.parametrize("name", ["games/two-players.mgn", "games/three-players.mgn"])
def test_every_statement_of_a_game_is_of_a_kind_that_was_due(name: str) -> None:
    loaded = referee.load(name)
    game = unplayed(loaded)
    for statement in loaded.record.statements:
        due = game.next()
        if line_of(statement, game.colours) not in due.filled_in:
            assert statement.said.__struct_config__.tag in due.kinds
            seat = getattr(statement.said, "seat", None)
            assert seat is None or game.colours[seat] in due.players
        game.append(statement)
    due = game.next()
    assert due.finished
    assert due.kinds == ()


def test_the_table_after_and_before_every_statement_is_there() -> None:
    game = referee.load("games/two-players.mgn").recording()
    moments = [*referee.load("games/two-players.mgn").moments()]
    for address, moment in zip(game.addresses, moments, strict=True):
        assert game.table(address).state == moment.after
    table = game.table(game.addresses[60])
    assert table.events[-1] == moments[60].event
    assert game.table(game.addresses[61], before=True).state == table.state


def test_the_header_can_be_changed() -> None:
    game = referee.Recording(["blue", "green"], setup="variable")
    assert game.status().missing == ("tracks at the edges",)
    game.append(OPENING.splitlines()[0])
    with pytest.raises(referee.NoAnswerError, match="tracks"):
        game.table()
    change = game.change_header(
        tracks=["A1", "B1", "C1", "D1"], players={"red": "Cem", "blue": None}
    )
    assert [each.after.verdict for each in change.changed] == ["legal"]
    assert game.colours == ("red", "blue")
    game.undo()
    assert game.colours == ("blue", "green")


@pytest.mark.parametrize(
    "arguments",
    [
        {"players": []},
        {"players": ["blue", "blue"]},
        {"players": ["blue", "green"], "setup": "odd"},
        {"players": ["blue", "green"], "rulings": {"cover": "odd"}},
        {"players": ["blue", "green"], "rulings": {"odd": "odd"}},
        {"players": ["blue", "green"], "tracks": ["A1"]},
        {"players": ["blue", "green"], "components": "no-such-folder"},
        {"players": ["blue", "green"], "title": "two\nlines"},
    ],
)
def test_headers_that_make_no_sense_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(referee.RefereeError):
        referee.Recording(**arguments)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", referee.UsageError),
        ("blue dances", referee.UnreadableError),
        ("players red, blue", referee.UnreadableError),
        ("blue end left\ngreen end left", referee.UnreadableError),
        (EndPhase(seat=Seat(7)), referee.UsageError),
    ],
)
def test_statements_that_make_no_sense_are_refused_and_change_nothing(
    line: str, error: type[referee.RefereeError]
) -> None:
    game = opened()
    before = game.to_text()
    with pytest.raises(error):
        game.append(line)
    assert game.to_text() == before
    with pytest.raises(referee.UsageError, match="no change was undone"):
        game.redo()


def test_a_recorder_needs_no_solver() -> None:
    code = (
        "import sys, referee; g = referee.Recording(['blue', 'green']); g.next();"
        "referee.load('games/two-players.mgn').table('3.2').draft(kind='end');"
        "print(sorted({'z3', 'ortools', 'numpy', 'pandas'} & {*sys.modules}))"
    )
    found = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"


@pytest.mark.parametrize(
    "answer",
    [
        Change,
        ChangedVerdict,
        NextStatement,
        GameStatus,
        StatementVerdict,
    ],
)
def test_every_answer_has_a_schema(answer: type[Answer]) -> None:
    (found,), definitions = msgspec.json.schema_components([answer])
    assert found["$ref"].endswith(answer.__name__)
    assert definitions[answer.__name__]["description"]


def test_answers_are_plain_data_in_json() -> None:
    game = opened()
    change = game.append("blue goods cotton4 cairo")
    for answer in (change, game.next(), game.status(), *game.verdicts()):
        plain = msgspec.json.encode(answer.to_dict())
        assert msgspec.json.decode(answer.to_json()) == msgspec.json.decode(plain)
        assert msgspec.json.decode(answer.to_json(), type=type(answer)) == answer
