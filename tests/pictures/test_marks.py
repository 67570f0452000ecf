from functools import cache
from importlib.util import find_spec

import pytest

import referee
from referee.api.games import Moment
from referee.core.ids import COMPANIES, Seat
from referee.core.turns import Expand, UseGoods
from referee.drawing.film import NoRendererError, png
from referee.drawing.marks import SIGN, Arrow, PointedPlace, PointedPlaces, changes, named
from referee.drawing.table import LAPTOP, PHONE, Style, table_picture
from tests.pictures.picture_reader import ids, parsed, texts


@cache
def moments() -> tuple[tuple[str, ...], list[Moment]]:
    game = referee.load("games/four-players.mgn")
    return game.colours, [moment for moment in game.moments() if moment.event is not None]


def _places(marks: PointedPlaces) -> set[str]:
    return {mark.place for mark in marks.places}


@pytest.mark.slow
def test_every_change_of_a_game_is_marked_on_a_place_of_the_picture() -> None:
    colours, played = moments()
    for moment in played[::5]:
        marks = changes(moment.before, moment.after, moment.event)
        assert bool(marks.places) == _seen(moment)
        picture = table_picture(moment.after, colours, marks=marks)
        found = set(ids(parsed(picture.svg)))
        assert {f"mark-{place}" for place in _places(marks)} <= found


def _seen(moment: Moment) -> bool:
    """Tell whether an event moved anything that lies on the table."""
    return (
        moment.before.players,
        moment.before.regions,
        moment.before.display,
        moment.before.book_display,
        moment.before.markers,
    ) != (
        moment.after.players,
        moment.after.regions,
        moment.after.display,
        moment.after.book_display,
        moment.after.markers,
    )


def test_an_expansion_shows_its_way_and_what_it_took() -> None:
    _, played = moments()
    moment = next(one for one in played if isinstance(one.event, Expand))
    assert isinstance(moment.event, Expand)
    marks = changes(moment.before, moment.after, moment.event)
    entered = {f"region-{one.region}" for one in moment.event.enter}
    assert entered <= _places(marks)
    assert entered == {arrow.end for arrow in marks.arrows}
    assert marks.arrows[0].start.startswith(("home-", "region-"))


def test_a_way_over_new_posts_starts_where_a_company_was_before() -> None:
    _, played = moments()
    for moment in played:
        reached = {f"home-{company}" for company in COMPANIES}
        held = zip(moment.before.setting.components.regions, moment.before.regions, strict=True)
        reached |= {f"region-{region.id}" for region, owner in held if owner is not None}
        for arrow in changes(moment.before, moment.after, moment.event).arrows:
            assert arrow.start in reached
            reached.add(arrow.end)


def test_a_marker_that_moved_says_from_where_to_where() -> None:
    _, played = moments()
    moment = next(one for one in played if isinstance(one.event, UseGoods))
    assert isinstance(moment.event, UseGoods)
    (track,) = [
        mark
        for mark in changes(moment.before, moment.after, moment.event).places
        if "-track-" in mark.place
    ]
    assert " → " in track.note


def test_a_mark_of_a_region_leaves_its_borders_to_be_seen() -> None:
    colours, played = moments()
    state = played[-1].after
    svg = table_picture(state, colours, marks=named(state, {"R14"}, "fault")).svg
    borders = svg.index('stroke-width="6.6"')
    assert svg.index('clip-path="url(#clip-region-R14)"') < borders
    assert 'id="mark-region-R14"' in svg


@pytest.mark.parametrize("width", [LAPTOP, PHONE])
@pytest.mark.parametrize(
    "place", ["book-top3", "book-low5", "card-2-2", "seat-0-slot-middle", "space-buy"]
)
def test_the_sign_of_a_fault_covers_no_text(place: str, width: int) -> None:
    colours, played = moments()
    marks = PointedPlaces((PointedPlace(place, "fault"),))
    picture = table_picture(played[60].after, colours, style=Style(width=width), marks=marks)
    every = list(texts(parsed(picture.svg)))
    (sign,) = [text for text in every if text.words == "!"]
    x, y = (sign.left + sign.right) / 2, sign.base - 5
    covered = [
        text.words
        for text in every
        if text is not sign
        and x - SIGN < text.right - 0.5
        and text.left + 0.5 < x + SIGN
        and y - SIGN < text.base
        and text.base - 7 < y + SIGN
    ]
    assert covered == []


@pytest.mark.parametrize("width", [LAPTOP, PHONE])
def test_the_line_around_a_step_leaves_its_number_to_be_read(width: int) -> None:
    colours, played = moments()
    marks = PointedPlaces((PointedPlace("seat-0-step-3", "fault"),))
    picture = table_picture(played[60].after, colours, style=Style(width=width), marks=marks)
    root = parsed(picture.svg)
    (line,) = root.findall(".//*[@id='mark-seat-0-step-3']/{*}rect")
    thick = float(line.attrib["stroke-width"])
    foot = float(line.attrib["y"]) + float(line.attrib["height"]) + thick / 2
    box = picture.boxes["seat-0-step-3"]
    (number,) = [
        text for text in texts(root) if text.words == "3" and "seat-0-step-3" in text.places
    ]
    # The digits are seven tenths of their size high.
    assert box.y + foot < number.base - 0.7 * 10.5


def test_what_a_rule_names_is_found_on_the_table() -> None:
    _, played = moments()
    state = next(one.before for one in played if isinstance(one.event, UseGoods))
    card = next(card for card in state.players[0].slots if card is not None)
    shown = next(card for card in state.display if card is not None)
    marks = named(state, {"R01", "cairo", "first", card, shown, "nobody"}, "fault", Seat(0))
    places = _places(marks)
    assert {"region-R01", "track-cairo", "space-first"} <= places
    assert any(place.startswith("seat-0-slot-") for place in places)
    assert any(place.startswith("card-") for place in places)


def test_marks_of_places_that_are_not_drawn_are_passed_over() -> None:
    colours, played = moments()
    state = played[-1].after
    nowhere = PointedPlaces(
        (PointedPlace("nowhere", "chosen", "1"),), (Arrow("nowhere", "region-R01", "legal"),)
    )
    assert "mark-nowhere" not in table_picture(state, colours, marks=nowhere).svg


@pytest.mark.skipif(find_spec("resvg_py") is None, reason="resvg-py is not installed")
def test_a_picture_becomes_a_png() -> None:
    colours, played = moments()
    data = png(table_picture(played[-1].after, colours), scale=0.5)
    assert data.startswith(b"\x89PNG")


@pytest.mark.skipif(find_spec("resvg_py") is not None, reason="resvg-py is installed")
def test_without_a_renderer_it_says_what_to_install() -> None:
    colours, played = moments()
    with pytest.raises(NoRendererError, match="pip install"):
        png(table_picture(played[-1].after, colours))
