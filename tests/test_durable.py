"""Files that survive a full disk, a kill and a second run."""

import errno
import fcntl
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from referee.durable import open_lines, replace_file

TORN = b"one\ntwo\nthr"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "lines"
    path.write_bytes(TORN)
    return path


def full_disk(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """Let only so many bytes be written."""
    left = room
    write = os.write

    def limited(number: int, data: bytes) -> int:
        nonlocal left
        if not left:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = write(number, bytes(data)[:left])
        left -= written
        return written

    monkeypatch.setattr("referee.durable.os.write", limited)


def test_a_torn_line_is_told_from_whole_ones(path: Path) -> None:
    with open_lines(path) as lines:
        assert list(lines.whole()) == [b"one", b"two"]
        assert lines.torn() == b"thr"


def test_the_next_line_does_not_join_a_torn_one(path: Path) -> None:
    with open_lines(path) as lines:
        lines.drop_torn()
        lines.append(b"three", b"four")
        assert path.read_bytes() == b"one\ntwo\nthree\nfour\n"


@pytest.mark.parametrize("left", [b"", b"on"])
def test_nothing_whole_leaves_nothing(left: bytes, path: Path) -> None:
    path.write_bytes(left)
    with open_lines(path) as lines:
        lines.drop_torn()
    assert path.read_bytes() == b""


def test_opening_alone_changes_nothing(path: Path) -> None:
    with open_lines(path):
        pass
    assert path.read_bytes() == TORN


def test_a_second_run_is_refused(path: Path) -> None:
    with open_lines(path), pytest.raises(OSError, match="another run"), open_lines(path):
        pass
    with open_lines(path):
        pass


def test_lines_that_do_not_fit_leave_no_part_of_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"one\n")
    with open_lines(path) as lines:
        full_disk(monkeypatch, 5)
        with pytest.raises(OSError, match="No space"):
            lines.append(b"a line", b"that is longer")
    assert path.read_bytes() == b"one\n"


def test_a_file_is_replaced_whole_or_not_at_all(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.chmod(0o640)
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    full_disk(monkeypatch, 3)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"newer")
    assert path.read_bytes() == b"new"
    assert [*path.parent.iterdir()] == [path]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    replace_file(tmp_path / "made", b"")
    made, usual = (tmp_path / name for name in ("made", "usual"))
    assert made.stat().st_mode == usual.stat().st_mode


def test_a_link_keeps_pointing_to_the_file(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace_file(pipe, b"through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


KILLED = """
import os, sys
from pathlib import Path
from referee import durable

def stop(*_):
    os.kill(os.getpid(), {signal})

os.replace = stop
durable.replace_file(Path(sys.argv[1]), b"new")
"""


def interrupted_writer(path: Path, number: signal.Signals) -> subprocess.Popen[bytes]:
    """Start a process that is killed or stopped before the new file takes the place of the old."""
    script = KILLED.format(signal=int(number))
    return subprocess.Popen([sys.executable, "-c", script, str(path)])  # noqa: S603 - ours


def test_what_a_killed_writer_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_bytes(b"old")
    foreign = {tmp_path / name for name in (".kept.json.new", ".kept.json.new.new", "b.new")}
    for file in foreign:
        file.write_bytes(b"somebody else's")
    assert interrupted_writer(kept, signal.SIGKILL).wait() == -signal.SIGKILL
    assert kept.read_bytes() == b"old"
    assert len([*tmp_path.iterdir()]) == 5
    with open_lines(tmp_path / "lines"):
        assert {*tmp_path.iterdir()} == {kept, tmp_path / "lines", *foreign}


def test_what_a_living_writer_is_writing_stays(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    with interrupted_writer(kept, signal.SIGSTOP) as writer:
        try:
            os.waitid(os.P_PID, writer.pid, os.WSTOPPED)
            (unfinished,) = tmp_path.iterdir()
            replace_file(tmp_path / "other.json", b"other")
            assert unfinished.read_bytes() == b"new"
        finally:
            writer.kill()


def test_a_sweep_between_making_and_locking_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flock = fcntl.flock
    swept: list[Path] = []

    def late(number: int, kind: int) -> None:
        if not swept:
            swept.extend(tmp_path.iterdir())
            swept[0].unlink()
        flock(number, kind)

    monkeypatch.setattr("referee.durable.fcntl.flock", late)
    replace_file(tmp_path / "kept.json", b"new")
    assert swept
    assert (tmp_path / "kept.json").read_bytes() == b"new"


def test_a_long_name_in_any_script_has_room_for_the_file_beside_it(tmp_path: Path) -> None:
    path = tmp_path / ("\N{CJK UNIFIED IDEOGRAPH-68CB}" * 84)
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
