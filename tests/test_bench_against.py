"""`scripts/bench --against`: what is worse, what is not, and what a revision does not have."""

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from scripts.tools.bench.__main__ import GROUPS, PROGRAMS, command, missing_programs
from scripts.tools.bench.against import (
    PACKAGES,
    Against,
    Change,
    GroupFailedError,
    Measure,
    Sense,
    against,
    changes,
    comparison_lines,
    in_process,
    sense,
)
from scripts.tools.bench.measurement import Figures
from tests.programs import exit_code

RATE = "validate and apply, turns/s"
TIME = "a 4-player game proven, s"


def change(name: str, here: Sequence[float], there: Sequence[float]) -> Change:
    (found,) = changes([{name: value} for value in here], [{name: value} for value in there])
    return found.change


@pytest.mark.parametrize(
    ("here", "there", "rate", "time"),
    [
        ((94, 94, 94), (99, 100, 101), "worse", "better"),
        ((106, 106, 106), (99, 100, 101), "better", "worse"),
        # Not more than a twentieth.
        ((95, 95, 95), (99, 100, 101), "alike", "alike"),
        ((105, 105, 105), (99, 100, 101), "alike", "alike"),
        # A revision that was once as slow, or once as quick.
        ((90, 90, 90), (90, 100, 101), "alike", "alike"),
        ((110, 110, 110), (99, 100, 110), "alike", "alike"),
        # One run does not make a median.
        ((50, 100, 100), (99, 100, 101), "alike", "alike"),
    ],
)
def test_worse_is_a_median_beyond_a_twentieth_and_beyond_every_run(
    here: Sequence[float], there: Sequence[float], rate: Change, time: Change
) -> None:
    assert change(RATE, here, there) == rate
    assert change(TIME, here, there) == time


@pytest.mark.parametrize(
    ("name", "part", "expected"),
    [
        (RATE, "", "more is better"),
        ("validate and apply by action, turns/s", "expand", "more is better"),
        ("ratio text / python-chess PGN", "", "more is better"),
        ("1 blank turns", "decided %", "more is better"),
        ("check, two processes beside one", "times as fast", "more is better"),
        ("check, two processes beside one", "times the CPU", "less is better"),
        ("memory of a worker of check, MB", "pss", "less is better"),
        ("startup: help", "of the imports", "less is better"),
        ("startup: help", "ms of CPU", "less is better"),
        ("startup: help", "at most", "amount"),
        ("ms for a table of 390", "", "less is better"),
        ("2-player replay", "s", "less is better"),
        ("table: answer to a tap", "p95 ms", "less is better"),
        ("table: answer to a tap", "p95 at most", "amount"),
        ("why, one core, ms", "expand", "less is better"),
        ("why, one core, ms", "at most", "amount"),
        ("best turn, ms", "median", "less is better"),
        ("best turn, ms", "given up", "amount"),
        ("mix of turns", "expand", "amount"),
        ("all amounts unread, no notes, 4 players", "conditions", "amount"),
        ("all amounts unread, no notes, 4 players", "longest s", "less is better"),
        ("startup: import click, rich, msgspec", "ms of CPU", "yardstick"),
        ("python-chess push_san, plies/s", "", "yardstick"),
        ("catanatron random play, actions/s", "", "yardstick"),
    ],
)
def test_a_figure_says_which_way_it_is_better(name: str, part: str, expected: Sense) -> None:
    assert sense(name, part) == expected


def test_neither_a_yardstick_nor_an_amount_of_work_is_worse() -> None:
    assert change("python-chess push_san, plies/s", [50], [100]) == "alike"
    assert change("mix of turns", [50], [100]) == "differs"
    assert change("mix of turns", [50], [50]) == "alike"


