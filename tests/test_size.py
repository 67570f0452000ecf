"""The size of the product: what is counted, and that a budget holds."""

import re
from pathlib import Path

import pytest

import referee
from scripts.tools.project import ROOT
from scripts.tools.size import TreeSize, command, counted_lines
from tests.programs import exit_code

BUDGETS = """
[total]
lines = 60
files = 5
lines-of-python = 40
files-of-python = 4
public-names = 1000
single-caller-helpers = 1
twins = 0

[packages]
"referee/api" = { lines = 20, files = 2 }
"referee/engine" = { lines = 10, files = 1 }
"model" = { lines = 10, files = 1 }
"scripts/tools" = { lines = 10, files = 1 }
"""
STRUCT = "class {}:\n    seat: int\n    cash: int\n    ink: int\n"
COPIED = "{0} = {1}(seat=pad.seat, cash=pad.cash, ink=pad.ink)\n"
FILES = {
    "referee/api/pads.py": STRUCT.format("Pad"),
    "referee/api/words.toml": f"long = '{'x' * 100}'\n",
    "referee/engine/pad.py": STRUCT.format("Column"),
    "model/pad.py": STRUCT.format("Row").replace("cash", "money"),
    "scripts/tools/one.py": "def _one():\n    return 1\n\n\nTWO = _one() + 1\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "budgets.toml").write_text(BUDGETS, "utf-8")
    return tmp_path


def size(root: Path, *options: str) -> int:
    folder = ("--root", str(root), "--budgets", str(root / "budgets.toml"))
    return exit_code(command, *options, *folder)


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text("utf-8") + text, "utf-8")


def test_a_long_line_counts_as_the_lines_that_it_fills() -> None:
    assert counted_lines("x" * 100 + "\n\n" + "x" * 101 + "\n" + "x" * 201) == 1 + 1 + 2 + 3


def test_lines_and_files_are_told_by_package(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert size(root) == 0
    shown, complaints = capsys.readouterr()
    rows = [line.split() for line in shown.splitlines()]
    assert ["referee/api", "4", "-", "-", "-", "2", "6", "2"] in rows
    assert not complaints


@pytest.mark.parametrize(
    ("file", "more", "complaint"),
    [
        ("referee/api/pads.py", "#\n" * 15, "referee/api: 21 lines, the budget is 20"),
        ("scripts/tools/one.py", f"# {'x' * 500}\n", "scripts/tools: 11 lines, the budget is 10"),
        (
            "scripts/tools/one.py",
            "def _two():\n    return 2\nTHREE = _two() + 1\n",
            "total: 2 single caller helpers, the budget is 1",
        ),
        (
            "referee/api/pads.py",
            COPIED.format("pad", "Pad"),
            "total: 1 twins, the budget is 0",
        ),
    ],
)
def test_what_is_over_its_budget_fails(
    root: Path, capsys: pytest.CaptureFixture[str], file: str, more: str, complaint: str
) -> None:
    append(root / file, more)
    assert size(root) == 1
    assert capsys.readouterr().err.splitlines() == [complaint]


def test_a_package_without_a_budget_and_a_budget_without_a_package_fail(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "model/pad.py").rename(root / "referee/pad.py")
    assert size(root) == 1
    assert capsys.readouterr().err.splitlines() == ["model: no such package", "referee: no budget"]


def test_structs_with_the_same_types_are_twins_if_one_becomes_the_other(root: Path) -> None:
    api = root / "referee/api/pads.py"
    append(api, COPIED.format("column", "Column"))
    column = "referee/api/pads.py: Pad becomes referee/engine/pad.py: Column"
    assert TreeSize(root).twins() == [column]
    api.write_text(STRUCT.format("Pad") + "column = Column(**asdict(pad))\n", "utf-8")
    assert TreeSize(root).twins() == [column]
    api.write_text(STRUCT.format("Pad") + "column = Column(pad.seat, pad.cash, 3)\n", "utf-8")
    assert TreeSize(root).twins() == []
    append(root / "referee/engine/pad.py", COPIED.format("row", "Row"))
    assert TreeSize(root).twins() == ["referee/api/pads.py: Pad becomes model/pad.py: Row"]
    api.unlink()
    assert TreeSize(root).twins() == []


def test_the_product_has_no_twins() -> None:
    assert TreeSize(ROOT).twins() == []


def test_helpers_with_one_caller_are_named(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    size(root, "--helpers")
    assert capsys.readouterr().out.splitlines()[-1] == "scripts/tools/one.py: _one"


KNOWS_OF_COPIES = re.compile(
    r"referee\.copies|\bPartlyReadSet\b|\bUnreadValueError\b"
    r"|type\([\w.]+\) is (?:not )?ComponentSet"
)
"""Imports the package of partly known copies, or tells their sets and values from others."""


def test_few_files_know_of_partly_known_copies() -> None:
    root = Path(referee.__file__).parent
    files = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.py"))]
    knowing = [
        name
        for name in files
        if not name.startswith("copies/")
        and KNOWS_OF_COPIES.search((root / name).read_text("utf-8"))
    ]
    assert knowing == [
        "api/component_sets.py",
        "api/copy_lessons.py",
        "api/copy_questions.py",
        "api/copy_verdicts.py",
        "api/errors.py",
        "api/sources.py",
        "api/verdicts.py",
        "core/component_set.py",
        "repairs/trial.py",
    ]


@pytest.mark.parametrize(
    ("what", "places"),
    [
        (r"run_in_threadpool|to_thread|run_in_executor|\bThread\b", []),
        (r"\bimport (?:uvicorn|socket)\b", ["connections.py"]),
    ],
    ids=["threads", "serving"],
)
def test_the_browser_table_can_do_without_a_server(what: str, places: list[str]) -> None:
    web = Path(referee.__file__).parent / "web"
    found = [
        path.name for path in sorted(web.glob("*.py")) if re.search(what, path.read_text("utf-8"))
    ]
    assert found == places
