"""What lies before a player: slots and decks, hand and tiles, money, shares, the two tracks."""

from collections.abc import Hashable
from typing import Final

from referee.game.ids import COMPANIES
from referee.game.state import State
from referee.pictures.look import (
    TIMES,
    Box,
    Icon,
    Look,
    Post,
    RunPiece,
    RunWord,
    place_id,
    run_width,
)
from referee.pictures.metrics import text_width
from referee.pictures.open_values import QUESTION, is_open
from referee.pictures.player_cards import cards_height, draw_hand, draw_slots
from referee.pictures.player_tracks import draw_player_tracks, player_tracks_height
from referee.pictures.sheet import DrawnPlayer, Frame, PictureSheet
from referee.pictures.shown_table import ShownPad

PAD: Final = 12
EDGE: Final = 6
HEAD: Final = 36
SHARES: Final = 22


def _inner(frame: Frame) -> Frame:
    """Return what is left of the area of a player within its edges."""
    return Frame(frame.x + PAD + 4, frame.y, frame.width - 2 * PAD - 4, frame.narrow)


def player_height(state: State, seat: int, frame: Frame, *, discreet: bool = False) -> float:
    """Return how high the area of a player is, with or without the hand."""
    player, inner = state.players[seat], _inner(frame)
    return (
        HEAD
        + SHARES * (2 if frame.narrow else 1)
        + cards_height(state, player, inner, discreet=discreet)
        + 6
        + player_tracks_height(state, narrow=frame.narrow)
        + 8
    )


def draw_player(
    sheet: PictureSheet,
    state: State,
    seats: tuple[DrawnPlayer, ...],
    seat: int,
    frame: Frame,
    height: float,
) -> None:
    """Draw everything that lies before a player."""
    look, words = sheet.look, sheet.look.words
    to_move = state.to_move == seat
    colour = look.palette.players.get(seats[seat].colour, look.palette.stranger)
    sheet.open(place_id("seat", seat), words.say("places", "player", player=seats[seat].name))
    box = Box(frame.x, frame.y, frame.width, height)
    sheet.add(
        look.box(
            box, "panel", "ink" if to_move else "line", radius=10, width=2.6 if to_move else 1
        ),
        look.box(Box(box.x + 1.5, box.y + 9, EDGE, height - 18), colour.body, radius=2),
    )
    inner = _inner(frame)
    player = state.players[seat]
    plan = state.plans[seat] if state.plans else None
    placed = sum(marker == seat for marker in state.markers)
    shown: Hashable = (
        (player.cash, player.done, player.levels, placed),
        (to_move, state.first_player == seat, plan is None),
    )
    sheet.part(("head", seat, shown, inner), lambda: _draw_head(sheet, state, seats, seat, inner))
    now = sheet.table.pads[seat]
    y = sheet.part(
        ("shares", seat, now, inner), lambda: _draw_shares(sheet, now, seat, inner, frame.y + HEAD)
    )
    shown = player.slots, player.used, player.plus_one, player.resting, plan
    locked = player.diamonds, player.ink
    y = sheet.part(
        ("slots", seat, shown, locked, inner), lambda: draw_slots(sheet, state, seat, inner, y)
    )
    shown = player.hand, player.tiles, player.tiles & player.used
    sheet.part(("hand", seat, shown, y, inner), lambda: draw_hand(sheet, state, seat, inner, y))
    # The tracks stand at the foot, so that those of neighbours are level.
    y = frame.y + height - player_tracks_height(state, narrow=frame.narrow) - 4
    draw_player_tracks(sheet, state, seat, Frame(inner.x, y, inner.width, inner.narrow))
    sheet.close()


