"""The areas of a map: where they touch, whether the set has borders there, and new ones."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, inf, pi, sin
from statistics import fmean
from typing import Concatenate, Final, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.components import Enclave, MapCells, Region, neighbours
from referee.core.ids import Company
from referee.core.set_reader import reference_set
from referee.drawing.contents import region_run, region_words
from referee.drawing.look import Box, Look, Post, Run, RunWord, run_width, text_width

# What is worked out once for a component set and kept ---------------------------------------------
#
# Sets are equal if they decide the same; two equal ones may still be drawn differently. So what is
# kept for a drawing goes by the very object.
MOST: Final = 1024
"""So many answers are kept."""

P = ParamSpec("P")
T = TypeVar("T")


def per_set(
    ask: Callable[Concatenate[ComponentSet, P], T],
) -> Callable[Concatenate[ComponentSet, P], T]:
    """Return a function that remembers what it answered about a set."""
    kept: dict[Hashable, tuple[ComponentSet, T]] = {}

    def asked(components: ComponentSet, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (id(components), args, *kwargs.items())
        if key not in kept:
            if len(kept) >= MOST:
                kept.clear()
            # The set is kept, too: its place in memory must not go to another.
            kept[key] = components, ask(components, *args, **kwargs)
        return kept[key][1]

    return asked


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
    places: set[str] = {region.id for region in components.regions}
    places |= {base.company for base in components.bases}
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


# What stands in a region of the map, near and far -------------------------------------------------
Span = tuple[float, float]
"""How far something reaches from its middle: to the side, and up or down."""


class LabelSize(Struct, frozen=True):
    """How large a name, the line below it and a post are."""

    name: float
    run: float
    post: float
    room: float = 1000
    """How wide the line below the name may be."""
    parted: float = 1000
    """Where the line would be wider than this, the id stands above the reward."""
    beside: bool = False
    """A post stands beside the id, not above it."""


NEAR = LabelSize(name=13, run=11, post=21)
FAR = LabelSize(name=0, run=9, post=15, parted=44)
"""On a phone names are left out: the ids stay."""
INSIDE = LabelSize(name=0, run=8, post=12, parted=30, beside=True)
"""A region within another one is small there."""


def label_sizes(*, narrow: bool, inside: bool, owned: bool) -> tuple[LabelSize, ...]:
    """Return how a label can be laid out, the best way first."""
    if not narrow:
        beside = replace(NEAR, beside=True)
        return NEAR, beside, replace(beside, name=11, run=9, parted=0)
    if inside:
        return (INSIDE, replace(INSIDE, run=7.4, post=11))
    parted = replace(FAR, parted=0)
    if not owned:
        return FAR, parted, replace(parted, run=8)
    beside = replace(parted, beside=True)
    small = replace(parted, run=8, post=13)
    return FAR, parted, beside, small, replace(small, beside=True)


def _runs(region: Region, owner: Company | None, size: LabelSize) -> list[Run]:
    name: Run = (RunWord(region.id, bold=False),)
    if owner and size.beside:
        name = (Post(owner), *name)
    gives = region_run(region)
    if not gives or run_width((*name, *gives), size.run) <= size.parted:
        return [(*name, *gives)]
    return [name, gives]


def label_boxes(region: Region, owner: Company | None, size: LabelSize) -> tuple[Box, ...]:
    """Return what the lines of a label, and a post above them, cover around its middle."""
    runs = _runs(region, owner, size)
    height, post = _height(len(runs), size), _post_height(owner, size)
    top = -(height + post) / 2
    boxes = [Box(-size.post / 2, top, size.post, post)] if post else []
    top += post
    if size.name:
        wide = text_width(region.name, size.name, bold=True)
        boxes.append(Box(-wide / 2, top + 2, wide, size.name))
        top += size.name
    for number, run in enumerate(runs):
        wide = run_width(run, size.run)
        boxes.append(Box(-wide / 2, top + (size.run + 2) * number + 2, wide, size.run))
    return tuple(boxes)


@lru_cache(8192)
def label_span(region: Region, owner: Company | None, size: LabelSize) -> Span:
    """Return how far a label reaches from its middle, to the side and up."""
    return _span(label_boxes(region, owner, size))


@lru_cache(64)
def home_span(name: str, size: LabelSize) -> Span:
    """Return how far the label of a base reaches from its middle."""
    return _span(home_boxes(name, size))


def _span(boxes: Sequence[Box]) -> Span:
    wide = max(max(-box.x, box.x + box.width) for box in boxes)
    return wide, max(max(-box.y, box.y + box.height) for box in boxes)


def _height(lines: int, size: LabelSize) -> float:
    return lines * (size.run + 2) + (size.name + 1 if size.name else 0)


def _post_height(owner: Company | None, size: LabelSize) -> float:
    return size.post * 28 / 26 if owner and not size.beside else 0


@lru_cache(8192)
def region_label(
    look: Look, region: Region, owner: Company | None, at: Corner, size: LabelSize
) -> str:
    """Return what stands in a region: a post above the name, the id and the reward below."""
    runs = _runs(region, owner, size)
    x, y = at
    post_height = _post_height(owner, size)
    top = y - (_height(len(runs), size) + post_height) / 2
    found = []
    if owner and not size.beside:
        found.append(look.post(owner, x - size.post / 2, top, size.post))
        top += post_height
    if size.name:
        top += size.name
        found.append(look.text(x, top, region.name, size.name, bold=True, anchor="middle"))
    for number, run in enumerate(runs):
        base = top + (size.run + 2) * number + size.run + 1.5
        line = Box(x - size.room / 2, 0, size.room, base)
        found.append(look.fitting_run(line, run, size.run, "middle"))
    return "".join(found)


def home_boxes(name: str, size: LabelSize) -> tuple[Box, ...]:
    """Return what the label of a company's base covers around its middle."""
    height = size.post * 28 / 26
    boxes = [Box(-size.post / 2, -height / 2 - size.name / 2, size.post, height)]
    if size.name:
        wide = text_width(name, size.name - 2, bold=True)
        boxes.append(Box(-wide / 2, height / 2 + 6 - size.name, wide, size.name))
    return tuple(boxes)


