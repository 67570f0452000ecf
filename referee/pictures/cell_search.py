"""Areas for a map that has none: cells that touch exactly where the set has its borders.

The places are moved about until no two borders cross and every face between them can be seen from
one of its points. Then the area of a place goes half-way along each of its borders and to the
points of the faces beside it: two areas have a line in common if there is a border, and else a
point at most. A region with one neighbour is an oval in it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, dist, hypot, inf, pi, sin
from random import Random
from typing import Final

from referee.game.component_set import ComponentSet
from referee.game.components import MapCells
from referee.game.components.cells import Enclave
from referee.pictures.cells import Corner, areas, inside, touching
from referee.pictures.drawn_graph import (
    HalfEdge,
    Positions,
    crossings_of,
    distance_to,
    faces_of,
    midpoint,
    neighbours_of,
    turn_of,
    viewpoint_of,
)

SIZE: Final = (730.0, 672.0)
MARGIN: Final = 70.0
OUT: Final = 46.0
"""How far areas reach out into the sea."""
NEAR: Final = 74.0
"""Places should not be nearer to each other than this, nor half as near to a border."""
MOST_STEPS: Final = 30_000
ASK_TO_STOP: Final = 100
"""Steps between two questions whether to give up."""
CROSSING: Final = 300.0
HIDDEN: Final = 120.0
SHARE: Final = 0.45
"""Of the way to what lies across a bay, so that both sides have room."""
WIDEST_OVAL: Final = 46.0
LABEL: Final = 46.0
"""Room that a name takes, from its middle."""


def cells_for(
    components: ComponentSet,
    seed: int = 0,
    steps: int = MOST_STEPS,
    stop: Callable[[], bool] | None = None,
) -> MapCells | None:
    """Return areas for the map of a set; None if none were found, as where borders must cross.

    `stop` is asked now and then whether to give up.
    """
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
    search = _CellSearch(_on_page(kept), edges, frozenset(ovals.values()), Random(seed))
    for number in range(steps):
        if search.is_done or (stop is not None and number % ASK_TO_STOP == 0 and stop()):
            break
        search.step()
    if search.cost_of_faults:
        return None
    found = _cells(_on_page(search.at), edges, ovals)
    if found is None or touching(areas(found)) != stated:
        return None
    return found


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


class _CellSearch:
    """Moves places, one at a time, as long as that makes the map better."""

    def __init__(
        self, at: Positions, edges: Sequence[HalfEdge], hosts: frozenset[str], random: Random
    ) -> None:
        self.at = at
        self._edges = edges
        # Whoever has an oval inside needs more room.
        self._room = {name: NEAR * (1.7 if name in hosts else 1) for name in at}
        self._random = random
        self._names = sorted(at)
        self._without_gain = 0
        self.cost_of_faults, self._cost = self._costs()

    @property
    def is_done(self) -> bool:
        """Whether nothing is wrong with the map, and nothing has become better for long."""
        return not self.cost_of_faults and self._without_gain > 40 * len(self._names)

    def step(self) -> None:
        """Try another position for a place."""
        name = self._random.choice(self._names)
        old = self.at[name]
        reach = self._random.choice((8.0, 25.0, 80.0, 250.0))
        self.at[name] = (
            min(max(old[0] + self._random.gauss(0, reach), MARGIN), SIZE[0] - MARGIN),
            min(max(old[1] + self._random.gauss(0, reach), MARGIN), SIZE[1] - MARGIN),
        )
        faults, cost = self._costs()
        # A little worse is taken now and then, as long as something is wrong.
        patience = self._random.random() * 25 if self.cost_of_faults else 0
        if cost <= self._cost + patience:
            self._without_gain = 0 if cost < self._cost - 0.5 else self._without_gain + 1
            self.cost_of_faults, self._cost = faults, cost
        else:
            self._without_gain += 1
            self.at[name] = old

    def _costs(self) -> tuple[float, float]:
        """Return the cost of what is wrong with the map, and that with what could be better."""
        crossed = CROSSING * crossings_of(self.at, self._edges)
        faults = crossed or HIDDEN * sum(
            1 for face in faces_of(self.at, self._edges)[1:] if viewpoint_of(self.at, face) is None
        )
        crowded = 0.0
        for number, one in enumerate(self._names):
            x, y = self.at[one]
            for other in self._names[number + 1 :]:
                ox, oy = self.at[other]
                room = max(self._room[one], self._room[other])
                if abs(x - ox) < room and abs(y - oy) < room:
                    crowded += max(0.0, room - hypot(x - ox, y - oy)) / 4
        for a, b in self._edges:
            for name in self._names:
                if name not in (a, b):
                    away = distance_to(self.at[name], self.at[a], self.at[b])
                    crowded += max(0.0, self._room[name] / 2 - away) / 4
        long = sum(dist(self.at[a], self.at[b]) for a, b in self._edges) / 150
        return faults, faults + crowded + long


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
