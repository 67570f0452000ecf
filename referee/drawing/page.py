"""A replay as one file: the last table as a picture, what changes in it, and a small script."""

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any, Final

from msgspec import Struct

from referee.core.ids import COMPANIES
from referee.drawing.chart import Chart, draw_chart
from referee.drawing.film import Film, Shot, film_of
from referee.drawing.look import FONTS, QUESTION, Look, is_open, look_of, plain
from referee.drawing.marks import changes
from referee.drawing.shapes import page_style, sign_symbols
from referee.drawing.sheet import shown_table
from referee.drawing.story import BIG_MISS, Story, StoryEvent, messages, place_words, result_words
from referee.drawing.table import LAPTOP, PHONE, Style
from referee.i18n.page_words import ReplayWords, cited_place, picture_words, replay_words
from referee.i18n.speech import named, one_by_one

# Small elements that all parts of a replay use ----------------------------------------------------
LOSS: Final = "\N{MINUS SIGN}"


def attribute(text: str) -> str:
    """Return a text as an attribute may hold it."""
    return plain(text).replace('"', "&quot;")


def sign(look: Look, seat: int | None) -> str:
    """Return a player's sign, which the page defines once; nothing without a player."""
    if seat is None:
        return ""
    return (
        f'<span class="sign"><svg viewBox="-1 -1 22 22" font-family="{FONTS}" aria-hidden="true">'
        f'<use href="#{look.prefix}sign-{seat}" width="20" height="20"/></svg></span>'
    )


def button(name: str, title: str, content: str, *, extra: bool = False) -> str:
    """Return a button; an extra one is left out where there is little room."""
    return (
        f'<button type="button" id="{name}"{" class=extra" if extra else ""}'
        f' aria-label="{attribute(title)}" title="{attribute(title)}">{content}</button>'
    )


def loss_badge(loss: int) -> str:
    """Return how much a turn fell short of the best one; nothing if it did not."""
    return f'<span class="loss">{LOSS}{loss}</span>' if loss else ""


# What stands around the picture of a replay: the heading, the buttons, the pad, the keys ----------
PARTS: Final = {
    "map": "map",
    "tracks": "tracks",
    "cards": "cards",
    "books": "books",
    "players": "seat-0",
}
"""By name of a button the part of the picture that it leads to."""


def heading(story: Story, words: ReplayWords) -> str:
    """Return the title, the result and how many events, faults and gaps there are."""
    counted = {
        "faults": sum(bool(event.violations) for event in story.events),
        "gaps": sum(bool(event.missing) for event in story.events),
    }
    badges = "".join(
        f'<span class="badge fault">{words.say("page", kind, n=number)}</span>'
        for kind, number in counted.items()
        if number
    )
    return (
        f"<header><h1>{plain(story.title or words.page['title'])}</h1>"
        f"<span>{plain(result_words(words, story))}</span>"
        f'<span class="badge">{words.say("page", "events", n=len(story.events))}</span>'
        f"{badges}<span>{plain(words.say('page', 'set', name=story.set_name))}</span></header>"
    )


def part_buttons(words: ReplayWords) -> str:
    """Return the buttons that lead to the parts of a long picture."""
    buttons = "".join(
        f'<button type="button" data-part="{place}">{plain(words.page[key])}</button>'
        for key, place in PARTS.items()
    )
    return f'<nav class="parts" aria-label="{attribute(words.page["parts"])}">{buttons}</nav>'


def bar(story: Story, look: Look, words: ReplayWords) -> str:
    """Return the buttons that lead from event to event."""
    page = words.page

    def way(key: str, *, extra: bool = False) -> str:
        return button(key, page[key], plain(page[f"sign-{key}"]), extra=extra)

    players = ""
    for seat, name in enumerate(story.called):
        title = attribute(words.say("page", "next-of", player=name))
        players += (
            f'<button type="button" class="extra" data-seat="{seat}" aria-label="{title}"'
            f' title="{title}">{sign(look, seat)}{plain(page["sign-next"])}</button>'
        )
    has_faults = any(event.is_fault for event in story.events)
    has_misses = any(event.loss >= BIG_MISS for event in story.events)
    back = any(event.taken_back for event in story.events)
    return (
        f'<nav class="bar" aria-label="{attribute(page["turns"])}">'
        + way("previous-round")
        + way("previous")
        + '<span class="where" id="where"></span>'
        + way("next")
        + way("next-round")
        + players
        + (way("next-fault", extra=True) if has_faults else "")
        + (way("next-miss", extra=True) if has_misses else "")
        + way("link", extra=True)
        + '<span id="copied" role="status" class="extra"></span>'
        + f'<label class="check extra"{"" if back else " hidden"}><input type="checkbox" id="skip"'
        + f"{' checked' if back else ''}> {plain(page['skip'])}</label></nav>"
    )