def home_label(look: Look, company: Company, at: Corner, size: LabelSize) -> str:
    """Return what stands in the area of a company's base."""
    x, y = at
    height = size.post * 28 / 26
    found = look.post(company, x - size.post / 2, y - height / 2 - size.name / 2, size.post)
    if not size.name:
        return found
    name = look.words.companies[company]
    return found + look.text(x, y + height / 2 + 6, name, size.name - 2, bold=True, anchor="middle")


@lru_cache(8192)
def region_title(
    look: Look, region: Region, owner: Company | None, *, uncertain: bool = False
) -> str:
    """Return what is said of a region to whom cannot see it."""
    words = look.words
    gives = region_words(words, region)
    key = "perhaps-held" if uncertain else "free" if owner is None else "held"
    company = "" if owner is None else words.companies[owner]
    return words.say("places", key, name=region.name, id=region.id, gives=gives, company=company)


# Areas for a map that has none: cells that touch exactly where the set has its borders ------------
#
# The places lie where the set draws them, or are drawn towards their neighbours until no two
# borders cross and every face between them can be seen from one of its points. Then the area of a
# place goes half-way along each of its borders and to the points of the faces beside it: two areas
# have a line in common if there is a border, and else a point at most. A region with one neighbour
# is an oval in it.
Positions = dict[str, Corner]
HalfEdge = tuple[str, str]

ROUNDING: Final = 1e-3


