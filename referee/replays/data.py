"""What the script of a replay is given."""

import json
from typing import Any

from referee.game.messages.replays import ReplayWords
from referee.pictures.open_values import QUESTION, is_open
from referee.replays.abbreviations import FIRST, abbreviated
from referee.replays.layouts import Layout, Layouts
from referee.replays.replay_words import place_words
from referee.replays.story import BIG_MISS, Story, StoryEvent


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
