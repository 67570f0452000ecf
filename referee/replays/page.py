"""A replay as one file: the last table as a picture, what changes in it, and a small script."""

import base64
import hashlib
from collections.abc import Iterator
from importlib import resources

from referee.game.messages.replays import ReplayWords, replay_words
from referee.pictures.look import FONTS, look_of, plain
from referee.pictures.palette import page_style
from referee.pictures.shapes import sign_symbols
from referee.replays.controls import bar, heading, key_list, now_panel, pad_table, part_buttons
from referee.replays.data import script_data
from referee.replays.elements import attribute
from referee.replays.event_list import event_list, miss_list
from referee.replays.layouts import Layout, Layouts, layouts_of
from referee.replays.story import Story

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
