from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from referee.cli.render.map import (
    LONGEST_LABEL,
    WIDTH,
    CanvasLabel,
    Stroke,
    drawing,
    laid_out,
    short,
)

labels = st.text(min_size=1, max_size=60).map(lambda words: (short(f"R{words}"), "£1"))
places = st.builds(CanvasLabel, labels, st.integers(0, 199), st.integers(0, 199))
drawings = st.dictionaries(st.text(min_size=1, max_size=3), places, min_size=1, max_size=30)


@given(drawings)
def test_no_two_labels_overlap_however_places_are_drawn(wished: dict[str, CanvasLabel]) -> None:
    placed = laid_out(wished)
    assert placed.keys() == wished.keys()
    for one, other in combinations(placed.values(), 2):
        assert not one.overlaps(other)
    for place in placed.values():
        assert place.left >= 0
        assert place.left + place.width <= WIDTH


@pytest.mark.slow
@given(drawings)
def test_every_label_is_whole_in_the_drawing(wished: dict[str, CanvasLabel]) -> None:
    names = [*wished]
    lines = [Stroke((one, other), ":") for one, other in combinations(names[:8], 2)]
    rows = drawing(wished, lines).plain.split("\n")
    assert max(map(cell_len, rows)) <= WIDTH
    for name, place in laid_out(wished).items():
        assert place.lines[0].rstrip() in rows[place.line], name


def test_labels_apart_keep_their_order() -> None:
    wished = {
        "north": CanvasLabel(("north",), 30, 0),
        "west": CanvasLabel(("west",), 0, 20),
        "east": CanvasLabel(("east",), 60, 20),
    }
    placed = laid_out(wished)
    assert placed["north"].line < placed["west"].line == placed["east"].line
    assert placed["west"].column < placed["north"].column < placed["east"].column


def test_a_few_columns_and_lines_are_stretched() -> None:
    wished = {name: CanvasLabel((name,), i, i) for i, name in enumerate(("a", "b", "c"))}
    placed = laid_out(wished)
    assert placed["c"].column - placed["a"].column > WIDTH // 2
    assert placed["c"].line - placed["b"].line > 5


def test_places_on_one_spot_are_told_apart() -> None:
    wished = {name: CanvasLabel((name, "£1"), 5, 5) for name in ("a", "b", "c")}
    assert sorted(place.line for place in laid_out(wished).values()) == [0, 2, 4]


def test_a_line_joins_its_places() -> None:
    wished = {"a": CanvasLabel(("a",), 0, 0), "b": CanvasLabel(("b",), 60, 0)}
    assert drawing(wished, [Stroke(("a", "b"), ":")]).plain.count(":") > 20
    assert ":" not in drawing(wished, [Stroke(("a", "nowhere"), ":")]).plain


def test_nothing_is_drawn_of_nothing() -> None:
    assert drawing({}, []).plain == ""


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("R01 Maghreb", "R01 Maghreb"),
        ("R01 A very long name", "R01 A very long…"),
        ("R01 \x1b[31mred", "R01 \N{REPLACEMENT CHARACTER}[31mred"),
        ("R01 e\N{COMBINING ACUTE ACCENT}", "R01 e"),
    ],
)
def test_a_label_is_short_and_harmless(words: str, label: str) -> None:
    assert short(words) == label
    assert cell_len(label) <= LONGEST_LABEL