def now_panel(words: ReplayWords) -> str:
    """Return the panel that tells of the event that is looked at."""
    return (
        '<section class="panel now" aria-live="polite"><div id="now-body"></div>'
        '<button type="button" id="best" hidden aria-pressed="false">'
        f"{plain(words.page['show-best'])}</button></section>"
    )


def pad_table(story: Story, look: Look, words: ReplayWords, language: str) -> str:
    """Return the scoring pad at the last event; every number has an id."""
    companies = picture_words(language).companies
    rows = [
        words.page["cash"],
        *(companies[company] for company in COMPANIES),
        words.page["diamonds"],
        words.page["bookkeeping"],
        words.page["total"],
    ]
    head = "".join(
        f'<th scope="col">{sign(look, seat)}{plain(name)}</th>'
        for seat, name in enumerate(story.called)
    )
    numbers = [(*pad.rows, pad.total) for pad in story.last.pads]
    lines = "".join(
        f'<tr><th scope="row">{plain(name)}</th>'
        + "".join(
            f'<td id="pad-{seat}-{row}">{column[row]}</td>' for seat, column in enumerate(numbers)
        )
        + "</tr>"
        for row, name in enumerate(rows)
    )
    return (
        f'<section class="panel pad"><h2>{plain(words.page["pad"])}</h2>'
        f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{lines}</tbody></table></section>"
    )


def key_list(story: Story, words: ReplayWords) -> str:
    """Return what the keys do."""
    keys = ["turn", "round", "mark", *(("miss", "best") if story.reviewed else ()), "parts", "link"]
    spans = "".join(f"<span>{plain(words.page[f'key-{key}'])}</span>" for key in keys)
    return f'<footer class="keys"><b>{plain(words.page["keys"])}</b> {spans}</footer>'


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


# The events of a replay as a list: what happened, what was wrong, what would have been best -------
MOST_MISSES: Final = 8


def event_list(story: Story, look: Look, words: ReplayWords) -> str:
    """Return all events, round by round."""
    label = attribute(words.page["turns"])
    found = [
        f'<section class="panel turns" id="list" tabindex="0" aria-label="{label}">',
        f"<h2>{plain(words.page['turns'])}</h2>",
    ]
    current: int | None = None
    for at, event in enumerate(story.events):
        if event.round != current:
            current = event.round
            name = words.say("page", "round", n=current) if current else words.page["setup"]
            found.append(f"{'</ol>' if at else ''}<h3>{plain(name)}</h3><ol>")
        found.append(_line(story, look, words, at))
    found.append("</ol>")
    if story.unjudged:
        left = words.say("page", "unjudged", n=story.unjudged)
        found.append(f'<p class="wrong">{plain(left)}</p>')
    return "".join((*found, "</section>"))


def miss_list(story: Story, words: ReplayWords) -> str:
    """Return the turns that lost most, the worst first."""
    missed = [event for event in story.events if event.loss]
    worst = sorted(missed, key=lambda event: -event.loss)[:MOST_MISSES]
    lines = "".join(
        f'<li>{loss_badge(event.loss)}<a href="#{attribute(event.address)}">'
        f'<span class="address">{plain(event.address)}</span>{plain(event.sentence)}</a>'
        f'<span class="said">{plain(_best_words(words, event))}</span></li>'
        for event in worst
    )
    return (
        f'<section class="panel turns" id="misses"><h2>{plain(words.page["misses"])}</h2>'
        f"<ol>{lines}</ol></section>"
    )


def _line(story: Story, look: Look, words: ReplayWords, at: int) -> str:
    event = story.events[at]
    kinds = ["fault"] * event.is_fault + ["back"] * event.taken_back
    address = attribute(event.address)
    return (
        f'<li id="e{at}" class="{" ".join(kinds)}">{loss_badge(event.loss)}'
        f'<a href="#{address}" id="{address}"><span class="address">{plain(event.address)}</span>'
        f"{sign(look, event.seat)}"
        f'<span class="sentence">{plain(event.sentence or event.notation)}</span></a>'
        f'<div class="more">{"".join(_more(story, words, event))}</div></li>'
    )


def _more(story: Story, words: ReplayWords, event: StoryEvent) -> Iterator[str]:
    """Yield what is told of an event besides its sentence."""
    yield f"<code>{plain(event.notation)}</code>"
    if event.filled_in:
        yield _told(words.say("page", "filled-in", statements=one_by_one(event.filled_in)))
    if event.taken_back:
        yield _told(words.page["taken-back"])
    yield from _faults(story, words, event)
    if event.claims:
        key = "claims" if event.wrong_note else "claims-agree"
        yield _told(words.say("page", key, claims=event.claims))
    if event.condition:
        yield _told(event.condition)
    if event.best is not None:
        yield _told(_best_words(words, event))
    if event.comment:
        yield _told(words.say("page", "comment", comment=event.comment))


