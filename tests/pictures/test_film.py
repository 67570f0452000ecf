"""A film shows every table exactly as a picture of its own would."""

import pytest

import referee
from referee.drawing.film import Film, Shot, film_of
from referee.drawing.marks import PointedPlaces, changes
from referee.drawing.sheet import shown_table
from referee.drawing.table import LAPTOP, PHONE, Style, table_picture
from tests.pictures.picture_reader import ids, parsed

pytestmark = pytest.mark.slow

GAMES = ("games/four-players.mgn", "games/three-players.mgn", "games/own-copy/game.mgn")


def _shots(name: str) -> tuple[referee.Game, list[Shot]]:
    game = referee.load(name)
    played = [moment for moment in game.moments() if moment.event is not None]
    return game, [
        Shot(
            shown_table([moment.after]),
            changes(moment.before, moment.after, moment.event),
        )
        for moment in played
    ]


def _shown(film: Film, number: int) -> dict[str, str]:
    """Return every part as it looks at a table."""
    found = {}
    for part in film.parts:
        pieces = [look for since, look in part.looks if since <= number][-1]
        found[part.name] = "".join(film.pieces[piece] for piece in pieces)
    return found


@pytest.mark.parametrize("width", [LAPTOP, PHONE])
@pytest.mark.parametrize("name", GAMES[:2])
def test_every_table_of_a_film_is_the_picture_of_that_table(name: str, width: int) -> None:
    game, shots = _shots(name)
    film = film_of(shots, game.colours, style=Style(width=width, prefix="f-"))
    alone = [film_of([shot], game.colours, style=_style(film, width)) for shot in shots[::7]]
    for number, single in zip(range(0, len(shots), 7), alone, strict=True):
        drawn = table_picture(
            shots[number].state,
            game.colours,
            style=_style(film, width),
            marks=shots[number].marks,
        ).svg
        for part, content in _shown(film, number).items():
            assert content in drawn, (number, part)
        assert single.moments[0] == film.moments[number]


def _style(film: Film, width: int) -> Style:
    return Style(width=width, prefix="f-", player_height=film.player_height)


def test_the_picture_of_a_film_is_its_last_table() -> None:
    game, shots = _shots(GAMES[0])
    film = film_of(shots, game.colours, style=Style())
    last = table_picture(shots[-1].state, game.colours, style=_plain(film), marks=shots[-1].marks)
    assert set(ids(parsed(film.svg))) - {"loose-1"} == set(ids(parsed(last.svg)))


def _plain(film: Film) -> Style:
    return Style(player_height=film.player_height)


def test_a_film_keeps_every_piece_once() -> None:
    game, shots = _shots(GAMES[0])
    film = film_of(shots, game.colours, style=Style())
    assert len({*film.pieces}) == len(film.pieces)
    single = sum(len(table_picture(shot.state, game.colours).svg) for shot in shots)
    assert sum(map(len, film.pieces)) < single / 20


def test_marks_that_come_and_go_leave_no_trace() -> None:
    game, shots = _shots(GAMES[0])
    bare = Shot(shots[5].table, PointedPlaces())
    film = film_of([shots[4], bare, shots[5]], game.colours, style=Style())
    assert _shown(film, 1)["marks"] == ""
    assert _shown(film, 0)["marks"]
