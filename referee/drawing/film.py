"""Tables of one game in a row, as one picture and what changes in it.

A film has the picture of one of the tables, and for every part of it the looks that it has had: a
look is a list of pieces, each of which is kept once. Whoever shows another table puts the pieces of
its looks into the parts, and needs to know nothing of what they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module, resources
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.state import State
from referee.drawing.displays import moment
from referee.drawing.look import FONTS, look_of
from referee.drawing.marks import PointedPlaces
from referee.drawing.players import player_height
from referee.drawing.shapes import page_style
from referee.drawing.sheet import KeptPart, PictureSheet, ShownTable
from referee.drawing.table import (
    Picture,
    Style,
    draw_table,
    picture_opening,
    player_frame,
    seats_of,
)
from referee.i18n.page_words import picture_words
from referee.templates import page

PartPieces = tuple[int, ...]
"""The pieces of a part, by their numbers."""

END: Final = "</g>"


class Shot(Struct, frozen=True):
    """A table of a film, with what is pointed out on it."""

    table: ShownTable
    marks: PointedPlaces

    @property
    def state(self) -> State:
        """What lies on the table."""
        return self.table.state


class FilmPart(Struct, frozen=True):
    """A part of the picture, and from which table on it looks how."""

    name: str
    looks: tuple[tuple[int, PartPieces], ...]


class Film(Struct, frozen=True):
    """The picture of the last table, and how the picture looks at every other one."""

    svg: str
    size: tuple[float, float]
    pieces: tuple[str, ...]
    parts: tuple[FilmPart, ...]
    player_height: float
    """How high the area of a player is at every table."""
    moments: tuple[str, ...]
    """Where in the game each table stands, in words."""


def film_of(
    shots: Sequence[Shot],
    colours: tuple[str, ...],
    names: tuple[str | None, ...] = (),
    *,
    style: Style,
) -> Film:
    """Return the tables as one picture and what changes in it; at least one table is needed."""
    look = look_of(style.theme, style.language, style.prefix)
    seats = seats_of(look, shots[0].state, colours, names)
    # There is room for the largest hand of all, so that nothing else moves.
    most = max(
        player_height(shot.state, seat, player_frame(style))
        for shot in shots
        for seat in range(len(shot.state.players))
    )
    style = replace(style, player_height=most, discreet=False)
    kept: dict[object, KeptPart] = {}
    numbers: dict[str, int] = {}
    looks: dict[str, list[tuple[int, PartPieces]]] = {}
    tags: dict[str, str] = {}
    height = 0.0
    for number, shot in enumerate(shots):
        sheet = PictureSheet(look, shot.table, seats, kept)
        height = draw_table(sheet, style, shot.marks)
        seen = set()
        for tag, pieces in _parts(sheet.drawn, style.prefix):
            name = tag.split('"')[1]
            seen.add(name)
            tags.setdefault(name, tag)
            row = tuple([numbers.setdefault(piece, len(numbers)) for piece in pieces])
            history = looks.setdefault(name, [(0, ())] if number else [])
            if not history or history[-1][1] != row:
                history.append((number, row))
        for name in looks.keys() - seen:
            if looks[name][-1][1]:
                looks[name].append((number, ()))
    kept_once = tuple(numbers)
    last = "".join(
        f"{tags[name]}{''.join(kept_once[piece] for piece in history[-1][1])}{END}"
        for name, history in looks.items()
    )
    size = style.width, height
    opening = picture_opening(PictureSheet(look, shots[-1].table, seats), size)
    return Film(
        svg=f"{opening}{last}</svg>\n",
        size=size,
        pieces=kept_once,
        parts=tuple(FilmPart(name, tuple(history)) for name, history in looks.items()),
        player_height=style.player_height,
        moments=tuple(moment(look, shot.state, seats) for shot in shots),
    )


def _parts(drawn: Sequence[str], prefix: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a picture: the tag that opens each, and the pieces in it."""
    depth, tag, loose = 0, "", 0
    inside: list[str] = []
    for piece in drawn:
        opens = piece.startswith("<g ") and not piece.endswith(END)
        if opens and depth == 0:
            if inside:
                loose += 1
                yield f'<g id="{prefix}loose-{loose}">', inside
            tag, inside, depth = piece, [], 1
            continue
        depth += opens - (piece == END)
        if depth == 0 and tag:
            yield tag, inside
            tag, inside = "", []
        else:
            inside.append(piece)
    if inside:
        yield f'<g id="{prefix}loose-{loose + 1}">', inside


# A picture as a page of its own, laid out for a wide and for a narrow window ----------------------
NARROW_WINDOW: Final = 900
"""Pixels up to which a window gets the picture that is laid out for a phone."""

STYLE: Final = (
    "body{margin:0;padding:12px;background:var(--bg);color:var(--ink);"
    f"font:16px/1.45 {FONTS}}}"
    "main{max-width:1400px;margin:auto}h1{font-size:20px;margin:0 0 8px}p{margin:0 0 8px}"
    "svg{width:100%;height:auto;display:block}.narrow{display:none}"
    f"@media (max-width:{NARROW_WINDOW}px){{body{{padding:4px}}.wide{{display:none}}"
    ".narrow{display:block}}"
    "@media print{body{padding:0}}"
)


def picture_page(
    wide: Picture, narrow: Picture, title: str, caption: Iterable[str] = (), language: str = "en"
) -> str:
    """Return a page with a picture of the theme `page`, drawn for both kinds of windows.

    The two must have different prefixes.
    """
    return page(
        "picture",
        language=language,
        title=title,
        caption=caption,
        style=page_style() + STYLE,
        wide=wide.svg,
        narrow=narrow.svg,
    )


# Pictures as PNG, through resvg, with the face that ships with the referee ------------------------
EXTRA: Final = "pictures"
FACES: Final = ("Roboto-Regular.ttf", "Roboto-Bold.ttf")
FAMILY: Final = "Roboto"

STAND_INS: Final[dict[str, str | int | None]] = {"→": "»"}
"""What is drawn in place of a character that the face lacks."""


class NoRendererError(Exception):
    """What turns a picture into pixels is not installed."""


def png(picture: Picture, scale: float = 2) -> bytes:
    """Return a picture as PNG, so many pixels for each of its units; the same on every machine."""
    try:
        resvg: Any = import_module("resvg_py")
    except ModuleNotFoundError as error:
        raise NoRendererError(picture_words().say("notes", "no-png", extra=EXTRA)) from error
    svg = picture.svg.translate(str.maketrans(STAND_INS))
    folder = resources.files(__package__) / "fonts"
    with resources.as_file(folder) as fonts:
        data: bytes = resvg.svg_to_bytes(
            svg_string=svg,
            zoom=scale,
            skip_system_fonts=True,
            font_files=[str(fonts / face) for face in FACES],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    return data
