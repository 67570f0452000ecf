"""Small pictures of single things, kept as files; run as a module it writes them anew."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import referee
from referee.copies.drawn_tables import drawn_table
from referee.core.ids import BookId, CardId, SpaceId
from referee.drawing.displays import draw_bases, draw_books, draw_legend, space_face
from referee.drawing.items import book_face, card_face, chip
from referee.drawing.look import OPEN, Look, look_of
from referee.drawing.players import draw_player_tracks
from referee.drawing.sheet import DrawnPlayer, Frame, PictureSheet, shown_table
from referee.drawing.tracks import draw_tracks

FOLDER = Path(__file__).parent / "golden"


@cache
def pictures() -> dict[str, str]:
    """Return the small pictures by name, without the definitions of icons."""
    table = referee.load("games/four-players.mgn").table("6.7")
    state = table.state
    components = state.setting.components
    seats = tuple(DrawnPlayer(colour, colour) for colour in table.colours)
    light, dark = look_of("light", "en", ""), look_of("dark", "en", "")
    merchant = components.card[CardId("merchant-cairo")]
    coffee = components.card[CardId("coffee3c")]
    majority, extra = components.space[SpaceId("coffee")], components.space[SpaceId("D1-2")]
    found = {
        "card-price": card_face(light, coffee, 84, 80, price=4),
        "card-used": card_face(dark, coffee, 124, 46, used=True, more=1),
        "card-merchant": card_face(light, merchant, 84, 80, price=2),
        "chip": chip(light, coffee, 124),
        "book": book_face(light, components.book[BookId("b17")], 38, 78),
        "space-majority": space_face(light, components, majority, 164, of_track=False),
        "space-extra": space_face(dark, components, extra, 164, of_track=True),
    }
    parts: dict[str, Callable[[PictureSheet], object]] = {
        "bases": lambda sheet: draw_bases(sheet, Frame(0, 0, 695)),
        "books": lambda sheet: draw_books(sheet, Frame(0, 0, 366, narrow=True), 230),
        "legend": lambda sheet: draw_legend(sheet, Frame(0, 0, 600)),
        "tracks": lambda sheet: draw_tracks(sheet, Frame(0, 0, 657)),
        "bookkeeping": lambda sheet: draw_player_tracks(sheet, 2, Frame(0, 0, 650)),
    }
    for name, draw in parts.items():
        sheet = PictureSheet(light, shown_table([state]), seats)
        draw(sheet)
        found[name] = "".join(sheet.drawn)
    found |= _partly_read(light)
    return {
        name: '<svg xmlns="http://www.w3.org/2000/svg">\n'
        + content.replace("><", ">\n<")
        + "\n</svg>\n"
        for name, content in found.items()
    }


def _partly_read(look: Look) -> dict[str, str]:
    """Return small pictures of a table whose set is partly read."""
    table = drawn_table(referee.load("games/own-copy/bens-first-game.mgn").tables("3.2").states)
    state = table.state
    components = state.setting.components
    seats = (DrawnPlayer("blue", "blue"), DrawnPlayer("green", "green"))
    sheets = {name: PictureSheet(look, table, seats) for name in ("unread-bases", "unread-tracks")}
    draw_bases(sheets["unread-bases"], Frame(0, 0, 374, narrow=True))
    draw_tracks(sheets["unread-tracks"], Frame(0, 0, 657))
    return {name: "".join(sheet.drawn) for name, sheet in sheets.items()} | {
        "unread-card": card_face(look, components.card[CardId("exp2c")], 84, 80, price=OPEN),
        "unread-book": book_face(look, components.book[BookId("b17")], 38, 78),
        "unread-chip": chip(look, components.card[CardId("coffee2")], 124),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, svg in pictures().items():
        (FOLDER / f"{name}.svg").write_text(svg, "utf-8")
