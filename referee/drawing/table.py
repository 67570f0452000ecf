"""The whole table in one picture, laid out for a laptop, a tablet or a phone."""

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Final

from msgspec import Struct

from referee.core.state import State
from referee.drawing.displays import (
    draw_bases,
    draw_books,
    draw_cards,
    draw_header,
    draw_legend,
    draw_spaces,
    moment,
)
from referee.drawing.look import FONTS, Box, Look, look_of, num, plain
from referee.drawing.map import draw_map
from referee.drawing.marks import NO_MARKS, PointedPlaces, draw_marks
from referee.drawing.players import draw_player, player_height
from referee.drawing.shapes import Theme, icon_symbols, roof_symbols, sign_symbols
from referee.drawing.sheet import DrawnPlayer, Frame, PictureSheet, ShownTable, shown_table
from referee.drawing.tracks import draw_tracks

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
    player_height: float = 0
    """How high the area of a player is at least: all pictures of a row are laid out alike."""
    discreet: bool = False
    """Leave out what is nobody else's business during a game: hands, and what all would score."""


def table_picture(
    table: State | ShownTable,
    colours: tuple[str, ...],
    names: tuple[str | None, ...] = (),
    *,
    style: Style | None = None,
    marks: PointedPlaces = NO_MARKS,
) -> Picture:
    """Return a table as a picture, players called by name where they have one."""
    style = style or Style()
    look = look_of(style.theme, style.language, style.prefix)
    shown = table if isinstance(table, ShownTable) else shown_table([table])
    sheet = PictureSheet(look, shown, seats_of(look, shown.state, colours, names))
    sheet.discreet = style.discreet
    height = draw_table(sheet, style, marks)
    svg = "".join((picture_opening(sheet, (style.width, height)), *sheet.drawn, "</svg>\n"))
    return Picture(svg, style.width, height, sheet.boxes)


def draw_table(sheet: PictureSheet, style: Style, marks: PointedPlaces) -> float:
    """Draw everything that lies on a table, and the marks on it; return the height."""
    sheet.uncertain = frozenset([mark.place for mark in marks.places if mark.kind == "open"])
    sheet.doubtful = frozenset([mark.place for mark in marks.places if mark.kind == "doubtful"])
    if style.width >= LAPTOP - 300:
        margin = 16.0
        inner = style.width - 2 * margin
        y = margin + _part(sheet, "header", draw_header, Frame(margin, margin, inner))
        left = round(inner * 0.508)
        map_height = _map(sheet, Frame(margin, y, left), marks)
        bases = y + map_height + GAP
        bottom = bases + _part(sheet, "bases", draw_bases, Frame(margin, bases, left))
        x = margin + left + GAP + 4
        right = inner - left - GAP - 4
        displays = y + draw_tracks(sheet, Frame(x, y, right)) + GAP
        cards = round(right * 0.44)
        _part(sheet, "cards", draw_cards, Frame(x, displays, cards), bottom - displays)
        books = Frame(x + cards + GAP + 4, displays, right - cards - GAP - 4)
        _part(sheet, "books", draw_books, books, bottom - displays)
        y = bottom + GAP
        y += _part(sheet, "spaces", draw_spaces, Frame(margin, y, inner), 8) + GAP
        height = _players(sheet, Frame(margin, y, inner), 2, style.player_height) + margin
    else:
        narrow = style.width < TABLET - 200
        margin = 8.0 if narrow else 16.0
        inner = style.width - 2 * margin
        y = margin + _part(sheet, "header", draw_header, Frame(margin, margin, inner, narrow))
        y += _map(sheet, Frame(margin, y, inner, narrow), marks) + GAP
        y += _part(sheet, "bases", draw_bases, Frame(margin, y, inner, narrow)) + GAP
        y += draw_tracks(sheet, Frame(margin, y, inner, narrow)) + GAP
        if narrow:
            y += _part(sheet, "cards", draw_cards, Frame(margin, y, inner, narrow), 290) + GAP
            y += _part(sheet, "books", draw_books, Frame(margin, y, inner, narrow), 230) + GAP
        else:
            cards = round(inner * 0.42)
            books = Frame(margin + cards + GAP + 4, y, inner - cards - GAP - 4)
            _part(sheet, "books", draw_books, books, 290)
            y += _part(sheet, "cards", draw_cards, Frame(margin, y, cards), 290) + GAP
        a_row = 3 if narrow else 5
        y += _part(sheet, "spaces", draw_spaces, Frame(margin, y, inner, narrow), a_row) + GAP
        height = _players(sheet, Frame(margin, y, inner, narrow), 1, style.player_height) + margin
    draw_marks(sheet, marks)
    return height


