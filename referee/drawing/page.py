"""A replay as one file: the last table as a picture, what changes in it, and a small script."""

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from importlib import resources
from typing import Any, Final

from msgspec import Struct

from referee.core.ids import COMPANIES
from referee.drawing.chart import Chart, draw_chart
from referee.drawing.film import Film, Shot, film_of
from referee.drawing.look import FONTS, QUESTION, is_open, look_of
from referee.drawing.marks import changes
from referee.drawing.shapes import page_style, sign_symbols
from referee.drawing.sheet import shown_table
from referee.drawing.story import BIG_MISS, Story, StoryEvent, messages, place_words, result_words
from referee.drawing.table import LAPTOP, PHONE, Style
from referee.i18n.page_words import ReplayWords, cited_place, picture_words, replay_words
from referee.i18n.speech import named, one_by_one
from referee.templates import page

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


class Layouts(Struct, frozen=True):
    """All layouts, and which table of the films shows the best turn in place of which event."""

    each: tuple[Layout, ...]
    best: dict[int, int]

    @property
    def first(self) -> int:
        """The number of the table after the first event."""
        return len(self.best)


def layouts_of(story: Story, language: str) -> Layouts:
    """Return the layouts of a story for a laptop and for a phone."""
    bests = _best_shots(story)
    # The film ends with the last event, so that the file shows the end without a script.
    shots = [*bests.values(), *(Shot(event.shown, event.marks) for event in story.events)]
    return Layouts(
        (
            _layout(story, shots, "wide", LAPTOP, WIDE_CHART, language),
            _layout(story, shots, "narrow", PHONE, NARROW_CHART, language),
        ),
        {at: number for number, at in enumerate(bests)},
    )


def _best_shots(story: Story) -> dict[int, Shot]:
    """Return by event the table after the best turn, where another was played."""
    found = {}
    for at, event in enumerate(story.events):
        best = event.best
        if best is not None and best.after is not None:
            marks = changes(event.before, best.after, best.turn, kind="chosen")
            found[at] = Shot(shown_table((best.after,)), marks)
    return found


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
def script_data(story: Story, layouts: Layouts, words: ReplayWords) -> str:
    """Return the data as JSON that an element of a page may hold."""
    data = {
        "first": layouts.first,
        "big": BIG_MISS,
        "private": FIRST,
        "words": {key: words.page[key] for key in ("show-best", "show-played", "copied")},
        "events": [
            _event(story, words, event, layouts.best.get(at))
            for at, event in enumerate(story.events)
        ],
        "films": [_film(layout) for layout in layouts.each],
        "charts": [
            {"id": f"{layout.name}-cursor", "xs": [round(x, 1) for x in layout.chart.xs]}
            for layout in layouts.each
        ],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # Nothing in a string may end the element, or open a comment or another script in it.
    return text.replace("</", "<\\/").replace("<!", "<\\u0021").replace("<s", "<\\u0073")


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
    layouts = layouts_of(story, language)
    script = _resource("replay.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    events = story.events
    pads = story.last.pads
    rows = ("cash", *COMPANIES, "diamonds", "bookkeeping", "total")
    companies = picture_words(language).companies
    totals = [f"{name} {pad.total}" for name, pad in zip(story.called, pads, strict=True)]
    return page(
        "replay",
        language=language,
        # The page itself forbids everything else, whatever a record might have brought in.
        policy=f"default-src 'none';style-src 'unsafe-inline';script-src 'sha256-{digest}'",
        title=story.title or words.page["title"],
        style=page_style() + _resource("replay.css"),
        script=script,
        data=script_data(story, layouts, words),
        story=story,
        page=words.page,
        say=partial(words.say, "page"),
        layouts=layouts.each,
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
