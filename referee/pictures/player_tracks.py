"""The diamond track and the bookkeeping track of a player."""

from collections.abc import Callable
from typing import Final

from referee.game.components import BookTrack, TrackValue
from referee.game.state import State
from referee.pictures.contents import requirement_words, reward_words
from referee.pictures.items import book_face, book_title, first_page
from referee.pictures.look import Box, Icon, Look, RunWord, num, place_id
from referee.pictures.open_values import (
    OPEN,
    QUESTION,
    UnreadBookTrack,
    UnreadDiamondTrack,
    is_open,
)
from referee.pictures.sheet import Frame, PictureSheet

DIAMONDS: Final = 44
BOOK: Final = 82
VALUES: Final = 32
"""Room below the books for the jar and the values."""
A_ROW: Final = 8
"""Steps a row of the bookkeeping track on a phone."""


def _rows(state: State, *, narrow: bool) -> list[range]:
    steps = state.setting.components.book_track.last + 1
    size = A_ROW if narrow else steps
    return [range(start, min(start + size, steps)) for start in range(0, steps, size)]


def player_tracks_height(state: State, *, narrow: bool) -> float:
    """Return how high both tracks are together."""
    return DIAMONDS + (BOOK + VALUES) * len(_rows(state, narrow=narrow))


def draw_player_tracks(sheet: PictureSheet, state: State, seat: int, frame: Frame) -> None:
    """Draw both tracks of a player."""
    player = state.players[seat]
    books = Frame(frame.x, frame.y + DIAMONDS, frame.width, frame.narrow)
    sheet.part(
        ("diamonds", seat, player.diamonds, frame),
        lambda: _draw_diamonds(sheet, state, seat, frame),
    )
    shown = player.books, player.flipped, player.starting_tile, player.ink
    sheet.part(("bookkeeping", seat, shown, books), lambda: _draw_books(sheet, state, seat, books))


def _draw_diamonds(sheet: PictureSheet, state: State, seat: int, frame: Frame) -> None:
    """Draw the diamond track as a line with its values below."""
    look = sheet.look
    track = state.setting.components.diamond_track
    is_certain = place_id("seat", seat, "diamonds") not in sheet.uncertain
    at = state.players[seat].diamonds if is_certain else 0
    start, end = 44.0, frame.width - 14
    step = (end - start) / track.last
    y = 12.0
    content = look.run(
        0, y + 4.5, (Icon("diamond"), RunWord(str(at if is_certain else QUESTION))), 13
    )
    content += look.line((start, y, end, y), "line", 5)
    content += look.line((start, y, start + at * step, y), "merchant", 5)
    for number in range(track.last + 1):
        x = start + number * step
        content += f'<circle cx="{num(x)}" cy="{num(y)}" r="1.4" fill="{look.palette.ink2}"/>'
    reachable = tuple(value for value in track.values if value.at <= track.last)
    content += _values(look, reachable, lambda value: start + value * step, y)
    if isinstance(track, UnreadDiamondTrack):
        content += look.text(end + 12, y + 20, f"£{QUESTION}", 10.5, tint="ink2", anchor="end")
    if not is_open(track.slot_at):
        lock = start + track.slot_at * step
        content += look.box(Box(lock - 5, y - 5, 10, 10), "card", "merchant", radius=2, width=1.4)
        content += look.icon("lock", lock - 4, y - 4, 8, "merchant")
    words = look.words
    box = Box(frame.x, frame.y, frame.width, DIAMONDS - 8)
    sheet.place(place_id("seat", seat, "diamond-track"), box, content)
    marker = (
        f'<circle cx="10" cy="10" r="9.5" fill="{look.palette.card}"'
        f' stroke="{look.palette.merchant}" stroke-width="2.2"/>'
    ) + look.icon("diamond", 3.5, 4, 13)
    stands = Box(frame.x + start + at * step - 10, frame.y + y - 10, 20, 20)
    title = words.say("places", "diamonds", n=at)
    sheet.place(place_id("seat", seat, "diamonds"), stands, marker, title)


def _values(
    look: Look, values: tuple[TrackValue, ...], x_of: Callable[[int], float], y: float
) -> str:
    """Return the values of a track below a line; where they stand close every other one sinks."""
    found = ""
    last = -100.0
    for value in sorted(values, key=lambda value: value.at):
        x = x_of(value.at)
        found += (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="4" fill="{look.palette.card}"'
            f' stroke="{look.palette.line2}" stroke-width="1.4"/>'
        )
        lower = 9 if x - last < _CLOSE else 0
        last = -100.0 if lower else x
        found += look.text(x, y + 20 + lower, str(value.pounds), 10.5, tint="ink2", anchor="middle")
    return found


