"""The examples of the docstrings and pages are true, and `docs/api.md` is up to date."""

import ast
import doctest
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import referee
import referee.api
from scripts.tools.docs import HOMES, PAGE, TYPES, page

MODULES = [
    "referee",
    *(f"referee.api.{m.name}" for m in pkgutil.iter_modules(referee.api.__path__)),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    failed, _ = doctest.testmod(import_module(name))
    assert not failed, capsys.readouterr().out


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    found = [test for name in MODULES for test in finder.find(import_module(name)) if test.examples]
    assert len(found) >= 12


def test_every_public_function_has_an_example() -> None:
    without = [
        name
        for name in HOMES
        if not isinstance(getattr(referee, name), type)
        and ">>> " not in (getattr(referee, name).__doc__ or "")
    ]
    assert without == []


def test_the_page_of_the_api_is_up_to_date() -> None:
    """If not: `scripts/make api`."""
    assert PAGE.read_text("utf-8") == page()


class Recipe(NamedTuple):
    title: str
    code: str
    prints: str


def recipes() -> Iterator[Recipe]:
    """Yield the recipes of the page, each with all its code and all that it prints."""
    page, *sections = Path("docs/recipes.md").read_text("utf-8").split("\n## ")
    assert "```" not in page
    for section in sections:
        code = "".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))
        prints = "".join(re.findall(r"```text\n(.*?)```", section, re.DOTALL))
        yield Recipe(section.partition("\n")[0], code, prints)


@pytest.mark.slow
@pytest.mark.parametrize("recipe", [*recipes()], ids=lambda recipe: recipe.title)
def test_a_recipe_prints_what_stands_below_it(
    recipe: Recipe, capsys: pytest.CaptureFixture[str]
) -> None:
    assert recipe.code
    exec(compile(recipe.code, recipe.title, "exec"), {"__name__": "recipe"})  # noqa: S102
    assert capsys.readouterr().out == recipe.prints


def test_every_public_name_stands_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    assert [name for name in {**HOMES, **TYPES} if not re.search(rf"`{name}\b", text)] == []


@pytest.mark.parametrize(("file", "homes"), [("__init__", HOMES), ("types", TYPES)])
def test_type_checkers_read_the_same_names(file: str, homes: dict[str, str]) -> None:
    stub = ast.parse(Path(f"referee/{file}.pyi").read_text("utf-8"))
    said = {
        (alias.name, node.module)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert said - {("Callable", "collections.abc"), ("Mapping", "collections.abc")} == {
        *homes.items()
    }
