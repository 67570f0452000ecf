"""The map: as areas where a set has them, else as boxes with lines between them."""

from referee.game.ids import Company
from referee.game.state import State
from referee.pictures.area_map import draw_areas
from referee.pictures.box_map import PAGE, draw_boxes
from referee.pictures.cells import areas_of
from referee.pictures.look import Box, num, place_id
from referee.pictures.marks import PointedPlaces
from referee.pictures.sheet import Frame, PictureSheet


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
