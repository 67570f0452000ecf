import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.tools.project import ROOT, ProgramError
from scripts.tools.snapshot.__main__ import command
from scripts.tools.snapshot.pages import (
    FILE,
    CommandLines,
    Expected,
    Pages,
    answer,
    difference_lines,
    differences,
    judged,
    read_pages,
    write_pages,
)
from scripts.tools.snapshot.plan import readme
from scripts.tools.snapshot.worker import normal
from tests.programs import exit_code

pytestmark = pytest.mark.slow

PLACES = {"/scratch/snapshot-ab12cd34/code": "<project>", "/scratch/snapshot-ab12cd34": "<work>"}

GREETER = """
import time
from pathlib import Path
import click

@click.group()
def main() -> None:
    pass

@main.command()
def greet() -> None:
    click.echo("hello", err=True)
    click.echo(f"{time.perf_counter():.2f} s")
    click.echo(f"written in {Path.cwd()}")
    Path("letter.txt").write_text("dear reader\\n")

@main.command()
@click.argument("name")
def count(name: str) -> None:
    click.echo(f"{len(name)} letters")
    raise SystemExit(len(name))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose command can do two things, and whose README tries both."""
    folder = tmp_path / "project"
    for name in ("games/golden", "puzzles", "referee"):
        (folder / name).mkdir(parents=True)
    for name in ("games/four-players.mgn", "games/golden/game-00.jsonl"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    for name in ("puzzles/none.txt", "referee/__init__.py"):
        (folder / name).touch()
    (folder / "pyproject.toml").write_text('[project.scripts]\nreferee = "referee.greeter:main"\n')
    (folder / "README.md").write_text("```\nreferee greet\nreferee count letter.txt  # ten\n```\n")
    (folder / "referee" / "greeter.py").write_text(GREETER)
    _git(folder, "init", "--quiet")
    _commit(folder)
    return folder


def _git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    command = ["git", "-C", str(folder), *who, *arguments]
    subprocess.run(command, check=True)  # noqa: S603


def _commit(folder: Path) -> None:
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--message", "A change")


def _change(project: Path, old: str, new: str) -> None:
    file = project / "referee" / "greeter.py"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


ONLY = ("--only", "greet|count", "--sample", "0")


def main(arguments: Sequence[str], project: Path) -> int:
    return exit_code(command, *arguments, "--project", str(project))


def test_a_snapshot_tells_output_exit_code_and_files(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "taken"
    assert main(["take", str(folder), *ONLY], project) == 0
    assert [each for each in read_pages(folder) if each.area == "readme"] == [
        CommandLines(
            "readme",
            "referee greet",
            [
                *("exit 0", "stdout", "| <seconds> s", "| written in <work>/here"),
                *("stderr", "| hello", "file letter.txt", "| dear reader"),
            ],
        ),
        CommandLines("readme", "referee count letter.txt", ["exit 10", "stdout", "| 10 letters"]),
    ]
    assert '"about": "working tree: ' in (folder / FILE).read_text()


def test_the_same_tree_gives_the_same_snapshot(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "HEAD", *ONLY], project) == 0
    assert capsys.readouterr().out == "0 commands differ unexpectedly\n"


def test_a_seeded_difference_is_found(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _change(project, "dear reader", "dear writer")
    assert main(["compare", "HEAD", *ONLY], project) == 1
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "$ referee greet    [readme]"
    assert [line for line in shown if line[0:1] in ("+", "-")] == [
        "-| dear reader",
        "+| dear writer",
    ]
    assert shown[-1] == "1 commands differ unexpectedly"


def test_revisions_are_compared_with_each_other(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(project, "SystemExit(len(name))", "SystemExit(3)")
    _commit(project)
    _change(project, "SystemExit(3)", "SystemExit(4)")
    assert main(["compare", "HEAD~", "HEAD", *ONLY], project) == 1
    assert "-exit 10\n+exit 3\n" in capsys.readouterr().out


def test_a_part_of_an_earlier_snapshot_can_be_compared(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "taken")
    assert main(["take", folder, *ONLY], project) == 0
    _change(project, "SystemExit(len(name))", "SystemExit(3)")
    assert main(["compare", folder, "--sample", "0", "--only", "greet"], project) == 0
    assert main(["compare", folder, "--sample", "0", "--only", "count"], project) == 1
    assert "1 commands differ unexpectedly" in capsys.readouterr().out


def test_an_expected_difference_is_counted_and_an_idle_entry_told(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = tmp_path / "expected.toml"
    expected.write_text(
        """
        [[expected]]
        command = "^referee greet$"
        change = "dear (reader|writer)$"
        reason = "letters go to writers"

        [[expected]]
        command = "count"
        change = "letters"
        reason = "letters are counted otherwise"
        """
    )
    _change(project, "dear reader", "dear writer")
    assert main(["compare", "HEAD", *ONLY, "--expected", str(expected)], project) == 0
    assert capsys.readouterr().out.splitlines() == [
        "expected, 1 commands: letters go to writers",
        "expected, but nothing differs so: letters are counted otherwise (count: letters)",
        "0 commands differ unexpectedly",
    ]


def test_a_command_that_sees_how_it_was_started_is_told(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    readme_file = project / "README.md"
    readme_file.write_text("```\nreferee greet\n```\n")
    _change(project, 'click.echo("hello"', "import sys; click.echo(len(sys.modules)")
    assert main(["take", str(tmp_path / "taken"), "--only", "greet", "--sample", "1"], project) == 2
    shown = capfd.readouterr().err
    assert "$ referee greet    [readme]" in shown
    assert "1 commands differ in a process of their own" in shown


def test_a_reader_who_goes_away_is_no_fault(tmp_path: Path) -> None:
    for name, said in (("first", "one\n"), ("second", "two\n" * 50_000)):
        write_pages(
            tmp_path / name, Pages("a test", [answer("a", "referee x", "0", {"stdout": said})])
        )
    comparing = subprocess.Popen(
        [sys.executable, "-m", "scripts.tools.snapshot", "compare", "first", "second"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert comparing.stdout is not None
    assert comparing.stderr is not None
    with comparing:
        assert comparing.stdout.readline() == b"$ referee x    [a]\n"
        comparing.stdout.close()
        assert comparing.stderr.read() == b""
    assert comparing.returncode == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare", "no-such-revision"),
        ("compare", "HEAD", "--expected", "no-such-file.toml"),
        ("compare", "HEAD", "--expected", "README.md"),
        ("take", "games"),
    ],
)
def test_a_misuse_is_told_in_a_line(
    arguments: tuple[str, ...],
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(project)
    assert main([*arguments, *ONLY], project) == 2
    shown = capfd.readouterr()
    assert "Error: " in shown.err
    assert "Traceback" not in shown.err
    assert (project / "games" / "four-players.mgn").exists()


def test_a_tree_that_cannot_be_loaded_is_told(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _change(project, "import click", "import no_such_module")
    assert main(["take", str(tmp_path / "taken"), *ONLY], project) == 2
    shown = capfd.readouterr().err
    assert "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'" in shown
    assert "Traceback" not in shown


def test_every_command_of_the_page_of_commands_is_tried() -> None:
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")
    written = [line for line in text.splitlines() if line.startswith("referee ")]
    assert len(readme(ROOT).lines) == len(written) > 0


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("0.05 s\n", "<seconds> s\n"),
        ('  "seconds": 1.2345,\n', '  "seconds": <seconds>,\n'),
        ('  "seconds": 0\n', '  "seconds": <seconds>\n'),
        ("third-page   20  optimal  10.06\n", "third-page   20  optimal  <seconds>\n"),
        ("38 puzzles proved in 15.9 s, 0 failed\n", "38 puzzles proved in <seconds> s, 0 failed\n"),
        ("/scratch/snapshot-ab12cd34/code/games/x", "<project>/games/x"),
        ("/scratch/snapshot-ab12cd34/here/x", "<work>/here/x"),
        ("\x1b[1m \xff\t\\", "\\x1b[1m \xff\\t\\\\"),
    ],
)
def test_only_times_and_places_are_taken_out(said: str, kept: str) -> None:
    assert normal(said.encode(), PLACES) == kept


@pytest.mark.parametrize(
    "said",
    [
        "blue has 12.50 s of sand\n",
        "it takes 0.05 s\n",
        '"seconds_left": 3,\n',
        '"seconds": "many"\n',
        '"value": 0.25,\n',
        "third-page   20  bound  0.06\n",
        "38 puzzles proved, 1 failed\n",
        "/scratch/another/folder\n",
        "8cab7c86d7528dd01032e53fa89b5f8e\n",
        "round 3, turn 2\n",
        "trailing space \n\n\n",
    ],
)
def test_everything_else_stays(said: str) -> None:
    assert normal(said.encode(), PLACES) == said


@given(st.binary(), st.binary())
def test_different_output_is_never_the_same_text(one: bytes, other: bytes) -> None:
    assert (normal(one, {}) == normal(other, {})) == (one == other)


@given(outputs=st.lists(st.binary(), min_size=1, max_size=3))
def test_what_is_written_is_read_again(
    outputs: list[bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("pages")
    results = [
        answer("area", "referee same", str(number), {"stdout": normal(output, {})})
        for number, output in enumerate(outputs)
    ]
    write_pages(folder, Pages("a test", results))
    found = read_pages(folder)
    assert found == results
    assert len({tuple(each.lines[1:]) for each in found}) == len(set(outputs))


def test_an_empty_file_is_told_and_a_silent_stream_is_not() -> None:
    silent = answer("area", "referee x", "0", {"stdout": "", "stderr": "", "file x.mgn": ""})
    assert silent.lines == ["exit 0", "file x.mgn"]


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("precious")
    with pytest.raises(ProgramError, match="nothing was written"):
        write_pages(tmp_path, Pages("a test", []))
    assert (tmp_path / "notes.txt").read_text() == "precious"
    with pytest.raises(ProgramError, match="holds no snapshot"):
        read_pages(tmp_path)


def test_a_line_that_nobody_expected_is_not_hidden_by_one_that_was() -> None:
    [found] = differences(
        [CommandLines("a", "referee x", ["exit 0", "| one", "| two"])],
        [CommandLines("a", "referee x", ["exit 1", "| uno", "| two"])],
    )
    one = Expected("x", r"\| (one|uno)$", "numbers are Spanish")
    assert judged([found], [one]).unexpected == [found]
    assert judged([found], [one, Expected("x", "exit", "Spanish is wrong")]).by_reason == {
        "numbers are Spanish": 1,
        "Spanish is wrong": 1,
    }
    assert judged([found], [Expected("y", ".", "another command")]).unexpected == [found]


def test_a_block_that_was_put_in_is_not_mixed_up_with_its_neighbours() -> None:
    blocks = [["| {", f'|   "file": "game-{number}"', "| },"] for number in range(200)]
    before = [line for block in blocks for line in block if block is not blocks[7]]
    after = [line for block in blocks for line in block]
    [found] = differences(
        [CommandLines("a", "referee x", before)], [CommandLines("a", "referee x", after)]
    )
    assert sorted(found.changes) == sorted(f"+{line}" for line in blocks[7])


def test_commands_that_come_and_go_differ() -> None:
    found = differences(
        [CommandLines("a", "referee x", ["exit 0"])], [CommandLines("a", "referee y", ["exit 0"])]
    )
    assert [(one.command, one.changes) for one in found] == [
        ("referee x", ["-this command is only in the first snapshot"]),
        ("referee y", ["+this command is only in the second snapshot"]),
    ]


def test_commands_that_changed_in_the_same_way_are_shown_together() -> None:
    same = ["-| one", "+| uno"]
    found = [
        CommandLines("a", "referee x", ["@@ -1,2 +1,2 @@", *same]),
        CommandLines("b", "referee y", ["@@ -7,2 +7,2 @@", *same]),
        CommandLines("b", "referee z", ["@@ -1,2 +1,2 @@", *same, "+exit 1"]),
    ]
    assert list(difference_lines(found)) == [
        *("$ referee x    [a]", "$ referee y    [b]", "@@", *same, ""),
        *("$ referee z    [b]", "@@", *same, "+exit 1", ""),
    ]