def turn_of(a: Corner, b: Corner, c: Corner) -> float:
    """Return to which side a way bends, and how much: twice the area of the triangle."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    # Lines that only meet do not cross, however numbers are rounded.
    return turn_of(a, b, c) * turn_of(a, b, d) < -ROUNDING and (
        turn_of(c, d, a) * turn_of(c, d, b) < -ROUNDING
    )


def _crossings_of(at: Positions, edges: Sequence[HalfEdge]) -> int:
    return sum(
        _cross(at[a], at[b], at[c], at[d])
        for number, (a, b) in enumerate(edges)
        for c, d in edges[number + 1 :]
        if a not in (c, d) and b not in (c, d)
    )


def _distance_to(point: Corner, a: Corner, b: Corner) -> float:
    long = dist(a, b) ** 2 or 1.0
    share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / long
    share = min(max(share, 0.0), 1.0)
    return dist(point, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))


def _neighbours_of(at: Positions, edges: Sequence[HalfEdge]) -> dict[str, list[str]]:
    """Return the neighbours of every place, in the order of their directions."""
    near: dict[str, list[str]] = {name: [] for name in at}
    for one, other in edges:
        near[one].append(other)
        near[other].append(one)
    for name, others in near.items():
        x, y = at[name]
        others.sort(key=lambda other: atan2(at[other][1] - y, at[other][0] - x))
    return near


def _faces_of(at: Positions, edges: Sequence[HalfEdge]) -> list[list[str]]:
    """Return what lies between the borders, each as the places around it; first the outside."""
    near = _neighbours_of(at, edges)
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


def _viewpoint_of(at: Positions, face: Sequence[str]) -> Corner | None:
    """Return a point of a face from which everything around it can be seen."""
    corners = [at[name] for name in face]
    sides = [*pairwise((*corners, corners[0]))]
    count = len(corners)
    middle = sum(x for x, _ in corners) / count, sum(y for _, y in corners) / count
    ring = corners + corners[:2]
    triples = zip(corners, ring[1:], ring[2:], strict=False)
    tried = [middle]
    tried += [((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3) for a, b, c in triples]
    targets = [*corners, *(_midpoint(*side) for side in sides)]
    for point in tried:
        hidden = any(_cross(point, one, *side) for one in targets for side in sides)
        if inside(point, tuple(corners)) and not hidden:
            return point
    return None


def _midpoint(a: Corner, b: Corner) -> Corner:
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
    near = neighbours(components.borders)
    alone = {name: next(iter(near[name])) for name in drawn if len(near.get(name, ())) == 1}
    ovals = {name: host for name, host in alone.items() if host not in alone}
    drawn |= {base.company: _point(base.drawn) for base in components.bases}
    kept = {name: point for name, point in drawn.items() if name not in ovals}
    edges = [(one, other) for one, other in borders if one in kept and other in kept]
    reached = {next(iter(kept))}
    for _ in kept:
        reached |= {b for a, b in edges if a in reached} | {a for a, b in edges if b in reached}
    if len(reached) < len(kept):
        return None
    for _ in range(ROUNDS):
        xs, ys = ([point[axis] for point in kept.values()] for axis in (0, 1))
        wide, high = max(max(xs) - min(xs), 1), max(max(ys) - min(ys), 1)
        at = {
            name: (
                MARGIN + (x - min(xs)) * (SIZE[0] - 2 * MARGIN) / wide,
                MARGIN + (y - min(ys)) * (SIZE[1] - 2 * MARGIN) / high,
            )
            for name, (x, y) in kept.items()
        }
        found = None if _crossings_of(at, edges) else _cells(at, edges, ovals)
        if found is not None and touching(areas(found)) == stated:
            return found
        kept = {
            name: (
                x + NEARER * (fmean(at[other][0] for other in others) - x),
                y + NEARER * (fmean(at[other][1] for other in others) - y),
            )
            for name, others in _neighbours_of(at, edges).items()
            for x, y in [at[name]]
        }
    return None


def _point(drawn: tuple[int, int]) -> Corner:
    # Characters of a terminal are about twice as high as wide.
    return float(drawn[0]), 2.0 * drawn[1]


# Areas --------------------------------------------------------------------------------------------
def _cells(at: Positions, edges: Sequence[HalfEdge], ovals: Mapping[str, str]) -> MapCells | None:
    near = _neighbours_of(at, edges)
    outside, *faces = _faces_of(at, edges)
    points: dict[HalfEdge, Corner] = {}
    for face in faces:
        seen = _viewpoint_of(at, face)
        if seen is None:
            return None
        points |= dict.fromkeys(pairwise((*face, face[0])), seen)
    coast = {*pairwise((*outside, outside[0]))}
    shore = _Shore(at, edges)
    outlines: dict[str, tuple[Corner, ...]] = {}
    for name, others in near.items():
        outline: list[Corner] = []
        for one, other in zip(others, others[1:] + others[:1], strict=True):
            outline.append(_midpoint(at[name], at[one]))
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
    drawn = {name: " ".join(f"{x:g},{y:g}" for x, y in line) for name, line in outlines.items()}
    return MapCells(size=SIZE, cells=drawn, enclaves=enclaves, labels=labels)


@dataclass(frozen=True)
class _Shore:
    """Where areas end at the sea, without running into each other across a bay."""

    _at: Positions
    _edges: Sequence[HalfEdge]

    def between(self, name: str, one: str, other: str) -> Iterator[Corner]:
        """Yield how an area comes to the sea at one border, reaches out, and goes to the next."""
        yield self._end(name, one)
        yield from self._cape(name, one, other)
        yield self._end(other, name)

    def _end(self, one: str, other: str) -> Corner:
        a, b = self._at[one], self._at[other]
        long = dist(a, b) or 1.0
        middle = _midpoint(a, b)
        room = [
            _distance_to(middle, self._at[c], self._at[d])
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
            _distance_to((x, y), self._at[c], self._at[d])
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
    left, wide, top, high = min(xs), max(xs) - min(xs), min(ys), max(ys) - min(ys)
    for column in range(1, 24):
        for row in range(1, 24):
            point = left + wide * column / 24, top + high * row / 24
            room = min(_distance_to(point, a, b) for a, b in sides)
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
        room = min(_distance_to(centre, a, b) for a, b in pairwise((*outline, outline[0])))
        # An oval is flat, so there is more room to its sides than above it.
        radius = round(max(min(room * 0.95, WIDEST_OVAL), 6.0), 1)
        yield name, Enclave(_rounded(centre), (radius, round(radius * 0.62, 1)))
