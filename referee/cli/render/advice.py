"""What to read off a copy next, for people."""

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding

from referee.api.copy_advice import CopyAdvice
from referee.cli.render.layout import said
from referee.game.messages.copies import copy_words

MOST_ADVICE: Final = 10
"""Things to read next; whoever has read them asks again."""


def advice_page(found: CopyAdvice) -> RenderableType:
    """Return what to read next, the most useful first."""
    return Group(*_lines(found))


def _lines(found: CopyAdvice) -> Iterator[RenderableType]:
    words = copy_words()
    if not found.advice:
        games = words.all_of(found.games)
        yield said(words.say("advice", "nothing" if games else "all-read", games=games))
        return
    yield said(words.advice["title"], "bold")
    for number, each in enumerate(found.advice[:MOST_ADVICE], 1):
        yield said(f"{number:2d}. {each.what}")
        yield Padding(said(each.why), (0, 0, 0, 4))
        yield Padding(said(each.where, "dim"), (0, 0, 0, 4))
    if (more := len(found.advice) - MOST_ADVICE) > 0:
        yield said(words.say("advice", "more", n=more), "dim")
