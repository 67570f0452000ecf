"""Marks on top of a picture: what a turn did, where a rule was broken, what is compared."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import unescape
from typing import Final, Literal

from msgspec import Struct

from referee.core.components import neighbours
from referee.core.events import Event
from referee.core.ids import COMPANIES, SLOTS, Seat
from referee.core.state import Player, State
from referee.core.turns import Expand
from referee.drawing.look import Box, num, place_id, text_width
from referee.drawing.sheet import PictureSheet
from referee.i18n.page_words import PictureWords, picture_words

# Where the texts and icons of a picture lie, read off what has been drawn of it -------------------
ABOVE: Final = 0.75
BELOW: Final = 0.22
"""How far letters reach above and below their base line, in parts of their size."""

_PIECE: Final = re.compile(r"<g\b([^>]*)>|(</g>)|<text ([^>]*)>([^<]*)|<use ([^>]*)>")
_MOVED: Final = re.compile(r'transform="translate\((\S+) (\S+)\)"')
_ATTRIBUTE: Final = re.compile(r'([a-z-]+)="([^"]*)"')


def drawn_boxes(drawn: Iterable[str]) -> list[Box]:
    """Return the box of every text and every icon, counted from the corner of the picture."""
    found: list[Box] = []
    origins = [(0.0, 0.0)]
    for group, end, text, words, icon in _PIECE.findall("".join(drawn)):
        x, y = origins[-1]
        if end:
            origins.pop()
        elif text:
            attributes = dict(_ATTRIBUTE.findall(text))
            size = float(attributes["font-size"])
            wide = text_width(unescape(words), size, attributes.get("font-weight") == "700")
            shift = {"middle": wide / 2, "end": wide}.get(attributes.get("text-anchor", ""), 0.0)
            left, base = x + float(attributes["x"]) - shift, y + float(attributes["y"])
            found.append(Box(left, base - ABOVE * size, wide, (ABOVE + BELOW) * size))
        elif icon:
            attributes = dict(_ATTRIBUTE.findall(icon))
            left, top, wide, high = (float(attributes[k]) for k in ("x", "y", "width", "height"))
            found.append(Box(x + left, y + top, wide, high))
        else:
            moved = _MOVED.search(group)
            origins.append((x + float(moved[1]), y + float(moved[2])) if moved else (x, y))
    return found


MarkKind = Literal["changed", "fault", "chosen", "legal", "open", "doubtful"]


class PointedPlace(Struct, frozen=True):
    """A place that is pointed out, and a word or a number beside it."""

    place: str
    kind: MarkKind
    note: str = ""


class Arrow(Struct, frozen=True):
    """A way from one place to another."""

    start: str
    end: str
    kind: MarkKind


class PointedPlaces(Struct, frozen=True):
    """Everything that is pointed out in a picture; later marks lie on top."""

    places: tuple[PointedPlace, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    caption: str = ""
    """What is said of the marks to whom cannot see them."""


NO_MARKS = PointedPlaces()

AWAY: Final = 36
"""How far an arrow stays away from the middle of a place without a label."""
OUT: Final = 3.5
"""How far outside of a place the line around it runs."""
SIGN: Final = 10
"""How far the sign of a fault reaches from its centre."""
EDGE_PARTS: Final = 12
"""Into how many parts an edge is divided by the places where a sign can stand."""
TIP: Final = 9
"""How long the tip of an arrow is."""

LINES: dict[MarkKind, tuple[str, str, float, str]] = {
    "changed": ("changed", "changed_text", 3, ""),
    "fault": ("fault", "fault_text", 3.4, ""),
    "chosen": ("legal", "legal_text", 3.4, ""),
    "legal": ("legal", "legal_text", 2.5, "6 3.5"),
    "open": ("ink", "panel", 2.5, "3 3"),
    "doubtful": ("ink", "panel", 1.5, "3 3"),
}
"""By kind the colour of the line, that of the words on it, its width and its dashes."""


def draw_marks(sheet: PictureSheet, marks: PointedPlaces) -> None:
    """Draw marks on the places of a picture; what is not in the picture is passed over."""
    if not (marks.places or marks.arrows):
        return
    sheet.open("marks", marks.caption or sheet.look.words.parts["marks"])
    for arrow in marks.arrows:
        _draw_arrow(sheet, arrow)
    has_faults = any(mark.kind == "fault" for mark in marks.places)
    legible = drawn_boxes(sheet.drawn) if has_faults else []
    # A mark is no place to which anything could point.
    boxes = dict(sheet.boxes)
    for mark in marks.places:
        if (box := boxes.get(mark.place)) is not None:
            is_open = mark.kind in {"open", "doubtful"}
            content = _open(sheet, mark, box) if is_open else _mark(sheet, mark, box, legible)
            sheet.place(place_id("mark", mark.place), box, content, mark.note)
    sheet.boxes = boxes
    sheet.close()


def _mark(sheet: PictureSheet, mark: PointedPlace, box: Box, legible: Sequence[Box]) -> str:
    look = sheet.look
    colour, text_colour, width, dashes = LINES[mark.kind]
    # Close below a step of the bookkeeping track stands its number.
    below = 1 if "-step-" in mark.place else OUT
    around = Box(-OUT, -OUT, box.width + 2 * OUT, box.height + OUT + below)
    content = ""
    if mark.place not in sheet.outlined:
        content = look.box(around, "none", colour, radius=8, width=width, dashes=dashes)
    if mark.kind == "fault":
        x, y = _sign_place(sheet, mark.place, box, legible)
        content += (
            f'<path d="M{num(x - 4)} {num(y - 10)}h8l6 6v8l-6 6h-8l-6-6v-8z"'
            f' fill="{look.palette.fault}"/>'
        ) + look.text(x, y + 5, "!", 14, bold=True, tint="fault_text", anchor="middle")
    elif mark.note:
        size = 10.0 if _is_on_track(mark.place) else 11.0
        note = _note_box(sheet, mark, box, text_width(mark.note, size, bold=True) + 12)
        content += look.box(note, colour, radius=note.height / 2)
        x, y = note.centre
        content += look.text(
            x, y + size * 0.36, mark.note, size, bold=True, tint=text_colour, anchor="middle"
        )
    return content


def _is_on_track(place: str) -> bool:
    return place.startswith("seat-") and "-track-" in place


def _note_box(sheet: PictureSheet, mark: PointedPlace, box: Box, wide: float) -> Box:
    """Return where the words of a mark stand: above their place, on a track in the lane."""
    if not _is_on_track(mark.place):
        x = min(max((box.width - wide) / 2, -box.x + 2), box.width)
        return Box(x, -12.5, wide, 17)
    # Above a marker stand the numbers of its track.
    _, _, company = mark.place.partition("-track-")
    track = sheet.boxes.get(place_id("track", company))
    end = box.x + box.width + wide + 6 if track is None else track.x + track.width
    x = box.width + 5 if box.x + box.width + 5 + wide <= end else -wide - 5
    return Box(x, box.height / 2 - 7, wide, 14)


def _open(sheet: PictureSheet, mark: PointedPlace, box: Box) -> str:
    """Return a `?` over what lies in a place that is not certain, or in its corner with a hatch."""
    look = sheet.look
    colour, _, width, dashes = LINES[mark.kind]
    if mark.place in sheet.outlined:
        x, y, *_ = sheet.points[mark.place]
        x, y, size = x - box.x, y - box.y, 26.0
        cover = Box(x - size / 2, y - size / 2, size, size)
    else:
        x, y, size = box.width / 2, box.height / 2, min(26.0, box.height)
        cover = Box(0, 0, box.width, box.height)
    if mark.kind == "open":
        content = look.box(cover, "panel", colour, radius=5, width=width, dashes=dashes)
    else:
        content = look.box(cover, "none", colour, radius=5, width=width, dashes=dashes)
        content += look.hatched(cover, 5)
        size = min(14.0, size)
        # Over the corner, so that what is written in the place can be read.
        x, y = cover.x + 1, cover.y + 1
        corner = Box(x - size / 2, y - size / 2, size, size)
        content += look.box(corner, "panel", colour, radius=size / 2)
    return content + look.text(x, y + size * 0.28, "?", size * 0.8, bold=True, anchor="middle")


def _sign_place(
    sheet: PictureSheet, place: str, box: Box, legible: Sequence[Box]
) -> tuple[float, float]:
    """Return where the sign of a fault stands: beside what an area says, or on an edge.

    It covers as little as can be of what is legible; of places that are equally good it is the
    first, and the middle of the upper edge comes before all others.
    """
    if place in sheet.outlined:
        x, y = sheet.signs[place]
        return x - box.x, y - box.y
    near = [
        each
        for each in legible
        if box.x - 2 * SIGN < each.x + each.width
        and each.x < box.x + box.width + 2 * SIGN
        and box.y - 2 * SIGN < each.y + each.height
        and each.y < box.y + box.height + 2 * SIGN
    ]
    across = sorted(
        (box.width * part / EDGE_PARTS for part in range(EDGE_PARTS + 1)),
        key=lambda x: abs(x - box.width / 2),
    )
    down = [box.height * part / EDGE_PARTS for part in range(EDGE_PARTS + 1)]
    places = [
        *((x, -OUT) for x in across),
        *((x, y) for y in down for x in (box.width + OUT, -OUT)),
        *((x, box.height + OUT) for x in across),
        *((x, y) for y in down for x in across),
    ]
    return min(
        places, key=lambda at: sum(_covered(each, box.x + at[0], box.y + at[1]) for each in near)
    )


def _covered(box: Box, x: float, y: float) -> float:
    wide = min(box.x + box.width, x + SIGN) - max(box.x, x - SIGN)
    high = min(box.y + box.height, y + SIGN) - max(box.y, y - SIGN)
    return wide * high if wide > 0 and high > 0 else 0.0


def _away(ux: float, uy: float, span: Sequence[float]) -> float:
    """Return how far an end stays away from the middle of its place, in the arrow's direction."""
    if not span:
        return AWAY
    wide, high = span
    return 2 + min(wide / max(abs(ux), 0.01), high / max(abs(uy), 0.01))