def seats_of(
    look: Look, state: State, colours: tuple[str, ...], names: tuple[str | None, ...]
) -> tuple[DrawnPlayer, ...]:
    """Return the players as a picture calls them."""
    known = (*names, *[None] * len(state.players))
    return tuple(
        DrawnPlayer(colour, name or look.words.colour(colour))
        for colour, name in zip(colours, known, strict=False)
    )


def picture_opening(sheet: PictureSheet, size: tuple[float, float]) -> str:
    """Return what stands before the parts: title, description, definitions, background."""
    width, height = map(num, size)
    look, palette, prefix = sheet.look, sheet.look.palette, sheet.look.prefix
    title = moment(look, sheet.state, sheet.seats)
    sentences = [title]
    for seat, cash, pad in zip(sheet.seats, sheet.table.cash, sheet.table.pads, strict=True):
        said: dict[str, str | int] = {"player": seat.name, "n": cash}
        if not sheet.discreet:
            said["worth"] = pad.total
        sentences.append(look.words.say("places", "purse" if sheet.discreet else "summary", **said))
    if look not in _KNOWN:
        _KNOWN[look] = (
            icon_symbols(look.palette, look.prefix)
            + roof_symbols(look.palette, look.prefix, look.words.initials)
            + f'<pattern id="{look.prefix}used" width="6" height="6" patternUnits="userSpaceOnUse"'
            f' patternTransform="rotate(45)"><rect width="2" height="6" fill="{look.palette.line2}"'
            ' fill-opacity=".38"/></pattern>'
        )
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
            f' width="{width}" height="{height}" role="img" lang="{look.language}"',
            f' aria-labelledby="{prefix}title {prefix}desc" font-family="{FONTS}"',
            f' fill="{palette.ink}">',
            f'<title id="{prefix}title">{plain(title)}</title>',
            f'<desc id="{prefix}desc">{plain(" ".join(sentences))}</desc>',
            "<defs>",
            _KNOWN[look],
            sign_symbols(palette, prefix, tuple(seat.colour for seat in sheet.seats)),
            "</defs>",
            f'<rect width="{width}" height="{height}" fill="{palette.bg}"/>',
        )
    )


_KNOWN: dict[Look, str] = {}


def player_frame(style: Style) -> Frame:
    """Return how wide the area of a player is, wherever it lies."""
    if style.width >= LAPTOP - 300:
        return Frame(0, 0, (style.width - 32 - GAP) / 2)
    narrow = style.width < TABLET - 200
    return Frame(0, 0, style.width - (16 if narrow else 32), narrow)


# The parts, each with all that it shows: what shows the same is drawn once in a row of pictures ---
_SHOWN: Final[dict[str, Callable[[State], Hashable]]] = {
    "header": attrgetter("phase", "round", "turn", "to_move"),
    "bases": attrgetter("bases", "lost_posts", "regions"),
    "cards": lambda table: (table.display, *map(len, table.unseen_cards), len(table.discards)),
    "books": lambda table: (table.book_display, table.book_coins, *map(len, table.unseen_books)),
    "spaces": attrgetter("markers"),
    "legend": lambda _: None,
}


def _part(
    sheet: PictureSheet, name: str, draw: Callable[..., float], frame: Frame, *more: float
) -> float:
    facts = name, _SHOWN[name](sheet.state), frame, more
    return sheet.part(facts, lambda: draw(sheet, frame, *more))


def _map(sheet: PictureSheet, frame: Frame, marks: PointedPlaces) -> float:
    marked = tuple(mark for mark in marks.places if mark.place.startswith("region-"))
    shown = sheet.state.regions, marked
    return sheet.part(("map", shown, frame), lambda: draw_map(sheet, frame, marks))


def _players(sheet: PictureSheet, frame: Frame, a_row: int, least: float) -> float:
    """Draw the players so many a row and the legend, and return where it all ends."""
    seats = sheet.seats
    width = (frame.width - GAP * (a_row - 1)) / a_row
    y = frame.y
    x, height = frame.x, 0.0
    for start in range(0, len(seats), a_row):
        row = range(start, min(start + a_row, len(seats)))
        frames = [
            Frame(frame.x + (seat - start) * (width + GAP), y, width, frame.narrow) for seat in row
        ]
        heights = [
            player_height(sheet.state, seat, at, discreet=sheet.discreet)
            for seat, at in zip(row, frames, strict=True)
        ]
        height = max(least, *heights)
        for seat, at in zip(row, frames, strict=True):
            draw_player(sheet, seat, at, height)
        x = frame.x + len(row) * (width + GAP)
        y += height + GAP
    if len(seats) % a_row:
        # The legend takes the place of the player who is missing in the last row.
        legend = _part(
            sheet, "legend", draw_legend, Frame(x, y - height - GAP, width, frame.narrow)
        )
        return max(y - GAP, y - height - GAP + legend)
    return y + _part(sheet, "legend", draw_legend, Frame(frame.x, y, frame.width, frame.narrow))
