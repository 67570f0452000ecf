"""The net worth of all players after every event, as a chart."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from referee.drawing.look import FONTS, Look, is_open, look_of, num, plain, wrapped
from referee.drawing.shapes import Piece, sign_symbols
from referee.drawing.story import BIG_MISS, Story, StoryEvent, result_words
from referee.drawing.table import Picture
from referee.i18n.page_words import ReplayWords, replay_words
from referee.i18n.speech import named, say

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


# One picture of a whole game, for a chat: the result, the chart, the turn of the game -------------
WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 40.0
CHART: Final = 300.0


def card_picture(story: Story, language: str = "en") -> Picture:
    """Return the result of a game, its chart and its turn as one picture."""
    words, look = replay_words(language), look_of("light", language, "")
    title = story.title or words.page["title"]
    inner = WIDTH - 2 * MARGIN
    found = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{look.palette.bg}"/>',
        look.text(MARGIN, 66, title, 34, bold=True, room=inner),
        look.text(MARGIN, 100, result_words(words, story), 20, tint="ink2", room=inner),
        *_players(look, story, 124),
    ]
    chart = draw_chart(look, story, inner, CHART)
    found.append(f'<g transform="translate({MARGIN:g} 190)">{chart.content}</g>')
    found += _turn(look, words, story, 524)
    described = plain(f"{title}. {result_words(words, story)}")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" role="img" aria-labelledby="title" font-family="{FONTS}"'
        f' fill="{look.palette.ink}"><title id="title">{described}</title>'
        f"<defs>{sign_symbols(look.palette, '', story.colours)}</defs>{''.join(found)}</svg>\n"
    )
    return Picture(svg, WIDTH, HEIGHT, {})


def _players(look: Look, story: Story, y: float) -> list[str]:
    """Return every player's sign, name and total, the best first."""
    totals = [pad.total for pad in story.last.pads]
    order = sorted(range(len(totals)), key=lambda seat: (is_open(totals[seat]), -totals[seat]))
    each = (WIDTH - 2 * MARGIN) / len(order)
    found = []
    for place, seat in enumerate(order):
        x = MARGIN + place * each
        found.append(look.sign(seat, x + 18, y + 24, 34))
        found.append(look.text(x + 46, y + 20, story.called[seat], 20, bold=True, room=each - 56))
        worth = look.words.say("notes", "pounds", n=totals[seat])
        found.append(look.text(x + 46, y + 46, worth, 22, room=each - 56))
    return found


def _turn(look: Look, words: ReplayWords, story: Story, y: float) -> list[str]:
    """Return the turn that gained its player most."""
    event = turn_of_the_game(story)
    unknown = all(is_open(pad.total) for pad in story.last.pads)
    if event is None or event.seat is None or unknown:
        return []
    gained = _gain(story, event)
    found = [
        look.sign(event.seat, MARGIN + 12, y - 6, 24),
        look.text(MARGIN + 34, y, words.page["turn-of-the-game"], 16, bold=True, tint="ink2"),
    ]
    said = words.say(
        "page",
        "gain",
        turn=named(event.address, event.sentence),
        n=say("pages.numbers.pounds", n=gained),
    )
    for line, text in enumerate(wrapped(said, 20, WIDTH - 2 * MARGIN)[:3]):
        found.append(look.text(MARGIN, y + 30 + 27 * line, text, 20, room=WIDTH - 2 * MARGIN))
    return found


def turn_of_the_game(story: Story) -> StoryEvent | None:
    """Return the turn that gained its player most; None if nobody gained anything."""
    played = [
        event for event in story.events if event.turn and event.seat is not None and event.sentence
    ]
    best = max(played, key=lambda event: _gain(story, event), default=None)
    return best if best is not None and _gain(story, best) > 0 else None


def _gain(story: Story, event: StoryEvent) -> int:
    at = story.events.index(event)
    if at == 0 or event.seat is None:
        return 0
    gained = event.pads[event.seat].total - story.events[at - 1].pads[event.seat].total
    return 0 if is_open(gained) else gained
