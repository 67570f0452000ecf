"""What lies before a player: slots and decks, hand and tiles, money, shares, the two tracks."""

from collections.abc import Callable, Hashable
from typing import Any, Final

from referee.core.components import PlusOneTile, TrackValue
from referee.core.ids import COMPANIES, SLOTS
from referee.core.state import Player, State
from referee.drawing.contents import item_runs, joined, requirement_words, reward_words
from referee.drawing.items import (
    CHIP,
    book_face,
    book_title,
    card_face,
    card_title,
    chip,
    chip_height,
    first_page,
)
from referee.drawing.look import (
    OPEN,
    QUESTION,
    TIMES,
    Box,
    Gap,
    Icon,
    Look,
    Post,
    RunPiece,
    RunWord,
    UnreadBookTrack,
    UnreadDiamondTrack,
    is_open,
    num,
    place_id,
    plain,
    run_width,
    text_width,
)
from referee.drawing.sheet import Frame, PictureSheet, ShownPad

# The cards of a player: slots and what rests below them, the hand, and bonus tiles ----------------
CARD: Final = 46
NARROW_CARD: Final = 58
"""On a phone the id of a card in a slot may take two lines."""
BETWEEN: Final = 2
"""From one chip to the next."""
LABEL: Final = 16
NARROW_COLUMNS: Final = 3
"""Chips a row of a hand on a phone."""


def _chip_width(frame: Frame, columns: int) -> float:
    return frame.width / columns - 6


def _decks_height(state: State, player: Player, width: float) -> float:
    cards = state.setting.components.card
    decks = [
        sum(chip_height(cards[card], width) + BETWEEN for card in deck) for deck in player.resting
    ]
    return max([CHIP + BETWEEN, *decks])


def _hand_rows(state: State, player: Player, frame: Frame, *, discreet: bool) -> list[float]:
    columns = NARROW_COLUMNS if frame.narrow else len(SLOTS)
    cards = state.setting.components.card
    width = _chip_width(frame, columns)
    heights: list[float] = [CHIP] * len(player.tiles)
    heights += [] if discreet else [chip_height(cards[card], width) for card in sorted(player.hand)]
    starts = range(0, len(heights), columns)
    return [max(heights[start : start + columns]) + BETWEEN for start in starts]


def _draw_slots(sheet: PictureSheet, seat: int, frame: Frame, y: float) -> float:
    look, words, state = sheet.look, sheet.look.words, sheet.state
    components = state.setting.components
    player = state.players[seat]
    each = frame.width / len(SLOTS)
    width, high = _chip_width(frame, len(SLOTS)), NARROW_CARD if frame.narrow else CARD
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
            called = card_title(look, components.card[card])
            title = words.say("places", "used" if used else "face-up", card=called)
            sheet.place(name, box, face, title)
        else:
            back = plan is not None and plan.slots[number] is not None
            content = _empty_slot(look, state, player, number, Box(0, 0, width, high), back=back)
            sheet.place(name, box, content, words.say("places", "slot", slot=words.notes[slot]))
        deck = sorted(player.resting[number])
        content, top = "", 0.0
        for one in deck:
            shown = state.setting.components.card[one]
            face = f"<title>{plain(card_title(look, shown))}</title>{chip(look, shown, width)}"
            content += f'<g transform="translate(0 {num(top)})">{face}</g>'
            top += chip_height(components.card[one], width) + BETWEEN
        place = Box(box.x, y + high + 6, width, max(top - BETWEEN, CHIP))
        if not deck:
            content = look.box(Box(0, 0, width, CHIP), "panel", "line", radius=4, dashes="2 3")
        title = words.say("places", "deck", slot=words.notes[slot], n=len(deck))
        sheet.place(place_id("seat", seat, "deck", slot), place, content, title)
    return y + high + 6 + _decks_height(state, player, width)


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


def _draw_hand(sheet: PictureSheet, seat: int, frame: Frame, y: float) -> None:
    look, words, state = sheet.look, sheet.look.words, sheet.state
    components = state.setting.components
    player = state.players[seat]
    columns = NARROW_COLUMNS if frame.narrow else len(SLOTS)
    each = frame.width / columns
    width = _chip_width(frame, columns)
    hand = words.say("notes", "hand", n=len(player.hand))
    sheet.add(look.text(frame.x, y + 11, hand, 11, tint="ink2"))
    y += LABEL
    lines: list[tuple[str, str, str]] = []
    for tile in sorted(player.tiles):
        shown = components.tile[tile]
        used = tile in player.used
        box = Box(0, 0, width, CHIP)
        found = look.box(box, "changed_wash", "changed", radius=9, width=1.6)
        if used:
            found += look.hatched(box, 9)
        run = joined(item_runs(shown))
        face = found + look.fitting_run(Box(8, 0, width - 14, 14.5), run, 12.5)
        title = words.say("places", "used" if used else "face-up", card=card_title(look, shown))
        lines.append((place_id("seat", seat, "tile", tile), face, title))
    for card in () if sheet.discreet else sorted(player.hand):
        held = components.card[card]
        name = place_id("seat", seat, "hand", card)
        lines.append((name, chip(look, held, width), card_title(look, held)))
    rows = _hand_rows(state, player, frame, discreet=sheet.discreet)
    for number, (name, face, title) in enumerate(lines):
        x = frame.x + number % columns * each
        row = number // columns
        place = Box(x, y + sum(rows[:row]), width, rows[row] - BETWEEN)
        sheet.place(name, place, face, title)


