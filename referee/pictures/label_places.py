"""Where a label stands in its area of the map: as near to the middle as it touches no border."""

from collections.abc import Sequence
from itertools import product
from math import copysign, cos, hypot, pi, sin
from typing import Final, NamedTuple

from msgspec.structs import replace

from referee.game.component_set import ComponentSet
from referee.game.ids import COMPANIES
from referee.pictures.cells import Areas, Corner, areas_of, inside
from referee.pictures.labels import LabelSize, home_boxes, label_boxes, label_sizes
from referee.pictures.look import Box
from referee.pictures.per_set import per_set

NARROW_MARGINS: Final = (3.4, 2.7)
WIDE_MARGINS: Final = (5.4, 4.2, 2.6)
"""How far a label stays away from the middle of a border, if it can, and at least."""
FAR_AWAY: Final = 40
STEP: Final = 2
DENSE: Final = 1.5
"""From one point of a border to the next, at most."""
SIGN_BOX: Final = (Box(-10, -10, 20, 20),)
OVAL_POINTS: Final = 48
NARROWER: Final = 0.94
"""The faces that are mostly seen are narrower than the measures."""

OFFSETS: Final = sorted(
    (
        (float(x), float(y))
        for x in range(-FAR_AWAY, FAR_AWAY + 1, STEP)
        for y in range(-FAR_AWAY, FAR_AWAY + 1, STEP)
        if hypot(x, y) <= FAR_AWAY
    ),
    key=lambda offset: (hypot(*offset), offset),
)

NEAREST: Final = [offset for offset in OFFSETS if hypot(*offset) <= 2 * STEP]
"""A label within an oval can go no further."""


class LabelPlace(NamedTuple):
    """The middle of a label, and how it is laid out."""

    at: Corner
    size: LabelSize


@per_set
def region_place(
    components: ComponentSet,
    name: str,
    width: float,
    owned: bool,  # noqa: FBT001
    narrow: bool,  # noqa: FBT001
) -> LabelPlace:
    """Return where the label of a region stands on a map of some width."""
    found = areas_of(components)
    assert found is not None  # noqa: S101 - only asked for sets with areas
    region = next(region for region in components.regions if region.id == name)
    sizes = label_sizes(narrow=narrow, inside=name in found.cells.enclaves, owned=owned)
    owner = COMPANIES[0] if owned else None
    return _place(found, name, width, [(size, label_boxes(region, owner, size)) for size in sizes])


@per_set
def home_place(
    components: ComponentSet,
    name: str,
    width: float,
    narrow: bool,  # noqa: FBT001
) -> LabelPlace:
    """Return where the label of a company's base stands on a map of some width."""
    found = areas_of(components)
    assert found is not None  # noqa: S101 - only asked for sets with areas
    size = label_sizes(narrow=narrow, inside=False, owned=True)[0]
    sizes = [
        replace(size, post=size.post - 2 * less, name=size.name and size.name - less)
        for less in range(4)
    ]
    return _place(found, name, width, [(size, home_boxes(name, size)) for size in sizes])


@per_set
def sign_place(
    components: ComponentSet,
    name: str,
    width: float,
    owned: bool,  # noqa: FBT001
    narrow: bool,  # noqa: FBT001
) -> Corner:
    """Return where a sign stands in a region: beside all labels, and on no border if it can."""
    found = areas_of(components)
    assert found is not None  # noqa: S101 - only asked for sets with areas
    label = region_place(components, name, width, owned, narrow)
    (x, y), taken = label.at, _region_points(components, name, width, owned, narrow)
    scale = width / found.cells.size[0]
    border = _border(found, name, scale)
    outline = tuple((x * scale, y * scale) for x, y in found.outlines.get(name, ()))
    # A sign that lies on a border reaches into the next area, whoever owns that.
    others = [
        point
        for region in components.regions
        if region.id != name
        for is_owned in (False, True)
        for point in _region_points(components, region.id, width, is_owned, narrow)
    ]
    for base in components.bases:
        home = home_place(components, base.company, width, narrow)
        others += _points(home.at, home_boxes(base.company, home.size))
    for obstacles in ([*border, *taken], [*taken, *others], taken):
        for dx, dy in OFFSETS:
            # Above the label it is looked for first.
            at = x + dx, y - dy
            if (not outline or inside(at, outline)) and _is_clear(obstacles, at, SIGN_BOX, 1):
                return at
    return x, y


