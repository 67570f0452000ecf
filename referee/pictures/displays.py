"""The card display with the price of every card, and the book display with its coins."""

from referee.game.ids import BOOK_LETTERS, CARD_LETTERS
from referee.game.state import State
from referee.pictures.items import (
    LETTER_TINTS,
    book_face,
    book_title,
    card_face,
    card_title,
)
from referee.pictures.look import Box, Look, place_id
from referee.pictures.sheet import Frame, PictureSheet

HEAD = 20
GAP = 6
COIN = 12
FOOT = 18


def draw_cards(sheet: PictureSheet, state: State, frame: Frame, height: float) -> None:
    """Draw the card display, each card with what it costs before any discount."""
    look, words = sheet.look, sheet.look.words
    components = state.setting.components
    columns = max(space.column for space in components.card_spaces)
    rows = max(space.row for space in components.card_spaces)
    width = (frame.width - GAP * (columns - 1)) / columns
    high = (height - HEAD - FOOT - GAP * (rows - 1)) / rows
    sheet.open("cards", words.parts["cards"])
    sheet.add(look.text(frame.x, frame.y + 13, words.parts["cards"], 13, bold=True))
    for space, card in zip(components.filling_order, state.display, strict=True):
        box = Box(
            frame.x + (space.column - 1) * (width + GAP),
            frame.y + HEAD + (space.row - 1) * (high + GAP),
            width,
            high,
        )
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
        title = f"{card_title(look, shown)}, {words.say('places', 'price', n=price)}"
        sheet.place(name, box, card_face(look, shown, width, high, price=price), title)
    left = " ".join(
        f"{letter}{len(unseen)}"
        for letter, unseen in zip(CARD_LETTERS, state.unseen_cards, strict=True)
    )
    note = words.say("notes", "stack", left=left, n=len(state.discards))
    sheet.add(look.text(frame.x, frame.y + height - 3, note, 11, tint="ink2", room=frame.width))
    sheet.close()


def draw_books(sheet: PictureSheet, state: State, frame: Frame, height: float) -> None:
    """Draw the book display under the rounds of its columns."""
    look, words = sheet.look, sheet.look.words
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
        box = Box(
            frame.x + rounds.index(space.round) * (width + GAP),
            frame.y + HEAD + rows.index(space.row) * (high + GAP),
            width,
            high,
        )
        if book is None:
            content = look.box(Box(0, 0, width, high), "slot", "line", radius=4, dashes="3 3")
            content += look.text(
                width / 2,
                high / 2 + 5,
                space.letter,
                14,
                bold=True,
                anchor="middle",
                tint=LETTER_TINTS[space.letter],
            )
            title = words.say("places", "no-book", letter=space.letter)
        else:
            foot = COIN / 2 if coins else 0
            content = book_face(look, components.book[book], width, high, foot=foot)
            title = book_title(look, components.book[book])
        if coins:
            content += _coins(look, coins, width, high)
            title = f"{title}, {words.say('gives', 'coins', n=coins)}"
        sheet.place(place_id("book", space.id), box, content, title)
    left = " ".join(
        f"{letter}{len(unseen)}"
        for letter, unseen in zip(BOOK_LETTERS, state.unseen_books, strict=True)
    )
    note = words.say("notes", "supply", left=left)
    sheet.add(look.text(frame.x, frame.y + height - 3, note, 11, tint="ink2", room=frame.width))
    sheet.close()


def _coins(look: Look, number: int, width: float, height: float) -> str:
    """Return coins at the foot of a book, where they cover neither its id nor what it gives."""
    apart = min(COIN * 0.6, (width - COIN) / max(number - 1, 1))
    start = (width - COIN - apart * (number - 1)) / 2
    return "".join(
        look.icon("coin", start + apart * coin, height - COIN / 2, COIN) for coin in range(number)
    )