# The diamond track and the bookkeeping track of a player ------------------------------------------
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


def _player_tracks_height(state: State, *, narrow: bool) -> float:
    return DIAMONDS + (BOOK + VALUES) * len(_rows(state, narrow=narrow))


def draw_player_tracks(sheet: PictureSheet, seat: int, frame: Frame) -> None:
    """Draw both tracks of a player."""
    player = sheet.state.players[seat]
    books = Frame(frame.x, frame.y + DIAMONDS, frame.width, frame.narrow)
    facts = "diamonds", seat, player.diamonds, frame
    sheet.part(facts, lambda: _draw_diamonds(sheet, seat, frame))
    shown = player.books, player.flipped, player.starting_tile, player.ink
    sheet.part(("bookkeeping", seat, shown, books), lambda: _draw_books(sheet, seat, books))


def _draw_diamonds(sheet: PictureSheet, seat: int, frame: Frame) -> None:
    look, state = sheet.look, sheet.state
    track = state.setting.components.diamond_track
    is_certain = place_id("seat", seat, "diamonds") not in sheet.uncertain
    at = state.players[seat].diamonds if is_certain else 0
    start, end = 44.0, frame.width - 14
    step = (end - start) / track.last
    y = 12.0
    number_run = Icon("diamond"), RunWord(str(at if is_certain else QUESTION))
    content = look.run(0, y + 4.5, number_run, 13)
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


def _draw_books(sheet: PictureSheet, seat: int, frame: Frame) -> None:
    look, words, state = sheet.look, sheet.look.words, sheet.state
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
                form: Any = {"bold": True, "anchor": "middle", "tint": "ink2", "room": width}
                pounds = words.say("notes", "pounds", n=values[step])
                foot += look.text(width / 2, BOOK + 27, pounds, 11, **form)
            if step == player.ink:
                foot += look.icon("jar", width / 2 - 8, BOOK - 2, 17)
                title = ", ".join((title, words.say("places", "jar", n=step)))
            elif step == track.slot_at:
                lock = Icon("lock", "ink2"), RunWord(str(step), bold=False, tint="ink2")
                foot += look.run(width / 2, BOOK + 11, lock, 10.5, "middle")
            else:
                number = str(step) if step <= certain else f"{step}{QUESTION}"
                foot += look.text(width / 2, BOOK + 11, number, 10.5, tint="ink2", anchor="middle")
            name = place_id("seat", seat, "step", step)
            sheet.place(name, Box(x, y, width, BOOK), content + foot, title)


def _step(look: Look, state: State, seat: int, step: int, width: float) -> tuple[str, str]:
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
        book_of_tile = tile, shown.requires, shown.reward
        face = first_page(look, *book_of_tile, width, BOOK - 4, flipped=flipped)
        needs = requirement_words(words, shown.requires)
        gives = reward_words(words, shown.reward)
        return face, words.say("places", "tile-book", id=tile, needs=needs, gives=gives)
    # Piles are told from the first step on which books lie, whatever it is.
    track = components.book_track
    first = track.last - len(player.books) + 1
    pile = player.books[step - first]
    if not pile:
        content = look.box(box, "slot", "line", radius=4, dashes="3 3")
        key = "no-book-step"
        if step in track.crossed_out:
            content += look.icon("no-a", width / 2 - 8, 30, 16, "ink2")
            key = "crossed-out"
        elif isinstance(track, UnreadBookTrack) and track.crossed_out_open:
            run = Icon("no-a", "line2"), RunWord(QUESTION, tint="ink2")
            content += look.run(width / 2, 43, run, 11, "middle")
        return content, words.say("places", key, n=step)
    book = components.book[pile[-1]]
    face = book_face(look, book, width, BOOK - 4, flipped=flipped)
    title = book_title(look, book)
    if flipped:
        title = words.say("places", "flipped", book=title)
    if len(pile) > 1:
        face = look.box(Box(2, -3, width - 4, 10), "card", "line2", radius=3) + face
        title = ", ".join((title, words.say("places", "pile", n=len(pile) - 1)))
    return face, title


PAD: Final = 12
EDGE: Final = 6
HEAD: Final = 36
SHARES: Final = 22


def _inner(frame: Frame) -> Frame:
    return Frame(frame.x + PAD + 4, frame.y, frame.width - 2 * PAD - 4, frame.narrow)