def _draw_arrow(sheet: PictureSheet, arrow: Arrow) -> None:
    start, end = sheet.boxes.get(arrow.start), sheet.boxes.get(arrow.end)
    if start is None or end is None:
        return
    colour = sheet.look.palette.tint(LINES[arrow.kind][0])
    x1, y1, *from_label = sheet.points.get(arrow.start, start.centre)
    x2, y2, *to_label = sheet.points.get(arrow.end, end.centre)
    long = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1)
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    # Both ends stop short of what stands in the places, as far as an arrow is left between them.
    before, behind = _away(ux, uy, from_label), _away(ux, uy, to_label) + TIP
    if before + behind > long - TIP:
        before, behind = (each * (long - TIP) / (before + behind) for each in (before, behind))
    x1, y1, x2, y2 = x1 + ux * before, y1 + uy * before, x2 - ux * behind, y2 - uy * behind
    bend = long * 0.12
    cx, cy = (x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend
    path = f"M{num(x1)} {num(y1)}Q{num(cx)} {num(cy)} {num(x2)} {num(y2)}"
    dx, dy = x2 - cx, y2 - cy
    last = max((dx * dx + dy * dy) ** 0.5, 1)
    dx, dy = dx / last, dy / last
    tip = (
        f"M{num(x2 + dx * TIP)} {num(y2 + dy * TIP)}L{num(x2 - dy * 6)} {num(y2 + dx * 6)}"
        f"L{num(x2 + dy * 6)} {num(y2 - dx * 6)}Z"
    )
    sheet.add(
        f'<path d="{path}" fill="none" stroke="{sheet.look.palette.panel}" stroke-width="6"'
        ' stroke-linecap="round"/>',
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="3" stroke-linecap="round"/>',
        f'<path d="{tip}" fill="{colour}" stroke="{sheet.look.palette.panel}" stroke-width="1"/>',
    )


# Marks for what differs between two tables, and for what somebody named ---------------------------
STARTING_TILE_STEP: Final = 1
"""The step of the bookkeeping track on which the starting tile's book lies."""


def changes(
    before: State,
    after: State,
    event: Event | None = None,
    *,
    kind: MarkKind = "changed",
    language: str = "",
) -> PointedPlaces:
    """Return marks for everything that differs between two tables of one game.

    `event` tells where a post came from, if it says so; `kind` sets the answers apart that are
    compared with each other.
    """
    words = picture_words(language)
    places = [PointedPlace(place, kind) for place in _posts(before, after)]
    places += [PointedPlace(place, kind) for place in _displays(before, after)]
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old != new:
            numbers = _numbers(words, seat, old, new)
            places += [PointedPlace(place, kind, note) for place, note in numbers]
            others = (*_steps(after, seat, old, new), *_items(seat, old, new))
            places += [PointedPlace(place, kind) for place in others]
    if before.first_player != after.first_player:
        places.append(PointedPlace("first-player", kind))
    return PointedPlaces(tuple(places), tuple(_ways(before, after, event, kind)))


def open_places(
    tables: Sequence[State], *, kind: MarkKind = "open", language: str = ""
) -> PointedPlaces:
    """Return marks for every place at which one of several possible tables differs from the first.

    On a track a marker that is not certain is marked where it stands on any of them.
    """
    words = picture_words(language)
    first, *others = tables
    found = {
        mark.place
        for other in others
        for one, two in ((first, other), (other, first))
        for mark in changes(one, two, kind=kind, language=language).places
    }
    note = words.parts["open"]
    return PointedPlaces(
        tuple(PointedPlace(place, kind, note) for place in sorted(found)), caption=note
    )


def named(
    state: State, names: Collection[str], kind: MarkKind, seat: Seat | None = None
) -> PointedPlaces:
    """Return marks for what is called by these ids, such as the facts of a broken rule name."""
    components = state.setting.components
    places = [place_id("region", one.id) for one in components.regions if one.id in names]
    places += [place_id("track", company) for company in COMPANIES if company in names]
    places += [
        place_id("card", space.row, space.column)
        for space, card in zip(components.filling_order, state.display, strict=True)
        if card in names
    ]
    places += [
        place_id("book", space.id)
        for space, book in zip(components.book_spaces, state.book_display, strict=True)
        if book in names or space.id in names
    ]
    places += [place_id("space", one.id) for one in state.setting.spaces if one.id in names]
    if seat is not None:
        player = state.players[seat]
        places += [
            place_id("seat", seat, "slot", slot)
            for slot, card in zip(SLOTS, player.slots, strict=True)
            if card in names or slot in names
        ]
        places += [
            place_id("seat", seat, "hand", card) for card in sorted(player.hand) if card in names
        ]
        places += [
            place_id("seat", seat, "tile", tile) for tile in sorted(player.tiles) if tile in names
        ]
    return PointedPlaces(tuple(PointedPlace(place, kind) for place in places))


def _posts(before: State, after: State) -> Iterator[str]:
    components = after.setting.components
    for region, old, new in zip(components.regions, before.regions, after.regions, strict=True):
        if old != new:
            yield place_id("region", region.id)
    for company, old_base, new_base in zip(COMPANIES, before.bases, after.bases, strict=True):
        for number, (old_column, new_column) in enumerate(zip(old_base, new_base, strict=True), 1):
            if old_column != new_column:
                base = next(one for one in components.bases if one.company == company)
                depth = len(base.columns[number - 1])
                front = depth - new_column.opened - max(old_column.posts, new_column.posts) + 1
                yield place_id("base", company, number, min(max(front, 1), depth))


def _displays(before: State, after: State) -> Iterator[str]:
    components = after.setting.components
    for space, old_card, new_card in zip(
        components.filling_order, before.display, after.display, strict=True
    ):
        if old_card != new_card:
            yield place_id("card", space.row, space.column)
    shelves = zip(before.book_display, before.book_coins, strict=True)
    now = zip(after.book_display, after.book_coins, strict=True)
    for shelf, old_shelf, new_shelf in zip(components.book_spaces, shelves, now, strict=True):
        if old_shelf != new_shelf:
            yield place_id("book", shelf.id)
    for spot, old_marker, new_marker in zip(
        after.setting.spaces, before.markers, after.markers, strict=True
    ):
        if old_marker != new_marker:
            yield place_id("space", spot.id)


def _numbers(words: PictureWords, seat: int, old: Player, new: Player) -> Iterator[tuple[str, str]]:
    if old.cash != new.cash:
        yield place_id("seat", seat, "cash"), words.say("marks", "cash", old=old.cash, new=new.cash)
    for company, was, now in zip(COMPANIES, old.tracks, new.tracks, strict=True):
        if was != now:
            note = words.say("marks", "number", old=was, new=now)
            yield place_id("seat", seat, "track", company), note
    if old.diamonds != new.diamonds:
        note = words.say("marks", "number", old=old.diamonds, new=new.diamonds)
        yield place_id("seat", seat, "diamonds"), note


def _steps(after: State, seat: int, old: Player, new: Player) -> Iterator[str]:
    first = after.setting.components.book_track.last - len(new.books) + 1
    steps = {
        step
        for step, (was, now) in enumerate(zip(old.books, new.books, strict=True), first)
        if was != now
    }
    steps |= old.flipped ^ new.flipped
    if old.starting_tile != new.starting_tile:
        steps.add(STARTING_TILE_STEP)
    if old.ink != new.ink:
        steps |= {old.ink, new.ink}
    for step in sorted(steps):
        yield place_id("seat", seat, "step", step)


def _items(seat: int, old: Player, new: Player) -> Iterator[str]:
    for slot, was, now in zip(SLOTS, old.slots, new.slots, strict=True):
        turned = now is not None and (now in old.used) != (now in new.used)
        tile_moved = now is not None and (now == old.plus_one) != (now == new.plus_one)
        if was != now or turned or tile_moved:
            yield place_id("seat", seat, "slot", slot)
    for slot, old_deck, new_deck in zip(SLOTS, old.resting, new.resting, strict=True):
        if old_deck != new_deck:
            yield place_id("seat", seat, "deck", slot)
    for card in sorted(new.hand - old.hand):
        yield place_id("seat", seat, "hand", card)
    for tile in sorted(new.tiles):
        if tile not in old.tiles or (tile in old.used) != (tile in new.used):
            yield place_id("seat", seat, "tile", tile)


def _ways(before: State, after: State, event: Event | None, kind: MarkKind) -> Iterator[Arrow]:
    """Yield how the posts of a company came into regions: from a place of its own beside them."""
    components = after.setting.components
    said: dict[str, str] = {}
    if isinstance(event, Expand):
        said = {one.region: one.source for one in event.enter if one.source is not None}
    regions: list[str] = [region.id for region in components.regions]
    was = dict(zip(regions, before.regions, strict=True))
    now = dict(zip(regions, after.regions, strict=True))
    beside = neighbours(components.borders)
    holders: dict[str, str | None] = {**was, **{company: company for company in COMPANIES}}
    # An expansion tells in which order it enters regions.
    first: list[str] = [one.region for one in event.enter] if isinstance(event, Expand) else []
    in_order = first + [region for region in regions if region not in first]
    waiting = [one for one in in_order if now[one] not in (None, was[one])]
    while waiting:
        # A post comes from one that was there, or from one that came before it.
        for region in waiting:
            owner = now[region]
            held = (place for place in beside.get(region, ()) if holders.get(place) == owner)
            source = said.get(region) or next(held, None)
            if source is not None:
                break
        else:
            return
        waiting.remove(region)
        holders[region] = owner
        start = "home" if source in COMPANIES else "region"
        yield Arrow(place_id(start, source), place_id("region", region), kind)
