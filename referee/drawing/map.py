"""The map: as areas where a set has them, else as boxes with lines between them."""

from collections.abc import Mapping
from math import ceil
from typing import Final

from referee.core.component_set import ComponentSet
from referee.core.ids import Company
from referee.core.state import State
from referee.drawing.area_map import UNREAD_DASHES, draw_areas
from referee.drawing.cells import (
    Corner,
    LabelSize,
    areas_of,
    home_label,
    per_set,
    region_label,
    region_title,
)
from referee.drawing.look import OPEN, Box, num, place_id
from referee.drawing.marks import PointedPlaces
from referee.drawing.sheet import Frame, PictureSheet

# The map of a set without areas: boxes where the set draws them, and lines between them -----------
DOUBLE: Final = 2
PAGE: Final = (730.0, 640.0)

NEAR: Final = LabelSize(name=11.5, run=11, post=17, room=88)
FAR: Final = LabelSize(name=0, run=10, post=14, room=56)
NEAR_BOX: Final = (94.0, 36.0)
FAR_BOX: Final = (60.0, 24.0)


def draw_boxes(
    sheet: PictureSheet,
    components: ComponentSet,
    owners: Mapping[str, Company | None],
    box: Box,
    *,
    narrow: bool,
) -> None:
    """Draw the map as boxes, with a line or a double line for every border."""
    look = sheet.look
    tint, washes = look.palette.tint, look.palette.washes
    width, height = FAR_BOX if narrow else NEAR_BOX
    label = FAR if narrow else NEAR
    middles = _middles(components, box.width, box.height, narrow)
    _draw_borders(sheet, components, middles)
    for region in components.regions:
        owner = owners[region.id]
        x, y = middles[region.id]
        fill = tint("land") if owner is None else washes[owner]
        place = Box(x - width / 2, y - height / 2, width, height)
        content = look.box(Box(0, 0, width, height), fill, "edge", radius=9, width=1.6)
        content += region_label(look, region, None, (width / 2, height / 2), label)
        if owner is not None:
            content += look.post(owner, width - label.post, -label.post / 2, label.post)
        _place(
            sheet,
            place_id("region", region.id),
            place,
            box,
            content,
            region_title(
                look,
                region,
                owner,
                uncertain=place_id("region", region.id) in sheet.uncertain,
            ),
        )
    for base in components.bases:
        x, y = middles[base.company]
        place = Box(x - width / 2, y - height / 2, width, height)
        content = look.box(
            Box(0, 0, width, height), washes[base.company], "edge", radius=9, width=2.4
        )
        content += home_label(look, base.company, (width / 2, height / 2), label)
        title = look.words.say("places", "home", company=look.words.companies[base.company])
        _place(sheet, place_id("home", base.company), place, box, content, title)


def _draw_borders(
    sheet: PictureSheet, components: ComponentSet, middles: Mapping[str, Corner]
) -> None:
    tint = sheet.look.palette.tint
    for lines in (1, DOUBLE, OPEN):
        path = "".join(
            f"M{num(middles[one][0])} {num(middles[one][1])}"
            f"L{num(middles[other][0])} {num(middles[other][1])}"
            for one, other in (b.between for b in components.borders if b.lines == lines)
        )
        if not path:
            continue
        if lines == DOUBLE:
            sheet.add(_strokes(path, tint("edge"), 6.6), _strokes(path, tint("sea"), 3))
        elif lines == OPEN:
            sheet.add(_strokes(path, tint("edge"), 4, f' stroke-dasharray="{UNREAD_DASHES}"'))
        else:
            sheet.add(_strokes(path, tint("edge"), 1.8))


def _place(
    sheet: PictureSheet, name: str, place: Box, within: Box, content: str, title: str
) -> None:
    """Draw a place inside the map, and note where it lies on the sheet."""
    sheet.place(name, place, content, title)
    sheet.boxes[name] = place._replace(x=place.x + within.x, y=place.y + within.y)


def _strokes(path: str, colour: str, width: float, more: str = "") -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"{more}/>'


@per_set
def _middles(
    components: ComponentSet,
    width: float,
    height: float,
    narrow: bool,  # noqa: FBT001
) -> Mapping[str, Corner]:
    """Return where the boxes stand: as drawn, and then moved apart until none covers another."""
    drawn: dict[str, tuple[int, int]] = {region.id: region.drawn for region in components.regions}
    drawn |= {base.company: base.drawn for base in components.bases}
    box = FAR_BOX if narrow else NEAR_BOX
    left, top = min(x for x, _ in drawn.values()), min(y for _, y in drawn.values())
    wide = max(x for x, _ in drawn.values()) - left or 1
    high = max(y for _, y in drawn.values()) - top or 1
    margin = (box[0] / 2 + 8, box[1] / 2 + 14)
    room = (width - 2 * margin[0], height - 2 * margin[1])
    places = {
        name: [margin[0] + (x - left) / wide * room[0], margin[1] + (y - top) / high * room[1]]
        for name, (x, y) in drawn.items()
    }
    names = sorted(places)
    for between in _BETWEEN:
        apart = (box[0] + between[0], box[1] + between[1])
        for _ in range(_ROUNDS):
            if not _push(places, names, apart):
                return {name: (at[0], at[1]) for name, at in places.items()}
            for at in places.values():
                for axis, size in enumerate((width, height)):
                    at[axis] = min(max(at[axis], margin[axis]), size - margin[axis])
    return {name: (at[0], at[1]) for name, at in places.items()}


_ROUNDS: Final = 300
_BETWEEN: Final = ((10, 14), (6, 8), (2, 4))
"""The room between boxes; where there is no way to have it, less."""


def _push(places: dict[str, list[float]], names: list[str], apart: tuple[float, float]) -> bool:
    """Move boxes apart that cover each other, and tell whether there were any."""
    moved = False
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            away = [places[other][axis] - places[one][axis] for axis in (0, 1)]
            lacks = [apart[axis] - abs(away[axis]) for axis in (0, 1)]
            if min(lacks) <= 0:
                continue
            moved = True
            axis = 0 if lacks[0] < lacks[1] else 1
            by = ceil(lacks[axis]) / 2 * (1 if away[axis] >= 0 else -1)
            places[one][axis] -= by
            places[other][axis] += by
    return moved


def draw_map(sheet: PictureSheet, state: State, frame: Frame, marks: PointedPlaces) -> float:
    """Draw the map with the posts on it, and return its height."""
    components = state.setting.components
    found = areas_of(components)
    page = PAGE if found is None else found.cells.size
    height = page[1] * frame.width / page[0]
    box = Box(frame.x, frame.y, frame.width, height)
    owners: dict[str, Company | None] = {
        region.id: None if place_id("region", region.id) in sheet.uncertain else owner
        for region, owner in zip(components.regions, state.regions, strict=True)
    }
    sheet.open("map", sheet.look.words.parts["map"])
    sheet.add(
        f'<g transform="translate({num(frame.x)} {num(frame.y)})">',
        sheet.look.box(Box(0, 0, frame.width, height), "sea", radius=10),
    )
    if found is None:
        draw_boxes(sheet, components, owners, box, narrow=frame.narrow)
    else:
        draw_areas(sheet, components, owners, box, found, marks=marks, narrow=frame.narrow)
    sheet.add("</g>")
    sheet.close()
    return height