def test_a_figure_that_one_of_both_lacks_is_missing_and_has_no_ratio() -> None:
    found = changes([{"new": {"ms": 1.0}}], [{"old": {"ms": 1.0}}])
    assert [(each.name, each.change, each.ratio) for each in found] == [
        ("new: ms", "missing", None),
        ("old: ms", "missing", None),
    ]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a commit that says `there`, and `here` in the working tree."""
    folder = tmp_path / "project"
    folder.mkdir()
    word = folder / "word.txt"
    word.write_text("there")
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    for words in (("init", "--quiet"), ("add", "--all"), ("commit", "-q", "-m", "A change")):
        subprocess.run(["git", "-C", str(folder), *who, *words], check=True)  # noqa: S603, S607
    word.write_text("here")
    return folder


class Faked:
    """Measurements of both trees, and the order in which they were asked for."""

    def __init__(self, runs: Mapping[tuple[str, str], Sequence[Figures | None]]) -> None:
        self._left: dict[tuple[str, str], Iterator[Figures | None]] = {
            key: iter(values) for key, values in runs.items()
        }
        self.asked: list[str] = []
        self.trees: set[Path] = set()

    def __call__(self, tree: Path, group: str) -> Figures:
        self.trees.add(tree)
        word = (tree / "word.txt").read_text()
        self.asked.append(word)
        found = next(self._left[word, group])
        if found is None:
            raise GroupFailedError(f"invalid choice: {group}")
        return found


def compared(project: Path, measure: Measure, *groups: str, runs: int = 3) -> Against:
    return against(project, "HEAD", groups, runs, measure)


def test_both_trees_are_measured_in_turn_in_copies_that_are_gone_afterwards(project: Path) -> None:
    runs: list[Figures] = [{RATE: 100}, {RATE: 101}, {RATE: 99}]
    faked = Faked({("here", "turns"): runs, ("there", "turns"): runs})
    found = compared(project, faked, "turns")
    assert faked.asked == ["here", "there", "there", "here", "here", "there"]
    assert project not in faked.trees
    assert not any(tree.exists() for tree in faked.trees)
    assert found.worse == []
    *_, row, _, last = comparison_lines(found)
    assert last == "0 worse"
    assert "100 (99 to 101)" in row


def test_what_is_worse_is_named(project: Path) -> None:
    slow: list[Figures] = [{RATE: 50, TIME: {"median": 1.0}}] * 3
    fast: list[Figures] = [{RATE: 100, TIME: {"median": 1.0}}] * 3
    found = compared(project, Faked({("here", "turns"): slow, ("there", "turns"): fast}), "turns")
    assert found.worse == [RATE]
    *_, row, time, _, last = comparison_lines(found)
    assert row.endswith(" 0.500  worse")
    assert time.startswith(f"{TIME}: median ")
    assert last == f"1 worse; {RATE}"


def test_a_group_that_the_revision_lacks_is_told_and_the_others_are_compared(project: Path) -> None:
    runs: list[Figures] = [{RATE: 100}] * 3
    faked = Faked(
        {
            ("here", "jobs"): [{"s": 1.0}],
            ("there", "jobs"): [None],
            ("here", "turns"): runs,
            ("there", "turns"): runs,
        }
    )
    found = compared(project, faked, "jobs", "turns")
    assert "jobs: not measured there: invalid choice: jobs" in [*comparison_lines(found)]
    assert [each.name for each in found.figures] == [RATE]
    assert found.worse == []


def test_a_group_that_only_the_working_tree_fails_to_measure_is_worse(project: Path) -> None:
    faked = Faked({("here", "jobs"): [None], ("there", "jobs"): [{"s": 1.0}]})
    assert compared(project, faked, "jobs").worse == ["jobs, which fails"]
    neither = Faked({("here", "jobs"): [None], ("there", "jobs"): [None]})
    assert compared(project, neither, "jobs").worse == []


def test_a_tree_measures_itself_with_its_own_programs(tmp_path: Path) -> None:
    bench = tmp_path / "scripts" / "tools" / "bench"
    bench.mkdir(parents=True)
    with pytest.raises(GroupFailedError, match="there is no package referee"):
        in_process([])(tmp_path, "listing")
    for package in PACKAGES:
        (tmp_path / package).mkdir(exist_ok=True)
        (tmp_path / package / "__init__.py").touch()
    (bench / "__main__.py").write_text("import json, sys; print(json.dumps({'asked': sys.argv}))")
    measured = in_process(["--rounds", "2"])(tmp_path, "listing")
    assert measured["asked"] == [
        str(bench / "__main__.py"),
        *("--json", "--only", "listing", "--rounds", "2"),
    ]
    (bench / "__main__.py").write_text("import of_nothing")
    with pytest.raises(GroupFailedError, match="No module named 'of_nothing'"):
        in_process([])(tmp_path, "listing")
    (bench / "__main__.py").write_text("print('figures')")
    with pytest.raises(GroupFailedError, match="exit code 0"):
        in_process([])(tmp_path, "listing")


def test_misuse_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.tools.bench.__main__.missing_programs", lambda _: [])
    assert exit_code(command, "--against", "no-such-revision", "--only", "listing") == 2
    assert "Error: there is no revision no-such-revision\n" in capsys.readouterr().err
    for words in (["--installed"], ["--runs", "0"]):
        assert exit_code(command, "--against", "HEAD", *words) == 2


@pytest.mark.slow
def test_a_group_that_needs_no_other_program_is_found_without_any() -> None:
    others = [name for name in GROUPS if name not in PROGRAMS]
    assert missing_programs(others) == []
    code = (
        "import sys; sys.modules.update(chess=None, catanatron=None)\n"
        "from scripts.tools.bench.__main__ import group\n"
        f"for name in {others}: group(name)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603
