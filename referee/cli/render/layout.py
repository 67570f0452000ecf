"""Headings and paragraphs that look alike in all commands."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from referee.cli.output import printable as printable  # noqa: PLC0414 - all that draw find it here
from referee.game.messages.speech import thing


def said(words: str, style: str = "") -> Text:
    """Return `words` as text in which nothing can steer a terminal; names are said as one reads."""
    return Text(printable(thing(words)), style)


def typed(words: str, style: str = "") -> Text:
    """Return what a person may type, such as an id, as it is."""
    return Text(printable(words), style)


def heading(words: str) -> Text:
    """Return the heading of a part."""
    return said(words, "bold")


def part(title: str, *content: RenderableType) -> RenderableType:
    """Return `content` under a heading, with room below it."""
    return Group(heading(title), *(Padding(item, (0, 0, 0, 2)) for item in content), "")
