"""The areas of a map: where they touch, and whether that is where the set has its borders."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Concatenate, Final, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.components import MapCells, Region
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
    """Return the lines of a label: the id and the reward, in one line or in two."""
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