def player_height(state: State, seat: int, frame: Frame, *, discreet: bool = False) -> float:
    """Return how high the area of a player is, with or without the hand."""
    player, inner = state.players[seat], _inner(frame)
    decks = _decks_height(state, player, _chip_width(inner, len(SLOTS)))
    hand = sum(_hand_rows(state, player, inner, discreet=discreet))
    cards = (NARROW_CARD if frame.narrow else CARD) + 6 + decks + LABEL + hand
    head = HEAD + SHARES * (2 if frame.narrow else 1)
    return head + cards + 6 + _player_tracks_height(state, narrow=frame.narrow) + 8


def draw_player(sheet: PictureSheet, seat: int, frame: Frame, height: float) -> None:
    """Draw everything that lies before a player."""
    look, words, state, drawn = sheet.look, sheet.look.words, sheet.state, sheet.seats[seat]
    to_move = state.to_move == seat
    colour = look.palette.players.get(drawn.colour, look.palette.stranger)
    sheet.open(place_id("seat", seat), words.say("places", "player", player=drawn.name))
    box = Box(frame.x, frame.y, frame.width, height)
    line, width = ("ink", 2.6) if to_move else ("line", 1)
    sheet.add(
        look.box(box, "panel", line, radius=10, width=width),
        look.box(Box(box.x + 1.5, box.y + 9, EDGE, height - 18), colour.body, radius=2),
    )
    inner = _inner(frame)
    player = state.players[seat]
    plan = state.plans[seat] if state.plans else None
    placed = sum(marker == seat for marker in state.markers)
    shown: Hashable = (player.cash, player.done, player.levels, placed)
    shown = shown, to_move, state.first_player == seat, plan is None
    sheet.part(("head", seat, shown, inner), lambda: _draw_head(sheet, seat, inner))
    now = sheet.table.pads[seat]
    facts: Hashable = "shares", seat, now, inner
    y = sheet.part(facts, lambda: _draw_shares(sheet, now, seat, inner, frame.y + HEAD))
    shown = player.slots, player.used, player.plus_one, player.resting, plan
    locked = player.diamonds, player.ink
    y = sheet.part(
        ("slots", seat, shown, locked, inner), lambda: _draw_slots(sheet, seat, inner, y)
    )
    shown = player.hand, player.tiles, player.tiles & player.used
    sheet.part(("hand", seat, shown, y, inner), lambda: _draw_hand(sheet, seat, inner, y))
    # The tracks stand at the foot, so that those of neighbours are level.
    y = frame.y + height - _player_tracks_height(state, narrow=frame.narrow) - 4
    draw_player_tracks(sheet, seat, Frame(inner.x, y, inner.width, inner.narrow))
    sheet.close()


def _draw_head(sheet: PictureSheet, seat: int, frame: Frame) -> None:
    look, words, state = sheet.look, sheet.look.words, sheet.state
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
    end = _draw_markers(sheet, seat, end, middle)
    x = frame.x + 26
    name = sheet.seats[seat].name
    notes = look.words.notes
    states = [(notes["to-move"], True)] if state.to_move == seat else []
    if state.players[seat].done:
        states.append((notes["done"], False))
    if state.plans and state.plans[seat] is not None:
        states.append((notes["planned"], False))
    wanted = sum(text_width(word, 11, bold=True) + 22 for word, _ in states)
    room = max(end - x - wanted - 20, 60)
    sheet.add(look.sign(seat, frame.x + 9, middle, 22))
    sheet.add(look.text(x, middle + 5.5, name, 16, bold=True, room=room))
    x += min(text_width(name, 16, bold=True), room) + 8
    if state.first_player == seat:
        first, title = look.icon("first", 0, 0, 16), words.places["first-player"]
        sheet.place(place_id("first-player"), Box(x, middle - 8, 16, 16), first, title)
        x += 22
    for word, dark in states:
        width = min(text_width(word, 11, bold=True) + 14, max(end - x, 30))
        fill, tint = ("ink", "panel") if dark else ("slot", "ink2")
        form: Any = {"bold": True, "anchor": "middle", "tint": tint, "room": width - 8}
        sheet.add(
            look.box(Box(x, middle - 9, width, 18), fill, "line2", radius=9),
            look.text(x + width / 2, middle + 4, word, 11, **form),
        )
        x += width + 6


def _draw_markers(sheet: PictureSheet, seat: int, end: float, middle: float) -> float:
    """Draw the bonus markers that a player has left, and return where they begin."""
    owned = sheet.table.markers[seat]
    if is_open(owned):
        box = Box(end - 24, middle - 8, 24, 16)
        content = sheet.look.sign(seat, 6, 8, 12) + sheet.look.text(15, 12.5, QUESTION, 12)
        title = sheet.look.words.say("places", "markers", n=owned)
        sheet.place(place_id("seat", seat, "markers"), box, content, title)
        return box.x - 8
    left = max(owned - sum(marker == seat for marker in sheet.state.markers), 0)
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
        facts = {"n": now.shares[index], "value": now.values[index]}
        title = words.say("places", "shares", company=words.companies[company], **facts)
        sheet.place(
            place_id("seat", seat, "shares", company),
            Box(frame.x + index * each, y, each - 4, 18),
            look.fitting_run(Box(0, 0, each - 6, 13), run, 12),
            title,
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
