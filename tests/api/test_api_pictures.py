"""Tables, games and answers draw themselves, for files and for notebooks."""

import pickle
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

import referee
from referee.core.answer import Answer
from tests.pictures.picture_reader import ids, parsed

GAME = "games/four-players.mgn"
ILLEGAL = "games/illegal/exp-06-points-suffice.mgn"


def test_a_table_draws_itself() -> None:
    table = referee.load(GAME).table("6.3")
    assert parsed(table.svg()).get("role") == "img"
    assert "round 6, turn 3, red to move" in table._repr_html_()


def test_a_game_draws_its_last_table_under_its_players() -> None:
    game = referee.load(GAME)
    html = game._repr_html_()
    assert "the game is over" in html
    assert all(colour in html for colour in game.colours)


ANSWERS: dict[str, Callable[[], Answer]] = {
    "check": lambda: referee.check(ILLEGAL),
    "a legal game": lambda: referee.check(GAME),
    "explain": lambda: referee.load(ILLEGAL).explain(),
    "score": lambda: referee.load(GAME).score(),
    "table_facts": lambda: referee.load(GAME).tables("3.2").facts,
    "legal": lambda: referee.load(GAME).table("3.2").legal(action="goods"),
    "best": lambda: referee.load("games/two-players.mgn").table("7.7").best(objective="cash"),
    "best_play": lambda: referee.load("games/two-players.mgn").table("7.7").best_play(),
    "puzzle_table": lambda: referee.Puzzle.named("lone-merchant").facts(),
    "try_puzzle": lambda: referee.Puzzle.named("lone-merchant").attempt("end left"),
}


@cache
def answer_of(name: str) -> Answer:
    return ANSWERS[name]()


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_about_a_table_draws_it(name: str) -> None:
    answer = answer_of(name)
    html = answer._repr_html_()
    assert "<svg" in html
    assert "<th" in html


@pytest.mark.parametrize("name", ANSWERS)
def test_the_picture_is_no_part_of_the_answer(name: str) -> None:
    answer = answer_of(name)
    copy = pickle.loads(pickle.dumps(answer))  # noqa: S301 - our own
    assert copy == answer
    assert copy.scene is None
    assert "<svg" not in copy._repr_html_()
    assert set(msgspec.to_builtins(answer)) <= set(answer.__struct_fields__)


def test_an_answer_about_no_table_is_not_drawn() -> None:
    assert referee.rule("GDS-04").scene is None
    assert "<svg" not in referee.rule("GDS-04")._repr_html_()


def test_an_explanation_marks_what_was_wrong_and_what_would_be_right() -> None:
    scene = answer_of("explain").scene
    kinds = {mark.place: mark.kind for mark in scene.marks.places}
    assert kinds["region-R22"] == "fault"
    assert scene.title == "round 1, turn 1, blue to move"
    assert any("consume" in line for line in scene.caption)


def test_the_best_turn_is_marked_on_the_table_after_it() -> None:
    best = referee.load(GAME).table("6.3").best(action="expand")
    scene = best.scene
    assert {mark.kind for mark in scene.marks.places} == {"chosen"}
    assert scene.marks.arrows
    assert f'id="mark-{scene.marks.places[0].place}"' in scene.to_svg()


def test_a_page_has_both_layouts_and_no_id_twice() -> None:
    html = answer_of("explain").scene.to_html()
    first, second = html.split("<svg ")[1:]
    seen = [ids(parsed(f"<svg {part[: part.index('</svg>')]}</svg>")) for part in (first, second)]
    assert not {*seen[0]} & {*seen[1]}
    assert "@media" in html


def test_words_of_a_record_inject_nothing_into_a_page() -> None:
    wicked = "<script>alert(1)</script>"
    text = Path(GAME).read_text().replace("player blue", f'player blue "{wicked}"', 1)
    game = referee.loads(text)
    for shown in (game._repr_html_(), game.tables("3.2").scene.to_html()):
        assert "<script" not in shown


@pytest.mark.parametrize("ending", [".svg", ".html", ".SVG"])
def test_the_ending_says_what_a_file_is(ending: str) -> None:
    assert b"<svg" in referee.load(GAME).tables().scene.to_file(ending)


def test_other_endings_widths_and_themes_are_refused() -> None:
    scene = referee.load(GAME).tables().scene
    with pytest.raises(referee.UsageError, match=r"\.svg"):
        scene.to_file(".jpg")
    with pytest.raises(referee.UsageError, match="laptop"):
        scene.to_svg("wall")  # type: ignore[arg-type]
    with pytest.raises(referee.UsageError, match="light"):
        scene.to_svg(theme="sepia")  # type: ignore[arg-type]


@pytest.mark.skipif(find_spec("resvg_py") is not None, reason="resvg-py is installed")
def test_without_a_renderer_png_cannot_be_written() -> None:
    with pytest.raises(referee.WriteError, match="pip install"):
        referee.load(GAME).tables().scene.to_png()


@pytest.mark.skipif(find_spec("resvg_py") is None, reason="resvg-py is not installed")
def test_a_picture_becomes_png() -> None:
    assert referee.load(GAME).tables().scene.to_png("phone", "dark", 1).startswith(b"\x89PNG")


DRAWN: dict[str, Callable[[], Any]] = {
    "turn": lambda: referee.load(GAME).table("3.2").turns()[0],
    "moment": lambda: [*referee.load(GAME).moments()][40],
    "player": lambda: referee.load(GAME).table("3.2").player("red"),
    "tables": lambda: referee.load(GAME).tables("3.2"),
    "recording": lambda: referee.load(GAME).recording(),
}


@pytest.mark.parametrize("name", DRAWN)
def test_what_lies_on_a_table_is_drawn_once(name: str) -> None:
    drawn = DRAWN[name]()
    assert drawn._repr_html_().count("<svg") == 1
    assert drawn.scene.to_svg() in drawn._repr_html_().replace(
        ' style="max-width:100%;height:auto"', "", 1
    )
