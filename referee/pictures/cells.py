"""The areas of a map: where they touch, and whether that is where the set has its borders."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from referee.game.component_set import ComponentSet
from referee.game.components import MapCells
from referee.game.set_reader import reference_set
from referee.pictures.per_set import per_set

Corner = tuple[float, float]
Edge = tuple[Corner, Corner]
RegionPair = frozenset[str]


class Areas(Struct, frozen=True):
    """A map as areas: outlines, the lines where two of them touch, and the coast."""

    cells: MapCells
    outlines: Mapping[str, tuple[Corner, ...]]
    shared: Mapping[RegionPair, tuple[tuple[Corner, ...], ...]]
    coast: tuple[tuple[Corner, ...], ...]
    around: Mapping[str, str]
    """By enclave the region around it."""


def corners(outline: str) -> tuple[Corner, ...]:
    """Return the corners of an outline."""
    points = (point.split(",") for point in outline.split(" "))
    return tuple((float(x), float(y)) for x, y in points)


def areas(cells: MapCells) -> Areas:
    """Return where the areas of a map touch each other and the sea."""
    outlines = {name: corners(outline) for name, outline in cells.cells.items()}
    owners: dict[Edge, list[str]] = {}
    for name, outline in outlines.items():
        for one, other in zip(outline, (*outline[1:], outline[0]), strict=True):
            owners.setdefault((min(one, other), max(one, other)), []).append(name)
    shared: dict[RegionPair, list[Edge]] = {}
    for edge, names in owners.items():
        shared.setdefault(frozenset(names), []).append(edge)
    coast = [edge for names, edges in shared.items() if len(names) == 1 for edge in edges]
    return Areas(
        cells=cells,
        outlines=outlines,
        shared={names: _lines(edges) for names, edges in shared.items() if len(names) > 1},
        coast=_lines(coast),
        around={
            enclave: name
            for enclave, oval in cells.enclaves.items()
            for name, outline in outlines.items()
            if inside(oval.centre, outline)
        },
    )


def touching(found: Areas) -> frozenset[RegionPair]:
    """Return the pairs of areas between which a player sees a border."""
    return frozenset(found.shared) | {frozenset(pair) for pair in found.around.items()}


@per_set
def areas_of(components: ComponentSet) -> Areas | None:
    """Return the areas of a set's map; None if it has none that show exactly its borders.

    A copy whose regions border on each other as those of the shipped set do is drawn like that.
    """
    stated = frozenset(frozenset(border.between) for border in components.borders)
    places = {region.id for region in components.regions} | {
        base.company for base in components.bases
    }
    for cells in (components.cells, reference_set().cells):
        if cells is None or {*cells.cells, *cells.enclaves} != places:
            continue
        if not {*cells.cells} <= {*cells.labels}:
            continue
        found = areas(cells)
        if touching(found) == stated:
            return found
    return None


def _lines(edges: Iterable[Edge]) -> tuple[tuple[Corner, ...], ...]:
    """Return edges as few long lines."""
    left = sorted(edges)
    beside: dict[Corner, list[Edge]] = {}
    for edge in left:
        for corner in edge:
            beside.setdefault(corner, []).append(edge)
    unused = dict.fromkeys(left)
    lines = []
    # A line begins where it has an end; what is left over then are rings.
    starts = [corner for corner, found in sorted(beside.items()) if len(found) == 1]
    starts += [corner for corner, found in sorted(beside.items()) if len(found) > 1]
    for start in starts:
        line = [start]
        while going_on := [edge for edge in beside[line[-1]] if edge in unused]:
            one, other = going_on[0]
            del unused[one, other]
            line.append(other if one == line[-1] else one)
        if len(line) > 1:
            lines.append(tuple(line))
    return tuple(lines)


def inside(point: Corner, outline: tuple[Corner, ...]) -> bool:
    """Tell whether a point lies inside an outline."""
    x, y = point
    crossed = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed
