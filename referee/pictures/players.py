"""What lies before a player: slots and decks, hand and tiles, money, shares, the two tracks."""

from collections.abc import Hashable
from typing import Final

from referee.game.components import PlusOneTile
from referee.game.ids import COMPANIES, SLOTS, CardId, TileId
from referee.game.state import Player, State
from referee.pictures.contents import item_runs, joined
from referee.pictures.items import CHIP, card_face, card_title, chip, chip_height
from referee.pictures.look import (
    TIMES,
    Box,
    DrawnPlayer,
    Frame,
    Gap,
    Icon,
    Look,
    PictureSheet,
    Post,
    RunPiece,
    RunWord,
    num,
    place_id,
    plain,
    run_width,
)
from referee.pictures.metrics import text_width
from referee.pictures.open_values import QUESTION, is_open
from referee.pictures.player_tracks import draw_player_tracks, player_tracks_height
from referee.pictures.shown_table import ShownPad

PAD: Final = 12
EDGE: Final = 6
HEAD: Final = 36
SHARES: Final = 22
CARD: Final = 46
NARROW_CARD: Final = 58
"""On a phone the id of a card in a slot may take two lines."""
BETWEEN: Final = 2
"""From one chip to the next."""
LABEL: Final = 16
NARROW_COLUMNS: Final = 3
"""Chips a row of a hand on a phone."""


def player_height(state: State, seat: int, frame: Frame, *, discreet: bool = False) -> float:
    """Return how high the area of a player is, with or without the hand."""
    player, inner = state.players[seat], _inner(frame)
    return (
        HEAD
        + SHARES * (2 if frame.narrow else 1)
        + _card_height(frame)
        + 6
        + _decks_height(state, player, _chip_width(inner, len(SLOTS)))
        + LABEL
        + sum(_hand_rows(state, player, inner, discreet=discreet))
        + 6
        + player_tracks_height(state, narrow=frame.narrow)
        + 8
    )


def _inner(frame: Frame) -> Frame:
    """Return what is left of the area of a player within its edges."""
    return Frame(frame.x + PAD + 4, frame.y, frame.width - 2 * PAD - 4, frame.narrow)


def _hand_columns(frame: Frame) -> int:
    return NARROW_COLUMNS if frame.narrow else len(SLOTS)


def _chip_width(frame: Frame, columns: int) -> float:
    return frame.width / columns - 6


def _card_height(frame: Frame) -> int:
    return NARROW_CARD if frame.narrow else CARD


def _decks_height(state: State, player: Player, width: float) -> float:
    """Return how high the highest of the resting decks is."""
    cards = state.setting.components.card
    decks = [
        sum(chip_height(cards[card], width) + BETWEEN for card in deck) for deck in player.resting
    ]
    return max([CHIP + BETWEEN, *decks])


