"""The map: as areas where a set has them, else as boxes with lines between them."""

from collections.abc import Mapping, Sequence
from itertools import product
from math import ceil, copysign, cos, hypot, pi, sin
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.ids import COMPANIES, Company
from referee.drawing import cells
from referee.drawing.look import OPEN, Box, Look, is_open, num, place_id, plain
from referee.drawing.marks import LINES, PointedPlaces
from referee.drawing.sheet import Frame, PictureSheet

# Where a label stands in its area of the map: as near to the middle as it touches no border -------
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

    at: cells.Corner
    size: cells.LabelSize


@cells.per_set
def region_place(
    components: ComponentSet,
    name: str,
    width: float,
    owned: bool,  # noqa: FBT001
    narrow: bool,  # noqa: FBT001
) -> LabelPlace:
    """Return where the label of a region stands on a map of some width."""
    found = _areas(components)
    region = next(region for region in components.regions if region.id == name)
    sizes = cells.label_sizes(narrow=narrow, inside=name in found.cells.enclaves, owned=owned)
    owner = COMPANIES[0] if owned else None
    forms = [(size, cells.label_boxes(region, owner, size)) for size in sizes]
    return _place(found, name, width, forms)


def _areas(components: ComponentSet) -> cells.Areas:
    found = cells.areas_of(components)
    assert found is not None  # noqa: S101 - only asked for sets with areas
    return found


@cells.per_set
def home_place(
    components: ComponentSet,
    name: str,
    width: float,
    narrow: bool,  # noqa: FBT001
) -> LabelPlace:
    """Return where the label of a company's base stands on a map of some width."""
    found = _areas(components)
    size = cells.label_sizes(narrow=narrow, inside=False, owned=True)[0]
    sizes = [
        replace(size, post=size.post - 2 * less, name=size.name and size.name - less)
        for less in range(4)
    ]
    return _place(found, name, width, [(size, cells.home_boxes(name, size)) for size in sizes])


@cells.per_set
def sign_place(
    components: ComponentSet,
    name: str,
    width: float,
    owned: bool,  # noqa: FBT001
    narrow: bool,  # noqa: FBT001
) -> cells.Corner:
    """Return where a sign stands in a region: beside all labels, and on no border if it can."""
    found = _areas(components)
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
        others += _points(home.at, cells.home_boxes(base.company, home.size))
    for obstacles in ([*border, *taken], [*taken, *others], taken):
        for dx, dy in OFFSETS:
            # Above the label it is looked for first.
            at = x + dx, y - dy
            if (not outline or cells.inside(at, outline)) and _is_clear(obstacles, at, SIGN_BOX, 1):
                return at
    return x, y


def _region_points(
    components: ComponentSet,
    name: str,
    width: float,
    owned: bool,  # noqa: FBT001
    narrow: bool,  # noqa: FBT001
) -> list[cells.Corner]:
    region = next(region for region in components.regions if region.id == name)
    label = region_place(components, name, width, owned, narrow)
    return _points(label.at, cells.label_boxes(region, COMPANIES[0] if owned else None, label.size))


def _points(at: cells.Corner, boxes: Sequence[Box]) -> list[cells.Corner]:
    return [
        (at[0] + box.x + box.width * across / 8, at[1] + box.y + box.height * down / 4)
        for box in boxes
        for across in range(9)
        for down in range(5)
    ]


