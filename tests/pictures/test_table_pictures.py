from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import referee
from referee.conformance.games import position
from referee.core.ids import COMPANIES, SLOTS
from referee.core.limits import ROUNDS
from referee.core.state import State
from referee.drawing.shapes import Theme
from referee.drawing.table import LAPTOP, PHONE, TABLET, Picture, Style, table_picture
from referee.i18n.catalogue import offered
from referee.solve.puzzle import puzzle_paths, read_puzzle
from tests.pictures.picture_reader import ids, parsed, texts

COLOURS = ("blue", "green", "red", "yellow")
WIDTHS = (PHONE, TABLET, LAPTOP)
SEEDS = (3, 5, 11, 23, 40)
"""Tables of several sets, random and small ones among them."""
MOMENTS = ("1", "2.1", "3.2", "5.13", "6.7")
SLACK = 1.5
"""Pixels; coordinates are rounded."""


@cache
def tables() -> dict[str, tuple[State, tuple[str, ...]]]:
    found: dict[str, tuple[State, tuple[str, ...]]] = {
        f"seed {seed}": (position(seed), COLOURS) for seed in SEEDS
    }
    game = referee.load("games/four-players.mgn")
    found |= {when: (game.table(when).state, game.colours) for when in MOMENTS}
    first = next(iter(game.moments())).before
    found["setup"] = (first, game.colours)
    two = referee.load("games/two-players.mgn")
    found["two"] = (two.table().state, two.colours)
    copy = referee.load("games/own-copy/three-players.mgn")
    found["copy"] = (copy.table("4.2").state, copy.colours)
    return found


NAMES = (*(f"seed {seed}" for seed in SEEDS), *MOMENTS, "setup", "two", "copy")


def drawn(name: str, width: int = LAPTOP, theme: Theme = "light", prefix: str = "") -> Picture:
    state, colours = tables()[name]
    seats = colours[: len(state.players)]
    return table_picture(state, seats, style=Style(width=width, theme=theme, prefix=prefix))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_well_formed_and_always_the_same(name: str, width: int) -> None:
    picture = drawn(name, width)
    assert picture == drawn(name, width)
    found = ids(parsed(picture.svg))
    assert len(found) == len(set(found))


@pytest.mark.parametrize("name", NAMES)
def test_every_place_of_a_table_has_its_id(name: str) -> None:
    state, _ = tables()[name]
    components = state.setting.components
    expected = {f"region-{region.id}" for region in components.regions}
    expected |= {f"home-{company}" for company in COMPANIES}
    for base in components.bases:
        for column, coins in enumerate(base.columns, 1):
            expected |= {f"base-{base.company}-{column}-{at + 1}" for at in range(len(coins))}
    for company, track in state.setting.track.items():
        expected |= {f"track-{company}-{at}" for at in range(track.last + 1)}
        expected |= {f"bonus-{company}-{level + 1}" for level in range(len(track.bonuses))}
    expected |= {f"card-{space.row}-{space.column}" for space in components.card_spaces}
    expected |= {f"book-{space.id}" for space in components.book_spaces}
    expected |= {f"space-{space.id}" for space in state.setting.spaces}
    expected |= {f"round-{number}" for number in range(1, ROUNDS + 1)}
    for seat, player in enumerate(state.players):
        own = f"seat-{seat}"
        expected |= {own, f"{own}-cash", f"{own}-diamonds", f"{own}-markers", f"{own}-worth"}
        expected |= {f"{own}-{part}-{slot}" for part in ("slot", "deck") for slot in SLOTS}
        expected |= {f"{own}-{part}-{c}" for part in ("track", "shares") for c in COMPANIES}
        expected |= {f"{own}-hand-{card}" for card in player.hand}
        expected |= {f"{own}-tile-{tile}" for tile in player.tiles}
        expected |= {f"{own}-step-{step}" for step in range(components.book_track.last + 1)}
    picture = drawn(name)
    assert expected <= set(ids(parsed(picture.svg)))
    assert {
        place for place in expected if not place.startswith("seat-") or "-" in place[6:]
    } <= set(picture.boxes)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_no_text_leaves_the_place_it_belongs_to(name: str, width: int) -> None:
    picture = drawn(name, width)
    loose = ("region-", "home-", "map")
    for text in texts(parsed(picture.svg)):
        assert text.left >= -SLACK, text
        assert text.right <= picture.width + SLACK, text
        assert text.base <= picture.height, text
        place = next((one for one in reversed(text.places) if one in picture.boxes), None)
        if place is None or place.startswith(loose) or "-track-" in place:
            continue
        box = picture.boxes[place]
        assert text.left >= box.x - SLACK, (place, text)
        assert text.right <= box.x + box.width + SLACK, (place, text)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_texts_of_one_line_do_not_overlap(name: str, width: int) -> None:
    picture = drawn(name, width)
    lines: dict[tuple[float, str], list[tuple[float, float, str]]] = {}
    for text in texts(parsed(picture.svg)):
        if text.places[:1] != ("map",):
            key = (round(text.base, 1), text.places[0] if text.places else "")
            lines.setdefault(key, []).append((text.left, text.right, text.words))
    for line in lines.values():
        line.sort()
        for (_, end, words), (start, _, following) in pairwise(line):
            assert end <= start + 2 * SLACK, (words, following)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_file_needs_no_style_sheet(theme: Theme) -> None:
    svg = drawn("6.7", theme=theme).svg
    for word in ("var(", "<style", "class=", "style=", "system-ui", "currentColor", "<script"):
        assert word not in svg, word


