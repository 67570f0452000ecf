"""The whole table in one picture, laid out for a laptop, a tablet or a phone."""

from typing import Final

from msgspec import Struct

from referee.engine.scoring import pad
from referee.game.ids import Seat as SeatNumber
from referee.game.state import State
from referee.pictures.bases import draw_bases
from referee.pictures.bonus import draw_spaces
from referee.pictures.displays import draw_books, draw_cards
from referee.pictures.header import draw_header, moment
from referee.pictures.legend import draw_legend
from referee.pictures.look import FONTS, Box, Frame, Look, Seat, Sheet, look_of, num, plain
from referee.pictures.map import draw_map
from referee.pictures.marks import NO_MARKS, Marks, draw_marks
from referee.pictures.palette import Theme
from referee.pictures.players import draw_player, player_height
from referee.pictures.shapes import icon_symbols, roof_symbols, sign_symbols
from referee.pictures.tracks import draw_tracks

LAPTOP: Final = 1400
TABLET: Final = 820
PHONE: Final = 390
GAP: Final = 12


class Picture(Struct, frozen=True):
    """A picture of a table: the SVG, its size, and where the places lie in it."""

    svg: str
    width: float
    height: float
    boxes: dict[str, Box]


class Style(Struct, frozen=True):
    """How a table is drawn."""

    width: int = LAPTOP
    theme: Theme = "light"
    language: str = "en"
    prefix: str = ""
    """Stands before every id, so that several pictures can share a page."""


def table_picture(
    state: State,
    colours: tuple[str, ...],
    names: tuple[str | None, ...] = (),
    *,
    style: Style | None = None,
    marks: Marks = NO_MARKS,
) -> Picture:
    """Return a table as a picture, players called by name where they have one."""
    style = style or Style()
    width = style.width
    look = look_of(style.theme, style.language, style.prefix)
    seats = _seats(look, state, colours, names)
    sheet = Sheet(look)
    if width >= LAPTOP - 300:
        height = _wide(sheet, state, seats, width, marks)
    else:
        height = _column(sheet, state, seats, width, marks)
    draw_marks(sheet, marks)
    title = moment(look, state, seats)
    svg = "".join((*_opening(look, state, seats, (width, height), title), *sheet.drawn, "</svg>\n"))
    return Picture(svg, width, height, sheet.boxes)


def _seats(
    look: Look, state: State, colours: tuple[str, ...], names: tuple[str | None, ...]
) -> tuple[Seat, ...]:
    known = (*names, *[None] * len(state.players))
    return tuple(
        Seat(colour, name or look.words.colour(colour))
        for colour, name in zip(colours, known, strict=False)
    )


def _opening(
    look: Look, state: State, seats: tuple[Seat, ...], size: tuple[float, float], title: str
) -> tuple[str, ...]:
    """Return what stands before the parts: title, description, definitions, background."""
    width, height = map(num, size)
    palette, prefix = look.palette, look.prefix
    told = [title]
    for number, (seat, player) in enumerate(zip(seats, state.players, strict=True)):
        worth = pad(state, SeatNumber(number)).total
        told.append(
            look.words.say("places", "summary", player=seat.name, n=player.cash, worth=worth)
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        f' width="{width}" height="{height}" role="img" lang="{look.language}"',
        f' aria-labelledby="{prefix}title {prefix}desc" font-family="{FONTS}"',
        f' fill="{palette.ink}">',
        f'<title id="{prefix}title">{plain(title)}</title>',
        f'<desc id="{prefix}desc">{plain(" ".join(told))}</desc>',
        "<defs>",
        _definitions(look),
        sign_symbols(palette, prefix, tuple(seat.colour for seat in seats)),
        "</defs>",
        f'<rect width="{width}" height="{height}" fill="{palette.bg}"/>',
    )


_KNOWN: dict[Look, str] = {}


