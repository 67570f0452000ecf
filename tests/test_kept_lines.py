"""Lines kept by long runs that may be stopped in the middle of one."""

from pathlib import Path

import pytest

from referee.kept_lines import drop_torn_line, keep_lines, whole_lines

TORN = b"one\ntwo\nthr"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "lines"
    path.write_bytes(TORN)
    return path


def test_a_torn_line_is_not_read(path: Path) -> None:
    assert list(whole_lines(path)) == [b"one", b"two"]


def test_the_next_line_does_not_join_a_torn_one(path: Path) -> None:
    drop_torn_line(path)
    with path.open("ab") as stream:
        keep_lines(stream, b"three", b"four")
    assert path.read_bytes() == b"one\ntwo\nthree\nfour\n"


@pytest.mark.parametrize("left", [b"", b"on"])
def test_nothing_whole_leaves_nothing(left: bytes, path: Path) -> None:
    path.write_bytes(left)
    drop_torn_line(path)
    assert path.read_bytes() == b""


def test_what_is_kept_is_on_the_disk_at_once(path: Path) -> None:
    with path.open("wb") as stream:
        keep_lines(stream, b"one")
        assert path.read_bytes() == b"one\n"
