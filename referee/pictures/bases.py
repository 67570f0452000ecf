"""The bases: the columns with their posts, the coins in the open and those still covered."""

from typing import Final

from referee.game.ids import COMPANIES, Company
from referee.game.state import BaseColumn, State
from referee.pictures.look import Box, Icon, Look, RunWord, num, place_id
from referee.pictures.open_values import OPEN, QUESTION, is_open
from referee.pictures.palette import Piece
from referee.pictures.sheet import Frame, PictureSheet

SPACE: Final = (33.0, 13.0)
GAP: Final = 3
HEAD: Final = 36
FOOT: Final = 26


def draw_bases(sheet: PictureSheet, state: State, frame: Frame) -> float:
    """Draw the four bases, and return how high they are."""
    look = sheet.look
    a_row = 2 if frame.narrow else len(COMPANIES)
    width = (frame.width - 8 * (a_row - 1)) / a_row
    by_company = {base.company: base.columns for base in state.setting.components.bases}
    deepest = max(len(column) for columns in by_company.values() for column in columns)
    height = HEAD + deepest * (SPACE[1] + GAP) + FOOT
    sheet.open("bases", look.words.parts["bases"])
    for index, company in enumerate(COMPANIES):
        x = frame.x + index % a_row * (width + 8)
        y = frame.y + index // a_row * (height + 8)
        sheet.place(
            place_id("base", company),
            Box(x, y, width, height),
            _panel(sheet, company, Box(0, 0, width, height)),
            look.words.say(
                "places",
                "base",
                company=look.words.companies[company],
                n=sheet.table.pads[0].values[index],
                posts=_posts(sheet, company),
            ),
        )
        columns = by_company[company]
        column_width = min(SPACE[0], (width - 16 - GAP * (len(columns) - 1)) / len(columns))
        start = x + (width - (column_width + GAP) * len(columns) + GAP) / 2
        for number, (coins, column) in enumerate(zip(columns, state.bases[index], strict=True)):
            at = Box(start + number * (column_width + GAP), y + HEAD, column_width, SPACE[1])
            _draw_column(sheet, (company, number + 1), coins, column, at)
    sheet.close()
    rows = -(-len(COMPANIES) // a_row)
    return rows * height + (rows - 1) * 8


def _posts(sheet: PictureSheet, company: Company) -> int:
    """Return how many posts are left in a base."""
    columns = sheet.table.state.bases[COMPANIES.index(company)]
    before = place_id("base", company, "")
    if any(place.startswith(before) for place in sheet.uncertain):
        return OPEN
    return sum(column.posts for column in columns)


def _held(sheet: PictureSheet, company: Company) -> int:
    """Return how many posts of a company stand on the map."""
    if any(place.startswith("region-") for place in sheet.uncertain):
        return OPEN
    return sum(owner == company for owner in sheet.table.state.regions)


def _panel(sheet: PictureSheet, company: Company, box: Box) -> str:
    look, state = sheet.look, sheet.table.state
    index = COMPANIES.index(company)
    words = look.words
    lost = state.lost_posts[index]
    held = _held(sheet, company)
    note = words.say("notes", "on-map", n=held)
    if lost:
        note = f"{note}, {words.say('notes', 'lost', n=lost)}"
    value = words.say("notes", "a-share", n=sheet.table.pads[0].values[index])
    return (
        look.box(box, "panel", "line", radius=8)
        + look.post(company, 7, 4, 17)
        + look.text(28, 15, words.companies[company], 12, bold=True, room=box.width - 34)
        + look.text(28, 28, note, 10.5, tint="ink2", room=box.width - 34)
        + look.run(box.width / 2, box.height - 8, (Icon("share"), RunWord(value)), 12, "middle")
    )


def _draw_column(
    sheet: PictureSheet,
    column_of: tuple[Company, int],
    coins: tuple[int, ...],
    column: BaseColumn,
    at: Box,
) -> None:
    """Draw a column from its front, above, to its final space."""
    look = sheet.look
    company, number = column_of
    piece = look.palette.posts[company]
    # Posts stand at the rear; a final space that was opened stays open behind them.
    last = len(coins) - (1 if column.opened else 0)
    for space, icons in enumerate(coins, 1):
        covered = last - column.posts < space <= last
        opened = column.opened and space == len(coins)
        box = Box(at.x, at.y + (space - 1) * (at.height + GAP), at.width, at.height)
        inner = Box(0, 0, at.width, at.height)
        if covered:
            content = look.box(inner, piece.body, piece.outline, radius=3, width=1.2)
        elif opened:
            content = look.box(inner, "changed_wash", "changed", radius=3, width=1.6)
        else:
            content = look.box(inner, "slot", "line", radius=3, dashes="3 2")
        middle = at.width / 2
        size = at.height - 1.5
        if is_open(icons):
            content += _unread_coins(look, piece if covered else None, at)
        for coin in range(icons):
            x = middle + (coin - (icons - 1) / 2) * (size + 1)
            if covered:
                content += (
                    f'<circle cx="{num(x)}" cy="{num(at.height / 2)}" r="3" fill="none"'
                    f' stroke="{piece.letters}" stroke-width="1.3"/>'
                )
            else:
                content += look.icon("coin", x - size / 2, (at.height - size) / 2, size)
        sheet.place(place_id("base", company, number, space), box, content)


def _unread_coins(look: Look, piece: Piece | None, at: Box) -> str:
    """Return the icons of a space of which nobody knows how many there are."""
    if piece is None:
        run = (Icon("coin"), RunWord(QUESTION))
        return look.run(at.width / 2, at.height - 2.5, run, 10, "middle")
    middle = at.width / 2
    ring = (
        f'<circle cx="{num(middle - 5)}" cy="{num(at.height / 2)}" r="3" fill="none"'
        f' stroke="{piece.letters}" stroke-width="1.3"/>'
    )
    return ring + (
        f'<text x="{num(middle)}" y="{num(at.height - 2.5)}" font-size="10" font-weight="700"'
        f' fill="{piece.letters}">{QUESTION}</text>'
    )
