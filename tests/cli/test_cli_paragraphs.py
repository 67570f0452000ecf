"""How lines break in a terminal."""

from io import StringIO

import pytest
from rich.console import Console, Group

from referee.cli.output import broken
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import text
from referee.i18n.speech import speaking
from tests.cli.running import shown


def printed(words: str, width: int) -> list[str]:
    out = StringIO()
    Console(file=out, width=width).print(Group(text(words)))
    return [line.rstrip(" ") for line in out.getvalue().split("\n")[:-1]]


def test_a_hard_space_does_not_break_a_line() -> None:
    assert printed("la case\xa0; une", 8) == ["la", "case\xa0;", "une"]


@pytest.mark.parametrize("indent", ["  ", "    "])
def test_an_indented_line_goes_on_below_where_it_began(indent: str) -> None:
    assert printed(f"{indent}one two three", 12) == [f"{indent}one two", f"{indent}three"]


def test_ends_of_lines_and_words_too_long_for_a_line_stay() -> None:
    assert printed("one\n  two", 40) == ["one", "  two"]
    assert printed("abcdefgh", 5) == ["abcde", "fgh"]


@pytest.mark.parametrize(
    ("words", "width", "lines"),
    [
        ("it costs 2 pounds", 11, ["it costs", "2 pounds"]),
        ("in 501.7 ms", 9, ["in", "501.7 ms"]),
        ("it costs 1 £", 10, ["it costs", "1 £"]),
        ("round 2, turn 1", 9, ["round 2,", "turn 1"]),
        ("in round 7 cards", 10, ["in round 7", "cards"]),
        ("now in round 7 it", 13, ["now in", "round 7 it"]),
        ("it costs 2 or more", 10, ["it costs 2", "or more"]),
        ("R rulebook  C copy", 12, ["R rulebook", "C copy"]),
    ],
)
def test_a_number_stays_with_what_it_counts(words: str, width: int, lines: list[str]) -> None:
    assert printed(words, width) == lines


def test_what_does_not_fit_into_a_line_together_is_broken() -> None:
    assert printed("12 bookkeepers", 11) == ["12", "bookkeepers"]


def test_no_czech_line_ends_with_a_preposition_of_one_letter() -> None:
    with speaking("cs"):
        assert printed("karty v ruce", 8) == ["karty", "v ruce"]
    assert printed("karty v ruce", 8) == ["karty v", "ruce"]


def test_a_column_does_not_cut_a_word_in_two() -> None:
    table = columns("id", "gives", "bonus", wrapped=["gives", "bonus"])
    row(table, "S02", "2 boekhoudingspunten", "1 step on the track of Saint-Louis")
    lines = shown(table, 40)
    assert any(line.split()[:1] == ["boekhoudingspunten"] for line in lines)
    assert max(map(len, lines)) <= 40


def test_a_message_is_broken_at_spaces_alone() -> None:
    words = "there is no option `--no-such-option`; it takes 2 pounds\n  ^^^"
    assert broken(words, 30).split("\n") == [
        "there is no option",
        "`--no-such-option`; it takes",
        "2 pounds",
        "  ^^^",
    ]
    assert broken("games/a-long-name.mgn is none", 12) == "games/a-long-name.mgn\nis none"
    assert broken("  one two three", 9) == "  one two\n  three"
