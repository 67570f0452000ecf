"""The map as areas: a border is a line between two of them, or a double line."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from referee.game.component_set import ComponentSet
from referee.game.ids import Company
from referee.pictures.cells import Areas, Corner, areas_of
from referee.pictures.labels import FAR, INSIDE, NEAR, home_label, region_label, region_title
from referee.pictures.look import Box, PictureSheet, num, place_id, plain
from referee.pictures.marks import LINES, PointedPlaces
from referee.pictures.per_set import per_set

DOUBLE: Final = 2


class Paths(Struct, frozen=True):
    """The lines of a map at one size, ready to be drawn."""

    outlines: Mapping[str, str]
    boxes: Mapping[str, Box]
    coast: str
    single: str
    double: str
    ovals: Mapping[str, str]


def draw_areas(
    sheet: PictureSheet,
    components: ComponentSet,
    owners: Mapping[str, Company | None],
    box: Box,
    found: Areas,
    *,
    marks: PointedPlaces,
    narrow: bool,
) -> None:
    """Draw the map as areas that touch where there is a border."""
    look = sheet.look
    paths = _paths(components, box.width)
    tint = look.palette.tint
    washes = look.palette.washes
    sheet.add(
        f'<path d="{paths.coast}" fill="none" stroke="{tint("coast")}" stroke-width="14"'
        ' stroke-linejoin="round"/>'
    )
    titles: dict[str, str] = {
        r.id: plain(region_title(look, r, owners[r.id])) for r in components.regions
    }
    for base in components.bases:
        titles[base.company] = look.words.say(
            "places", "home", company=look.words.companies[base.company]
        )
    for name, path in paths.outlines.items():
        if name in owners:
            owner = owners[name]
            fill = tint("land") if owner is None else washes[owner]
            _area(sheet, place_id("region", name), path, fill, titles[name])
        else:
            company: Company = next(b.company for b in components.bases if b.company == name)
            _area(sheet, place_id("home", name), path, washes[company], titles[name])
    _draw_marks(sheet, marks, paths.outlines)
    thin, thick = (1, 4.4) if narrow else (1.4, 6.6)
    edge, gap = tint("edge"), tint("panel")
    lines = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    sheet.add(
        f'<path {lines} d="{paths.single}" stroke="{edge}" stroke-width="{thin}"/>',
        f'<path {lines} d="{paths.double}" stroke="{edge}" stroke-width="{thick}"/>',
        f'<path {lines} d="{paths.double}" stroke="{gap}" stroke-width="{num(thick - 2.6)}"/>',
        f'<path {lines} d="{paths.coast}" stroke="{edge}" stroke-width="{thin + 1:g}"/>',
    )
    double = {frozenset(b.between) for b in components.borders if b.lines == DOUBLE}
    for name, path in paths.ovals.items():
        owner = owners[name]
        fill = tint("land") if owner is None else washes[owner]
        is_double = frozenset((name, found.around[name])) in double
        outer = f'<path d="{path}" fill="{fill}" stroke="{edge}" stroke-width="{thick}"/>'
        inner = f'<path d="{path}" fill="none" stroke="{gap}" stroke-width="{num(thick - 2.6)}"/>'
        if not is_double:
            outer, inner = (
                f'<path d="{path}" fill="{fill}" stroke="{edge}" stroke-width="{thin}"/>',
                "",
            )
        sheet.add(
            f'<g id="{look.prefix}{place_id("region", name)}"><title>{titles[name]}</title>'
            f"{outer}{inner}</g>"
        )
    scale = box.width / found.cells.size[0]
    size = FAR if narrow else NEAR
    for region in components.regions:
        oval = found.cells.enclaves.get(region.id)
        x, y = found.cells.labels[region.id] if oval is None else oval.centre
        place = place_id("region", region.id)
        sheet.boxes[place] = _moved(paths.boxes[region.id], box)
        sheet.points[place] = (box.x + x * scale, box.y + y * scale)
        fitting = INSIDE if narrow and oval is not None else size
        sheet.add(region_label(look, region, owners[region.id], (x * scale, y * scale), fitting))
    for base in components.bases:
        x, y = found.cells.labels[base.company]
        place = place_id("home", base.company)
        sheet.boxes[place] = _moved(paths.boxes[base.company], box)
        sheet.points[place] = (box.x + x * scale, box.y + y * scale)
        sheet.add(home_label(look, base.company, (x * scale, y * scale), size))


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


def _area(sheet: PictureSheet, name: str, path: str, fill: str, title: str) -> None:
    sheet.add(
        f'<path id="{sheet.look.prefix}{name}" d="{path}" fill="{fill}">'
        f"<title>{title}</title></path>"
    )


def _moved(box: Box, by: Box) -> Box:
    return Box(box.x + by.x, box.y + by.y, box.width, box.height)


@per_set
def _paths(components: ComponentSet, width: float) -> Paths:
    """Return the lines of a set's areas at a width."""
    found = areas_of(components)
    assert found is not None  # noqa: S101 - only asked for sets with areas
    scale = width / found.cells.size[0]
    lines = {frozenset(border.between): border.lines for border in components.borders}

    def path(points: Sequence[Corner], end: str = "") -> str:
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


def _bounds(points: Sequence[Corner]) -> Box:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)
