"""What the README shows is what the command prints."""

import doctest
import re
import shlex
import sys
from pathlib import Path

import pytest

from scripts.tools.project import ROOT
from tests.cli.running import run

README = (ROOT / "README.md").read_text("utf-8")
LANGUAGES = ("nl", "cs", "fr")
READMES = [README, *((ROOT / f"docs/{code}/README.md").read_text("utf-8") for code in LANGUAGES)]
SHOWN = re.compile(r"^```\n\$ referee (.*)\n((?s:.*?))^```$", re.MULTILINE)
TRANSCRIPTS = {command: printed for page in READMES for command, printed in SHOWN.findall(page)}
PROGRAM = ROOT / "tests" / "conformance" / "run_second.py"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The checkout, and beside it the program of the reader, whose C-books are too cheap."""
    mine = tmp_path / "mine"
    python = shlex.join([sys.executable, "-I", "-S", str(PROGRAM), "--bug", "c-book-for-one"])
    mine.write_text(f"#!/bin/sh\nexec {python}\n", "utf-8")
    mine.chmod(0o755)
    (tmp_path / "games").symlink_to(ROOT / "games")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("command", TRANSCRIPTS)
def test_a_transcript_is_what_the_command_prints(command: str) -> None:
    printed = "\n".join(line.rstrip() for line in run(*shlex.split(command)).stdout.splitlines())
    # A line of three dots stands for any lines.
    shown = [part.strip("\n") for part in re.split(r"(?m)^\.\.\.$", TRANSCRIPTS[command])]
    assert re.fullmatch("(?s:.*)".join(map(re.escape, shown)), printed), printed


@pytest.mark.parametrize("page", READMES)
def test_every_kind_of_reader_finds_a_transcript(page: str) -> None:
    shown = [command.split()[0] for command, _ in SHOWN.findall(page)]
    assert shown == ["check", "best", "conform"]


@pytest.mark.parametrize("page", READMES[1:])
def test_every_language_has_what_the_english_page_has(page: str) -> None:
    assert page.count("\n## ") == README.count("\n## ")
    assert page.count("\n| ") == README.count("\n| ")
    assert page.count("\n![") == README.count("\n![")


@pytest.mark.parametrize("page", READMES)
def test_the_lines_of_python_are_true(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (lines,) = re.findall(r"^```pycon\n((?s:.*?))^```$", page, re.MULTILINE)
    parsed = doctest.DocTestParser().get_doctest(lines, {}, "README", "README.md", 0)
    assert len(parsed.examples) > 1
    assert doctest.DocTestRunner().run(parsed).failed == 0


@pytest.mark.parametrize("page", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        linked = page.parent / path if path else page
        assert linked.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.*)$", linked.read_text("utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
            assert heading in anchors, target