_CLOSE: Final = 17


def _draw_books(sheet: PictureSheet, state: State, seat: int, frame: Frame) -> None:
    """Draw the bookkeeping track: its books, the jar, and the values below their steps."""
    look, words = sheet.look, sheet.look.words
    components = state.setting.components
    track = components.book_track
    player = state.players[seat]
    rows = _rows(state, narrow=frame.narrow)
    values = {value.at: value.pounds for value in track.values}
    certain = track.last
    if isinstance(track, UnreadBookTrack):
        certain = track.certain
        if track.values_open:
            values |= {track.last: OPEN}
    each = frame.width / len(rows[0])
    width = each - 3
    for line, steps in enumerate(rows):
        y = frame.y + line * (BOOK + VALUES)
        for step in steps:
            x = frame.x + (step - steps[0]) * each
            content, title = _step(look, state, seat, step, width)
            foot = ""
            if step in values:
                foot += look.text(
                    width / 2,
                    BOOK + 27,
                    look.words.say("notes", "pounds", n=values[step]),
                    11,
                    bold=True,
                    anchor="middle",
                    tint="ink2",
                    room=width,
                )
            if step == player.ink:
                foot += look.icon("jar", width / 2 - 8, BOOK - 2, 17)
                title = f"{title}, {words.say('places', 'jar', n=step)}"
            elif step == track.slot_at:
                foot += look.run(
                    width / 2,
                    BOOK + 11,
                    (Icon("lock", "ink2"), RunWord(str(step), bold=False, tint="ink2")),
                    10.5,
                    "middle",
                )
            else:
                number = str(step) if step <= certain else f"{step}{QUESTION}"
                foot += look.text(width / 2, BOOK + 11, number, 10.5, tint="ink2", anchor="middle")
            name = place_id("seat", seat, "step", step)
            sheet.place(name, Box(x, y, width, BOOK), content + foot, title)


def _step(look: Look, state: State, seat: int, step: int, width: float) -> tuple[str, str]:
    """Return what lies on a step, and what is said of it."""
    components, words = state.setting.components, look.words
    player = state.players[seat]
    box = Box(0, 0, width, BOOK - 4)
    if step == 0:
        content = look.box(box, "slot", "line", radius=4)
        return content + look.icon("jar", width / 2 - 7, 30, 14, "line2"), words.places["start"]
    flipped = step in player.flipped
    if step == 1:
        tile = player.starting_tile
        if tile is None:
            return look.box(box, "slot", "line", radius=4, dashes="3 3"), words.places["no-tile"]
        shown = components.starting_tile[tile]
        face = first_page(
            look, tile, shown.requires, shown.reward, width, BOOK - 4, flipped=flipped
        )
        needs = requirement_words(words, shown.requires)
        gives = reward_words(words, shown.reward)
        return face, words.say("places", "tile-book", id=tile, needs=needs, gives=gives)
    # Piles are told from the first step on which books lie, whatever it is.
    first = components.book_track.last - len(player.books) + 1
    pile = player.books[step - first]
    if not pile:
        content = look.box(box, "slot", "line", radius=4, dashes="3 3")
        key = "no-book-step"
        if step in components.book_track.crossed_out:
            content += look.icon("no-a", width / 2 - 8, 30, 16, "ink2")
            key = "crossed-out"
        elif _may_be_crossed_out(components.book_track):
            content += look.run(
                width / 2, 43, (Icon("no-a", "line2"), RunWord(QUESTION, tint="ink2")), 11, "middle"
            )
        return content, words.say("places", key, n=step)
    book = components.book[pile[-1]]
    face = book_face(look, book, width, BOOK - 4, flipped=flipped)
    title = book_title(look, book)
    if flipped:
        title = words.say("places", "flipped", book=title)
    if len(pile) > 1:
        face = look.box(Box(2, -3, width - 4, 10), "card", "line2", radius=3) + face
        title = f"{title}, {words.say('places', 'pile', n=len(pile) - 1)}"
    return face, title


def _may_be_crossed_out(track: BookTrack) -> bool:
    return isinstance(track, UnreadBookTrack) and track.crossed_out_open