def _place(
    found: cells.Areas,
    name: str,
    width: float,
    forms: Sequence[tuple[cells.LabelSize, Sequence[Box]]],
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
        if fits and (not outline or cells.inside(at, outline)):
            return LabelPlace(at, size)
    return LabelPlace(middle, forms[-1][0])


def _is_clear(
    border: Sequence[cells.Corner], at: cells.Corner, boxes: Sequence[Box], margin: float
) -> bool:
    """Tell whether no point of a border lies in the boxes of a label, or near them."""
    for box in boxes:
        spare = box.width * (1 - NARROWER) / 2
        left, right = at[0] + box.x + spare - margin, at[0] + box.x + box.width - spare + margin
        top, bottom = at[1] + box.y - margin, at[1] + box.y + box.height + margin
        if any(left < x < right and top < y < bottom for x, y in border):
            return False
    return True


def _border(found: cells.Areas, name: str, scale: float) -> list[cells.Corner]:
    points: list[cells.Corner] = []
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


DOUBLE: Final = 2
UNREAD_DASHES: Final = "2 3"
"""The line of a border of which nobody knows whether it is double."""


class Paths(Struct, frozen=True):
    """The lines of a map at one size, ready to be drawn."""

    outlines: Mapping[str, str]
    boxes: Mapping[str, Box]
    coast: str
    single: str
    double: str
    unread: str
    """Borders of which nobody knows whether they are double."""
    ovals: Mapping[str, str]


def _fill(look: Look, owners: Mapping[str, Company | None], name: str) -> str:
    owner = owners[name]
    return look.palette.tint("land") if owner is None else look.palette.washes[owner]


class BorderLines(NamedTuple):
    """How wide the lines of borders are: those of single ones, and of double ones together."""

    thin: float
    thick: float

    @property
    def within(self) -> float:
        """What lies between the two lines of a double border."""
        return self.thick - 2.6

    @property
    def unread(self) -> float:
        """The line of a border of which nobody knows whether it is double."""
        return self.thick - 2


def _oval_border(look: Look, path: str, around: int, lines: BorderLines, fill: str) -> str:
    edge, gap = look.palette.tint("edge"), look.palette.tint("panel")
    if around == DOUBLE:
        return (
            f'<path d="{path}" fill="{fill}" stroke="{edge}" stroke-width="{lines.thick}"/>'
            f'<path d="{path}" fill="none" stroke="{gap}" stroke-width="{num(lines.within)}"/>'
        )
    line = f'stroke-width="{lines.thin}"'
    if is_open(around):
        line = f'stroke-width="{num(lines.unread)}" stroke-dasharray="{UNREAD_DASHES}"'
    return f'<path d="{path}" fill="{fill}" stroke="{edge}" {line}/>'


def _draw_labels(
    sheet: PictureSheet,
    components: ComponentSet,
    owners: Mapping[str, Company | None],
    box: Box,
    *,
    narrow: bool,
) -> None:
    boxes = _paths(components, box.width).boxes

    def placed(kind: str, name: str, at: cells.Corner, span: cells.Span) -> cells.Corner:
        place = place_id(kind, name)
        own = boxes[name]
        sheet.boxes[place] = own._replace(x=own.x + box.x, y=own.y + box.y)
        sheet.points[place] = (box.x + at[0], box.y + at[1], *span)
        return at

    for region in components.regions:
        owner = owners[region.id]
        found = region_place(components, region.id, box.width, owner is not None, narrow)
        at = placed("region", region.id, found.at, cells.label_span(region, owner, found.size))
        sheet.add(cells.region_label(sheet.look, region, owner, at, found.size))
        place = place_id("region", region.id)
        if place in sheet.outlined:
            x, y = sign_place(components, region.id, box.width, owner is not None, narrow)
            sheet.signs[place] = (box.x + x, box.y + y)
    for base in components.bases:
        found = home_place(components, base.company, box.width, narrow)
        at = placed("home", base.company, found.at, cells.home_span(base.company, found.size))
        sheet.add(cells.home_label(sheet.look, base.company, at, found.size))


def _draw_marks(sheet: PictureSheet, marks: PointedPlaces, outlines: Mapping[str, str]) -> None:
    """Draw the marks of areas inside their outlines, so that the borders stay readable."""
    look = sheet.look
    for name, path in outlines.items():
        place = place_id("region", name)
        kind = next((mark.kind for mark in reversed(marks.places) if mark.place == place), None)
        if kind is None:
            continue
        colour, _, _, dashes = LINES[kind]
        clip = f"{look.prefix}clip-{place}"
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        sheet.add(
            f'<clipPath id="{clip}"><path d="{path}"/></clipPath>'
            f'<path d="{path}" clip-path="url(#{clip})" fill="none" stroke-width="16"'
            f' stroke="{look.palette.tint(colour)}"{dashed}/>'
        )
        sheet.outlined.add(place)


@cells.per_set
def _paths(components: ComponentSet, width: float) -> Paths:
    found = _areas(components)
    scale = width / found.cells.size[0]
    lines = {frozenset(border.between): border.lines for border in components.borders}

    def path(points: Sequence[cells.Corner], end: str = "") -> str:
        return "M" + "L".join(f"{num(x * scale)} {num(y * scale)}" for x, y in points) + end

    def borders(wanted: int) -> str:
        return "".join(
            path(line)
            for pair, shared in sorted(found.shared.items(), key=lambda item: sorted(item[0]))
            for line in shared
            if lines[pair] == wanted
        )

    boxes = {
        name: _bounds([(x * scale, y * scale) for x, y in outline])
        for name, outline in found.outlines.items()
    }
    ovals = {}
    for name, oval in found.cells.enclaves.items():
        (x, y), (rx, ry) = oval.centre, oval.radii
        boxes[name] = Box((x - rx) * scale, (y - ry) * scale, 2 * rx * scale, 2 * ry * scale)
        ovals[name] = _oval(x * scale, y * scale, rx * scale, ry * scale)
    return Paths(
        outlines={name: path(outline, "Z") for name, outline in found.outlines.items()},
        boxes=boxes,
        coast="".join(path(line, "Z") for line in found.coast),
        single=borders(1),
        double=borders(DOUBLE),
        unread=borders(OPEN),
        ovals=ovals,
    )


def _oval(x: float, y: float, rx: float, ry: float) -> str:
    """Return an oval that is a little fuller than an ellipse, so that a name fits."""
    cx, cy = rx * 0.72, ry * 0.72
    return (
        f"M{num(x - rx)} {num(y)}C{num(x - rx)} {num(y - cy)} {num(x - cx)} {num(y - ry)}"
        f" {num(x)} {num(y - ry)}S{num(x + rx)} {num(y - cy)} {num(x + rx)} {num(y)}"
        f"S{num(x + cx)} {num(y + ry)} {num(x)} {num(y + ry)}"
        f"S{num(x - rx)} {num(y + cy)} {num(x - rx)} {num(y)}Z"
    )


def _bounds(points: Sequence[cells.Corner]) -> Box:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


# The map of a set without areas: boxes where the set draws them, and lines between them -----------
PAGE: Final = (730.0, 640.0)

NEAR: Final = cells.LabelSize(name=11.5, run=11, post=17, room=88)
FAR: Final = cells.LabelSize(name=0, run=10, post=14, room=56)
NEAR_BOX: Final = (94.0, 36.0)
FAR_BOX: Final = (60.0, 24.0)


def _draw_boxes(
    sheet: PictureSheet,
    components: ComponentSet,
    owners: Mapping[str, Company | None],
    box: Box,
    *,
    narrow: bool,
) -> None:
    look = sheet.look
    tint, washes = look.palette.tint, look.palette.washes
    width, height = FAR_BOX if narrow else NEAR_BOX
    label = FAR if narrow else NEAR
    middles = _middles(components, box.width, box.height, narrow)
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
    for region in components.regions:
        owner = owners[region.id]
        x, y = middles[region.id]
        fill = tint("land") if owner is None else washes[owner]
        place = Box(x - width / 2, y - height / 2, width, height)
        content = look.box(Box(0, 0, width, height), fill, "edge", radius=9, width=1.6)
        content += cells.region_label(look, region, None, (width / 2, height / 2), label)
        if owner is not None:
            content += look.post(owner, width - label.post, -label.post / 2, label.post)
        name = place_id("region", region.id)
        title = cells.region_title(look, region, owner, uncertain=name in sheet.uncertain)
        _add_box(sheet, name, place, box, content, title)
    for base in components.bases:
        x, y = middles[base.company]
        place = Box(x - width / 2, y - height / 2, width, height)
        wash = washes[base.company]
        content = look.box(Box(0, 0, width, height), wash, "edge", radius=9, width=2.4)
        content += cells.home_label(look, base.company, (width / 2, height / 2), label)
        title = look.words.say("places", "home", company=look.words.companies[base.company])
        _add_box(sheet, place_id("home", base.company), place, box, content, title)


def _add_box(
    sheet: PictureSheet, name: str, place: Box, within: Box, content: str, title: str
) -> None:
    sheet.place(name, place, content, title)
    sheet.boxes[name] = place._replace(x=place.x + within.x, y=place.y + within.y)


def _strokes(path: str, colour: str, width: float, more: str = "") -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"{more}/>'


@cells.per_set
def _middles(
    components: ComponentSet,
    width: float,
    height: float,
    narrow: bool,  # noqa: FBT001
) -> Mapping[str, cells.Corner]:
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
            if not moved:
                return {name: (at[0], at[1]) for name, at in places.items()}
            for at in places.values():
                for axis, size in enumerate((width, height)):
                    at[axis] = min(max(at[axis], margin[axis]), size - margin[axis])
    return {name: (at[0], at[1]) for name, at in places.items()}


_ROUNDS: Final = 300
_BETWEEN: Final = ((10, 14), (6, 8), (2, 4))
"""The room between boxes; where there is no way to have it, less."""


def draw_map(sheet: PictureSheet, frame: Frame, marks: PointedPlaces) -> float:
    """Draw the map with the posts on it, and return its height."""
    components = sheet.state.setting.components
    found = cells.areas_of(components)
    page = PAGE if found is None else found.cells.size
    height = page[1] * frame.width / page[0]
    box = Box(frame.x, frame.y, frame.width, height)
    owners: dict[str, Company | None] = {
        region.id: None if place_id("region", region.id) in sheet.uncertain else owner
        for region, owner in zip(components.regions, sheet.state.regions, strict=True)
    }
    sheet.open("map", sheet.look.words.parts["map"])
    sheet.add(
        f'<g transform="translate({num(frame.x)} {num(frame.y)})">',
        sheet.look.box(Box(0, 0, frame.width, height), "sea", radius=10),
    )
    if found is None:
        _draw_boxes(sheet, components, owners, box, narrow=frame.narrow)
    else:
        paths = _paths(components, box.width)
        sheet.add(
            f'<path d="{paths.coast}" fill="none" stroke="{sheet.look.palette.tint("coast")}"'
            ' stroke-width="14" stroke-linejoin="round"/>'
        )
        look = sheet.look
        titles: dict[str, str] = {}
        for region in components.regions:
            uncertain = place_id("region", region.id) in sheet.uncertain
            title = cells.region_title(look, region, owners[region.id], uncertain=uncertain)
            titles[region.id] = plain(title)
        for base in components.bases:
            company = look.words.companies[base.company]
            titles[base.company] = plain(look.words.say("places", "home", company=company))
        homes: dict[str, Company | None] = {base.company: base.company for base in components.bases}
        held = {**owners, **homes}
        for name, path in paths.outlines.items():
            place = place_id("region" if name in owners else "home", name)
            sheet.add(
                f'<path id="{look.prefix}{place}" d="{path}" fill="{_fill(look, held, name)}">'
                f"<title>{titles[name]}</title></path>"
            )
        _draw_marks(sheet, marks, paths.outlines)
        lines = BorderLines(*((1, 4.4) if frame.narrow else (1.4, 6.6)))
        edge, gap = look.palette.tint("edge"), look.palette.tint("panel")
        form = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
        sheet.add(
            f'<path {form} d="{paths.single}" stroke="{edge}" stroke-width="{lines.thin}"/>',
            f'<path {form} d="{paths.double}" stroke="{edge}" stroke-width="{lines.thick}"/>',
            f'<path {form} d="{paths.double}" stroke="{gap}" stroke-width="{num(lines.within)}"/>',
            f'<path {form} d="{paths.coast}" stroke="{edge}" stroke-width="{lines.thin + 1:g}"/>',
        )
        if paths.unread:
            sheet.add(
                f'<path fill="none" d="{paths.unread}" stroke="{edge}"'
                f' stroke-width="{num(lines.unread)}" stroke-dasharray="{UNREAD_DASHES}"/>'
            )
        borders = {frozenset(border.between): border.lines for border in components.borders}
        for name, path in paths.ovals.items():
            around = borders[frozenset((name, found.around[name]))]
            drawn = _oval_border(sheet.look, path, around, lines, _fill(sheet.look, owners, name))
            place = f"{sheet.look.prefix}{place_id('region', name)}"
            sheet.add(f'<g id="{place}"><title>{titles[name]}</title>{drawn}</g>')
        _draw_labels(sheet, components, owners, box, narrow=frame.narrow)
    sheet.add("</g>")
    sheet.close()
    return height