def _definitions(look: Look) -> str:
    """Return the icons, the posts and the hatch of a look."""
    if look not in _KNOWN:
        _KNOWN[look] = (
            icon_symbols(look.palette, look.prefix)
            + roof_symbols(look.palette, look.prefix, look.words.initials)
            + f'<pattern id="{look.prefix}used" width="6" height="6" patternUnits="userSpaceOnUse"'
            f' patternTransform="rotate(45)"><rect width="2" height="6" fill="{look.palette.line2}"'
            ' fill-opacity=".38"/></pattern>'
        )
    return _KNOWN[look]


def _wide(sheet: Sheet, state: State, seats: tuple[Seat, ...], width: float, marks: Marks) -> float:
    """Lay the table out in two columns, the players two a row."""
    margin = 16.0
    inner = width - 2 * margin
    y = margin + draw_header(sheet, state, seats, Frame(margin, margin, inner))
    left = round(inner * 0.508)
    map_height = draw_map(sheet, state, Frame(margin, y, left), marks)
    bases = y + map_height + GAP
    bottom = bases + draw_bases(sheet, state, Frame(margin, bases, left))
    x = margin + left + GAP + 4
    right = inner - left - GAP - 4
    displays = y + draw_tracks(sheet, state, seats, Frame(x, y, right)) + GAP
    cards = round(right * 0.44)
    draw_cards(sheet, state, Frame(x, displays, cards), bottom - displays)
    books = Frame(x + cards + GAP + 4, displays, right - cards - GAP - 4)
    draw_books(sheet, state, books, bottom - displays)
    y = bottom + GAP
    y += draw_spaces(sheet, state, seats, Frame(margin, y, inner), 8) + GAP
    return _draw_players(sheet, state, seats, Frame(margin, y, inner), 2) + margin


def _column(
    sheet: Sheet, state: State, seats: tuple[Seat, ...], width: float, marks: Marks
) -> float:
    """Lay the table out in one column, for a phone or a tablet."""
    narrow = width < TABLET - 200
    margin = 8.0 if narrow else 16.0
    inner = width - 2 * margin
    y = margin + draw_header(sheet, state, seats, Frame(margin, margin, inner, narrow))
    y += draw_map(sheet, state, Frame(margin, y, inner, narrow), marks) + GAP
    y += draw_bases(sheet, state, Frame(margin, y, inner, narrow)) + GAP
    y += draw_tracks(sheet, state, seats, Frame(margin, y, inner, narrow)) + GAP
    if narrow:
        draw_cards(sheet, state, Frame(margin, y, inner, narrow), 290)
        y += 290 + GAP
        draw_books(sheet, state, Frame(margin, y, inner, narrow), 230)
        y += 230 + GAP
    else:
        cards = round(inner * 0.42)
        draw_cards(sheet, state, Frame(margin, y, cards), 290)
        books = Frame(margin + cards + GAP + 4, y, inner - cards - GAP - 4)
        draw_books(sheet, state, books, 290)
        y += 290 + GAP
    y += draw_spaces(sheet, state, seats, Frame(margin, y, inner, narrow), 3 if narrow else 5) + GAP
    return _draw_players(sheet, state, seats, Frame(margin, y, inner, narrow), 1) + margin


def _draw_players(
    sheet: Sheet, state: State, seats: tuple[Seat, ...], frame: Frame, a_row: int
) -> float:
    """Draw the players so many a row and the legend, and return where it all ends."""
    width = (frame.width - GAP * (a_row - 1)) / a_row
    y = frame.y
    x, height = frame.x, 0.0
    for start in range(0, len(seats), a_row):
        row = range(start, min(start + a_row, len(seats)))
        frames = [
            Frame(frame.x + (seat - start) * (width + GAP), y, width, frame.narrow) for seat in row
        ]
        height = max(player_height(state, seat, at) for seat, at in zip(row, frames, strict=True))
        for seat, at in zip(row, frames, strict=True):
            draw_player(sheet, state, seats, seat, at, height)
        x = frame.x + len(row) * (width + GAP)
        y += height + GAP
    if len(seats) % a_row:
        # The legend takes the place of the player who is missing in the last row.
        legend = draw_legend(sheet, Frame(x, y - height - GAP, width, frame.narrow))
        return max(y - GAP, y - height - GAP + legend)
    return y + draw_legend(sheet, Frame(frame.x, y, frame.width, frame.narrow))
