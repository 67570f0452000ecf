"""The second implementation: a program apart from the referee that plays the same game."""

import ast
import random
import re
import sys
from pathlib import Path

import pytest

from referee.conformance.protocol import Apply, AskScore, Hello, Quit
from referee.core.events import Event, PrepareRound
from referee.core.rulings import RULINGS
from referee.core.set_reader import reference_set
from referee.core.shipped_files import shipped
from referee.engine import check, initial, step
from referee.engine.golden import read, setting_of
from referee.engine.mutants import mutated
from tests.conformance.conversation import HERE, ISOLATED, Conversation, answers, command, run
from tests.conformance.second.bugs import BUGS

GOLDEN = sorted((shipped("games") / "golden").glob("*.jsonl"))
SOURCES = sorted((HERE / "second").glob("*.py"))
SLIPS = 4


def test_the_referee_cannot_be_imported_where_it_runs() -> None:
    finished = run([*ISOLATED, "-c", "import referee"])
    assert "No module named 'referee'" in finished.stderr


def test_nothing_of_the_project_or_installed_is_loaded_while_it_plays() -> None:
    finished = run([*ISOLATED, "-X", "importtime", *command()[len(ISOLATED) :]])
    loaded = {line.rpartition("|")[2].strip() for line in finished.stderr.splitlines()[1:]}
    roots = {name.partition(".")[0] for name in loaded}
    assert "second" in roots
    assert roots - sys.stdlib_module_names <= {"second", "imported package"}


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_it_is_written_with_the_standard_library_only(source: Path) -> None:
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            assert str(node.module).partition(".")[0] in sys.stdlib_module_names


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_it_comes_to_the_same_table_after_every_event(path: Path) -> None:
    golden = read(path.read_bytes())
    talk = Conversation(setting_of(golden.header, reference_set()))
    for line in golden.lines:
        talk.apply(line.event)
    scored = talk.score()
    heard = answers(talk.requests)
    digests = [answer["digest"] for answer in heard if "digest" in answer]
    short = len(golden.lines[0].digest)
    assert [digest[:short] for digest in digests] == [line.digest for line in golden.lines]
    assert [pad["rows"] for pad in heard[scored]["scores"]] == [
        list(row) for row in golden.final.rows
    ]


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN[::6], ids=lambda path: path.stem)
def test_it_judges_slips_as_the_engine_does(path: Path) -> None:
    golden = read(path.read_bytes())
    setting = setting_of(golden.header, reference_set())
    rng = random.Random(path.stem)
    talk = Conversation(setting)
    asked: dict[int, tuple[Event, bool]] = {}
    state = initial(setting)
    for line in golden.lines:
        for _ in range(SLIPS):
            slip = mutated(line.event, setting, rng)
            if 0 <= getattr(slip, "seat", 0) < setting.players:
                asked[talk.check(slip)] = slip, not check(state, slip)
        talk.apply(line.event)
        state = step(state, line.event)
    heard = answers(talk.requests)
    assert {legal for _, legal in asked.values()} == {True, False}
    assert [
        slip for number, (slip, legal) in asked.items() if heard[number]["legal"] != legal
    ] == []


def test_it_refuses_what_is_illegal_and_keeps_its_table() -> None:
    golden = read(GOLDEN[0].read_bytes())
    talk = Conversation(setting_of(golden.header, reference_set()))
    talk.apply(golden.lines[0].event)
    talk.apply(PrepareRound())
    _, dealt, before, refused, after = answers(talk.requests)
    assert "legal" not in dealt
    assert refused == {"id": 3, "legal": False}
    assert before["digest"] == after["digest"]


def test_it_says_what_it_can_do_and_what_it_cannot() -> None:
    event = PrepareRound()
    requests = [Hello(id=1), AskScore(id=2), Apply(id=3, event=event), Quit(id=4), AskScore(id=5)]
    introduction, *refusals, goodbye = answers(requests)
    assert introduction["rulings"] == {
        ruling.id: [ruling.default, *ruling.options]
        for ruling in RULINGS.values()
        if ruling.options
    }
    assert [sorted(refusal) for refusal in refusals] == [["error", "id"]] * 2
    assert goodbye == {"id": 4}


def test_every_bug_that_is_listed_can_be_switched_on_and_no_other() -> None:
    told = [name for s in SOURCES for name in re.findall(r'bug\("([^"]+)"\)', s.read_text())]
    assert sorted(set(told)) == sorted(BUGS)
    refused = run(command("nonsense"))
    assert refused.returncode == 2
    assert "invalid choice: 'nonsense'" in refused.stderr
