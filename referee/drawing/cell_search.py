"""Areas for a map that has none: cells that touch exactly where the set has its borders.

The places lie where the set draws them, or are drawn towards their neighbours until no two borders
cross and every face between them can be seen from one of its points. Then the area of a place goes
half-way along each of its borders and to the points of the faces beside it: two areas have a line
in common if there is a border, and else a point at most. A region with one neighbour is an oval in
it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, dist, inf, pi, sin
from statistics import fmean
from typing import Final

from referee.core.component_set import ComponentSet
from referee.core.components import MapCells
from referee.core.components.board import Enclave
from referee.drawing.cells import Corner, areas, inside, touching

# Places and lines between them: crossings, the faces of a map, points that see a whole face -------
Positions = dict[str, Corner]
HalfEdge = tuple[str, str]
Side = tuple[Corner, Corner]

ROUNDING: Final = 1e-3


def turn_of(a: Corner, b: Corner, c: Corner) -> float:
    """Return to which side a way bends, and how much: twice the area of the triangle."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    # Lines that only meet do not cross, however numbers are rounded.
    return turn_of(a, b, c) * turn_of(a, b, d) < -ROUNDING and (
        turn_of(c, d, a) * turn_of(c, d, b) < -ROUNDING
    )


def crossings_of(at: Positions, edges: Sequence[HalfEdge]) -> int:
    """Return how many pairs of lines cross."""
    return sum(
        _cross(at[a], at[b], at[c], at[d])
        for number, (a, b) in enumerate(edges)
        for c, d in edges[number + 1 :]
        if a not in (c, d) and b not in (c, d)
    )


def distance_to(point: Corner, a: Corner, b: Corner) -> float:
    """Return how far a point is from a line between two others."""
    long = dist(a, b) ** 2 or 1.0
    share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / long
    share = min(max(share, 0.0), 1.0)
    return dist(point, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))


def neighbours_of(at: Positions, edges: Sequence[HalfEdge]) -> dict[str, list[str]]:
    """Return the neighbours of every place, in the order of their directions."""
    near: dict[str, list[str]] = {name: [] for name in at}
    for one, other in edges:
        near[one].append(other)
        near[other].append(one)
    for name, others in near.items():
        x, y = at[name]
        others.sort(key=lambda other: atan2(at[other][1] - y, at[other][0] - x))
    return near


def faces_of(at: Positions, edges: Sequence[HalfEdge]) -> list[list[str]]:
    """Return what lies between the borders, each as the places around it; first the outside."""
    near = neighbours_of(at, edges)
    left = [half for one, other in edges for half in ((one, other), (other, one))]
    unused = dict.fromkeys(left)
    found = []
    for start in left:
        if start not in unused:
            continue
        face, (one, other) = [], start
        while (one, other) in unused:
            del unused[one, other]
            face.append(one)
            beside = near[other]
            one, other = other, beside[beside.index(one) - 1]
        found.append(face)
    return sorted(found, key=lambda face: -abs(_area([at[name] for name in face])))


def _area(corners: Sequence[Corner]) -> float:
    ring = (*corners, corners[0])
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise(ring)) / 2


