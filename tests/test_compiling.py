"""Compiling the engine: what is compiled, and what is refused. Nothing is compiled here."""

from importlib import import_module
from pathlib import Path
from shutil import copytree

import pytest
from msgspec import Struct

from scripts.tools.compile import compiled_copy
from scripts.tools.compile.__main__ import main
from scripts.tools.compile.compiled_copy import COPIED, MARK, PLAIN, compiled_modules, extension_of
from scripts.tools.compile.compiled_only import plain_modules
from scripts.tools.project import ROOT

ENGINE = ROOT / "referee" / "engine"


def finished_copy(folder: Path) -> Path:
    """Return what compiling leaves, with empty files in place of compiled modules."""
    for source, place in COPIED.items():
        copytree(ROOT / source, folder / place)
    for module in compiled_modules():
        extension_of(module, folder).touch()
    (folder / MARK).touch()
    return folder


def test_every_module_is_compiled_or_left_out_for_a_reason() -> None:
    assert all((ENGINE / f"{name}.py").is_file() and reason for name, reason in PLAIN.items())
    every = {f"referee.engine.{path.stem}" for path in ENGINE.glob("*.py")}
    assert {*compiled_modules()} == every - {f"referee.engine.{name}" for name in PLAIN}


@pytest.mark.parametrize("name", compiled_modules())
def test_no_compiled_module_defines_structs(name: str) -> None:
    classes = [each for each in vars(import_module(name)).values() if isinstance(each, type)]
    own = [each for each in classes if each.__module__ == name]
    assert [each for each in own if issubclass(each, Struct)] == []


def test_no_module_beside_the_sources_is_compiled() -> None:
    assert plain_modules() == compiled_modules()


def test_without_a_compiler_it_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "cc")
    assert main(["--into", str(tmp_path / "copy")]) == 2
    assert "there is no C compiler" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        (ROOT, "holds something else"),
        (ROOT / "tests", "holds something else"),
        (ENGINE, "lies among the sources"),
        (ENGINE / "compiled", "lies among the sources"),
    ],
)
def test_nothing_but_an_earlier_copy_is_overwritten(
    folder: Path, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The refusal must not depend on whether this machine could compile.
    monkeypatch.setattr("scripts.tools.compile.__main__.missing", lambda: iter(()))
    assert main(["--into", str(folder)]) == 2
    assert why in capsys.readouterr().err


def test_a_copy_is_current_until_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = finished_copy(tmp_path / "copy")
    assert compiled_copy.is_current(copy)
    stage = copy / "referee" / "engine" / "stage.py"
    source = stage.read_bytes()
    stage.write_bytes(source + b"\n")
    assert not compiled_copy.is_current(copy)
    stage.write_bytes(source)
    assert compiled_copy.is_current(copy)
    monkeypatch.setattr(compiled_copy, "PLAIN", {})
    assert not compiled_copy.is_current(copy)


@pytest.mark.parametrize("gone", [MARK, "model/api.py", "referee/shipped/puzzles/three-books.toml"])
def test_a_copy_that_lacks_something_is_not_current(tmp_path: Path, gone: str) -> None:
    copy = finished_copy(tmp_path / "copy")
    (copy / gone).unlink()
    assert not compiled_copy.is_current(copy)
