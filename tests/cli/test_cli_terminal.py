"""What a file or a program says is shown on a terminal, and never obeyed by it."""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from referee.core.shipped_files import shipped
from tests.cli.running import run
from tests.cli.test_cli_check import LEGAL

HOSTILE = "\x1b]0;owned\x07\x9b31m\x1b[2J\u202e\x7f"
"""Sets the title, colours, clears the screen, turns the writing direction, deletes."""

PROGRAM = f"import sys; sys.stderr.write({HOSTILE!r}); sys.stdout.write({HOSTILE!r} + chr(10))"

PUZZLE = (shipped("puzzles") / "banana-boat.toml").read_text("utf-8")
GOLDEN = (shipped("games") / "golden" / "game-00.jsonl").read_text("utf-8")


def harmless(text: str) -> bool:
    return all(char.isprintable() or char in "\r\n\xa0" for char in text)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    said = json.dumps(HOSTILE)
    record = json.loads(run("fmt", "-", "--to", "json", given=LEGAL.encode()).stdout)
    record["header"]["title"] = HOSTILE
    record["header"]["comments"] = [HOSTILE]
    files = {
        "record.mgn": f"{LEGAL}# {HOSTILE}\n",
        "titled.mgn": f'title "{HOSTILE}"\n{LEGAL}',
        "junk.mgn": f"players blue green\n{HOSTILE}\n",
        "record.json": json.dumps(record, ensure_ascii=False),
        "puzzle.toml": PUZZLE.replace('"Banana boat"', said),
        "lost.toml": f"{PUZZLE.partition('[position]')[0]}game = {said}\n",
        "objective.toml": PUZZLE.replace('"shares:saint-louis"', said),
        "golden/game-00.jsonl": GOLDEN.replace("8cab7c86d7528dd0", f"x{said[1:-1]}", 1),
        "moved/game-00.jsonl": GOLDEN.replace("exp2b", said[1:-1], 1),
        f"{HOSTILE.replace('/', '')}.mgn": "junk\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


COMMANDS = [
    "check {0}/record.mgn",
    "check {0}/junk.mgn",
    "check {0}/record.json --json",
    "check {0}/record.json",
    "check {0}",
    "show {0}/titled.mgn",
    "show {0}/junk.mgn",
    "show {0}/record.json --json",
    "score {0}/record.json",
    "puzzle show {0}/puzzle.toml",
    "puzzle show {0}/puzzle.toml --json",
    "puzzle show {0}/lost.toml",
    "puzzle check {0}/objective.toml",
    "puzzle show {0}/objective.toml",
    "conform golden {0}/golden",
    "conform golden {0}/moved",
    "fmt {0}/junk.mgn --to json",
    "position check {0}",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_file_says_is_shown_and_not_sent(command: str, hostile: Path) -> None:
    result = run(*(part.format(hostile) for part in command.split()))
    assert result.output
    assert harmless(result.stdout)
    assert harmless(result.stderr)
    assert "bug in the referee" not in result.stderr


@pytest.mark.parametrize("command", ["legal {0} --at 7.7 --against", "conform run --games 1 --"])
def test_what_a_program_says_is_shown_and_not_sent(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = [sys.executable, "-S", "-c", PROGRAM]
    game = str(shipped("games") / "two-players.mgn")
    given = [shlex.join(program)] if command.startswith("legal") else program
    result = run(*(part.format(game) for part in command.split()), *given)
    assert "owned" in result.output
    assert harmless(result.output)


def on_a_terminal(*arguments: str) -> str:
    """Return what a command prints on a terminal."""
    ours, its = pty.openpty()
    command = (sys.executable, "-m", "referee", *arguments)
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its):  # noqa: S603
        os.close(its)
        found = b""
        try:
            while read := os.read(ours, 65536):
                found += read
        except OSError:
            # That is how a terminal says that nobody writes to it any more.
            pass
    os.close(ours)
    return found.decode("utf-8", "replace")


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("fmt",), ("fmt", "--to", "text")])
def test_a_record_is_printed_harmlessly_on_a_terminal(
    arguments: tuple[str, ...], hostile: Path
) -> None:
    command, *options = arguments
    printed = on_a_terminal(command, str(hostile / "record.mgn"), *options)
    assert "owned" in printed
    assert harmless(printed)


def test_an_error_fits_into_the_terminal() -> None:
    printed = on_a_terminal("best", "games/four-players.mgn", "--objective", "x", "--lang", "fr")
    assert "shares:cairo" in printed
    assert max(map(len, printed.split("\r\n"))) <= 80


def test_a_verdict_is_broken_at_a_space_on_a_terminal_alone() -> None:
    game = "games/illegal/mistake-occupied-region.mgn"
    verdict = f"{game}: nepřípustné; přípustných je prvních 19, celkem 20 událostí"
    coloured = on_a_terminal("check", game, "--lang", "cs")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    printed = [line.rstrip() for line in plain.split("\r\n")]
    assert verdict not in printed
    assert f"{game}: nepřípustné; přípustných je prvních" in printed
    assert verdict in run("check", game, "--lang", "cs").output.split("\n")


def test_a_record_is_printed_as_it_is_elsewhere(hostile: Path) -> None:
    assert HOSTILE in run("fmt", str(hostile / "record.mgn")).stdout


def test_a_puzzle_takes_no_game_from_outside_its_folder(tmp_path: Path) -> None:
    game = shipped("games") / "two-players.mgn"
    (tmp_path / "outside.mgn").write_bytes(game.read_bytes())
    inside = tmp_path / "puzzles"
    inside.mkdir()
    (inside / "linked.mgn").symlink_to(tmp_path / "outside.mgn")
    (inside / "beside.mgn").write_bytes(game.read_bytes())
    for name, code in (
        ("beside.mgn", 0),
        ("two-players.mgn", 0),
        ("../outside.mgn", 2),
        (str(tmp_path / "outside.mgn"), 2),
        ("linked.mgn", 2),
        ("x" * 5000, 2),
    ):
        text = PUZZLE.partition("\n[")[0].replace('"blue"', '"green"')
        puzzle = inside / "puzzle.toml"
        puzzle.write_text(f'{text}\ngame = "{name}"\nat = "7.7"\n', "utf-8")
        result = run("puzzle", "show", str(puzzle))
        assert (name, result.exit_code) == (name, code)
