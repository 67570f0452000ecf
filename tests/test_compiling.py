"""The wheel is compiled where that can be done: what is, what is not, and what the hook says."""

import ast
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import Struct

from scripts.tools.project import ROOT
from scripts.tools.wheel import native_modules
from scripts.tools.wheel.compiled_only import plain_modules
from scripts.tools.wheel.native_modules import (
    PACKAGES,
    PLAIN,
    compiled_modules,
    is_mutable_struct,
    lacking,
    native_source,
    with_header,
)
from scripts.tools.wheel.wheel_hook import COMPILER, CompiledModulesHook

COUNTER = '''
class Counter(Struct, eq=False):
    """Counts."""

    name: str
    seen: tuple[str, ...] = ()

    def copy(self) -> "Counter":
        return copy(self)

    def see(self, what: str) -> None:
        self.seen = (*self.seen, what)

class Told(Struct, frozen=True):
    text: str
'''


def structs(module: str) -> list[ast.ClassDef]:
    """Return the classes of a module that are derived from `Struct`."""
    source = (ROOT / (module.replace(".", "/") + ".py")).read_text("utf-8")
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    loaded = import_module(module)
    return [node for node in classes if issubclass(getattr(loaded, node.name), Struct)]


def test_every_module_is_compiled_or_left_out_for_a_reason() -> None:
    every = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for package in PACKAGES
        for file in (ROOT / package).glob("*.py")
    }
    assert every == {*compiled_modules(ROOT), *PLAIN}
    assert all(PLAIN.values())


@pytest.mark.parametrize("name", compiled_modules(ROOT))
def test_no_compiled_module_defines_structs_that_cannot_be_rewritten(name: str) -> None:
    assert [node.name for node in structs(name) if not is_mutable_struct(node)] == []


def test_no_module_of_a_checkout_is_compiled() -> None:
    assert plain_modules() == compiled_modules(ROOT)


def test_a_mutable_struct_becomes_a_class_that_copies_itself() -> None:
    found: dict[str, object] = {"Struct": Struct}
    exec(native_source(COUNTER), found)  # noqa: S102 - the text above
    counter = found["Counter"]("blue", ("R07",))  # type: ignore[operator]
    other = counter.copy()
    other.see("R08")
    assert (counter.name, counter.seen, other.seen) == ("blue", ("R07",), ("R07", "R08"))
    assert found["Counter"].__bases__ == (object,)  # type: ignore[attr-defined]
    assert found["Told"].__bases__ == (Struct,)  # type: ignore[attr-defined]


def test_a_struct_without_a_copy_of_its_own_is_refused() -> None:
    with pytest.raises(ValueError, match="Counter has no method `copy`"):
        native_source(COUNTER.replace("def copy", "def copied"))


def test_abstract_classes_are_compiled_without_what_they_would_share() -> None:
    source = """
class Choice(ABC, Generic[A]):
    pass

class Kind(ABC):
    pass
"""
    assert native_source(source) == source.replace("ABC, ", "").replace("(ABC)", "").strip()


def test_loops_over_zip_are_written_without_strict_and_all_else_is_kept() -> None:
    source = """
found = [one for one, other in zip(these, those, strict=True)]
for one in zip(these, strict=False):
    tell(one, strict=True)
kept = zip(these, those, strict=True)
"""
    written = source.replace(", strict=True)]", ")]").replace(", strict=False", "")
    assert native_source(source) == written.strip()


def test_the_header_stands_behind_those_of_mypyc() -> None:
    written = with_header('#include <init.c>\n#include "__native.h"\nint x;\n')
    *before, header, last = written.splitlines()
    assert (before, last) == (["#include <init.c>", '#include "__native.h"'], "int x;")
    assert Path(header.split('"')[1]).read_text("utf-8").startswith("/*")


def test_the_compiler_is_of_the_versions_that_everything_is_tested_with() -> None:
    pinned = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    assert [each for each in COMPILER if each not in pinned] == []


def hook(monkeypatch: pytest.MonkeyPatch, said: list[str]) -> CompiledModulesHook:
    """Return the hook of a build, and let it say things into a list."""

    class Screen:
        display_info = staticmethod(said.append)
        display_warning = staticmethod(said.append)

    made = CompiledModulesHook.__new__(CompiledModulesHook)
    monkeypatch.setattr(CompiledModulesHook, "app", Screen())
    monkeypatch.setattr(CompiledModulesHook, "root", str(ROOT))
    return made


def test_without_a_compiler_the_wheel_stays_plain_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "cc")
    monkeypatch.delenv("REFEREE_PURE", raising=False)
    said: list[str] = []
    build: dict[str, object] = {"force_include": {}}
    made = hook(monkeypatch, said)
    made.initialize("standard", build)
    assert said == ["the modules of the wheel stay plain: there is no C compiler cc"]
    assert build == {"force_include": {}}
    assert made.dependencies() == []


def test_a_plain_wheel_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_PURE", "1")
    said: list[str] = []
    made = hook(monkeypatch, said)
    made.initialize("standard", {"force_include": {}})
    assert said == ["the modules of the wheel stay plain: REFEREE_PURE asks for that"]
    assert made.dependencies() == []


def test_an_editable_install_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    hook(monkeypatch, said).initialize("editable", {})
    assert said == []


def test_a_failed_compiler_makes_a_plain_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise native_modules.CannotCompileError("it is tired")

    monkeypatch.delenv("REFEREE_PURE", raising=False)
    monkeypatch.setattr("scripts.tools.wheel.wheel_hook.lacking", lambda: iter(()))
    monkeypatch.setattr("scripts.tools.wheel.wheel_hook.compiled_into", fails)
    said: list[str] = []
    build: dict[str, object] = {"force_include": {}}
    hook(monkeypatch, said).initialize("standard", build)
    assert said[-1] == "the modules of the wheel stay plain: it is tired"
    assert build == {"force_include": {}}


def test_what_is_lacking_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "mycc -O2")
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    assert [*lacking()] == [
        "there is no C compiler mycc",
        "the headers of this Python are not installed",
    ]
