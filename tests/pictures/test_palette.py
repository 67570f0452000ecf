from itertools import combinations

import pytest

from referee.core.ids import COMPANIES
from referee.drawing.shapes import DARK, LIGHT, ROOFS, SIGNS, Palette, page_style, sign_shapes
from tests.pictures.colour_vision import EYES, contrast, distance

BOTH = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
PIECES_APART = 20
"""Pieces differ clearly at a glance."""
WASHES_APART = 8
"""A wash only helps: in every region that is held stands a post."""
READABLE = 4.5
"""What WCAG asks of the contrast of a text."""


@BOTH
@pytest.mark.parametrize("eye", EYES)
def test_players_and_companies_stay_apart_for_every_eye(palette: Palette, eye: str) -> None:
    for pieces in (palette.players.values(), palette.posts.values()):
        for one, other in combinations(pieces, 2):
            assert distance(one.body, other.body, eye) >= PIECES_APART, (one, other)
    for wash, another in combinations([palette.land, *palette.washes.values()], 2):
        assert distance(wash, another, eye) >= WASHES_APART, (wash, another)


def test_no_two_players_and_no_two_companies_have_one_shape() -> None:
    assert len(set(ROOFS.values())) == len(COMPANIES)
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert len({*sign_shapes(("purple", "blue", "white", "pink"))}) == 4


@BOTH
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *((text, ground) for text in ("ink", "ink2") for ground in ("bg", "panel", "card", "slot")),
        ("ink", "land"),
        ("price_text", "price"),
        ("fault_text", "fault"),
        ("legal_text", "legal"),
        ("changed_text", "changed"),
        ("changed", "changed_wash"),
        ("changed", "slot"),
        ("card", "share"),
    ],
)
def test_texts_can_be_read(palette: Palette, text: str, ground: str) -> None:
    assert contrast(palette.tint(text), palette.tint(ground)) >= READABLE


@BOTH
def test_letters_on_pieces_and_names_in_regions_can_be_read(palette: Palette) -> None:
    for piece in (*palette.players.values(), *palette.posts.values(), palette.stranger):
        assert contrast(piece.letters, piece.body) >= READABLE
    for wash in palette.washes.values():
        assert contrast(palette.ink, wash) >= READABLE


def test_a_page_can_follow_the_reader_or_be_told() -> None:
    style = page_style()
    assert "prefers-color-scheme:dark" in style
    assert f"--bg:{DARK.bg}" in style.partition(".dark{")[2]
    assert style.startswith(":root{")
    assert f"--bg:{LIGHT.bg}" in style
