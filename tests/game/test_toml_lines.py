"""The lines of values in TOML, held against what the parser reads."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.core.problem import KeyPath
from referee.core.toml_lines import line_at, lines_of_values

FILES = sorted(Path("referee/components").glob("*/*.toml")) + sorted(
    Path("games/own-copy").glob("*/*.toml")
)

TEXT = '''\
# [no.heading]
plain = 1  # "text"
"quoted key".'dotted'.bare = """
many lines # no comment
[no.heading]
""" # a comment
list = [
  1, "a, ]", # 2,
  [3, { x = 4, "y # z" = '}' },

  5],
]
[[entry]]
id = 'one'
[entry.inner]
deep = { a = [1, 2], "b" = { c = 1 } }
[[entry]]
id = "two \\" # ["
[[entry.inner.listed]]
at = 1979-05-27 07:32:00
[other]
'''

LINES: dict[KeyPath, int] = {
    ("plain",): 2,
    ("quoted key", "dotted", "bare"): 3,
    ("list",): 7,
    ("list", 0): 8,
    ("list", 1): 8,
    ("list", 2, 0): 9,
    ("list", 2, 1, "x"): 9,
    ("list", 2, 1, "y # z"): 9,
    ("list", 2, 2): 11,
    ("entry",): 13,
    ("entry", 0): 13,
    ("entry", 0, "id"): 14,
    ("entry", 0, "inner"): 15,
    ("entry", 0, "inner", "deep", "b", "c"): 16,
    ("entry", 1): 17,
    ("entry", 1, "id"): 18,
    ("entry", 1, "inner", "listed", 0, "at"): 20,
    ("other",): 21,
}


def _paths(content: Any, path: KeyPath = ()) -> Iterator[KeyPath]:  # noqa: ANN401
    if path:
        yield path
    inner = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in inner:
        if isinstance(value, dict | list):
            yield from _paths(value, (*path, key))
        else:
            yield (*path, key)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_every_form_of_a_value_has_its_line(ending: str) -> None:
    found = lines_of_values(TEXT.replace("\n", ending))
    assert {path: found.get(path) for path in LINES} == LINES
    # A table that only a heading of what lies in it names has no line of its own.
    assert {*_paths(tomllib.loads(TEXT))} - {*found} == {("entry", 1, "inner")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_every_value_of_a_set_stands_on_the_line_that_is_told(file: Path) -> None:
    text = file.read_text("utf-8")
    lines = text.split("\n")
    found = lines_of_values(text)
    for path in _paths(tomllib.loads(text)):
        last = max(number for number, part in enumerate(path) if isinstance(part, str))
        assert str(path[last]) in lines[found[path[: last + 1]] - 1]
        assert path in found


def test_what_has_no_line_has_that_of_what_is_around_it() -> None:
    found = lines_of_values('[[book]]\nid = "a01"\nshows = "?"\n')
    assert line_at(found, ("book", 0, "requires", 0)) == 1
    assert line_at(found, ("cards", 0)) == 0
