"""Records stay valid while a set grows, and a corrected reading changes verdicts."""

import re
from pathlib import Path

import pytest

import referee
from referee.copies import partly_read_set
from referee.copies.set_files import kept_versions
from referee.core.set_reader import VERSIONS
from tests.cli.running import run
from tests.copies.blanked_copies import BORDERS, GAME, SET, blanked_copy

pytestmark = pytest.mark.slow

BORDER = r'(\["cape-town", "R24"\], +lines = )'


def reread(game: Path, pattern: str, new: str) -> None:
    path = game.parent / SET / "map.toml"
    text, changed = re.subn(pattern, new, path.read_text("utf-8"))
    assert changed == 1
    path.write_text(text, "utf-8")


def with_digest(game: Path) -> None:
    """Let the record name the digest of its set as it is now."""
    digest = referee.Copy(game.parent / SET).components().digest
    text = game.read_text("utf-8").replace(f"set {SET}", f"set {SET} sha256:{digest}")
    game.write_text(text, "utf-8")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    found = blanked_copy(tmp_path, BORDERS)
    referee.Copy(found.parent / SET).accept()
    with_digest(found)
    return found


def test_a_record_stays_valid_while_the_set_grows(game: Path) -> None:
    reread(game, BORDER + r'"\?"', r"\g<1>1")
    assert referee.check(game).verdict == "conditional"
    (game.parent / SET / VERSIONS).unlink()
    with pytest.raises(referee.UnreadableError):
        referee.check(game)


def test_a_value_that_was_changed_by_hand_is_named(game: Path) -> None:
    reread(game, BORDER + r'"\?"', r"\g<1>1")
    referee.Copy(game.parent / SET).accept()
    game.write_text(re.sub(r" sha256:\w+", "", game.read_text("utf-8")), "utf-8")
    with_digest(game)
    reread(game, BORDER + "1", r"\g<1>2")
    result = run("check", str(game))
    assert result.exit_code == 2
    words = " ".join(result.output.split())
    assert "when the border between Cape Town and R24 was entered as 1; now it is 2" in words
    assert "--accept" in words


def test_compiled_modules_leave_a_correction_to_plain_ones(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game.parent / SET
    reread(game, BORDER + r'"\?"', r"\g<1>2")
    referee.Copy(folder).accept()
    reread(game, BORDER + "2", r"\g<1>1")
    kept = kept_versions(folder)
    monkeypatch.setattr(partly_read_set, "compiled_modules", lambda _: ["referee.engine.goods"])
    with pytest.raises(referee.CompiledModulesError):
        referee.Copy(folder).accept()
    assert kept_versions(folder) == kept, "the plain process finds nothing to judge again"


def test_a_correction_judges_the_records_again(game: Path) -> None:
    folder = game.parent / SET
    reread(game, BORDER + r'"\?"', r"\g<1>2")
    referee.Copy(folder).accept()
    assert referee.check(game).verdict == "illegal"
    reread(game, BORDER + "2", r"\g<1>1")
    result = run("components", "check", str(folder), "--accept")
    assert result.exit_code == 0
    words = " ".join(result.output.split())
    assert "the border between Cape Town and R24: 2 before, 1 now" in words
    assert "1 record was checked again; 1 verdict has changed" in words
    assert f"{GAME}: illegal before, conditional now" in words
    assert referee.check(game).verdict == "conditional"


def test_versions_are_kept_once(game: Path) -> None:
    folder = game.parent / SET
    before = len(kept_versions(folder))
    assert referee.Copy(folder).accept().corrections == ()
    assert len(kept_versions(folder)) == before


@pytest.mark.parametrize(
    "line", [b'{"digest": "ab', b'{"digest": "\xff", "read": {}}\n', b'{"read": ' + 9999 * b'{"a":']
)
def test_a_torn_line_of_versions_costs_nothing(game: Path, line: bytes) -> None:
    path = game.parent / SET / VERSIONS
    path.write_bytes(path.read_bytes() + line)
    assert referee.check(game).verdict == "conditional"
    reread(game, BORDER + r'"\?"', r"\g<1>1")
    referee.Copy(game.parent / SET).accept()
    assert len(kept_versions(game.parent / SET)) == 2


def test_answers_are_versions_and_so_is_the_set_before_them(tmp_path: Path) -> None:
    copy = referee.Copy.begin(tmp_path / "my-copy")
    copy.answer("tracks.A1.last", "12")
    copy.answer("tracks.A1.calls", "7:2")
    assert len(kept_versions(copy.folder)) == 3