def _hand_rows(state: State, player: Player, frame: Frame, *, discreet: bool) -> list[float]:
    """Return how high each row of tiles and cards of a hand is."""
    columns, cards = _hand_columns(frame), state.setting.components.card
    width = _chip_width(frame, columns)
    heights: list[float] = [CHIP] * len(player.tiles)
    heights += [] if discreet else [chip_height(cards[card], width) for card in sorted(player.hand)]
    starts = range(0, len(heights), columns)
    return [max(heights[start : start + columns]) + BETWEEN for start in starts]


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
        ("slots", seat, shown, locked, inner), lambda: _draw_slots(sheet, state, seat, inner, y)
    )
    shown = player.hand, player.tiles, player.tiles & player.used
    sheet.part(("hand", seat, shown, y, inner), lambda: _draw_hand(sheet, state, seat, inner, y))
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
        run = (
            Post(company),
            RunWord(f"{now.shares[index]}"),
            RunWord(f"{TIMES} £{now.values[index]}", bold=False, tint="ink2"),
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


def _draw_slots(sheet: PictureSheet, state: State, seat: int, frame: Frame, y: float) -> float:
    """Draw the slots with what lies in them, and below each its resting deck."""
    look, words = sheet.look, sheet.look.words
    components = state.setting.components
    player = state.players[seat]
    each = frame.width / len(SLOTS)
    width, high = _chip_width(frame, len(SLOTS)), _card_height(frame)
    plan = state.plans[seat] if state.plans else None
    units = sum(tile.units for tile in components.tiles if isinstance(tile, PlusOneTile))
    for number, slot in enumerate(SLOTS):
        card = player.slots[number]
        box = Box(frame.x + number * each, y, width, high)
        name = place_id("seat", seat, "slot", slot)
        if card is not None:
            used = card in player.used
            more = units if player.plus_one == card else 0
            face = card_face(look, components.card[card], width, high, used=used, more=more)
            title = card_title(look, components.card[card])
            title = words.say("places", "used" if used else "face-up", card=title)
            sheet.place(name, box, face, title)
        else:
            back = plan is not None and plan.slots[number] is not None
            content = _empty_slot(look, state, player, number, Box(0, 0, width, high), back=back)
            sheet.place(name, box, content, words.say("places", "slot", slot=words.notes[slot]))
        deck = sorted(player.resting[number])
        content, top = "", 0.0
        for one in deck:
            face = _titled_chip(look, state, one, width)
            content += f'<g transform="translate(0 {num(top)})">{face}</g>'
            top += chip_height(components.card[one], width) + BETWEEN
        place = Box(box.x, y + high + 6, width, max(top - BETWEEN, CHIP))
        if not deck:
            content = look.box(Box(0, 0, width, CHIP), "panel", "line", radius=4, dashes="2 3")
        sheet.place(
            place_id("seat", seat, "deck", slot),
            place,
            content,
            words.say("places", "deck", slot=words.notes[slot], n=len(deck)),
        )
    return y + high + 6 + _decks_height(state, player, width)


def _titled_chip(look: Look, state: State, card: CardId, width: float) -> str:
    shown = state.setting.components.card[card]
    return f"<title>{plain(card_title(look, shown))}</title>{chip(look, shown, width)}"


def _empty_slot(
    look: Look, state: State, player: Player, number: int, box: Box, *, back: bool
) -> str:
    """Return a slot without a card that can be seen: a card's back, locked, or free."""
    if back:
        return look.box(box, "slot", "line2", radius=5) + look.hatched(box, 5)
    found = look.box(box, "slot", "line", radius=5, dashes="3 3")
    components = state.setting.components
    needed = {
        "diamond": ("diamond", components.diamond_track.slot_at, player.diamonds),
        "ink": ("jar", components.book_track.slot_at, player.ink),
    }.get(SLOTS[number])
    if needed is not None:
        icon, at, stands = needed
        run: tuple[RunPiece, ...] = (Icon(icon), RunWord(str(at), tint="ink2"))
        if not is_open(at) and stands < at:
            run = (Icon("lock", "ink2"), Gap(0.2), *run)
        found += look.run(box.width / 2, box.height / 2 + 5, run, 13, "middle")
    return found


def _draw_hand(sheet: PictureSheet, state: State, seat: int, frame: Frame, y: float) -> None:
    """Draw the hand and the bonus tiles."""
    look, words = sheet.look, sheet.look.words
    components = state.setting.components
    player = state.players[seat]
    columns = _hand_columns(frame)
    each = frame.width / columns
    width = _chip_width(frame, columns)
    hand = words.say("notes", "hand", n=len(player.hand))
    sheet.add(look.text(frame.x, y + 11, hand, 11, tint="ink2"))
    y += LABEL
    lines: list[tuple[str, str, str]] = []
    for tile in sorted(player.tiles):
        shown = components.tile[tile]
        used = tile in player.used
        face = _tile_chip(look, state, tile, width, used=used)
        title = words.say("places", "used" if used else "face-up", card=card_title(look, shown))
        lines.append((place_id("seat", seat, "tile", tile), face, title))
    for card in () if sheet.discreet else sorted(player.hand):
        face = chip(look, components.card[card], width)
        lines.append(
            (place_id("seat", seat, "hand", card), face, card_title(look, components.card[card]))
        )
    rows = _hand_rows(state, player, frame, discreet=sheet.discreet)
    for number, (name, face, title) in enumerate(lines):
        x = frame.x + number % columns * each
        row = number // columns
        place = Box(x, y + sum(rows[:row]), width, rows[row] - BETWEEN)
        sheet.place(name, place, face, title)


def _tile_chip(look: Look, state: State, tile: TileId, width: float, *, used: bool) -> str:
    """Return a bonus tile: a chip with a thick gold frame, hatched once it is used."""
    shown = state.setting.components.tile[tile]
    box = Box(0, 0, width, CHIP)
    found = look.box(box, "changed_wash", "changed", radius=9, width=1.6)
    if used:
        found += look.hatched(box, 9)
    run = joined(item_runs(shown))
    return found + look.fitting_run(Box(8, 0, width - 14, 14.5), run, 12.5)
