"""The net worth of all players after every event, as a chart."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from referee.pictures.look import Look, num, plain
from referee.pictures.open_values import is_open
from referee.pictures.palette import Piece
from referee.pictures.shapes import sign_symbols
from referee.replays.story import BIG_MISS, Story

LEFT: Final = 34.0
RIGHT: Final = 16.0
TOP: Final = 26.0
BOTTOM: Final = 22.0
LEAST_STEP: Final = 40.0
"""Units between two lines of the scale, at least."""
SIGN: Final = 13


class Chart(Struct, frozen=True):
    """A chart, and where on it each event lies."""

    content: str
    xs: tuple[float, ...]


def draw_chart(look: Look, story: Story, width: float, height: float) -> Chart:
    """Return the chart of a story without the element around it."""
    worths = [tuple(pad.total for pad in event.pads) for event in story.events]
    known = [total for worth in worths for total in worth if not is_open(total)]
    top, low = max(known, default=0), min(0, *known, 0)
    step = _step(top - low, (height - TOP - BOTTOM) / LEAST_STEP)
    high = max(-(-top // step) * step, low + step)
    room = width - LEFT - RIGHT
    xs = tuple(LEFT + room * at / max(len(worths) - 1, 1) for at in range(len(worths)))

    def y(worth: float) -> float:
        return TOP + (height - TOP - BOTTOM) * (high - worth) / (high - low)

    found = [
        f"<defs>{sign_symbols(look.palette, look.prefix, story.colours)}</defs>",
        *_scale(look, range(-(-low // step) * step, high + 1, step), width, y),
        *_rounds(look, story, xs, height),
    ]
    for seat, colour in enumerate(story.colours):
        piece = look.palette.players.get(colour, look.palette.stranger)
        points = [
            None if is_open(worth[seat]) else (x, y(worth[seat]))
            for x, worth in zip(xs, worths, strict=True)
        ]
        for stretch in _stretches(points):
            found += _line(piece, stretch)
        signs = [(at, SIGN) for at in _signs(story)]
        for at, size in (*signs, (len(points) - 1, SIGN + 4)):
            point = points[at]
            if point is not None:
                found.append(look.sign(seat, *point, size))
    found += _flags(look, story, xs)
    return Chart("".join(found), xs)


def _step(span: int, lines: float) -> int:
    """Return how many pounds apart the lines of a scale are."""
    for step in (5, 10, 20, 25, 50, 100, 200, 500, 1000):
        if span / step <= max(lines, 1):
            return step
    return 10000


def _scale(
    look: Look, worths: Sequence[int], width: float, y: Callable[[float], float]
) -> list[str]:
    found = []
    for worth in worths:
        found.append(look.line((LEFT, y(worth), width - RIGHT, y(worth)), "line", 1))
        found.append(look.text(LEFT - 7, y(worth) + 4, str(worth), 11, tint="ink2", anchor="end"))
    return found


def _rounds(look: Look, story: Story, xs: Sequence[float], height: float) -> list[str]:
    """Return a line where each round begins, with its number below."""
    found = []
    for at, (one, other) in enumerate(pairwise(story.events), 1):
        if other.round > one.round:
            x = num(xs[at])
            found.append(
                f'<path d="M{x} {num(TOP - 4)}V{num(height - BOTTOM)}" fill="none"'
                f' stroke="{look.palette.tint("line2")}" stroke-dasharray="2 4"/>'
            )
            found.append(
                look.text(xs[at] + 4, height - 6, str(other.round), 12, bold=True, tint="ink2")
            )
    return found


def _stretches(
    points: Sequence[tuple[float, float] | None],
) -> Iterator[list[tuple[float, float]]]:
    """Yield the parts of a line between the events after which a worth is not certain."""
    stretch: list[tuple[float, float]] = []
    for point in (*points, None):
        if point is not None:
            stretch.append(point)
        elif stretch:
            yield stretch
            stretch = []


def _line(piece: Piece, points: Sequence[tuple[float, float]]) -> list[str]:
    # Where nothing changes there is nothing to draw.
    bends = [
        point
        for at, point in enumerate(points)
        if at in (0, len(points) - 1)
        or point[1] != points[at - 1][1]
        or point[1] != points[at + 1][1]
    ]
    path = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in bends)
    rest = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return [
        f'<path d="{path}" {rest} stroke="{piece.outline}" stroke-width="4.4"/>',
        f'<path d="{path}" {rest} stroke="{piece.body}" stroke-width="2.6"/>',
    ]


def _signs(story: Story) -> list[int]:
    """Return the events at whose place on the chart the players' signs stand: ends of rounds."""
    return [at for at, (one, other) in enumerate(pairwise(story.events)) if other.round > one.round]


def _flags(look: Look, story: Story, xs: Sequence[float]) -> list[str]:
    """Return the signs of faults and big misses above the chart."""
    found = []
    tint = look.palette.tint
    for x, event in zip(xs, story.events, strict=True):
        if event.is_fault:
            found.append(
                f'<g><title>{plain(event.address)}</title><path d="M{num(x - 3)} 4h6l4 4v6l-4 4h-6'
                f'l-4-4v-6z" fill="{tint("fault")}"/>'
                + look.text(x, 15.5, "!", 11, bold=True, tint="fault_text", anchor="middle")
                + "</g>"
            )
        elif event.loss >= BIG_MISS:
            found.append(
                f'<path d="M{num(x - 4.5)} 9h9l-4.5 8z" fill="{tint("changed")}">'
                f"<title>{plain(event.address)}</title></path>"
            )
    return found
