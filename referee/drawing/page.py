"""A replay as one file: the last table as a picture, what changes in it, and a small script."""

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import resources
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from referee.core.ids import COMPANIES
from referee.drawing.film import Film, Shot, film_of
from referee.drawing.look import FONTS, QUESTION, Look, is_open, look_of, num, plain, wrapped
from referee.drawing.marks import changes
from referee.drawing.shapes import page_style, sign_symbols
from referee.drawing.sheet import shown_table
from referee.drawing.story import BIG_MISS, Story, StoryEvent, messages, place_words, result_words
from referee.drawing.table import LAPTOP, PHONE, Picture, Style
from referee.i18n.page_words import ReplayWords, cited_place, picture_words, replay_words
from referee.i18n.speech import named, one_by_one
from referee.templates import page

# The net worth of all players after every event, as a chart ---------------------------------------
LEFT: Final = 34.0
RIGHT: Final = 16.0
TOP: Final = 26.0
BOTTOM: Final = 22.0
LEAST_STEP: Final = 40.0
"""Units between two lines of the scale, at least."""
POUNDS_APART: Final = (5, 10, 20, 25, 50, 100, 200, 500, 1000)
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
    lines = max((height - TOP - BOTTOM) / LEAST_STEP, 1)
    step = next((each for each in POUNDS_APART if (top - low) / each <= lines), 10_000)
    high = max(-(-top // step) * step, low + step)
    room = width - LEFT - RIGHT
    xs = tuple(LEFT + room * at / max(len(worths) - 1, 1) for at in range(len(worths)))

    def y(worth: float) -> float:
        return TOP + (height - TOP - BOTTOM) * (high - worth) / (high - low)

    found = [f"<defs>{sign_symbols(look.palette, look.prefix, story.colours)}</defs>"]
    for worth in range(-(-low // step) * step, high + 1, step):
        found.append(look.line((LEFT, y(worth), width - RIGHT, y(worth)), "line", 1))
        found.append(look.text(LEFT - 7, y(worth) + 4, str(worth), 11, tint="ink2", anchor="end"))
    for at, (one, other) in enumerate(pairwise(story.events), 1):
        if other.round > one.round:
            found.append(
                f'<path d="M{num(xs[at])} {num(TOP - 4)}V{num(height - BOTTOM)}" fill="none"'
                f' stroke="{look.palette.tint("line2")}" stroke-dasharray="2 4"/>'
            )
            label = str(other.round)
            found.append(look.text(xs[at] + 4, height - 6, label, 12, bold=True, tint="ink2"))
    for seat, colour in enumerate(story.colours):
        piece = look.palette.players.get(colour, look.palette.stranger)
        points = [
            None if is_open(worth[seat]) else (x, y(worth[seat]))
            for x, worth in zip(xs, worths, strict=True)
        ]
        for stretch in _stretches(points):
            # Where nothing changes there is nothing to draw.
            bends = [
                point
                for at, point in enumerate(stretch)
                if at in (0, len(stretch) - 1)
                or point[1] != stretch[at - 1][1]
                or point[1] != stretch[at + 1][1]
            ]
            path = "M" + "L".join(f"{num(across)} {num(down)}" for across, down in bends)
            rest = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
            found += [
                f'<path d="{path}" {rest} stroke="{piece.outline}" stroke-width="4.4"/>',
                f'<path d="{path}" {rest} stroke="{piece.body}" stroke-width="2.6"/>',
            ]
        pairs = enumerate(pairwise(story.events))
        signs = [(at, SIGN) for at, (one, other) in pairs if other.round > one.round]
        for at, size in (*signs, (len(points) - 1, SIGN + 4)):
            point = points[at]
            if point is not None:
                found.append(look.sign(seat, *point, size))
    found += _flags(look, story, xs)
    return Chart("".join(found), xs)


def _stretches(points: Sequence[tuple[float, float] | None]) -> Iterator[list[tuple[float, float]]]:
    stretch: list[tuple[float, float]] = []
    for point in (*points, None):
        if point is not None:
            stretch.append(point)
        elif stretch:
            yield stretch
            stretch = []


def _flags(look: Look, story: Story, xs: Sequence[float]) -> list[str]:
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
    event = turn_of_the_game(story)
    unknown = all(is_open(pad.total) for pad in story.last.pads)
    if event is None or event.seat is None or unknown:
        return []
    gained = _gain(story, event)
    found = [
        look.sign(event.seat, MARGIN + 12, y - 6, 24),
        look.text(MARGIN + 34, y, words.page["turn-of-the-game"], 16, bold=True, tint="ink2"),
    ]
    said = " · ".join((named(event.address, event.sentence), words.say("page", "gain", n=gained)))
    for line, text in enumerate(wrapped(said, 20, WIDTH - 2 * MARGIN)[:3]):
        found.append(look.text(MARGIN, y + 30 + 27 * line, text, 20, room=WIDTH - 2 * MARGIN))
    return found


def turn_of_the_game(story: Story) -> StoryEvent | None:
    """Return the turn that gained its player most; None if nobody gained anything."""
    events = story.events
    played = [each for each in events if each.turn and each.seat is not None and each.sentence]
    best = max(played, key=lambda event: _gain(story, event), default=None)
    return best if best is not None and _gain(story, best) > 0 else None


def _gain(story: Story, event: StoryEvent) -> int:
    at = story.events.index(event)
    if at == 0 or event.seat is None:
        return 0
    gained = event.pads[event.seat].total - story.events[at - 1].pads[event.seat].total
    return 0 if is_open(gained) else gained


# Pieces of markup written shorter: what occurs often becomes one character ------------------------
#
# The characters are of the private use area, which no text of a picture has; whoever reads the
# pieces puts back what each of them stands for.
FIRST: Final = 0xE000
MOST: Final = 1500
LEAST_SAVING: Final = 60
"""Bytes that an entry of the table has to save."""
COST: Final = 3
"""Bytes of one such character."""

_TOKEN: Final = re.compile(r'<[^\s>]+>?| [\w:-]+="[^"]*"/?>?|[^<" ]+|.', re.DOTALL)
_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")


class Abbreviated(Struct, frozen=True):
    """Pieces in which characters stand for the entries of a table, in its order."""

    table: tuple[str, ...]
    pieces: tuple[str, ...]


def abbreviated(pieces: Sequence[str]) -> Abbreviated:
    """Return pieces of markup with a table of what occurs often in them."""
    clean = [_PRIVATE.sub("\N{REPLACEMENT CHARACTER}", piece) for piece in pieces]
    split = [_TOKEN.findall(piece) for piece in clean]
    counted = Counter(token for tokens in split for token in tokens)
    saved = {
        token: count * (len(token) - COST) - len(token) - COST
        for token, count in counted.items()
        if len(token) > COST
    }
    worth = [token for token, saving in saved.items() if saving >= LEAST_SAVING]
    table = tuple(sorted(worth, key=lambda token: (-saved[token], token))[:MOST])
    short = {token: chr(FIRST + number) for number, token in enumerate(table)}
    return Abbreviated(
        table, tuple("".join([short.get(token, token) for token in tokens]) for tokens in split)
    )


# The layouts that a replay carries: the film of the tables and the chart, each for one width ------
WIDE_CHART: Final = (860.0, 240.0)
NARROW_CHART: Final = (374.0, 220.0)


class Layout(Struct, frozen=True):
    """The film of all tables and the chart, drawn for one width."""

    name: str
    film: Film
    chart: Chart
    chart_size: tuple[float, float]


def _layout(
    story: Story,
    shots: Sequence[Shot],
    name: str,
    width: int,
    chart_size: tuple[float, float],
    language: str,
) -> Layout:
    style = Style(width=width, theme="page", language=language, prefix=f"{name}-")
    film = film_of(shots, story.colours, story.names, style=style)
    look = look_of("page", language, f"{name}-chart-")
    return Layout(name, film, draw_chart(look, story, *chart_size), chart_size)


# What the script of a replay is given -------------------------------------------------------------
def _film(layout: Layout) -> dict[str, Any]:
    short = abbreviated(layout.film.pieces)
    return {
        "prefix": f"{layout.name}-",
        "table": short.table,
        "pieces": short.pieces,
        "parts": [(part.name, part.looks) for part in layout.film.parts],
    }


def _event(story: Story, words: ReplayWords, event: StoryEvent, best: int | None) -> dict[str, Any]:
    player = "" if event.seat is None else f" · {story.called[event.seat]}"
    where = f"{place_words(words, event)}{player}"
    return {
        "id": event.address,
        "line": event.line,
        "round": event.round,
        "seat": event.seat,
        "where": where,
        "told": f"{where}. {event.sentence or event.notation}",
        "fault": event.is_fault,
        "loss": event.loss,
        "back": event.taken_back,
        "best": best,
        "pads": [
            [QUESTION if is_open(number) else number for number in (*pad.rows, pad.total)]
            for pad in event.pads
        ],
    }


PARTS: Final = {
    "map": "map",
    "tracks": "tracks",
    "cards": "cards",
    "books": "books",
    "players": "seat-0",
}
"""By name of a button the part of the picture that it leads to."""

MAX_MISSES: Final = 8

PREFIX: Final = "page-"
"""Before the ids of the signs that stand outside of the pictures."""


def replay_page(story: Story, language: str = "en") -> str:
    """Return a game as a page of one file that asks nobody for anything."""
    words = replay_words(language)
    bests = {}
    for at, event in enumerate(story.events):
        best = event.best
        if best is not None and best.after is not None:
            marks = changes(event.before, best.after, best.turn, kind="chosen")
            bests[at] = Shot(shown_table((best.after,)), marks)
    # The film ends with the last event, so that the file shows the end without a script.
    shots = [*bests.values(), *(Shot(event.shown, event.marks) for event in story.events)]
    layouts = (
        _layout(story, shots, "wide", LAPTOP, WIDE_CHART, language),
        _layout(story, shots, "narrow", PHONE, NARROW_CHART, language),
    )
    table_of_best = {at: number for number, at in enumerate(bests)}
    script = _resource("replay.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    events = story.events
    pads = story.last.pads
    rows = ("cash", *COMPANIES, "diamonds", "bookkeeping", "total")
    companies = picture_words(language).companies
    totals = [f"{name} {pad.total}" for name, pad in zip(story.called, pads, strict=True)]
    data = {
        "first": len(bests),
        "big": BIG_MISS,
        "private": FIRST,
        "words": {key: words.page[key] for key in ("show-best", "show-played", "copied")},
        "events": [
            _event(story, words, event, table_of_best.get(at))
            for at, event in enumerate(story.events)
        ],
        "films": [_film(layout) for layout in layouts],
        "charts": [
            {"id": f"{layout.name}-cursor", "xs": [round(x, 1) for x in layout.chart.xs]}
            for layout in layouts
        ],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # Nothing in a string may end the element, or open a comment or another script in it.
    harmless = text.replace("</", "<\\/").replace("<!", "<\\u0021").replace("<s", "<\\u0073")
    return page(
        "replay",
        language=language,
        # The page itself forbids everything else, whatever a record might have brought in.
        policy=f"default-src 'none';style-src 'unsafe-inline';script-src 'sha256-{digest}'",
        title=story.title or words.page["title"],
        style=page_style() + _resource("replay.css"),
        script=script,
        data=harmless,
        story=story,
        page=words.page,
        say=partial(words.say, "page"),
        layouts=layouts,
        fonts=FONTS,
        prefix=PREFIX,
        signs=sign_symbols(look_of("page", language, PREFIX).palette, PREFIX, story.colours),
        parts=PARTS,
        result=result_words(words, story),
        problems={
            "faults": sum(bool(event.violations) for event in events),
            "gaps": sum(bool(event.missing) for event in events),
        },
        has_faults=any(event.is_fault for event in events),
        has_misses=any(event.loss >= BIG_MISS for event in events),
        taken_back=any(event.taken_back for event in events),
        totals=", ".join(totals),
        pad_rows=[companies[row] if row in companies else words.page[row] for row in rows],
        pads=[(*pad.rows, pad.total) for pad in pads],
        worst=sorted((event for event in events if event.loss), key=lambda event: -event.loss)[
            :MAX_MISSES
        ],
        broken=lambda event: zip(event.violations, messages(story, event.violations), strict=True),
        named=named,
        one_by_one=one_by_one,
        cited_place=cited_place,
        keys=["turn", "round", "mark", *["miss", "best"] * story.reviewed, "parts", "link"],
    )


def _resource(name: str) -> str:
    return (resources.files(__package__) / name).read_text("utf-8")
