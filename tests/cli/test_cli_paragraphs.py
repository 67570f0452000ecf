"""How lines break in a terminal."""

from io import StringIO

import pytest
from rich.console import Console, Group

from referee.cli.render.layout import said


def printed(words: str, width: int) -> list[str]:
    out = StringIO()
    Console(file=out, width=width).print(Group(said(words)))
    return [line.rstrip(" ") for line in out.getvalue().split("\n")[:-1]]


def test_a_hard_space_does_not_break_a_line() -> None:
    assert printed("la case\xa0; une", 8) == ["la", "case\xa0;", "une"]


@pytest.mark.parametrize("indent", ["  ", "    "])
def test_an_indented_line_goes_on_below_where_it_began(indent: str) -> None:
    assert printed(f"{indent}one two three", 12) == [f"{indent}one two", f"{indent}three"]


def test_ends_of_lines_and_words_too_long_for_a_line_stay() -> None:
    assert printed("one\n  two", 40) == ["one", "  two"]
    assert printed("abcdefgh", 5) == ["abcde", "fgh"]
