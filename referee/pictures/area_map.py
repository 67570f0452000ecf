"""The map as areas: a border is a line between two of them, or a double line."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from referee.game.component_set import ComponentSet
from referee.game.ids import Company
from referee.pictures.cells import Areas, Corner, areas_of
from referee.pictures.label_places import home_place, region_place, sign_place
from referee.pictures.labels import (
    Span,
    home_label,
    home_span,
    label_span,
    region_label,
    region_title,
)
from referee.pictures.look import Box, Look, num, place_id, plain
from referee.pictures.marks import LINES, PointedPlaces
from referee.pictures.open_values import OPEN, is_open
from referee.pictures.per_set import per_set
from referee.pictures.sheet import PictureSheet

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
    paths = _paths(components, box.width)
    sheet.add(
        f'<path d="{paths.coast}" fill="none" stroke="{sheet.look.palette.tint("coast")}"'
        ' stroke-width="14" stroke-linejoin="round"/>'
    )
    titles = _titles(sheet, components, owners)
    homes: dict[str, Company | None] = {base.company: base.company for base in components.bases}
    held = {**owners, **homes}
    for name, path in paths.outlines.items():
        kind = "region" if name in owners else "home"
        _area(sheet, place_id(kind, name), path, _fill(sheet.look, held, name), titles[name])
    _draw_marks(sheet, marks, paths.outlines)
    lines = BorderLines(*((1, 4.4) if narrow else (1.4, 6.6)))
    _draw_borders(sheet, paths, lines)
    borders = {frozenset(border.between): border.lines for border in components.borders}
    for name, path in paths.ovals.items():
        around = borders[frozenset((name, found.around[name]))]
        drawn = _oval_border(sheet.look, path, around, lines, _fill(sheet.look, owners, name))
        place = f"{sheet.look.prefix}{place_id('region', name)}"
        sheet.add(f'<g id="{place}"><title>{titles[name]}</title>{drawn}</g>')
    _draw_labels(sheet, components, owners, box, narrow=narrow)


def _titles(
    sheet: PictureSheet, components: ComponentSet, owners: Mapping[str, Company | None]
) -> dict[str, str]:
    """Return what is said of every area to whom cannot see it."""
    look = sheet.look
    titles: dict[str, str] = {}
    for region in components.regions:
        uncertain = place_id("region", region.id) in sheet.uncertain
        title = region_title(look, region, owners[region.id], uncertain=uncertain)
        titles[region.id] = plain(title)
    for base in components.bases:
        company = look.words.companies[base.company]
        titles[base.company] = plain(look.words.say("places", "home", company=company))
    return titles


def _fill(look: Look, owners: Mapping[str, Company | None], name: str) -> str:
    """Return the colour of an area: that of the company whose it is."""
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


def _draw_borders(sheet: PictureSheet, paths: Paths, lines: BorderLines) -> None:
    look = sheet.look
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


def _oval_border(look: Look, path: str, around: int, lines: BorderLines, fill: str) -> str:
    """Return a region within another one, with the line or lines around it."""
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
    """Draw what stands in the areas, and note where they lie."""
    boxes = _paths(components, box.width).boxes

    def placed(kind: str, name: str, at: Corner, span: Span) -> Corner:
        place = place_id(kind, name)
        sheet.boxes[place] = _moved(boxes[name], box)
        sheet.points[place] = (box.x + at[0], box.y + at[1], *span)
        return at

    for region in components.regions:
        owner = owners[region.id]
        found = region_place(components, region.id, box.width, owner is not None, narrow)
        at = placed("region", region.id, found.at, label_span(region, owner, found.size))
        sheet.add(region_label(sheet.look, region, owner, at, found.size))
        place = place_id("region", region.id)
        if place in sheet.outlined:
            x, y = sign_place(components, region.id, box.width, owner is not None, narrow)
            sheet.signs[place] = (box.x + x, box.y + y)
    for base in components.bases:
        found = home_place(components, base.company, box.width, narrow)
        at = placed("home", base.company, found.at, home_span(base.company, found.size))
        sheet.add(home_label(sheet.look, base.company, at, found.size))


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


def _bounds(points: Sequence[Corner]) -> Box:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)