def _region_points(
    components: ComponentSet,
    name: str,
    width: float,
    owned: bool,  # noqa: FBT001
    narrow: bool,  # noqa: FBT001
) -> list[Corner]:
    """Return points all over the label of a region."""
    region = next(region for region in components.regions if region.id == name)
    label = region_place(components, name, width, owned, narrow)
    return _points(label.at, label_boxes(region, COMPANIES[0] if owned else None, label.size))


def _points(at: Corner, boxes: Sequence[Box]) -> list[Corner]:
    """Return points all over the boxes of a label, nearer to each other than a sign is wide."""
    return [
        (at[0] + box.x + box.width * across / 8, at[1] + box.y + box.height * down / 4)
        for box in boxes
        for across in range(9)
        for down in range(5)
    ]


def _place(
    found: Areas, name: str, width: float, forms: Sequence[tuple[LabelSize, Sequence[Box]]]
) -> LabelPlace:
    scale = width / found.cells.size[0]
    oval = found.cells.enclaves.get(name)
    x, y = found.cells.labels[name] if oval is None else oval.centre
    middle = x * scale, y * scale
    border = _border(found, name, scale)
    outline = tuple((x * scale, y * scale) for x, y in found.outlines.get(name, ()))
    margins: tuple[float, ...] = WIDE_MARGINS if forms[0][0].name else NARROW_MARGINS
    offsets = OFFSETS
    if oval is not None:
        # Within an oval a smaller label is better than one that nearly touches.
        margins, offsets = margins[:1], NEAREST
    for (size, boxes), margin, (dx, dy) in product(forms, margins, offsets):
        at = middle[0] + dx, middle[1] + dy
        fits = _is_clear(border, at, boxes, margin)
        if fits and (not outline or inside(at, outline)):
            return LabelPlace(at, size)
    return LabelPlace(middle, forms[-1][0])


def _is_clear(border: Sequence[Corner], at: Corner, boxes: Sequence[Box], margin: float) -> bool:
    """Tell whether no point of a border lies in the boxes of a label, or near them."""
    for box in boxes:
        spare = box.width * (1 - NARROWER) / 2
        left, right = at[0] + box.x + spare - margin, at[0] + box.x + box.width - spare + margin
        top, bottom = at[1] + box.y - margin, at[1] + box.y + box.height + margin
        if any(left < x < right and top < y < bottom for x, y in border):
            return False
    return True


def _border(found: Areas, name: str, scale: float) -> list[Corner]:
    """Return points all along the border of an area, and of what lies within it."""
    points: list[Corner] = []
    outline = found.outlines.get(name, ())
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        parts = int(hypot(x2 - x1, y2 - y1) * scale / DENSE) + 1
        points += [
            ((x1 + (x2 - x1) * part / parts) * scale, (y1 + (y2 - y1) * part / parts) * scale)
            for part in range(parts)
        ]
    for enclave, oval in found.cells.enclaves.items():
        if name in (enclave, found.around.get(enclave)):
            (x, y), (rx, ry) = oval.centre, oval.radii
            turns = [2 * pi * part / OVAL_POINTS for part in range(OVAL_POINTS)]
            points += [
                ((x + rx * _fuller(cos(turn))) * scale, (y + ry * _fuller(sin(turn))) * scale)
                for turn in turns
            ]
    return points


def _fuller(share: float) -> float:
    """Return how far out an oval goes, which is a little fuller than an ellipse."""
    return copysign(abs(share) ** 0.8, share)
