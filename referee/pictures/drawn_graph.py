"""Places and lines between them: crossings, the faces of a map, points that see a whole face."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, dist
from typing import Final

from referee.pictures.cells import Corner, inside

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
