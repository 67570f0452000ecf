"""Tables of a set of which little or nothing was read: drawn with question marks, never refused."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import referee
from referee.api.scenes import Scene
from referee.copies.drawn_tables import drawn_set, drawn_table
from referee.copies.partly_read_set import BLANK_LISTS, printed
from referee.core.set_reader import reference_set
from referee.core.state import State, setting_type
from referee.drawing.look import OPEN, is_open
from referee.drawing.table import LAPTOP, PHONE, Style, table_picture
from scripts.tools.oracle.unread import blanked

pytestmark = pytest.mark.slow

KINDS = {"cards.kind", "cards.share", "cards.good", "regions.reward"}
DIRECT = re.compile(r' (?:x|y|d|width|height|r|cx|cy|transform|points)="[^"]*\?[^"]*"')


def _pattern(key: str) -> str:
    table, _, *rest = key.split(".")
    return ".".join([table, *[part for part in rest if not part.isdigit()]])


def _is_number(key: str) -> bool:
    pattern = _pattern(key)
    depth = sum(part.isdigit() for part in key.split("."))
    if pattern in {"bases.columns", "round_coins.coins"}:
        return depth == (2 if pattern == "bases.columns" else 1 + key.split(".")[1].isdigit())
    return pattern in printed()["numbers"]


def _is_anything(key: str) -> bool:
    return _is_number(key) or _pattern(key) in BLANK_LISTS or _pattern(key) in KINDS


def _blank_table(is_blank: Callable[[str], bool], *, open_map: bool) -> State:
    """Return a table of a game whose set is blank where that can be."""
    game = referee.load("games/four-players.mgn")
    state = game.table("6.3").state
    components = blanked(reference_set(), is_blank, open_map=open_map)
    setting = setting_type(components)(
        components=components, players=state.setting.players, tracks=state.setting.tracks
    )
    steps = components.book_track.last - 1
    return replace(
        state,
        setting=setting,
        markers=(*state.markers, *[None] * 9)[: len(setting.spaces)],
        players=tuple(
            replace(player, books=(*player.books, *[()] * 9)[:steps]) for player in state.players
        ),
    )


@pytest.mark.parametrize("open_map", [False, True])
@pytest.mark.parametrize("is_blank", [_is_number, _is_anything])
def test_a_table_of_open_values_is_drawn(
    is_blank: Callable[[str], bool],
    open_map: bool,  # noqa: FBT001
) -> None:
    state = _blank_table(is_blank, open_map=open_map)
    for width in (LAPTOP, PHONE):
        picture = table_picture(
            drawn_table([state]), ("blue", "green", "red", "yellow"), style=Style(width=width)
        )
        assert DIRECT.findall(picture.svg) == []
        assert picture.svg.count(">?<") > 50
    assert Scene(state=state, colours=("blue", "green", "red", "yellow")).to_html()


def test_nothing_that_was_not_read_is_drawn_as_if_it_were() -> None:
    drawn = drawn_set(blanked(reference_set(), _is_number))
    assert all(is_open(card.crate) for card in drawn.cards)
    assert all(is_open(border.lines) for border in drawn.borders)
    assert {coins for base in drawn.bases for column in base.columns for coins in column} == {OPEN}
    assert not any(track.calls or track.specials for track in drawn.tracks)


def test_what_was_read_is_drawn() -> None:
    plain = reference_set()
    drawn = drawn_set(blanked(plain, lambda key: key == "cards.coffee2.crate"))
    assert is_open(drawn.card[plain.cards[1].id].crate)
    assert [c for c in drawn.cards if c.id != "coffee2"] == [
        c for c in plain.cards if c.id != "coffee2"
    ]
    assert drawn.books == plain.books
    assert drawn.borders == plain.borders


def test_a_number_that_is_not_known_stays_so() -> None:
    for number in (OPEN + 1, 1 + OPEN, 2 * OPEN, OPEN - 3, 3 - OPEN, sum([1, OPEN, 2]), -OPEN):
        assert is_open(number)
        assert f"{number}" == str(number) == "?"
    assert OPEN != 0
    assert OPEN not in {0, 1, 2}


def test_a_position_of_a_partly_read_copy_is_read_and_drawn(tmp_path: Path) -> None:
    shutil.copytree("games/own-copy/bens-copy", tmp_path / "bens-copy")
    position = tmp_path / "table.toml"
    tables = referee.load("games/own-copy/bens-first-game.mgn").tables("3.2")
    position.write_text(tables.to_toml())
    assert referee.Table.load(position).scene.to_svg() == tables.scene.to_svg()
