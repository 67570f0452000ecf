"""The card display with the price of every card, and the book display with its coins."""

from functools import lru_cache
from typing import Final

from referee.core.component_set import ComponentSet
from referee.core.components import BonusSpace, MajoritySpace
from referee.core.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, Company
from referee.core.limits import ROUNDS
from referee.core.state import BaseColumn, State
from referee.drawing.contents import UNREAD, space_runs, space_words
from referee.drawing.items import LETTER_TINTS, book_face, book_title, card_face, card_title
from referee.drawing.look import (
    OPEN,
    QUESTION,
    Box,
    Icon,
    Look,
    Run,
    RunWord,
    is_open,
    is_open_kind,
    num,
    place_id,
    run_width,
    text_width,
)
from referee.drawing.map import UNREAD_DASHES
from referee.drawing.shapes import Piece
from referee.drawing.sheet import DrawnPlayer, Frame, PictureSheet
from referee.drawing.tracks import WORKS_SOON

HEAD = 20
GAP = 6
COIN = 12
FOOT = 18


def draw_cards(sheet: PictureSheet, frame: Frame, height: float) -> float:
    """Draw the card display with the price of every card, and return its height."""
    look, words, state = sheet.look, sheet.look.words, sheet.state
    components = state.setting.components
    columns = max(space.column for space in components.card_spaces)
    rows = max(space.row for space in components.card_spaces)
    width = (frame.width - GAP * (columns - 1)) / columns
    high = (height - HEAD - FOOT - GAP * (rows - 1)) / rows
    sheet.open("cards", words.parts["cards"])
    sheet.add(look.text(frame.x, frame.y + 13, words.parts["cards"], 13, bold=True))
    for space, card in zip(components.filling_order, state.display, strict=True):
        x = frame.x + (space.column - 1) * (width + GAP)
        box = Box(x, frame.y + HEAD + (space.row - 1) * (high + GAP), width, high)
        name = place_id("card", space.row, space.column)
        if card is None:
            empty = look.box(Box(0, 0, width, high), "slot", "line", radius=5, dashes="3 3")
            note = words.say("notes", "crate", n=space.crate)
            empty += look.text(
                width / 2, high / 2 + 4, note, 11, tint="ink2", anchor="middle", room=width - 6
            )
            sheet.place(name, box, empty, words.say("places", "no-card", n=space.crate))
            continue
        shown = components.card[card]
        price = shown.crate + space.crate
        title = ", ".join((card_title(look, shown), words.say("places", "price", n=price)))
        sheet.place(name, box, card_face(look, shown, width, high, price=price), title)
    supplies = zip(CARD_LETTERS, state.unseen_cards, strict=True)
    left = " ".join(f"{letter}{len(unseen)}" for letter, unseen in supplies)
    note = words.say("notes", "stack", left=left, n=len(state.discards))
    sheet.add(look.text(frame.x, frame.y + height - 3, note, 11, tint="ink2", room=frame.width))
    sheet.close()
    return height


def draw_books(sheet: PictureSheet, frame: Frame, height: float) -> float:
    """Draw the book display under the rounds of its columns, and return its height."""
    look, words, state = sheet.look, sheet.look.words, sheet.state
    components = state.setting.components
    rounds = sorted({space.round for space in components.book_spaces})
    rows = sorted({space.row for space in components.book_spaces})
    width = (frame.width - GAP * (len(rounds) - 1)) / len(rounds)
    high = (height - HEAD - FOOT - GAP * (len(rows) - 1)) / len(rows)
    sheet.open("books", words.parts["books"])
    sheet.add(look.text(frame.x, frame.y + 13, words.parts["books"], 13, bold=True))
    for space, book, coins in zip(
        components.book_spaces, state.book_display, state.book_coins, strict=True
    ):
        x = frame.x + rounds.index(space.round) * (width + GAP)
        box = Box(x, frame.y + HEAD + rows.index(space.row) * (high + GAP), width, high)
        if book is None:
            letter = QUESTION if is_open_kind(space.letter) else space.letter
            content = look.box(Box(0, 0, width, high), "slot", "line", radius=4, dashes="3 3")
            tint = LETTER_TINTS.get(space.letter, "ink2")
            y = high / 2 + 5
            content += look.text(width / 2, y, letter, 14, bold=True, anchor="middle", tint=tint)
            title = words.say("places", "no-book", letter=letter)
        else:
            foot = COIN / 2 if coins else 0
            content = book_face(look, components.book[book], width, high, foot=foot)
            title = book_title(look, components.book[book])
        if coins:
            apart = min(COIN * 0.6, (width - COIN) / max(coins - 1, 1))
            start = (width - COIN - apart * (coins - 1)) / 2
            content += "".join(
                look.icon("coin", start + apart * coin, high - COIN / 2, COIN)
                for coin in range(coins)
            )
            title = ", ".join((title, words.say("gives", "coins", n=coins)))
        sheet.place(place_id("book", space.id), box, content, title)
    supplies = zip(BOOK_LETTERS, state.unseen_books, strict=True)
    left = " ".join(f"{letter}{len(unseen)}" for letter, unseen in supplies)
    note = words.say("notes", "supply", left=left)
    sheet.add(look.text(frame.x, frame.y + height - 3, note, 11, tint="ink2", room=frame.width))
    sheet.close()
    return height