def viewpoint_of(at: Positions, face: Sequence[str]) -> Corner | None:
    """Return a point of a face from which everything around it can be seen."""
    corners = [at[name] for name in face]
    sides = [*pairwise((*corners, corners[0]))]
    count = len(corners)
    middle = sum(x for x, _ in corners) / count, sum(y for _, y in corners) / count
    tried = [middle]
    tried += [
        ((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3)
        for a, b, c in zip(
            corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True
        )
    ]
    targets = [*corners, *(midpoint(*side) for side in sides)]
    for point in tried:
        if inside(point, tuple(corners)) and all(_sees(point, one, sides) for one in targets):
            return point
    return None


def _sees(point: Corner, target: Corner, sides: Sequence[Side]) -> bool:
    return not any(_cross(point, target, *side) for side in sides)


def midpoint(a: Corner, b: Corner) -> Corner:
    """Return the point half-way between two."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


SIZE: Final = (730.0, 672.0)
MARGIN: Final = 70.0
OUT: Final = 46.0
"""How far areas reach out into the sea."""
ROUNDS: Final = 300
NEARER: Final = 0.2
"""Of the way to the middle of its neighbours, which a place goes in a round."""
SHARE: Final = 0.45
"""Of the way to what lies across a bay, so that both sides have room."""
WIDEST_OVAL: Final = 46.0
LABEL: Final = 46.0
"""Room that a name takes, from its middle."""


def cells_for(components: ComponentSet) -> MapCells | None:
    """Return areas for the map of a set; None if none were found, as where borders must cross."""
    borders = [border.between for border in components.borders]
    stated = frozenset(frozenset(pair) for pair in borders)
    drawn: Positions = {region.id: _point(region.drawn) for region in components.regions}
    near: dict[str, list[str]] = {}
    for one, other in borders:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    alone = {name: near[name][0] for name in drawn if len(near.get(name, ())) == 1}
    ovals = {name: host for name, host in alone.items() if host not in alone}
    drawn |= {base.company: _point(base.drawn) for base in components.bases}
    kept = {name: point for name, point in drawn.items() if name not in ovals}
    edges = [(one, other) for one, other in borders if one in kept and other in kept]
    if not _connected(kept, edges):
        return None
    for _ in range(ROUNDS):
        at = _on_page(kept)
        found = None if crossings_of(at, edges) else _cells(at, edges, ovals)
        if found is not None and touching(areas(found)) == stated:
            return found
        kept = _drawn_together(at, edges)
    return None


def _point(drawn: tuple[int, int]) -> Corner:
    # Characters of a terminal are about twice as high as wide.
    return float(drawn[0]), 2.0 * drawn[1]


def _connected(places: Mapping[str, Corner], edges: Sequence[HalfEdge]) -> bool:
    reached = {next(iter(places))}
    for _ in places:
        reached |= {b for a, b in edges if a in reached} | {a for a, b in edges if b in reached}
    return len(reached) == len(places)


def _on_page(places: Positions) -> Positions:
    """Return the places stretched to the page."""
    xs, ys = ([point[axis] for point in places.values()] for axis in (0, 1))
    wide, high = max(max(xs) - min(xs), 1), max(max(ys) - min(ys), 1)
    return {
        name: (
            MARGIN + (x - min(xs)) * (SIZE[0] - 2 * MARGIN) / wide,
            MARGIN + (y - min(ys)) * (SIZE[1] - 2 * MARGIN) / high,
        )
        for name, (x, y) in places.items()
    }


def _drawn_together(at: Positions, edges: Sequence[HalfEdge]) -> Positions:
    """Return every place a little nearer to the middle of its neighbours."""
    return {
        name: (
            x + NEARER * (fmean(at[other][0] for other in others) - x),
            y + NEARER * (fmean(at[other][1] for other in others) - y),
        )
        for name, others in neighbours_of(at, edges).items()
        for x, y in [at[name]]
    }


# Areas --------------------------------------------------------------------------------------------


def _cells(at: Positions, edges: Sequence[HalfEdge], ovals: Mapping[str, str]) -> MapCells | None:
    """Return the areas of places that lie well."""
    near = neighbours_of(at, edges)
    outside, *faces = faces_of(at, edges)
    points: dict[HalfEdge, Corner] = {}
    for face in faces:
        seen = viewpoint_of(at, face)
        if seen is None:
            return None
        points |= dict.fromkeys(pairwise((*face, face[0])), seen)
    coast = {*pairwise((*outside, outside[0]))}
    shore = _Shore(at, edges)
    outlines: dict[str, tuple[Corner, ...]] = {}
    for name, others in near.items():
        outline: list[Corner] = []
        for one, other in zip(others, others[1:] + others[:1], strict=True):
            outline.append(midpoint(at[name], at[one]))
            if (name, one) in coast:
                outline += shore.between(name, one, other)
            else:
                outline.append(points[name, one])
        outlines[name] = tuple(map(_rounded, outline))
    enclaves = dict(_enclaves(outlines, ovals))
    within: dict[str, list[Corner]] = {}
    for name, host in ovals.items():
        within.setdefault(host, []).append(enclaves[name].centre)
    labels = {
        name: _rounded(_deepest(outline, away_from=within.get(name, ())))
        for name, outline in outlines.items()
    }
    return MapCells(
        size=SIZE,
        cells={
            name: " ".join(f"{x:g},{y:g}" for x, y in outline) for name, outline in outlines.items()
        },
        enclaves=enclaves,
        labels=labels,
    )


class _Shore:
    """Where areas end at the sea, without running into each other across a bay."""

    def __init__(self, at: Positions, edges: Sequence[HalfEdge]) -> None:
        self._at = at
        self._edges = edges

    def between(self, name: str, one: str, other: str) -> Iterator[Corner]:
        """Yield how an area comes to the sea at one border, reaches out, and goes to the next."""
        yield self._end(name, one)
        yield from self._cape(name, one, other)
        yield self._end(other, name)

    def _end(self, one: str, other: str) -> Corner:
        """Return where the line between two areas comes to the sea."""
        a, b = self._at[one], self._at[other]
        long = dist(a, b) or 1.0
        middle = midpoint(a, b)
        room = [
            distance_to(middle, self._at[c], self._at[d])
            for c, d in self._edges
            if {c, d} != {one, other}
            and max(turn_of(a, b, self._at[c]), turn_of(a, b, self._at[d])) > 1
        ]
        out = min([OUT, *(SHARE * away for away in room)])
        return middle[0] + (a[1] - b[1]) / long * out, middle[1] + (b[0] - a[0]) / long * out

    def _cape(self, name: str, one: str, other: str) -> Iterator[Corner]:
        x, y = self._at[name]
        start, end = (atan2(self._at[n][1] - y, self._at[n][0] - x) for n in (one, other))
        wide = (end - start) % (2 * pi) or 2 * pi
        if wide < pi / 2:
            return
        away = [
            distance_to((x, y), self._at[c], self._at[d])
            for c, d in self._edges
            if name not in (c, d)
        ]
        reach = min([OUT, *(SHARE * one for one in away)])
        count = max(1, round(wide / (pi / 3)) - 1)
        for number in range(1, count + 1):
            angle = start + wide * number / (count + 1)
            yield x + reach * cos(angle), y + reach * sin(angle)


def _rounded(corner: Corner) -> Corner:
    return round(max(corner[0], 0.0), 1), round(max(corner[1], 0.0), 1)


def _deepest(outline: tuple[Corner, ...], *, away_from: Sequence[Corner] = ()) -> Corner:
    """Return the point of an area that is farthest from its outline, and from what stands there."""
    sides = [*pairwise((*outline, outline[0]))]
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    found, best = outline[0], -inf
    for column in range(1, 24):
        for row in range(1, 24):
            point = (
                min(xs) + (max(xs) - min(xs)) * column / 24,
                min(ys) + (max(ys) - min(ys)) * row / 24,
            )
            room = min(distance_to(point, a, b) for a, b in sides)
            room = min([room, *(dist(point, other) - LABEL for other in away_from)])
            if room > best and inside(point, outline):
                found, best = point, room
    return found


def _enclaves(
    outlines: Mapping[str, tuple[Corner, ...]], ovals: Mapping[str, str]
) -> Iterator[tuple[str, Enclave]]:
    taken: dict[str, list[Corner]] = {}
    for name, host in ovals.items():
        outline, others = outlines[host], taken.setdefault(host, [])
        centre = _deepest(outline, away_from=others)
        others.append(centre)
        room = min(distance_to(centre, a, b) for a, b in pairwise((*outline, outline[0])))
        # An oval is flat, so there is more room to its sides than above it.
        radius = round(max(min(room * 0.95, WIDEST_OVAL), 6.0), 1)
        yield name, Enclave(_rounded(centre), (radius, round(radius * 0.62, 1)))
