"""The labels of a map touch no border, whoever owns the regions, at every width."""

import pytest

import referee
from referee.copies.drawn_tables import drawn_set
from referee.core.ids import COMPANIES
from referee.drawing.cells import areas_of, home_boxes, inside, label_boxes
from referee.drawing.look import Box
from referee.drawing.map import LabelPlace, home_place, region_place, sign_place
from referee.drawing.marks import SIGN
from referee.drawing.table import LAPTOP, PHONE, TABLET

WIDTHS = (PHONE, TABLET, LAPTOP)
TOUCHING = 2.2
"""Half the width of a double border on a phone."""
NARROWER = 0.94
SETS = ("games/four-players.mgn", "games/own-copy/bens-first-game.mgn")


MAP_WIDTHS = {PHONE: 374.0, TABLET: 788.0, LAPTOP: 695.0}
"""How wide the map is in a picture."""


def _crossed(place: LabelPlace, boxes: tuple[Box, ...], outline: list[tuple[float, float]]) -> bool:
    """Tell whether the line between any two corners of an area passes through a box."""
    ends = zip(outline, [*outline[1:], outline[0]], strict=True)
    points = [
        (x1 + (x2 - x1) * part / 40, y1 + (y2 - y1) * part / 40)
        for (x1, y1), (x2, y2) in ends
        for part in range(40)
    ]
    for box in boxes:
        spare = box.width * (1 - NARROWER) / 2 - TOUCHING
        left, right = place.at[0] + box.x + spare, place.at[0] + box.x + box.width - spare
        top, bottom = place.at[1] + box.y - TOUCHING, place.at[1] + box.y + box.height + TOUCHING
        if any(left < x < right and top < y < bottom for x, y in points):
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("owned", [False, True])
@pytest.mark.parametrize("name", SETS)
def test_no_label_of_a_region_touches_its_border(name: str, width: int, owned: bool) -> None:  # noqa: FBT001
    components = drawn_set(referee.load(name).components)
    found = areas_of(components)
    assert found is not None
    wide = MAP_WIDTHS[width]
    scale = wide / found.cells.size[0]
    for region in components.regions:
        place = region_place(components, region.id, wide, owned, width == PHONE)
        boxes = label_boxes(region, COMPANIES[0] if owned else None, place.size)
        corners = found.outlines.get(region.id, ())
        outline = [(x * scale, y * scale) for x, y in corners]
        if outline:
            assert inside(place.at, tuple(outline)), region.id
            assert not _crossed(place, boxes, outline), region.id
        assert place.size.run >= 7, region.id


@pytest.mark.parametrize("width", WIDTHS)
def test_no_label_of_a_base_touches_its_border(width: int) -> None:
    components = referee.load("games/four-players.mgn").components
    found = areas_of(components)
    assert found is not None
    wide = MAP_WIDTHS[width]
    scale = wide / found.cells.size[0]
    for base in components.bases:
        place = home_place(components, base.company, wide, width == PHONE)
        boxes = home_boxes(base.company, place.size)
        outline = [(x * scale, y * scale) for x, y in found.outlines[base.company]]
        assert not _crossed(place, boxes, outline), base.company


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("owned", [False, True])
@pytest.mark.parametrize("name", SETS)
def test_the_sign_of_a_fault_lies_on_no_label(name: str, width: int, owned: bool) -> None:  # noqa: FBT001
    components = drawn_set(referee.load(name).components)
    wide, narrow = MAP_WIDTHS[width], width == PHONE
    labels: dict[str, list[Box]] = {}
    for base in components.bases:
        home = home_place(components, base.company, wide, narrow)
        labels[base.company] = _moved(home, home_boxes(base.company, home.size))
    for region in components.regions:
        for is_owned in (False, True):
            place = region_place(components, region.id, wide, is_owned, narrow)
            boxes = label_boxes(region, COMPANIES[0] if is_owned else None, place.size)
            labels[f"{region.id} {is_owned}"] = _moved(place, boxes)
    for region in components.regions:
        x, y = sign_place(components, region.id, wide, owned, narrow)
        # A region's own label is as large as its owner makes it.
        passed_over = f"{region.id} {not owned}"
        covered = [
            label
            for label, boxes in labels.items()
            if label != passed_over and any(_reaches(box, x, y) for box in boxes)
        ]
        assert covered == [], region.id


def _moved(place: LabelPlace, boxes: tuple[Box, ...]) -> list[Box]:
    x, y = place.at
    return [Box(x + box.x, y + box.y, box.width, box.height) for box in boxes]


def _reaches(box: Box, x: float, y: float) -> bool:
    """Tell whether a sign that has its centre there reaches into a box."""
    across = min(box.x + box.width, x + SIGN) - max(box.x, x - SIGN)
    down = min(box.y + box.height, y + SIGN) - max(box.y, y - SIGN)
    return across > 0.5 and down > 0.5
