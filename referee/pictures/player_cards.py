"""The cards of a player: slots and what rests below them, the hand, and bonus tiles."""

from typing import Final

from referee.game.components import PlusOneTile
from referee.game.ids import SLOTS, CardId, TileId
from referee.game.state import Player, State
from referee.pictures.contents import item_runs, joined
from referee.pictures.items import CHIP, card_face, card_title, chip, chip_height
from referee.pictures.look import Box, Gap, Icon, Look, RunPiece, RunWord, num, place_id, plain
from referee.pictures.open_values import is_open
from referee.pictures.sheet import Frame, PictureSheet

CARD: Final = 46
NARROW_CARD: Final = 58
"""On a phone the id of a card in a slot may take two lines."""
BETWEEN: Final = 2
"""From one chip to the next."""
LABEL: Final = 16
NARROW_COLUMNS: Final = 3
"""Chips a row of a hand on a phone."""


def cards_height(state: State, player: Player, frame: Frame, *, discreet: bool) -> float:
    """Return how high the slots, the decks and the hand are together."""
    decks = _decks_height(state, player, _chip_width(frame, len(SLOTS)))
    hand = sum(_hand_rows(state, player, frame, discreet=discreet))
    return _card_height(frame) + 6 + decks + LABEL + hand


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


def draw_slots(sheet: PictureSheet, state: State, seat: int, frame: Frame, y: float) -> float:
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


def draw_hand(sheet: PictureSheet, state: State, seat: int, frame: Frame, y: float) -> None:
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