# The bases: the columns with their posts, the coins in the open and those still covered -----------
SPACE: Final = (33.0, 13.0)
BASE_GAP: Final = 3
BASE_HEAD: Final = 36
BASE_FOOT: Final = 26


def draw_bases(sheet: PictureSheet, frame: Frame) -> float:
    """Draw the four bases, and return how high they are."""
    look, state = sheet.look, sheet.state
    a_row = 2 if frame.narrow else len(COMPANIES)
    width = (frame.width - 8 * (a_row - 1)) / a_row
    by_company = {base.company: base.columns for base in state.setting.components.bases}
    deepest = max(len(column) for columns in by_company.values() for column in columns)
    height = BASE_HEAD + deepest * (SPACE[1] + BASE_GAP) + BASE_FOOT
    sheet.open("bases", look.words.parts["bases"])
    for index, company in enumerate(COMPANIES):
        x = frame.x + index % a_row * (width + 8)
        y = frame.y + index // a_row * (height + 8)
        panel = _panel(sheet, company, Box(0, 0, width, height))
        before = place_id("base", company, "")
        uncertain = any(place.startswith(before) for place in sheet.uncertain)
        posts = OPEN if uncertain else sum(column.posts for column in state.bases[index])
        value = sheet.table.pads[0].values[index]
        named = look.words.companies[company]
        title = look.words.say("places", "base", company=named, n=value, posts=posts)
        sheet.place(place_id("base", company), Box(x, y, width, height), panel, title)
        columns = by_company[company]
        column_width = min(SPACE[0], (width - 16 - BASE_GAP * (len(columns) - 1)) / len(columns))
        start = x + (width - (column_width + BASE_GAP) * len(columns) + BASE_GAP) / 2
        for number, (coins, column) in enumerate(zip(columns, state.bases[index], strict=True)):
            left = start + number * (column_width + BASE_GAP)
            at = Box(left, y + BASE_HEAD, column_width, SPACE[1])
            _draw_column(sheet, (company, number + 1), coins, column, at)
    sheet.close()
    rows = -(-len(COMPANIES) // a_row)
    return rows * height + (rows - 1) * 8


def _panel(sheet: PictureSheet, company: Company, box: Box) -> str:
    look, state = sheet.look, sheet.state
    index = COMPANIES.index(company)
    words = look.words
    lost = state.lost_posts[index]
    uncertain = any(place.startswith("region-") for place in sheet.uncertain)
    held = OPEN if uncertain else state.regions.count(company)
    note = words.say("notes", "on-map", n=held)
    if lost:
        note = ", ".join((note, words.say("notes", "lost", n=lost)))
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
    look = sheet.look
    company, number = column_of
    piece = look.palette.posts[company]
    # Posts stand at the rear; a final space that was opened stays open behind them.
    last = len(coins) - (1 if column.opened else 0)
    for space, icons in enumerate(coins, 1):
        covered = last - column.posts < space <= last
        opened = column.opened and space == len(coins)
        box = Box(at.x, at.y + (space - 1) * (at.height + BASE_GAP), at.width, at.height)
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


# The bonus spaces: what they cost and give, tier by tier, and whose marker stands there -----------
BONUS_GAP = 8
HEIGHT = 72


def draw_spaces(sheet: PictureSheet, frame: Frame, a_row: int) -> float:
    """Draw the bonus spaces so many a row, and return their height."""
    look, words, state = sheet.look, sheet.look.words, sheet.state
    components = state.setting.components
    width = (frame.width - BONUS_GAP * (a_row - 1)) / a_row
    sheet.open("spaces", words.parts["spaces"])
    sheet.add(look.text(frame.x, frame.y + 13, words.parts["spaces"], 13, bold=True))
    for number, (space, seat) in enumerate(zip(state.setting.spaces, state.markers, strict=True)):
        x = frame.x + number % a_row * (width + BONUS_GAP)
        box = Box(x, frame.y + HEAD + number // a_row * (HEIGHT + BONUS_GAP), width, HEIGHT)
        of_track = space.id in sheet.table.on_tracks
        content = space_face(look, components, space, width, of_track=of_track)
        gives = space_words(components, words, space)
        title = words.say("places", "space", id=space.id, n=space.cost, gives=gives)
        if seat is not None:
            content += look.sign(seat, width - 15, HEIGHT - 15, 23)
            taken = words.say("places", "taken", player=sheet.seats[seat].name)
            title = ", ".join((title, taken))
        sheet.place(place_id("space", space.id), box, content, title)
    sheet.close()
    rows = -(-len(state.setting.spaces) // a_row)
    return HEAD + rows * (HEIGHT + BONUS_GAP) - BONUS_GAP


@lru_cache(2048)
def space_face(
    look: Look, components: ComponentSet, space: BonusSpace, width: float, *, of_track: bool
) -> str:
    """Return a bonus space without a marker."""
    found = look.box(Box(0, 0, width, HEIGHT), "card", "line2", radius=5)
    left = 7
    if of_track:
        left = 13
        found += (
            f'<path d="M0 5A5 5 0 0 1 5 0H8V{HEIGHT}H5A5 5 0 0 1 0 {HEIGHT - 5}z"'
            f' fill="{look.palette.changed}"/>'
        )
    right = width - 5
    if space.cost:
        found += look.box(Box(width - 30, 0, 30, 18), "price", radius=5)
        found += look.text(
            width - 15, 13.5, f"£{space.cost}", 12, bold=True, tint="price_text", anchor="middle"
        )
        right = width - 34
    if isinstance(space, MajoritySpace):
        head: Run = (Icon("most"), Icon(space.counts))
        found += look.run(right, 15, head, 13, "end")
        right -= run_width(head, 13) + 4
    found += look.text(left, 14.5, space.id, 11, tint="ink2", room=right - left)
    runs = space_runs(components, space)
    # The lower right corner is left to a marker.
    room = width - left - 31
    each = (HEIGHT - 22) / len(runs)
    size = min(15.0, each * 0.84, *(20 * room / run_width(run, 20) for run in runs))
    top = 20 + (HEIGHT - 22 - each * len(runs)) / 2
    for number, run in enumerate(runs):
        found += look.run(left, top + each * (number + 0.5) + size * 0.36, run, size)
    return found + (
        f'<circle cx="{num(width - 15)}" cy="{HEIGHT - 15}" r="10" fill="none"'
        f' stroke="{look.palette.line2}" stroke-dasharray="3 2.5"/>'
    )


# The first line of a picture: whose turn it is, and the round track with its coins ----------------
def moment(look: Look, state: State, seats: tuple[DrawnPlayer, ...]) -> str:
    """Return where in the game a table stands."""
    player = "" if state.to_move is None else seats[state.to_move].name
    if state.phase == "actions" and state.to_move is None:
        return look.words.say("phases", "nobody", round=state.round, turn=state.turn)
    return look.words.say("phases", state.phase, player=player, round=state.round, turn=state.turn)


def draw_header(sheet: PictureSheet, frame: Frame) -> float:
    """Draw the title and the round track, and return their height."""
    look, words, state = sheet.look, sheet.look.words, sheet.state
    rounds = 30 * ROUNDS
    room = frame.width if frame.narrow else frame.width - rounds - 90
    title = moment(look, state, sheet.seats)
    sheet.add(look.text(frame.x, frame.y + 24, title, 20, bold=True, room=room))
    y = frame.y + (54 if frame.narrow else 17)
    start = frame.x + frame.width - rounds
    sheet.open("rounds", words.parts["rounds"])
    sheet.add(look.text(start - 10, y + 4.5, words.notes["round"], 13, tint="ink2", anchor="end"))
    coming = sheet.table.coins_coming
    for number in range(1, ROUNDS + 1):
        now = number == state.round
        fill, ring = ("ink", "ink") if now else ("panel", "line2")
        tint = look.palette.tint
        coins = coming.get(number, 0) if number > state.round else 0
        content = (
            f'<circle cx="15" cy="13" r="11.5" fill="{tint(fill)}" stroke="{tint(ring)}"'
            ' stroke-width="1.5"/>'
        )
        dark = "panel" if now else "ink2"
        content += look.text(15, 17.5, str(number), 13, bold=now, tint=dark, anchor="middle")
        for coin in range(coins):
            content += look.icon("coin", 10 + (coin - (coins - 1) / 2) * 8, 23, 10)
        if is_open(coins):
            content += look.run(15, 33, (Icon("coin"), RunWord(QUESTION)), 9, "middle")
        title = words.say("places", "round", n=number, coins=coins)
        box = Box(start + (number - 1) * 30, y - 13, 30, 34)
        sheet.place(place_id("round", number), box, content, title)
    sheet.close()
    return 84 if frame.narrow else 44


# What the icons and lines of a picture mean -------------------------------------------------------
ICONS: Final = (
    *("coin", "diamond", "point", "step", "mine", "post", "share", "crate"),
    *("coffee", "bananas", "cotton", "one-good", "mixed", "expansion", "bookkeeper", "merchant"),
    *("colleague", "jar", "marker", "most", "first", "buy", "discard", "lock", "no-a"),
)
LINE: Final = 22
LEGEND_HEAD: Final = 24
LEFT: Final = 10.0


def draw_legend(sheet: PictureSheet, frame: Frame) -> float:
    """Draw what the icons mean, and return the height."""
    partly_read = not sheet.state.setting.components.is_read
    content, height = _legend(sheet.look, frame.width, partly_read=partly_read)
    sheet.open("legend", sheet.look.words.parts["legend"])
    sheet.place("legend-icons", Box(frame.x, frame.y, frame.width, height), content)
    sheet.close()
    return height


@lru_cache(64)
def _legend(look: Look, width: float, *, partly_read: bool) -> tuple[str, float]:
    words = look.words.legend
    entries = [(look.run(0, 13, (Icon(name),), 13), words[name]) for name in ICONS]
    entries.append((look.line((0, 9, 18, 9), "edge", 1.4), words["single"]))
    double = look.line((0, 9, 18, 9), "edge", 6.6) + look.line((0, 9, 18, 9), "panel", 4)
    entries.append((double, words["double"]))
    box = Box(0, 2, 18, 13)
    used = look.box(box, "card", "line2", radius=3) + look.hatched(box, 3)
    entries.append((used, words["used"]))
    price = look.box(Box(1, 1, 16, 15), "price", radius=3)
    price += look.text(9, 13, "5", 11, bold=True, tint="price_text", anchor="middle")
    entries.append((price, words["price"]))
    special = look.box(Box(0, 1, 18, 14), "changed_wash", "changed", radius=3)
    special += look.text(9, 12, "£", 10.5, bold=True, tint="changed", anchor="middle")
    entries.append((special, words["special"]))
    call = f'<path d="M2 0h14v12l-7 5-7 -5z" fill="{look.palette.fault}"/>'
    call += look.text(9, 11.5, "£", 10, bold=True, tint="fault_text", anchor="middle")
    entries.append((call, words["call"]))
    entries.append((look.sign(0, 9, 9, WORKS_SOON), words["soon"]))
    if partly_read:
        line = f'<path d="M0 9H18" fill="none" stroke="{look.palette.edge}" stroke-width="4.6"'
        line += f' stroke-dasharray="{UNREAD_DASHES}"/>'
        entries.append((line, words["unread-border"]))
        entries.append((look.run(0, 13, UNREAD, 13), words["open"]))
    found, x, y = [], LEFT, float(LEGEND_HEAD)
    for drawn, word in entries:
        wide = 24 + text_width(word, 11) + 16
        if x + wide > width and x > LEFT:
            x, y = LEFT, y + LINE
        found.append(
            f'<g transform="translate({x:.1f} {y:.1f})">{drawn}'
            + look.text(24, 13, word, 11, tint="ink2", room=width - 44)
            + "</g>"
        )
        x += wide
    height = y + LINE + 6
    head = look.box(Box(0, 0, width, height), "panel", "line", radius=8)
    head += look.text(10, 17, look.words.parts["legend"], 13, bold=True)
    return head + "".join(found), height