def _faults(story: Story, words: ReplayWords, event: StoryEvent) -> Iterator[str]:
    broken = event.violations
    for violation, message in zip(broken, messages(story, broken), strict=True):
        yield _told(words.say("page", "broken", rule=violation.rule.id, message=message), "wrong")
    if broken:
        cited = "".join(
            f"<li>{plain(named(violation.rule.id, cited_place(citation)))}</li>"
            for violation in broken
            for citation in violation.rule.citations
        )
        summary = plain(words.page["cited"])
        yield f'<details class="said"><summary>{summary}</summary><ul>{cited}</ul></details>'
    if event.treatment is not None:
        yield _told(words.page[f"treated-{event.treatment}"])
    if event.missing:
        yield _told(words.say("page", "missing", words=event.missing), "wrong")


def _told(text: str, kind: str = "") -> str:
    return f'<span class="said {kind}">{plain(text)}</span>'


def _best_words(words: ReplayWords, event: StoryEvent) -> str:
    best = event.best
    if best is None:
        return ""
    if not best.loss:
        return words.say("page", "perfect", value=best.value)
    return words.say("page", "loss", value=best.value, best=best.best_value, turn=best.notation)


PREFIX = "page-"
"""Before the ids of the signs that stand outside of the pictures."""


def replay_page(story: Story, language: str = "en") -> str:
    """Return a game as a page of one file that asks nobody for anything."""
    words = replay_words(language)
    layouts = layouts_of(story, language)
    script = _resource("replay.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # The page itself forbids everything else, whatever a record might have brought in.
    policy = f"default-src 'none';style-src 'unsafe-inline';script-src 'sha256-{digest}'"
    return (
        f'<!doctype html>\n<html lang="{attribute(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{plain(story.title or words.page['title'])}</title>\n"
        f"<style>{page_style()}{_resource('replay.css')}</style>\n"
        # What leads from event to event does nothing without the script.
        "<noscript><style>.bar,.parts,.now,.keys{display:none}</style></noscript>\n"
        "</head>\n<body>\n"
        + "\n".join(_body(story, layouts, words, language))
        + f'\n<script type="application/json" id="data">{script_data(story, layouts, words)}'
        f"</script>\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _resource(name: str) -> str:
    return (resources.files(__package__) / name).read_text("utf-8")


def _body(story: Story, layouts: Layouts, words: ReplayWords, language: str) -> Iterator[str]:
    look = look_of("page", language, PREFIX)
    signs = sign_symbols(look.palette, PREFIX, story.colours)
    yield f'<svg class="signs" width="0" height="0" aria-hidden="true"><defs>{signs}</defs></svg>'
    yield heading(story, words)
    yield bar(story, look, words)
    yield part_buttons(words)
    yield f'<noscript><p class="panel">{plain(words.page["no-script"])}</p></noscript>'
    yield f'<main><div class="stage"><section aria-label="{attribute(words.page["table"])}">'
    for layout in layouts.each:
        svg = layout.film.svg.replace("<title ", "<title data-title ", 1)
        yield f'<div class="{layout.name}">{svg}</div>'
    yield '</section><div class="below">'
    yield _charts(story, layouts.each, words)
    yield pad_table(story, look, words, language)
    yield "</div>"
    if story.reviewed:
        yield miss_list(story, words)
    yield f'</div><div class="side">{now_panel(words)}{event_list(story, look, words)}</div></main>'
    yield key_list(story, words)


def _charts(story: Story, layouts: tuple[Layout, ...], words: ReplayWords) -> str:
    """Return the chart in every layout, with a line at the event that is looked at."""
    totals = ", ".join(
        f"{name} {pad.total}" for name, pad in zip(story.called, story.last.pads, strict=True)
    )
    told = attribute(words.say("page", "chart-told", totals=totals))
    found = [f'<section class="panel"><h2>{plain(words.page["chart"])}</h2>']
    for layout in layouts:
        width, height = layout.chart_size
        end = f"{layout.chart.xs[-1]:.1f}"
        found.append(
            f'<div class="{layout.name}"><svg class="chart" viewBox="0 0 {width:g} {height:g}"'
            f' role="img" aria-label="{told}" font-family="{FONTS}" fill="var(--ink)">'
            f'<g class="cursor" id="{layout.name}-cursor" transform="translate({end} 0)">'
            f'<path d="M0 20V{height - 20:g}" fill="none"/></g>{layout.chart.content}</svg></div>'
        )
    return "".join((*found, "</section>"))
