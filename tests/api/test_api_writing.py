"""Records written from Python: in canonical form, in another form, into a file."""

from pathlib import Path

import pytest

import referee
from referee.api.record_forms import formatted, write_file
from referee.core.shipped_files import shipped
from tests.cli.running import run
from tests.cli.test_cli_check import LEGAL, UNREADABLE

GAME = shipped("games") / "two-players.mgn"


def test_the_canonical_form_is_what_the_command_prints(tmp_path: Path) -> None:
    file = tmp_path / "game.mgn"
    file.write_text(LEGAL.upper().replace("PLAYERS", "players"), "utf-8")
    found = formatted(file)
    assert not found.is_canonical
    assert found.after == run("fmt", str(file)).stdout_bytes
    assert formatted(found.after).is_canonical


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_a_record_in_another_form_says_the_same(form: str) -> None:
    data = referee.load(GAME).to_form(form)  # type: ignore[arg-type]
    assert data == run("fmt", str(GAME), "--to", form).stdout_bytes
    assert data == referee.loads(data).to_form(form)  # type: ignore[arg-type]
    assert referee.loads(data).to_text() == GAME.read_text("utf-8")


def test_what_cannot_be_converted_is_an_error() -> None:
    with pytest.raises(referee.UnreadableError):
        referee.loads(UNREADABLE).to_form("json")
    with pytest.raises(referee.UsageError, match="'pdf' is not a form"):
        referee.load(GAME).to_form("pdf")  # type: ignore[arg-type]


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "game.mgn"
    write_file(file, b"new")
    assert file.read_bytes() == b"new"
    with pytest.raises(referee.WriteError, match="cannot be written"):
        write_file(tmp_path, b"newer")
    with pytest.raises(referee.WriteError):
        write_file(tmp_path / "nowhere" / "game.mgn", b"new")