def _draw_head(
    sheet: PictureSheet, state: State, seats: tuple[DrawnPlayer, ...], seat: int, frame: Frame
) -> None:
    look, words = sheet.look, sheet.look.words
    middle = frame.y + 19
    cash = sheet.table.cash[seat]
    money: tuple[RunPiece, ...] = (Icon("coin"), RunWord(str(cash)))
    end = frame.x + frame.width
    sheet.place(
        place_id("seat", seat, "cash"),
        Box(end - run_width(money, 17), frame.y + 6, run_width(money, 17), 24),
        look.run(0, 19, money, 17),
        words.say("places", "cash", n=cash),
    )
    end -= run_width(money, 17) + 10
    end = _draw_markers(sheet, state, seat, end, middle)
    x = frame.x + 26
    name = seats[seat].name
    states = _states(look, state, seat)
    wanted = sum(text_width(word, 11, bold=True) + 22 for word, _ in states)
    room = max(end - x - wanted - 20, 60)
    sheet.add(look.sign(seat, frame.x + 9, middle, 22))
    sheet.add(look.text(x, middle + 5.5, name, 16, bold=True, room=room))
    x += min(text_width(name, 16, bold=True), room) + 8
    if state.first_player == seat:
        sheet.place(
            place_id("first-player"),
            Box(x, middle - 8, 16, 16),
            look.icon("first", 0, 0, 16),
            words.places["first-player"],
        )
        x += 22
    for word, dark in states:
        width = min(text_width(word, 11, bold=True) + 14, max(end - x, 30))
        sheet.add(
            look.box(Box(x, middle - 9, width, 18), "ink" if dark else "slot", "line2", radius=9),
            look.text(
                x + width / 2,
                middle + 4,
                word,
                11,
                bold=True,
                anchor="middle",
                tint="panel" if dark else "ink2",
                room=width - 8,
            ),
        )
        x += width + 6


def _states(look: Look, state: State, seat: int) -> list[tuple[str, bool]]:
    """Return what is to be said beside a player's name, and whether it is said loudly."""
    notes = look.words.notes
    found = [(notes["to-move"], True)] if state.to_move == seat else []
    if state.players[seat].done:
        found.append((notes["done"], False))
    if state.plans and state.plans[seat] is not None:
        found.append((notes["planned"], False))
    return found


def _draw_markers(sheet: PictureSheet, state: State, seat: int, end: float, middle: float) -> float:
    """Draw the bonus markers that a player has left, and return where they begin."""
    owned = sheet.table.markers[seat]
    if is_open(owned):
        box = Box(end - 24, middle - 8, 24, 16)
        content = sheet.look.sign(seat, 6, 8, 12) + sheet.look.text(15, 12.5, QUESTION, 12)
        title = sheet.look.words.say("places", "markers", n=owned)
        sheet.place(place_id("seat", seat, "markers"), box, content, title)
        return box.x - 8
    left = max(owned - sum(marker == seat for marker in state.markers), 0)
    box = Box(end - 13 * owned, middle - 8, 13 * owned, 16)
    gone = (
        f'<circle cx="{{x}}" cy="8" r="5" fill="none" stroke="{sheet.look.palette.line2}"'
        ' stroke-dasharray="2 2"/>'
    )
    content = "".join(
        sheet.look.sign(seat, 13 * number + 6, 8, 12)
        if number < left
        else gone.format(x=13 * number + 6)
        for number in range(owned)
    )
    title = sheet.look.words.say("places", "markers", n=left)
    sheet.place(place_id("seat", seat, "markers"), box, content, title)
    return box.x - 8


def _draw_shares(sheet: PictureSheet, now: ShownPad, seat: int, frame: Frame, y: float) -> float:
    """Draw what a player would score now: shares of each company, diamonds, books, the sum."""
    look, words = sheet.look, sheet.look.words
    total = words.say("notes", "worth", n=now.total)
    total_width = text_width(total, 12, bold=True) + 8
    each = (frame.width - (0 if frame.narrow else total_width)) / len(COMPANIES)
    for index, company in enumerate(COMPANIES):
        value = words.say("notes", "pounds", n=now.values[index])
        run = (
            Post(company),
            RunWord(f"{now.shares[index]}"),
            RunWord(f"{TIMES} {value}", bold=False, tint="ink2"),
        )
        sheet.place(
            place_id("seat", seat, "shares", company),
            Box(frame.x + index * each, y, each - 4, 18),
            look.fitting_run(Box(0, 0, each - 6, 13), run, 12),
            words.say(
                "places",
                "shares",
                n=now.shares[index],
                company=words.companies[company],
                value=now.values[index],
            ),
        )
    if frame.narrow:
        y += SHARES
    end = frame.x + frame.width
    if not sheet.discreet:
        sheet.place(
            place_id("seat", seat, "worth"),
            Box(end - total_width, y, total_width, 18),
            look.text(total_width, 13, total, 12, bold=True, anchor="end"),
        )
    return y + SHARES