def test_a_page_gets_variables_and_ids_of_its_own() -> None:
    svg = drawn("6.7", theme="page", prefix="a-").svg
    assert 'fill="var(--' in svg
    assert "#" not in svg.replace('href="#a-', "").replace("url(#a-", "")
    assert all(one.startswith("a-") for one in ids(parsed(svg)))


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '"><g onload="x()">',
        "a & b]]>",
        "\x1b[31mred\x00\x07",
        "\ud800 lone",
        "name " * 60,
        "{0} {n} %s",
    ],
)
def test_a_name_can_inject_nothing(name: str) -> None:
    state, colours = tables()["6.7"]
    named = table_picture(state, colours, (name, None, name, None))
    root = parsed(named.svg.encode().decode())
    plain = parsed(table_picture(state, colours).svg)
    assert [one.tag for one in root.iter()] == [one.tag for one in plain.iter()]
    assert all(
        set(a.attrib) == set(b.attrib) for a, b in zip(root.iter(), plain.iter(), strict=True)
    )
    for text in texts(root):
        assert text.right <= LAPTOP, text


def test_a_colour_that_is_none_of_the_four_is_drawn() -> None:
    state, _ = tables()["6.7"]
    svg = table_picture(state, ("purple", "blue", "<b>", "white")).svg
    assert "Purple" in svg
    parsed(svg)


def test_every_price_and_every_tier_can_be_read() -> None:
    state, _ = tables()["6.7"]
    components = state.setting.components
    picture = drawn("6.7")
    by_place: dict[str, list[str]] = {}
    for text in texts(parsed(picture.svg)):
        for place in text.places:
            by_place.setdefault(place, []).append(text.words)
    for space, card in zip(components.filling_order, state.display, strict=True):
        if card is not None:
            price = components.card[card].crate + space.crate
            assert str(price) in by_place[f"card-{space.row}-{space.column}"]
    assert {"1+", "3+", "5+"} <= set(by_place["space-coffee"])


def test_a_picture_tells_who_cannot_see_it() -> None:
    root = parsed(drawn("6.7").svg)
    title, description = root[0], root[1]
    assert root.attrib["aria-labelledby"] == f"{title.attrib['id']} {description.attrib['id']}"
    assert title.text == "Red to move · round 6, turn 7"
    assert description.text is not None
    assert "Blue has 26 pounds" in description.text


@pytest.mark.parametrize("path", puzzle_paths(), ids=lambda path: path.stem)
def test_every_shipped_puzzle_is_drawn(path: Path) -> None:
    puzzle = read_puzzle(path)
    parsed(table_picture(puzzle.state, puzzle.colours).svg)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("code", sorted(offered()))
def test_words_fit_into_a_picture_in_every_language(code: str, width: int) -> None:
    state, colours = tables()["5.13"]
    picture = table_picture(state, colours, style=Style(width=width, language=code))
    found = [*texts(parsed(picture.svg))]
    assert [text.words for text in found if text.right > width + SLACK or text.left < -SLACK] == []
    # Ids of cards may be longer than a card; words are not cut off.
    cut = [text.words for text in found if "…" in text.words and " " in text.words.strip()]
    assert cut == []
