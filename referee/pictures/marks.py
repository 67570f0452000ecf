"""Marks on top of a picture: what a turn did, where a rule was broken, what is compared."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from referee.pictures.drawn_boxes import drawn_boxes
from referee.pictures.look import Box, num, place_id
from referee.pictures.metrics import text_width
from referee.pictures.sheet import PictureSheet

MarkKind = Literal["changed", "fault", "chosen", "legal", "open"]


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
    for mark in marks.places:
        _draw_mark(sheet, mark, legible)
    sheet.close()


def _draw_mark(sheet: PictureSheet, mark: PointedPlace, legible: Sequence[Box]) -> None:
    box = sheet.boxes.get(mark.place)
    if box is None:
        return
    look = sheet.look
    colour, text_colour, width, dashes = LINES[mark.kind]
    if mark.kind == "open":
        _draw_open(sheet, mark, box)
        return
    # Close below a step of the bookkeeping track stands its number.
    below = 1 if "-step-" in mark.place else OUT
    around = Box(-OUT, -OUT, box.width + 2 * OUT, box.height + OUT + below)
    content = ""
    if mark.place not in sheet.outlined:
        content = look.box(around, "none", colour, radius=8, width=width, dashes=dashes)
    if mark.kind == "fault":
        content += _octagon(sheet, *_sign_place(sheet, mark.place, box, legible))
    elif mark.note:
        size = 10.0 if _is_on_track(mark.place) else 11.0
        note = _note_box(sheet, mark, box, text_width(mark.note, size, bold=True) + 12)
        content += look.box(note, colour, radius=note.height / 2)
        x, y = note.centre
        content += look.text(
            x, y + size * 0.36, mark.note, size, bold=True, tint=text_colour, anchor="middle"
        )
    boxes = dict(sheet.boxes)
    sheet.place(place_id("mark", mark.place), box, content, mark.note)
    sheet.boxes = boxes


def _is_on_track(place: str) -> bool:
    """Tell whether a place is a player's marker on a company track."""
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


def _draw_open(sheet: PictureSheet, mark: PointedPlace, box: Box) -> None:
    """Draw a `?` over what lies in a place that is not certain."""
    look = sheet.look
    colour, _, width, dashes = LINES["open"]
    if mark.place in sheet.outlined:
        x, y, *_ = sheet.points[mark.place]
        x, y, size = x - box.x, y - box.y, 26.0
        cover = Box(x - size / 2, y - size / 2, size, size)
    else:
        x, y, size = box.width / 2, box.height / 2, min(26.0, box.height)
        cover = Box(0, 0, box.width, box.height)
    content = look.box(cover, "panel", colour, radius=5, width=width, dashes=dashes)
    content += look.text(x, y + size * 0.28, "?", size * 0.8, bold=True, anchor="middle")
    boxes = dict(sheet.boxes)
    sheet.place(place_id("mark", mark.place), box, content, mark.note)
    sheet.boxes = boxes


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
    return min(
        _edge_places(box),
        key=lambda at: sum(_covered(each, box.x + at[0], box.y + at[1]) for each in near),
    )


def _edge_places(box: Box) -> list[tuple[float, float]]:
    """Return where a sign can stand: on the edges of a box, at last within it."""
    across = sorted(
        (box.width * part / EDGE_PARTS for part in range(EDGE_PARTS + 1)),
        key=lambda x: abs(x - box.width / 2),
    )
    down = [box.height * part / EDGE_PARTS for part in range(EDGE_PARTS + 1)]
    return [
        *((x, -OUT) for x in across),
        *((x, y) for y in down for x in (box.width + OUT, -OUT)),
        *((x, box.height + OUT) for x in across),
        *((x, y) for y in down for x in across),
    ]


def _covered(box: Box, x: float, y: float) -> float:
    """Return how much of a box a sign covers that has its centre there."""
    wide = min(box.x + box.width, x + SIGN) - max(box.x, x - SIGN)
    high = min(box.y + box.height, y + SIGN) - max(box.y, y - SIGN)
    return wide * high if wide > 0 and high > 0 else 0.0


def _octagon(sheet: PictureSheet, x: float, y: float) -> str:
    """Return the sign of a fault by its centre."""
    look = sheet.look
    return (
        f'<path d="M{num(x - 4)} {num(y - 10)}h8l6 6v8l-6 6h-8l-6-6v-8z"'
        f' fill="{look.palette.fault}"/>'
    ) + look.text(x, y + 5, "!", 14, bold=True, tint="fault_text", anchor="middle")


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
